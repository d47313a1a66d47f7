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
	"indistinct/core/test/english"
)

func TestOppositesAreDisjoint(t *testing.T) {
	found := 0
	for k, o := range oracles() {
		if o.delta > 0 {
			continue
		}
		set := Settings{Seed: uint64(k), Epsilon: 0.7, Alpha: 0.05, N: 1000, M: 5000, Learn: true}
		e, err := paper.Enclose(draw(o.mech, 8, rng.PhaseCover, 300).R[0], 1)
		steps, dim := o.mech.Shape()
		var cover *paper.Cover
		if steps == 1 && dim == 1 && err == nil {
			cover = &paper.Cover{Steps: 1, Dim: 1, Grid: 8, Ellipsoids: []paper.Ellipsoid{e}}
		}
		sel, fresh := draw(o.mech, set.Seed, rng.PhaseSelect, set.N), draw(o.mech, set.Seed, rng.PhaseTest, 5000)
		for _, e := range learn.Candidates(sel, cover, set.Aim(), nil) {
			if e.Opposite == nil {
				continue
			}
			found++
			if e.Swap || !e.Opposite.Swap {
				t.Errorf("%s: %q against %q, which should favour the neighbour", o.name, e.Name, e.Opposite.Name)
			}
			in := func(e event.Event, x []float64) bool {
				if e.OfGrid() {
					return e.Contains(cover, x)
				}
				return event.Member(e, steps, dim)(x)
			}
			for _, r := range fresh.R {
				for ; len(r) > 0; r = r[steps*dim:] {
					if x := r[:steps*dim]; in(e, x) && in(*e.Opposite, x) {
						t.Fatalf("%s: %v is in %q and in %q", o.name, x, e.Name, e.Opposite.Name)
					}
				}
			}
		}
	}
	if found < 5 {
		t.Errorf("only %d mechanisms have events that are tested at once", found)
	}
}

func TestNaNIsNoAtom(t *testing.T) {
	nan := math.NaN()
	for _, w := range [][]float64{{0.5, 2, 1, 1, 2, 2}, {0.5, 1, nan, 1}} {
		in := event.Member(event.Event{Kind: "atoms", Weights: w, Step: -1}, 1, 2)
		for _, x := range [][]float64{{nan, 1}, {1, nan}, {nan, nan}, {nan, 2}} {
			if in(x) {
				t.Errorf("%v is in the list %v", x, w[2:])
			}
		}
	}
}

func TestOppositeIsCountedByItself(t *testing.T) {
	m := &mechanism.Additive{Mean: [2][]float64{{10000, 10000}, {10001, 10000}}, Dim: 2,
		Noise: mechanism.LaplaceNoise{}, Scale: 1 / 0.7}
	namesakes := 0
	for seed := range uint64(6) {
		set := Settings{Seed: seed, Epsilon: 0.7, Alpha: 0.05, N: 20000, M: 20000, Learn: true}
		events := learn.Candidates(draw(m, seed, rng.PhaseSelect, set.N), nil, set.Aim(), nil)
		all, at := withOpposites(events)
		for i, e := range events {
			if e.Opposite == nil {
				continue
			}
			if o := all[at[i]]; !slices.Equal(o.Weights, e.Opposite.Weights) {
				t.Errorf("%q: counted is the threshold %v, tested %v", e.Opposite.Name, o.Weights[0],
					e.Opposite.Weights[0])
			}
			for _, o := range events {
				if english.Say(o.Name) == english.Say(e.Opposite.Name) && !slices.Equal(o.Weights, e.Opposite.Weights) {
					namesakes++
				}
			}
		}
	}
	if namesakes == 0 {
		t.Error("no two events of one name: the test shows nothing")
	}
}
