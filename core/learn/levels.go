package learn

import (
	"math"
	"slices"
	"sort"

	"indistinct/core/event"
	"indistinct/core/num"
	"indistinct/core/stat"
)

// scored is a rule with its scores of the first releases of each input.
type scored struct {
	rule event.Rule
	// own are the rule's scores, and out those by rules that were fitted to other releases;
	// the same ones where nothing was fitted.
	own, out [2][]float64
}

// cut is a threshold on a score: how probable it is that a release is beyond it, under the
// input that is likelier there and under the other.
type cut struct {
	p1, p2 float64
	n      int // scores beyond
}

// level is a score that is to be cut, between groups of neighbouring scores.
type level struct {
	scored
	groups []group
	rows   int       // releases of each input
	all    int       // scores of both that are numbers: what is none is in no event
	sorted []float64 // the rule's own scores
}

// caution is by how many standard errors the log-ratio is taken to be nearer 0 than it is
// estimated: of many events the one that was estimated too high looks best.
const caution = 0.5

// sweep returns the events that a score promises most by: its upper end for the record,
// its lower one for the neighbour, and, where δ is 0, both at once. It is one of so many that
// are tried.
func (q *search) sweep(s scored, tried int) (out []Found) {
	l := level{scored: s, rows: len(s.out[0])}
	q.spend(40 * l.rows)
	score := [2][]float64{q.numbers(s.out[0]), q.numbers(s.out[1])}
	l.all = len(score[0]) + len(score[1])
	if l.groups = grouped(score); !calibrate(l.groups, tried) {
		return nil
	}
	l.sorted = q.numbers(s.own[:]...)
	tops, bottoms := cutsOf(l.groups, l.rows, caution)
	// What the same cuts promise if the log-ratio is nearer 0 by a standard error more.
	lessTops, lessBottoms := cutsOf(l.groups, l.rows, caution+1)
	out = q.best(out, &l, tops, lessTops, false)
	out = q.best(out, &l, bottoms, lessBottoms, true)
	if q.aim.Delta > 0 {
		return out
	}
	if q.aim.Coupled {
		out = q.coupled(out, &l, false)
		out = q.coupled(out, &l, true)
	}
	return q.pair(out, &l)
}

// numbers returns the numbers among some values, sorted.
func (q *search) numbers(values ...[]float64) []float64 {
	out := slices.DeleteFunc(slices.Concat(values...), math.IsNaN)
	q.sorter.Sort(out)
	return out
}

// end returns the event beyond a cut at the upper end of the rule's own scores, or at the
// lower one: it holds as many of these as of the scores that were cut, as near as ties allow. ok
// is false where there is no such event.
func (l *level) end(n int, low bool) (e event.Event, ok bool) {
	k := int(math.Round(float64(n) / float64(l.all) * float64(len(l.sorted))))
	if low {
		t, ok := threshold(l.sorted, k)
		return event.Learned(l.rule.End(-t, true), true), ok
	}
	t, ok := threshold(l.sorted, len(l.sorted)-k)
	return event.Learned(l.rule.End(t, false), false), ok
}

// best appends the event of the cut that promises the largest bound.
func (q *search) best(out []Found, l *level, cuts, less []cut, low bool) []Found {
	best, most := -1, math.Inf(-1)
	for i, c := range cuts {
		if g := q.alone(c); g > most {
			best, most = i, g
		}
	}
	if best < 0 {
		return out
	}
	if e, ok := l.end(cuts[best].n, low); ok {
		out = append(out, Found{Event: e, Gain: most, Error: most - q.alone(less[best])})
	}
	return out
}

// pair appends the event of two cuts, one at either end, that promise most together.
func (q *search) pair(out []Found, l *level) []Found {
	// The errors at the two ends hardly depend on each other.
	tops, bottoms := cutsOf(l.groups, l.rows, caution/math.Sqrt2)
	lessTops, lessBottoms := cutsOf(l.groups, l.rows, (caution+1)/math.Sqrt2)
	i, j, gain := q.opposed(tops, bottoms)
	if i < 0 {
		return out
	}
	e, ok := l.end(tops[i].n, false)
	o, also := l.end(bottoms[j].n, true)
	if !ok || !also || !(e.Rule.Above >= -o.Rule.Above) {
		return out
	}
	e.Opposite = &o
	return append(out, Found{Event: e, Gain: gain,
		Error: gain - stat.ExpectedOdds(q.half(lessTops[i]), q.half(lessBottoms[j]))})
}

// half is what a cut promises as one of two that are tested at once.
func (q *search) half(c cut) stat.Half { return stat.HalfOf(c.p1, c.p2, q.m, q.z) }

// opposed returns which two disjoint cuts, one at either end, promise most together; −1 where
// none do.
func (q *search) opposed(tops, bottoms []cut) (i, j int, gain float64) {
	halves := func(cuts []cut) []stat.Half {
		h := make([]stat.Half, len(cuts))
		for i, c := range cuts {
			h[i] = q.half(c)
		}
		return h
	}
	// Both lists leave out one end's group: cut i from above and cut j from below meet where
	// i + j + 2 is the number of groups.
	return stat.BestOpposed(halves(tops), halves(bottoms), func(i, j int) bool { return i+j < len(tops) })
}

