// Package reference is the documentation of the mathematics: a page for each laboratory, and
// one for the readings and misprints of all.
package reference

import (
	"slices"

	"github.com/vugu/vugu"

	"indistinct/core/lang"
	"indistinct/ui/page/laboratory"
	"indistinct/ui/page/links"
	"indistinct/ui/page/state"
	"indistinct/ui/page/view"
)

// The pages.
const (
	reference = "reference" // of the laboratory in front
	misprints = "misprints"
)

// Feature is the pages.
type Feature struct {
	state.Plain
	m    *state.Model
	page Reference
}

// New returns the feature of a page.
func New(m *state.Model) *Feature { return &Feature{m: m, page: Reference{M: m}} }

// Pages are the reference and the misprints.
func (f *Feature) Pages() []state.Page {
	return []state.Page{
		{Name: reference, Menu: "page.reference", Stored: true,
			Title: func(d *laboratory.State) lang.Message {
				return lang.Say("page.title.reference", "lab", d.About.Title())
			}},
		{Name: misprints, Title: state.Titled("page.misprints")}}
}

func (f *Feature) shows() bool { return f.m.Page == reference || f.m.Page == misprints }

// Draw shows a page, and leads to all of them.
func (f *Feature) Draw(at view.Slot) []vugu.Builder {
	switch {
	case at == view.Below && f.shows():
		return []vugu.Builder{&f.page}
	case at == view.Onward:
		return []vugu.Builder{&All{M: f.m}}
	}
	return nil
}

// Fields is the section of a page.
func (f *Feature) Fields() []links.Field { return []links.Field{{Name: "at", Accepts: links.Any}} }

// Read leads to the section of a link.
func (f *Feature) Read(x *links.Extra) {
	if at := x.Take("at"); at != "" && f.shows() {
		f.m.Host.Focus("ref-" + at)
	}
}

// All leads to the reference of each laboratory that has one, and to the misprints.
type All struct{ M *state.Model }

func (c *All) laboratories() []*laboratory.State {
	return slices.DeleteFunc(c.M.Laboratories(), func(d *laboratory.State) bool { return len(d.Lab.Reference()) == 0 })
}
