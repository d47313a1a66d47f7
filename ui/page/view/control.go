package view

import (
	"github.com/vugu/vugu"

	"indistinct/core/lab"
	"indistinct/ui/page/control"
	"indistinct/ui/page/state"
)

// Control is one parameter.
type Control struct {
	M *state.Model
	F *control.Field
}

func (c *Control) flag(e vugu.DOMEvent) {
	v := "0"
	if e.PropBool("target", "checked") {
		v = "1"
	}
	c.M.Choose(c.F.P.Name, v)
}

func (c *Control) key(e vugu.DOMEvent) {
	if c.M.Press(c.F.P.Name, e.PropString("key")) {
		e.PreventDefault()
	}
}

// described names the texts that belong to the control.
func (c *Control) described() string {
	if c.F.Bad != "" {
		return c.F.ID + "-b " + c.F.ID + "-h"
	}
	return c.F.ID + "-h"
}

// help is the control's explanation and what it accepts.
func (c *Control) help() string {
	s := c.F.P.Help
	if h := c.F.OptionHelp(); h != "" {
		s += " " + c.F.OptionLabel() + ": " + h
	}
	if c.F.P.Kind != lab.Choice && c.F.P.Kind != lab.Flag {
		s += " It takes " + c.F.P.Accepts() + "."
	}
	return s
}
