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
		if cuts, ok = e.borders(); !ok {
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

// borders are a rule's; none of an event that holds nothing.
func (e Event) borders() ([]float64, bool) {
	if e.Rule == nil {
		return nil, true
	}
	return e.Rule.borders()
}
