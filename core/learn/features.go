package learn

import (
	"cmp"
	"math"
	"slices"

	"indistinct/core/mechanism"
)

// Feature is a number computed from a release; NaN where the release has none.
type Feature struct {
	Kind string `json:"kind"`
	I    int    `json:"i,omitempty"`
	// Cell is the bits of a cell to compare with.
	Cell uint64 `json:"cell,omitempty"`
}

// The kinds of features.
const (
	entry    = "entry"    // the number in cell I
	is       = "is"       // 1 where cell I is Cell, else 0
	number   = "number"   // 1 where cell I is a number, else 0
	count    = "count"    // how many cells are Cell
	first    = "first"    // where Cell stands first
	length   = "length"   // how many cells are not empty
	numbers  = "numbers"  // how many cells are numbers
	sum      = "sum"      // of all numbers
	least    = "least"    // number
	greatest = "greatest" // number
	sumTo    = "sum to"   // of the numbers in cells 0 … I
	step     = "step"     // cell I less cell I−1
	signs    = "signs"    // how many numbers are above Cell's value, the pooled median
)

// value computes a feature.
func (f *Feature) value(row []float64) float64 {
	nan := math.NaN()
	switch f.Kind {
	case entry:
		if c := row[f.I]; c == c {
			return c
		}
		return nan
	case is:
		if math.Float64bits(row[f.I]) == f.Cell {
			return 1
		}
		return 0
	case number:
		if row[f.I] == row[f.I] {
			return 1
		}
		return 0
	case step:
		return row[f.I] - row[f.I-1]
	case first:
		for i, c := range row {
			if math.Float64bits(c) == f.Cell {
				return float64(i)
			}
		}
		return float64(len(row))
	}
	n, total := 0, 0.0
	lo, hi := math.Inf(1), math.Inf(-1)
	end := len(row)
	if f.Kind == sumTo {
		end = f.I + 1
	}
	for _, c := range row[:end] {
		switch f.Kind {
		case count:
			if math.Float64bits(c) == f.Cell {
				n++
			}
			continue
		case length:
			if !mechanism.IsAbsent(c) {
				n++
			}
			continue
		case signs:
			if c > math.Float64frombits(f.Cell) {
				n++
			}
			continue
		}
		if c == c {
			n++
			total += c
			lo, hi = math.Min(lo, c), math.Max(hi, c)
		}
	}
	switch f.Kind {
	case count, length, numbers, signs:
		return float64(n)
	case sum, sumTo:
		if n > 0 {
			return total
		}
	case least:
		if n > 0 {
			return lo
		}
	case greatest:
		if n > 0 {
			return hi
		}
	}
	return nan
}

// mostFeatures bounds the time of a search.
const mostFeatures = 96

