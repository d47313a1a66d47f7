package survey

import "testing"

// TestSpent: what a release costs is said of the mechanism: the misprint protects nothing, a truncated one
// spends δ too.
func TestSpent(t *testing.T) {
	for want, set := range map[string]map[string]string{
		"survey.own.unprotected": {"mech": "misprint"},
		"survey.own.spent.delta": {"mech": "tulap", "trunc": "0.02"},
		"survey.own.spent":       {"mech": "laplace"},
	} {
		if got := open(t, set).spent(); got.ID() != want {
			t.Errorf("%v: %q", set, got)
		}
	}
}
