package audit

import (
	"indistinct/core/lang"
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
	aim := j.aim()
	aim.Learn, aim.Quick = true, true
	aim.Pause = func() { a.crew.Step(nameFitting, fitting, a.left+2*float64(max(budget-spent, 0))) }
	search := func(s mechanism.Sample, _ bool) []learn.Found { return learn.Search(s, aim) }
	if a.pair, _, a.tried, err = learn.Worst(len(names), budget, members(j.paired), draw, search); err != nil {
		return err
	}
	name(a.tried, names)
	a.tested, err = j.on(a.pair)
	return err
}

// What the search does between its draws, and how long a part of it takes in
// releases.
const (
	nameFitting = "work.fitting"
	fitting     = 2000
)

// kindPairs is the kind of the search's batches.
const kindPairs = "pairs"

// drawPair returns trials first … first+n−1 of a pair. Programs that release a single
// number are not quick: they go in no larger chunks than others.
func (a *asker) drawPair(pair, first, n int, left float64) (mechanism.Sample, error) {
	k := trials{Pair: pair, Offset: int64(first)}
	b, err := a.batch("work.pairs", kindPairs, k, 2, int64(n), 2*float64(n))
	if err != nil {
		return mechanism.Sample{}, err
	}
	b.Grain, b.Left = min(b.Grain, 4000), left
	return a.drawn(b)
}

// pairChunk returns raw releases of a pair, eight bytes a number.
func (j *Job) pairChunk(d *trials, c work.Chunk) []byte {
	m, _ := j.on(d.Pair)
	from := rng.Key{Seed: j.set.Seed, Phase: rng.PhasePairs, Input: uint32(d.Pair), Trial: uint64(d.Offset + c.First)}
	return work.AppendFloats(nil, mechanism.Draw(m.Fork(), mechanism.Input(c.Input), from, int(c.Count)))
}

// members returns how many records each of a mechanism's pairs differs in; nil: one.
func members(m mechanism.Mechanism) func(pair int) int {
	if g, ok := m.(mechanism.Grouped); ok {
		return g.Members
	}
	return nil
}

// name says which pairs were tried.
func name(tried []learn.Tried, names []lang.Message) {
	for i := range tried {
		if k := tried[i].Pair; k < len(names) {
			tried[i].Name = names[k]
		}
	}
}
