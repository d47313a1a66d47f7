package learn

import (
	"cmp"
	"math"
	"slices"
	"sort"

	"indistinct/core/event"
)

// table holds the features of the releases that vary, most of them in bins: bin 0 is NaN,
// bin k the values above edges[k−2] and at most edges[k−1].
type table struct {
	feats  []event.Feature // those in bins first
	sorted [][]float64     // some values of each
	values [][]float64     // all of each; nil where these are many
	n      int             // rows for each input
	edges  [][]float64
	bin    [][]uint8 // [feature][in·n + i]
}

const (
	// mostEntries is how many entries of a release a linear score looks at.
	mostEntries = 4096
	// mostHeld is how many values of features are held, and not computed whenever they are asked for.
	mostHeld = 1 << 20
	// mostSorted is how many values of a feature are sorted, to know how they lie.
	mostSorted = 4_000
)

// cuts are the shares at which a feature is cut into bins, dense at the ends.
var cuts = []float64{.001, .003, .006, .01, .017, .025, .035, .05, .07, .1, .13, .17, .21, .25, .3, .35, .4, .45, .5,
	.55, .6, .65, .7, .75, .79, .83, .87, .9, .93, .95, .965, .975, .983, .99, .994, .997, .999}

// outermost are how many values beyond the first and beyond the last of cuts make bins of
// their own, from the ends inwards.
var outermost = []int{8, 16, 32, 64, 128, 256}

// table computes the features of the releases; of their representation too where digits is
// set.
func (q *search) table(digits bool) *table {
	feats, rest := event.Features(q.width, q.n, q.s.Row, digits)
	if !digits {
		feats = slices.DeleteFunc(feats, func(f event.Feature) bool { return f.OfDigits() })
	}
	binned := len(feats)
	feats = append(feats, rest...)
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
	return q.tableOf(feats, binned)
}

// tableOf computes some features, the first of them in bins too.
func (q *search) tableOf(feats []event.Feature, binned int) *table {
	t := &table{n: q.n}
	held, col := 2*q.n*len(feats) <= mostHeld, make([]float64, 2*q.n)
	for k, f := range feats {
		q.compute(f.Evaluator(), col)
		step, missing := max(2*q.n/mostSorted, 1), false
		sorted := make([]float64, 0, len(col)/step+1)
		for i, v := range col {
			if v != v {
				missing = true
			} else if i%step == 0 {
				sorted = append(sorted, v)
			}
		}
		q.sorter.Sort(sorted)
		if len(sorted) == 0 || sorted[0] == sorted[len(sorted)-1] && !missing {
			continue // constant, as far as can be seen
		}
		t.feats, t.sorted = append(t.feats, f), append(t.sorted, sorted)
		if k < binned {
			q.spend(10 * len(col))
			edges := binEdges(sorted, col)
			t.edges, t.bin = append(t.edges, edges), append(t.bin, bins(col, edges))
		}
		if held {
			t.values, col = append(t.values, col), make([]float64, 2*q.n)
		}
	}
	return t
}

// column returns a feature's values in the first so many rows of either input, the record's first.
func (q *search) column(t *table, f, rows int) []float64 {
	if t.values != nil && rows == t.n {
		return t.values[f]
	}
	col := make([]float64, 2*rows)
	q.compute(t.feats[f].Evaluator(), col)
	return col
}

// compute sets col to a value of each release, the record's first.
func (q *search) compute(value func(row []float64) float64, col []float64) {
	rows := len(col) / 2
	q.spend(len(col) * (2 + q.width/8))
	for in := range 2 {
		for i := range rows {
			col[in*rows+i] = value(q.s.Row(in, i))
		}
	}
}

// bins puts values in bins: how many edges are below them says in which.
func bins(col, edges []float64) []uint8 {
	out := make([]uint8, len(col))
	for i, v := range col {
		if v == v {
			out[i] = uint8(sort.SearchFloat64s(edges, v) + 1)
		}
	}
	return out
}

