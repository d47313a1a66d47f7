package view

import (
	"time"

	"indistinct/core/lab"
	"indistinct/core/lang"
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

func (c *Card) title() lang.Message { return c.A.Title(c.D.About.Name) }

func (c *Card) verb() lang.Message {
	if c.t().Sheet != nil {
		return lang.Say("page.compute.again")
	}
	return lang.Say("page.compute")
}

func (c *Card) left() lang.Message { return c.t().Left(time.Now()) }
