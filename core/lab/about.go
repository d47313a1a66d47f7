package lab

import (
	"math"
	"slices"
	"strconv"

	"indistinct/core/lang"
)

// About introduces a laboratory.
type About struct {
	Name   string // in links: "ring"
	Source string // the papers without a page: authors, year, title
	// Documents lead to the pages that the build makes of its Papers.
	Documents []Document
	// Guest says that the laboratory runs code which is not ours, linked by a
	// worker binary of its own; GuestAt that it does so where these hold.
	Guest   bool
	GuestAt []Only
	// Former are parameters that an earlier version had and no run needs any more: links and
	// files that name them, or with "name=value" that value of them, are read without.
	Former []string
}

// RunsGuest reports whether a Spec of the laboratory runs code which is not ours.
func (a About) RunsGuest(s Spec) bool { return a.Guest || len(a.GuestAt) > 0 && s.holds(a.GuestAt) }

// Title is the laboratory's name in the navigation, "Target", Question what it asks a visitor, and
// More a sentence on that, true of its default settings, which not every laboratory has. Before is
// what its test is about to do, with m releases of each input, and Lead one sentence: what it shows.
func (a About) Title() lang.Message       { return lang.Say(a.Name + ".title") }
func (a About) Question() lang.Message    { return lang.Say(a.Name + ".question") }
func (a About) More() lang.Message        { return lang.Say(a.Name + ".question.more") }
func (a About) Before(m int) lang.Message { return lang.Say(a.Name+".before", "m", m) }
func (a About) Lead() lang.Message        { return lang.Say(a.Name + ".lead") }

// Section is a piece of documentation. Its texts are <laboratory>.reference.<name>,
// the paragraphs .1, .2, …, and .see where there is something to see.
type Section struct {
	Name string
	// Intro is the room whose section of the same name begins it; "" is none.
	Intro string
	// Set are the settings, on top of the laboratory's defaults, at which a visitor sees
	// what .see says.
	Set map[string]string
	// Code is what a visitor copies: scripts. What script k is says .code.<k>.
	Code []string
	// Figure names the Analysis whose picture belongs to the text; "" has none.
	Figure string
}

// Preset is a named Spec: values that differ from the defaults, as Parse reads
// them. Its texts are <laboratory>.preset.<name> and .note.
type Preset struct {
	Name string // "paper-s-0-8"
	// Group is the shelf on which it stands among others of its kind,
	// <laboratory>.shelf.<group>; empty: none.
	Group string
	Set   map[string]string
}

// Values are those of parameters, each after its parameter's name: what a preset sets. Of several the last holds.
func Values(set ...string) map[string]string {
	out := map[string]string{}
	for i := 0; i < len(set); i += 2 {
		out[set[i]] = set[i+1]
	}
	return out
}

// Title is what a preset of a laboratory is called, Note one sentence on it, and Shelf
// the heading under which it stands.
func (p Preset) Title(lab string) lang.Message { return lang.Say(lab + ".preset." + p.Name) }
func (p Preset) Note(lab string) lang.Message  { return lang.Say(lab + ".preset." + p.Name + ".note") }
func (p Preset) Shelf(lab string) lang.Message { return lang.Say(lab + ".shelf." + p.Group) }

// Analysis is a computation beside the audit that ends in a sheet. Its texts are
// <laboratory>.analysis.<name> and .lead, the question that it answers.
type Analysis struct {
	Name string // in verify -experiment and in links
	// Live analyses are recomputed whenever the Spec changes and take well
	// under a second; the others wait for their button.
	Live bool
	// Page is where it stands: "" beside the laboratory, "experiments" on the
	// Experiments page, "lesson" beside the steps of a lesson.
	Page string
	Only []Only // where it applies
	// Whole says of a Ledger that the promise bounds all steps of both inputs together.
	Whole bool
	// Brief is what the build changes of the default settings, as Parse reads it,
	// where they would take minutes: fewer releases.
	Brief map[string]string
}

// Title is what an analysis of a laboratory is called, and Lead the question that it answers.
func (a *Analysis) Title(lab string) lang.Message { return lang.Say(a.id(lab)) }
func (a *Analysis) Lead(lab string) lang.Message  { return lang.Say(a.id(lab) + ".lead") }

func (a *Analysis) id(lab string) string {
	switch a.Name {
	case Again, Ledger, Replay:
		lab = "lab"
	}
	return lab + ".analysis." + a.Name
}

// Outline is the setting at which the build computes an analysis: the
// laboratory's own, in brief where that would take long.
func (a *Analysis) Outline(t Table, lab string) Spec {
	return t.Defaults(lab).WithAll(t, a.Brief)
}

// Applies reports whether an analysis applies to s.
func (s Spec) Applies(a Analysis) bool { return s.holds(a.Only) }

// Lesson is a short guided path through a laboratory: five to ten minutes in
// four to seven steps. It is data; the page pins the real stage and panel
// beside it. Every number that a visitor reads in it is computed from a Report
// or a Look.
//
// Its texts are <laboratory>.lesson.<name>, .lead, what a visitor will have
// understood, and .end, what the visitor has shown at its end; those of its step k,
// from 1, are .<k> (the title), .<k>.text, at most sixty words, .<k>.ask with
// .<k>.option.1, 2, …, and .<k>.task. They name a control as it is labelled by
// {label:<laboratory>.param.<name>}.
type Lesson struct {
	Name    string // in links: "three-moves"
	First   bool   // of all lessons, the one to begin with
	Minutes int
	Steps   []LessonStep
}

