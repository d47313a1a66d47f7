package event

import (
	"math"
	"slices"
	"sort"
)

// A learned event is {release : score > t}. The score estimates, up to a
// monotone map, the likelihood ratio of the whole release (Neyman & Pearson:
// its upper level sets are the best events), and is fitted to one part of the
// selection releases; the threshold t is chosen on the other part, so that it
// is not fooled by what the fit learned by heart. The test then draws fresh
// releases: whatever was learned, well or badly, the bound holds.
//
// Weights[0] is t; the rest belongs to the kind:
//
//	threshold  sign, coordinate: sign·x[Step][coordinate]
//	halfspace  w (steps·dim): w·x
//	ratio      B, then for each coordinate B−1 increasing edges and B log ratios:
//	           the sum over coordinates of a histogram's log ratio
//	atoms      count, then for each atom steps·dim values in lexicographic order
//	levels     the same, and after each atom's values its log ratio: no event of the
//	           test's, but the score of the proven curve where releases are discrete
//
// A swapped event's score estimates the inverse ratio.

// Member returns the membership of a learned event. It allocates nothing
// when called and is safe for concurrent use.
func Member(e Event, steps, dim int) func(release []float64) bool {
	s := ScoreOf(e, steps, dim)
	if s == nil || len(e.Weights) == 0 {
		return func([]float64) bool { return false }
	}
	t := e.Weights[0]
	return func(release []float64) bool { return s(release) > t }
}

// ScoreOf returns the score of a learned event; nil for an unknown kind or
// weights that do not fit the shape. That of a rule is of cells and has scratch:
// it is for one goroutine.
func ScoreOf(e Event, steps, dim int) func(x []float64) float64 {
	if e.Rule != nil {
		return e.Rule.Score()
	}
	d := steps * dim
	if len(e.Weights) < 2 {
		return nil
	}
	w := e.Weights[1:]
	switch e.Kind {
	case "threshold":
		if len(w) < 2 {
			return nil
		}
		sign, i := w[0], e.Step*dim+int(w[1])
		if i < 0 || i >= d {
			return nil
		}
		return func(x []float64) float64 { return sign * x[i] }
	case "halfspace":
		if len(w) < d {
			return nil
		}
		w = w[:d]
		return func(x []float64) float64 {
			s := 0.0
			for i, v := range w {
				s += v * x[i]
			}
			return s
		}
	case "ratio":
		b := int(w[0])
		if b < 1 || len(w) < 1+d*(2*b-1) {
			return nil
		}
		w = w[1:]
		bins := make([]index, d)
		for i := range bins {
			bins[i] = newIndex(w[i*(2*b-1) : i*(2*b-1)+b-1])
		}
		return func(x []float64) float64 {
			s := 0.0
			for i := range bins {
				s += w[i*(2*b-1)+b-1+bins[i].of(x[i])]
			}
			return s
		}
	case "atoms", "levels":
		n, width := int(w[0]), d
		if e.Kind == "levels" {
			width++
		}
		if len(w) < 1+n*width {
			return nil
		}
		w = w[1 : 1+n*width]
		return func(x []float64) float64 {
			k := sort.Search(n, func(k int) bool { return Compare(w[k*width:k*width+d], x) >= 0 })
			switch {
			case k == n || !slices.Equal(w[k*width:k*width+d], x): // NaN equals nothing: it is in no event
				return 0
			case width == d:
				return 1
			}
			return w[k*width+d]
		}
	}
	return nil
}

// index is BinOf for many numbers: it begins to count where a number's place
// between the first and the last edge says.
type index struct {
	edges     []float64
	from, per float64
	begin     []uint8 // of each place, how many edges lie below it; nil: ask BinOf
}

// indexPlaces is how many places there are for each edge.
const indexPlaces = 4

func newIndex(edges []float64) index {
	n := len(edges)
	x := index{edges: edges}
	if n < 2 || n > math.MaxUint8 || !(edges[n-1] > edges[0]) || math.IsInf(edges[n-1]-edges[0], 0) {
		return x
	}
	places := indexPlaces * n
	x.from, x.per = edges[0], float64(places)/(edges[n-1]-edges[0])
	if math.IsInf(x.per, 0) {
		return x
	}
	x.begin = make([]uint8, places)
	for p, i := 0, 0; p < places; p++ {
		for i < n && x.place(edges[i], places) < p {
			i++
		}
		x.begin[p] = uint8(i)
	}
	return x
}

// place never falls as v grows: an edge at an earlier place lies below v.
func (x *index) place(v float64, places int) int {
	return min(int((v-x.from)*x.per), places-1)
}

func (x *index) of(v float64) int {
	switch n := len(x.edges); {
	case x.begin == nil:
		return BinOf(x.edges, v)
	case !(v > x.from):
		return 0
	case v > x.edges[n-1]:
		return n
	}
	i := int(x.begin[x.place(v, len(x.begin))])
	for x.edges[i] < v {
		i++
	}
	return i
}

// BinOf returns the number of edges below x, 0 for NaN.
func BinOf(edges []float64, x float64) int {
	// Halving without branches: which half is taken cannot be foretold.
	lo := 0
	for n := len(edges); n > 0; {
		half := (n + 1) / 2
		next := lo
		if edges[lo+half-1] < x {
			next = lo + half
		}
		lo, n = next, n-half
	}
	return lo
}

// Compare orders releases by their first number that differs. NaN is taken for equal
// to any number.
func Compare(a, x []float64) int {
	for i, v := range a {
		switch {
		case v < x[i]:
			return -1
		case v > x[i]:
			return 1
		}
	}
	return 0
}
