package view

import (
	"github.com/vugu/vugu"

	"indistinct/ui/page/state"
)

// Place is where features draw in a slot: a component without markup of its own.
type Place struct {
	M  *state.Model
	At Slot
}

// Build makes it a vugu.Builder: a node that stands for what is below it.
func (c *Place) Build(*vugu.BuildIn) *vugu.BuildOut {
	all := &vugu.VGNode{Type: vugu.ElementNode}
	out := &vugu.BuildOut{Out: []*vugu.VGNode{all}, Components: Drawn(c.M, c.At)}
	for _, b := range out.Components {
		all.AppendChild(&vugu.VGNode{Component: b})
	}
	return out
}
