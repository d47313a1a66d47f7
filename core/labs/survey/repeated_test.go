package survey

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"indistinct/core/audit"
	"indistinct/core/lab"
	"indistinct/core/mechanism"
	"indistinct/core/privacy"
	"indistinct/core/rng"
	"indistinct/core/test/check"
	"indistinct/core/test/labtest"
	"indistinct/core/test/oracle"
	"indistinct/core/work"
)

// The loss of one Tulap release is ε or −ε, so that of ten is that of ten
// answers by randomised response, and the mean of a truncated law's infinite losses
// adds up.
func TestRepeatedProfile(t *testing.T) {
	m := open(t, map[string]string{"mech": "tulap", "released": "10"})
	p := m.Mechanism().(mechanism.Profiled).Profile()
	want := oracle.ResponseProfile{Truth: 1 / (1 + math.Exp(-1)), Steps: 10}
	for _, eps := range []float64{0, 0.5, 1, 3.3, 7, 9.9} {
		check.Near(t, fmt.Sprintf("ten Tulap releases, δ(%g)", eps), p.Delta(eps), want.Delta(eps), 1e-11)
	}
	check.Near(t, "pure ε of ten", p.Pure(), 10, 1e-12)
	// The sum of two hundred budgets is two hundred times one, but for rounding.
	far := open(t, map[string]string{"mech": "tulap", "budget": "9.67463379161593", "bias": "0.5", "people": "100000",
		"yes": "100000", "released": "200", "size": "0.0001"})
	own := far.Mechanism().(mechanism.Profiled).Profile()
	if sum := far.Mechanism().Claim().Budget.Epsilon; own.Delta(sum) != 0 {
		t.Errorf("δ(%v) = %v where that is promised with δ = 0, pure %v", sum, own.Delta(sum), own.Pure())
	}
	cut := open(t, map[string]string{"mech": "tulap", "trunc": "0.02", "released": "5"})
	check.Near(t, "truncated five times, δ far out", cut.Mechanism().(mechanism.Profiled).Profile().Delta(100),
		1-math.Pow(0.98, 5), 1e-9)
}

// δ(ε) of four Laplace releases against E(1 − e^{ε−L})₊ over 40,000 draws under
// either input, within six standard errors: false alarm below 10⁻⁷.
func TestRepeatedLosses(t *testing.T) {
	const n = 40000
	m := open(t, map[string]string{"released": "4", "budget": "0.7"}).all
	p := m.Profile()
	out := make([]float64, 4)
	for _, eps := range []float64{0, 0.8, 1.7} {
		s1, s2 := 0.0, 0.0
		for i := range n {
			s := rng.New(rng.Key{Seed: 3, Phase: 902, Trial: uint64(i)})
			m.Release(mechanism.Record, &s, out)
			v := max(0, -math.Expm1(eps-m.LogDensity(0, out)+m.LogDensity(1, out)))
			s1, s2 = s1+v/n, s2+v*v/n
		}
		check.Near(t, fmt.Sprintf("four Laplace releases, δ(%g)", eps), p.Delta(eps), s1, 6*math.Sqrt((s2-s1*s1)/n))
	}
}

// Published ten times at ε = 1 a survey is found out, and the bound is below
// what is exact; published once it is not. At α = 10⁻⁶ a false alarm of either
// has at most that probability.
func TestPublishedTenTimes(t *testing.T) {
	for _, c := range []struct {
		released string
		verdict  audit.Verdict
	}{{"10", audit.Violation}, {"1", audit.NoViolation}} {
		r := labtest.Report(t, Lab{}, specOf(t, map[string]string{"released": c.released, "alpha": "1e-6"}), 2)
		if r.Verdict != c.verdict {
			t.Errorf("published %s times: %s, ε ≥ %v", c.released, r.Verdict, r.Strong.Epsilon)
		}
		if r.ExactPure == nil || float64(r.Strong.Epsilon) > float64(*r.ExactPure) {
			t.Errorf("published %s times: bound %v, exact %v", c.released, r.Strong.Epsilon, r.ExactPure)
		}
	}
}

// One drag of the main slider changes the answer, whatever the mechanism: at the
// claim no violation, with a little less noise one, and an adversary is right
// from 95 % to 55 % of the time: 1 − e^{−ε/2}/2 for Laplace noise. A correct
// program cries violation at the claim for at most 5 % of seeds.
func TestOneDrag(t *testing.T) {
	for _, c := range []struct {
		budget  string
		verdict audit.Verdict
	}{{"1", audit.NoViolation}, {"1.25", audit.Violation}} {
		r := labtest.Report(t, Lab{}, specOf(t, map[string]string{"budget": c.budget}), 2)
		if r.Verdict != c.verdict {
			t.Errorf("budget %s: %s, ε ≥ %v", c.budget, r.Verdict, r.Strong.Epsilon)
		}
	}
	for budget, want := range map[string]float64{"4.6": 0.95, "1": 0.697, "0.21": 0.55} {
		look, err := lab.LookAt(Lab{}, specOf(t, map[string]string{"budget": budget}), nil)
		if err != nil {
			t.Fatal(err)
		}
		check.Near(t, "success at ε = "+budget, float64(look.Meter.Success), want, 1e-3)
	}
}

// Exact ε at δ is finite for truncated noise at the δ that the truncation costs,
// and never above the pure ε: 33 pairs, 16 of which gave ∞ by round-off.
func TestEpsilonAtTheTruncation(t *testing.T) {
	for _, trunc := range []string{"0.001", "0.005", "0.01", "0.02", "0.05", "0.1", "0.2", "0.005", "0.15",
		"0.03", "0.12"} {
		for _, budget := range []string{"0.1", "1", "3"} {
			m := open(t, map[string]string{"mech": "tulap", "trunc": trunc, "budget": budget})
			e, err := privacy.EpsilonAt(m.all.Profile(), m.spec.Float("trunc"))
			if err != nil {
				t.Fatal(err)
			}
			check.Near(t, "ε at δ = "+trunc, e, m.eps, 1e-9)
		}
	}
}

// Comparisons at one ε say what they do not hold equal: the δ that truncation costs.
func TestComparisonsSayTheirDelta(t *testing.T) {
	for _, trunc := range []string{"0", "0.1"} {
		m := open(t, map[string]string{"mech": "tulap", "trunc": trunc, "delta": trunc, "people": "5", "yes": "3"})
		for _, name := range []string{"power", "accuracy"} {
			job, err := m.Analyse(name)
			if err != nil {
				t.Fatal(err)
			}
			data, err := work.Serial(job, 1<<40)
			if err != nil {
				t.Fatal(err)
			}
			if said := strings.Contains(string(data), "survey.unequal.delta"); said != (trunc != "0") {
				t.Errorf("%s at truncation %s: said %v", name, trunc, said)
			}
		}
	}
}

func TestRandomSpecs(t *testing.T) {
	labtest.Sweep{Specs: 6, Broken: func(s lab.Spec) bool { return s.Text("mech") == misprint }}.Run(t, Lab{})
}
