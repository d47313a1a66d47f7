package view

import (
	"time"

	"indistinct/core/lab"
	"indistinct/ui/page/state"
)

// Card is an analysis with its button.
type Card struct {
	M *state.Model
	D *state.Laboratory
	A lab.Analysis
}

func (c *Card) t() *state.Task { return c.D.Task(c.A.Name) }

func (c *Card) verb() string {
	if c.t().Sheet != nil {
		return "Compute again"
	}
	return "Compute"
}

func (c *Card) left() string { return c.t().Left(time.Now()) }
