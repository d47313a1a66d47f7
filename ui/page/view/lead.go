package view

import (
	"indistinct/core/lab"
	"indistinct/ui/page/laboratory"
	"indistinct/ui/page/state"
)

// Lead is the question that a laboratory asks, and its presets.
type Lead struct {
	M *state.Model
	D *laboratory.State
}

// note is the sentence of the preset in use.
func (c *Lead) note() string {
	if c.D.Preset >= 0 {
		return c.M.Rich(c.D.Presets[c.D.Preset].Note(c.D.About.Name))
	}
	return ""
}

func (c *Lead) grouped(group string) []int { return c.D.Grouped(group) }

// shelf is the heading of a group of presets.
func (c *Lead) shelf(group string) string {
	return c.M.Say(lab.Preset{Group: group}.Shelf(c.D.About.Name))
}
