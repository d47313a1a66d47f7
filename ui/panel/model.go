package panel

import (
	"bytes"
	"fmt"
	"strconv"
	"strings"
	"sync"
	"time"

	"indistinct/core/audit"
	"indistinct/core/json"
	"indistinct/core/lab"
	"indistinct/core/sheet"
	"indistinct/ui/figure"
	"indistinct/ui/wire"
)

const (
	lookDelay     = 70 * time.Millisecond  // from a change to a new look
	hashDelay     = 250 * time.Millisecond // browsers refuse an address that changes at every pixel
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

	// The scene, as it told.
	Alive   bool // it has announced itself
	Broken  string
	Playing bool
	Steps   int
	Speed   float64
	onStage any // whose film the scene plays: a *Desk, or a game's *lab.Round

	lookTimer, hashTimer, saidTimer func()
	autorun                         bool
	asking, askAgain                bool // a look is under way; another is due
}

// New makes the model of a page with these laboratories.
func New(h Host, p wire.Pool, labs []lab.Laboratory, home string) *Model {
	m := &Model{Host: h, Pool: p, Board: figure.NewBoard(), Home: home, labs: labs, desks: map[string]*Desk{}, Speed: 1}
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
	m.Notes = nil
	for _, p := range probs {
		m.Notes = append(m.Notes, p.Say)
	}
	m.Page = x.Page
	m.Desk = m.desk(s.Lab)
	m.Desk.restore(s)
	m.autorun = x.Run
	m.place()
	m.look(0)
	if m.autorun && len(probs) == 0 {
		m.Test()
	}
}

// place tells the host where we are.
func (m *Model) place() {
	title := m.Desk.About.Title
	switch m.Page {
	case Experiments:
		title = "Experiments"
	case Learn:
		title = "Learn"
	}
	m.Host.Place(m.Page, title+" · Indistinct")
}

// Go shows a page; lab "" keeps the laboratory.
func (m *Model) Go(labName, page string) {
	if labName != "" && labName != m.Desk.About.Name {
		m.Desk = m.desk(labName)
		m.film()
		m.look(0)
	}
	m.Page = page
	m.place()
	m.Host.Hash(m.Link(false), true)
}

// Link is the permalink of what is shown; run asks to start the test on
// opening.
func (m *Model) Link(run bool) string {
	return Join(m.Desk.Spec.Link(m.Desk.Table), Extra{m.Page, run})
}

// changed follows every change of the Spec.
func (m *Model) changed() {
	m.look(lookDelay)
	if m.hashTimer != nil {
		m.hashTimer()
	}
	m.hashTimer = m.Host.After(hashDelay, func() { m.Host.Hash(m.Link(false), false) })
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
	m.Pool.Look(d.Spec, raw, func(l wire.Looked) {
		m.Host.Update(func() {
			m.asking = false
			m.looked(d, l)
			if m.askAgain {
				m.ask()
			}
		})
	})
}

func (m *Model) looked(d *Desk, l wire.Looked) {
	d.Trouble = l.Err
	if l.Err != "" {
		return
	}
	d.Facts = l.Look.Facts
	d.Live = nil
	for i := range l.Look.Sheets {
		d.Live = append(d.Live, &l.Look.Sheets[i])
	}
	if l.Film != nil {
		d.film = l.Film
		d.alt = alt(l.Film)
		if d.Game.shown() == nil || m.onStage != any(d.Game.Round) {
			m.film()
		}
	}
}

// alt reads a film's description without decoding its marks. It stands behind
// them, so only the end is searched.
func alt(film []byte) string {
	tail := string(film[max(0, len(film)-1<<16):])
	at := strings.LastIndex(tail, `"alt":"`)
	if at < 0 {
		return ""
	}
	rest := tail[at+len(`"alt":"`):]
	for i := 0; i < len(rest); i++ {
		switch rest[i] {
		case '\\':
			i++
		case '"':
			var s string
			json.Unmarshal([]byte(`"`+rest[:i]+`"`), &s)
			return s
		}
	}
	return ""
}

// film shows the film of the laboratory in front, or of its game's round. A
// film that replaces one of the same laboratory or round keeps its clock.
func (m *Model) film() {
	film, of := m.Desk.film, any(m.Desk)
	if f := m.Desk.Game.shown(); f != nil {
		film, of = f, m.Desk.Game.Round
	}
	if m.Alive && film != nil {
		m.Broken = "" // if this one cannot be shown either, the scene says so again
		m.Host.Scene(wire.ToScene{Type: wire.SceneFilm, KeepTime: m.onStage == of}, film)
		m.onStage = of
	}
}

// Type takes text typed into a field.
func (m *Model) Type(name, text string) {
	if m.Desk.typed(name, text) {
		m.changed()
	}
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
	if m.Desk.set(m.Desk.Spec.Set(m.Desk.Table, name, Value(p, n/sliderSteps))) {
		m.changed()
	}
}

