// Package embed shows the page within another one: the controls that the link names, the
// button of the test, the verdict, and the way to the whole page; public/framed.js dresses
// it as the link asks.
package embed

import (
	"net/url"
	"strings"

	"github.com/vugu/vugu"

	"indistinct/core/lab"
	"indistinct/core/lang"
	"indistinct/ui/page/links"
	"indistinct/ui/page/state"
	"indistinct/ui/page/view"
	"indistinct/ui/palette"
)

// Feature is the page within another one.
type Feature struct {
	state.Plain
	m    *state.Model
	show string // names of the controls to show, separated by commas
	look url.Values
}

// looks are the fields that say how it is dressed.
var looks = []string{"theme", "accent", "bg"}

// New returns the feature of a page.
func New(m *state.Model) *Feature { return &Feature{m: m} }

// Draw takes the place of the laboratory's own column.
func (f *Feature) Draw(at view.Slot) []vugu.Builder {
	if at == view.Whole && f.m.Framed {
		return []vugu.Builder{&Framed{M: f.m, F: f, D: f.m.Front}}
	}
	return nil
}

// Fields are embed=1 and what counts only beside it.
func (f *Feature) Fields() []links.Field {
	colour := func(value string) lang.Message {
		if len(value) != 6 || strings.Trim(value, "0123456789abcdefABCDEF") != "" {
			return lang.Say("page.link.colour")
		}
		return ""
	}
	return []links.Field{{Name: "embed", Accepts: links.Flag}, {Name: "show", Accepts: links.Any},
		{Name: "theme", Accepts: links.OneOf("light", "dark", "projector")},
		{Name: "accent", Accepts: colour}, {Name: "bg", Accepts: colour}}
}

// Read has the page stand within another one.
func (f *Feature) Read(x *links.Extra) {
	f.show, f.look, f.m.Dressed = "", url.Values{}, nil
	if f.m.Framed = x.On("embed"); !f.m.Framed {
		return
	}
	f.show = strings.ReplaceAll(x.Take("show"), "%2C", ",")
	for _, name := range looks {
		f.look.Set(name, x.Take(name))
	}
	f.m.Dressed = func(theme string) string {
		return string(palette.Theme(theme).Dressed(f.look.Get("bg"), f.look.Get("accent")))
	}
}

// Hear says which accent stands in for one that could not be told from the rest: no run that
// the link asks for waits for that.
func (f *Feature) Hear(e state.Event) (taken bool) {
	if e.Kind == state.Opened && f.m.Framed {
		if other := palette.Theme(f.m.Dressed(f.m.ThemeShown)).Refused(); other != "" {
			f.m.Notes = append(f.m.Notes, lang.Say("embed.accent", "other", other))
		}
	}
	return false
}

// Write keeps the page within the other one, or puts it there.
func (f *Feature) Write(x *links.Extra, _ *lab.Spec, of state.Purpose) {
	switch {
	case of == state.Framed:
		x.Set("embed", true)
	case f.m.Framed && of != state.Joined && of != state.Whole:
		x.Set("embed", true)
		x.Add("show", f.show)
		for _, name := range looks {
			x.Add(name, f.look.Get(name))
		}
	}
}
