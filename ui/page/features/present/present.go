// Package present shows the stage, one slider and the verdict to a room.
package present

import (
	"strings"

	"github.com/vugu/vugu"

	"indistinct/core/lab"
	"indistinct/core/lang"
	"indistinct/ui/page/state"
	"indistinct/ui/page/view"
)

type Feature struct {
	state.Plain
	forRoom bool // what is given away is a presentation
}

// Draw adds the buttons that begin and end it, and a choice to the dialog for sharing.
func (f *Feature) Draw(at view.Slot) []vugu.Builder {
	switch {
	case f.M.Page != "":
	case at == view.Tools:
		return []vugu.Builder{&view.Button{M: f.M, Class: "plain", ID: "present", Text: "present.begin",
			Title: lang.Say("present.key"), Click: func() { f.Set(true) }}}
	case at == view.Leave:
		return []vugu.Builder{&view.Button{M: f.M, Class: "plain leave", Text: "present.leave",
			Click: func() { f.Set(false) }}}
	case at == view.Options:
		return []vugu.Builder{&view.Flag{M: f.M, ID: "share-room", Text: "share.room", On: &f.forRoom}}
	}
	return nil
}

// Fields are present=1, and the theme of the presentation.
func (f *Feature) Fields() []state.Field {
	return []state.Field{{Name: "present", Accepts: state.Flag},
		{Name: "theme", Accepts: state.OneOf("light", "dark", "projector")}}
}

// Read opens a link as a presentation.
func (f *Feature) Read(x *state.Extra) {
	if x.On("present") {
		if theme := x.Take("theme"); theme != "" {
			f.M.SetTheme(theme)
		}
		f.Set(true)
	}
}

// Write has what is given away be a presentation.
func (f *Feature) Write(x *state.Extra, _ *lab.Spec, of state.Purpose) {
	if of == state.Shared && f.forRoom && f.M.Page == "" {
		x.Set("present", true)
		x.Add("theme", f.M.Theme)
	}
}

// Hear takes key F and Escape, and ends the presentation with the full screen or the page.
func (f *Feature) Hear(e state.Event) (taken bool) {
	switch on := f.M.Presenting; {
	case e.Kind == state.Key && strings.EqualFold(e.Name, "f"):
		f.Set(!on)
		return true
	case e.Kind == state.Key && e.Name == "Escape" && on:
		f.Set(false)
		return true
	case e.Kind == state.FullScreenLeft, e.Kind == state.Leaving:
		f.Set(false)
	case e.Kind == state.Sharing:
		f.forRoom = false
	}
	return false
}

func (f *Feature) Set(on bool) {
	m := f.M
	if on && m.Page != "" || on == m.Presenting {
		return
	}
	m.Presenting = on
	m.Scene.Scale = m.Host.Present(on)
	m.Scene.Dress()
}
