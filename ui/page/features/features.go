// Package features lists what the page can do beside setting, testing and showing.
package features

import (
	"indistinct/ui/page/features/class"
	"indistinct/ui/page/features/compare"
	"indistinct/ui/page/features/door"
	"indistinct/ui/page/features/editor"
	"indistinct/ui/page/features/embed"
	"indistinct/ui/page/features/experiments"
	"indistinct/ui/page/features/files"
	"indistinct/ui/page/features/game"
	"indistinct/ui/page/features/lessons"
	"indistinct/ui/page/features/present"
	"indistinct/ui/page/features/reference"
	"indistinct/ui/page/features/samples"
	"indistinct/ui/page/features/share"
	"indistinct/ui/page/state"
)

// Use gives a page its features. They read and write links in this order, and of two that
// draw in one slot the first stands first.
func Use(m *state.Model) {
	on := state.Plain{M: m}
	m.Use(
		&experiments.Feature{Plain: on},
		&lessons.Feature{Plain: on},
		reference.New(m),
		&class.Feature{Plain: on, Desk: class.NewDesk(m.Host, m.Confirm)},
		&compare.Feature{Plain: on},
		files.New(m),
		&editor.Feature{Plain: on},
		samples.New(m),
		game.New(m),
		&share.Feature{Plain: on},
		&embed.Feature{Plain: on},
		&present.Feature{Plain: on},
		&door.Feature{Plain: on},
	)
}
