package state

import (
	"bytes"
	"encoding/json"

	"indistinct/core/lab"
	"indistinct/core/lang"
	"indistinct/ui/page/class"
	"indistinct/ui/page/laboratory"
	"indistinct/ui/page/links"
	"indistinct/ui/page/take"
	"indistinct/ui/palette"
)

// Start opens the page with a theme of earlier, the system's wish for less
// motion and a permalink.
func (m *Model) Start(theme string, reduced bool, link string) {
	m.quiet = reduced
	m.Theme = ""
	for _, t := range Themes {
		if t == theme {
			m.Theme = t
		}
	}
	m.ThemeShown = m.Host.Theme(m.Theme)
	m.Open(link)
}

// Open shows what a permalink says.
func (m *Model) Open(link string) {
	m.tellNow()
	rest, x, bad := links.SplitLink(link)
	s, probs := lab.ParseLink(rest, m.Find, m.Home)
	if rest == "" {
		probs = nil
	}
	probs = append(bad, probs...)
	m.note(probs)
	m.stop()
	m.Page, m.Frame, m.Sharing = x.Page, x.Frame, false
	if x.Language != "" {
		m.fetchLanguage(x.Language, func() {})
	}
	m.Front = m.Laboratory(s.Lab)
	m.Front.Restore(m.Front.WithKept(s, m.Host.Recall(programKey)))
	m.follow(rest, x)
	m.Pupil = class.Enrol(m.Host, m.Front, x.Class)
	m.place()
	m.look(0)
	if x.At != "" && (m.Page == links.PageReference || m.Page == links.PageMisprints) {
		m.Host.Focus("ref-" + x.At)
	}
	m.Notes = append(m.Notes, m.Front.OpenA(x.A)...)
	if x.Room {
		if x.Theme != "" {
			m.SetTheme(x.Theme)
		}
		m.Present(true)
	}
	if x.Game && len(probs) == 0 && m.Page == links.PageLaboratory {
		m.PlayGame()
	}
	if x.Run && len(m.Notes) == 0 && (m.Front.Report == nil || m.Front.Stale() || m.Front.A.Waits()) {
		m.Test()
	}
	if x.Again && len(m.Notes) == 0 && m.Page == links.PageLaboratory {
		m.Repeat()
	}
	if other := palette.Theme(m.sceneTheme()).Refused(); other != "" {
		m.Notes = append(m.Notes, lang.Say("page.frame.accent", "other", other))
	}
}

