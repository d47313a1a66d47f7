// Package view shows the state of the page: header, controls, verdict, charts,
// experiments and documentation, as vugu components. The .vugu files hold markup
// and nothing else; the texts of some that stand together share a .go file.
package view

import (
	"github.com/vugu/vugu"

	"indistinct/core/lang"
	"indistinct/ui/page/state"
)

// Slot is a place of the page where features draw.
type Slot string

const (
	Tools   Slot = "tools"   // the header's buttons
	Over    Slot = "over"    // the picture
	Leave   Slot = "leave"   // the end of that row
	Program Slot = "program" // below that row
	Under   Slot = "under"   // the picture and its clock
	Side    Slot = "side"    // the top of the column beside the picture
	Asked   Slot = "asked"   // below the question that the laboratory asks
	Beside  Slot = "beside"  // the button of the test, of its rank
	Whole   Slot = "whole"   // in the place of all that is the laboratory's in that column
	Test    Slot = "test"    // in the place of the laboratory's settings, test and verdict
	Why     Slot = "why"     // below the button of the test
	Glance  Slot = "glance"  // the top of the verdict's numbers
	Figures Slot = "figures" // below its axis
	Take    Slot = "take"    // the verdict's buttons
	Foot    Slot = "foot"    // the foot of the settings
	Below   Slot = "below"   // below the picture: a page of the feature's own
	Onward  Slot = "onward"  // the end of a page that leads on
	Options Slot = "options" // of the dialog for sharing
	Dialog  Slot = "dialog"  // above all
)

type Draws interface {
	// Draw returns what it draws in a slot.
	Draw(at Slot) []vugu.Builder
}

// Drawn is what the features of a page draw in a slot.
func Drawn(m *state.Model, at Slot) (all []vugu.Builder) {
	for _, f := range m.Features {
		if d, ok := f.(Draws); ok {
			all = append(all, d.Draw(at)...)
		}
	}
	return all
}

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

// Button is a button of a feature's in a slot.
type Button struct {
	M      *state.Model
	Class  string
	ID     string // "" for none
	Text   string // id of a text
	Title  lang.Message
	Dialog bool // it opens one
	Click  func()
}

// Given is an attribute's value; "" leaves it away.
func Given(value string) *string {
	if value == "" {
		return nil
	}
	return &value
}

// Flag is a box to check of a feature's in a slot.
type Flag struct {
	M    *state.Model
	ID   string
	Text string // id of a text
	On   *bool
}
