package view

import (
	"indistinct/core/audit"
	"indistinct/ui/page/state"
)

// Badge is a verdict in a word. Before says that it is of settings from before a change,
// Silent that nobody need hear it: it stands elsewhere too.
type Badge struct {
	M              *state.Model
	Verdict        audit.Verdict
	Before, Silent bool
}

func (c *Badge) icon() string { i, _ := badged(c.Verdict); return i }

func (c *Badge) class() string {
	_, k := badged(c.Verdict)
	return k + When(c.Before, " before")
}
