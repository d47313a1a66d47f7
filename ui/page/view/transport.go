package view

import (
	"github.com/vugu/vugu"

	"indistinct/ui/page/control"
	"indistinct/ui/page/state"
)

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
