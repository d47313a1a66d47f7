package event

import (
	"slices"
	"testing"

	"indistinct/core/paper"
	"indistinct/core/rng"
)

// A Matcher agrees with what the locator says of each release.
func TestMatcher(t *testing.T) {
	for _, c := range []struct{ steps, dim, r int }{{1, 1, 8}, {4, 2, 2}, {3, 2, 3}, {2, 3, 2}, {1, 2, 90}} {
		cover := unitBalls(c.steps, c.dim, c.r)
		each := int(cover.PerStep())
		s := rng.New(rng.Key{Seed: 5})
		loc := paper.NewLocator(cover)
		release := func() []float64 {
			x := make([]float64, c.steps*c.dim)
			for k := range x {
				x[k] = s.Uniform(-.8, .8)
			}
			return x
		}
		events := []Event{EscapeEvent()}
		for len(events) < 12 {
			cells := make([]int32, c.steps)
			for k := range cells {
				cells[k] = int32(s.Intn(each))
			}
			if len(events)%2 == 0 && !loc.Cells(release(), cells) { // one that releases fall into
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
			inside := loc.Cells(x, at)
			m.Match(x, hit)
			for i, e := range events {
				want := !inside
				if e.Kind == "cell" {
					want = inside && slices.Equal(e.Cells[0], at)
				}
				if want {
					seen++
				}
				alone := []bool{want}
				if trial < 20 {
					NewMatcher(cover, []Event{e}).Match(x, alone)
				}
				if hit[i] != want || alone[0] != want {
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
	cover := unitBalls(2, 1, 2)
	events := []Event{
		{Kind: "cell", Cells: [][]int32{{0}}}, {Kind: "cell", Cells: [][]int32{{0, 9}}},
		{Kind: "cell", Cells: [][]int32{{-1, 0}}},
		{Kind: "cell", Cells: [][]int32{{0, 0}, {1, 1}}},
	}
	hit := make([]bool, len(events))
	NewMatcher(cover, events).Match([]float64{-.5, -.5}, hit)
	for i, h := range hit {
		if h || events[i].fits(cover) {
			t.Errorf("event %d fits or happened", i)
		}
	}
}

func BenchmarkCells(b *testing.B) {
	m := NewMatcher(unitBalls(4, 2, 10), []Event{EscapeEvent(), cellEvent([]int32{1, 2, 3, 4}, 2, 10)})
	x := []float64{.1, .2, -.3, .4, .5, -.1, .3, .3}
	hit := make([]bool, 2)
	for i := 0; i < b.N; i++ {
		m.Match(x, hit)
	}
}

// unitBalls is the unit ball at every step.
func unitBalls(steps, dim, r int) *paper.Cover {
	c := &paper.Cover{Steps: steps, Dim: dim, Grid: r}
	for range steps {
		e := paper.Ellipsoid{Dim: dim, Center: make([]float64, dim), Axes: make([]float64, dim*dim)}
		for i := range dim {
			e.Axes[i*dim+i] = 1
		}
		c.Ellipsoids = append(c.Ellipsoids, e)
	}
	return c
}
