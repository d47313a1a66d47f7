package view

import (
	"github.com/vugu/vugu"

	"indistinct/core/lab"
	"indistinct/core/lang"
	"indistinct/ui/page/control"
	"indistinct/ui/page/state"
)

// Control is one parameter.
type Control struct {
	M *state.Model
	F *control.Field
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
func (c *Control) help() lang.Message {
	p, l := c.F.P, c.M.L
	out := []lang.Message{l.Optional(p.Say("help"))}
	if m := p.Say(c.F.Text + ".help"); p.Kind == lab.Choice && l.Has(m.ID()) {
		out = append(out, lang.Say("page.help.choice", "choice", p.Say(c.F.Text), "help", m))
	}
	if p.Kind != lab.Choice && p.Kind != lab.Flag {
		out = append(out, lang.Say("page.help.accepts", "accepts", p.Accepts()))
	}
	return lang.Sentences(out...)
}

// end is what an end of the slider means: "low" or "high"; "" where it is not said.
func (c *Control) end(which string) string {
	return c.M.Say(c.M.L.Optional(c.F.P.Say(which)))
}
