package event

import (
	"math"
	"sort"
	"testing"

	"indistinct/core/rng"
)

func TestLearnedMembership(t *testing.T) {
	// Two steps of two numbers.
	x := []float64{1, 2, 3, 4}
	for _, c := range []struct {
		name string
		e    Event
		want bool
	}{
		{"threshold above", Event{Kind: "threshold", Step: 1, Weights: []float64{2.5, 1, 0}}, true},
		{"threshold not above", Event{Kind: "threshold", Step: 1, Weights: []float64{3, 1, 0}}, false},
		{"threshold below", Event{Kind: "threshold", Step: 0, Weights: []float64{-2.5, -1, 1}}, true},
		{"halfspace", Event{Kind: "halfspace", Step: -1, Weights: []float64{-2, 1, 0, 0, -0.5}}, true},
		{"halfspace, on its edge", Event{Kind: "halfspace", Step: -1, Weights: []float64{-1, 1, 0, 0, -0.5}}, false},
		{"ratio", Event{Kind: "ratio", Step: -1, Weights: []float64{0.5, 2, 0, -1, 1, 5, 7, 0, 0, 0, 0, 0, 0, 0}},
			true},
		{"atoms", Event{Kind: "atoms", Step: -1, Weights: []float64{0.5, 2, 0, 0, 0, 0, 1, 2, 3, 4}}, true},
		{"atoms, another", Event{Kind: "atoms", Step: -1, Weights: []float64{0.5, 2, 0, 0, 0, 0, 1, 2, 3, 5}}, false},
		{"levels", Event{Kind: "levels", Step: -1, Weights: []float64{0.5, 2, 0, 0, 0, 0, -1, 1, 2, 3, 4, 2}}, true},
		{"levels, a low one", Event{Kind: "levels", Step: -1, Weights: []float64{0.5, 2, 0, 0, 0, 0, 2, 1, 2, 3, 4,
			-1}}, false},
		{"unknown kind", Event{Kind: "crystal ball", Weights: []float64{0, 1}}, false},
		{"weights too short", Event{Kind: "halfspace", Weights: []float64{0, 1}}, false},
		{"no weights", Event{Kind: "threshold"}, false},
	} {
		in := Member(c.e, 2, 2)
		if got := in(x); got != c.want {
			t.Errorf("%s: %v, want %v", c.name, got, c.want)
		}
		if n := testing.AllocsPerRun(100, func() { in(x) }); n != 0 {
			t.Errorf("%s: %v allocations a release", c.name, n)
		}
	}
}

// TestIndex: an index counts the edges below a number as BinOf does, whatever
// the edges.
func TestIndex(t *testing.T) {
	r := rng.New(rng.Key{Seed: 5, Phase: 1000})
	inf := math.Inf(1)
	sets := [][]float64{{}, {1}, {1, 1}, {1, 1, 2, 2}, {-inf, 0, inf}, {0, 5e-324}, {-1e308, 0, 1e308}, {0, 1e-9, 1},
		make([]float64, 300)}
	for range 50 {
		e := make([]float64, 2+r.Uint64()%46)
		for i := range e {
			e[i] = math.Floor(40*r.Norm()) / 8
		}
		sort.Float64s(e)
		sets = append(sets, e)
	}
	for _, edges := range sets {
		x := newIndex(edges)
		look := []float64{math.NaN(), inf, -inf, 0, math.Copysign(0, -1)}
		for _, e := range edges {
			look = append(look, e, math.Nextafter(e, inf), math.Nextafter(e, -inf))
		}
		for range 100 {
			look = append(look, 6*r.Norm())
		}
		for _, v := range look {
			if got, want := x.of(v), BinOf(edges, v); got != want {
				t.Fatalf("%v among %v: %d, want %d", v, edges, got, want)
			}
		}
	}
}
