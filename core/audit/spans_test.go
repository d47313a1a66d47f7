package audit

import (
	"math"
	"slices"
	"testing"

	"indistinct/core/event"
	"indistinct/core/learn"
	"indistinct/core/mechanism"
	"indistinct/core/paper"
	"indistinct/core/rng"
)

// atomsStep releases one of a few numbers.
type atomsStep struct{ laplaceStep }

func (a atomsStep) Fork() mechanism.Mechanism { return a }
func (a atomsStep) Release(in mechanism.Input, s *rng.Stream, out []float64) {
	a.laplaceStep.Release(in, s, out)
	out[0] = math.Round(out[0])
}

// comb is the counterexample of package tell's text on λ: uniform on the left halves of k
// equal cells for one record, on the right halves for the other.
type comb struct{ k int }

func (c comb) Shape() (int, int)         { return 1, 1 }
func (c comb) Fork() mechanism.Mechanism { return c }
func (c comb) Claim() mechanism.Claim    { return mechanism.Claim{} }
func (c comb) Release(in mechanism.Input, s *rng.Stream, out []float64) {
	tooth := float64(s.Intn(c.k))
	out[0] = (tooth + 0.5*float64(in) + 0.5*s.Float64()) / float64(c.k)
}

// Spans hold what the Matcher holds: on the releases themselves, on all of their ends
// and next to them.
func TestSpans(t *testing.T) {
	for _, c := range []struct {
		name string
		m    mechanism.Mechanism
		grid int
	}{{"Laplace", laplaceStep{1}, 10}, {"atoms", atomsStep{laplaceStep{1}}, 3}, {"comb", comb{20}, 20},
		{"no noise", gaussSteps{steps: 1, dim: 1, shift: 1, same: true}, 2},
		{"normal", gaussSteps{steps: 1, dim: 1, shift: 1}, 1}} {
		set := paperSettings()
		set.Grid = c.grid
		sel := draw(c.m, 4, rng.PhaseSelect, 5000)
		e, err := paper.Enclose(sel.R[0][:1000], 1)
		if err != nil {
			t.Fatal(err)
		}
		cover := &paper.Cover{Steps: 1, Dim: 1, Grid: c.grid, Ellipsoids: []paper.Ellipsoid{e}}
		worst, outside := event.GridEvents(paper.WorstEvent(cover, sel, 1, 0), cover)
		found, _ := learn.Events(sel, cover, set.Aim())
		events := append([]event.Event{outside, worst}, found...)
		for _, e := range events {
			list := event.Spans(cover, e)
			x := append(append([]float64(nil), sel.R[0]...), sel.R[1]...)
			for _, s := range list {
				for _, v := range s {
					if !math.IsInf(v, 0) {
						x = append(x, v, math.Nextafter(v, math.Inf(1)), math.Nextafter(v, math.Inf(-1)))
					}
				}
			}
			x = append(x, 1e100, -1e100, 0)
			m, want := event.NewMatcher(cover, []event.Event{e}), make([]bool, 1)
			for _, v := range x {
				got := slices.ContainsFunc(list, func(s [2]float64) bool { return s[0] <= v && v < s[1] })
				if m.Match([]float64{v}, want); got != want[0] {
					t.Fatalf("%s: %s at %v: %v, want %v", c.name, e.Kind, v, got, want[0])
				}
			}
		}
	}
}
