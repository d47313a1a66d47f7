package view

import (
	"indistinct/core/lab"
	"indistinct/core/lang"
	"indistinct/ui/page/laboratory"
	"indistinct/ui/page/state"
)

// Part is what most components are: a part of the page that shows a laboratory.
type Part struct {
	M *state.Model
	D *laboratory.State
}

// Card is an analysis with its button.
type Card struct {
	Part
	A lab.Analysis
}

// Task is how it stands.
func (c *Card) Task() *laboratory.Task { return c.D.Task(c.A.Name) }

// Title is what it is called.
func (c *Card) Title() lang.Message { return c.A.Title(c.D.About.Name) }

// closed reports whether there is only the picture of what it would show.
func (c *Card) closed() bool {
	t := c.Task()
	return c.A.Name != lab.Again && !t.Running && t.Sheet == nil && t.Fail == ""
}

// picture is what the build has drawn of it.
func (c *Card) picture() string {
	return "still/" + c.D.About.Name + "-" + c.A.Name + "-" + Ground(c.M) + ".svg"
}

// open computes it; the picture, which was pressed, gives way to the result.
func (c *Card) open() {
	c.M.Compute(c.D, c.A.Name)
	c.M.Host.Focus(c.D.AnalysisID(c.A.Name))
}

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
