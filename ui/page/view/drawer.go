package view

import (
	"indistinct/core/lab"
	"indistinct/ui/page/laboratory"
)

// Drawer holds what does not stand at first sight: presets, the test's repetition and all
// other settings.
type Drawer struct{ Part }

func (c *Drawer) groups() []*laboratory.Group { return c.D.ControlGroups(c.M.L) }

// repeats reports whether the repetition can begin.
func (c *Drawer) repeats() bool {
	t := c.D.Tasks[lab.Again]
	return c.D.Ready() && c.D.Run == nil && (t == nil || !t.Running)
}
