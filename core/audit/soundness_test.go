package audit

import (
	"fmt"
	"math"
	"testing"

	"indistinct/core/learn"
	"indistinct/core/mechanism"
	"indistinct/core/privacy"
	"indistinct/core/rng"
	"indistinct/core/stat"
	"indistinct/core/test/check"
	"indistinct/core/test/oracle"
)

// thirty are mechanisms with known laws, of every kind and over the range of ε
// and δ.
func thirty() []knownCase {
	out := oracles()
	zero, one := []float64{0, 0, 0}, []float64{1, 1, 1}
	for _, e := range []float64{0.1, 2, 5} {
		out = append(out,
			knownCase{fmt.Sprintf("Laplace, ε = %v", e), must(oracle.NewLaplace(1, e)), 0},
			knownCase{fmt.Sprintf("histogram, ε = %v", e), must(oracle.NewHistogram([]float64{3, 1}, e)), 0},
			knownCase{fmt.Sprintf("noisy max, ε = %v", e), newNoisyMax(zero, one, e, laplaceNoise, false), 0},
			knownCase{fmt.Sprintf("randomised response, ε = %v", e), must(oracle.NewResponse(1, e, e)), 0})
	}
	for _, d := range []float64{1e-5, 0.01, 0.2} {
		out = append(out,
			knownCase{fmt.Sprintf("Gaussian, σ = ½, δ = %v", d),
				must(oracle.NewGauss(1, 0.5, 1, privacy.Budget{Epsilon: 1, Delta: d})), d},
			knownCase{fmt.Sprintf("Gaussian, two steps, δ = %v", d),
				must(oracle.NewGauss(1, 3, 2, privacy.Budget{Epsilon: 1, Delta: d})), d})
	}
	return out
}

// proves returns the largest bound of all events that a mechanism's selection
// releases give rise to.
func proves(mech mechanism.Mechanism, set Settings) float64 {
	events, _ := learn.Events(draw(mech, set.Seed, rng.PhaseSelect, set.N), nil, set.Aim())
	best := 0.0
	for i, c := range tally(mech, events, set.Seed, rng.PhaseTest, set.M) {
		v := newEvidence(events[i], []Count{c}, set, set.Alpha*stat.Share(i, len(events)))
		best = math.Max(best, v.bounds()[0])
	}
	return best
}

// Of thirty mechanisms with known laws the bound is above the exact ε in at most
// α of audits: the confidence that is stated is that of all events together,
// whichever of them gives the bound. What is allowed is what a rate of α exceeds
// with probability below 10⁻⁷. The long form takes 1,000 seeds of each at
// α = 0.05 and 0.2 in turn.
func TestSoundness(t *testing.T) {
	seeds := 8
	if check.Long() {
		seeds = 1000
	}
	list := thirty()
	if len(list) != 30 {
		t.Fatalf("%d mechanisms, want 30", len(list))
	}
	var total, all [2]int
	for k, o := range list {
		exact := truth(o)
		var wrong, runs [2]int
		for seed := range uint64(seeds) {
			a := int(seed % 2)
			alpha := [2]float64{0.05, 0.2}[a]
			set := Settings{Seed: check.Hash(555, uint64(k), seed), Epsilon: exact, Delta: o.delta, Alpha: alpha,
				N: 100 << (seed % 3), M: 100 << (seed % 4), Learn: true}
			runs[a]++
			if proves(o.mech, set) > exact*(1+1e-9) {
				wrong[a]++
			}
		}
		for a, alpha := range []float64{0.05, 0.2} {
			if wrong[a] > check.Most(runs[a], alpha) {
				t.Errorf("%s, α = %v: %d of %d bounds above the exact ε = %v", o.name, alpha, wrong[a], runs[a], exact)
			}
			total[a] += wrong[a]
			all[a] += runs[a]
		}
	}
	for a, alpha := range []float64{0.05, 0.2} {
		if total[a] > check.Most(all[a], alpha) {
			t.Errorf("α = %v: %d of %d bounds above the exact ε", alpha, total[a], all[a])
		}
		t.Logf("α = %v: %d of %d bounds above the exact ε", alpha, total[a], all[a])
	}
}
