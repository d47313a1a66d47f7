package state

import (
	"encoding/json"
	"fmt"
	"time"

	"indistinct/core/lab"
	"indistinct/core/sheet"
	"indistinct/ui/chart"
	"indistinct/ui/page/laboratory"
	"indistinct/ui/page/links"
	"indistinct/ui/page/teach"
	"indistinct/ui/palette"
	"indistinct/ui/wire"
)

const (
	lookDelay   = 70 * time.Millisecond  // from a change to a new look
	hashDelay   = 400 * time.Millisecond // Safari refuses an address that changes more than 100 times in 30 s
	settleDelay = 800 * time.Millisecond // without a change, after which the next one is undone by itself
	partDelay   = 130 * time.Millisecond // between two renders of what a run can show already
	noteTime    = 4 * time.Second        // how long "copied" stays
)

// Model is the state of the page and every way it changes. It is used under
// the host's render lock only.
type Model struct {
	Host  Host
	Pool  wire.Pool
	Board *chart.Board
	Home  string

	labs    []lab.Laboratory
	visited map[string]*laboratory.State
	names   []string

	Page  string
	Front *laboratory.State // the laboratory in front

	Notes      []string // about a link or a file, until the visitor's next step
	Said       string   // a passing confirmation
	Theme      string   // the visitor's choice, "" is the system's
	ThemeShown string   // what is shown
	quiet      bool     // reduced motion

	Presenting bool    // stage, one slider and the verdict, for a room
	scale      float64 // of the scene while presenting

	// The scene, as it told.
	Alive   bool // it has announced itself
	Broken  string
	Playing bool
	Steps   int
	Speed   float64
	Tabs    []string // the views of which a narrow scene shows one at a time
	Tab     int      // the one in front
	staged  staged
	onStage any // whose film the scene plays: a *Laboratory, or a game's *teach.Round

	fetched bool // the stored results were asked for
	Stored  bool // and have come

	Terms *teach.Glossary // the glossary

	Course *teach.Course // the lesson that is followed, or nil

	Frame   links.Frame // within another page
	Sharing bool        // the dialog is open
	// What the dialog gives away: a lesson without its answers, a presentation.
	ForClass, ForRoom bool

	bug   string // the report bugOf as a bug report
	bugOf *lab.Report

	Filming  bool // the stage is being recorded
	Printing bool // a sheet for the printer stands in the page
	printing bool // and waits for its picture

	lookTimer, hashTimer, saidTimer func()
	settleTimer                     func()
	started                         int64  // tasks, so far
	moving                          bool   // the address's last entry belongs to a change that goes on
	asking, askAgain                bool   // a look is under way; another is due
	askedCode                       string // the program that the look is of, if any
	away                            bool   // the frame is out of sight

	Slow bool      // rendering takes long here: see Held
	slid time.Time // when a slider was moved last
}

// New makes the model of a page with these laboratories.
func New(h Host, p wire.Pool, labs []lab.Laboratory, home string) *Model {
	m := &Model{Host: h, Pool: p, Board: chart.NewBoard(), Home: home, labs: labs, visited: map[string]*laboratory.State{}, Speed: 1, Terms: teach.NewGlossary()}
	for _, l := range labs {
		m.names = append(m.names, l.About().Name)
	}
	if m.find(home) == nil && len(labs) > 0 {
		m.Home = m.names[0]
	}
	return m
}

func (m *Model) find(name string) lab.Laboratory {
	for i, n := range m.names {
		if n == name {
			return m.labs[i]
		}
	}
	return nil
}

func (m *Model) Laboratory(name string) *laboratory.State {
	d := m.visited[name]
	if d == nil {
		d = laboratory.New(m.find(name))
		m.visited[name] = d
	}
	return d
}

// Laboratories are all laboratories in order.
func (m *Model) Laboratories() []*laboratory.State {
	out := make([]*laboratory.State, len(m.names))
	for i, n := range m.names {
		out[i] = m.Laboratory(n)
	}
	return out
}

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
	rest, x := links.SplitLink(link)
	s, probs := lab.ParseLink(rest, m.find, m.Home)
	if rest == "" {
		probs = nil
	}
	m.note(probs)
	m.stop()
	m.Page, m.Frame, m.Sharing = x.Page, x.Frame, false
	m.Front = m.Laboratory(s.Lab)
	m.Front.Restore(m.Front.WithKept(s, m.Host.Recall(programKey)))
	m.follow(rest, x)
	m.place()
	m.look(0)
	if x.At != "" && (m.Page == links.PageReference || m.Page == links.PageMisprints) {
		m.Host.Focus("ref-" + teach.Slug(x.At))
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
		m.Notes = append(m.Notes, "The accent of this frame's link is too near "+other+
			", the colour of something else in the picture: there the hidden sensor keeps its own.")
	}
}

// Away follows whether a frame within another page is out of sight: what computes
// is given back then, until something is asked of it.
func (m *Model) Away(on bool) {
	m.away = on
	m.rest()
}

func (m *Model) rest() {
	if p, ok := m.Pool.(wire.Rester); ok && m.away && !m.asking {
		p.Rest()
	}
}

