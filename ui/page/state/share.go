package state

import (
	"indistinct/core/lab"
	"indistinct/ui/page/links"
	"indistinct/ui/page/take"
)

// ShareLink is the address to give away. It starts the test where its result is
// on show.
func (m *Model) ShareLink() string {
	rest, x := links.SplitLink(m.Link(m.Page == links.PageLaboratory && m.Front.Report != nil && !m.Front.Stale()))
	if t := m.Front.Tasks[lab.Again]; m.Page == links.PageLaboratory && t != nil && t.Sheet != nil && !t.StaleFor(m.Front.Spec) {
		x.Again = true
	}
	x.Quiet, x.Room, x.Theme = x.Quiet || m.hides(), m.ForRoom && m.Page == links.PageLaboratory, m.Theme
	return m.Host.Address() + links.JoinLink("#"+rest, x)
}

// hides reports whether what is given away is a lesson without its answers.
func (m *Model) hides() bool { return m.ForClass && m.Course != nil }

// Hide has the dialog give away a lesson without its answers.
func (m *Model) Hide(on bool) { m.ForClass = on }

// Enlarge has the dialog give away a presentation.
func (m *Model) Enlarge(on bool) { m.ForRoom = on }

// Share opens the dialog; Unshare closes it.
func (m *Model) Share() {
	m.Host.Hash(m.Link(false), false)
	m.Sharing, m.ForClass, m.ForRoom = true, false, false
}

// Unshare closes the dialog and gives the focus back.
func (m *Model) Unshare() {
	if m.Sharing {
		m.Sharing = false
		m.Host.Focus("share")
	}
}

// CopyLink copies the permalink, CopyFrame the code that embeds what is on show.
func (m *Model) CopyLink() { m.Copy("Link", m.ShareLink()) }

// CopyFrame copies the code that embeds what is on show.
func (m *Model) CopyFrame() { m.Copy("Code", m.FrameCode()) }

// CopyCitation copies how to cite the page.
func (m *Model) CopyCitation() { m.Copy("Citation", m.Citation()) }

func (m *Model) Copy(what, text string) {
	m.Host.Copy(text, func(ok bool) {
		if ok {
			m.Say(what + " copied")
		} else {
			m.Say("The browser refused to copy; select the text instead")
		}
	})
}

// FrameCode is HTML for another page: a frame with what is on show.
func (m *Model) FrameCode() string {
	x := links.Extra{Page: m.Page, Lesson: m.Course.Link(), Quiet: m.Course != nil && m.Course.Quiet || m.hides(), Frame: links.Frame{Embed: true}}
	return take.FrameCode(m.Host.Address(), links.JoinLink(m.Front.Spec.Link(m.Front.Table), x), m.Front.About.Title)
}

// Citation is the page as BibTeX.
func (m *Model) Citation() string {
	version, year := m.Host.Version()
	return take.Citation(m.Host.Address(), version, year)
}
