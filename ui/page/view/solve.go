package view

import (
	"indistinct/core/lang"
	"indistinct/ui/page/laboratory"
)

// Solve is “Solve for” beside the slider that it sets: a goal, a target, and what
// was found.
type Solve struct{ Part }

func (c *Solve) t() *laboratory.Task { return c.D.Task(laboratory.SolveTask) }

// Name is the slider's symbol or name.
func (c *Solve) name() lang.Message {
	p := c.D.MainSlider()
	if p.Symbol != "" {
		return lang.Say("page.symbol", "symbol", p.Symbol)
	}
	return p.Label()
}
