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

// repeats reports whether the repetition can begin.
func (c *Drawer) repeats() bool {
	t := c.D.Tasks[lab.Again]
	return c.D.Ready() && c.D.Run == nil && (t == nil || !t.Running)
}
