package view

import (
	"indistinct/ui/page/laboratory"
	"indistinct/ui/page/state"
)

// Badge is the verdict on the stage, where the panel is out of sight.
type Badge struct {
	M *state.Model
	D *laboratory.State
}

func (c *Badge) icon() string { i, _ := badged(c.D.Report.Verdict); return i }

func (c *Badge) class() string {
	_, k := badged(c.D.Report.Verdict)
	return k + when(c.D.Stale(), " before")
}
