package survey

import (
	"strings"
	"testing"

	about "indistinct/core/about/survey"
	"indistinct/core/audit"
	"indistinct/core/lab"
	"indistinct/core/privacy"
	"indistinct/core/test/check"
	"indistinct/core/test/labtest"
	"indistinct/core/work"
)

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
			e, err := privacy.EpsilonAt(m.mech.Profile(), m.spec.Float("trunc"))
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
	labtest.Sweep{Specs: 6, Broken: func(s lab.Spec) bool { return s.Text("mech") == about.Misprint }}.Run(t, Lab{})
}
