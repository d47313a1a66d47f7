// Package lab is what all laboratories have in common: a typed table of
// parameters, a Spec (what to run) and a Report (what came out).
//
// A laboratory is one package that implements Laboratory and one line in
// package labs. The page, the permalinks, the JSON, the native command and the
// documentation are made from what it returns.
//
// The files, lowest first: param and spec say what to run; report what comes out; about
// what a laboratory says of itself, lessons included; paper which documents it repeats, and
// what they print beside ours; lab what it is and may be; settings
// and pairs the parameters that all share, with the search among several pairs of inputs;
// again the repetition of an audit; link and json how a Spec is written and read; tasks
// and run what is done with it. Package show draws a run for the stage, package game
// has the rules of the guessing game.
package lab

import (
	"encoding/json"
	"fmt"
	"io"
	"io/fs"
	"slices"
	"strconv"
	"strings"

	"indistinct/core/audit"
	"indistinct/core/film"
	"indistinct/core/lab/game"
	"indistinct/core/lab/show"
	"indistinct/core/lang"
	"indistinct/core/mechanism"
	"indistinct/core/privacy"
	"indistinct/core/sheet"
	"indistinct/core/table"
	"indistinct/core/work"
)

// Laboratory is what one family of mechanisms says of itself. All of it is light: the page's
// main thread calls it, which links no model.
type Laboratory interface {
	About() About
	// Reference is the laboratory's part of the documentation, Lessons its
	// guided paths. They are apart from About so that programs that never show
	// them need not hold them.
	Reference() []Section
	Lessons() []Lesson
	// Papers are the documents that it repeats, for the experiments and for who builds the site.
	Papers() []Paper
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
	// Extras are what not every laboratory can do.
	Extras() Extras
}

// Opener is a laboratory with its models, in workers and natively.
type Opener interface {
	Laboratory
	// Open builds the model. The error is one sentence, a Problem where one field is to blame.
	Open(Spec) (Model, error)
	// Services are what not every laboratory computes.
	Services() Services
}

// Open builds the model of a Spec that is valid; l is an Opener.
func Open(l Laboratory, s Spec) (Model, error) { return l.(Opener).Open(s) }

// Model is a Spec made ready: systems simulated, gains computed, densities
// tabulated. It is safe for concurrent use.
type Model interface {
	// Facts are numbers that are known before any run and shown beside the
	// controls: the true distance, the claimed ε, steady-state errors.
	Facts() []Fact
	// Film is what the scene plays; r is the last report that holds for this
	// Spec, or nil. A nil film without an error is show.Film's.
	Film(r *Report) (*film.Film, error)
	// Description names what the stage draws of a run.
	Description() show.Description
	// Mechanism is what Run test audits.
	Mechanism() mechanism.Mechanism
	// Complete adds the laboratory's own figures and warnings to a Report:
	// Distance, Facts, further notes on what was not tested.
	Complete(r *Report)
	// Analyse returns the job of one of the Analyses, nil of other names; its result is a
	// sheet.Sheet in JSON.
	Analyse(name string) (work.Job, error)
	// Extras are what not every model knows.
	Extras() ModelExtras
}

// File is a file of the visitor's own. It is read on the visitor's machine, by who
// computes: what travels is its key.
type File struct {
	Name string `json:"name"`
	Size int64  `json:"size"` // bytes
	Key  string `json:"key"`  // by which who computes knows it
	// Open returns a reader of it from its beginning, as often as it is called.
	Open func() (io.Reader, error) `json:"-"`
}

// Sampled is what files of releases hold, and what they show where they were
// tested.
type Sampled struct {
	Read    []lang.Message  `json:"read"`              // what was taken, in sentences
	Preview *table.Preview  `json:"preview,omitempty"` // of the first file
	Verdict audit.Verdict   `json:"verdict,omitempty"` // empty: not tested
	Digits  bool            `json:"digits,omitempty"`  // as of audit.Report.ByDigits
	Sheet   *sheet.Sheet    `json:"sheet,omitempty"`
	Report  json.RawMessage `json:"report,omitempty"` // hashes and counts, no releases
}

// Extras are what a Laboratory may do beside what all do: a function that is nil it
// does not have.
type Extras struct {
	// Game says that the Models have rounds of a game: the page, which never opens a Model,
	// learns of it here.
	Game bool
	// Read returns the Spec with the values set that a visitor's own file holds,
	// which never leaves the machine. The error is a Problem: one sentence that
	// names the line to blame.
	Read func(s Spec, data []byte) (Spec, error)
	// Tests says that its Services can do so.
	Tests bool
}

// SampleTest reads files of releases that were drawn elsewhere, two or one that holds both
// inputs, as ask says, and where run is true tests the claim of s on them. step is a
// work.Crew's.
type SampleTest func(s Spec, files []File, ask table.Ask, run bool,
	step func(name string, weight, left float64)) (*Sampled, error)

