package view

import (
	"github.com/vugu/vugu"

	"indistinct/core/lab"
	"indistinct/core/lang"
	"indistinct/ui/page/control"
	"indistinct/ui/page/laboratory"
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

// Progress is how far a task has come, and the button that ends it; what it had found stays.
type Progress struct {
	M    *state.Model
	T    *laboratory.Task
	Of   lang.Message // what is computed, for screen readers
	Stop func()       // ends what is done; nil: the task alone is ended
}

// cancel is what the button does.
func (c *Progress) cancel() {
	if c.Stop != nil {
		c.Stop()
		return
	}
	c.T.Stop()
}

// Transport drives the scene's clock.
type Transport struct{ M *state.Model }

// move moves a handle of the picture by an arrow key: the starred sensor, or its place in
// the neighbour.
func (c *Transport) move(e vugu.DOMEvent, handle string) {
	if dx, dy, ok := control.Arrow(e.PropString("key")); ok && c.M.Edit(handle, dx, dy) {
		e.PreventDefault()
	}
}

func (c *Transport) playLabel() string {
	if c.M.Scene.Playing {
		return c.M.Text("page.pause")
	}
	return c.M.Text("page.play")
}

// hasGhost reports whether the star's place in the neighbour can be moved.
func (c *Transport) hasGhost() bool {
	_, ok := c.M.Front.Lab.Edit(c.M.Front.Spec, "ghost:key", 0, 0)
	return ok && c.hasStar()
}

// hasStar reports whether there is a sensor to move; in a game it hides.
func (c *Transport) hasStar() bool {
	return c.M.Front.Star() && !c.M.Played()
}
