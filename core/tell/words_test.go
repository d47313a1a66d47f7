package tell

import (
	"math"
	"strings"
	"testing"

	"indistinct/core/test/english"

	"indistinct/core/audit"
	"indistinct/core/event"
	"indistinct/core/mechanism"
	"indistinct/core/sheet"
	"indistinct/core/stat"
	"indistinct/core/test/oracle"
)

// That the outside tells the two apart better than any cell is said where the test
// releases show it, and not where only the selection did: the selection may have
// been lucky. Mechanisms near to telling, so that both happen.
func TestEscapeSentence(t *testing.T) {
	const better = "tell the two apart better than any cell"
	said, lucky := 0, 0
	for seed := range uint64(30) {
		set := paperSettings()
		set.Seed, set.N, set.M, set.Learn, set.Brief = seed, 200, 200, false, true
		shift := []float64{0, 0.3, 3}[seed%3]
		r := audited(t, gaussSteps{steps: 2, dim: 1, shift: shift}, set)
		text := strings.Join(r.Warnings, " ")
		// What the selection alone says: its counts.
		chosen := r.EscapeEvent.Kind == "escape"
		if got, want := strings.Contains(text, better), chosen && r.EscapeC > r.EpsilonC; got != want {
			t.Errorf("seed %d: said %v; ε_c %v, with the outside %v, chosen %v: %s", seed, got, r.EpsilonC, r.EscapeC,
				chosen, text)
		}
		switch {
		case strings.Contains(text, better):
			said++
		case chosen:
			lucky++
		}
	}
	if said < 3 || lucky < 3 {
		t.Errorf("said %d times, and %d times only the selection would have: want some of both", said, lucky)
	}
}

// What a few releases show at best is what whole audits of randomised response find, and
// what they may find is not called too few: at a claim of 3, 60 releases of each input
// show ε = 5.989 in seven audits of ten. 200 audits stray from that by more than 0.18
// with probability below 10⁻⁶.
func TestFewReleasesMayTell(t *testing.T) {
	const audits, eps = 200, 5.989
	coin := must(oracle.NewResponse(1, eps, eps))
	set := audit.Settings{Epsilon: 3, Alpha: 0.05, Beta: 0.05, Gamma: 1e-9, Grid: 2, N: 200, M: 60, Learn: true,
		Brief: true}
	power := stat.NewBestFrontier(60, 3, 0, 0.05*stat.FirstShare).Power(stat.BestLaw(eps, 0))
	found, missed := 0, uint64(0)
	for set.Seed = range uint64(audits) {
		r, err := complete(coin, set)
		if err != nil {
			t.Fatal(err)
		}
		if r.Verdict == audit.Violation {
			found++
		} else {
			missed = set.Seed
		}
	}
	if f := float64(found) / audits; math.Abs(f-power) > 2.5/math.Sqrt(audits) || f < 0.5 {
		t.Errorf("found in %v, want %.3f", f, power)
	}
	set.Seed, set.Brief = missed, false
	r, err := complete(coin, set)
	if err != nil {
		t.Fatal(err)
	}
	all := english.Say(r.Plain) + english.Say(" ") + strings.Join(r.Meaning, " ")
	if r.Verdict != audit.NoViolation || !strings.Contains(all, "a true ε below about 5.15") ||
		!strings.Contains(all, "show a true ε of 5.16 in half") {
		t.Errorf("found in %d of %d, but said is %q: %s", found, audits, r.Verdict, all)
	}
}

