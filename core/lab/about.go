package lab

// About introduces a laboratory.
type About struct {
	Name   string // in links: "ring"
	Title  string // in the navigation: "Ring"
	Lead   string // one sentence: what it shows
	Source string // the paper: authors, year, title
	// Guest says that the laboratory runs code which is not ours, linked by a
	// worker binary of its own.
	Guest bool
}

// Section is a piece of documentation. Paragraphs are plain text.
type Section struct {
	Title string
	Text  []string
	// See is what a visitor finds in the laboratory at the settings Set, on top of
	// its defaults: "One sensor, moved by five units". Empty: there is nothing to see.
	See string
	Set map[string]string
	// Code is what a visitor copies: scripts, each with what it is.
	Code []Script
	// Figure names the Analysis whose picture belongs to the text; "" has none.
	Figure string
	// Misprints says that the section is about how the papers are read and where
	// they err: such sections have a page of their own.
	Misprints bool
}

// Script is a short text for a machine, shown as it stands.
type Script struct{ Name, Text string }

// Preset is a named Spec: values that differ from the defaults, as Parse reads
// them.
type Preset struct {
	Name string // shown: "Paper, s = 0.8"
	Note string // one sentence
	// Group is the heading under which it stands among others of its kind; empty:
	// none.
	Group string
	Set   map[string]string
}

// Analysis is a computation beside the audit that ends in a sheet.
type Analysis struct {
	Name  string // in verify -experiment and in links
	Title string
	Lead  string // one sentence: what question it answers
	// Live analyses are recomputed whenever the Spec changes and take well
	// under a second; the others wait for their button.
	Live bool
	// Page is where it stands: "" beside the laboratory, "experiments" on the
	// Experiments page.
	Page string
	Only []Only // where it applies
	// Brief is what the build changes of the default settings, as Parse reads it,
	// where they would take minutes: fewer releases.
	Brief map[string]string
}

// Outline is the setting at which the build computes an analysis: the
// laboratory's own, in brief where that would take long.
func (a *Analysis) Outline(t Table, lab string) Spec {
	s := t.Defaults(lab)
	for name, value := range a.Brief {
		if next, err := s.With(t, name, value); err == nil {
			s = next
		}
	}
	return s
}

// Applies reports whether an analysis applies to s.
func (s Spec) Applies(a Analysis) bool { return s.holds(a.Only) }

// Lesson is a short guided path through a laboratory: five to ten minutes in
// four to seven steps. It is data; the page pins the real stage and panel
// beside it. Every number that a visitor reads in it is computed from a Report
// or a Look.
type Lesson struct {
	Name    string // in links: "three-moves"
	Title   string // "Make it private in three moves"
	Lead    string // one sentence: what a visitor will have understood
	Minutes int
	Steps   []LessonStep
}

// LessonStep is one step of a lesson: it sets the Spec, says at most sixty words, and
// may ask for a prediction or set a task.
type LessonStep struct {
	Title string
	Text  string            // at most sixty words
	Set   map[string]string // values on top of the laboratory's defaults, as Parse reads them; nil keeps the Spec
	Point string            // what the page points at: "stage", "run", "verdict", "region", or a parameter's name
	Ask   *Question         // a prediction, asked before the visitor may go on
	Task  *Task             // what the visitor is to bring about
}

// Question asks for a prediction, which the next run answers.
type Question struct {
	Text    string
	Options []string
	// Right returns the index of the right option and one sentence that says
	// so with the run's numbers.
	Right func(r *Report) (option int, say string)
}

// Task is something to bring about, checked from a run.
type Task struct {
	Text string // "Find an s at which no violation is found and the error stays below 6 mm."
	// Check returns whether a finished run fulfils it, and one sentence with
	// the run's numbers: praise, or a hint for the next try.
	Check func(r *Report) (done bool, say string)
}
