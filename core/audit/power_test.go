package audit

import (
	"math"
	"testing"

	"indistinct/core/rng"
	"indistinct/core/sheet"
)

// fractionFound is how often the exact test with m releases finds an event of
// probability p1 on which all of ε shows.
func fractionFound(p1, eps float64, m int64, set Settings, alpha float64, draws int) float64 {
	found := 0
	for trial := range uint64(draws) {
		s := rng.New(rng.Key{Seed: 8, Phase: 94, Trial: trial})
		x := s.Binomial(m, p1)
		if pair(x, s.Binomial(m, (p1-set.Delta)*math.Exp(-eps)), m, set.Delta).rejects(set.Epsilon, alpha) {
			found++
		}
	}
	return float64(found) / float64(draws)
}

// Detectable is where the power is one half, by simulation, also where hardly a
// hit of the rarer input is to be expected; and so many releases as are said to
// decide have that power. 300 draws at ½ lie within 0.36 … 0.64 but for 2·10⁻⁶;
// counts are discrete, so the power just above the answer may be larger.
func TestDetectableIsHalfPower(t *testing.T) {
	draws, sizes := 300, []int64{1000}
	if long() {
		draws, sizes = 4000, []int64{300, 1000, 30000}
	}
	for _, delta := range []float64{0, 1e-5, 0.05} {
		for _, claim := range []float64{0.1, 0.5, 1, 3, 5} {
			set := Settings{Epsilon: claim, Delta: delta, Alpha: 0.05}
			for _, m := range sizes {
				d := newFrontier(m, set.Epsilon, set.Delta, 0.05).detectable(0.5)
				if math.IsInf(d, 1) {
					// Not even an event that the other input never shows would do.
					if f := fractionFound(0.5, 700, m, set, 0.05, 200); f >= 0.5 {
						t.Errorf("claim %v, δ = %v, m = %d: nothing is detectable, but a ratio of infinity is in %v", claim, delta, m, f)
					}
					continue
				}
				// Just above the answer the power is at least one half, just below
				// it at most.
				at, below := fractionFound(0.5, d*1.002, m, set, 0.05, draws), fractionFound(0.5, claim+(d-claim)*0.97, m, set, 0.05, draws)
				if at < 0.36 || below > 0.64 {
					t.Errorf("claim %v, δ = %v, m = %d: power %v at the detectable ε = %.4f, %v below", claim, delta, m, at, d, below)
				}
				t.Logf("claim %v, δ = %v, m = %d: power %v at the detectable ε = %.4f, %v below", claim, delta, m, at, d, below)
			}
			n := needed(DefaultThresholds(), set, 0.05)
			gross := DefaultThresholds().gross(claim)
			if n == 0 {
				t.Errorf("claim %v, δ = %v: no number of releases decides", claim, delta)
				continue
			}
			if at, half := fractionFound(0.5, gross, n, set, 0.05, draws), fractionFound(0.5, gross, n*3/4, set, 0.05, draws); at < 0.36 || half > 0.64 {
				t.Errorf("claim %v, δ = %v: power %v with %d releases, %v with three quarters of them", claim, delta, at, n, half)
			}
		}
	}
}

// The power by summation is that by simulation: 2000 draws differ by more than
// 0.06 with probability below 10⁻⁷.
func TestPower(t *testing.T) {
	for _, c := range []struct {
		claim, delta, p1, eps float64
		m                     int64
	}{{0.7, 0, 0.5, 0.8, 1000}, {0.7, 0, 0.5, 0.71, 1_000_000}, {3, 0, 0.5, 5, 1000}, {1, 0.05, 0.3, 1.4, 5000}, {5, 1e-5, 0.5, 6, 20000}, {0.1, 0, 0.01, 0.3, 100_000}} {
		got := newFrontier(c.m, c.claim, c.delta, 0.04).power(c.p1, (c.p1-c.delta)*math.Exp(-c.eps))
		want := fractionFound(c.p1, c.eps, c.m, Settings{Epsilon: c.claim, Delta: c.delta}, 0.04, 2000)
		if math.Abs(got-want) > 0.06 {
			t.Errorf("%+v: power %.4f, simulated %.4f", c, got, want)
		}
	}
}

func BenchmarkDetectable(b *testing.B) {
	for _, m := range []int64{1000, 1_000_000} {
		b.Run(sheet.Group(m), func(b *testing.B) {
			for b.Loop() {
				newFrontier(m, 0.7, 0, 0.0475).detectable(0.5)
			}
		})
	}
	b.Run("needed", func(b *testing.B) {
		for b.Loop() {
			needed(DefaultThresholds(), Settings{Epsilon: 3}, 0.0475)
		}
	})
}