// Services are what an Opener may compute beside its tasks.
type Services struct {
	Test SampleTest
}

// ModelExtras are what a Model may know beside what all know.
type ModelExtras struct {
	// Meter returns the Meter more quickly than it follows from the mechanism's
	// Profile, at the rate of a drag; or nil, where nothing is known.
	Meter func() *Meter
	// Claim is what the tested program claims of itself; nil: nothing.
	Claim *privacy.Claim
	// Pairs names several pairs of adjacent inputs in words: other people, sensors
	// or agents whose data differ, and other ways to differ that adjacency allows.
	// The one that the Spec itself sets comes first, and the audit looks for the one
	// that can be told apart best. Fewer than two: the Spec asks for no search.
	Pairs []lang.Message
	// On returns the model on one of the Pairs: its mechanism, facts and film. It
	// asks for no search. The error is one sentence.
	On func(pair int) (Model, error)
	// Round draws a round of the laboratory's Game: it hides an angle, shows
	// releases, and takes a guess. The same seed and number give the same round.
	// heard is called on the way, with how many pieces of work are left.
	Round func(seed uint64, round int, heard func(left int)) (*game.Round, error)
}

// Base is a laboratory with nothing but a mechanism: embed it, and write only what
// the laboratory has. About, Params and Open are its own in any case.
type Base struct{}

func (Base) Reference() []Section { return nil }
func (Base) Lessons() []Lesson    { return nil }
func (Base) Papers() []Paper      { return nil }
func (Base) Presets() []Preset    { return nil }
func (Base) Analyses() []Analysis { return nil }
func (Base) Extras() Extras       { return Extras{} }
func (Base) Services() Services   { return Services{} }

// Check refuses what does not go together among the fields of TestTable, and Edit knows no handle.
func (Base) Check(s Spec) []Problem                           { return CheckTest(s) }
func (Base) Edit(s Spec, _ string, _, _ float64) (Spec, bool) { return s, false }

// Starred stars the one of so many, counted from 1, that a handle picks: 3 by "pick:3" or, of a kind, "car:3".
// ok is false for other handles.
func Starred(t Table, s Spec, handle, kind string, most int) (starred Spec, ok bool) {
	of, number, _ := strings.Cut(handle, ":")
	i, err := strconv.Atoi(number)
	if of != "pick" && of != kind || err != nil || i < 1 || i > most {
		return s, false
	}
	return s.Set(t, "star", float64(i)), true
}

// Program is the text of one of a laboratory's programs, which lie in its folder.
func Program(folder fs.ReadFileFS, name string) string {
	text, err := folder.ReadFile("programs/" + name + ".star")
	if err != nil {
		panic(err) // a name without a file
	}
	return string(text)
}

// ModelBase is a model that knows nothing but its mechanism: embed it, and write only
// what the model has.
type ModelBase struct{}

func (ModelBase) Facts() []Fact                    { return nil }
func (ModelBase) Description() show.Description    { return show.Description{} }
func (ModelBase) Complete(*Report)                 {}
func (ModelBase) Analyse(string) (work.Job, error) { return nil, nil }
func (ModelBase) Extras() ModelExtras              { return ModelExtras{} }
func (ModelBase) Film(*Report) (*film.Film, error) { return nil, nil } // show.Film's

// Finder returns a laboratory by name, or nil.
type Finder func(name string) Laboratory

// Catalog is a list of laboratories in the order of the navigation.
type Catalog []Laboratory

// Find returns the laboratory of that name, or nil.
func (c Catalog) Find(name string) Laboratory {
	for _, l := range c {
		if l.About().Name == name {
			return l
		}
	}
	return nil
}

// check is the laboratory's Check and, where that says nothing of a field, what
// MaxOf asks of it.
func check(l Laboratory, t Table, s Spec) []Problem {
	probs := Problems(l.Check(s))
	for i := range t {
		p := &t[i]
		if p.MaxOf == "" || s.Float(p.Name) <= s.Max(p) || slices.ContainsFunc(probs, func(q Problem) bool {
			return q.Field == p.Name
		}) {
			continue
		}
		probs.Say(p.Name, "lab.above", "param", p.Title(), "value", s.Show(p.Name), "most", s.Max(p),
			"other", t.Find(p.MaxOf).Title())
	}
	return probs
}

// Validate returns one problem for each field of s that is missing, is out of range
// or does not go with the others.
func Validate(l Laboratory, s Spec) []Problem {
	var probs Problems
	t := l.Params()
	for i := range t {
		if !t[i].holds(s.values[t[i].Name]) {
			probs = append(probs, *t[i].refuse(fmt.Sprint(s.values[t[i].Name])))
		}
	}
	if len(probs) == 0 {
		probs = check(l, t, s)
	}
	return probs
}