// features lists what the first n rows show to vary.
func features(s Sample, n int) []Feature {
	probe := min(n, 2000)
	var out []Feature
	words := map[uint64]int{}
	var order []uint64
	withNumbers := 0
	for i := range s.Width {
		seen := map[uint64]int{}
		var keys []uint64
		nums, values := 0, map[float64]bool{}
		for in := range 2 {
			for j := range probe {
				c := s.row(in, j)[i]
				if c == c {
					nums++
					values[c] = true
				}
				k := math.Float64bits(c)
				if seen[k] == 0 {
					keys = append(keys, k)
				}
				seen[k]++
			}
		}
		if len(keys) < 2 {
			continue // it never changes
		}
		if nums > 0 && len(values) > 1 {
			out = append(out, Feature{Kind: entry, I: i})
			withNumbers++
		}
		if nums > 0 && nums < 2*probe {
			out = append(out, Feature{Kind: number, I: i})
		}
		slices.SortStableFunc(keys, func(a, b uint64) int { return seen[b] - seen[a] })
		for k, bits := range keys {
			c := math.Float64frombits(bits)
			often := seen[bits] > probe/50
			if k < 6 && often && (c != c && (nums > 0 || len(keys) > 2 || k == 0) || c == c && nums < 2*probe) {
				out = append(out, Feature{Kind: is, I: i, Cell: bits})
			}
			if c != c && often && !mechanism.IsAbsent(c) {
				if words[bits] == 0 {
					order = append(order, bits)
				}
				words[bits]++
			}
		}
	}
	if s.Width == 1 {
		return out
	}
	var extra []Feature
	extra = append(extra, Feature{Kind: length})
	for _, w := range order[:min(len(order), 6)] {
		extra = append(extra, Feature{Kind: count, Cell: w}, Feature{Kind: first, Cell: w})
	}
	if withNumbers > 1 {
		var pool []float64
		for in := range 2 {
			for j := range min(probe, 500) {
				for _, c := range s.row(in, j) {
					if c == c {
						pool = append(pool, c)
					}
				}
			}
		}
		slices.Sort(pool)
		extra = append(extra, Feature{Kind: numbers}, Feature{Kind: sum}, Feature{Kind: least}, Feature{Kind: greatest},
			Feature{Kind: signs, Cell: math.Float64bits(pool[len(pool)/2])})
		for i := 1; i < s.Width && i <= 16; i++ {
			extra = append(extra, Feature{Kind: step, I: i})
		}
		for i := 1; i < s.Width-1 && i <= 16; i++ {
			extra = append(extra, Feature{Kind: sumTo, I: i})
		}
	}
	// Entries of long lists give way to what sums them up.
	if keep := mostFeatures - min(len(extra), mostFeatures/2); len(out) > keep {
		out = out[:keep]
	}
	out = append(out, extra...)
	return out[:min(len(out), mostFeatures)]
}

// binned holds features in bins: bin 0 is NaN, bin k the values above
// edges[k−2] and at most edges[k−1].
type binned struct {
	feats []Feature
	edges [][]float64
	n     int       // rows for each input
	bin   [][]uint8 // [feature][in·n + i]
}

// cuts are the shares at which a feature is cut into bins, dense at the ends.
var cuts = []float64{.001, .003, .006, .01, .017, .025, .035, .05, .07, .1, .13, .17, .21, .25, .3, .35, .4, .45, .5, .55, .6, .65, .7, .75, .79, .83, .87, .9, .93, .95, .965, .975, .983, .99, .994, .997, .999}

// binned puts the features of the fitted rows in bins.
func (q *search) binned(feats []Feature) *binned {
	s, n := q.s, q.fit
	b := &binned{n: n}
	vals := make([]float64, 2*n)
	var sorted []float64
	for f := range feats {
		q.spend(2 * n * (10 + s.Width))
		sorted = sorted[:0]
		skip := max(n/10000, 1)
		for in := range 2 {
			for i := range n {
				v := feats[f].value(s.row(in, i))
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
		var edges []float64
		distinct := slices.Compact(slices.Clone(sorted))
		if len(distinct) <= 40 {
			for i := 1; i < len(distinct); i++ {
				edges = append(edges, distinct[i-1]+(distinct[i]-distinct[i-1])/2)
			}
		} else {
			for _, c := range cuts {
				i := int(c * float64(len(sorted)))
				if i < 1 || sorted[i] == sorted[i-1] {
					// Not through a tie: at the gap above it.
					k, _ := slices.BinarySearch(distinct, sorted[i])
					if k == 0 {
						continue
					}
					edges = append(edges, distinct[k-1]+(distinct[k]-distinct[k-1])/2)
					continue
				}
				edges = append(edges, sorted[i-1]+(sorted[i]-sorted[i-1])/2)
			}
			edges = slices.Compact(edges)
		}
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

// thresholds returns the best events on one feature, in each direction: the
// feature and its side are chosen by the bins, the threshold exactly.
func (q *search) thresholds(b *binned) []Found {
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
			r := Rule{Kind: Threshold, Features: []Feature{b.feats[p.f]}, Sign: p.sign}
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