// follow takes up the lesson that a link names. A link with settings of its own
// keeps them; otherwise the step's are taken.
func (m *Model) follow(rest string, x links.Extra) {
	m.drop()
	d, l, step := m.findLesson(x.Lesson)
	if l == nil {
		if x.Lesson != "" {
			m.Notes = append(m.Notes, lang.Say("page.none.lesson", "lesson", lang.Clip(x.Lesson, 40)))
		}
		return
	}
	own := d == m.Front && !d.Spec.Equal(d.Opening())
	m.Front = d
	m.begin(d, l, step, x.Quiet)
	m.toStep(step, !own)
	if own && x.Quiet { // a teacher's choice; else the visitor's, before a reload
		m.Course.Own = &d.Spec
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

// Adopt sets the Spec that a "solve for" found.
func (m *Model) Adopt(d *laboratory.State, t *laboratory.Task) {
	if t.Sheet == nil {
		return
	}
	s, probs := lab.ParseJSON(t.Sheet.Found, m.Find, d.About.Name)
	m.Show(s, true)
	m.note(probs)
}

// Show shows settings, in their laboratory; anew says that what was typed there is
// forgotten.
func (m *Model) Show(s lab.Spec, anew bool) *laboratory.State {
	d := m.Laboratory(s.Lab)
	m.StopGame()
	moved := m.Front != d || m.Page != links.PageLaboratory
	m.Front, m.Page = d, links.PageLaboratory
	if anew {
		d.Restore(s)
	} else {
		d.KeepOwn(s)
		d.Set(s)
	}
	if moved {
		m.film()
		m.place()
	}
	m.changed()
	return d
}

// maxFile is the largest file that is read: a run and its report take a
// hundredth of it, and reading must not hold the page up.
const maxFile = 4 << 20

// Accepts reports whether a file of that size is read, and says why not.
func (m *Model) Accepts(name string, size int64) bool {
	if size > maxFile {
		m.Notes = []lang.Message{lang.Say("page.file.large", "file", lang.Clip(name, 60),
			"megabytes", float64(size)/(1<<20))}
		return false
	}
	return true
}

// Unread tells that the browser could not read a file.
func (m *Model) Unread(name string) {
	m.Notes = []lang.Message{lang.Say("worker.file", "file", lang.Clip(name, 60))}
}

// Load reads a file: a report, a Spec alone, or data of the visitor's own where
// the laboratory in front takes any. A file that is none of these changes
// nothing.
func (m *Model) Load(name string, data []byte) {
	if !m.Accepts(name, int64(len(data))) {
		return
	}
	data = bytes.TrimPrefix(data, []byte("\xef\xbb\xbf"))
	if head := bytes.TrimSpace(data); len(head) == 0 || head[0] != '{' && head[0] != '[' {
		m.read(name, data)
		return
	}
	data, other := take.SplitA(data)
	s, probs := lab.ParseJSON(data, m.Find, m.Front.About.Name)
	if len(probs) > 0 && !take.IsRun(data) {
		m.Notes = []lang.Message{probs[0].Say}
		return
	}
	m.note(probs)
	d := m.Laboratory(s.Lab)
	d.FromFile(s)
	d.Restore(s)
	m.Front, m.Page = d, links.PageLaboratory
	if r, err := lab.UnmarshalReport(data, m.Find, s.Lab); err == nil && r.Program != "" && len(probs) == 0 {
		d.Result, d.Failed = laboratory.NewResult(r, data, lang.Verbatim(lang.Clip(name, 60))), ""
		m.loadA(d, other)
		m.Notes = append(m.Notes, lang.Say("page.file.run", "file", lang.Clip(name, 60)))
	} else if len(probs) == 0 {
		m.Notes = append(m.Notes, lang.Say("page.file.settings", "file", lang.Clip(name, 60)))
	}
	m.place()
	m.loaded()
}

// loadA takes A up from a file.
func (m *Model) loadA(d *laboratory.State, data []byte) {
	d.A = nil
	if data == nil {
		return
	}
	r, err := lab.UnmarshalReport(data, m.Find, d.About.Name)
	if err != nil || r.Spec.Lab != d.About.Name || r.Program == "" {
		m.Notes = append(m.Notes, lang.Say("page.file.a"))
		return
	}
	d.A = &laboratory.Kept{Spec: r.Spec, Result: laboratory.NewResult(r, data, lang.Say("page.file"))}
}

// read takes data that is not JSON.
func (m *Model) read(name string, data []byte) {
	d := m.Front
	read := d.Lab.Extras().Read
	if read == nil {
		m.Notes = []lang.Message{lang.Say("page.file.other", "file", lang.Clip(name, 60), "lab", d.About.Title())}
		for _, o := range m.Laboratories() {
			if o.ReadsData() {
				m.Notes[0] = lang.Say("page.file.elsewhere", "file", lang.Clip(name, 60), "lab", o.About.Title())
				break
			}
		}
		return
	}
	s, err := read(d.Spec, data)
	if err != nil {
		m.Notes = []lang.Message{lang.Say("page.file.unread", "file", lang.Clip(name, 60), "why", err)}
		return
	}
	m.Notes = []lang.Message{lang.Say("page.file.data", "file", lang.Clip(name, 60))}
	if d.Program() != nil {
		m.Notes[0] = lang.Say("page.file.program", "file", lang.Clip(name, 60))
	}
	d.KeepOwn(s)
	d.FromFile(s)
	if m.Page = links.PageLaboratory; d.Set(s) {
		d.Edited(true)
		m.loaded()
	}
	m.place()
}

// Fault tells of a fault of the program's own.
func (m *Model) Fault(why string) {
	m.Notes = []lang.Message{lang.Say("page.fault", "why", lang.Clip(why, 60))}
}
