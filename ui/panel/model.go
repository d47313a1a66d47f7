package panel

import (
	"bytes"
	"encoding/json"
	"fmt"
	"reflect"
	"strconv"
	"strings"
	"sync"
	"time"

	"indistinct/core/audit"
	"indistinct/core/lab"
	"indistinct/core/sheet"
	"indistinct/ui/figure"
	"indistinct/ui/wire"
)

const (
	lookDelay     = 70 * time.Millisecond  // from a change to a new look
	hashDelay     = 400 * time.Millisecond // Safari refuses an address that changes more than 100 times in 30 s
	settleDelay   = 800 * time.Millisecond // without a change, after which the next one is undone by itself
	progressDelay = 130 * time.Millisecond // between two renders of a progress bar
	noteTime      = 4 * time.Second        // how long "copied" stays
)

// Model is the state of the page and every way it changes. It is used under
// the host's render lock only.
type Model struct {
	Host  Host
	Pool  wire.Pool
	Board *figure.Board
	Home  string

	labs  []lab.Laboratory
	desks map[string]*Desk
	names []string

	Page string
	Desk *Desk // the laboratory in front

	Notes []string // about a link or a file
	Said  string   // a passing confirmation
	Theme string   // the visitor's choice, "" is the system's
	theme string   // what is shown
	quiet bool     // reduced motion

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
	onStage any // whose film the scene plays: a *Desk, or a game's *lab.Round

	fetched bool // the stored results were asked for

	terms    *terms               // the glossary
	chapters map[string][]chapter // pages of the reference, by page and laboratory

	Course *Course // the lesson that is followed, or nil

	Frame   Frame // within another page
	Sharing bool  // the dialog is open

	Filming  bool // the stage is being recorded
	Printing bool // a sheet for the printer stands in the page
	printing bool // and waits for its picture

	lookTimer, hashTimer, saidTimer func()
	settleTimer                     func()
	moving                          bool // the address's last entry belongs to a change that goes on
	asking, askAgain                bool // a look is under way; another is due
}

