package panel

import (
	"strconv"

	"github.com/vugu/vugu"
	js "github.com/vugu/vugu/js"

	"indistinct/core/lab"
)

// Lesson is one section of the documentation.
type Lesson struct {
	Title string
	Text  []string
	Terms []Term
}

// Term is a word or a parameter, explained.
type Term struct{ Name, Side, Text string }

// pass says what a verdict is and is not.
var pass = Lesson{Title: "What a pass means", Text: []string{
	"No violation found is not the same as private. A test sees a finite number of releases and looks at a finite number of events. It can prove that a claim is broken; it can never prove that a claim holds.",
	"Every verdict here therefore says what it rests on: how many releases were drawn, which events were looked at, how much of the releases fell outside the region that the paper's test covers, and the smallest violation that so many releases would have shown with probability one half.",
	"Violation found means that a lower confidence bound on ε lies above the claim. The level of that bound accounts for every event, direction and look. Inconclusive means that the releases cannot settle it; the page says how many would.",
	"Where a mechanism's density can be computed, the exact ε of the two records stands beside the test's answer. It belongs to these two records: others may be farther apart.",
}}

var glossary = Lesson{Title: "Glossary", Terms: []Term{
	{"Record", "", "All data that a mechanism sees: here the measurements of all sensors over the window."},
	{"Adjacent records", "", "Two records that differ in what is to be hidden, within a stated distance. Privacy means that nobody can tell from the releases which of the two was used."},
	{"Mechanism", "", "A random procedure that turns a record into something published."},
	{"Release", "", "One published output: here a few estimates in a row."},
	{"Privacy loss ε", "", "At most this much can the logarithm of any event's probability change between adjacent records. ε = 0 hides everything; at ε = 1 odds change by a factor of up to 2.7; at ε = 10 by 22,000."},
	{"δ", "", "Probability mass that is allowed to break the bound ε."},
	{"Event", "", "A set of releases. A test counts how often releases of each record fall into it."},
	{"Critical ε_c", "", "The smallest ε that the paper's test does not reject at level α."},
	{"High-likely set", "", "One ellipsoid for each step that holds at least 1 − β of the releases of record 1, with confidence 1 − γ. The paper's test looks nowhere else."},
	{"Lower bound", "", "An ε that the mechanism is proven to exceed with the stated confidence."},
	{"Privacy profile δ(ε)", "", "For each ε the smallest δ for which (ε, δ) holds between the two records."},
	{"Group privacy", "", "Records k steps of adjacency apart are protected with k ε."},
	{"RMSE", "", "Root of the mean squared error, for each coordinate and step unless stated otherwise."},
}}

// sections are all lessons in order.
func (c *Lessons) sections() []Lesson {
	out := []Lesson{pass}
	for _, d := range c.M.Desks() {
		for _, s := range d.Lab.Learn() {
			out = append(out, Lesson{Title: d.About.Title + ": " + s.Title, Text: s.Text})
		}
	}
	for _, d := range c.M.Desks() {
		out = append(out, Parameters(d.About, d.Table))
	}
	return append(out, glossary)
}

// Parameters documents a table.
func Parameters(a lab.About, t lab.Table) Lesson {
	l := Lesson{Title: a.Title + ": parameters", Text: []string{a.Lead + " " + a.Source}}
	for i := range t {
		p := &t[i]
		text := p.Help
		if p.Low != "" && p.High != "" {
			text += " Low: " + p.Low + "; high: " + p.High + "."
		}
		for _, o := range p.Choices {
			text += " " + o.Label + " (" + o.Value + ")."
			if o.Help != "" {
				text += " " + o.Help
			}
		}
		side := p.Name + ": " + p.Accepts()
		if p.Kind == lab.Choice {
			side = p.Name
		}
		if p.Unit != "" {
			side += ", " + p.Unit
		}
		name := p.Label
		if p.Symbol != "" {
			name = (&Field{P: p}).Name()
		}
		l.Terms = append(l.Terms, Term{name, side, text})
	}
	return l
}

func (c *Lessons) toc() []string {
	var out []string
	for _, s := range c.sections() {
		out = append(out, s.Title)
	}
	return out
}

// jump scrolls without touching the address, which holds the Spec.
func (c *Lessons) jump(e vugu.DOMEvent, i int) {
	e.PreventDefault()
	el := js.Global().Get("document").Call("getElementById", "lesson-"+strconv.Itoa(i))
	if el.Truthy() {
		el.Call("scrollIntoView")
		el.Call("focus", map[string]any{"preventScroll": true})
	}
}