// Text is a text of a lesson of a laboratory: Text("ring", 2, "task") the task of its
// second step, Text("ring", 0, "") its title.
func (l *Lesson) Text(lab string, step int, part string) lang.Message {
	id := lab + ".lesson." + l.Name
	if step > 0 {
		id += "." + strconv.Itoa(step)
	}
	if part != "" {
		id += "." + part
	}
	return lang.Say(id, "label", "")
}

// Options are the texts of what may be predicted at a step, from 1, that asks.
func (l *Lesson) Options(lab string, step int) (out []lang.Message) {
	for k := range l.Steps[step-1].Ask.Options {
		out = append(out, l.Text(lab, step, "option."+strconv.Itoa(k+1)))
	}
	return out
}

// LessonStep is one step of a lesson: it sets the Spec and may ask for a prediction or
// set a task.
type LessonStep struct {
	Set   map[string]string // values on top of the laboratory's defaults, as Parse reads them; nil keeps the Spec
	Point string            // what the page points at: "stage", "run", "verdict", or a parameter's name
	View  int               // the film's view that it speaks of, where a narrow stage shows one at a time
	Ask   *Question         // a prediction, asked before the visitor may go on
	Task  *Task             // what the visitor is to bring about
}

// Question asks for a prediction, which the next run answers, at the settings of the step.
type Question struct {
	Options int
	// Right returns the index of the right option and one sentence that says
	// so with the run's numbers.
	Right func(r *Report) (option int, say lang.Message)
	// Values, of a question about a quantity, are what the options say of it, rising, and Seen is
	// what a run does: both are drawn as bars, named by the step's text .scale.
	Values []float64
	Seen   func(r *Report) float64
}

// Told is how often somebody is right who says by a run's event of which input a release is,
// if both are equally likely.
func Told(r *Report) float64 {
	c := r.Strong.Count
	return 0.5 + math.Abs(float64(c.C1-c.C2))/float64(2*max(c.N, 1))
}

// IfFound asks whether a run finds a violation: the first option says so.
func IfFound(answer func(r *Report, found bool) lang.Message) *Question {
	return &Question{Options: 2, Right: func(r *Report) (int, lang.Message) {
		if r.Found() {
			return 0, answer(r, true)
		}
		return 1, answer(r, false)
	}}
}

// Task is something to bring about, checked from a run.
type Task struct {
	Free  []string            // the parameters that are to be moved; the others stay as the step sets them
	Check func(r *Report) Try // what a finished run means for it
	// Example are settings that do it, on top of the step's, for who gives the lesson.
	Example map[string]string
}

// Move begins a task in which parameters are to be moved, each followed by its value in the example.
func Move(example ...string) *Task {
	t := &Task{Example: Values(example...)}
	for i := 0; i < len(example); i += 2 {
		t.Free = append(t.Free, example[i])
	}
	return t
}

// Until sets what a finished run means for the task.
func (t *Task) Until(check func(r *Report) Try) *Task {
	t.Check = check
	return t
}

// Try is what a run means for a task.
type Try struct {
	Done bool
	Say  lang.Message // with the run's numbers: praise or, before the hint to move a parameter, what was missed
	Move string       // the parameter to move next, where it is not done
	By   int          // 1 up, −1 down, 0 to any other value
}

// Solved is a try that does the task; after one of the others a parameter is to go up, to go down, or to have
// another value.
func Solved(say lang.Message) Try              { return Try{Done: true, Say: say} }
func More(param string, say lang.Message) Try  { return Try{Say: say, Move: param, By: 1} }
func Less(param string, say lang.Message) Try  { return Try{Say: say, Move: param, By: -1} }
func Other(param string, say lang.Message) Try { return Try{Say: say, Move: param} }

// FalseAlarm says so of a violation that was found where the claim is known to hold; Alarmed
// is a try that ended in one.
func FalseAlarm() lang.Message { return lang.Say("lab.lesson.alarm") }
func Alarmed() Try             { return Other("seed", FalseAlarm()) }

// Opening returns the settings with which a step opens, counted from 0: those that it, or
// the last step before it that sets any, puts on top of the defaults s.
func (l *Lesson) Opening(t Table, s Spec, step int) Spec {
	for step > 0 && l.Steps[step].Set == nil {
		step--
	}
	return s.WithAll(t, l.Steps[step].Set)
}

// Moved returns the first parameter that step says nothing of moving and that a run's
// settings have elsewhere than the step, nil if none: what needs no new run, the seed, and
// more releases than the step asks for are the visitor's own.
func (l *Lesson) Moved(t Table, opening, s Spec, step int) *Param {
	var free []string
	if task := l.Steps[step].Task; task != nil {
		free = task.Free
	}
	for i := range t {
		p := &t[i]
		more := (p.Name == "n" || p.Name == "m") && s.Float(p.Name) >= opening.Float(p.Name)
		if p.Rerun && p.Kind != Seed && opening.Shown(p) && !more && !slices.Contains(free, p.Name) &&
			s.Show(p.Name) != opening.Show(p.Name) {
			return p
		}
	}
	return nil
}
