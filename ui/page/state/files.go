package state

import (
	"bytes"
	"fmt"

	"indistinct/core/lab"
	"indistinct/core/sheet"
	"indistinct/ui/chart"
	"indistinct/ui/page/laboratory"
	"indistinct/ui/page/links"
	"indistinct/ui/page/take"
)

// maxFile is the largest file that is read: a run and its report take a
// hundredth of it, and reading must not hold the page up.
const maxFile = 4 << 20

// Accepts reports whether a file of that size is read, and says why not.
func (m *Model) Accepts(name string, size int64) bool {
	if size > maxFile {
		m.Notes = []string{fmt.Sprintf("%s holds %s MB: files of up to 4 MB are read.", sheet.Clip(name, 60), sheet.Format(float64(size)/(1<<20), 2))}
		return false
	}
	return true
}

// Unread tells that the browser could not read a file.
func (m *Model) Unread(name string) {
	m.Notes = []string{"The browser could not read " + sheet.Clip(name, 60) + ": check that the file is still there and may be read."}
}

// Fault tells of a fault of the program's own.
func (m *Model) Fault(why string) {
	m.Notes = []string{"A part of the page failed (" + sheet.Clip(why, 60) + "); what is shown may be from before. Changing a setting or reloading the page starts afresh."}
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
	s, probs := lab.ParseJSON(data, m.find, m.Front.About.Name)
	if len(probs) > 0 && !take.IsRun(data) {
		m.Notes = []string{probs[0].Say}
		return
	}
	m.note(probs)
	d := m.Laboratory(s.Lab)
	d.Restore(s)
	m.Front, m.Page = d, links.PageLaboratory
	if r, err := lab.UnmarshalReport(data, m.find, s.Lab); err == nil && r.Program != "" && len(probs) == 0 {
		cut := take.Shorten(&r.Sheet)
		d.Result, d.Failed = laboratory.NewResult(r, data, sheet.Clip(name, 60)), ""
		m.loadA(d, other)
		m.Notes = append(m.Notes, "The run in "+sheet.Clip(name, 60)+" is shown as it was saved; Run test computes it again.")
		if cut {
			m.Notes = append(m.Notes, fmt.Sprintf("Its tables and charts are longer than any of this program's: the first %d rows and points of each are shown.", take.MostRows))
		}
	} else if len(probs) == 0 {
		m.Notes = append(m.Notes, "The settings in "+sheet.Clip(name, 60)+" are set.")
	}
	m.place()
	m.loaded()
}

// read takes data that is not JSON.
func (m *Model) read(name string, data []byte) {
	d := m.Front
	read := d.Lab.Extras().Read
	if read == nil {
		m.Notes = []string{sheet.Clip(name, 60) + " is not a run in JSON, and the laboratory " + d.About.Title + " takes no data of other kinds."}
		for _, o := range m.Laboratories() {
			if o.ReadsData() {
				m.Notes[0] = sheet.Clip(name, 60) + " is not a run in JSON; data of your own are read in the laboratory " + o.About.Title + "."
				break
			}
		}
		return
	}
	s, err := read(d.Spec, data)
	if err != nil {
		m.Notes = []string{sheet.Clip(name, 60) + " was not read. " + err.Error()}
		return
	}
	m.Notes = []string{"The data in " + sheet.Clip(name, 60) + " are set; they have not left this machine."}
	if d.Program() != nil {
		m.Notes[0] = "The program in " + sheet.Clip(name, 60) + " is set; it has not left this machine."
	}
	d.KeepOwn(s)
	if m.Page = links.PageLaboratory; d.Set(s) {
		d.Edited(true)
		m.loaded()
	}
	m.place()
}

// CopyCommand copies the native command for the report's Spec.
func (m *Model) CopyCommand() {
	m.Copy("Command", m.Command())
}

func (m *Model) Command() string {
	s := m.Front.Spec
	if m.Front.Report != nil {
		s = m.Front.Report.Spec
	}
	return take.Command(s.Link(m.Front.Table))
}

// SaveReport downloads the report; the file is what the run returned. While a
// run is still completing it, the file waits for the end.
func (m *Model) SaveReport() {
	d := m.Front
	if d.Run != nil && d.Report != nil && d.Report.Pending != "" {
		d.SaveDue = true
		m.Say("The file comes when the run is complete")
		return
	}
	m.save(d)
}

func (m *Model) save(d *laboratory.State) {
	if d.Report == nil {
		return
	}
	m.Host.Download(fmt.Sprintf("indistinct-%s-seed%d.json", d.About.Name, d.Report.Spec.Seed()), "application/json", string(d.ReportFile()))
}

// SaveSheet downloads an analysis's sheet.
func (m *Model) SaveSheet(d *laboratory.State, t *laboratory.Task) {
	m.Host.Download("indistinct-"+d.About.Name+"-"+t.Name+".json", "application/json", string(t.Raw))
}

// SaveChart downloads a chart as "svg" or "csv".
func (m *Model) SaveChart(c *sheet.Chart, kind string) {
	name := "indistinct-" + take.FileName(c.ID) + "." + kind
	if kind == "csv" {
		m.Host.Download(name, "text/csv;charset=utf-8", chart.ChartCSV(c))
		return
	}
	m.Host.Download(name, "image/svg+xml", chart.SVG(c, 720, take.Themed(m.ThemeShown)))
}

// SaveTable downloads a table.
func (m *Model) SaveTable(t *sheet.Table) {
	m.Host.Download("indistinct-"+take.FileName(t.ID)+".csv", "text/csv;charset=utf-8", chart.TableCSV(t))
}
