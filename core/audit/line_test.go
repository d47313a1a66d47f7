package audit

import (
	"math"
	"testing"

	"indistinct/core/mechanism"
	"indistinct/core/rng"
)

// atomsStep releases one of a few numbers.
type atomsStep struct{ laplaceStep }

func (a atomsStep) Fork() mechanism.Mechanism { return a }
func (a atomsStep) Release(in mechanism.Input, s *rng.Stream, out []float64) {
	a.laplaceStep.Release(in, s, out)
	out[0] = math.Round(out[0])
}

// A line gives what the Matcher gives: on the releases themselves, on all of
// its cuts and next to them.
func TestLine(t *testing.T) {
	for _, c := range []struct {
		name string
		m    mechanism.Mechanism
		grid int
	}{{"Laplace", laplaceStep{1}, 10}, {"atoms", atomsStep{laplaceStep{1}}, 3}, {"comb", comb{20}, 20}, {"no noise", gaussSteps{steps: 1, dim: 1, shift: 1, same: true}, 2}, {"normal", gaussSteps{steps: 1, dim: 1, shift: 1}, 1}} {
		set := paperSettings()
		set.Grid = c.grid
		sel := sampleOf(c.m, 5000, 4)
		e, err := Enclose(sel.R[0][:1000], 1)
		if err != nil {
			t.Fatal(err)
		}
		cover := &Cover{Steps: 1, Dim: 1, Grid: c.grid, Ellipsoids: []Ellipsoid{e}}
		events := append([]Event{escapeEvent(), worstEvent(cover, sel, Settings{Select: 1}).event}, Candidates(sel, cover, set)...)
		// Kinds that the search may not have found here: boxes up to 0.25, a band.
		events = append(events,
			Event{Kind: "tree", Step: -1, Weights: []float64{0, 0, 0.25, 1, 2, -1, 1, 0, 0, -1, -1, 0, 0}},
			Event{Kind: "quadratic", Step: -1, Weights: []float64{-1, 0.5, 2, 0, -1}})
		m := NewMatcher(cover, events)
		ladder := newLadder(sel, events)
		l := newLine(m, events, ladder)
		if l == nil {
			t.Errorf("%s: no line for %d events", c.name, len(events))
			continue
		}
		x := append(append([]float64(nil), sel.R[0]...), sel.R[1]...)
		for _, v := range l.cuts {
			x = append(x, v, math.Nextafter(v, math.Inf(1)), math.Nextafter(v, math.Inf(-1)))
		}
		x = append(x, 1e100, -1e100, 0)
		hit := make([]bool, len(events))
		for _, v := range x {
			if ladder != nil {
				if got, want := l.bins[l.piece(v)], ladder.Bins(1, 1)([]float64{v}); got != want {
					t.Fatalf("%s: %v is in bin %d, want %d", c.name, v, got, want)
				}
			}
			m.Match([]float64{v}, hit)
			for k, want := range hit {
				if got := l.hits[l.piece(v)][k]; got != want {
					t.Fatalf("%s: event %d (%s) at %v: %v, want %v", c.name, k, events[k].Kind, v, got, want)
				}
			}
		}
	}
}
