package audit_test

import (
	"math"
	"testing"

	"indistinct/core/audit"
	"indistinct/core/event"
	"indistinct/core/sheet"
	"indistinct/core/stat"
	"indistinct/core/tell"
	"indistinct/core/test/check"
)

func TestVerdicts(t *testing.T) {
	ev := func(swap bool) []event.Event {
		return []event.Event{{Kind: "threshold", Name: "releases with x > 1", Swap: swap}}
	}
	both := ev(false)
	both[0].Opposite = &event.Event{Kind: "threshold", Name: "releases with x < −1", Swap: true}
	just := (stat.RatioTest{C1: 500_000, N1: 1_000_000, C2: 249_500, N2: 1_000_000}).Lower(0.05) - 2e-5
	set := audit.Settings{Epsilon: 1, Alpha: 0.05, M: 1000}
	with := func(f func(*audit.Settings)) audit.Settings { s := set; f(&s); return s }
	for _, c := range []struct {
		name    string
		cands   []event.Event
		counts  []audit.Count
		set     audit.Settings
		verdict audit.Verdict
		says    string // tell.plain.…
		places  []any
	}{
		{"violation", ev(false), []audit.Count{{C1: 912, C2: 3, N: 1000}}, set, audit.Violation, "violation",
			[]any{"c1", 912, "c2", 3, "m", 1000, "likelier", "record", "opposite", "no", "claim", 1, "delta", 0}},
		{"violation the other way", ev(true), []audit.Count{{C1: 3, C2: 912, N: 1000}}, set, audit.Violation,
			"violation", []any{"c1", 912, "c2", 3, "likelier", "neighbour"}},
		{"never", ev(false), []audit.Count{{C1: 912, C2: 0, N: 1000}}, set, audit.Violation, "violation",
			[]any{"c1", 912, "c2", 0}},
		{"with δ", ev(false), []audit.Count{{C1: 912, C2: 1, N: 1000}},
			with(func(s *audit.Settings) { s.Delta = 1e-5 }), audit.Violation, "violation", []any{"delta", 1e-5}},
		{"hardly ever", ev(false), []audit.Count{{C1: 1, C2: 0, N: 1000}}, set, audit.NoViolation, "none",
			[]any{"c1", 1, "c2", 0, "bound", 0}},
		{"wrong direction", ev(true), []audit.Count{{C1: 912, C2: 3, N: 1000}}, set, audit.NoViolation, "none",
			[]any{"c1", 3, "c2", 912, "likelier", "neighbour"}},
		{"nothing", ev(false), []audit.Count{{C1: 500, C2: 480, N: 1000}}, set, audit.NoViolation, "none", nil},
		{"δ explains it", ev(false), []audit.Count{{C1: 100, C2: 3, N: 1000}},
			with(func(s *audit.Settings) { s.Delta = 0.2 }), audit.NoViolation, "none", []any{"delta", 0.2}},
		{"too few", ev(false), []audit.Count{{C1: 5, C2: 0, N: 10}}, audit.Settings{Epsilon: 3, Alpha: 0.05, M: 10},
			audit.Inconclusive, "few", []any{"gross", 6, "claim", 3}},
		// Randomised response with ε = 2 is found in .481 and .579 of such audits.
		{"just too few", ev(false), []audit.Count{{C1: 8, C2: 8, N: 16}},
			audit.Settings{Epsilon: 1, Alpha: 0.05, M: 16}, audit.Inconclusive, "few", []any{"gross", 2, "claim", 1}},
		{"just enough", ev(false), []audit.Count{{C1: 9, C2: 9, N: 18}},
			audit.Settings{Epsilon: 1, Alpha: 0.05, M: 18}, audit.NoViolation, "none", nil},
		{"hopeless claim", ev(false), []audit.Count{{C1: 900, C2: 0, N: 1000}},
			with(func(s *audit.Settings) { s.Epsilon = 1000 }), audit.Inconclusive, "hopeless", nil},
		{"no events", nil, nil, set, audit.Inconclusive, "untested", nil},
		{"sequential violation", ev(false), []audit.Count{{C1: 912, C2: 3, N: 1000}},
			audit.Settings{Epsilon: 1, Alpha: 0.05, M: 100, MaxM: 10000, Sequential: true}, audit.Violation,
			"violation", nil},
		{"just above the claim", ev(false), []audit.Count{{C1: 500_000, C2: 249_500, N: 1_000_000}},
			audit.Settings{Epsilon: just, Alpha: 0.05, M: 1_000_000}, audit.Violation, "violation", nil},
		{"both ways", both, []audit.Count{{C1: 600, C2: 300, O1: 290, O2: 610, N: 1000}},
			with(func(s *audit.Settings) { s.Epsilon = 0.5 }), audit.Violation, "violation",
			[]any{"c1", 600, "c2", 300, "opposite", "yes"}},
		{"both ways, nothing", both, []audit.Count{{C1: 500, C2: 480, O1: 470, O2: 500, N: 1000}},
			with(func(s *audit.Settings) { s.Epsilon = 0.7 }), audit.NoViolation, "none",
			[]any{"c1", 500, "c2", 480, "opposite", "yes"}},
	} {
		r := audit.Report{Curve: audit.PValues{Epsilon: []sheet.Real{0, 1, 3}}}
		audit.Strengthen(&r, c.cands, [][]audit.Count{c.counts}, c.set, audit.DefaultThresholds())
		audit.StrongCurve(&r, c.cands, [][]audit.Count{c.counts}, c.set)
		if r.Verdict != c.verdict {
			t.Errorf("%s: %q, want %q", c.name, r.Verdict, c.verdict)
		}
		check.Places(t, c.name, tell.Plain(&r), "tell.plain."+c.says, c.places...)
		if b := r.Proven(); (r.Verdict == audit.Violation) != (b > c.set.Epsilon) || b > float64(r.Strong.Epsilon) {
			t.Errorf("%s: %v is said of the bound %v", c.name, b, r.Strong.Epsilon)
		}
		// The opposite's counts stand in the sentence that can be quoted.
		if n := c.counts; len(n) > 0 && n[0].O2 > 0 {
			check.Places(t, c.name, tell.Precise(&r), "tell.precise.opposite", "o1", n[0].O1, "o2", n[0].O2)
		}
		if (r.Verdict == audit.Violation) != (float64(r.Strong.Epsilon) > c.set.Epsilon) {
			t.Errorf("%s: bound %v against verdict %q", c.name, r.Strong.Epsilon, r.Verdict)
		}
		if r.Verdict == audit.Violation && float64(r.Strong.P) > c.set.Alpha {
			t.Errorf("%s: violation with p = %v", c.name, r.Strong.P)
		}
		for i := 1; i < len(r.Curve.Exact); i++ {
			if r.Curve.Exact[i] < r.Curve.Exact[i-1] {
				t.Errorf("%s: the p-value falls along the curve", c.name)
			}
		}
		if (r.Needed > 0) != (r.Verdict == audit.Inconclusive && c.set.Epsilon < 100 && c.cands != nil) {
			t.Errorf("%s: %d releases needed", c.name, r.Needed)
		}
	}
}

func TestShares(t *testing.T) {
	for n := 1; n <= 8; n++ {
		sum := 0.0
		for k := range n {
			sum += stat.Share(k, n)
		}
		if math.Abs(sum-1) > 1e-12 {
			t.Errorf("%d events share %v of α", n, sum)
		}
	}
}

// A violation is never written as a bound that equals the claim.
func TestAbove(t *testing.T) {
	for _, c := range []struct {
		bound, claim float64
		want         float64
	}{{1.154, 1.15, 1.154}, {1.1500021, 1.15, 1.150002}, {1.16, 1.15, 1.16}, {4.7239, 1, 4.72},
		{12.34, 12.3, 12.34}, {12.49, 12, 12.4}, {0.7000004, 0.7, 0.7000004}} {
		r := audit.Report{Epsilon: sheet.Real(c.claim), Verdict: audit.Violation,
			Strong: audit.Bound{Epsilon: sheet.Real(c.bound), Count: audit.Count{C1: 9, C2: 1, N: 10}}}
		check.Places(t, "a bound just above its claim", tell.Plain(&r), "tell.plain.violation", "bound", c.want)
	}
}
