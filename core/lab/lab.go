// Package lab is what all laboratories have in common: a typed table of
// parameters, a Spec (what to run) and a Report (what came out).
//
// A laboratory is one package that implements Laboratory and one line in
// package labs. The page, the permalinks, the JSON, the native command and the
// documentation are made from what it returns.
//
// The files: lab holds the interfaces and extras what is optional; param, spec, link,
// json and settings what to run, and how it is written and read; run what is done with
// it; pairs the search among several pairs of inputs; round the job of a game's round;
// lesson and glossary what teaches; samples and bug what a visitor brings and takes
// away. Package show draws a run for the stage, package teach has the game's rules.
package lab

import (
	"encoding/json"
	"errors"

	"indistinct/core/audit"
	"indistinct/core/film"
	"indistinct/core/lab/show"
	"indistinct/core/mechanism"
	"indistinct/core/sheet"
	"indistinct/core/work"
)

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

// Title returns the title of a laboratory's analysis.
func Title(l Laboratory, analysis string) string {
	for _, a := range l.Analyses() {
		if a.Name == analysis {
			return a.Title
		}
	}
	return ""
}

// Laboratory is one family of mechanisms. Everything here but Open is light:
// the page's main thread calls it.
type Laboratory interface {
	About() About
	// Reference is the laboratory's part of the documentation, Lessons its
	// guided paths. They are apart from About so that programs that never show
	// them need not hold them.
	Reference() []Section
	Lessons() []Lesson
	Params() Table
	Presets() []Preset
	Analyses() []Analysis
	// Check returns what is wrong with a Spec whose fields are each in range:
	// one sentence for each field that does not go with the others.
	Check(Spec) []Problem
	// Edit returns the Spec after a visitor dragged the scene's handle to
	// (x, y) in world units, or moved it by an arrow key; ok is false when the
	// handle is not one of its own.
	Edit(s Spec, handle string, x, y float64) (next Spec, ok bool)
	// Open builds the model. It is called in workers and natively. The error
	// is one sentence, a Problem where one field is to blame.
	Open(Spec) (Model, error)
	// Extras are what not every laboratory can do.
	Extras() Extras
	// Services are what not every laboratory computes; called in workers and natively.
	Services() Services
}

// Model is a Spec made ready: systems simulated, gains computed, densities
// tabulated. It is safe for concurrent use.
type Model interface {
	// Facts are numbers that are known before any run and shown beside the
	// controls: the true distance, the claimed ε, steady-state errors.
	Facts() []Fact
	// Film is what the scene plays; r is the last report that holds for this
	// Spec, or nil. A nil film without an error is show.Film's.
	Film(r *Report) (*film.Film, error)
	// Stage names what the stage draws of a run.
	Stage() show.Stage
	// Mechanism is what Run test audits.
	Mechanism() mechanism.Mechanism
	// Complete adds the laboratory's own figures and warnings to a Report:
	// Distance, Facts, further notes on what was not tested.
	Complete(r *Report)
	// Analyse returns the job of one of the Analyses; its result is a
	// sheet.Sheet in JSON.
	Analyse(name string) (work.Job, error)
	// Extras are what not every model knows.
	Extras() ModelExtras
}

// Fact is one known number.
type Fact struct {
	Name   string     `json:"name"` // in JSON: "distance"
	Label  string     `json:"label"`
	Symbol string     `json:"symbol,omitempty"`
	Unit   string     `json:"unit,omitempty"`
	Value  sheet.Cell `json:"value"`
	Help   string     `json:"help,omitempty"` // one or two sentences
	Key    bool       `json:"key,omitempty"`  // shown at first sight; others one fold away
}

// Report is what came out of a run.
type Report struct {
	Program string `json:"program"` // "indistinct"
	Version int    `json:"version"`
	Spec    Spec   `json:"spec"`
	audit.Report
	Distance sheet.Real  `json:"distance"` // between the two inputs, in the laboratory's adjacency metric
	Facts    []Fact      `json:"facts"`
	Sheet    sheet.Sheet `json:"sheet"` // charts and tables of this run
}

// UnmarshalReport reads a Report; the Spec is read against its laboratory.
func UnmarshalReport(data []byte, find Finder, fallback string) (*Report, error) {
	var r Report
	in := struct {
		*Report
		Spec json.RawMessage `json:"spec"` // in place of the Report's
	}{Report: &r}
	if err := json.Unmarshal(data, &in); err != nil {
		return nil, err
	}
	var probs []Problem
	if r.Spec, probs = ParseJSON(in.Spec, find, fallback); len(probs) > 0 {
		return nil, &probs[0]
	}
	return &r, nil
}

// UnmarshalJSON refuses: what a Spec holds can only be told from its
// laboratory's table, so that ParseJSON and UnmarshalReport read it.
func (s *Spec) UnmarshalJSON([]byte) error {
	return errors.New("a Spec is read against a table of parameters, by ParseJSON or UnmarshalReport")
}
