package lab

import (
	"math"
	"slices"
	"testing"

	"indistinct/core/privacy"
)

// TestEntries: a ledger has the first steps one by one, then powers of two and all of them, each with the account of
// these, or of the profile that is known, and beyond the run those of its costliest step over and over.
func TestEntries(t *testing.T) {
	const delta = 1e-5
	for _, n := range []int{1, 5, 8, 9, 16, 37} {
		var steps []privacy.Step
		var first []privacy.Profile
		for k := range n {
			steps = append(steps, privacy.Step{Mu: 0.1 + 0.01*float64(k*7%n)})
			first = append(first, privacy.GaussianProfile{Mu: 0.05 * float64(k+1)})
		}
		worst := 0.0
		for _, s := range steps {
			worst = max(worst, s.Mu)
		}
		for _, known := range [][]privacy.Profile{nil, first} {
			out, err := entries(steps, known, delta)
			if err != nil {
				t.Fatal(err)
			}
			var run, beyond []int
			for _, e := range out {
				square := 0.0
				if e.of == "run" {
					run = append(run, e.steps)
					for _, s := range steps[:e.steps] {
						square += s.Mu * s.Mu
					}
				} else {
					beyond = append(beyond, e.steps)
					square = worst * worst * float64(e.steps)
				}
				exact, _ := privacy.GaussianEpsilon(delta, math.Sqrt(square))
				want := exact
				if e.of == "run" && known != nil {
					want, _ = privacy.GaussianEpsilon(delta, 0.05*float64(e.steps))
				}
				if math.Abs(e.Gaussian-exact) > 1e-9*exact || math.Abs(e.High-want) > 1e-9*want || e.Low != e.High ||
					e.proven == e.proven {
					t.Errorf("%d steps, %d %s: %+v, want ε = %v", n, e.steps, e.of, e, want)
				}
			}
			for k := 1; k <= n; k++ {
				if want := k <= 8 || k == n || k == 16 || k == 32; slices.Contains(run, k) != want {
					t.Errorf("%d steps: there is a line of the first %d: %t", n, k, !want)
				}
			}
			if !slices.IsSorted(run) || !slices.IsSorted(beyond) || beyond[0] != 1 || beyond[len(beyond)-1] != hour {
				t.Errorf("%d steps: lines of %v, beyond of %v", n, run, beyond)
			}
		}
	}
	// of what nothing is known there is no more
	out, _ := entries([]privacy.Step{{Mu: 1}, {Pure: math.Inf(1)}}, nil, delta)
	if len(out) != 2 || !math.IsInf(out[1].Basic, 1) {
		t.Errorf("of an unknown step: %+v", out)
	}
}
