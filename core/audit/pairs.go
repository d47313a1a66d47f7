package audit

import (
	"fmt"
	"math"
	"slices"

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
	set := j.set
	set.Learn = true
	return func(s learn.Sample, _ bool) []learn.Found {
		l := newLearner(mechanism.Sample{Steps: j.steps, Dim: j.dim, R: s.Rows}, nil, set, defaultLearning)
		if l.n >= 500 { // fewer take a few milliseconds in all
			l.begin = func(float64) { pause() }
		}
		best := l.ranked()
		if len(best) == 0 {
			return nil
		}
		e := best[0].event
		match, n := newLearned(e, j.steps, j.dim), float64(l.n)
		var c [2]float64
		for in := range c {
			for i := range l.n {
				if match(l.row(in, i)) {
					c[in]++
				}
			}
		}
		dev := learn.Deviation(c[0], c[1], n)
		return []learn.Found{{Rule: learn.Rule{Name: e.Name}, Swap: e.Swap, Gain: best[0].gain, Error: dev}}
	}
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
func (a *asker) rules(sample mechanism.Sample) ([]Event, *Ladder) {
	if _, ok := a.j.m.(mechanism.Worded); !ok {
		return nil, nil
	}
	opt := a.j.options(func() { a.part("choosing events", stageChoose, 0.05) })
	events := RuleEvents(learn.Sample{Width: a.j.steps * a.j.dim, Rows: sample.R}, opt, a.j.set)
	return events, a.j.ladder(sample, events)
}

// RuleEvents returns the events to test on releases that may hold words, most
// promising first. At δ = 0 two of them are tested at once where that promises more than
// the best one. Another, which gets the small part of α, is bolder where there is
// such: a few releases that never come under the other input prove much where it is
// true, and cost next to nothing where it was luck.
func RuleEvents(s learn.Sample, opt learn.Options, set Settings) []Event {
	found := learn.Best(s, opt)
	sure := found[0]
	events := []Event{ruleEvent(sure.Rule, sure.Swap)}
	if set.Delta == 0 {
		l := newLearner(mechanism.Sample{Steps: s.Width, Dim: 1, R: s.Rows}, nil, set, defaultLearning)
		both := l.opposedRules(found, opt)
		c1, c2, n := l.ruleHits(events[0])
		if both.gain+l.lim.Luck*both.luck > l.gain(c1, c2, n, l.doubt(c1/n)) {
			events = []Event{both.event, events[0]}
		}
	}
	opt.Bold, opt.Rounds = true, 0
	if bold := learn.Best(s, opt)[0]; bold.Rule.Name != sure.Rule.Name && bold.Gain > sure.Gain {
		events = append(events, ruleEvent(bold.Rule, bold.Swap))
	}
	return events
}

func ruleEvent(r learn.Rule, swap bool) Event {
	return Event{Kind: "learned", Name: r.Name, Rule: &r, Step: -1, Swap: swap}
}

// opposedRules returns the two events that promise most when they are tested at once;
// with a gain of −∞ where there are none. They are the two ends of one score, or two
// lists of releases without what both hold: disjoint, whatever is released.
func (l *learner) opposedRules(found []learn.Found, opt learn.Options) candidate {
	best := candidate{gain: math.Inf(-1)}
	take := func(c candidate) {
		if c.event.Opposite != nil && c.gain > best.gain {
			best = c
		}
	}
	var scores []learn.Rule
	for i, f := range found {
		if opt.Pause != nil {
			opt.Pause()
		}
		switch f.Rule.Kind {
		case learn.Atoms:
			for _, o := range found[i+1:] {
				if o.Rule.Kind == learn.Atoms && o.Swap != f.Swap {
					o.Rule = o.Rule.Without(&f.Rule).Named(l.d, opt.Words)
					take(l.opposedLists(ruleEvent(f.Rule, f.Swap), ruleEvent(o.Rule, o.Swap)))
				}
			}
		case learn.Threshold, learn.Ratio:
			up := f.Rule.End(0, f.Swap) // high where the record is likelier
			if slices.ContainsFunc(scores, func(r learn.Rule) bool { return r.Same(&up) }) {
				continue // its other end was found first
			}
			scores = append(scores, up)
			from, to := l.unseen(&up)
			ends := l.sweep(up.Score(), from, to, func(t float64, flip bool) Event {
				return ruleEvent(up.End(t, flip).Named(l.d, opt.Words), false)
			})
			for _, c := range ends {
				take(c)
			}
		}
	}
	return best
}

// opposedLists returns two lists of releases as events to test at once.
func (l *learner) opposedLists(e, opposite Event) candidate {
	promise := func(e Event) stat.Half {
		c1, c2, n := l.ruleHits(e)
		return l.half(c1, c2, n, l.doubt(c1/n))
	}
	x, y := promise(e), promise(opposite)
	from, to := l.unseen(e.Rule)
	e.Opposite = &opposite
	return candidate{event: e, gain: stat.ExpectedOdds(x, y), luck: stat.Luck(x, y, float64(to-from))}
}

// unseen returns the releases from … to−1, as many as are looked at of those that a
// rule's score was not fitted to.
func (l *learner) unseen(r *learn.Rule) (from, to int) {
	if r.Kind != learn.Threshold {
		from = l.n / 2
	}
	return from, min(l.n, from+l.lim.Hold)
}

// ruleHits returns how many of n releases that it was not fitted to a rule's event
// holds, of the input that it favours and of the other.
func (l *learner) ruleHits(e Event) (c1, c2, n float64) {
	from, to := l.unseen(e.Rule)
	match := e.Rule.Matcher()
	var c [2]float64
	for in := range c {
		for i := from; i < to; i++ {
			if match(l.row(in, i)) {
				c[in]++
			}
		}
	}
	if e.Swap {
		c[0], c[1] = c[1], c[0]
	}
	return c[0], c[1], float64(to - from)
}

// ruleMatch finds which events' rules hold a release.
type ruleMatch struct {
	event []int
	match []func([]float64) bool
	hit   []bool
}

func newRules(events []Event) *ruleMatch {
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
