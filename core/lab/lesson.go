package lab

import (
	"fmt"

	"indistinct/core/audit"
	"indistinct/core/sheet"
)

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

// Fact returns a number that was known before the run, and whether there is one
// of that name.
func (r *Report) Fact(name string) (float64, bool) {
	for _, f := range r.Facts {
		if f.Name == name && f.Value.Num != nil {
			return float64(*f.Value.Num), true
		}
	}
	return 0, false
}

// Found reports whether the run found a violation of the claim.
func (r *Report) Found() bool { return r.Verdict == audit.Violation }

// Tally says how often the deciding event happened: "in 3,074 of 10,000 releases
// of the record and 976 of its neighbour"; and its opposite, where it has one.
func (r *Report) Tally() string {
	c := r.Strong.Count
	s := fmt.Sprintf("in %s of %s releases of the record and %s of its neighbour",
		sheet.Group(c.C1), sheet.Group(c.N), sheet.Group(c.C2))
	if r.Strong.Event.Opposite != nil {
		s += fmt.Sprintf(", its opposite in %s and %s", sheet.Group(c.O1), sheet.Group(c.O2))
	}
	return s
}
