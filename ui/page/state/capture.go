package state

import (
	"time"

	"indistinct/core/film"
	"indistinct/ui/page/take"
	"indistinct/ui/stage/say"
)

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
	ending := take.Ending(kind)
	if ending == "png" && m.printing {
		return ""
	}
	if ending != "png" {
		m.Filming = false
	}
	m.Say("Saved")
	return "indistinct-" + m.Front.About.Name + "." + ending
}

// SaveCharts downloads the charts seen first as SVG files.
func (m *Model) SaveCharts() {
	s := m.Front.FirstSheet()
	for i := range s.Charts {
		m.SaveChart(&s.Charts[i], "svg")
	}
}

// SaveReleases downloads the run's first releases for a spreadsheet.
func (m *Model) SaveReleases() {
	var s film.Show
	if m.Front.Played == nil || s.UnmarshalBinary(m.Front.Played) != nil {
		m.Notes = []string{"There are no releases to take: they are kept of a run on this page, so run the test first."}
		return
	}
	m.Host.Download("indistinct-"+m.Front.About.Name+"-releases.csv", "text/csv;charset=utf-8", take.Releases(&s))
}

// printWait is how long a sheet waits for its picture.
const printWait = 3 * time.Second

// Print puts the run on one sheet of paper: settings, picture, verdict,
// evidence, link and QR code.
func (m *Model) Print() {
	if m.Front.Report == nil || m.printing {
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
