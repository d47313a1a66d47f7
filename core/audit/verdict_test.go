package audit

import (
	"math"
	"strings"
	"testing"
)

func TestVerdicts(t *testing.T) {
	ev := func(swap bool) []Event {
		return []Event{{Kind: "threshold", Name: "releases with x > 1", Swap: swap, Weights: []float64{1, 1, 0}}}
	}
	for _, c := range []struct {
		name    string
		cands   []Event
		counts  []Count
		set     Settings
		verdict Verdict
		says    []string
	}{
		{"violation", ev(false), []Count{{C1: 912, C2: 3, N: 1000}}, Settings{Epsilon: 1, Alpha: 0.05, M: 1000}, Violation,
			[]string{"an event that happened 912 times in 1,000 releases of the true record happened 3 times in 1,000 of the adjacent one, so", "ε is at least 4.", "more than the claimed 1"}},
		{"violation the other way", ev(true), []Count{{C1: 3, C2: 912, N: 1000}}, Settings{Epsilon: 1, Alpha: 0.05, M: 1000}, Violation,
			[]string{"an event that happened 912 times in 1,000 releases of the adjacent record happened 3 times in 1,000 of the true one, so"}},
		{"never", ev(false), []Count{{C1: 912, C2: 0, N: 1000}}, Settings{Epsilon: 1, Alpha: 0.05, M: 1000}, Violation,
			[]string{"an event that happened 912 times in 1,000 releases of the true record never happened in 1,000 of the adjacent one, so"}},
		{"once", ev(false), []Count{{C1: 912, C2: 1, N: 1000}}, Settings{Epsilon: 1, Delta: 1e-5, Alpha: 0.05, M: 1000}, Violation,
			[]string{"happened once in 1,000 of the adjacent one", "(at δ = 1e-5)"}},
		{"hardly ever", ev(false), []Count{{C1: 1, C2: 0, N: 1000}}, Settings{Epsilon: 1, Alpha: 0.05, M: 1000}, NoViolation,
			[]string{"the most telling event happened once in 1,000 releases of the true record and never in 1,000 of the adjacent one."}},
		{"wrong direction", ev(true), []Count{{C1: 912, C2: 3, N: 1000}}, Settings{Epsilon: 1, Alpha: 0.05, M: 1000}, NoViolation, []string{"not a proof of privacy"}},
		{"nothing", ev(false), []Count{{C1: 500, C2: 480, N: 1000}}, Settings{Epsilon: 1, Alpha: 0.05, M: 1000}, NoViolation, []string{"No violation of ε = 1", "not a proof of privacy"}},
		{"δ explains it", ev(false), []Count{{C1: 100, C2: 3, N: 1000}}, Settings{Epsilon: 1, Delta: 0.2, Alpha: 0.05, M: 1000}, NoViolation, []string{"δ = 0.2"}},
		{"too few", ev(false), []Count{{C1: 5, C2: 0, N: 10}}, Settings{Epsilon: 3, Alpha: 0.05, M: 10}, Inconclusive, []string{"Too few releases", "would decide"}},
		{"hopeless claim", ev(false), []Count{{C1: 900, C2: 0, N: 1000}}, Settings{Epsilon: 1000, Alpha: 0.05, M: 1000}, Inconclusive, []string{"No practicable number"}},
		{"no events", nil, nil, Settings{Epsilon: 1, Alpha: 0.05, M: 1000}, Inconclusive, nil},
		{"sequential violation", ev(false), []Count{{C1: 912, C2: 3, N: 1000}}, Settings{Epsilon: 1, Alpha: 0.05, M: 100, MaxM: 10000, Sequential: true}, Violation, []string{"more than the claimed 1"}},
	} {
		r := Report{Curve: []CurvePoint{{Epsilon: 0}, {Epsilon: 1}, {Epsilon: 3}}}
		Strengthen(&r, c.cands, c.counts, c.set)
		if r.Verdict != c.verdict {
			t.Errorf("%s: %q, want %q (%s)", c.name, r.Verdict, c.verdict, r.Precise)
		}
		for _, s := range c.says {
			if !strings.Contains(r.Plain, s) {
				t.Errorf("%s: %q does not say %q", c.name, r.Plain, s)
			}
		}
		if strings.Contains(r.Plain, "is private") || len(r.Meaning) < 3 || r.Precise == "" {
			t.Errorf("%s: the report does not say what it means", c.name)
		}
		if (r.Verdict == Violation) != (float64(r.Strong.Epsilon) > c.set.Epsilon) {
			t.Errorf("%s: bound %v against verdict %q", c.name, r.Strong.Epsilon, r.Verdict)
		}
		if r.Verdict == Violation && float64(r.Strong.P) > c.set.Alpha {
			t.Errorf("%s: violation with p = %v", c.name, r.Strong.P)
		}
		for i := 1; i < len(r.Curve); i++ {
			if r.Curve[i].Exact < r.Curve[i-1].Exact {
				t.Errorf("%s: the p-value falls along the curve", c.name)
			}
		}
		if (r.Needed > 0) != (r.Verdict == Inconclusive && c.set.Epsilon < 100) {
			t.Errorf("%s: %d releases needed", c.name, r.Needed)
		}
	}
}

// Needed is enough: with so many releases a gross violation is detectable.
func TestNeededSuffices(t *testing.T) {
	for _, eps := range []float64{0, 0.5, 2, 5, 8} {
		set := Settings{Epsilon: eps, Alpha: 0.05}
		n := needed(DefaultThresholds, set, 0.04)
		if n == 0 {
			t.Fatalf("ε = %v: no number of releases is enough", eps)
		}
		if d := detectable(0.5, n, set, 0.04); d > DefaultThresholds.gross(eps)*1.001 {
			t.Errorf("ε = %v: %d releases detect ε = %v, want %v", eps, n, d, DefaultThresholds.gross(eps))
		}
		if d := detectable(0.5, n/2, set, 0.04); !(d > DefaultThresholds.gross(eps)) {
			t.Errorf("ε = %v: half of %d releases would do", eps, n)
		}
	}
}

// Detectable is where the power is about one half: simulated with the exact
// test. 300 runs at ½ lie within 100 … 200 but for 10⁻⁸.
func TestDetectableIsHalfPower(t *testing.T) {
	set := Settings{Epsilon: 0.7, Alpha: 0.05}
	const m, runs = 1000, 300
	d := detectable(0.5, m, set, 0.05)
	found := 0
	for seed := range uint64(runs) {
		s := seeded(seed)
		c1, c2 := fixedCounts(&s, m, d)
		if newExact(c1, c2, m, 0).rejects(set.Epsilon, 0.05) {
			found++
		}
	}
	if found < 100 || found > 200 {
		t.Errorf("at the detectable ε = %.3f the exact test finds %d of %d", d, found, runs)
	}
	t.Logf("detectable ε %.3f found in %d of %d", d, found, runs)
}

func TestShares(t *testing.T) {
	for n := 1; n <= 8; n++ {
		sum := 0.0
		for k := range n {
			sum += share(k, n)
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
		if got := group(c.n); got != c.s {
			t.Errorf("%d is written %q, want %q", c.n, got, c.s)
		}
	}
}
