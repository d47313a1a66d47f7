package view

import (
	"indistinct/ui/page/laboratory"
	"indistinct/ui/page/state"
)

// Controls are the settings in the drawer.
type Controls struct {
	M *state.Model
	D *laboratory.State
}

func (c *Controls) groups() []*laboratory.Group { return c.D.ControlGroups(c.M.L) }