// Press takes a key on a slider; it reports whether it meant something.
func (m *Model) Press(name, key string) bool {
	p := m.Desk.Table.Find(name)
	if p == nil {
		return false
	}
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

// Fold opens or closes what is folded away under a heading; Explain a help
// text.
func (m *Model) Fold(title string)   { m.Desk.open[title] = !m.Desk.open[title] }
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
	before := d.result
	d.Run = m.start(d, lab.Audit, &Task{Name: lab.Audit}, func(part []byte) {
		// A report on the way: in sequential mode the bound so far; at last the
		// verdict, when all but the exact ε is known.
		r, err := lab.UnmarshalReport(part, m.find, m.Home)
		if err != nil || r.Pending == "" {
			return
		}
		d.result = result{r, part, ""}
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
			d.result = result{r, data, ""}
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
	t.Running, t.Stopping, t.Fail, t.Spec = true, false, "", d.Spec
	t.Progress = wire.Progress{Phase: "starting"}
	var mu sync.Mutex
	var latest wire.Progress
	var partial []byte
	waiting, over := false, false
	t.cancel = m.Pool.Run(d.Spec, name, func(p wire.Progress) {
		mu.Lock()
		defer mu.Unlock()
		latest = p
		if p.Partial != nil {
			partial = p.Partial
		}
		if waiting || over {
			return
		}
		waiting = true
		m.Host.After(progressDelay, func() {
			mu.Lock()
			p, part := latest, partial
			partial, waiting = nil, false
			mu.Unlock()
			if !t.Running {
				return
			}
			t.Progress = p
			if part != nil {
				show(part)
			}
		})
	}, func(result []byte, fail string) {
		mu.Lock()
		over = true
		mu.Unlock()
		m.Host.Update(func() {
			t.Running = false
			done(t, result, fail)
		})
	})
	return t
}

// Load reads a file: a report, a Spec alone, or data of the visitor's own where
// the laboratory in front takes any. A file that is none of these changes
// nothing.
func (m *Model) Load(name string, data []byte) {
	data = bytes.TrimPrefix(data, []byte("\xef\xbb\xbf"))
	if head := bytes.TrimSpace(data); len(head) == 0 || head[0] != '{' && head[0] != '[' {
		m.read(name, data)
		return
	}
	s, probs := lab.ParseJSON(data, m.find, m.Desk.About.Name)
	if len(probs) > 0 && !isRun(data) {
		m.Notes = []string{probs[0].Say}
		return
	}
	m.Notes = nil
	for _, p := range probs {
		m.Notes = append(m.Notes, p.Say)
	}
	d := m.desk(s.Lab)
	d.restore(s)
	m.Desk, m.Page = d, Laboratory
	if r, err := lab.UnmarshalReport(data, m.find, s.Lab); err == nil && r.Program != "" && len(probs) == 0 {
		d.result, d.Failed = result{r, data, clip(name)}, ""
		m.Notes = append(m.Notes, "The run in "+clip(name)+" is shown as it was saved; Run test computes it again.")
	} else if len(probs) == 0 {
		m.Notes = append(m.Notes, "The settings in "+clip(name)+" are set.")
	}
	m.place()
	m.changed()
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
		m.Notes = []string{clip(name) + " is not a run in JSON, and the laboratory " + d.About.Title + " takes no data of other kinds."}
		for _, o := range m.Desks() {
			if o.readsData() {
				m.Notes[0] = clip(name) + " is not a run in JSON; data of your own are read in the laboratory " + o.About.Title + "."
				break
			}
		}
		return
	}
	s, err := r.Read(d.Spec, data)
	if err != nil {
		m.Notes = []string{clip(name) + " was not read. " + err.Error()}
		return
	}
	m.Notes = []string{"The data in " + clip(name) + " are set; they have not left this machine."}
	if m.Page = Laboratory; d.set(s) {
		m.changed()
	}
	m.place()
}

func clip(s string) string {
	if r := []rune(s); len(r) > 60 {
		return string(r[:60]) + "…"
	}
	return s
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

// Share copies the permalink.
func (m *Model) Share() {
	link := m.Link(m.Page == Laboratory && m.Desk.Report != nil && !m.Desk.Stale())
	m.Host.Hash(link, false)
	m.Host.Copy(m.Host.Address()+link, func(ok bool) {
		if ok {
			m.say("Link copied")
		} else {
			m.say("Copy the address from the address bar")
		}
	})
}

// CopyCommand copies the native command for the report's Spec.
func (m *Model) CopyCommand() {
	m.Host.Copy(m.command(), func(ok bool) {
		if ok {
			m.say("Command copied")
		} else {
			m.say("The browser refused to copy; select the command instead")
		}
	})
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
	m.Host.Download(fmt.Sprintf("indistinct-%s-seed%d.json", d.About.Name, d.Report.Spec.Seed()), "application/json", string(d.raw))
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
	m.Host.Scene(wire.ToScene{Type: wire.SceneTheme, Name: m.theme}, nil)
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
		m.Host.Scene(wire.ToScene{Type: wire.SceneTheme, Name: m.theme}, nil)
		m.Host.Scene(wire.ToScene{Type: wire.SceneMotion, Reduced: m.quiet}, nil)
		m.Host.Scene(wire.ToScene{Type: wire.SceneSpeed, Value: m.Speed}, nil)
		m.onStage = nil
		m.film()
		return true
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

// Play, Step, Seek and Tempo drive the scene's clock.
func (m *Model) Play() {
	kind := wire.ScenePlay
	if m.Playing {
		kind = wire.ScenePause
	}
	m.Host.Scene(wire.ToScene{Type: kind}, nil)
}

// Step goes to the next or the previous key frame.
func (m *Model) Step(by int) { m.Host.Scene(wire.ToScene{Type: wire.SceneStep, By: by}, nil) }

// Seek goes to a time.
func (m *Model) Seek(at string) {
	if v, err := strconv.ParseFloat(at, 64); err == nil {
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
	m.Notes = nil
	for _, p := range probs {
		m.Notes = append(m.Notes, p.Say)
	}
	m.Desk, m.Page = m.desk(s.Lab), Laboratory
	m.Desk.restore(s)
	m.place()
	m.changed()
}
