package audit

import (
	"fmt"

	"indistinct/core/curve"
	"indistinct/core/learn"
	"indistinct/core/mechanism"
	"indistinct/core/stat"
)

// Mechanisms with several pairs of inputs (mechanism.Paired): the audit looks for
// the worst pair first, on releases of their own, and tests that one alone. What
// it proves rests on fresh releases of that pair, so that the search, however
// many pairs it tries, costs nothing in confidence.
//
// Mechanisms whose releases hold words (mechanism.Worded): events are rules of
// package learn. The paper's test, which knows numbers alone, sees words as their
// place in the mechanism's list.

const (
	// mostPairs is the most pairs that are tried.
	mostPairs = 64
	// pairLook is how many releases of each input every pair is looked at with
	// first, at least.
	pairLook = 150
)

// names are those of the pairs that are tried, and how many more there are; nil
// where there is one pair alone.
func (j *Job) names() (tried []string, left int) {
	if j.paired == nil {
		return nil, 0
	}
	all := j.paired.Pairs()
	n := min(len(all), mostPairs)
	return all[:n], len(all) - n
}

// on returns the mechanism on a pair.
func (j *Job) on(pair int) (mechanism.Mechanism, error) {
	if pair == 0 {
		return j.m, nil
	}
	if names, _ := j.names(); pair < 0 || pair >= len(names) {
		return nil, fmt.Errorf("the mechanism has no pair %d", pair)
	}
	return j.paired.On(pair)
}

// hunt draws from the pairs.
func (j *Job) hunt() *Hunt {
	if j.paired == nil {
		return &Hunt{Mechanism: j.m, Seed: j.set.Seed}
	}
	return &Hunt{Mechanism: j.paired, Seed: j.set.Seed}
}

// options are what the test may be expected to prove with its releases.
func (j *Job) options(pause func()) learn.Options {
	set := j.set
	m := float64(set.M)
	if set.Sequential {
		m = float64(set.MaxM)
	}
	opt := learn.Options{Rounds: learn.MostRounds, Pause: pause, Words: mechanism.Words(j.m),
		Expected: func(p1, p2 float64) float64 { return stat.ExpectedBound(p1, p2, m, set.Delta, set.Alpha) }}
	if !set.Learn {
		opt.Rounds = 0
	}
	return opt
}

// looker weighs a pair by the event that promises most: a rule where releases may
// hold words, otherwise one of Candidates'. Events are learned here even where the
// test takes none but cells.
func (j *Job) looker(pause func()) func(s learn.Sample, last bool) []learn.Found {
	if _, ok := j.m.(mechanism.Worded); ok {
		return learn.Looker(j.options(pause))
	}
	aim := j.set.Aim()
	aim.Learn = true
	return learn.NumberLooker(j.steps, j.dim, aim, pause)
}

// worstPair settles the pair, on n releases of each input in all, more where
// there are so many pairs that each would have too few.
func (a *asker) worstPair() ([]learn.Tried, error) {
	j := a.j
	names, _ := j.names()
	if len(names) < 2 {
		return nil, nil
	}
	h := j.hunt()
	budget := min(max(j.set.N, learn.Budget(len(names), pairLook)), heldSelection/(j.steps*j.dim))
	spent := 0
	draw := func(pair, first, n int) (learn.Sample, error) {
		spent += n
		return h.draw(a.crew, pair, first, n, a.left+2*float64(max(budget-spent, 0)))
	}
	pause := func() { a.crew.Step(sayFitting, fitting, a.left+2*float64(max(budget-spent, 0))) }
	pair, _, tried, err := learn.Worst(len(names), budget, draw, j.looker(pause))
	if err != nil {
		return nil, err
	}
	name(tried, names)
	a.pair = pair
	a.tested, err = j.on(pair)
	return tried, err
}

// name says which pairs were tried.
func name(tried []learn.Tried, names []string) {
	for i := range tried {
		if k := tried[i].Pair; k < len(names) {
			tried[i].Name = names[k]
		}
	}
}

// rules returns the events on releases that may hold words, and what the proven curve
// counts; nil for other mechanisms.
func (a *asker) rules(sample mechanism.Sample) ([]learn.Event, *curve.Levels) {
	if _, ok := a.j.m.(mechanism.Worded); !ok {
		return nil, nil
	}
	opt := a.j.options(func() { a.part("choosing events", stageChoose, 0.05) })
	events := learn.RuleEvents(learn.Sample{Width: a.j.steps * a.j.dim, Rows: sample.R}, opt, a.j.set.Aim())
	return events, a.j.levels(sample, events)
}

// ruleMatch finds which events' rules hold a release.
type ruleMatch struct {
	event []int
	match []func([]float64) bool
	hit   []bool
}

func newRules(events []learn.Event) *ruleMatch {
	r := &ruleMatch{}
	for i, e := range events {
		if e.Rule != nil {
			r.event = append(r.event, i)
			r.match = append(r.match, e.Rule.Matcher())
		}
	}
	r.hit = make([]bool, len(r.event))
	return r
}

// look asks every rule; mark notes the answers among all events'.
func (r *ruleMatch) look(release []float64) {
	for i, f := range r.match {
		r.hit[i] = f(release)
	}
}

func (r *ruleMatch) mark(hit []bool) {
	for i, e := range r.event {
		hit[e] = r.hit[i]
	}
}
