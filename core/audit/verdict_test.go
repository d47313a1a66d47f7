package audit_test

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"indistinct/core/test/english"

	"indistinct/core/audit"
	"indistinct/core/event"
	"indistinct/core/sheet"
	"indistinct/core/stat"
	"indistinct/core/tell"
)

func TestVerdicts(t *testing.T) {
	ev := func(swap bool) []event.Event {
		return []event.Event{{Kind: "threshold", Name: "releases with x > 1", Swap: swap, Weights: []float64{1, 1, 0}}}
	}
	both := ev(false)
	both[0].Opposite = &event.Event{Kind: "threshold", Name: "releases with x < −1", Swap: true,
		Weights: []float64{1, -1, 0}}
	just := (stat.RatioTest{C1: 500_000, N1: 1_000_000, C2: 249_500, N2: 1_000_000}).Lower(0.05) - 2e-5
	for _, c := range []struct {
		name    string
		cands   []event.Event
		counts  []audit.Count
		set     audit.Settings
		verdict audit.Verdict
		says    []string
	}{
		{"violation", ev(false), []audit.Count{{C1: 912, C2: 3, N: 1000}},
			audit.Settings{Epsilon: 1, Alpha: 0.05, M: 1000}, audit.Violation,
			[]string{"an event that happened 912 times in 1,000 releases of the record happened 3 times in 1,000 of its neighbour, so", "ε is at least 4.", "more than the claimed 1"}},
		{"violation the other way", ev(true), []audit.Count{{C1: 3, C2: 912, N: 1000}},
			audit.Settings{Epsilon: 1, Alpha: 0.05, M: 1000}, audit.Violation,
			[]string{"an event that happened 912 times in 1,000 releases of the neighbour happened 3 times in 1,000 of the record, so"}},
		{"never", ev(false), []audit.Count{{C1: 912, C2: 0, N: 1000}}, audit.Settings{Epsilon: 1, Alpha: 0.05, M: 1000},
			audit.Violation,
			[]string{"an event that happened 912 times in 1,000 releases of the record never happened in 1,000 of its neighbour, so"}},
		{"once", ev(false), []audit.Count{{C1: 912, C2: 1, N: 1000}},
			audit.Settings{Epsilon: 1, Delta: 1e-5, Alpha: 0.05, M: 1000}, audit.Violation,
			[]string{"happened once in 1,000 of its neighbour", "(at δ = 1·10⁻⁵)"}},
		{"hardly ever", ev(false), []audit.Count{{C1: 1, C2: 0, N: 1000}},
			audit.Settings{Epsilon: 1, Alpha: 0.05, M: 1000}, audit.NoViolation,
			[]string{"the most telling event happened once in 1,000 releases of the record and never in 1,000 of its neighbour."}},
		{"wrong direction", ev(true), []audit.Count{{C1: 912, C2: 3, N: 1000}},
			audit.Settings{Epsilon: 1, Alpha: 0.05, M: 1000}, audit.NoViolation, []string{"not a proof of privacy"}},
		{"nothing", ev(false), []audit.Count{{C1: 500, C2: 480, N: 1000}},
			audit.Settings{Epsilon: 1, Alpha: 0.05, M: 1000}, audit.NoViolation,
			[]string{"No violation of ε = 1", "not a proof of privacy"}},
		{"δ explains it", ev(false), []audit.Count{{C1: 100, C2: 3, N: 1000}},
			audit.Settings{Epsilon: 1, Delta: 0.2, Alpha: 0.05, M: 1000}, audit.NoViolation, []string{"δ = 0.2"}},
		{"too few", ev(false), []audit.Count{{C1: 5, C2: 0, N: 10}}, audit.Settings{Epsilon: 3, Alpha: 0.05, M: 10},
			audit.Inconclusive, []string{"Too few releases", "would show it in half of all audits at best"}},
		{"hopeless claim", ev(false), []audit.Count{{C1: 900, C2: 0, N: 1000}},
			audit.Settings{Epsilon: 1000, Alpha: 0.05, M: 1000}, audit.Inconclusive, []string{"No practicable number"}},
		{"no events", nil, nil, audit.Settings{Epsilon: 1, Alpha: 0.05, M: 1000}, audit.Inconclusive,
			[]string{"No event could be tested"}},
		{"sequential violation", ev(false), []audit.Count{{C1: 912, C2: 3, N: 1000}},
			audit.Settings{Epsilon: 1, Alpha: 0.05, M: 100, MaxM: 10000, Sequential: true}, audit.Violation,
			[]string{"more than the claimed 1"}},
		{"just above the claim", ev(false), []audit.Count{{C1: 500_000, C2: 249_500, N: 1_000_000}},
			audit.Settings{Epsilon: just, Alpha: 0.05, M: 1_000_000}, audit.Violation,
			[]string{"ε is at least 0.6918", "more than the claimed 0.6918"}},
		{"both ways", both, []audit.Count{{C1: 600, C2: 300, O1: 290, O2: 610, N: 1000}},
			audit.Settings{Epsilon: 0.5, Alpha: 0.05, M: 1000}, audit.Violation,
			[]string{"an event that happened 600 times in 1,000 releases of the record happened 300 times in 1,000 of its neighbour, so, with its opposite counted too, ε is at least 0.6"}},
		{"both ways, nothing", both, []audit.Count{{C1: 500, C2: 480, O1: 470, O2: 500, N: 1000}},
			audit.Settings{Epsilon: 0.7, Alpha: 0.05, M: 1000}, audit.NoViolation,
			[]string{"the most telling event happened 500 times in 1,000 releases of the record and 480 times in 1,000 of its neighbour. This"}},
	} {
		r := audit.Report{Epsilon: sheet.Real(c.set.Epsilon), Curve: []audit.CurvePoint{{Epsilon: 0}, {Epsilon: 1},
			{Epsilon: 3}}}
		audit.Strengthen(&r, c.cands, [][]audit.Count{c.counts}, c.set, audit.DefaultThresholds())
		tell.Words(&r)
		audit.StrongCurve(&r, c.cands, [][]audit.Count{c.counts}, c.set)
		if r.Verdict != c.verdict {
			t.Errorf("%s: %q, want %q (%s)", c.name, r.Verdict, c.verdict, r.Precise)
		}
		for _, s := range c.says {
			if !strings.Contains(english.Say(r.Plain), s) {
				t.Errorf("%s: %q does not say %q", c.name, r.Plain, s)
			}
		}
		if strings.Contains(english.Say(r.Plain), "is private") || len(r.Meaning) < 3 || r.Precise == "" {
			t.Errorf("%s: the report does not say what it means", c.name)
		}
		if len(c.counts) > 0 && c.counts[0].O2 > 0 {
			want := fmt.Sprintf("The second, the first's opposite, happened %d times in 1,000 releases of the record and %d times in 1,000 of its neighbour", c.counts[0].O1, c.counts[0].O2)
			if !strings.HasPrefix(strings.Join(r.Meaning, " "), "Two events were counted together. "+want) {
				t.Errorf("%s: the opposite's counts are not told: %q", c.name, r.Meaning)
			}
		}
		if (r.Verdict == audit.Violation) != (float64(r.Strong.Epsilon) > c.set.Epsilon) {
			t.Errorf("%s: bound %v against verdict %q", c.name, r.Strong.Epsilon, r.Verdict)
		}
		if r.Verdict == audit.Violation && float64(r.Strong.P) > c.set.Alpha {
			t.Errorf("%s: violation with p = %v", c.name, r.Strong.P)
		}
		for i := 1; i < len(r.Curve); i++ {
			if r.Curve[i].Exact < r.Curve[i-1].Exact {
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

func TestGroup(t *testing.T) {
	for _, c := range []struct {
		n int64
		s string
	}{{0, "0"}, {999, "999"}, {1000, "1,000"}, {1234567, "1,234,567"}, {-1000, "-1,000"}} {
		if got := sheet.Group(c.n); got != c.s {
			t.Errorf("%d is written %q, want %q", c.n, got, c.s)
		}
	}
}

// A violation is never written as a bound that equals the claim.
func TestAbove(t *testing.T) {
	for _, c := range []struct {
		bound, claim float64
		want         string
	}{{1.154, 1.15, "1.154"}, {1.1500021, 1.15, "1.150002"}, {1.16, 1.15, "1.16"}, {4.7239, 1, "4.72"},
		{12.34, 12.3, "12.34"}, {12.49, 12, "12.4"}, {0.7000004, 0.7, "0.7000004"}} {
		r := audit.Report{Epsilon: sheet.Real(c.claim), Verdict: audit.Violation,
			Strong: audit.Bound{Epsilon: sheet.Real(c.bound), Count: audit.Count{C1: 9, C2: 1, N: 10}}}
		r.Settings = audit.Settings{Epsilon: c.claim, M: 10}
		tell.Words(&r)
		if !strings.Contains(english.Say(r.Plain), "at least "+c.want+",") {
			t.Errorf("a bound of %v on a claim of %v: %s", c.bound, c.claim, r.Plain)
		}
	}
}