// binEdges returns where a feature is cut into bins, from its values and some of them, sorted:
// between any two that differ, or at the shares of cuts and among the outermost, but never
// through a tie.
func binEdges(sorted, col []float64) (edges []float64) {
	for i := 1; i < len(sorted) && len(edges) < 40; i++ {
		if sorted[i-1] < sorted[i] {
			edges = append(edges, between(sorted[i-1], sorted[i]))
		}
	}
	if len(edges) < 40 {
		return edges
	}
	edges = edges[:0]
	for _, c := range cuts {
		i := int(c * float64(len(sorted)))
		if i > 0 && sorted[i] != sorted[i-1] {
			edges = append(edges, between(sorted[i-1], sorted[i]))
			continue
		}
		// At the gap below the tie.
		if k, _ := slices.BinarySearch(sorted, sorted[i]); k > 0 {
			edges = append(edges, between(sorted[k-1], sorted[k]))
		}
	}
	edges = slices.Compact(edges)
	if len(edges) == 0 {
		return edges
	}
	var low, high []float64 // beyond the outermost edges
	first, last := edges[0], edges[len(edges)-1]
	for _, v := range col {
		if v <= first {
			low = append(low, v)
		} else if v > last {
			high = append(high, -v)
		}
	}
	slices.Sort(low)
	slices.Sort(high)
	for _, k := range outermost {
		if k < len(low) && low[k-1] < low[k] {
			edges = append(edges, between(low[k-1], low[k]))
		}
		if k < len(high) && high[k-1] < high[k] {
			edges = append(edges, between(-high[k], -high[k-1]))
		}
	}
	slices.Sort(edges)
	return slices.Compact(edges)
}

// between is a number from low to below high, midway where that is one.
func between(low, high float64) float64 {
	if mid := low + (high-low)/2; mid >= low && mid < high {
		return mid
	}
	return low
}

// mostThresholds is how many features are tried as scores by themselves, and mostCalibrated of how many, those
// whose counts differ most between the inputs, this is considered.
const mostThresholds, mostCalibrated = 4, 8

// departure is by how many standard errors the groups' counts differ more between the inputs than by chance.
func departure(groups []group) float64 {
	excess := 0.0
	for _, g := range groups {
		excess += (g.n[0]-g.n[1])*(g.n[0]-g.n[1])/g.size() - 1
	}
	return excess / math.Sqrt(2*float64(len(groups)))
}

// thresholds returns the best events on single features: the features are chosen by the
// bins, the thresholds exactly.
func (q *search) thresholds(t *table) (out []Found) {
	type place struct {
		f          int
		sign, gain float64
		groups     []group
	}
	var places, screened []place
	for f, edges := range t.edges {
		q.spend(2*t.n + 3_000)
		all := make([]group, len(edges)+2)
		for in := range 2 {
			for _, k := range t.bin[f][in*t.n : (in+1)*t.n] {
				all[k].n[in]++
			}
		}
		groups := slices.DeleteFunc(all[1:], func(g group) bool { return g.size() == 0 }) // without NaN
		screened = append(screened, place{f, 1, departure(groups), groups})
	}
	slices.SortStableFunc(screened, func(x, y place) int { return cmp.Compare(y.gain, x.gain) })
	for _, p := range screened[:min(mostCalibrated, len(screened))] {
		groups := p.groups
		if !calibrate(groups, len(t.edges)) {
			continue
		}
		for _, sign := range []float64{1, -1} {
			best := math.Inf(-1)
			tops, bottoms := cutsOf(groups, t.n, caution)
			for _, c := range slices.Concat(tops, bottoms) {
				best = math.Max(best, q.alone(c))
			}
			if q.aim.Delta == 0 {
				tops, bottoms = cutsOf(groups, t.n, caution/math.Sqrt2)
				_, _, g := q.opposed(tops, bottoms)
				best = math.Max(best, g)
			}
			places = append(places, place{p.f, sign, best, groups})
			slices.Reverse(groups)
		}
	}
	slices.SortStableFunc(places, func(x, y place) int {
		// A word says more than where or how often something stands.
		return cmp.Or(cmp.Compare(y.gain, x.gain), t.feats[x.f].Wordless()-t.feats[y.f].Wordless())
	})
	for _, p := range places[:min(mostThresholds, len(places))] {
		r := event.Rule{Kind: event.Threshold, Features: []event.Feature{t.feats[p.f]}, Sign: p.sign}
		col := q.column(t, p.f, t.n)
		if p.sign < 0 {
			col = slices.Clone(col)
			for i, v := range col {
				col[i] = -v
			}
		}
		score := [2][]float64{col[:t.n], col[t.n:]}
		out = append(out, q.sweep(scored{r, score, score}, len(t.edges))...)
	}
	return bestOfEach(out)
}

// bestOfEach returns of each direction, of coupled events and of pairs, the best.
func bestOfEach(found []Found) (out []Found) {
	for _, f := range found {
		k := slices.IndexFunc(out, func(o Found) bool {
			return o.Event.Swap == f.Event.Swap && o.Coupled == f.Coupled &&
				(o.Event.Opposite == nil) == (f.Event.Opposite == nil)
		})
		if k < 0 {
			out = append(out, f)
		} else if f.Gain > out[k].Gain {
			out[k] = f
		}
	}
	return out
}
