package learn

import (
	"math"
	"sort"

	"indistinct/core/event"
	"indistinct/core/mechanism"
	"indistinct/core/paper"
)

// Candidates returns the events that the selection releases find worth
// testing, most promising first, at most eight: their order decides how α is
// shared. The escape event is always among them. begin is told, before each part
// of the search, what share of all of it that part takes; nil where nobody asks.
func Candidates(sel mechanism.Sample, cover *paper.Cover, aim Aim, begin func(share float64)) []event.Event {
	l := newNumberSearch(sel, cover, aim, defaultLimits)
	if begin != nil {
		l.begin = begin
	}
	all := l.ranked()
	out := make([]event.Event, 0, l.lim.Events)
	c := choice{l: l, seen: map[string]bool{}}
	for _, next := range all {
		if c.takes(next, all[0], len(out)) {
			out = append(out, next.event)
		}
	}
	return out
}

// choice is what has been chosen of ranked candidates.
type choice struct {
	l             *numberSearch
	same, against int // events in the best one's direction, and in the other
	escape, pair  bool
	seen          map[string]bool // kinds and directions
}

// takes reports whether a candidate goes to the test, where chosen many do already.
func (c *choice) takes(next, best candidate, chosen int) bool {
	e, most := next.event, c.l.lim.Events
	// An event far behind in the same direction would only cost α.
	far := next.gain < best.gain-math.Max(0.1, 0.15*math.Abs(best.gain))
	if e.Kind == "escape" {
		c.escape = true
		return true
	}
	if e.Opposite != nil {
		if c.pair || far || chosen >= most-1 {
			return false
		}
		c.pair = true
		return true
	}
	kind := e.Kind
	if e.Swap {
		kind += "-"
	}
	// The last place is the escape event's.
	if c.seen[kind] || !c.escape && c.l.covered() && chosen == most-1 || chosen == most {
		return false
	}
	if e.Swap == best.event.Swap {
		if c.same == c.l.lim.Same || far {
			return false
		}
		c.same++
	} else {
		if c.against == 1 {
			return false
		}
		c.against++
	}
	c.seen[kind] = true
	return true
}

// ranked are all candidates, most promising first.
func (l *numberSearch) ranked() (all []candidate) {
	l.begin(0.15)
	all = append(all, l.escape()...)
	if l.aim.Learn && l.n > 1 {
		all = append(all, l.learned()...)
	}
	sort.SliceStable(all, func(i, j int) bool { return l.merit(all[i]) > l.merit(all[j]) })
	return all
}

// merit is by what candidates are ranked: simpler events come first where they promise
// as much. Of a score with many parameters the promise is a number of its own, from the
// releases that its threshold was chosen on, and the luckiest of several such wins: it
// must exceed a simpler event's by the standard error of a log-ratio there.
func (l *numberSearch) merit(c candidate) float64 {
	out := c.gain + c.luck*l.lim.Luck - simplicity(c.event.Kind)*math.Abs(c.gain)
	if simplicity(c.event.Kind) == intricate {
		out -= math.Sqrt(3 / float64(max(l.hold, 1)))
	}
	return out
}

// simplicity is the relative gain that a kind of event must bring over simpler
// ones to be preferred.
func simplicity(kind string) float64 {
	switch kind {
	case "threshold", "atoms", "escape":
		return 0
	case "halfspace":
		return 0.005
	}
	return intricate
}

// intricate is the simplicity of scores with many parameters.
const intricate = 0.01

// escape returns the event outside the high-likely set, in its likelier
// direction.
func (l *numberSearch) escape() []candidate {
	if !l.covered() {
		return nil
	}
	e := event.EscapeEvent()
	if l.n == 0 {
		e.Swap = true // the set was fitted to the first record
		return []candidate{{event: e}}
	}
	loc := paper.NewLocator(l.cover)
	var c [2]float64
	for in := range 2 {
		for i := range l.n {
			if !loc.Inside(l.row(in, i)) {
				c[in]++
			}
		}
	}
	n := float64(l.n)
	g, h := l.gain(c[0], c[1], n, l.lim.Doubt), l.gain(c[1], c[0], n, l.lim.Doubt)
	e.Swap = h > g
	return []candidate{{event: e, gain: math.Max(g, h)}}
}

// learned fits every score and returns its best events in both directions.
func (l *numberSearch) learned() []candidate {
	var out []candidate
	if c := l.atoms(); len(c) > 0 {
		return c
	}
	out = append(out, l.thresholds()...)
	if l.d > 1 {
		l.begin(0.02)
		out = append(out, l.fitLinear()...)
	}
	if l.d > l.lim.Features {
		return out
	}
	l.begin(0.2)
	out = append(out, l.fitRatio()...)
	return out
}
