package audit

import (
	"math"
	"testing"

	"indistinct/core/mechanism"
	"indistinct/core/privacy"
	"indistinct/core/rng"
	"indistinct/core/stat"
	"indistinct/core/test/check"
	"indistinct/core/test/oracle"
)

// Whenever one stops, a claim that holds with equality is refuted in at most α of runs, on
// releases that are learned from and on counts alike. Of so many runs more than Most does with
// probability below 10⁻⁷.
func TestSequentialCoverage(t *testing.T) {
	runs := 200
	if check.Long() {
		runs = 2000
	}
	for _, c := range []struct {
		name  string
		m     mechanism.Mechanism
		claim privacy.Claim
		eps   float64
	}{
		{"Laplace", must(oracle.NewLaplace(1, 0.7)), privacy.Claim{}, 0.7},
		{"Gauss", must(oracle.NewGauss(1, 1, 1, privacy.Budget{})), privacy.Claim{Notion: privacy.Gaussian, Value: 1}, 0},
		{"two Gauss", must(oracle.NewGauss(1, 1, 2, privacy.Budget{})), privacy.Claim{Notion: privacy.Gaussian,
			Value: math.Sqrt2}, 0},
	} {
		set := Settings{Epsilon: c.eps, Claim: c.claim, Alpha: 0.3, Beta: 0.05, Gamma: 0.5, Grid: 1, N: 150, M: 300,
			MaxM: 2000, Sequential: true, Learn: true, Brief: true}
		wrong := 0
		for set.Seed = range uint64(runs) {
			r, err := Run(c.m, set)
			if err != nil {
				t.Fatal(err)
			}
			if r.Verdict == Violation {
				wrong++
			}
		}
		if wrong > check.Most(runs, set.Alpha) {
			t.Errorf("%s: %d of %d runs refute what holds", c.name, wrong, runs)
		}
		t.Logf("%s: %d of %d runs refute what holds", c.name, wrong, runs)
	}
}

// single is the test of one event with m releases of each input.
func single(c1, c2, m int64, delta float64) stat.RatioTest {
	return stat.RatioTest{C1: c1, N1: m, C2: c2, N2: m, Delta: delta}
}

var _ = rng.New
