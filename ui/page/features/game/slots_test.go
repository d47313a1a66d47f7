package game

import (
	"testing"

	rules "indistinct/core/lab/game"
	"indistinct/ui/page/test"
	"indistinct/ui/page/view"
	"indistinct/ui/stage/say"
)

// TestSlots: before a game there is a button that begins it; while it is played it stands over the picture,
// in the place of the settings, and below the picture; on a page of its own there is nothing of it.
func TestSlots(t *testing.T) {
	m, f, s := open("#lab=toy")
	drawn := func(want ...view.Slot) {
		t.Helper()
		for _, at := range []view.Slot{view.Over, view.Test, view.Beside, view.Under, view.Tools, view.Below} {
			n := 0
			for _, w := range want {
				if w == at {
					n = 1
				}
			}
			if got := len(f.Draw(at)); got != n {
				t.Errorf("at %s %d parts are drawn, want %d", at, got, n)
			}
		}
	}
	drawn(view.Beside)
	m.Page = "reference"
	drawn()
	m.Page, m.Presenting = "", true
	drawn()
	m.Presenting = false
	f.Play()
	test.Round(t, s.Runs[len(s.Runs)-1])
	drawn(view.Over, view.Test, view.Under, view.Beside)
	m.Framed = true
	drawn(view.Over, view.Under)
}

// TestOnTheAxes: a click straight above, below or beside the centre marks that place, one in the centre none.
func TestOnTheAxes(t *testing.T) {
	g := &Game{Stage: Open, Round: &rules.Round{Places: 72}}
	for want, at := range map[string][2]float64{"0": {9, 0}, "90": {0, 9}, "180": {-9, 0}, "270": {0, -9}} {
		g.Draft = ""
		if !g.Point(say.FromScene{Type: say.Pick, X: at[0], Y: at[1]}) || g.Draft != want {
			t.Errorf("a click at %v marks %q°", at, g.Draft)
		}
	}
	g.Draft = ""
	if g.Point(say.FromScene{Type: say.Pick}) || g.Draft != "" {
		t.Errorf("a click in the centre marks %q°", g.Draft)
	}
}
