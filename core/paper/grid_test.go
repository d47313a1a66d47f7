package paper

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"indistinct/core/mechanism"
	"indistinct/core/rng"
)

// unitCover is the unit ball at every step.
func unitCover(steps, dim, r int) *Cover {
	c := &Cover{Steps: steps, Dim: dim, Grid: r}
	for k := 0; k < steps; k++ {
		e := Ellipsoid{Dim: dim, Center: make([]float64, dim)}
		axes, half := make([]float64, dim*dim), make([]float64, dim)
		for i := 0; i < dim; i++ {
			axes[i*dim+i], half[i] = 1, 1
		}
		e.setAxes(axes, half)
		c.Ellipsoids = append(c.Ellipsoids, e)
	}
	return c
}

func TestCells(t *testing.T) {
	for _, c := range []struct {
		dim, r int
		x      []float64
		want   int32
	}{
		{1, 4, []float64{-1}, 0}, {1, 4, []float64{1}, 3}, {1, 4, []float64{0}, 2}, {1, 4, []float64{-.51}, 0},
		{1, 4, []float64{1.0001}, -1},
		{2, 2, []float64{-.5, -.5}, 0}, {2, 2, []float64{.5, -.5}, 1}, {2, 2, []float64{-.5, .5}, 2},
		{2, 2, []float64{.5, .5}, 3},
		{2, 2, []float64{0, 0}, 3}, {2, 2, []float64{.8, .8}, -1}, {2, 10, []float64{.05, -.95}, 5},
		{3, 2, []float64{.5, -.5, .5}, 5}, {3, 2, []float64{1, 1, 0}, -1},
		{2, 2, []float64{math.NaN(), 0}, -1}, {1, 2, []float64{math.NaN()}, -1},
		{3, 2, []float64{0, 0, math.NaN()}, -1}, {2, 2, []float64{math.Inf(1), 0}, -1},
	} {
		l := NewLocator(unitCover(1, c.dim, c.r))
		if got := l.cell(0, c.x); got != c.want {
			t.Errorf("r = %d: cell of %v is %d, want %d", c.r, c.x, got, c.want)
		}
	}
}

func TestEventNumbers(t *testing.T) {
	for _, c := range []struct {
		steps, dim, r int
		want          int64
	}{{4, 2, 2, 256}, {4, 2, 10, 1e8}, {1, 1, 7, 7}, {56, 2, 50, math.MaxInt64}, {31, 2, 2, 1 << 62},
		{32, 2, 2, math.MaxInt64}} {
		if got := unitCover(c.steps, c.dim, c.r).Events(); got != c.want {
			t.Errorf("%d cells an axis, %d dimensions, %d steps: %d events, want %d", c.r, c.dim, c.steps, got, c.want)
		}
	}
}

// normalSample draws a selection sample: independent normal numbers, those of the
// adjacent record shifted.
func normalSample(steps, dim int, shift float64, n int, seed uint64) mechanism.Sample {
	s := mechanism.Sample{Steps: steps, Dim: dim}
	for in := range s.R {
		for i := range n {
			st := rng.New(rng.Key{Seed: seed, Phase: rng.PhaseSelect, Input: uint32(in), Trial: uint64(i)})
			for range steps * dim {
				s.R[in] = append(s.R[in], st.Norm()+shift*float64(in))
			}
		}
	}
	return s
}

// The occupied cells are those of counting by names, and the worst event that of trying
// every cell.
func TestWorstEventAgainstAllCells(t *testing.T) {
	for _, c := range []struct{ steps, dim, r int }{{4, 2, 2}, {4, 2, 10}, {1, 1, 10}, {8, 2, 50}, {56, 2, 50},
		{2, 3, 4}} {
		cover := unitCover(c.steps, c.dim, c.r)
		for k := range cover.Ellipsoids {
			e := &cover.Ellipsoids[k]
			half := make([]float64, c.dim)
			axes := make([]float64, c.dim*c.dim)
			for i := range half {
				axes[i*c.dim+i], half[i] = 1, 4+float64(c.steps)/8
			}
			e.setAxes(axes, half)
		}
		sel := normalSample(c.steps, c.dim, .4, 800, 3)
		got := WorstEvent(cover, sel, .3, 5)
		loc := NewLocator(cover)
		names, named := map[string]*[2]int64{}, map[string][]int32{}
		var escape [2]int64
		size := c.steps * c.dim
		for in := range sel.R {
			for i := 0; i < 800; i++ {
				at := make([]int32, c.steps)
				if !loc.Cells(sel.R[in][i*size:(i+1)*size], at) {
					escape[in]++
					continue
				}
				key := fmt.Sprint(at)
				if names[key] == nil {
					names[key], named[key] = new([2]int64), at
				}
				names[key][in]++
			}
		}
		keys := make([]string, 0, len(names))
		most := int64(0)
		for k, n := range names {
			keys = append(keys, k)
			most = max(most, n[0])
		}
		slices.SortFunc(keys, func(a, b string) int { return slices.Compare(named[a], named[b]) })
		best, least := "", math.Inf(1)
		for i, k := range keys {
			n := names[k]
			s := rng.New(rng.Key{Seed: 5, Phase: rng.PhaseWorst, Trial: uint64(i)})
			plus := NewThinning(n[0], n[1], 800).logThinned(.3, &s)
			l := math.Min(plus, NewThinning(n[1], n[0], 800).logThinned(.3, &s))
			if l < least {
				best, least = k, l
			}
		}
		want := named[best]
		if got.Occupied != len(names) || got.Most != most || got.Escape != escape || got.log != least ||
			!slices.Equal(got.Cells, want) {
			t.Errorf("%+v: got %+v, want %d cells, most %d, escape %v, %v (%v)", c, got, len(names), most, escape,
				want, least)
		}
	}
}

