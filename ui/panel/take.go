package panel

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/vugu/vugu"

	"indistinct/core/film"
	"indistinct/core/lab"
	"indistinct/ui/chart"
	"indistinct/ui/stage/say"
)

// Downloads is the menu of what can be taken away of a run.
type Downloads struct {
	M *Model
	D *Desk
}

// noStage is said where there is no picture to take.
const noStage = "There is no picture to take: the stage needs WebGL 2, which this browser does not offer, or it has not loaded yet."

// TakePicture asks the scene for a PNG of itself; the host saves it.
func (m *Model) TakePicture() {
	if !m.Alive || m.Broken != "" {
		m.Notes = []string{noStage}
		return
	}
	m.Host.Scene(say.ToScene{Type: say.Picture}, nil)
}

// Film records the stage, with the run from its beginning where it can be
// played again, until it is pressed again or the run's play is over.
func (m *Model) Film() {
	switch {
	case m.Filming:
		m.endFilm()
	case !m.Alive || m.Broken != "":
		m.Notes = []string{noStage}
	default:
		m.Filming = true
		m.Host.Scene(say.ToScene{Type: say.Record}, nil)
		m.Again()
	}
}

func (m *Model) endFilm() {
	m.Filming = false
	m.Host.Scene(say.ToScene{Type: say.Stop}, nil)
}

// afterglow is how long a film stays on the verdict.
const afterglow = 1500 * time.Millisecond

// filmed ends a film when the run has been played.
func (m *Model) filmed(kind string) {
	if m.Filming && kind == say.ShowDone {
		m.Host.After(afterglow, func() {
			if m.Filming {
				m.endFilm()
			}
		})
	}
}

// Taken takes what the scene says of a picture or a film: a sentence where there
// is none. It returns the name of the file to save; "" to keep it for the sheet
// that is about to be printed.
func (m *Model) Taken(kind, text string) (file string) {
	if text != "" {
		m.Filming = false
		if m.printing {
			m.printNow()
		} else {
			m.Notes = []string{text}
		}
		return ""
	}
	ending := "webm"
	switch {
	case strings.HasPrefix(kind, "image/"):
		if m.printing {
			return ""
		}
		ending = "png"
	case strings.HasPrefix(kind, "video/mp4"):
		ending = "mp4"
	}
	if ending != "png" {
		m.Filming = false
	}
	m.say("Saved")
	return "indistinct-" + m.Desk.About.Name + "." + ending
}

// SaveCharts downloads the charts seen first as SVG files.
func (m *Model) SaveCharts() {
	s := m.Desk.firstSheet()
	for i := range s.Charts {
		m.SaveChart(&s.Charts[i], "svg")
	}
}

// mostTaken is how many releases of each input a file for a class holds.
const mostTaken = 2000

// SaveReleases downloads the run's first releases for a spreadsheet.
func (m *Model) SaveReleases() {
	var s film.Show
	if m.Desk.show == nil || s.UnmarshalBinary(m.Desk.show) != nil {
		m.Notes = []string{"There are no releases to take: they are kept of a run on this page, so run the test first."}
		return
	}
	m.Host.Download("indistinct-"+m.Desk.About.Name+"-releases.csv", "text/csv;charset=utf-8", releases(&s))
}

// releases are a show's releases as CSV: input, number, whether the event holds
// it, and what was released.
func releases(s *film.Show) string {
	label := func(i int, or string) string {
		a := s.Axes[i]
		if a.Label == "" {
			return or
		}
		if a.Unit != "" {
			return a.Label + " (" + a.Unit + ")"
		}
		return a.Label
	}
	head := []string{"input", "release", "inside the event"}
	switch stride := s.Clouds[0].Stride; s.Form {
	case film.Plane:
		head = append(head, label(0, "x"), label(1, "y"))
	case film.Stream:
		for i := range stride {
			head = append(head, label(1, "release")+" at step "+strconv.Itoa(i+1))
		}
	default:
		head = append(head, label(0, "release"))
	}
	rows := [][]string{head}
	for k := range s.Clouds {
		c := &s.Clouds[k]
		for i := 0; c.Stride > 0 && i < min(len(c.Data)/c.Stride, mostTaken); i++ {
			row := []string{s.Names[k], strconv.Itoa(i + 1), ""}
			if i < len(c.In) {
				row[2] = strconv.FormatFloat(float64(c.In[i]), 'g', -1, 32)
			}
			for _, v := range c.Data[i*c.Stride : (i+1)*c.Stride] {
				text := strconv.FormatFloat(float64(v), 'g', -1, 32)
				if w := int(v); s.Form == film.Bars && w >= 0 && w < len(s.Words) {
					text = s.Words[w]
				}
				row = append(row, text)
			}
			rows = append(rows, row)
		}
	}
	return chart.CSV(rows)
}

// printWait is how long a sheet waits for its picture.
const printWait = 3 * time.Second

// Print puts the run on one sheet of paper: settings, picture, verdict,
// evidence, link and QR code.
func (m *Model) Print() {
	if m.Desk.Report == nil || m.printing {
		return
	}
	m.printing, m.Printing = true, true
	if !m.Alive || m.Broken != "" {
		m.printNow()
		return
	}
	m.Skip() // paper shows how the run ended
	m.Host.Scene(say.ToScene{Type: say.Picture}, nil)
	m.Host.After(printWait, m.printNow)
}

// Pictured says that the sheet has its picture.
func (m *Model) Pictured() { m.printNow() }

func (m *Model) printNow() {
	if m.printing {
		m.printing = false
		m.Host.Print()
	}
}

// Printed takes the sheet away.
func (m *Model) Printed() { m.Printing = false }

// Printout is the sheet that is printed.
type Printout struct {
	M *Model
	D *Desk
}

func (c *Printout) link() string {
	return c.M.Host.Address() + joinLink(c.D.Report.Spec.Link(c.D.Table), extra{Run: true})
}

func (c *Printout) code() vugu.HTMLer {
	if n := qrCode(c.link()); n != nil {
		return vugu.HTML(n.XML())
	}
	return nil
}

func (c *Printout) axis() vugu.HTMLer {
	return vugu.HTML(chart.Epsilons(epsilons(c.D.Report), 420, themed("projector")).XML())
}

// settings are those that the run rests on, as name and value.
func (c *Printout) settings() [][2]string {
	var out [][2]string
	s := c.D.Report.Spec
	for i := range c.D.Table {
		p := &c.D.Table[i]
		if !p.Rerun || p.Kind == lab.Code || !s.Shown(p) {
			continue
		}
		if v := settingOf(s, p); v != "" {
			out = append(out, [2]string{(&Field{P: p}).name(), v})
		}
	}
	return out
}

// leafLines is how many lines of a program fit on the sheet.
const leafLines = 24

// program is the program that was tested, "" where there is none; of a long one
// the beginning.
func (c *Printout) program() string {
	s := c.D.Report.Spec
	for i := range c.D.Table {
		if p := &c.D.Table[i]; p.Kind == lab.Code && s.Shown(p) {
			lines := strings.Split(strings.TrimSpace(s.Text(p.Name)), "\n")
			if len(lines) > leafLines {
				lines = append(lines[:leafLines], fmt.Sprintf("… and %d more lines", len(lines)-leafLines))
			}
			return strings.Join(lines, "\n")
		}
	}
	return ""
}

func (c *Printout) figures() []Figure { return figures(c.D.Report, false) }
