package view

import (
	"time"

	"indistinct/core/lab"
	"indistinct/ui/page/laboratory"
	"indistinct/ui/page/state"
)

// Card is an analysis with its button.
type Card struct {
	M *state.Model
	D *laboratory.State
	A lab.Analysis
}

func (c *Card) t() *laboratory.Task { return c.D.Task(c.A.Name) }

func (c *Card) verb() string {
	if c.t().Sheet != nil {
		return "Compute again"
	}
	return "Compute"
}

func (c *Card) left() string { return c.t().Left(time.Now()) }
