package panel

import (
	"strings"

	"indistinct/core/lab"
)

// Solve is “Solve for” beside the slider that it sets: a goal, a target, and what
// was found.
type Solve struct {
	M *Model
	D *Desk
}

// solve is the analysis of a laboratory that finds the main slider's value.
const solve = "solve"

// solves returns the analysis, nil where the laboratory has none.
func (d *Desk) solves() *lab.Analysis {
	for _, a := range d.experiments() {
		if a.Name == solve && d.Table.Find("goal") != nil && d.Table.Find("target") != nil && d.mainSlider() != nil {
			return &a
		}
	}
	return nil
}

// solving reports whether a parameter stands beside the slider that it sets.
func (d *Desk) solving(p *lab.Param) bool {
	return (p.Name == "goal" || p.Name == "target") && d.solves() != nil
}

func (c *Solve) t() *Task       { return c.D.task(solve) }
func (c *Solve) goal() *Field   { return c.D.dial(c.D.Table.Find("goal")) }
func (c *Solve) target() *Field { return c.D.dial(c.D.Table.Find("target")) }

// name is the slider's symbol or name.
func (c *Solve) name() string {
	p := c.D.mainSlider()
	if p.Symbol != "" {
		return p.Symbol
	}
	return strings.ToLower(p.Label)
}
