package view

import (
	"indistinct/core/lab"
	"indistinct/ui/page/laboratory"
	"indistinct/ui/page/state"
)

// Drawer holds what does not stand at first sight: presets, the test's repetition and all
// other settings.
type Drawer struct {
	M *state.Model
	D *laboratory.State
}

// repeatDisabled reports whether the repetition cannot begin.
func (c *Drawer) repeatDisabled() bool {
	t := c.D.Tasks[lab.Again]
	return !c.D.Ready() || c.D.Run != nil || t != nil && t.Running
}

// custom names settings that are no preset's.
func (c *Drawer) custom() string {
	if c.D.Opening().Equal(c.D.Spec) {
		return c.M.Text("page.preset.opening")
	}
	return c.M.Text("page.preset.own")
}

// note is the sentence of the preset in use.
func (c *Drawer) note() string {
	if c.D.Preset >= 0 {
		return c.M.Rich(c.D.Presets[c.D.Preset].Note(c.D.About.Name))
	}
	return ""
}

// shelf is the heading of a group of presets.
func (c *Drawer) shelf(group string) string {
	return c.M.Say(lab.Preset{Group: group}.Shelf(c.D.About.Name))
}
