package state

import (
	"encoding/json"
	"slices"

	"indistinct/core/lab"
	"indistinct/core/lang"
	"indistinct/ui/page/laboratory"
)

// Start opens the page with a theme of earlier, the system's wish for less
// motion and a permalink.
func (m *Model) Start(theme string, reduced bool, link string) {
	m.Reduced = reduced
	m.Theme = ""
	if slices.Contains(Themes[:], theme) {
		m.Theme = theme
	}
	m.ThemeShown = m.Host.Theme(m.Theme)
	m.Open(link)
}

// linkFields are those that a link may have beyond the settings.
func linkFields(m *Model) []Field {
	var pages, tags []string
	for _, p := range m.Pages() {
		pages = append(pages, p.Name)
	}
	for _, e := range lang.Languages() {
		tags = append(tags, e.Tag)
	}
	out := []Field{{Name: "page", Accepts: OneOf(pages...)}, {Name: "run", Accepts: Flag},
		{Name: "again", Accepts: Flag}, {Name: "lang", Accepts: OneOf(tags...)}}
	for _, f := range m.Features {
		out = append(out, f.Fields()...)
	}
	return out
}

// ParseLink reads the settings of a link, what else it says, and what is wrong with it.
func (m *Model) ParseLink(link string) (s lab.Spec, rest string, x Extra, bad []lab.Problem) {
	rest, x, wrong := split(link, linkFields(m))
	s, bad = lab.ParseLink(rest, m.Find, m.Home)
	if rest == "" {
		bad = nil
	}
	return s, rest, x, append(wrong, bad...)
}

// Open shows what a permalink says.
func (m *Model) Open(link string) {
	m.Scene.tellNow()
	s, _, x, probs := m.ParseLink(link)
	m.Note(probs)
	if m.Lost != "" { // the link does not run by itself what ended the page
		m.Notes, m.Lost = append(m.Notes, m.Lost), ""
	}
	m.address.stop()
	m.Page = x.Take("page")
	if tag := x.Take("lang"); tag != "" {
		m.fetchLanguage(tag, func() {})
	}
	run, again := x.On("run"), x.On("again")
	m.Front = m.Laboratory(s.Lab)
	m.Front.Restore(m.Front.Script.WithKept(s, link, m.Host.Recall(programKey)))
	for _, f := range m.Features {
		f.Read(&x)
	}
	for _, f := range x.Fields { // which only count beside others
		m.Notes = append(m.Notes, lang.Say("page.link.framed", "field", f[0]))
	}
	m.Scene.Film()
	m.Place()
	m.looks.ask()
	if run && len(m.Notes) == 0 && (m.Front.Report == nil || m.Front.Stale() || m.Front.A.Waits()) {
		m.Test()
	}
	if again && len(m.Notes) == 0 && m.Page == "" {
		m.Repeat()
	}
}

// Built takes the look at the default setting that was computed when the page was built,
// in JSON: where that setting is on show.
func (m *Model) Built(data []byte) {
	var look lab.Look
	if d := m.Front; d.About.Name == m.Home && d.Spec.Equal(d.Defaults) && json.Unmarshal(data, &look) == nil {
		d.ShowLook(&look)
	}
}

// Show shows settings, in their laboratory; anew says that what was typed there is
// forgotten.
func (m *Model) Show(s lab.Spec, anew bool) *laboratory.State {
	d := m.Laboratory(s.Lab)
	m.Emit(Event{Kind: Replacing})
	moved := m.Front != d || m.Page != ""
	m.Front, m.Page = d, ""
	if anew {
		d.Restore(s)
	} else {
		d.Script.KeepOwn(s)
		d.Set(s)
	}
	if moved {
		m.Scene.Film()
		m.Place()
	}
	m.Changed()
	return d
}