// cutsOf returns the thresholds between groups of the scores of n releases of each input, from the
// ends inwards: of the scores above, for the record, and of those below, for the neighbour, with
// the log-ratio nearer 0 by so many standard errors.
//
// Half of the releases are of either input. Of their mixture the record's law has the density
// 2/(1 + e^−s) and the neighbour's 2/(1 + e^s), where s is the log-ratio: so all releases tell
// of both probabilities. Where the curve misses the counts by more than chance these alone do,
// shaded.
func cutsOf(groups []group, n int, caution float64) (tops, bottoms []cut) {
	counted := missed(groups)
	add := func(c *cut, hits *[2]float64, g *group, likelier int) cut {
		sign := float64(1 - 2*likelier)
		e := num.Exp(-(sign*g.value - caution*g.err))
		size := g.size()
		c.p1 += size / (1 + e) / float64(n)
		c.p2 += size * e / (1 + e) / float64(n)
		c.n += int(size)
		hits[0], hits[1] = hits[0]+g.n[likelier], hits[1]+g.n[1-likelier]
		if !counted {
			return *c
		}
		out := shaded(hits[0], hits[1], float64(n), doubt(hits[0]/float64(n))+caution-least)
		out.n = c.n
		return out
	}
	tops, bottoms = make([]cut, 0, len(groups)), make([]cut, 0, len(groups))
	var top, bottom cut
	var above, below [2]float64
	for i := range groups[1:] {
		tops = append(tops, add(&top, &above, &groups[len(groups)-1-i], 0))
		bottoms = append(bottoms, add(&bottom, &below, &groups[i], 1))
	}
	return tops, bottoms
}

// missed reports whether the groups' log-ratios miss their counts by more than chance: a score on
// which the inputs' ratio goes up and down has no smooth curve.
func missed(groups []group) bool {
	const few, far = 20, 5
	excess, n := 0.0, 0.0
	for i := range groups {
		g := &groups[i]
		if size := g.size(); size >= few {
			p := 1 / (1 + num.Exp(-g.value))
			d := g.n[0] - size*p
			excess += d*d/(size*p*(1-p)) - 1
			n++
		}
	}
	return excess > far*math.Sqrt(2*n)
}

// alone is the bound that the test may be expected to give for one event.
func (q *search) alone(c cut) float64 {
	return stat.ExpectedLower(min(c.p1, 1), min(c.p2, 1), q.m, q.aim.Delta, q.z)
}

// threshold is a number between sorted scores with about k of them below it: as near as ties
// allow. ok is false where all are alike.
func threshold(sorted []float64, k int) (t float64, ok bool) {
	n := len(sorted)
	if n == 0 || sorted[0] == sorted[n-1] {
		return 0, false
	}
	k = min(max(k, 1), n-1)
	v := sorted[k]
	first, _ := slices.BinarySearch(sorted, v)
	next := sort.Search(n, func(i int) bool { return sorted[i] > v })
	// The nearer of the tie's ends, in parts of the smaller side.
	far := func(at int) float64 {
		if at == 0 || at == n {
			return math.Inf(1)
		}
		return math.Max(math.Abs(num.Log(float64(at)/float64(k))), math.Abs(num.Log(float64(n-at)/float64(n-k))))
	}
	at := first
	if far(next) < far(first) {
		at = next
	}
	return between(sorted[at-1], sorted[at]), true
}

// coupled appends the best event at one end of a score where both inputs' releases of a
// trial come from one stream: of what was counted, shaded by its standard errors.
func (q *search) coupled(out []Found, l *level, low bool) []Found {
	// The scores, from this end, of each trial's releases and the smaller of its two.
	var x [3][]float64
	for i, v := range l.out[0] {
		w := l.out[1][i]
		if low {
			v, w = -w, -v
		}
		// A trial counts for an input whose score is a number, whatever the other's is.
		if v == v {
			x[0] = append(x[0], v)
		}
		if w == w {
			x[1] = append(x[1], w)
		}
		if v == v && w == w {
			x[2] = append(x[2], math.Min(v, w))
		}
	}
	for _, y := range x {
		q.sorter.Sort(y)
	}
	beyond := func(y []float64, t float64) float64 { return float64(len(y) - sort.SearchFloat64s(y, t)) }
	best, n := Found{Gain: math.Inf(-1), Coupled: true}, float64(l.rows)
	hits := 0
	for i := range l.groups[1:] {
		t := l.groups[len(l.groups)-1-i].lo
		if low {
			t = -l.groups[i].hi
		}
		c1, c2, both := beyond(x[0], t), beyond(x[1], t), beyond(x[2], t)
		// The log-ratio's own error, of the trials that fell into the event at all.
		total := c1 + c2 - both
		a, b := (c1-both+0.5)/(total+1), (c2-both+0.5)/(total+1)
		err := math.Sqrt(math.Max((a+b-(a-b)*(a-b))/total, 0))
		g := stat.ExpectedCoupled(c1, c2, both, n, doubt(c1/n), q.m, q.aim.Alpha)
		if g-err > best.Gain-best.Error {
			best.Gain, best.Error, hits = g, err, int(c1+c2)
		}
	}
	var ok bool
	if best.Event, ok = l.end(hits, low); ok && !math.IsInf(best.Gain, -1) {
		out = append(out, best)
	}
	return out
}

// least is by how many standard errors counts are shaded at least.
const least = 0.6

// doubt is by how many standard errors counts of an event of probability p are shaded. The
// further out an event, the more of its kind were passed on the way, each with an error of its
// own, the luckiest of which would win: the number of halvings from one half counts them.
func doubt(p float64) float64 {
	return math.Max(least, math.Min(2, least-1.5*num.Log(2*p)/math.Ln2))
}
