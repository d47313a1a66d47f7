package panel

import (
	"time"

	"indistinct/core/lab"
)

// Card is an analysis with its button.
type Card struct {
	M *Model
	D *Desk
	A lab.Analysis
}

func (c *Card) t() *Task { return c.D.task(c.A.Name) }

func (c *Card) verb() string {
	if c.t().Sheet != nil {
		return "Compute again"
	}
	return "Compute"
}

func (c *Card) left() string { return c.t().left(time.Now()) }
