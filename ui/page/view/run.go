package view

import (
	"indistinct/core/lab"
	"indistinct/core/lang"
	"indistinct/ui/page/laboratory"
	"indistinct/ui/page/state"
)

// Run is the button and the progress of the test.
type Run struct {
	M *state.Model
	D *laboratory.State
}

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

// start begins a test, or leads to what keeps it from running.
func (c *Run) start(test func()) {
	if c.D.Wrong() != nil {
		c.M.Mend()
		return
	}
	test()
}

// repeats reports whether the test can be repeated from here: not in a frame or a
// presentation, nor on the way of a test.
func (c *Run) repeats() bool { return !c.M.Framed && !c.M.Presenting && c.D.Run == nil }

// repeatDisabled reports whether the repetition cannot begin.
func (c *Run) repeatDisabled() bool {
	t := c.D.Tasks[lab.Again]
	return !c.D.Ready() || t != nil && t.Running
}

// pct is how far the test is that runs.
func (c *Run) pct() string { return laboratory.Percent(c.M.L, c.D.Run.Progress.Fraction) }
