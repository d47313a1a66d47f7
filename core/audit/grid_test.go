package audit

import (
	"fmt"
	"math"
	"slices"
	"sort"
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
		{1, 4, []float64{-1}, 0}, {1, 4, []float64{1}, 3}, {1, 4, []float64{0}, 2}, {1, 4, []float64{-.51}, 0}, {1, 4, []float64{1.0001}, -1},
		{2, 2, []float64{-.5, -.5}, 0}, {2, 2, []float64{.5, -.5}, 1}, {2, 2, []float64{-.5, .5}, 2}, {2, 2, []float64{.5, .5}, 3},
		{2, 2, []float64{0, 0}, 3}, {2, 2, []float64{.8, .8}, -1}, {2, 10, []float64{.05, -.95}, 5},
		{3, 2, []float64{.5, -.5, .5}, 5}, {3, 2, []float64{1, 1, 0}, -1},
		{2, 2, []float64{math.NaN(), 0}, -1}, {1, 2, []float64{math.NaN()}, -1}, {3, 2, []float64{0, 0, math.NaN()}, -1}, {2, 2, []float64{math.Inf(1), 0}, -1},
	} {
		l := newLocator(unitCover(1, c.dim, c.r))
		if got := l.cell(0, c.x); got != c.want {
			t.Errorf("r = %d: cell of %v is %d, want %d", c.r, c.x, got, c.want)
		}
		if l.inside(c.x) != (c.want >= 0) {
			t.Errorf("inside(%v) = %v", c.x, l.inside(c.x))
		}
	}
}

func TestEventNumbers(t *testing.T) {
	for _, c := range []struct {
		steps, dim, r int
		want          int64
	}{{4, 2, 2, 256}, {4, 2, 10, 1e8}, {1, 1, 7, 7}, {56, 2, 50, math.MaxInt64}, {31, 2, 2, 1 << 62}, {32, 2, 2, math.MaxInt64}} {
		if got := unitCover(c.steps, c.dim, c.r).Events(); got != c.want {
			t.Errorf("%d cells an axis, %d dimensions, %d steps: %d events, want %d", c.r, c.dim, c.steps, got, c.want)
		}
	}
}

// sampleOf draws a selection sample.
func sampleOf(m mechanism.Mechanism, n int, seed uint64) Sample {
	steps, dim := m.Shape()
	s := Sample{Steps: steps, Dim: dim}
	for in := range s.R {
		for i := 0; i < n; i++ {
			st := rng.New(rng.Key{Seed: seed, Phase: rng.PhaseSelect, Input: uint32(in), Trial: uint64(i)})
			out := make([]float64, steps*dim)
			m.Release(mechanism.Input(in), &st, out)
			s.R[in] = append(s.R[in], out...)
		}
	}
	return s
}

