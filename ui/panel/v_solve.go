package panel

import (
	"strings"
)

// Solve is “Solve for” beside the slider that it sets: a goal, a target, and what
// was found.
type Solve struct {
	M *Model
	D *Desk
}

func (c *Solve) t() *Task { return c.D.task(solve) }

func (c *Solve) goal() *Field { return c.D.dial(c.D.Table.Find("goal")) }

func (c *Solve) target() *Field { return c.D.dial(c.D.Table.Find("target")) }

// name is the slider's symbol or name.
func (c *Solve) name() string {
	p := c.D.mainSlider()
	if p.Symbol != "" {
		return p.Symbol
	}
	return strings.ToLower(p.Label)
}
