package view

import (
	"indistinct/core/audit"
	"indistinct/ui/page/state"
)

// Badge is a verdict in a word. Before says that it is of settings from before a change.
// Where it stands elsewhere too, Silent says that nobody need hear it, Shown that nobody
// need see it: the stage shows it.
type Badge struct {
	M                     *state.Model
	Verdict               audit.Verdict
	Before, Silent, Shown bool
}

func (c *Badge) icon() string { i, _ := badged(c.Verdict); return i }

func (c *Badge) class() string {
	_, k := badged(c.Verdict)
	return k + When(c.Before, " before") + When(c.Shown, " shown")
}
