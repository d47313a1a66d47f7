// Package embed shows the page within another one: the controls that the link names, the
// button of the test, the verdict, and the way to the whole page; public/framed.js dresses
// it as the link asks.
package embed

import (
	"strings"

	"github.com/vugu/vugu"

	"indistinct/core/lab"
	"indistinct/ui/page/control"
	"indistinct/ui/page/state"
	"indistinct/ui/page/view"
)

type Feature struct {
	state.Plain
	show  string // names of the controls to show, separated by commas
	theme string // "" is the system's
}

// Draw takes the place of the laboratory's own column.
func (f *Feature) Draw(at view.Slot) []vugu.Builder {
	if at == view.Whole && f.M.Framed {
		return []vugu.Builder{&Framed{view.Part{M: f.M, D: f.M.Front}, f}}
	}
	return nil
}

// Fields are embed=1 and what counts only beside it.
func (f *Feature) Fields() []state.Field {
	return []state.Field{{Name: "embed", Accepts: state.Flag}, {Name: "show"},
		{Name: "theme", Accepts: state.OneOf("light", "dark", "projector")}}
}

// Read has the page stand within another one.
func (f *Feature) Read(x *state.Extra) {
	f.show, f.theme = "", ""
	if f.M.Framed = x.On("embed"); f.M.Framed {
		f.show, f.theme = strings.ReplaceAll(x.Take("show"), "%2C", ","), x.Take("theme")
	}
}

// Write keeps the page within the other one, or puts it there.
func (f *Feature) Write(x *state.Extra, _ *lab.Spec, of state.Purpose) {
	switch {
	case of == state.Framed:
		x.Set("embed", true)
	case f.M.Framed && of != state.Joined && of != state.Whole:
		x.Set("embed", true)
		x.Add("show", f.show)
		x.Add("theme", f.theme)
	}
}

// Framed is the panel within another page: the controls that the link names,
// Run test, the verdict, and the way to the whole page.
type Framed struct {
	view.Part
	F *Feature
}

// fields are the controls that the link names, else the main slider.
func (c *Framed) fields() []*control.Field {
	var out []*control.Field
	for _, name := range strings.Split(c.F.show, ",") {
		if p := c.D.Table.Find(name); p != nil && c.D.Spec.Shown(p) && !c.D.IsLifted(name) {
			out = append(out, c.D.Field(p))
		}
	}
	if p := c.D.MainSlider(); len(out) == 0 && p != nil {
		out = append(out, c.D.Field(p))
	}
	return out
}