// What so many releases show is said of audits that found the event. Of those of a
// coin with ε = 0.19, more than 1,000 releases are said to show at best at the claim 0.1,
// far fewer than half do: 200 selection releases hardly tell which side of the coin it is. 120
// audits at one half have 40 or fewer with probability below 2·10⁻⁴; the seeds are fixed.
func TestShownIfFound(t *testing.T) {
	coin := must(oracle.NewResponse(1, 0.19, 0.19))
	set := audit.Settings{Epsilon: 0.1, Alpha: 0.05, Beta: 0.05, Gamma: 1e-9, Grid: 2, N: 200, M: 1000, Learn: true}
	found, said := 0, ""
	for seed := range uint64(120) {
		set.Seed = seed
		r, err := complete(coin, set)
		if err != nil {
			t.Fatal(err)
		}
		if r.Verdict == audit.Violation {
			found++
		}
		for _, m := range r.Meaning {
			if strings.HasPrefix(english.Say(m), "At best, so many releases show a true ε of 0.178 in half of all audits") {
				said = english.Say(m)
			}
		}
	}
	if found > 40 || said == "" {
		t.Fatalf("%d of 120 audits find it; said is %q: the test shows nothing", found, said)
	}
	if !strings.Contains(said, "selection releases miss the event") {
		t.Errorf("%d of 120 audits find it, but said is %q", found, said)
	}
}

// The level that is stated is the family's: 1 − α, whichever event gives the bound,
// while each event's own part of α is told apart from it.
func TestStatedLevel(t *testing.T) {
	set := audit.Settings{Epsilon: 0.5, Alpha: 0.05, M: 1000}
	cands := []event.Event{{Kind: "threshold", Name: "first"}, {Kind: "halfspace", Name: "second"},
		{Kind: "escape", Name: "third"}}
	for best := range cands {
		counts := []audit.Count{{C1: 400, C2: 390, N: 1000}, {C1: 400, C2: 390, N: 1000}, {C1: 400, C2: 390, N: 1000}}
		counts[best] = audit.Count{C1: 800, C2: 100, N: 1000}
		var r audit.Report
		audit.Strengthen(&r, cands, [][]audit.Count{counts}, set, audit.DefaultThresholds())
		Words(&r)
		if r.Strong.Event.Name != cands[best].Name || !strings.HasPrefix(english.Say(r.Precise), "With confidence 95 %, ") {
			t.Errorf("by the event %q: %s", r.Strong.Event.Name, r.Precise)
		}
		for _, b := range append([]audit.Bound{r.Strong}, r.Others...) {
			if b.Level != 0.95 {
				t.Errorf("%s: level %v", b.Event.Name, b.Level)
			}
		}
	}
}

// A report at δ above 0 says that its events were tested one by one.
func TestSaysThatOneEventIsTested(t *testing.T) {
	for _, delta := range []float64{0, 0.01} {
		set := audit.Settings{Seed: 3, Epsilon: 0.7, Delta: delta, Alpha: 0.05, Beta: 0.05, Gamma: 1e-9, Grid: 2,
			N: 2000, M: 2000, Learn: true}
		r, err := complete(must(oracle.NewLaplace(1, 0.7)), set)
		if err != nil {
			t.Fatal(err)
		}
		two := false
		for _, b := range append([]audit.Bound{r.Strong}, r.Others...) {
			two = two || b.Event.Opposite != nil
			if said := strings.Contains(english.Say(b.How), "tested one by one"); said != (delta > 0) {
				t.Errorf("δ = %v: %s", delta, b.How)
			}
		}
		if two != (delta == 0) {
			t.Errorf("δ = %v: two events tested at once: %v", delta, two)
		}
	}
}

