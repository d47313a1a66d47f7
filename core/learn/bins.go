package learn

import (
	"cmp"
	"math"
	"slices"

	"indistinct/core/event"
)

// binned holds features in bins: bin 0 is NaN, bin k the values above
// edges[k−2] and at most edges[k−1].
type binned struct {
	feats []event.Feature
	edges [][]float64
	n     int       // rows for each input
	bin   [][]uint8 // [feature][in·n + i]
}

// cuts are the shares at which a feature is cut into bins, dense at the ends.
var cuts = []float64{.001, .003, .006, .01, .017, .025, .035, .05, .07, .1, .13, .17, .21, .25, .3, .35, .4, .45, .5,
	.55, .6, .65, .7, .75, .79, .83, .87, .9, .93, .95, .965, .975, .983, .99, .994, .997, .999}

// binned puts the features of the fitted rows in bins.
func (q *cellSearch) binned(feats []event.Feature) *binned {
	n := q.fit
	b := &binned{n: n}
	vals := make([]float64, 2*n)
	var sorted []float64
	for f := range feats {
		q.spend(2 * n * (10 + q.s.Width()))
		sorted = sorted[:0]
		skip := max(n/10000, 1)
		for in := range 2 {
			for i := range n {
				v := feats[f].Value(q.row(in, i))
				vals[in*n+i] = v
				if i%skip == 0 && v == v {
					sorted = append(sorted, v)
				}
			}
		}
		if len(sorted) == 0 {
			continue
		}
		slices.Sort(sorted)
		edges := binEdges(sorted)
		if len(edges) == 0 && len(sorted) == 2*((n+skip-1)/skip) {
			continue // constant
		}
		col := make([]uint8, 2*n)
		for i, v := range vals {
			if v != v {
				continue
			}
			k, _ := slices.BinarySearch(edges, v)
			col[i] = uint8(k + 1)
		}
		b.feats = append(b.feats, feats[f])
		b.edges = append(b.edges, edges)
		b.bin = append(b.bin, col)
	}
	return b
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

// thresholds returns the best events on one feature, in each direction: the
// feature and its side are chosen by the bins, the threshold exactly.
func (q *cellSearch) thresholds(b *binned) []Found {
	var out []Found
	for dir := range 2 {
		type place struct {
			f    int
			sign float64
			gain float64
		}
		var best []place
		for f := range b.feats {
			q.spend(4 * b.n)
			// high[k] and low[k] are the trials in bin k; a trial of both inputs
			// counts where the event first holds both.
			var high, low [66]tally
			col := b.bin[f]
			for i := range b.n {
				x, y := col[i], col[b.n+i]
				high[x].c[0]++
				high[y].c[1]++
				low[x].c[0]++
				low[y].c[1]++
				if x > 0 && y > 0 {
					high[min(x, y)].c[2]++
					low[max(x, y)].c[2]++
				}
			}
			top := len(b.edges[f]) + 1
			for _, sign := range []float64{1, -1} {
				best0 := math.Inf(-1)
				var c tally
				for k := range top - 1 {
					if sign > 0 {
						c.add(high[top-k])
					} else {
						c.add(low[1+k])
					}
					g, _ := q.gain(c, dir, float64(b.n), 1)
					best0 = math.Max(best0, g)
				}
				best = append(best, place{f, sign, best0})
			}
		}
		slices.SortStableFunc(best, func(x, y place) int { return cmp.Compare(y.gain, x.gain) })
		found := Found{Gain: math.Inf(-1)}
		for _, p := range best[:min(2, len(best))] {
			r := event.Rule{Kind: event.Threshold, Features: []event.Feature{b.feats[p.f]}, Sign: p.sign}
			f := q.judged(r, 30, dir, false)
			if math.IsInf(found.Gain, -1) || q.merit(f.Gain, f.Error) > q.merit(found.Gain, found.Error) {
				found = f
			}
		}
		if !math.IsInf(found.Gain, -1) {
			out = append(out, found)
		}
	}
	return out
}
