package audit

import (
	"math"
	"slices"
)

// line answers, for releases of a single number, which events hold one: the
// number line is cut where any event begins or ends, and what holds in each
// piece is looked up. It gives what a plain Matcher gives, several times faster.
// It is read-only after its making.
type line struct {
	cuts   []float64 // piece i is cuts[i−1] ≤ x < cuts[i]
	hits   [][]bool  // by piece
	bins   []int     // by piece, where there is a ladder
	lo, by float64   // bucket of x: (x − lo) · by
	first  []int32   // the first piece that a bucket's numbers can lie in
}

const lineBuckets = 1024

// farthest is where a line's first piece is looked at: releases are below it in
// magnitude, as those that an ellipsoid encloses are.
const farthest = 1e150

// newLine cuts the line for the events of a Matcher and for the edges of a ladder,
// if there is one; nil where releases have several numbers, or an event is of a kind
// whose borders are not known.
func newLine(m *Matcher, events []Event, ladder *Ladder) *line {
	if m.steps*m.loc.dim != 1 {
		return nil
	}
	var cuts []float64
	for _, e := range events {
		if e.gridded() {
			continue
		}
		b, ok := borders(e)
		if !ok {
			return nil
		}
		cuts = append(cuts, b...)
	}
	if ladder != nil {
		for _, e := range ladder.events() {
			b, ok := borders(e)
			if !ok {
				return nil
			}
			cuts = append(cuts, b...)
		}
	}
	if m.grid {
		// Cells grow along the row's sign; the ellipsoid is one interval.
		c := m.loc.planes[0].center[0]
		reach := 1.5 / math.Abs(m.loc.planes[0].rows[0])
		index := func(x float64) int { // 0 left of it, 1 … r in it, r+1 right
			if k := m.loc.cell(0, []float64{x}); k >= 0 {
				if m.loc.planes[0].rows[0] < 0 {
					return int(m.loc.r - k)
				}
				return int(k) + 1
			}
			if x < c {
				return 0
			}
			return int(m.loc.r) + 1
		}
		for k := 1; k <= int(m.loc.r)+1; k++ {
			cuts = append(cuts, switchPoint(c-reach, c+reach, func(x float64) bool { return index(x) >= k }))
		}
	}
	slices.Sort(cuts)
	cuts = slices.Compact(cuts)
	for len(cuts) > 0 && math.IsInf(cuts[len(cuts)-1], 1) {
		cuts = cuts[:len(cuts)-1]
	}
	for len(cuts) > 0 && !(cuts[0] > -farthest) {
		cuts = cuts[1:]
	}
	if len(cuts) > 1<<15 {
		return nil
	}
	l := &line{cuts: cuts, hits: make([][]bool, len(cuts)+1), first: make([]int32, lineBuckets)}
	x := []float64{-farthest}
	bin := func([]float64) int { return 0 }
	if ladder != nil {
		bin = ladder.Bins(1, 1)
	}
	l.bins = make([]int, len(l.hits))
	for i := range l.hits {
		if i > 0 {
			x[0] = cuts[i-1]
		}
		l.hits[i] = make([]bool, len(events))
		m.Match(x, l.hits[i])
		l.bins[i] = bin(x)
	}
	if len(cuts) > 1 {
		l.lo = cuts[0]
		l.by = lineBuckets / (cuts[len(cuts)-1] - cuts[0])
		if !(l.by > 0) || math.IsInf(l.by, 0) {
			l.by = 0
		}
	}
	next := 0
	for b := range l.first {
		for next < len(cuts) && l.bucket(cuts[next]) < b {
			next++
		}
		l.first[b] = int32(next)
	}
	return l
}

// bucket never decreases with x.
func (l *line) bucket(x float64) int {
	b := (x - l.lo) * l.by
	if !(b > 0) {
		return 0
	}
	if b >= lineBuckets {
		return lineBuckets - 1
	}
	return int(b)
}

// piece returns the number of the piece that holds x, which is not NaN.
func (l *line) piece(x float64) int {
	i := int(l.first[l.bucket(x)])
	for i < len(l.cuts) && l.cuts[i] <= x {
		i++
	}
	return i
}

// switchPoint returns the least x in [lo, hi] at which a condition holds that goes
// from false to true; +Inf where it never does.
func switchPoint(lo, hi float64, holds func(float64) bool) float64 {
	if holds(lo) {
		return lo
	}
	if !holds(hi) {
		return math.Inf(1)
	}
	for {
		mid := lo + (hi-lo)/2
		if math.IsInf(hi-lo, 0) {
			mid = lo/2 + hi/2
		}
		if !(mid > lo && mid < hi) {
			return hi
		}
		if holds(mid) {
			hi = mid
		} else {
			lo = mid
		}
	}
}

// borders returns where a learned event on one number may begin or end: x such
// that membership is constant from one to just below the next. The layouts of
// Weights are newScore's.
func borders(e Event) ([]float64, bool) {
	above := func(x float64) float64 { return math.Nextafter(x, math.Inf(1)) }
	if len(e.Weights) < 2 {
		return nil, true // holds nothing
	}
	w := e.Weights[1:]
	score := newScore(e, 1, 1)
	if score == nil {
		return nil, true
	}
	x := make([]float64, 1)
	holds := func(v float64) bool { x[0] = v; return score(x) > e.Weights[0] }
	// between cuts at the change between two places, where there is one.
	between := func(lo, hi float64) []float64 {
		l, h := holds(lo), holds(hi)
		if l == h {
			return nil
		}
		return []float64{switchPoint(lo, hi, func(v float64) bool { return holds(v) == h })}
	}
	// Releases beyond count as if they were there; squares stay finite.
	const far = farthest
	var out []float64
	switch e.Kind {
	case "threshold", "halfspace":
		out = between(-far, far)
	case "ratio":
		for _, v := range w[1:int(w[0])] {
			out = append(out, above(v))
		}
	case "tree":
		for ; len(w) >= 4; w = w[4:] {
			if w[0] >= 0 {
				out = append(out, above(w[1]))
			}
		}
	case "atoms":
		for _, v := range w[1 : 1+int(w[0])] {
			out = append(out, v, above(v))
		}
	case "levels":
		for k := range int(w[0]) {
			out = append(out, w[1+2*k], above(w[1+2*k]))
		}
	case "quadratic", "stepwise":
		// With z = (x − centre) · scale the score is (linear + quad z) z: it
		// turns at z = −linear/(2 quad).
		centre, scale, linear, quad := w[0], w[1], w[2], w[3]
		turn := centre - linear/(2*quad)/scale
		if !(turn > -far && turn < far) {
			return between(-far, far), true
		}
		out = append(between(-far, turn), between(turn, far)...)
	default:
		return nil, false
	}
	return out, true
}