// The claim is rejected exactly where the stronger curve runs below α: the curve
// belongs to the test that decides, at δ = 0 and above it, with few releases too.
func TestCurveCrossesAtBound(t *testing.T) {
	for _, c := range []struct {
		m     mechanism.Mechanism
		n     int
		delta float64
	}{
		{must(oracle.NewLaplace(1, 2)), 200, 0}, {must(oracle.NewLaplace(1, 2)), 5000, 0.01},
		{gaussSteps{steps: 4, dim: 2, shift: 3}, 200, 0}, {must(oracle.NewResponse(3, 0.5, 1)), 500, 0},
	} {
		set := paperSettings()
		set.N, set.M, set.Delta = c.n, c.n, c.delta
		r := audited(t, c.m, set)
		if !(r.Strong.Epsilon > 0) {
			t.Fatalf("%T: nothing proven", c.m)
		}
		for _, p := range r.Curve {
			if d := float64(p.Epsilon - r.Strong.Epsilon); math.Abs(d) > 1e-6 &&
				(float64(p.Exact) <= set.Alpha) != (d < 0) {
				t.Errorf("%T, m = %d, δ = %v: p = %v at ε = %v; the bound is %v", c.m, c.n, c.delta, p.Exact, p.Epsilon,
					r.Strong.Epsilon)
			}
		}
		// The p-value at the claim is the deciding event's, adjusted.
		if (r.Verdict == audit.Violation) != (float64(r.Strong.P) <= set.Alpha) {
			t.Errorf("%T: %s with p = %v", c.m, r.Verdict, r.Strong.P)
		}
	}
}

// The exact ε of a run whose claim has no δ says at which δ it is.
func TestExactSaysWhichDelta(t *testing.T) {
	exact := sheet.Real(1.25)
	r := audit.Report{ExactAt: 0.05, ExactDelta: &exact}
	for _, row := range quantityTable(&r).Rows {
		if row[0].Text == "Exact ε at δ = 0.05" {
			return
		}
	}
	t.Error("the exact ε does not say at which δ")
}

// A bound above what theory claims may be a false alarm, and says so.
func TestClaimIsNotCalledWrongForCertain(t *testing.T) {
	claimed, zero := sheet.Real(1), sheet.Real(0)
	r := &audit.Report{Claimed: &claimed, ClaimDelta: &zero, ClaimBy: "theory", ClaimFrom: "Laplace",
		Strong: audit.Bound{Epsilon: 1.2}}
	w := strongWarnings(r)
	if len(w) != 1 || !strings.Contains(english.Say(w[0]), "but for the chance of α") {
		t.Errorf("warnings %q", w)
	}
	if r.Strong.Epsilon = 0.9; len(strongWarnings(r)) > 0 {
		t.Error("a bound below the claim is warned of")
	}
}

// Where two events are tested at once, what is said to lie below the claim is what they
// have in common, while the first of them alone may have more; and both directions were
// looked at.
func TestSaysWhatTwoEventsShow(t *testing.T) {
	one := event.Event{Kind: "threshold", Name: "x < 0", Weights: []float64{0, -1, 0}}
	both := one
	both.Opposite = &event.Event{Kind: "threshold", Name: "x > 1", Swap: true, Weights: []float64{1, 1, 0}}
	set := audit.Settings{Epsilon: 1, Alpha: 0.05, M: 100_000, MaxM: 1_000_000, Sequential: true}
	c := audit.Count{C1: 45_000, C2: 12_264, O1: 27_294, O2: 45_000, N: 100_000}
	if more := audit.Undecided([]event.Event{both}, [][]audit.Count{{c}}, set); more != 0 {
		t.Fatalf("%d more releases are to be drawn", more)
	}
	if b := (stat.RatioTest{C1: c.C1, N1: c.N, C2: c.C2, N2: c.N}).Lower(0.05); b < 1.2 {
		t.Fatalf("the first event alone proves %v", b)
	}
	say := func(events ...event.Event) string {
		var r audit.Report
		counts := make([]audit.Count, len(events))
		for i := range counts {
			counts[i] = c
		}
		audit.Strengthen(&r, events, [][]audit.Count{counts}, set, audit.DefaultThresholds())
		Words(&r)
		return strings.Join(r.Meaning, " ")
	}
	if all := say(both); !strings.Contains(all,
		"of two that are tested together their common ε, lies below the claim") {
		t.Errorf("said is %q", all)
	}
	if all := say(both); strings.Contains(all, "unlikelier direction") {
		t.Errorf("of two events tested at once: %q", all)
	}
	set.Epsilon = 2
	if all := say(both, one); !strings.Contains(all, "the unlikelier direction of each event that was tested alone") {
		t.Errorf("of an event tested alone: %q", all)
	}
}
