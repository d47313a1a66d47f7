package state

import (
	"encoding/json"
	"fmt"

	"indistinct/core/film"
	"indistinct/core/lab"
	"indistinct/core/lang"
	"indistinct/core/sheet"
	"indistinct/ui/chart"
	"indistinct/ui/page/laboratory"
	"indistinct/ui/page/links"
	"indistinct/ui/page/take"
	"indistinct/ui/stage/say"
	"indistinct/ui/wire"
)

// ShareLink is the address to give away. It starts the test where its result is
// on show.
func (m *Model) ShareLink() string {
	rest, x, _ := links.SplitLink(m.Link(m.Page == links.PageLaboratory && m.Front.Report != nil && !m.Front.Stale()))
	if t := m.Front.Tasks[lab.Again]; m.Page == links.PageLaboratory && t != nil && t.Sheet != nil &&
		!t.StaleFor(m.Front.Spec) {
		x.Again = true
	}
	x.Lesson = m.Course.Link()
	x.Quiet, x.Room, x.Theme = x.Quiet || m.hides(), m.ForRoom && m.Page == links.PageLaboratory, m.Theme
	x.Language = m.kept()
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
	m.Sharing, m.ForClass, m.ForRoom, m.InLanguage = true, false, false, false
}

// Unshare closes the dialog and gives the focus back.
func (m *Model) Unshare() {
	if m.Sharing {
		m.Sharing = false
		m.Host.Focus("share")
	}
}

// CopyLink copies the permalink, CopyFrame the code that embeds what is on show.
func (m *Model) CopyLink() { m.Copy(lang.Say("page.copied.link"), m.ShareLink()) }

// CopyFrame copies the code that embeds what is on show.
func (m *Model) CopyFrame() { m.Copy(lang.Say("page.copied.code"), m.FrameCode()) }

// CopyCitation copies how to cite the page.
func (m *Model) CopyCitation() { m.Copy(lang.Say("page.copied.citation"), m.Citation()) }

// FrameCode is HTML for another page: a frame with what is on show.
func (m *Model) FrameCode() string {
	x := links.Extra{Page: m.Page, Lesson: m.Course.Link(), Quiet: m.Course != nil && m.Course.Quiet || m.hides(),
		Language: m.kept(), Frame: links.Frame{Embed: true}}
	return take.FrameCode(m.Host.Address(), links.JoinLink(m.Front.Spec.Link(m.Front.Table), x),
		m.Say(m.Front.About.Title()))
}

// Citation is the page as BibTeX.
func (m *Model) Citation() string {
	version, year := m.Host.Version()
	return take.Citation(m.Host.Address(), version, year)
}

// TakePicture asks the scene for a PNG of itself; the host saves it.
func (m *Model) TakePicture() {
	if !m.Alive || m.Broken != "" {
		m.Notes = []lang.Message{lang.Say("page.stage.none")}
		return
	}
	m.Host.Scene(say.ToScene{Type: say.Picture}, nil)
}

// Taken takes what the scene says of a picture: a sentence where there is none. It
// returns the name of the file to save, "" where there is none.
func (m *Model) Taken(text lang.Message) (file string) {
	if text != "" {
		m.Notes = []lang.Message{text}
		return ""
	}
	m.Confirm(lang.Say("page.saved"))
	return "indistinct-" + m.Front.About.Name + ".png"
}

// SaveCharts downloads the charts seen first as SVG files.
func (m *Model) SaveCharts() {
	s := m.Front.FirstSheet()
	for i := range s.Charts {
		m.SaveChart(&s.Charts[i], "svg")
	}
}

// SaveChart downloads a chart as "svg" or "csv".
func (m *Model) SaveChart(c *sheet.Chart, kind string) {
	name := "indistinct-" + take.FileName(c.ID) + "." + kind
	if kind == "csv" {
		m.Host.Download(name, "text/csv;charset=utf-8", chart.ChartCSV(m.L, c))
		return
	}
	m.Host.Download(name, "image/svg+xml", chart.SVG(m.L, c, 720, take.Themed(m.ThemeShown)))
}

// SaveTable downloads a table.
func (m *Model) SaveTable(t *sheet.Table) {
	m.Host.Download("indistinct-"+take.FileName(t.ID)+".csv", "text/csv;charset=utf-8", chart.TableCSV(m.L, t))
}