// As printed, the worst event is that of one random thinning of each cell's
// counts, from the seed: the same for the same seed, another one for others. It is
// found again by Algorithm 5's p-values, cell by cell.
func TestWorstEventAsPrinted(t *testing.T) {
	cover := unitCover(4, 2, 2)
	sel := normalSample(4, 2, .2, 1000, 3)
	chosen := map[string]int{}
	cells, escape := countCells(cover, sel)
	for seed := range uint64(40) {
		got := WorstEvent(cover, sel, .3, seed)
		chosen[fmt.Sprint(got.Cells)]++
		if again := WorstEvent(cover, sel, .3, seed); !slices.Equal(again.Cells, got.Cells) || again.log != got.log {
			t.Errorf("seed %d: chosen %v, then %v", seed, got.Cells, again.Cells)
		}
		least, at, swap := 2.0, []int32(nil), false
		thinned := func(c1, c2 int64, i int) (plus, minus float64) {
			s := rng.New(rng.Key{Seed: seed, Phase: rng.PhaseWorst, Trial: uint64(i)})
			return thinnedPValues(c1, c2, 1000, .3, &s)
		}
		for i, c := range cells {
			if plus, minus := thinned(c.count[0], c.count[1], i); min(plus, minus) < least {
				least, at, swap = min(plus, minus), c.at, minus < plus
			}
		}
		if !slices.Equal(got.Cells, at) || got.Swap != swap || math.Abs(math.Exp(got.log)-least) > 1e-12*least {
			t.Errorf("seed %d: %v (%v, p = %v), want %v (%v, p = %v)", seed, got.Cells, got.Swap, math.Exp(got.log),
				at, swap, least)
		}
		plus, minus := thinned(escape[0], escape[1], len(cells))
		if got.Escapes != (min(plus, minus) < least) || got.Outside != (minus < plus) {
			t.Errorf("seed %d: the outside is preferred: %v (%v, %v against %v)", seed, got.Escapes, plus, minus, least)
		}
	}
	if len(chosen) < 3 {
		t.Errorf("40 seeds choose %d cells", len(chosen))
	}
}

func TestWorstEventWithoutReleasesInside(t *testing.T) {
	cover := unitCover(1, 1, 2)
	sel := mechanism.Sample{Steps: 1, Dim: 1, R: [2][]float64{{5, 6}, {7, math.NaN()}}}
	if got := WorstEvent(cover, sel, 1, 0); got.Occupied != 0 || got.Escape != [2]int64{2, 2} || got.Cells != nil {
		t.Errorf("%+v", got)
	}
}

func BenchmarkWorstEvent(b *testing.B) {
	cover := unitCover(4, 2, 10)
	for k := range cover.Ellipsoids {
		cover.Ellipsoids[k].setAxes([]float64{1, 0, 0, 1}, []float64{5, 5})
	}
	sel := normalSample(4, 2, .4, 100_000, 3)
	b.ResetTimer()
	for i := 0; i < b.N; i++ {
		b.ReportMetric(float64(WorstEvent(cover, sel, 1, 0).Occupied), "cells")
	}
}

// Where two cells are as telling as each other, the first is the worst event,
// also where it speaks the other way round.
func TestWorstEventTies(t *testing.T) {
	e, err := Enclose([]float64{-1, 1}, 1)
	if err != nil {
		t.Fatal(err)
	}
	cover := &Cover{Steps: 1, Dim: 1, Grid: 2, Ellipsoids: []Ellipsoid{e}}
	sel := mechanism.Sample{Steps: 1, Dim: 1}
	for in := range sel.R {
		low := 5 + 4*in
		sel.R[in] = append(slices.Repeat([]float64{-0.5}, low), slices.Repeat([]float64{0.5}, 14-low)...)
	}
	got := WorstEvent(cover, sel, 0, 0) // at ε₀ = 0 the thinning keeps every release
	if !slices.Equal(got.Cells, []int32{0}) || !got.Swap || got.C1 != 5 || got.C2 != 9 {
		t.Errorf("the worst event is %+v with counts %d and %d", got.Cells, got.C1, got.C2)
	}
}
