// Package state holds the state of the page around the scene and every way it
// changes: settings, links, runs, lessons, games, comparisons. It holds no markup.
//
// Everything is generated from what a laboratory returns: its table of
// parameters, presets, analyses, facts and reports. Model is plain Go and knows
// neither the DOM nor the clock; what it needs of a browser it asks of a Host,
// what it needs computed of a wire.Pool. What it holds of each laboratory is package
// laboratory's.
//
// The files, each of which uses those before it: model.go and host.go; stage.go tells
// the scene what to play; looks.go follows changes of settings, settings.go makes them;
// page.go goes to another page; share.go writes what is taken away; lesson.go, runs.go,
// scene.go (what the scene says), game.go, class.go; open.go takes up links and files.
package state

import (
	"time"

	"indistinct/core/lab"
	"indistinct/core/lang"
	"indistinct/ui/chart"
	"indistinct/ui/page/class"
	"indistinct/ui/page/laboratory"
	"indistinct/ui/page/links"
	"indistinct/ui/page/teach"
	"indistinct/ui/wire"
)

// Model is the state of the page and every way it changes. It is used under
// the host's render lock only.
type Model struct {
	Host  Host
	Pool  wire.Pool
	Board *chart.Board
	Home  string
	L     *lang.Language // of the page: see SetLanguage
	asked string         // the language asked for last

	labs    []lab.Laboratory
	visited map[string]*laboratory.State
	names   []string

	Page  string
	Front *laboratory.State // the laboratory in front

	Notes      []lang.Message // about a link or a file, until the visitor's next step
	Said       lang.Message   // a passing confirmation
	Theme      string         // the visitor's choice, "" is the system's
	ThemeShown string         // what is shown
	quiet      bool           // reduced motion

	Sound      bool    // a run is heard
	Presenting bool    // stage, one slider and the verdict, for a room
	scale      float64 // of the scene while presenting

	// The scene, as it told.
	Alive   bool // it has announced itself
	Broken  lang.Message
	Playing bool
	Steps   int
	Speed   float64
	Tabs    []string // said by the scene; the views of which a narrow scene shows one at a time
	Tab     int      // the one in front
	tabDue  bool     // the one that a lesson's step speaks of is to come forward
	staged  staged
	untold  untold
	onStage any // whose film the scene plays: a *Laboratory, or a game's *game.Round

	fetched bool // the stored results were asked for
	Stored  bool // and have come

	Terms *teach.Glossary // the glossary

	Course *teach.Course     // the lesson that is followed, or nil
	shown  laboratory.Result // the run that did its last task so far, or answered a prediction

	Frame   links.Frame  // within another page
	Sharing bool         // the dialog is open
	Desk    *class.Desk  // codes of a class, on the teacher's page
	Pupil   *class.Pupil // of a class, on a phone
	// What the dialog gives away: a lesson without its answers, a presentation, the language.
	ForClass, ForRoom, InLanguage bool

	bug   lang.Message // the report bugOf as a bug report
	bugOf *lab.Report

	lookTimer, hashTimer, saidTimer func()
	settleTimer                     func()
	started                         int64     // tasks, so far
	chordDue                        time.Time // when the counters of the run have been heard
	moving                          bool      // the address's last entry belongs to a change that goes on
	asking, askAgain                bool      // a look is under way; another is due
	askedCode                       string    // the program that the look is of, if any
	away, unseen                    bool      // the frame is out of sight; that, or the tab is hidden

	Slow bool      // rendering takes long here: see Held
	slid time.Time // when a slider was moved last
}

// New makes the model of a page with these laboratories, in a language.
func New(h Host, p wire.Pool, labs []lab.Laboratory, home string, l *lang.Language) *Model {
	m := &Model{Host: h, Pool: p, Board: chart.NewBoard(), Home: home, labs: labs,
		visited: map[string]*laboratory.State{}, Speed: 1}
	m.Desk = class.NewDesk(h, m.Confirm)
	for _, l := range labs {
		m.names = append(m.names, l.About().Name)
	}
	if m.Find(home) == nil && len(labs) > 0 {
		m.Home = m.names[0]
	}
	m.SetLanguage(l)
	return m
}

