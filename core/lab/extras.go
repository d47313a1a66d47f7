package lab

import (
	"indistinct/core/film"
	"indistinct/core/lab/show"
	"indistinct/core/lab/teach"
	"indistinct/core/privacy"
	"indistinct/core/work"
)

// Extras are what a Laboratory may do beside what all do: a function that is nil it
// does not have.
type Extras struct {
	// Game introduces the game that the Models can be played: the page, which never
	// opens a Model, learns of it here.
	Game *teach.Game
	// Read returns the Spec with the values set that a visitor's own file holds,
	// which never leaves the machine. The error is a Problem: one sentence that
	// names the line to blame.
	Read func(s Spec, data []byte) (Spec, error)
	// Tests and Reports say that its Services can do so.
	Tests, Reports bool
}

// Services are what a Laboratory may compute beside its tasks, apart from Extras so
// that the page, which only asks whether they are there, does not link them.
type Services struct {
	// Test reads two files of releases that were drawn elsewhere, or one with a
	// column that says which input a release is of, and where run is true tests the
	// claim of s on them. step is a work.Crew's.
	Test func(s Spec, files []File, column string, run bool, step func(name string, weight, left float64)) (*Sampled, error)
	// Bug is a run as a bug report, for whoever keeps the mechanism: what was
	// tested, what was found, and the command that repeats it.
	Bug func(r *Report) (string, error)
}

// ModelExtras are what a Model may know beside what all know.
type ModelExtras struct {
	// Meter returns the Meter more quickly than it follows from the mechanism's
	// Profile, at the rate of a drag; or nil, where nothing is known.
	Meter func() *Meter
	// Claim is what the tested program claims of itself; nil: nothing.
	Claim *privacy.Budget
	// Pairs names several pairs of adjacent inputs in words: other people, sensors
	// or agents whose data differ, and other ways to differ that adjacency allows.
	// The one that the Spec itself sets comes first, and the audit looks for the one
	// that can be told apart best. Fewer than two: the Spec asks for no search.
	Pairs []string
	// On returns the model on one of the Pairs: its mechanism, facts and film. It
	// asks for no search. The error is one sentence.
	On func(pair int) (Model, error)
	// Round draws a round of the laboratory's Game: it hides an angle, shows
	// releases, and takes a guess. The same seed and number give the same round.
	// heard is called on the way, with how many pieces of work are left.
	Round func(seed uint64, round int, heard func(left int)) (*teach.Round, error)
}

// Base is a laboratory with nothing but a mechanism: embed it, and write only what
// the laboratory has. About, Params and Open are its own in any case.
type Base struct{}

func (Base) Reference() []Section { return nil }
func (Base) Lessons() []Lesson    { return nil }
func (Base) Presets() []Preset    { return nil }
func (Base) Analyses() []Analysis { return nil }
func (Base) Extras() Extras       { return Extras{} }
func (Base) Services() Services   { return Services{} }

// Check refuses what does not go together among the fields of TestTable.
func (Base) Check(s Spec) []Problem { return CheckTest(s) }

// Edit knows no handle.
func (Base) Edit(s Spec, _ string, _, _ float64) (Spec, bool) { return s, false }

// ModelBase is a model that knows nothing but its mechanism: embed it, and write only
// what the model has.
type ModelBase struct{}

func (ModelBase) Facts() []Fact     { return nil }
func (ModelBase) Stage() show.Stage { return show.Stage{} }
func (ModelBase) Complete(*Report)  {}
func (ModelBase) Analyse(string) (work.Job, error) {
	return nil, &Problem{Say: "There is no such analysis."}
}
func (ModelBase) Extras() ModelExtras { return ModelExtras{} }

// Film is show.Film.
func (ModelBase) Film(*Report) (*film.Film, error) { return nil, nil }
