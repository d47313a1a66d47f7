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

// fitting is how long a part of the search between its draws takes, in releases.
const fitting = 2000

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
	left := func() float64 { return a.left + 2*float64(max(budget-spent, 0)) }
	// Programs that release a single number are not quick: they go in no larger chunks than others.
	grain := min(j.grain(), 4000)
	draw := func(pair, first, n int) (mechanism.Sample, error) {
		spent += n
		return a.draw(batch{Phase: rng.PhasePairs, Pair: pair, Offset: int64(first)}, work.Batch{Name: "work.pairs",
			Inputs: 2, Trials: int64(n), Grain: grain, Weight: 2 * float64(n), Left: left()})
	}
	// Events are learned here even where the test takes none but cells.
	aim := j.set.Aim()
	aim.Layout, aim.Learn, aim.Quick = layout(j.m), true, true
	aim.Pause = func() { a.crew.Step("work.fitting", fitting, left()) }
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
