package view

import (
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

// Task is how it stands.
func (c *Card) Task() *laboratory.Task { return c.D.Task(c.A.Name) }

// Title is what it is called.
func (c *Card) Title() lang.Message { return c.A.Title(c.D.About.Name) }

func (c *Card) verb() lang.Message {
	if c.Task().Sheet != nil {
		return lang.Say("page.compute.again")
	}
	return lang.Say("page.compute")
}

// Save downloads the analysis's sheet.
func (c *Card) Save() {
	c.M.Host.Download("indistinct-"+c.D.About.Name+"-"+c.A.Name+".json", "application/json", string(c.Task().Raw))
}
