package learn

import (
	"math"
	"slices"

	"indistinct/core/event"
	"indistinct/core/mechanism"
	"indistinct/core/stat"
)

// RuleEvents returns the events to test on releases that may hold words, most
// promising first. At δ = 0 two of them are tested at once where that promises more than
// the best one. Another, which gets the small part of α, is bolder where there is
// such: a few releases that never come under the other input prove much where it is
// true, and cost next to nothing where it was luck.
func RuleEvents(s mechanism.Sample, opt Options, aim Aim) []event.Event {
	found := bestOrFirst(s, opt)
	sure := found[0]
	events := []event.Event{ruleEvent(sure.Rule, sure.Swap)}
	if aim.Delta == 0 {
		l := newNumberSearch(s, nil, aim, defaultLimits)
		both := l.opposedRules(found, opt)
		c1, c2, n := l.ruleHits(events[0])
		if both.gain+l.lim.Luck*both.luck > l.gain(c1, c2, n, l.doubt(c1/n)) {
			events = []event.Event{both.event, events[0]}
		}
	}
	opt.Bold, opt.Rounds = true, 0
	if bold := bestOrFirst(s, opt)[0]; bold.Rule.Name != sure.Rule.Name && bold.Gain > sure.Gain {
		events = append(events, ruleEvent(bold.Rule, bold.Swap))
	}
	return events
}

func ruleEvent(r event.Rule, swap bool) event.Event {
	return event.Event{Kind: "learned", Name: r.Name, Rule: &r, Step: -1, Swap: swap}
}

// opposedRules returns the two events that promise most when they are tested at once;
// with a gain of −∞ where there are none. They are the two ends of one score, or two
// lists of releases without what both hold: disjoint, whatever is released.
func (l *numberSearch) opposedRules(found []Found, opt Options) candidate {
	best := candidate{gain: math.Inf(-1)}
	take := func(c candidate) {
		if c.event.Opposite != nil && c.gain > best.gain {
			best = c
		}
	}
	var scores []event.Rule
	for i, f := range found {
		if opt.Pause != nil {
			opt.Pause()
		}
		switch f.Rule.Kind {
		case event.Atoms:
			for _, o := range found[i+1:] {
				if o.Rule.Kind == event.Atoms && o.Swap != f.Swap {
					o.Rule = o.Rule.Without(&f.Rule).Named(l.d, opt.Words)
					take(l.opposedLists(ruleEvent(f.Rule, f.Swap), ruleEvent(o.Rule, o.Swap)))
				}
			}
		case event.Threshold, event.Ratio:
			up := f.Rule.End(0, f.Swap) // high where the record is likelier
			if slices.ContainsFunc(scores, func(r event.Rule) bool { return r.Same(&up) }) {
				continue // its other end was found first
			}
			scores = append(scores, up)
			from, to := l.unseen(&up)
			ends := l.sweep(up.Score(), from, to, func(t float64, flip bool) event.Event {
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
func (l *numberSearch) opposedLists(e, opposite event.Event) candidate {
	promise := func(e event.Event) stat.Half {
		c1, c2, n := l.ruleHits(e)
		return l.half(c1, c2, n, l.doubt(c1/n))
	}
	x, y := promise(e), promise(opposite)
	from, to := l.unseen(e.Rule)
	e.Opposite = &opposite
	return candidate{event: e, gain: stat.ExpectedOdds(x, y), luck: stat.SelectionError(x, y, float64(to-from))}
}

// unseen returns the releases from … to−1, as many as are looked at of those that a
// rule's score was not fitted to.
func (l *numberSearch) unseen(r *event.Rule) (from, to int) {
	if r.Kind != event.Threshold {
		from = l.n / 2
	}
	return from, min(l.n, from+l.lim.Hold)
}

// ruleHits returns how many of n releases that it was not fitted to a rule's event
// holds, of the input that it favours and of the other.
func (l *numberSearch) ruleHits(e event.Event) (c1, c2, n float64) {
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