// The three ways of holding cells agree with counting by names, and the worst
// event with trying every cell.
func TestWorstEventAgainstAllCells(t *testing.T) {
	for _, c := range []struct{ steps, dim, r int }{{4, 2, 2}, {4, 2, 10}, {1, 1, 10}, {8, 2, 50}, {56, 2, 50}, {2, 3, 4}} {
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
		sel := sampleOf(gaussSteps{steps: c.steps, dim: c.dim, shift: .4}, 800, 3)
		got := worstEvent(cover, sel, Settings{Seed: 5, Select: .3})
		loc := newLocator(cover)
		names := map[string]*[2]int64{}
		var escape [2]int64
		size := c.steps * c.dim
		for in := range sel.R {
			for i := 0; i < 800; i++ {
				at := make([]int32, c.steps)
				if !loc.cells(sel.R[in][i*size:(i+1)*size], at) {
					escape[in]++
					continue
				}
				key := cellsKey(at)
				if names[key] == nil {
					names[key] = new([2]int64)
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
		sort.Strings(keys)
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
		want := cellEvent(keyCells(best), c.dim, c.r)
		if got.occupied != len(names) || got.most != most || got.escape != escape || got.log != least || fmt.Sprint(got.event.Cells) != fmt.Sprint(want.Cells) || got.event.Name != want.Name {
			t.Errorf("%+v: got %+v (%v), want %d cells, most %d, escape %v, %v (%v)", c, got, got.event.Cells, len(names), most, escape, want, least)
		}
	}
}

// As printed, the worst event is that of one random thinning of each cell's
// counts, from the seed: the same for the same seed, another one for others. It is
// found again by Algorithm 5's p-values, cell by cell.
func TestWorstEventAsPrinted(t *testing.T) {
	cover := unitCover(4, 2, 2)
	sel := sampleOf(gaussSteps{steps: 4, dim: 2, shift: .2}, 1000, 3)
	chosen := map[string]int{}
	cells, escape := countCells(cover, sel)
	for seed := range uint64(40) {
		set := Settings{Seed: seed, Select: .3}
		got := worstEvent(cover, sel, set)
		chosen[got.event.Name]++
		if again := worstEvent(cover, sel, set); again.event.Name != got.event.Name || again.log != got.log {
			t.Errorf("seed %d: chosen %s, then %s", seed, got.event.Name, again.event.Name)
		}
		least, name, swap := 2.0, "", false
		thinned := func(c1, c2 int64, i int) (plus, minus float64) {
			s := rng.New(rng.Key{Seed: seed, Phase: rng.PhaseWorst, Trial: uint64(i)})
			return thinnedPValues(c1, c2, 1000, .3, &s)
		}
		for i, c := range cells {
			if plus, minus := thinned(c.c1, c.c2, i); min(plus, minus) < least {
				least, name, swap = min(plus, minus), cellEvent(keyCells(c.key), 2, 2).Name, minus < plus
			}
		}
		if got.event.Name != name || got.event.Swap != swap || math.Abs(math.Exp(got.log)-least) > 1e-12*least {
			t.Errorf("seed %d: %s (%v, p = %v), want %s (%v, p = %v)", seed, got.event.Name, got.event.Swap, math.Exp(got.log), name, swap, least)
		}
		plus, minus := thinned(escape[0], escape[1], len(cells))
		if got.escapes != (min(plus, minus) < least) || got.outside.Swap != (minus < plus) {
			t.Errorf("seed %d: the outside is preferred: %v (%v, %v against %v)", seed, got.escapes, plus, minus, least)
		}
	}
	if len(chosen) < 3 {
		t.Errorf("40 seeds choose %d cells", len(chosen))
	}
}

func TestWorstEventWithoutReleasesInside(t *testing.T) {
	cover := unitCover(1, 1, 2)
	sel := Sample{Steps: 1, Dim: 1, R: [2][]float64{{5, 6}, {7, math.NaN()}}}
	if got := worstEvent(cover, sel, Settings{Select: 1}); got.occupied != 0 || got.escape != [2]int64{2, 2} || len(got.event.Cells) != 0 {
		t.Errorf("%+v", got)
	}
}

// A Matcher agrees with what the locator says of each release.
func TestMatcher(t *testing.T) {
	for _, c := range []struct{ steps, dim, r int }{{1, 1, 8}, {4, 2, 2}, {3, 2, 3}, {2, 3, 2}, {1, 2, 90}} {
		cover := unitCover(c.steps, c.dim, c.r)
		each := int(cover.perStep())
		s := rng.New(rng.Key{Seed: 5})
		loc := newLocator(cover)
		release := func() []float64 {
			x := make([]float64, c.steps*c.dim)
			for k := range x {
				x[k] = s.Uniform(-.8, .8)
			}
			return x
		}
		events := []Event{escapeEvent()}
		for len(events) < 12 {
			cells := make([]int32, c.steps)
			for k := range cells {
				cells[k] = int32(s.Intn(each))
			}
			if len(events)%2 == 0 && !loc.cells(release(), cells) { // one that releases fall into
				continue
			}
			events = append(events, cellEvent(cells, c.dim, c.r))
		}
		m := NewMatcher(cover, events)
		hit := make([]bool, len(events))
		seen := 0
		x := release()
		for trial := range 3000 {
			x = release()
			at := make([]int32, c.steps)
			inside := loc.cells(x, at)
			m.Match(x, hit)
			for i, e := range events {
				want := !inside
				if e.Kind == "cell" {
					want = inside && slices.Equal(e.Cells[0], at)
				}
				if want {
					seen++
				}
				if hit[i] != want || trial < 20 && e.Contains(cover, x) != want {
					t.Fatalf("%+v: event %d (%+v) at %v: %v, want %v", c, i, e, at, hit[i], want)
				}
			}
		}
		if seen == 0 {
			t.Errorf("%+v: no event happened", c)
		}
		if n := testing.AllocsPerRun(100, func() { m.Match(x, hit) }); n != 0 {
			t.Errorf("%+v: Match allocates %v times", c, n)
		}
	}
}

// Events that do not fit the cover hold nothing and break nothing.
func TestMatcherOfUnfitEvents(t *testing.T) {
	cover := unitCover(2, 1, 2)
	events := []Event{
		{Kind: "cell", Step: -1, Cells: [][]int32{{0}}}, {Kind: "cell", Step: -1, Cells: [][]int32{{0, 9}}},
		{Kind: "cell", Step: 5, Cells: [][]int32{{0}}}, {Kind: "cell", Step: -1, Cells: [][]int32{{-1, 0}}},
		{Kind: "cell", Step: -1, Cells: [][]int32{{0, 0}, {1, 1}}},
	}
	hit := make([]bool, len(events))
	NewMatcher(cover, events).Match([]float64{-.5, -.5}, hit)
	for i, h := range hit {
		if h || events[i].check(cover) == nil {
			t.Errorf("event %d fits or happened", i)
		}
	}
}

func BenchmarkCells(b *testing.B) {
	m := NewMatcher(unitCover(4, 2, 10), []Event{escapeEvent(), cellEvent([]int32{1, 2, 3, 4}, 2, 10)})
	x := []float64{.1, .2, -.3, .4, .5, -.1, .3, .3}
	hit := make([]bool, 2)
	for i := 0; i < b.N; i++ {
		m.Match(x, hit)
	}
}

func BenchmarkWorstEvent(b *testing.B) {
	cover := unitCover(4, 2, 10)
	for k := range cover.Ellipsoids {
		cover.Ellipsoids[k].setAxes([]float64{1, 0, 0, 1}, []float64{5, 5})
	}
	sel := sampleOf(gaussSteps{steps: 4, dim: 2, shift: .4}, 100_000, 3)
	b.ResetTimer()
	for i := 0; i < b.N; i++ {
		b.ReportMetric(float64(worstEvent(cover, sel, Settings{Select: 1}).occupied), "cells")
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
	sel := Sample{Steps: 1, Dim: 1}
	for in := range sel.R {
		low := 5 + 4*in
		sel.R[in] = append(slices.Repeat([]float64{-0.5}, low), slices.Repeat([]float64{0.5}, 14-low)...)
	}
	got := worstEvent(cover, sel, Settings{}) // at ε₀ = 0 the thinning keeps every release
	if !slices.Equal(got.event.Cells[0], []int32{0}) || !got.event.Swap || got.c1 != 5 || got.c2 != 9 {
		t.Errorf("the worst event is %+v with counts %d and %d", got.event, got.c1, got.c2)
	}
}
