// Package state holds the state of the page around the scene and every way it
// changes: settings, links, runs, pages. It holds no markup.
//
// Everything is generated from what a laboratory returns: its table of
// parameters, presets, analyses, facts and reports. Model is plain Go and knows
// neither the DOM nor the clock; what it needs of a browser it asks of a Host,
// what it needs computed of a wire.Pool. What it holds of each laboratory is package
// laboratory's. What the page can do besides are its features: see Feature.
//
// The files, each of which uses those before it: model.go, host.go and feature.go;
// scene.go tells the scene what to show and hears it; links.go reads and writes what a link says
// beyond the settings, address.go writes the page's; looks.go
// follows changes of settings, settings.go makes them; page.go goes to another page;
// language.go has texts fetched; runs.go tests, or takes what was tested when the site was built;
// open.go takes up links.
package state

import (
	"time"

	"indistinct/core/lab"
	"indistinct/core/lang"
	"indistinct/ui/chart"
	"indistinct/ui/page/laboratory"
	"indistinct/ui/page/teach"
	"indistinct/ui/wire"
)

// Model is the state of the page and every way it changes. It is used under
// the host's render lock only.
type Model struct {
	Host     Host
	Pool     wire.Pool
	Board    *chart.Board
	Home     string
	L        *lang.Language // of the page: see SetLanguage
	asked    string         // the language asked for last
	Words    words
	Features []Feature

	labs    lab.Catalog
	visited map[string]*laboratory.State

	Page  string
	Front *laboratory.State // the laboratory in front
	Scene *Scene

	Notes      []lang.Message // about a link or a file, until the visitor's next step
	Said       lang.Message   // a passing confirmation
	saidTimer  alarm
	Theme      string // the visitor's choice, "" is the system's
	ThemeShown string // what is shown
	Reduced    bool   // reduced motion
	Presenting bool   // stage, one slider and the verdict, for a room
	Framed     bool   // the page stands within another one

	fetched bool // the stored results were asked for
	Stored  bool // and have come
	Runs    storedRuns

	Terms  *teach.Glossary // the glossary
	Course *teach.Course   // the lesson that is followed, or nil

	Lost lang.Message // said with the first link, "" where a run was not lost with the page

	looks        looks
	address      address
	started      int64 // tasks, so far
	away, unseen bool  // the frame is out of sight; that, or the tab is hidden

	Slow   bool          // rendering takes long here: see Held
	slides time.Duration // until when a hand counts as on a slider
}

// New makes the model of a page with these laboratories, in a language.
func New(h Host, p wire.Pool, labs []lab.Laboratory, home string, l *lang.Language) *Model {
	m := &Model{Host: h, Pool: p, Board: chart.NewBoard(), Home: home, labs: labs,
		visited: map[string]*laboratory.State{}}
	m.Scene = &Scene{m: m}
	m.looks.m, m.address.m, m.Words.m = m, m, m
	m.Runs = storedRuns{m: m, asked: map[string]*storedRun{}}
	if m.Find(home) == nil && len(labs) > 0 {
		m.Home = labs[0].About().Name
	}
	m.SetLanguage(l)
	return m
}

// Find returns the laboratory of a name, nil if there is none.
func (m *Model) Find(name string) lab.Laboratory { return m.labs.Find(name) }

// Laboratory returns one of the laboratories by its name, as the visitor left it; "" is the one in front.
func (m *Model) Laboratory(name string) *laboratory.State {
	if name == "" {
		return m.Front
	}
	d := m.visited[name]
	if d == nil {
		d = laboratory.New(m.Find(name))
		m.visited[name] = d
	}
	return d
}

func (m *Model) Laboratories() []*laboratory.State {
	out := make([]*laboratory.State, len(m.labs))
	for i, l := range m.labs {
		out[i] = m.Laboratory(l.About().Name)
	}
	return out
}

// noteTime is how long "copied" stays.
const noteTime = 4 * time.Second

func (m *Model) Confirm(s lang.Message) {
	m.Said = s
	m.saidTimer.stop()
	m.saidTimer = m.Host.After(noteTime, func() { m.Said = "" })
}

// Still is the laboratory whose picture, as the build drew it, the stage would show; "" if
// it shows something else.
func (m *Model) Still() string {
	d := m.Front
	if m.Played() || !d.Spec.SameScene(d.Table, d.Defaults) {
		return ""
	}
	return d.About.Name
}

// Prose marks one text by itself.
func (m *Model) Prose(text lang.Message) []teach.Part {
	return m.Terms.Mark(m.L.Spans(text), map[int]bool{})
}

func (m *Model) Copy(said lang.Message, text string) {
	m.Host.Copy(text, func(ok bool) {
		if !ok {
			said = lang.Say("page.refused.text")
		}
		m.Confirm(said)
	})
}

// Note shows what was wrong with a link or a file.
func (m *Model) Note(probs []lab.Problem) {
	m.Notes = nil
	for i, p := range probs {
		if i == mostNotes-1 && len(probs) > mostNotes {
			m.Notes = append(m.Notes, lang.Say("page.notes.more", "n", len(probs)-i))
			break
		}
		m.Notes = append(m.Notes, p.Say)
	}
}

// mostNotes is how many notes about a link or a file are shown.
const mostNotes = 12

// Fault tells of a fault of the program's own.
func (m *Model) Fault(why string) {
	m.Notes = []lang.Message{lang.Say("page.fault", "why", lang.Clip(why, 60))}
}
