package audit

import (
	"encoding/json"
	"testing"

	"indistinct/core/test/oracle"
	"indistinct/core/work"
)

// TestPending: what is shown on the way says what it waits for; the verdict
// before the exact profile is the final one.
func TestPending(t *testing.T) {
	m, err := oracle.NewLaplace(1, .7)
	if err != nil {
		t.Fatal(err)
	}
	for _, sequential := range []bool{false, true} {
		set := paperSettings()
		set.Epsilon = 0.68
		if set.Sequential = sequential; sequential {
			set.MaxM = 20000
		}
		j, err := NewJob(m, set)
		if err != nil {
			t.Fatal(err)
		}
		var seen []Report
		see := func(out []byte) {
			var r Report
			if err := json.Unmarshal(out, &r); err != nil {
				t.Fatal(err)
			}
			seen = append(seen, r)
		}
		out, err := j.Run(&crew{job: j, seen: func(_ work.Kind, data []byte) { see(data) }})
		if err != nil {
			t.Fatal(err)
		}
		see(out)
		n := len(seen)
		if n < 2 || sequential && n < 3 {
			t.Fatalf("sequential %v: %d reports", sequential, n)
		}
		final, verdict := seen[n-1], seen[n-2]
		if final.Pending != "" || final.ExactPure == nil {
			t.Errorf("sequential %v: the final report waits for %q", sequential, final.Pending)
		}
		if verdict.Pending != PendingExact || verdict.ExactPure != nil {
			t.Errorf("sequential %v: the report before waits for %q", sequential, verdict.Pending)
		}
		if verdict.Verdict != final.Verdict || verdict.Strong.Epsilon != final.Strong.Epsilon ||
			verdict.EpsilonC != final.EpsilonC {
			t.Errorf("sequential %v: the verdict changed from %q to %q", sequential, verdict.Verdict, final.Verdict)
		}
		for _, r := range seen[:n-2] {
			if r.Pending != PendingReleases {
				t.Errorf("a report while releases are drawn waits for %q", r.Pending)
			}
		}
	}
}
