package audit

import (
	"math"
	"slices"
)

// farthest is where the leftmost piece of the number line is looked at: releases are
// below it in magnitude, as those that an ellipsoid encloses are.
const farthest = 1e150

// spans returns the intervals in which an event on releases of a single number lies,
// in order, open ends as infinities: what a picture marks. nil where releases have
// several numbers, or where the event's borders are not known.
func spans(cover *Cover, e Event) (out [][2]float64) {
	if cover.Steps*cover.Dim != 1 {
		return nil
	}
	m := NewMatcher(cover, []Event{e})
	var cuts []float64
	if e.gridded() {
		cuts = m.loc.borders()
	} else {
		var ok bool
		if cuts, ok = borders(e); !ok {
			return nil
		}
	}
	slices.Sort(cuts)
	cuts = slices.DeleteFunc(slices.Compact(cuts), func(x float64) bool { return !(math.Abs(x) < farthest) })
	if len(cuts) > 1<<15 {
		return nil
	}
	hit := make([]bool, 1)
	for i := range len(cuts) + 1 {
		lo, hi, at := math.Inf(-1), math.Inf(1), -farthest
		if i > 0 {
			lo, at = cuts[i-1], cuts[i-1]
		}
		if i < len(cuts) {
			hi = cuts[i]
		}
		m.Match([]float64{at}, hit)
		switch n := len(out); {
		case !hit[0]:
		case n > 0 && out[n-1][1] == lo:
			out[n-1][1] = hi
		default:
			out = append(out, [2]float64{lo, hi})
		}
	}
	return out
}

// borders returns, for releases of a single number, where the ellipsoid and its cells
// begin and end: the ellipsoid is one interval.
func (l *locator) borders() (out []float64) {
	c, row := l.planes[0].center[0], l.planes[0].rows[0]
	reach := 1.5 / math.Abs(row)
	index := func(x float64) int { // 0 left of it, 1 … r in it, r+1 right
		if k := l.cell(0, []float64{x}); k >= 0 {
			if row < 0 {
				return int(l.r - k)
			}
			return int(k) + 1
		}
		if x < c {
			return 0
		}
		return int(l.r) + 1
	}
	for k := 1; k <= int(l.r)+1; k++ {
		out = append(out, switchPoint(c-reach, c+reach, func(x float64) bool { return index(x) >= k }))
	}
	return out
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
	var out []float64
	switch e.Kind {
	case "threshold", "halfspace":
		out = between(-farthest, farthest)
	case "ratio":
		for _, v := range w[1:int(w[0])] {
			out = append(out, above(v))
		}
	case "atoms":
		for _, v := range w[1 : 1+int(w[0])] {
			out = append(out, v, above(v))
		}
	default:
		return nil, false
	}
	return out, true
}
