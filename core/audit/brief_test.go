package audit

import (
	"testing"

	"indistinct/core/test/oracle"
)

// A brief audit finds what a whole one finds: the same counts, bounds and
// p-values, and a violation where that finds one.
func TestBriefFindsTheSame(t *testing.T) {
	for _, claim := range []float64{0.3, 1.5} {
		set := paperSettings()
		set.Epsilon, set.N, set.M = claim, 2000, 4000
		m, err := oracle.NewLaplace(1, 1)
		if err != nil {
			t.Fatal(err)
		}
		whole, err := Run(m, set)
		if err != nil {
			t.Fatal(err)
		}
		set.Brief = true
		brief, err := Run(m, set)
		if err != nil {
			t.Fatal(err)
		}
		if (whole.Verdict == Violation) != (claim < 1) || (brief.Verdict == Violation) != (claim < 1) {
			t.Errorf("claim %v: %q, in brief %q", claim, whole.Verdict, brief.Verdict)
		}
		if whole.Strong.Epsilon != brief.Strong.Epsilon || whole.Strong.P != brief.Strong.P ||
			whole.Strong.Count != brief.Strong.Count ||
			whole.EpsilonC != brief.EpsilonC || whole.EscapeC != brief.EscapeC ||
			len(whole.Others) != len(brief.Others) {
			t.Errorf("claim %v: a brief audit differs", claim)
		}
		if brief.ProvenCurve != nil || whole.ProvenCurve == nil {
			t.Error("the proven curve is for whole audits")
		}
	}
}