// SaveReleases downloads the run's first releases for a spreadsheet.
func (m *Model) SaveReleases() {
	var s film.Show
	if m.Front.Played == nil || s.UnmarshalBinary(m.Front.Played) != nil {
		m.Notes = []lang.Message{lang.Say("page.releases.none")}
		return
	}
	m.Host.Download("indistinct-"+m.Front.About.Name+"-releases.csv", "text/csv;charset=utf-8", take.Releases(m.L, &s))
}

// SaveReport downloads the report; the file is what the run returned. While a
// run is still completing it, the file waits for the end.
func (m *Model) SaveReport() {
	d := m.Front
	if d.Run != nil && d.Report != nil && d.Report.Pending != "" {
		d.SaveDue = true
		m.Confirm(lang.Say("page.saved.later"))
		return
	}
	m.save(d)
}

// save downloads a laboratory's report.
func (m *Model) save(d *laboratory.State) {
	if d.Report == nil {
		return
	}
	m.Host.Download(reportName(d)+".json", "application/json", string(d.ReportFile()))
}

// reportName is the name of a report's file, without its ending.
func reportName(d *laboratory.State) string {
	return fmt.Sprintf("indistinct-%s-seed%d", d.About.Name, d.Report.Spec.Seed())
}

// SaveNotebook downloads a notebook in Python that reads the report's file and draws it.
func (m *Model) SaveNotebook() {
	if d := m.Front; d.Report != nil {
		m.Host.Download(reportName(d)+".ipynb", "application/x-ipynb+json", take.Notebook(m.L, reportName(d)+".json"))
	}
}

// ShareAddress opens the system's dialog for sharing with the link.
func (m *Model) ShareAddress() { m.Host.Sheet("", m.ShareLink()) }

// SaveSheet downloads an analysis's sheet.
func (m *Model) SaveSheet(d *laboratory.State, t *laboratory.Task) {
	m.Host.Download("indistinct-"+d.About.Name+"-"+t.Name+".json", "application/json", string(t.Raw))
}

// SaveSamples downloads what the test found: hashes and counts.
func (m *Model) SaveSamples() {
	if f := m.Front.Samples.Found; f != nil && f.Report != nil {
		m.Host.Download("indistinct-samples.json", "application/json", string(f.Report))
	}
}

// CopyCommand copies the native command for the report's Spec.
func (m *Model) CopyCommand() {
	m.Copy(lang.Say("page.copied.command"), m.Command())
}

// Command is the native command for the report's Spec, or for the settings where there is no report.
func (m *Model) Command() string {
	s := m.Front.Spec
	if m.Front.Report != nil {
		s = m.Front.Report.Spec
	}
	return take.Command(s.Link(m.Front.Table))
}

// CopySampleBug copies the test of the files as a bug report.
func (m *Model) CopySampleBug() {
	if f := m.Front.Samples.Found; f != nil {
		m.copyBug(m.Say(f.Bug))
	}
}

// copyBug copies a bug report and says so.
func (m *Model) copyBug(text string) {
	m.Host.Copy(text, func(ok bool) {
		if ok {
			m.Confirm(lang.Say("page.copied.bug"))
		} else {
			m.Confirm(lang.Say("page.refused"))
		}
	})
}

// CopyBug copies the run as a bug report. A worker writes it, and browsers let
// a page copy only soon after a click: it is there before the second one at the
// latest.
func (m *Model) CopyBug() {
	d := m.Front
	if d.Report == nil {
		return
	}
	if m.bug != "" && m.bugOf == d.Report {
		m.copyBug(m.Say(m.bug))
		return
	}
	of := d.Report
	m.Pool.Run(of.Spec, lab.BugTask(d.Raw), func(wire.Progress) {}, func(result []byte, fail lang.Message) {
		m.Host.Update(func() {
			var text lang.Message
			if fail == "" && json.Unmarshal(result, &text) != nil {
				fail = lang.Say("page.bug.unread")
			}
			if fail != "" {
				m.Notes = []lang.Message{fail}
				return
			}
			m.bug, m.bugOf = text, of
			m.copyBug(m.Say(text))
		})
	})
}