// Built takes what was computed of the default setting when the page was built, a
// look and a run, in JSON: where that setting is on show.
func (m *Model) Built(data []byte) {
	d := m.Front
	var b struct {
		Report json.RawMessage
		Look   lab.Look
	}
	if json.Unmarshal(data, &b) != nil {
		return
	}
	r, err := lab.UnmarshalReport(b.Report, m.find, m.Home)
	if err != nil || !r.Spec.SameRun(d.Table, d.Spec) {
		return
	}
	if r.Spec.Equal(d.Spec) {
		d.Told(&b.Look)
	}
	if d.Report == nil && d.Run == nil && !m.Course.Asks() {
		d.Result = laboratory.NewResult(r, b.Report, "")
		d.Result.Built = true
	}
}

// follow takes up the lesson that a link names. A link with settings of its own
// keeps them; otherwise the step's are taken.
func (m *Model) follow(rest string, x links.Extra) {
	m.Course = nil
	d, l, step := m.findLesson(x.Lesson)
	if l == nil {
		if x.Lesson != "" {
			m.Notes = append(m.Notes, fmt.Sprintf("There is no lesson %q; all lessons are listed under Lessons.", sheet.Clip(x.Lesson, 40)))
		}
		m.Host.Point("")
		return
	}
	own := d == m.Front && !d.Spec.Equal(d.Opening())
	m.Front = d
	m.Course = &teach.Course{Laboratory: d.About.Name, Lesson: l, Quiet: x.Quiet}
	m.toStep(step, !own)
}

// mostNotes is how many notes about a link or a file are shown.
const mostNotes = 12

// note shows what was wrong with a link or a file.
func (m *Model) note(probs []lab.Problem) {
	m.Notes = nil
	for i, p := range probs {
		if i == mostNotes-1 && len(probs) > mostNotes {
			m.Notes = append(m.Notes, fmt.Sprintf("So were %d more fields.", len(probs)-i))
			break
		}
		m.Notes = append(m.Notes, p.Say)
	}
}

// place tells the host where we are.
func (m *Model) place() {
	title := m.Front.About.Title
	switch m.Page {
	case links.PageExperiments:
		title = "Experiments"
	case links.PageLearn:
		title = "Lessons"
	case links.PageReference:
		title += ", reference"
	case links.PageMisprints:
		title = "Readings and misprints"
	}
	m.Host.Place(m.Page, m.Front.About.Name, title+" · Indistinct")
	if m.Page == links.PageExperiments || m.Page == links.PageReference {
		m.fetchStored()
	}
}

// Go shows a page; lab "" keeps the laboratory.
func (m *Model) Go(labName, page string) {
	if m.hashTimer != nil {
		m.hashTimer()
		m.address()
	}
	if labName != "" && m.Course != nil && labName != m.Course.Laboratory {
		m.Course = nil
		m.Host.Point("")
	}
	if labName != "" && labName != m.Front.About.Name {
		m.Front = m.Laboratory(labName)
		m.film()
		m.look(0)
	}
	m.Present(false)
	m.Page, m.Notes = page, nil
	m.place()
	m.stop()
	m.Host.Hash(m.Link(false), true)
}

// Link is the permalink of what is shown; run asks to start the test on
// opening.
func (m *Model) Link(run bool) string {
	if m.Page == links.PageLaboratory && m.Front.Game.Plays() {
		return m.gameLink()
	}
	return links.JoinLink(m.Front.Spec.Link(m.Front.Table), links.Extra{Page: m.Page, Run: run, Lesson: m.Course.Link(), Quiet: m.Course != nil && m.Course.Quiet, Frame: m.Frame, A: m.Front.LinkA()})
}

// changed follows a change of the Spec by the visitor.
func (m *Model) changed() {
	m.Notes = nil
	m.loaded()
}

// loaded follows a change of the Spec by a file, of which the notes speak.
func (m *Model) loaded() {
	m.Back()
	m.look(lookDelay)
	if m.settleTimer != nil {
		m.settleTimer()
	}
	m.settleTimer = m.Host.After(settleDelay, func() { m.settleTimer, m.moving = nil, false })
	if m.hashTimer == nil {
		m.hashTimer = m.Host.After(hashDelay, m.address)
	}
}

// Settled reports whether all that a change of settings started has been said:
// the look at it is there, and the address holds it.
func (m *Model) Settled() bool { return m.lookTimer == nil && !m.asking && m.hashTimer == nil }

// address writes the link into the address. The first change after a pause is a
// place to come back from, what follows belongs to it: the browser's back
// button undoes one settled change.
func (m *Model) address() {
	m.hashTimer = nil
	if text := m.Front.ProgramToKeep(); text != "" {
		m.Host.Remember(programKey, text)
	}
	m.Host.Hash(m.Link(false), !m.moving)
	m.moving = true
}

// Dismiss takes the notes away.
func (m *Model) Dismiss() { m.Notes = nil }

// Say shows a passing confirmation.
func (m *Model) Say(s string) {
	m.Said = s
	if m.saidTimer != nil {
		m.saidTimer()
	}
	m.saidTimer = m.Host.After(noteTime, func() { m.Said = "" })
}

// PageLink is the address of a page of the laboratory in front, or of another.
func (m *Model) PageLink(d *laboratory.State, page string) string {
	return links.JoinLink(d.Spec.Link(d.Table), links.Extra{Page: page})
}

// Prose marks one text by itself.
func (m *Model) Prose(text string) []teach.Part { return m.Terms.Mark(text, map[int]bool{}) }