// New makes the model of a page with these laboratories.
func New(h Host, p wire.Pool, labs []lab.Laboratory, home string) *Model {
	m := &Model{Host: h, Pool: p, Board: figure.NewBoard(), Home: home, labs: labs, desks: map[string]*Desk{}, Speed: 1, terms: newTerms(), chapters: map[string][]chapter{}}
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

func (m *Model) desk(name string) *Desk {
	d := m.desks[name]
	if d == nil {
		d = newDesk(m.find(name))
		m.desks[name] = d
	}
	return d
}

// Desks are all laboratories in order.
func (m *Model) Desks() []*Desk {
	out := make([]*Desk, len(m.names))
	for i, n := range m.names {
		out[i] = m.desk(n)
	}
	return out
}

// Start opens the page with a theme of earlier, the system's wish for less
// motion and a permalink.
func (m *Model) Start(theme string, reduced bool, link string) {
	m.quiet = reduced
	m.Theme = ""
	for _, t := range themes {
		if t == theme {
			m.Theme = t
		}
	}
	m.theme = m.Host.Theme(m.Theme)
	m.Open(link)
}

// Open shows what a permalink says.
func (m *Model) Open(link string) {
	rest, x := Split(link)
	s, probs := lab.ParseLink(rest, m.find, m.Home)
	if rest == "" {
		probs = nil
	}
	m.note(probs)
	m.stop()
	m.Page, m.Frame, m.Sharing = x.Page, x.Frame, false
	m.Desk = m.desk(s.Lab)
	m.Desk.restore(m.keptProgram(m.Desk, s))
	m.follow(rest, x)
	m.place()
	m.look(0)
	if x.At != "" && (m.Page == Reference || m.Page == Misprints) {
		m.Host.Focus("ref-" + slug(x.At))
	}
	m.openA(m.Desk, x.A)
	if x.Room {
		m.Present(true)
	}
	if x.Game && len(probs) == 0 && m.Page == Laboratory {
		m.PlayGame()
	}
	if x.Run && len(probs) == 0 && (m.Desk.Report == nil || m.Desk.Stale() || m.Desk.A.waits()) {
		m.Test()
	}
}

// Built takes the run of the default setting that was computed when the page was
// built, where that setting is on show and nothing was run.
func (m *Model) Built(data []byte) {
	d := m.Desk
	r, err := lab.UnmarshalReport(data, m.find, m.Home)
	if err != nil || d.Report != nil || d.Run != nil || !r.Spec.SameRun(d.Table, d.Spec) {
		return
	}
	d.result = newResult(r, data, "")
	d.result.Built = true
}

// follow takes up the lesson that a link names. A link with settings of its own
// keeps them; otherwise the step's are taken.
func (m *Model) follow(rest string, x Extra) {
	m.Course = nil
	d, l, step := m.findLesson(x.Lesson)
	if l == nil {
		if x.Lesson != "" {
			m.Notes = append(m.Notes, fmt.Sprintf("There is no lesson %q; all lessons are listed under Lessons.", sheet.Clip(x.Lesson, 40)))
		}
		m.Host.Point("")
		return
	}
	own := d == m.Desk && !d.Spec.Equal(d.keepSeed(d.Table.Defaults(d.About.Name)))
	m.Desk = d
	m.Course = &Course{Desk: d, Lesson: l, Quiet: x.Quiet}
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
	title := m.Desk.About.Title
	switch m.Page {
	case Experiments:
		title = "Experiments"
	case Learn:
		title = "Lessons"
	case Reference:
		title += ", reference"
	case Misprints:
		title = "Readings and misprints"
	}
	m.Host.Place(m.Page, m.Desk.About.Name, title+" · Indistinct")
	if m.Page == Experiments || m.Page == Reference {
		m.fetchStored()
	}
}

// Go shows a page; lab "" keeps the laboratory.
func (m *Model) Go(labName, page string) {
	if m.hashTimer != nil {
		m.hashTimer()
		m.address()
	}
	if labName != "" && m.Course != nil && labName != m.Course.Desk.About.Name {
		m.Course = nil
		m.Host.Point("")
	}
	if labName != "" && labName != m.Desk.About.Name {
		m.Desk = m.desk(labName)
		m.film()
		m.look(0)
	}
	m.Present(false)
	m.Page = page
	m.place()
	m.stop()
	m.Host.Hash(m.Link(false), true)
}

// Link is the permalink of what is shown; run asks to start the test on
// opening.
func (m *Model) Link(run bool) string {
	if m.Page == Laboratory && m.Desk.Game.Plays() {
		return m.gameLink()
	}
	return Join(m.Desk.Spec.Link(m.Desk.Table), Extra{Page: m.Page, Run: run, Lesson: m.Course.link(), Quiet: m.Course != nil && m.Course.Quiet, Frame: m.Frame, A: m.Desk.linkA()})
}

// changed follows every change of the Spec.
func (m *Model) changed() {
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

// address writes the link into the address. The first change after a pause is a
// place to come back from, what follows belongs to it: the browser's back
// button undoes one settled change.
func (m *Model) address() {
	m.hashTimer = nil
	m.keepProgram()
	m.Host.Hash(m.Link(false), !m.moving)
	m.moving = true
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

// look asks for facts, film and live sheets: at once, or a moment after the
// last change. While changes keep coming, as in a drag, one question follows
// the other as fast as they are answered.
func (m *Model) look(after time.Duration) {
	if after == 0 {
		m.ask()
		return
	}
	if m.lookTimer == nil {
		m.lookTimer = m.Host.After(after, func() {
			m.lookTimer = nil
			if m.asking {
				m.askAgain = true
			} else {
				m.ask()
			}
		})
	}
}

func (m *Model) ask() {
	if m.lookTimer != nil {
		m.lookTimer()
		m.lookTimer = nil
	}
	d := m.Desk
	m.askAgain = false
	if len(d.Cross) > 0 {
		return
	}
	var raw []byte
	if d.Report != nil && !d.Stale() {
		raw = d.raw
	}
	m.asking = true
	asked := d.Spec
	m.Pool.Look(asked, raw, func(l wire.Looked) {
		m.Host.Update(func() {
			m.asking = false
			m.looked(d, asked, l)
			if m.askAgain {
				m.ask()
			}
		})
	})
}

// looked takes the answer to a look at asked.
func (m *Model) looked(d *Desk, asked lab.Spec, l wire.Looked) {
	d.Trouble, d.fault = l.Err, newFault(d, asked, l)
	if d.fault != nil {
		d.Trouble = ""
	}
	if l.Err != "" {
		return
	}
	d.Facts, d.Meter = l.Look.Facts, l.Look.Meter
	before := d.Live
	d.Live = nil
	for i := range l.Look.Sheets {
		s := &l.Look.Sheets[i]
		if i < len(before) && reflect.DeepEqual(s, before[i]) {
			s = before[i] // its charts need not be drawn again
		}
		d.Live = append(d.Live, s)
	}
	if l.Film != nil {
		d.film, d.alt = l.Film, l.Look.Alt
		if d.Game.shown() == nil || m.onStage != any(d.Game.Round) {
			m.film()
		}
	}
}

// film shows the film of the laboratory in front, or of its game's round. A
// film that replaces one of the same laboratory or round keeps its clock.
func (m *Model) film() {
	film, of := m.Desk.film, any(m.Desk)
	if f := m.Desk.Game.shown(); f != nil {
		film, of = f, m.Desk.Game.Round
	}
	if m.Alive && film != nil {
		if m.onStage != of {
			m.Back()
		}
		m.Broken = "" // if this one cannot be shown either, the scene says so again
		keep := m.onStage == of
		if g := m.Desk.Game; of == any(m.Desk.roundOf()) && g.anew {
			keep, g.anew = false, false
		}
		m.Host.Scene(wire.ToScene{Type: wire.SceneFilm, KeepTime: keep}, film)
		m.onStage = of
	}
}

// Type takes text typed into a field.
func (m *Model) Type(name, text string) {
	if !m.Desk.typed(name, text) {
		return
	}
	if p := m.Desk.Table.Find(name); p.Kind == lab.Code {
		m.lookAfterTyping()
	}
	m.changed()
}

// Leave ends typing in a field.
func (m *Model) Leave(name string) { m.Desk.leave(name) }

// Slide takes a slider's position.
func (m *Model) Slide(name, position string) {
	p := m.Desk.Table.Find(name)
	n, err := strconv.ParseFloat(position, 64)
	if p == nil || err != nil {
		return
	}
	delete(m.Desk.drafts, name)
	delete(m.Desk.bad, name)
	if m.Desk.set(m.Desk.Spec.Set(m.Desk.Table, name, Value(m.Desk.ranged(p), n/sliderSteps))) {
		// The number beside the thumb does not wait for the next render.
		m.Host.Put("p-"+name, Shown(m.Desk.Spec, p))
		m.changed()
	}
}

// Press takes a key on a slider; it reports whether it meant something.
func (m *Model) Press(name, key string) bool {
	p := m.Desk.Table.Find(name)
	if p == nil {
		return false
	}
	p = m.Desk.ranged(p)
	v := m.Desk.Spec.Float(name)
	switch key {
	case "ArrowRight", "ArrowUp":
		v = Nudge(p, v, 1)
	case "ArrowLeft", "ArrowDown":
		v = Nudge(p, v, -1)
	case "PageUp":
		v = Nudge(p, v, 10)
	case "PageDown":
		v = Nudge(p, v, -10)
	case "Home":
		v = p.Min
	case "End":
		v = p.Max
	default:
		return false
	}
	delete(m.Desk.drafts, name)
	delete(m.Desk.bad, name)
	if m.Desk.set(m.Desk.Spec.Set(m.Desk.Table, name, v)) {
		m.changed()
	}
	return true
}

// Choose takes a choice or a flag.
func (m *Model) Choose(name, value string) {
	if next, err := m.Desk.Spec.With(m.Desk.Table, name, value); err == nil && m.Desk.set(next) {
		m.changed()
	}
}

// Preset takes the preset of that index.
func (m *Model) Preset(index string) {
	if index == mine {
		m.takeMine()
		return
	}
	i, err := strconv.Atoi(index)
	ps := m.Desk.presets
	if err != nil || i < 0 || i >= len(ps) {
		return
	}
	m.Desk.restore(m.Desk.presetSpec(ps[i]))
	m.changed()
}

// Reset returns to the defaults and keeps the seed.
func (m *Model) Reset() {
	d := m.Desk
	d.restore(d.keepSeed(d.Table.Defaults(d.About.Name)))
	m.changed()
}

// NewSeed takes another seed.
func (m *Model) NewSeed() {
	d := m.Desk
	p := d.Table.Find("seed")
	if p == nil {
		return
	}
	// Six digits are easy to read out in class and enough for it.
	d.set(d.Spec.Set(d.Table, "seed", float64(m.Host.Random()%1000000)))
	delete(d.drafts, "seed")
	m.changed()
}

// Fold opens or closes what is folded away under a heading.
func (m *Model) Fold(title string) { m.Desk.open[title] = !m.Desk.open[title] }

// FoldOf is Fold on another desk than the one in front.
func (m *Model) FoldOf(d *Desk, title string) { d.open[title] = !d.open[title] }

// Explain opens or closes a help text.
func (m *Model) Explain(name string) { m.Desk.helps[name] = !m.Desk.helps[name] }

// Edit moves a handle of the scene.
func (m *Model) Edit(handle string, x, y float64) bool {
	next, ok := m.Desk.Lab.Edit(m.Desk.Spec, handle, x, y)
	if ok && m.Desk.set(next) {
		m.changed()
	}
	return ok
}

// MoveStar moves the starred sensor by an arrow key.
func (m *Model) MoveStar(key string) bool {
	dx, dy, ok := arrow(key)
	return ok && m.Edit("star:key", dx, dy)
}

// MoveGhost moves its place in the neighbour by an arrow key.
func (m *Model) MoveGhost(key string) bool {
	dx, dy, ok := arrow(key)
	return ok && m.Edit("ghost:key", dx, dy)
}

func arrow(key string) (dx, dy float64, ok bool) {
	switch key {
	case "ArrowLeft":
		return -1, 0, true
	case "ArrowRight":
		return 1, 0, true
	case "ArrowUp":
		return 0, 1, true
	case "ArrowDown":
		return 0, -1, true
	}
	return 0, 0, false
}

// Test runs the audit.
func (m *Model) Test() {
	d := m.Desk
	if d.Run != nil || !d.Ready() {
		return
	}
	d.Failed = ""
	m.Host.Reveal("stage")
	if d.A.waits() {
		m.testA(d)
		return
	}
	before := d.result
	d.Run = m.start(d, lab.Audit, &Task{Name: lab.Audit}, func(part []byte) {
		// A report on the way: in sequential mode the bound so far; at last the
		// verdict, when all but the exact ε is known.
		r, err := lab.UnmarshalReport(part, m.find, m.Home)
		if err != nil || r.Pending == "" {
			return
		}
		d.result = newResult(r, part, "")
		if r.Pending == audit.PendingExact {
			m.reveal(d)
		}
	}, func(t *Task, data []byte, fail string) {
		d.Run = nil
		settled := d.Report != nil && d.Report != before.Report && d.Report.Pending == audit.PendingExact
		r, err := (*lab.Report)(nil), error(nil)
		if fail == "" {
			if r, err = lab.UnmarshalReport(data, m.find, m.Home); err != nil {
				fail = "The report could not be read: " + err.Error()
			}
		}
		switch {
		case fail == "":
			d.result = newResult(r, data, "")
			if !settled {
				m.reveal(d)
			}
		case !settled:
			d.Failed, d.result = fail, before
		case fail != wire.Cancelled: // the verdict stands
			d.Failed = fail
		}
		if d.saveDue {
			d.saveDue = false
			m.save(d)
		}
	})
}

// reveal brings a new verdict into sight and its event into the scene.
func (m *Model) reveal(d *Desk) {
	m.checkCourse(d)
	if d == m.Desk {
		m.Host.Reveal("verdict")
		m.look(0)
	}
}

// Cancel stops the test.
func (m *Model) Cancel() { stop(m.Desk.Run) }

func stop(t *Task) {
	if t != nil && t.Running && !t.Stopping {
		t.Stopping = true
		t.cancel()
	}
}

// Compute runs an analysis of a desk.
func (m *Model) Compute(d *Desk, name string) {
	t := d.task(name)
	if t.Running || len(d.Cross) > 0 {
		return
	}
	m.start(d, name, t, func(part []byte) { t.put(part) }, func(t *Task, result []byte, fail string) {
		t.Fail = fail
		if fail == "" && !t.put(result) {
			t.Fail = "The result could not be read."
		}
	})
}

// Stop ends an analysis; what it had found stays.
func (m *Model) Stop(d *Desk, name string) { stop(d.task(name)) }

// start hands a task to the pool. Progress, and with it what can be shown
// already, is shown a few times a second.
func (m *Model) start(d *Desk, name string, t *Task, show func(part []byte), done func(t *Task, result []byte, fail string)) *Task {
	t.Running, t.Stopping, t.Fail, t.Spec, t.began = true, false, "", d.Spec, time.Now()
	if t.of != nil {
		t.Spec = *t.of
	}
	t.Progress = wire.Progress{Phase: "starting"}
	var mu sync.Mutex
	var latest wire.Progress
	var partial, scene []byte
	waiting, over := false, false
	t.cancel = m.Pool.Run(t.Spec, name, func(p wire.Progress) {
		mu.Lock()
		defer mu.Unlock()
		latest = p
		if p.Partial != nil {
			partial = p.Partial
		}
		if p.Show != nil {
			scene = p.Show
		}
		if waiting || over {
			return
		}
		waiting = true
		m.Host.After(progressDelay, func() {
			mu.Lock()
			p, part, see := latest, partial, scene
			partial, scene, waiting = nil, nil, false
			mu.Unlock()
			if !t.Running {
				return
			}
			t.Progress = p
			m.stage(d, t, see)
			if part != nil {
				show(part)
			}
		})
	}, func(result []byte, fail string) {
		mu.Lock()
		over = true
		see := scene
		mu.Unlock()
		m.Host.Update(func() {
			t.Running = false
			m.stage(d, t, see)
			done(t, result, fail)
		})
	})
	return t
}

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
	data, other := splitA(data)
	s, probs := lab.ParseJSON(data, m.find, m.Desk.About.Name)
	if len(probs) > 0 && !isRun(data) {
		m.Notes = []string{probs[0].Say}
		return
	}
	m.note(probs)
	d := m.desk(s.Lab)
	d.restore(s)
	m.Desk, m.Page = d, Laboratory
	if r, err := lab.UnmarshalReport(data, m.find, s.Lab); err == nil && r.Program != "" && len(probs) == 0 {
		cut := shorten(&r.Sheet)
		d.result, d.Failed = newResult(r, data, sheet.Clip(name, 60)), ""
		m.loadA(d, other)
		m.Notes = append(m.Notes, "The run in "+sheet.Clip(name, 60)+" is shown as it was saved; Run test computes it again.")
		if cut {
			m.Notes = append(m.Notes, fmt.Sprintf("Its tables and charts are longer than any of this program's: the first %d rows and points of each are shown.", mostRows))
		}
	} else if len(probs) == 0 {
		m.Notes = append(m.Notes, "The settings in "+sheet.Clip(name, 60)+" are set.")
	}
	m.place()
	m.changed()
}

// mostRows is how many rows of a table and points of a series are shown of a
// file.
const mostRows = 2000

// shorten cuts what a report of this program never holds; it reports whether
// there was any.
func shorten(s *sheet.Sheet) (cut bool) {
	clipTo := func(v []sheet.Real) []sheet.Real {
		if len(v) > mostRows {
			cut = true
			return v[:mostRows]
		}
		return v
	}
	for i := range s.Charts {
		for j := range s.Charts[i].Series {
			x := &s.Charts[i].Series[j]
			x.X, x.Y, x.Lo, x.Hi = clipTo(x.X), clipTo(x.Y), clipTo(x.Lo), clipTo(x.Hi)
		}
	}
	for i := range s.Tables {
		if t := &s.Tables[i]; len(t.Rows) > mostRows {
			t.Rows, cut = t.Rows[:mostRows], true
		}
	}
	return cut
}

// isRun reports whether a file holds settings at all.
func isRun(data []byte) bool {
	var raw, inner map[string]json.RawMessage
	if json.Unmarshal(data, &raw) != nil || raw == nil {
		return false
	}
	spec, ok := raw["spec"]
	return !ok || json.Unmarshal(spec, &inner) == nil && inner != nil
}

// read takes data that is not JSON.
func (m *Model) read(name string, data []byte) {
	d := m.Desk
	r, ok := d.Lab.(lab.Reader)
	if !ok {
		m.Notes = []string{sheet.Clip(name, 60) + " is not a run in JSON, and the laboratory " + d.About.Title + " takes no data of other kinds."}
		for _, o := range m.Desks() {
			if o.readsData() {
				m.Notes[0] = sheet.Clip(name, 60) + " is not a run in JSON; data of your own are read in the laboratory " + o.About.Title + "."
				break
			}
		}
		return
	}
	s, err := r.Read(d.Spec, data)
	if err != nil {
		m.Notes = []string{sheet.Clip(name, 60) + " was not read. " + err.Error()}
		return
	}
	m.Notes = []string{"The data in " + sheet.Clip(name, 60) + " are set; they have not left this machine."}
	if m.Page = Laboratory; d.set(s) {
		m.changed()
	}
	m.place()
}

// Dismiss takes the notes away.
func (m *Model) Dismiss() { m.Notes = nil }

// say shows a passing confirmation.
func (m *Model) say(s string) {
	m.Said = s
	if m.saidTimer != nil {
		m.saidTimer()
	}
	m.saidTimer = m.Host.After(noteTime, func() { m.Said = "" })
}

// CopyCommand copies the native command for the report's Spec.
func (m *Model) CopyCommand() {
	m.copy("Command", m.command())
}

func (m *Model) command() string {
	s := m.Desk.Spec
	if m.Desk.Report != nil {
		s = m.Desk.Report.Spec
	}
	return Command(s.Link(m.Desk.Table))
}

// SaveReport downloads the report; the file is what the run returned. While a
// run is still completing it, the file waits for the end.
func (m *Model) SaveReport() {
	d := m.Desk
	if d.Run != nil && d.Report != nil && d.Report.Pending != "" {
		d.saveDue = true
		m.say("The file comes when the run is complete")
		return
	}
	m.save(d)
}

func (m *Model) save(d *Desk) {
	if d.Report == nil {
		return
	}
	m.Host.Download(fmt.Sprintf("indistinct-%s-seed%d.json", d.About.Name, d.Report.Spec.Seed()), "application/json", string(d.whole()))
}

// SaveSheet downloads an analysis's sheet.
func (m *Model) SaveSheet(d *Desk, t *Task) {
	m.Host.Download("indistinct-"+d.About.Name+"-"+t.Name+".json", "application/json", string(t.raw))
}

// SaveChart downloads a chart as "svg" or "csv".
func (m *Model) SaveChart(c *sheet.Chart, kind string) {
	name := "indistinct-" + fileName(c.ID) + "." + kind
	if kind == "csv" {
		m.Host.Download(name, "text/csv;charset=utf-8", figure.ChartCSV(c))
		return
	}
	m.Host.Download(name, "image/svg+xml", figure.SVG(c, 720, themed(m.theme)))
}

// SaveTable downloads a table.
func (m *Model) SaveTable(t *sheet.Table) {
	m.Host.Download("indistinct-"+fileName(t.ID)+".csv", "text/csv;charset=utf-8", figure.TableCSV(t))
}

// fileName keeps letters, digits and hyphens.
func fileName(s string) string {
	out := strings.Map(func(r rune) rune {
		switch {
		case r >= 'a' && r <= 'z', r >= 'A' && r <= 'Z', r >= '0' && r <= '9', r == '-':
			return r
		}
		return '-'
	}, s)
	if out == "" {
		return "data"
	}
	if len(out) > 60 {
		out = out[:60]
	}
	return out
}

// themes is the order of the theme switch.
var themes = [...]string{"", "light", "dark", "projector"}

// SetTheme takes the visitor's choice.
func (m *Model) SetTheme(choice string) {
	m.Theme = choice
	m.theme = m.Host.Theme(choice)
	m.Host.Scene(wire.ToScene{Type: wire.SceneTheme, Name: m.sceneTheme()}, nil)
}

// SystemChanged follows the system: its theme where the visitor chose none,
// and its wish for less motion.
func (m *Model) SystemChanged(reduced bool) {
	m.quiet = reduced
	m.Host.Scene(wire.ToScene{Type: wire.SceneMotion, Reduced: reduced}, nil)
	m.SetTheme(m.Theme)
}

// FromScene takes a message of the scene. The clock of SceneTime goes to the
// document directly; render says whether anything else changed.
func (m *Model) FromScene(s wire.FromScene) (render bool) {
	switch s.Type {
	case wire.SceneReady:
		m.Alive, m.Broken = true, ""
		m.Host.Scene(wire.ToScene{Type: wire.SceneTheme, Name: m.sceneTheme()}, nil)
		m.Host.Scene(wire.ToScene{Type: wire.SceneMotion, Reduced: m.quiet}, nil)
		m.Host.Scene(wire.ToScene{Type: wire.SceneSpeed, Value: m.Speed}, nil)
		if m.Presenting {
			m.Host.Scene(wire.ToScene{Type: wire.SceneScale, Value: m.scale}, nil)
		}
		m.onStage, m.staged = nil, staged{}
		m.film()
		return true
	case wire.SceneTabs:
		m.Tabs, m.Tab = s.Names, s.Tab
		return true
	case wire.SceneShowOn, wire.SceneShowDone, wire.SceneShowOff:
		m.filmed(s.Type)
		return m.showed(s.Type)
	case wire.SceneTime:
		if s.Playing == m.Playing && s.Steps == m.Steps {
			return false
		}
		m.Playing, m.Steps = s.Playing, s.Steps
		return true
	case wire.SceneDrag:
		if taken, render := m.point(s); taken {
			return render
		}
		return m.Edit(s.Handle, s.X, s.Y)
	case wire.ScenePick:
		if taken, render := m.point(s); taken {
			return render
		}
		// A click on an item means: this one.
		_, item, ok := strings.Cut(s.Handle, ":")
		return ok && m.Edit("pick:"+item, s.X, s.Y)
	case wire.SceneError:
		m.Broken = s.Text
		return true
	}
	return false
}

// Search looks for settings.
func (m *Model) Search(text string) { m.Desk.search = text }

// Mend leads to the field that keeps the test from running.
func (m *Model) Mend() {
	d := m.Desk
	p := d.wrong()
	if p == nil {
		return
	}
	if d.solving(p) {
		d.open["solve"] = true
	} else if p != d.mainSlider() && p.Name != claim && p.Kind != lab.Code {
		d.open["drawer"], d.search = true, ""
		d.open[p.Group] = d.open[p.Group] || p.Fold
	}
	m.Host.Focus("p-" + p.Name)
}

// Weigh opens the evidence and leads to it.
func (m *Model) Weigh() {
	m.Desk.open["evidence"] = true
	m.Host.Focus("evidence")
}

// Present shows the stage, one slider and the verdict, for a room.
func (m *Model) Present(on bool) {
	if on && m.Page != Laboratory || on == m.Presenting {
		return
	}
	m.Presenting = on
	m.scale = m.Host.Present(on)
	m.Host.Scene(wire.ToScene{Type: wire.SceneScale, Value: m.scale}, nil)
}

// Play, Step, Seek and Tempo drive the scene's clock. The first three are about
// the film, which takes the stage back from a run.
func (m *Model) Play() {
	m.Back()
	kind := wire.ScenePlay
	if m.Playing {
		kind = wire.ScenePause
	}
	m.Host.Scene(wire.ToScene{Type: kind}, nil)
}

// Step goes to the next or the previous key frame.
func (m *Model) Step(by int) {
	m.Back()
	m.Host.Scene(wire.ToScene{Type: wire.SceneStep, By: by}, nil)
}

// Seek goes to a time.
func (m *Model) Seek(at string) {
	if v, err := strconv.ParseFloat(at, 64); err == nil {
		m.Back()
		m.Host.Scene(wire.ToScene{Type: wire.SceneSeek, At: v}, nil)
	}
}

// Tempo sets the speed.
func (m *Model) Tempo(value string) {
	if v, err := strconv.ParseFloat(value, 64); err == nil && v > 0 {
		m.Speed = v
		m.Host.Scene(wire.ToScene{Type: wire.SceneSpeed, Value: v}, nil)
	}
}

// Decide runs the test again with as many releases as an inconclusive report
// asked for.
func (m *Model) Decide() {
	d := m.Desk
	if d.Report == nil || d.Report.Needed <= 0 || d.Table.Find("m") == nil {
		return
	}
	d.set(d.Spec.Set(d.Table, "m", float64(d.Report.Needed)))
	m.changed()
	m.Test()
}

// Adopt sets the Spec that a "solve for" found.
func (m *Model) Adopt(d *Desk, t *Task) {
	if t.Sheet == nil {
		return
	}
	s, probs := lab.ParseJSON(t.Sheet.Found, m.find, d.About.Name)
	m.note(probs)
	m.Desk, m.Page = m.desk(s.Lab), Laboratory
	m.Desk.restore(s)
	m.place()
	m.changed()
}
