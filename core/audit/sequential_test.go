package audit

import (
	"math"
	"testing"

	"indistinct/core/mechanism"
	"indistinct/core/num"
	"indistinct/core/privacy"
	"indistinct/core/stat"
	"indistinct/core/test/check"
	"indistinct/core/test/oracle"
)

// Whenever one stops, a claim that holds with equality is refuted in at most α of runs, on
// releases that are learned from and on counts alike. Of so many runs more than Most does with
// probability below 10⁻⁷.
func TestSequentialCoverage(t *testing.T) {
	runs := 40
	if check.Long() {
		runs = 1000
	}
	for _, c := range []struct {
		name  string
		m     mechanism.Mechanism
		claim privacy.Claim
		eps   float64
	}{
		{"Laplace", must(oracle.NewLaplace(1, 0.7)), privacy.Claim{}, 0.7},
		{"two Gauss", must(oracle.NewGauss(1, 1, 2, privacy.Budget{})), privacy.Claim{Notion: privacy.Gaussian,
			Value: math.Sqrt2}, 0},
	} {
		set := Settings{Epsilon: c.eps, Claim: c.claim, Alpha: 0.3, Beta: 0.05, Gamma: 0.5, Grid: 1, N: 100, M: 300,
			MaxM: 2000, Sequential: true, Learn: true, Brief: true}
		wrong := 0
		for set.Seed = range uint64(runs) {
			if mustRun(t, c.m, set).Verdict == Violation {
				wrong++
			}
		}
		if wrong > check.Most(runs, set.Alpha) {
			t.Errorf("%s: %d of %d runs refute what holds", c.name, wrong, runs)
		}
		t.Logf("%s: %d of %d runs refute what holds", c.name, wrong, runs)
	}
}