// Find returns the laboratory of a name, nil if there is none.
func (m *Model) Find(name string) lab.Laboratory {
	for i, n := range m.names {
		if n == name {
			return m.labs[i]
		}
	}
	return nil
}

// Laboratory returns one of the laboratories by its name, as the visitor left it.
func (m *Model) Laboratory(name string) *laboratory.State {
	d := m.visited[name]
	if d == nil {
		d = laboratory.New(m.Find(name))
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

// Dismiss takes the notes away.
func (m *Model) Dismiss() { m.Notes = nil }

// noteTime is how long "copied" stays.
const noteTime = 4 * time.Second

// Confirm shows a passing confirmation.
func (m *Model) Confirm(s lang.Message) {
	m.Said = s
	if m.saidTimer != nil {
		m.saidTimer()
	}
	m.saidTimer = m.Host.After(noteTime, func() { m.Said = "" })
}

// Still is the laboratory whose picture, as the build drew it, the stage would show; "" if
// it shows something else.
func (m *Model) Still() string {
	d := m.Front
	if d.Game.Plays() || !d.Spec.SameScene(d.Table, d.Defaults) {
		return ""
	}
	return d.About.Name
}

// PageLink is the address of a page of the laboratory in front, or of another.
func (m *Model) PageLink(d *laboratory.State, page string) string {
	return links.JoinLink(d.Spec.Link(d.Table), links.Extra{Page: page})
}

// Prose marks one text by itself.
func (m *Model) Prose(text lang.Message) []teach.Part {
	return m.Terms.Mark(m.L.Spans(text), map[int]bool{})
}

// Link is the permalink of what is shown; run asks to start the test on
// opening.
func (m *Model) Link(run bool) string {
	if m.Page == links.PageLaboratory && m.Front.Game.Plays() {
		return m.gameLink()
	}
	x := links.Extra{Page: m.Page, Run: run, Lesson: m.Course.Address(), Quiet: m.Course != nil && m.Course.Quiet,
		Frame: m.Frame, A: m.Front.LinkA()}
	if m.Page == links.PageLaboratory {
		x.Class = m.Pupil.Link(m.Front)
	}
	return links.JoinLink(m.Front.Spec.Link(m.Front.Table), x)
}

// gameLink leads to the rounds of the game in front.
func (m *Model) gameLink() string {
	return links.JoinLink(m.Front.Game.Link(m.Front.Table), links.Extra{Game: true})
}

// programKey is where a program that is too long for the address is kept on this
// machine, with the address that it belongs to.
const programKey = "indistinct-program"

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

// Flush writes what an address still waits for: the page is about to go.
func (m *Model) Flush() {
	if m.hashTimer != nil {
		m.hashTimer()
		m.address()
	}
}

// stop ends what a change of settings had still to write.
func (m *Model) stop() {
	for _, t := range []*func(){&m.hashTimer, &m.settleTimer} {
		if *t != nil {
			(*t)()
			*t = nil
		}
	}
	m.moving = false
}

// Copy copies a text and says so; what is its name, "Link".
func (m *Model) Copy(said lang.Message, text string) {
	m.Host.Copy(text, func(ok bool) {
		if ok {
			m.Confirm(said)
		} else {
			m.Confirm(lang.Say("page.refused.text"))
		}
	})
}

// note shows what was wrong with a link or a file.
func (m *Model) note(probs []lab.Problem) {
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

// staged is a run that the scene plays in the place of the film.
type staged struct {
	task *laboratory.Task // the run; nil before the first
	of   any              // and whose it is
	on   bool             // the scene shows it
	done bool             // it has come to its end
}

// untold is what the page does not say of a run before the scene has played it.
type untold struct {
	on   bool
	task *laboratory.Task // the run
	then func()           // says what is known of it by now; nil: nothing is
	stop func()           // the time limit's
}
