package view

import (
	"indistinct/ui/page/laboratory"
	"indistinct/ui/page/state"
)

// Lead is the question that a laboratory asks, and its presets.
type Lead struct {
	M *state.Model
	D *laboratory.State
}

func (c *Lead) custom() string {
	if c.D.Opening().Equal(c.D.Spec) {
		return "As it opens"
	}
	return "Your own"
}

// note is the sentence of the preset in use.
func (c *Lead) note() string {
	if c.D.Preset >= 0 {
		return c.D.Presets[c.D.Preset].Note
	}
	return ""
}

func (c *Lead) grouped(group string) []int { return c.D.Grouped(group) }
