package audit

import (
	"indistinct/core/learn"
	"indistinct/core/mechanism"
	"indistinct/core/rng"
	"indistinct/core/work"
)

// Mechanisms with several pairs of inputs (mechanism.Paired): the audit looks for
// the worst pair first, on releases of their own, and tests that one alone. What
// it proves rests on fresh releases of that pair, so that the search, however
// many pairs it tries, costs nothing in confidence.

// pairLook is how many releases of each input every pair is looked at with
// first, at least.
const pairLook = 150

// worstPair settles the pair, on n releases of each input in all, more where
// there are so many pairs that each would have too few.
func (a *asker) worstPair() (err error) {
	j := a.j
	names, _ := j.names()
	if len(names) < 2 {
		return nil
	}
	budget := min(max(j.set.N, learn.Budget(len(names), pairLook)), heldSelection/(j.steps*j.dim))
	spent := 0
	draw := func(pair, first, n int) (mechanism.Sample, error) {
		spent += n
		return a.drawPair(pair, first, n, a.left+2*float64(max(budget-spent, 0)))
	}
	// Events are learned here even where the test takes none but cells.
	aim := j.set.Aim()
	aim.Layout, aim.Learn, aim.Quick = layout(j.m), true, true
	aim.Pause = func() { a.crew.Step(nameFitting, fitting, a.left+2*float64(max(budget-spent, 0))) }
	search := func(s mechanism.Sample) []learn.Found { return learn.Search(s, aim) }
	var members func(pair int) int // nil: each differs in one record
	if g, ok := j.paired.(mechanism.Grouped); ok {
		members = g.Members
	}
	if a.pair, a.tried, err = learn.Worst(len(names), budget, members, draw, search); err != nil {
		return err
	}
	for i := range a.tried {
		a.tried[i].Name = names[a.tried[i].Pair]
	}
	a.tested, err = j.on(a.pair)
	return err
}

// What the search does between its draws, and how long a part of it takes in
// releases.
const (
	nameFitting = "work.fitting"
	fitting     = 2000
)

// drawPair returns trials first … first+n−1 of a pair. Programs that release a single
// number are not quick: they go in no larger chunks than others.
func (a *asker) drawPair(pair, first, n int, left float64) (mechanism.Sample, error) {
	return a.drawn(batch{Phase: rng.PhasePairs, Pair: pair, Offset: int64(first)}, work.Batch{Name: "work.pairs",
		Inputs: 2, Trials: int64(n), Grain: min(a.j.grain(), 4000), Weight: 2 * float64(n), Left: left})
}
