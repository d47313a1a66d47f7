package state

import (
	"strconv"

	"indistinct/core/lang"
	"indistinct/ui/page/class"
	"indistinct/ui/page/links"
)

// CopyClassCode copies the run's code.
func (m *Model) CopyClassCode() { m.Copy(lang.Say("page.copied.code"), m.Pupil.Code(m.Front)) }

// ToClass goes back to the settings that the class has, with the phone's own seed.
func (m *Model) ToClass() {
	m.Front.Restore(m.Pupil.Spec)
	m.changed()
}

// ClassLink is what every phone opens: the settings on show and their mark, in the language
// of the page; with a lesson, without its answers.
func (m *Model) ClassLink() string {
	d := m.Front
	return m.Host.Address() + links.JoinLink(d.Spec.Link(d.Table), links.Extra{Lesson: m.Course.Link(),
		Quiet: m.Course != nil, Class: strconv.Itoa(class.Mark(d.Table, d.Spec)), Language: m.L.Tag})
}

// CopyClassLink copies it.
func (m *Model) CopyClassLink() { m.Copy(lang.Say("page.copied.link"), m.ClassLink()) }
