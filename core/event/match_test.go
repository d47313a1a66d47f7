package event

import (
	"math"
	"slices"
	"strings"
	"testing"

	"indistinct/core/paper"
	"indistinct/core/rng"
	"indistinct/core/test/english"
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
			events = append(events, cellEvent("event.cell", cells, c.dim, c.r))
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
	m := NewMatcher(unitBalls(4, 2, 10), []Event{EscapeEvent(), cellEvent("event.cell", []int32{1, 2, 3, 4}, 2, 10)})
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

// TestSpans: a release of one number is in an event where it lies in one of its spans, which are in order and apart,
// whatever the kind of the event.
func TestSpans(t *testing.T) {
	inf := math.Inf(1)
	cover := unitBalls(1, 1, 5)
	tree := func(at ...float64) Rule { // of this sign between the first and the second number, and so on
		r := Rule{Kind: Ratio, Features: []Feature{Entry(0)}}
		for i, x := range at {
			r.Trees = append(r.Trees, Tree{[]int{0}, []float64{x}, []float64{0, 1 - 2*float64(i%2)}})
		}
		return r.End(0.5, false)
	}
	for i, c := range []struct {
		e    Event
		want int // spans
	}{
		{EscapeEvent(), 2}, {cellEvent("event.cell", []int32{1}, 1, 5), 1}, {Event{Kind: "cell"}, 0},
		// Two numbers with none between, and another.
		{Learned(Rule{Kind: Atoms, Levels: []float64{1, 1, 1}, Keys: []uint64{Key([]float64{1 + 1e-3}),
			Key([]float64{math.Nextafter(1+1e-3, 2)}), Key([]float64{2 + 1e-3})}}, false), 2},
		{Learned(Rule{Kind: Threshold, Features: []Feature{Entry(0)}, Above: 0.25, Sign: 1}, false), 1},
		{Learned(Rule{Kind: Threshold, Features: []Feature{Entry(0)}, Above: 0.25, Sign: -1}, false), 1},
		{Learned(tree(-0.5, 0.5), false), 1}, {Learned(tree(-1.5, -0.5, 0.5, 0.75, 2), false), 3},
	} {
		spans := Spans(cover, c.e)
		if len(spans) != c.want {
			t.Errorf("%d: spans %v, want %d", i, spans, c.want)
		}
		for k := 1; k < len(spans); k++ {
			if spans[k-1][1] >= spans[k][0] {
				t.Errorf("%d: spans %v meet or overlap", i, spans)
			}
		}
		m, hit := NewMatcher(cover, []Event{c.e}), make([]bool, 1)
		for x := -3.0; x <= 3; x += 1.0 / 64 {
			for _, at := range []float64{x + 1e-3, math.Nextafter(x+1e-3, 4)} {
				m.Match([]float64{at}, hit)
				in := slices.ContainsFunc(spans, func(s [2]float64) bool { return s[0] <= at && at < s[1] })
				if in != hit[0] {
					t.Errorf("%d: %v is in the event: %t, in its spans %v: %t", i, at, hit[0], spans, in)
				}
			}
		}
		for _, x := range []float64{-1e100, 1e100} { // to the ends of the line
			m.Match([]float64{x}, hit)
			if open := len(spans) > 0 && (x < 0 && spans[0][0] == -inf || x > 0 &&
				spans[len(spans)-1][1] == inf); open != hit[0] {
				t.Errorf("%d: %v is in the event: %t, in its spans %v: %t", i, x, hit[0], spans, open)
			}
		}
	}
	if s := Spans(unitBalls(2, 1, 5), EscapeEvent()); s != nil {
		t.Errorf("releases of two numbers have spans %v", s)
	}
}

// TestScored: the score of the release that was matched last is the rule's own, with its sign, whether or not an
// event before has the same score.
func TestScored(t *testing.T) {
	up := Rule{Kind: Threshold, Features: []Feature{Entry(0)}, Above: 1, Sign: 1}
	down := Rule{Kind: Threshold, Features: []Feature{Entry(0)}, Above: 1, Sign: -1}
	line := Rule{Kind: Linear, Features: []Feature{Entry(1)}, Bias: 3, Sign: 1,
		Pieces: []Piece{{From: -9, To: 9, Weight: 2}}}
	m, hit := NewMatcher(&paper.Cover{}, []Event{Learned(up, false), Learned(down, true), Learned(line,
		false)}), make([]bool, 3)
	for _, row := range [][]float64{{2, -1}, {-2, 4}, {0.5, -1.25}} {
		m.Match(row, hit)
		for i, r := range []*Rule{&up, &down, &line} {
			want := r.Score()(row)
			if got := m.Scored(r)(); got != want || hit[i] != (want > r.Above) {
				t.Errorf("rule %d: score %v of %v, want %v; in the event: %t", i, got, row, want, hit[i])
			}
		}
	}
}

// TestGridEvents: each of the two events has the direction that was found for it, and the cell is called by its
// place on each axis of each step, from 1.
func TestGridEvents(t *testing.T) {
	cover := unitBalls(2, 2, 5)
	for _, swap := range []bool{false, true} {
		for _, out := range []bool{false, true} {
			cell, outside := GridEvents(paper.Worst{Cells: []int32{7, 20}, Swap: swap, Outside: out}, cover)
			if cell.Swap != swap || outside.Swap != out || outside.Kind != "escape" || !cell.fits(cover) {
				t.Errorf("swap %t and %t: %+v, %+v", swap, out, cell, outside)
			}
			if !strings.Contains(english.Say(cell.Name), "3,2 | 1,5") { // 7 = 2 + 1·5, 20 = 0 + 4·5
				t.Errorf("cell %v is called %s", cell.Cells, english.Say(cell.Name))
			}
			if none, _ := GridEvents(paper.Worst{Swap: swap}, cover); len(none.Cells) != 0 || none.Name == cell.Name {
				t.Errorf("no cell is %+v", none)
			}
		}
	}
}
