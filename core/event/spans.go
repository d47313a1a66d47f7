package event

import (
	"math"
	"slices"

	"indistinct/core/paper"
)

// farthest is where the leftmost piece of the number line is looked at: releases are
// below it in magnitude, as those that an ellipsoid encloses are.
const farthest = 1e150

// Spans returns the intervals in which an event on releases of a single number lies,
// in order, open ends as infinities: what a picture marks. nil where releases have
// several numbers, or where the event's borders are not known.
func Spans(cover *paper.Cover, e Event) (out [][2]float64) {
	if cover.Steps*cover.Dim != 1 {
		return nil
	}
	m := NewMatcher(cover, []Event{e})
	var cuts []float64
	if e.OfGrid() {
		cuts = m.loc.Borders()
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

// borders returns where a learned event on one number may begin or end: x such
// that membership is constant from one to just below the next. The layouts of
// Weights are ScoreOf's.
func borders(e Event) ([]float64, bool) {
	above := func(x float64) float64 { return math.Nextafter(x, math.Inf(1)) }
	if len(e.Weights) < 2 {
		return nil, true // holds nothing
	}
	w := e.Weights[1:]
	score := ScoreOf(e, 1, 1)
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
		return []float64{paper.SwitchPoint(lo, hi, func(v float64) bool { return holds(v) == h })}
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
