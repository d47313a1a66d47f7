package audit_test

import (
	"math"
	"testing"

	"indistinct/core/audit"
	"indistinct/core/curve"
	"indistinct/core/event"
	"indistinct/core/lang"
	"indistinct/core/learn"
	"indistinct/core/mechanism"
	"indistinct/core/privacy"
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
			[]any{"c1", 912, "c2", 3, "likelier", mechanism.Record.Say(), "claim", 1, "more", 0}},
		{"violation the other way", ev(true), []audit.Count{{C1: 3, C2: 912, N: 1000}}, set, audit.Violation,
			"violation", []any{"c1", 912, "c2", 3, "likelier", mechanism.Adjacent.Say()}},
		{"never", ev(false), []audit.Count{{C1: 912, C2: 0, N: 1000}}, set, audit.Violation, "violation",
			[]any{"c1", 912, "c2", 0}},
		{"with δ", ev(false), []audit.Count{{C1: 912, C2: 1, N: 1000}},
			with(func(s *audit.Settings) { s.Delta = 1e-5 }), audit.Violation, "violation", []any{"more", 1}},
		{"hardly ever", ev(false), []audit.Count{{C1: 1, C2: 0, N: 1000}}, set, audit.Inconclusive, "rare",
			[]any{"c1", 1, "c2", 0, "claim", 1}},
		{"wrong direction", ev(true), []audit.Count{{C1: 912, C2: 3, N: 1000}}, set, audit.Inconclusive, "rare",
			[]any{"c1", 3, "c2", 912, "likelier", mechanism.Adjacent.Say()}},
		{"never in either", ev(false), []audit.Count{{N: 1000}}, set, audit.Inconclusive, "unseen",
			[]any{"event", "releases with x > 1", "m", 1000}},
		{"never, nor the opposite", both, []audit.Count{{N: 1000}}, set, audit.Inconclusive, "unseen", nil},
		{"once, of the opposite", both, []audit.Count{{O2: 1, N: 1000}}, set, audit.Inconclusive, "rare", nil},
		{"another occurred", append(ev(false), ev(true)...), []audit.Count{{N: 1000}, {C1: 990, C2: 999, N: 1000}}, set,
			audit.NoViolation, "none", []any{"c1", 999, "c2", 990}},
		{"one too few came", ev(false), []audit.Count{{C1: 500, C2: 480, N: 999}}, set, audit.Inconclusive, "short",
			[]any{"m", 999}},
		{"a violation in the few that came", ev(false), []audit.Count{{C1: 500, C2: 1, N: 999}}, set, audit.Violation,
			"violation", nil},
		{"nothing", ev(false), []audit.Count{{C1: 500, C2: 480, N: 1000}}, set, audit.NoViolation, "none", nil},
		{"δ explains it", ev(false), []audit.Count{{C1: 100, C2: 3, N: 1000}},
			with(func(s *audit.Settings) { s.Delta = 0.2 }), audit.Inconclusive, "rare", []any{"c1", 100, "c2", 3}},
		{"δ leaves a little", ev(false), []audit.Count{{C1: 300, C2: 290, N: 1000}},
			with(func(s *audit.Settings) { s.Delta = 0.2 }), audit.NoViolation, "none", []any{"more", 200}},
		{"too few", ev(false), []audit.Count{{C1: 5, C2: 0, N: 10}}, audit.Settings{Epsilon: 3, Alpha: 0.05, M: 10},
			audit.Inconclusive, "few", []any{"gross", 6, "claim", 3}},
		// Randomised response with ε = 4 and 3.98 is found in .5017 and .4948 of such audits.
		{"just enough", both, []audit.Count{{C1: 9, C2: 9, O1: 9, O2: 9, N: 19}},
			audit.Settings{Epsilon: 2, Alpha: 0.05, M: 19}, audit.NoViolation, "none", nil},
		{"just too few", both, []audit.Count{{C1: 9, C2: 9, O1: 9, O2: 9, N: 19}},
			audit.Settings{Epsilon: 1.99, Alpha: 0.05, M: 19}, audit.Inconclusive, "few",
			[]any{"gross", 3.98, "claim", 1.99}},
		{"too few for a small claim", both, []audit.Count{{C1: 5, C2: 5, O1: 5, O2: 5, N: 10}},
			audit.Settings{Epsilon: 0.5, Alpha: 0.05, M: 10}, audit.Inconclusive, "few",
			[]any{"gross", 1.5, "claim", 0.5}},
		{"hopeless claim", ev(false), []audit.Count{{C1: 900, C2: 0, N: 1000}},
			with(func(s *audit.Settings) { s.Epsilon = 1000 }), audit.Inconclusive, "hopeless", nil},
		{"no events", nil, nil, set, audit.Inconclusive, "untested", nil},
		{"just above the claim", ev(false), []audit.Count{{C1: 500_000, C2: 249_500, N: 1_000_000}},
			audit.Settings{Epsilon: just, Alpha: 0.05, M: 1_000_000}, audit.Violation, "violation", nil},
		{"both ways", both, []audit.Count{{C1: 600, C2: 300, O1: 290, O2: 610, N: 1000}},
			with(func(s *audit.Settings) { s.Epsilon = 0.5 }), audit.Violation, "violation",
			[]any{"c1", 600, "c2", 300}},
		{"both ways, nothing", both, []audit.Count{{C1: 500, C2: 480, O1: 470, O2: 500, N: 1000}},
			with(func(s *audit.Settings) { s.Epsilon = 0.7 }), audit.NoViolation, "none",
			[]any{"c1", 500, "c2", 480}},
	} {
		counts := c.counts
		r := (&audit.Test{Events: c.cands, Tested: counts}).Report(c.set)
		r.Curve.Epsilon = []sheet.Real{0, 1, 3}
		audit.StrongCurve(r, &audit.Test{Events: c.cands, Tested: counts}, c.set)
		if r.Verdict != c.verdict {
			t.Errorf("%s: %q, want %q", c.name, r.Verdict, c.verdict)
		}
		if r.Near != (c.name == "just above the claim") {
			t.Errorf("%s: near is %v", c.name, r.Near)
		} else if !r.Near { // else TestNearIsSaid looks at what is said
			check.Places(t, c.name, tell.Plain(r), "tell.plain."+c.says, c.places...)
		}
		if b := r.Proven(); (r.Verdict == audit.Violation) != (b > c.set.Epsilon) || b > float64(r.Strong.Epsilon) {
			t.Errorf("%s: %v is said of the bound %v", c.name, b, r.Strong.Epsilon)
		}
		// The opposite's counts stand in the sentence that can be quoted.
		if n := c.counts; len(n) > 0 && n[0].O2 > 0 {
			check.Places(t, c.name, tell.Precise(r), "tell.precise.opposite", "o1", n[0].O1, "o2", n[0].O2)
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
		if (r.Needed > 0) != (r.Why == audit.Few && c.set.Epsilon < 100) {
			t.Errorf("%s: %d releases needed", c.name, r.Needed)
		}
		if (r.Why != "") != (r.Verdict == audit.Inconclusive) {
			t.Errorf("%s: %q because of %q", c.name, r.Verdict, r.Why)
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
			Strong: audit.Bound{Epsilon: sheet.Real(c.bound), Event: event.Event{Kind: "threshold"},
				Count: audit.Count{C1: 9, C2: 1, N: 10}}}
		check.Places(t, "a bound just above its claim", tell.Precise(&r), "tell.precise", "bound", c.want)
	}
}

