package learn

import (
	"cmp"
	"math"
	"slices"

	"indistinct/core/event"
)

// table holds features of the fitted rows: their values and, of the first features, bins.
// Bin 0 is NaN, bin k the values above edges[k−2] and at most edges[k−1].
type table struct {
	feats []event.Feature // that vary, those in bins first
	value [][]float64     // [feature][in·n + i]
	n     int             // rows for each input
	edges [][]float64
	bin   [][]uint8 // [feature][in·n + i]
}

const (
	// mostValues is how many numbers a table holds: rows give way to features.
	mostValues = 800_000
	// mostEntries is how many entries of a release a linear score looks at.
	mostEntries = 4096
)

// cuts are the shares at which a feature is cut into bins, dense at the ends.
var cuts = []float64{.001, .003, .006, .01, .017, .025, .035, .05, .07, .1, .13, .17, .21, .25, .3, .35, .4, .45, .5,
	.55, .6, .65, .7, .75, .79, .83, .87, .9, .93, .95, .965, .975, .983, .99, .994, .997, .999}

// table computes the features of the fitted rows.
func (q *search) table() *table {
	feats := event.Features(q.width, q.fit, q.row, q.aim.Bits)
	binned := len(feats)
	entries := map[int]bool{}
	for _, f := range feats {
		if i, ok := f.Entry(); ok {
			entries[i] = true
		}
	}
	for i := range min(q.width, mostEntries) {
		if !entries[i] {
			feats = append(feats, event.Entry(i))
		}
	}
	t := &table{n: min(q.fit, mostValues/(2*max(len(feats), 1)))}
	var sorted []float64
	for k, f := range feats {
		q.spend(2 * t.n * (2 + q.width/8))
		value := f.Evaluator()
		col := make([]float64, 0, 2*t.n)
		for in := range 2 {
			for i := range t.n {
				col = append(col, value(q.row(in, i)))
			}
		}
		sorted = sorted[:0]
		for i := 0; i < len(col); i += max(t.n/10000, 1) {
			if v := col[i]; v == v {
				sorted = append(sorted, v)
			}
		}
		slices.Sort(sorted)
		if len(sorted) == 0 || sorted[0] == sorted[len(sorted)-1] && !slices.ContainsFunc(col, math.IsNaN) {
			continue // constant
		}
		t.feats, t.value = append(t.feats, f), append(t.value, col)
		if k < binned {
			q.spend(10 * len(col))
			edges := binEdges(sorted)
			t.edges, t.bin = append(t.edges, edges), append(t.bin, bins(col, edges))
		}
	}
	return t
}

// bins puts values in bins.
func bins(col, edges []float64) []uint8 {
	out := make([]uint8, len(col))
	for i, v := range col {
		if v == v {
			k, _ := slices.BinarySearch(edges, v)
			out[i] = uint8(k + 1)
		}
	}
	return out
}

// binEdges returns where a feature is cut into bins, from some of its values, sorted:
// between any two that differ, or at the shares of cuts, but never through a tie.
func binEdges(sorted []float64) (edges []float64) {
	distinct := slices.Compact(slices.Clone(sorted))
	between := func(a, b float64) float64 { return a + (b-a)/2 }
	if len(distinct) <= 40 {
		for i := 1; i < len(distinct); i++ {
			edges = append(edges, between(distinct[i-1], distinct[i]))
		}
		return edges
	}
	for _, c := range cuts {
		i := int(c * float64(len(sorted)))
		if i > 0 && sorted[i] != sorted[i-1] {
			edges = append(edges, between(sorted[i-1], sorted[i]))
			continue
		}
		// At the gap above the tie.
		if k, _ := slices.BinarySearch(distinct, sorted[i]); k > 0 {
			edges = append(edges, between(distinct[k-1], distinct[k]))
		}
	}
	return slices.Compact(edges)
}

// thresholds returns the best events on single features: the features are chosen by the
// bins, the thresholds exactly.
func (q *search) thresholds(t *table) (out []Found) {
	type place struct {
		f          int
		sign, gain float64
	}
	var best [2][]place
	for f, edges := range t.edges {
		q.spend(4 * t.n)
		// high[k] and low[k] are the trials in bin k; a trial of both inputs counts where
		// the event first holds both.
		var high, low [66]cut
		for i := range t.n {
			x, y := t.bin[f][i], t.bin[f][t.n+i]
			high[x].c1++
			high[y].c2++
			low[x].c1++
			low[y].c2++
			if x > 0 && y > 0 {
				high[min(x, y)].both++
				low[max(x, y)].both++
			}
		}
		for dir := range best {
			p := place{f, 1, math.Inf(-1)}
			for _, up := range []bool{true, false} {
				var c cut
				for k := range len(edges) {
					b := low[k+1]
					if up {
						b = high[len(edges)+1-k]
					}
					if dir == 1 {
						b.c1, b.c2 = b.c2, b.c1
					}
					c.c1, c.c2, c.both = c.c1+b.c1, c.c2+b.c2, c.both+b.both
					g, _ := q.gain(c, float64(t.n), doubt(c.c1/float64(t.n)))
					if g > p.gain {
						p.gain, p.sign = g, 1
						if up != (dir == 0) { // sweep takes high values for the record's
							p.sign = -1
						}
					}
				}
			}
			best[dir] = append(best[dir], p)
		}
	}
	looked := map[[2]float64]bool{}
	for dir := range best {
		slices.SortStableFunc(best[dir], func(x, y place) int { return cmp.Compare(y.gain, x.gain) })
		for _, p := range best[dir][:min(2, len(best[dir]))] {
			if at := [2]float64{float64(p.f), p.sign}; !looked[at] {
				looked[at] = true
				r := event.Rule{Kind: event.Threshold, Features: []event.Feature{t.feats[p.f]}, Sign: p.sign}
				out = append(out, q.sweep(r, 30, false)...)
			}
		}
	}
	return q.bestOfEach(out)
}

// bestOfEach returns of each direction, and of the pairs, the best.
func (q *search) bestOfEach(found []Found) (out []Found) {
	for _, of := range []func(e event.Event) bool{
		func(e event.Event) bool { return e.Opposite == nil && !e.Swap },
		func(e event.Event) bool { return e.Opposite == nil && e.Swap },
		func(e event.Event) bool { return e.Opposite != nil },
	} {
		var best *Found
		for i := range found {
			if f := &found[i]; of(f.Event) && (best == nil || f.Gain > best.Gain) {
				best = f
			}
		}
		if best != nil {
			out = append(out, *best)
		}
	}
	return out
}
