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
	return c.M.Text(Either(c.M.Scene.Playing, "page.pause", "page.play"))
}

// star is a place of the picture that the arrow keys move.
type star struct{ name, text, sign, class string }

// stars are the sensor and its place in the neighbour, as far as they can be moved; in a game
// they hide.
func (c *Transport) stars() (out []star) {
	if d := c.M.Front; d.Star() && !c.M.Played() {
		out = []star{{"star", "page.star", "★", "sym"}}
		if _, ok := d.Lab.Edit(d.Spec, "ghost:key", 0, 0); ok {
			out = append(out, star{"ghost", "page.ghost", "☆", "sym ghost"})
		}
	}
	return out
}
