package audit

import (
	"fmt"
	"slices"

	"indistinct/core/audit/learn"
	"indistinct/core/mechanism"
	"indistinct/core/num"
	"indistinct/core/rng"
	"indistinct/core/work"
)

// Report is the audit, from top to bottom: the algorithms of Han & Martínez
// (2021) in the order in which they run, and between them what goes beyond
// them. Releases are drawn and counted by the crew; all else happens here.
//
// Trial i of what a phase draws is the stream {Seed, phase, input, i}; in
// further batches i goes on counting. Counts add up as integers and squared
// errors in an exact accumulator, so the report does not depend on the crew.
func (j *Job) Report(crew work.Crew) (*Report, error) {
	set := j.set
	ask := newAsker(j, crew)

	// Beyond the paper: where the mechanism has several pairs of inputs, the one
	// that can be told apart best, found on releases of its own.
	tried, err := ask.worstPair()
	if err != nil {
		return nil, err
	}

	// Algorithm 3: Γ releases of the record, and the smallest ellipsoid around
	// each step's.
	points, err := ask.draw("high-likely set", rng.PhaseCover, 1, j.gamma)
	if err != nil {
		return nil, err
	}
	if _, ok := j.m.(mechanism.Worded); ok {
		mechanism.Plain(points.R[mechanism.Record])
	}
	ask.step("enclosing the high-likely set", stageEnclose)
	cover, err := j.enclose(points.R[mechanism.Record])
	if err != nil {
		return nil, err
	}

	// The selection sample: n releases of each input, seen by no test.
	sample, err := ask.draw("releases to choose events", rng.PhaseSelect, 2, set.N)
	if err != nil {
		return nil, err
	}

	// Algorithms 2 and 4: the grid on the high-likely set and its worst event.
	ask.part("worst event", stageWorst, 0.5)
	rules := ask.rules(sample)
	ladder := j.ladder(sample, rules)
	ask.choose(sample)
	if _, ok := j.m.(mechanism.Worded); ok { // all below knows numbers alone
		for in := range sample.R {
			mechanism.Plain(sample.R[in])
		}
	}
	ask.part("worst event", stageWorst, 0.5)
	found := &found{cover: cover, worst: worstEvent(cover, sample, set), pair: ask.pair, tested: ask.tested, tried: tried}

	// Beyond the paper: the outside, which its rule drops, and the events of the
	// stronger test, most promising first.
	if rules == nil {
		rules = candidates(sample, cover, set, func(share float64) { ask.part("choosing events", stageChoose, share) })
		ask.part("choosing events", stageChoose, 0.05)
		ladder = j.ladder(sample, rules)
	}
	rules, found.opposite = withOpposites(rules)
	found.events = append([]Event{found.worst.event, found.worst.outside}, rules...)
	found.ladder = ladder
	if err := ask.follow(found); err != nil {
		return nil, err
	}
	sample = Sample{} // it is large

	// m fresh releases of each input, and how often each event happens in them.
	if err := ask.count(found, rng.PhaseTest, 0, int64(set.M)); err != nil {
		return nil, err
	}

	// Sequential mode looks, and draws more until it is decided.
	for set.Sequential {
		found.looks = append(found.looks, found.look())
		more := Undecided(found.candidates(), found.history(), set)
		if more == 0 {
			break
		}
		if err := ask.show(func() (*Report, string) { return j.verdict(found), PendingReleases }); err != nil {
			return nil, err
		}
		if err := ask.count(found, rng.PhaseMore, found.drawn-int64(set.M), more); err != nil {
			return nil, err
		}
	}

	// Algorithm 5: p-values and the critical ε; bounds and verdict.
	ask.part("verdict", stageVerdict, 0.6)
	r := j.verdict(found)
	ask.part("verdict", stageVerdict, 0.4)
	if err := ask.scene(found, ask.snapshot(found, found.drawn), r); err != nil {
		return nil, err
	}

	// What the mechanism knows of itself, to be held against all that.
	if p, ok := ask.tested.(mechanism.Profiled); ok {
		if err := ask.show(func() (*Report, string) { return r, PendingExact }); err != nil {
			return nil, err
		}
		profile, err := ask.profile(p)
		if err != nil {
			return nil, err
		}
		exactly(r, profile, set)
	}
	r.Warnings = append(r.Warnings, strongWarnings(r, set)...)
	return r, nil
}

// ladder returns what the proven curve counts, from the first of the events that
// has a score; nil where there is none or no curve is asked for.
func (j *Job) ladder(sample Sample, events []Event) *Ladder {
	if j.set.Brief {
		return nil
	}
	return newLadder(sample, events)
}

// enclose is Algorithm 3 after the releases are drawn, step by step.
func (j *Job) enclose(points []float64) (*Cover, error) {
	cover := &Cover{Steps: j.steps, Dim: j.dim, Grid: j.set.Grid}
	step := make([]float64, 0, j.gamma*j.dim)
	for k := range j.steps {
		step = step[:0]
		for i := range j.gamma {
			at := (i*j.steps + k) * j.dim
			step = append(step, points[at:at+j.dim]...)
		}
		e, err := Enclose(step, j.dim)
		if err != nil {
			return nil, fmt.Errorf("high-likely set, step %d: %w", k, err)
		}
		cover.Ellipsoids = append(cover.Ellipsoids, e)
	}
	return cover, nil
}

// found is what an audit has found so far.
type found struct {
	cover    *Cover
	worst    selection
	pair     int                 // of inputs
	tested   mechanism.Mechanism // on that pair
	tried    []learn.Tried       // where there were several
	events   []Event             // the worst cell, the escape event, the candidates, their opposites
	opposite []int               // of each candidate, where its opposite is among these and those; −1 for none
	counts   [][2]int64          // of each event, in the test releases
	ladder   *Ladder             // what the proven curve counts; nil where no event has a score
	bins     [2][]int64          // its bins, in the test releases
	sums     [2]num.Sum          // squared errors of the test releases
	drawn    int64               // test releases of each input
	looks    []look              // sequential mode: the counts at each look
}

// look is what sequential mode saw after one batch: releases of each input so
// far, and the counts of the candidates and their opposites.
type look struct {
	drawn  int64
	counts [][2]int64
}

func (f *found) look() look { return look{f.drawn, slices.Clone(f.counts[2:])} }

// candidates are the events of the stronger test.
func (f *found) candidates() []Event { return f.events[2 : 2+len(f.opposite)] }

// history returns the candidates' counts at each look so far, one in an audit of
// fixed size.
func (f *found) history() [][]Count {
	looks := f.looks
	if len(looks) == 0 {
		looks = []look{f.look()}
	}
	out := make([][]Count, len(looks))
	for k, l := range looks {
		for i, o := range f.opposite {
			c := Count{C1: l.counts[i][0], C2: l.counts[i][1], N: l.drawn}
			if o >= 0 {
				c.O1, c.O2 = l.counts[o][0], l.counts[o][1]
			}
			out[k] = append(out[k], c)
		}
	}
	return out
}

// Run audits a mechanism on the calling goroutine.
func Run(m mechanism.Mechanism, set Settings) (r *Report, err error) {
	j, err := NewJob(m, set)
	if err != nil {
		return nil, err
	}
	j.Encode = func(done *Report) ([]byte, error) { r = done; return nil, nil }
	_, err = work.Serial(j, 1<<40)
	return r, err
}