// Where the strongest event counts at how numbers are represented, the best bound of the
// others stands beside it, and of a claim about a curve it is said what decided.
func TestReadings(t *testing.T) {
	feature := func(f event.Feature) event.Event {
		return event.Learned(event.Rule{Kind: event.Threshold, Features: []event.Feature{f}}, false)
	}
	digit, entry := feature(event.Feature{Kind: "digit"}), feature(event.Entry(0))
	product := feature(event.Product(event.Factors{A: event.Entry(0), B: event.Feature{Kind: "lowest"}}))
	against := feature(event.Entry(1))
	other := digit
	other.Swap, against.Opposite = true, &other
	strong, weak := audit.Count{C1: 900, O2: 900, N: 1000}, audit.Count{C1: 500, C2: 490, N: 1000}
	set := audit.Settings{Epsilon: 1, Alpha: 0.05, M: 1000, Bits: true}
	for _, c := range []struct {
		name   string
		cands  []event.Event
		counts []audit.Count
		real   int // which candidate's bound is that of real numbers; −1: none is needed, −2: there is none
	}{
		{"digits alone", []event.Event{digit}, []audit.Count{strong}, -2},
		{"digits before numbers", []event.Event{digit, product, entry}, []audit.Count{strong, strong, weak}, 2},
		{"a product with digits", []event.Event{entry, product}, []audit.Count{weak, strong}, 0},
		{"an opposite with digits", []event.Event{against, entry}, []audit.Count{strong, weak}, 1},
		{"numbers before digits", []event.Event{digit, entry}, []audit.Count{weak, strong}, -1},
	} {
		r := (&audit.Test{Events: c.cands, Tested: c.counts}).Report(set)
		if r.ByDigits() != (c.real != -1) || (r.Real == nil) != (c.real == -1) {
			t.Fatalf("%s: by digits %v, of real numbers %+v", c.name, r.ByDigits(), r.Real)
		}
		switch {
		case c.real == -2 && r.Real.Method != audit.Untested:
			t.Errorf("%s: %+v", c.name, r.Real)
		case c.real < 0:
		case r.Real.Count.C1 != c.counts[c.real].C1 || r.Real.Share != stat.Share(c.real, len(c.cands)) ||
			r.Real.Event.Rule != nil:
			t.Errorf("%s: %+v", c.name, r.Real)
		}
	}
	curved := func(e event.Event, count audit.Count, bins [2][]int64) *audit.Report {
		test := audit.Test{Events: []event.Event{e}, Tested: []audit.Count{count}, Drawn: 1000, Bins: bins,
			Levels: &curve.Levels{Score: *e.Rule, Edges: []float64{0}}}
		return test.Report(set)
	}
	set.Claim = privacy.Claim{Notion: privacy.Gaussian, Value: 0.5}
	apart := [2][]int64{{100, 900}, {1000, 0}}
	if r := curved(digit, strong, apart); !r.ByDigits() || r.Verdict != audit.Violation {
		t.Errorf("%q of the curve, by digits: %v", r.Verdict, r.ByDigits())
	}
	if curved(entry, strong, apart).ByDigits() {
		t.Error("a curve of real numbers decides, and digits are named")
	}
	// Where fewer releases came than were asked for, none that was not found is none.
	set.M = 100_000
	for n, want := range map[int64]audit.Why{100_000: "", 90_000: audit.Short} {
		test := audit.Test{Events: []event.Event{entry}, Tested: []audit.Count{{C1: n / 2, C2: n / 2, N: n}},
			Chose: 10_000, Drawn: n, Bins: [2][]int64{{n / 2, n / 2}, {n / 2, n / 2}},
			Levels: &curve.Levels{Score: *entry.Rule, Edges: []float64{0}}}
		r := test.Report(set)
		if r.Why != want || (r.Verdict == audit.NoViolation) != (want == "") {
			t.Errorf("of 100,000 releases %d came: %q because of %q", n, r.Verdict, r.Why)
		}
	}
	set.M = 1000
	// What occurred nowhere says nothing about a curve either.
	r := curved(entry, audit.Count{N: 1000}, [2][]int64{{1000, 0}, {1000, 0}})
	if r.Verdict != audit.Inconclusive || r.Why != audit.Unseen {
		t.Errorf("%q because of %q", r.Verdict, r.Why)
	}
}

// A pair has a name where a search chose it among others.
func TestPairName(t *testing.T) {
	two := []learn.Tried{{Pair: 3, Name: "a"}, {Pair: 5, Name: "b"}}
	for _, c := range []struct {
		tried []learn.Tried
		pair  int
		want  lang.Message
	}{{two, 5, "b"}, {two, 4, ""}, {two[:1], 3, ""}, {nil, 0, ""}} {
		if got := audit.PairName(c.tried, c.pair); got != c.want {
			t.Errorf("of %d tried, pair %d is %q, want %q", len(c.tried), c.pair, got, c.want)
		}
	}
}