func mustRun(t *testing.T, m mechanism.Mechanism, set Settings) *Report {
	r, err := Run(m, set)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// What breaks its claim is found, among the first releases or on counts, and the bound exceeds the
// claim where the verdict says so and at no time falls.
func TestSequentialFinds(t *testing.T) {
	for _, c := range []struct {
		m     mechanism.Mechanism
		claim privacy.Claim
		eps   float64
		most  int64 // releases of each input
	}{
		{must(oracle.NewLaplace(1, 2)), privacy.Claim{}, 0.5, 200},
		{must(oracle.NewLaplace(1, 1)), privacy.Claim{}, 0.8, 30_000},
		{must(oracle.NewGauss(1, 1, 1, privacy.Budget{})), privacy.Claim{Notion: privacy.Gaussian, Value: 0.5}, 0, 300},
	} {
		set := Settings{Seed: 3, Epsilon: c.eps, Claim: c.claim, Alpha: 0.05, Beta: 0.05, Gamma: 0.5, Grid: 1, N: 300,
			M: 300, MaxM: 30_000, Sequential: true, Learn: true}
		r := mustRun(t, c.m, set)
		proven, claim := float64(r.Strong.Epsilon), c.eps
		if r.Curved != nil {
			proven, claim = float64(r.Curved.Least), c.claim.Value
		}
		if r.Verdict != Violation || proven <= claim || r.Decided > c.most || r.Strong.P > 0.05 {
			t.Errorf("claim %v: %s, ≥ %v after %d, p = %v", claim, r.Verdict, proven, r.Decided, r.Strong.P)
		}
		for i := range r.Running[1:] {
			if r.Running[i+1].Epsilon < r.Running[i].Epsilon {
				t.Error("the bound falls")
			}
		}
		if end := r.Running[len(r.Running)-1]; float64(end.Epsilon) != proven || end.M != r.Decided {
			t.Errorf("ends with %+v", end)
		}
		t.Logf("claim %v: ≥ %v after %d", claim, proven, r.Decided)
	}
}

// single is the test of one event with m releases of each input.
func single(c1, c2, m int64, delta float64) stat.RatioTest {
	return stat.RatioTest{C1: c1, N1: m, C2: c2, N2: m, Delta: delta}
}

// TestFreshBound: of a violation the releases that came once it was decided prove about what a test of as many
// does, and exceed the truth no more often.
func TestFreshBound(t *testing.T) {
	const runs, truth = 60, 1
	set := Settings{Epsilon: 0.5, Alpha: 0.05, Beta: 0.05, Gamma: 0.5, Grid: 1, N: 500, M: 2000, MaxM: 2000,
		Sequential: true, Learn: true, Brief: true}
	sum, above := 0.0, 0
	m := must(oracle.NewLaplace(1, truth))
	for set.Seed = range uint64(runs) {
		r := mustRun(t, m, set)
		if r.Verdict != Violation || r.Fresh == nil || r.Fresh.M != 2000 {
			t.Fatalf("%s after %d, and %+v", r.Verdict, r.Decided, r.Fresh)
		}
		sum += r.Fresh.Proven() / runs
		if float64(r.Fresh.Epsilon) > truth {
			above++
		}
	}
	if sum < 0.85 || above > check.Most(runs, set.Alpha) {
		t.Errorf("ε ≥ %.3f in the mean, %d of %d above the truth", sum, above, runs)
	}
}

// TestConfidenceSequence: where the claim holds with equality, the bound is within a tenth of what a test of as many
// releases by the odds ratio of randomised response would be expected to prove, .93.
func TestConfidenceSequence(t *testing.T) {
	const runs = 40
	set := Settings{Epsilon: 1, Alpha: 0.05, Beta: 0.05, Gamma: 0.5, Grid: 1, N: 500, M: 1000, MaxM: 1000,
		Sequential: true, Learn: true, Brief: true}
	sum := 0.0
	for seed := range uint64(runs) {
		r, err := Judge(&drawn{law: response(1, 0), seed: seed}, set)
		if err != nil {
			t.Fatal(err)
		}
		sum += float64(r.Strong.Epsilon) / runs
	}
	if sum < 0.9*0.93-0.04 { // five standard errors
		t.Errorf("ε ≥ %.3f in the mean", sum)
	}
	t.Logf("ε ≥ %.3f in the mean", sum)
}

// TestHypothesis: what is bet against is implied by the claim: at none of the rates is less δ than the claim's curve
// leaves there, as far as that is known, nor much more.
func TestHypothesis(t *testing.T) {
	for _, c := range []struct {
		claim privacy.Claim
		known float64
	}{
		{privacy.Claim{Notion: privacy.Gaussian, Value: 0.05}, 1e-8},
		{privacy.Claim{Notion: privacy.Gaussian, Value: 1}, 1e-8},
		{privacy.Claim{Notion: privacy.Gaussian, Value: 4}, 1e-8},
		{privacy.Claim{Notion: privacy.Concentrated, Value: 0.01}, 1e-5},
		{privacy.Claim{Notion: privacy.Concentrated, Value: 0.5}, 1e-5},
		{privacy.Claim{Notion: privacy.Renyi, Value: 2, Given: privacy.Given{4}}, 1e-5},
		{privacy.Claim{Notion: privacy.Subsampled, Value: 1.4, Given: privacy.Given{0.3, 1}}, 1e-6},
		{privacy.Claim{Notion: privacy.Subsampled, Value: 1, Given: privacy.Given{0.01, 1000}}, 1e-6},
	} {
		for k, b := range (Settings{Claim: c.claim}).hypothesis(c.claim.Value)[0] {
			e, least := num.Exp(b.Epsilon), 1.0
			for a := 1e-6; a < 1; a *= 1.003 {
				least = math.Min(least, c.claim.TradeOff(a)+e*a)
			}
			if d := 1 - least; b.Delta < d-c.known || b.Delta > d+1e-4 {
				t.Errorf("%+v, rate %v: δ = %v, want %v", c.claim, Tangents[k], b.Delta, d)
			}
		}
	}
}
