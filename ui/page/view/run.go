package view

import (
	"indistinct/core/lab"
	"indistinct/core/lang"
	"indistinct/ui/page/state"
)

// Run is the button and the progress of the test.
type Run struct{ Part }

// mend is what the link says that leads to what keeps the test from running.
func (c *Run) mend() string {
	p := c.D.Wrong()
	if p.Kind == lab.Code {
		if l := c.D.Fault; c.D.Faulty(p.Name) && l.Line > 0 {
			return c.M.Text("page.mend.line", "line", l.Line)
		}
		return c.M.Text("page.mend.program")
	}
	return c.M.Rich(lang.Say("page.mend", "param", p.Title()))
}

func (c *Run) disabled() bool { return !c.D.Ready() || c.D.Run != nil }

// begin begins a test of the laboratory in front, or leads to what keeps it from running.
func begin(m *state.Model, test func()) {
	if m.Front.Wrong() != nil {
		m.Mend()
		return
	}
	test()
}
