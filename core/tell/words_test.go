package tell

import (
	"encoding/json"
	"maps"
	"math"
	"regexp"
	"slices"
	"strings"
	"testing"

	"indistinct/core/audit"
	"indistinct/core/curve"
	"indistinct/core/event"
	"indistinct/core/lang"
	"indistinct/core/learn"
	"indistinct/core/mechanism"
	"indistinct/core/paper"
	"indistinct/core/privacy"
	"indistinct/core/sheet"
	"indistinct/core/stat"
	"indistinct/core/test/check"
	"indistinct/core/test/english"
	"indistinct/core/test/oracle"
	"indistinct/core/texts"
)

// That the outside tells the two apart better than any cell is said where the test
// releases show it, and not where only the selection did: the selection may have
// been lucky. Mechanisms near to telling, so that both happen.
func TestEscapeSentence(t *testing.T) {
	said, lucky := 0, 0
	for seed := range uint64(30) {
		set := paperSettings()
		set.Seed, set.N, set.M, set.Learn, set.Brief = seed, 200, 200, false, true
		shift := []float64{0, 0.3, 3}[seed%3]
		r := audited(t, gaussSteps{steps: 2, dim: 1, shift: shift}, set)
		// What the selection alone says: its counts.
		chosen := r.EscapeEvent.Kind == "escape"
		i := slices.Index(ids(Warnings(r)), "tell.warning.outside")
		if (i >= 0) != chosen {
			t.Errorf("seed %d: warned %v, chosen %v", seed, i >= 0, chosen)
		}
		if i < 0 {
			continue
		}
		better := "no"
		if r.EscapeC > r.EpsilonC {
			better = "yes"
		}
		check.Places(t, "the outside", Warnings(r)[i], "tell.warning.outside", "best", better)
		if better == "yes" {
			said++
		} else {
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
		r := audited(t, coin, set)
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
	r := audited(t, coin, set)
	if p := r.Power; r.Verdict != audit.NoViolation || math.Abs(float64(p.Limit)-5.155) > 0.005 {
		t.Errorf("found in %d of %d, but %q, and shown would be %v", found, audits, r.Verdict, p.Limit)
	}
	check.Places(t, "the limit", Meaning(r)[0], "tell.meaning.limit", "limit", r.Power.Limit, "sequential", "no")
}

// What so many releases show is said of audits that found the event. Of those of a
// coin with ε = 0.19, more than 1,000 releases are said to show at best at the claim 0.1,
// far fewer than half do: 20 selection releases hardly tell which side of the coin it is. 360
// audits at one half have 152 or fewer with probability below 2·10⁻³; the seeds are fixed.
func TestShownIfFound(t *testing.T) {
	coin := must(oracle.NewResponse(1, 0.19, 0.19))
	set := audit.Settings{Epsilon: 0.1, Alpha: 0.05, Beta: 0.05, Gamma: 1e-9, Grid: 2, N: 20, M: 1000, Learn: true}
	found, said := 0, ""
	for seed := range uint64(360) {
		set.Seed = seed
		r := audited(t, coin, set)
		if r.Verdict == audit.Violation {
			found++
		} else if m := Meaning(r)[0]; m.ID() == "tell.meaning.limit" && r.Power.Limit < 0.19 {
			said = english.Say(m)
		}
	}
	if found > 152 || said == "" {
		t.Fatalf("%d of 360 audits find it; said is %q: the test shows nothing", found, said)
	}
	if !strings.Contains(said, "least where the selection misses") {
		t.Errorf("%d of 360 audits find it, but said is %q", found, said)
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
		r := (&audit.Test{Events: cands, Tested: counts}).Report(set)
		check.Places(t, "the level", Precise(r), "tell.precise", "level", 95, "event", cands[best].Name)
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
		r := audited(t, must(oracle.NewLaplace(1, 0.7)), set)
		two := false
		for _, b := range append([]audit.Bound{r.Strong}, r.Others...) {
			two = two || b.Event.Opposite != nil
			if how := How(r, b); check.Says(how, "tell.how.alone") != (delta > 0) {
				t.Errorf("δ = %v: %s", delta, english.Say(how))
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
		for i, e := range r.Curve.Epsilon {
			p := r.Curve.Exact[i]
			if d := float64(e - r.Strong.Epsilon); math.Abs(d) > 1e-6 && (float64(p) <= set.Alpha) != (d < 0) {
				t.Errorf("%T, m = %d, δ = %v: p = %v at ε = %v; the bound is %v", c.m, c.n, c.delta, p, e,
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
	var s sheet.Sheet
	quantityTable(&s, &r)
	for _, row := range s.Tables[0].Rows {
		if row[0].Text.ID() == "tell.quantities.exact.delta" {
			check.Places(t, "exact ε", row[0].Text, "tell.quantities.exact.delta", "delta", 0.05)
			return
		}
	}
	t.Error("the exact ε does not say at which δ")
}

// A bound above what theory claims may be a false alarm, and says so.
func TestClaimIsNotCalledWrongForCertain(t *testing.T) {
	claimed, zero := sheet.Real(1), sheet.Real(0)
	r := &audit.Report{Claimed: &claimed, ClaimDelta: &zero, ClaimBy: "theory", ClaimFrom: lang.Verbatim("Laplace"),
		Strong: audit.Bound{Epsilon: 1.2}, Occupied: 1}
	w := Warnings(r)
	if len(w) != 1 || w[0].ID() != "tell.warning.claimed" ||
		!strings.Contains(english.Say(w[0]), "but for the chance of α") {
		t.Errorf("warnings %q", english.All(w))
	}
	if r.Strong.Epsilon = 0.9; len(Warnings(r)) > 0 {
		t.Error("a bound below the claim is warned of")
	}
}

// A violation near the claim says how often that is chance; one of digits says both.
func TestNearIsSaid(t *testing.T) {
	r := &audit.Report{Verdict: audit.Violation, Epsilon: 1, Alpha: 0.05, Near: true,
		Strong: audit.Bound{Epsilon: 1.01, Event: event.Event{Kind: "threshold", Name: "x < 0"},
			Count: audit.Count{C1: 855, C2: 278, N: 20_000}}}
	if s := english.Say(Plain(r)); !strings.Contains(s, "of mechanisms that keep exactly that, up to 5") {
		t.Error(s)
	}
	if r.Near = false; strings.Contains(english.Say(Plain(r)), "may be chance") {
		t.Error("a bound that is far from the claim may be chance")
	}
}

// The verdict says how often a rule was right and wrong, and what is promised, with as many digits as show on which
// side of that the counts lie; of two rules the one that breaks the promise. Where chance explains what goes beyond,
// that is said.
func TestPlainSaysWhatWasCounted(t *testing.T) {
	one := event.Event{Kind: "threshold", Name: "x < 0"}
	both := one
	both.Opposite = &event.Event{Kind: "threshold", Name: "x > 1", Swap: true}
	swapped := one
	swapped.Swap = true
	for _, c := range []struct {
		e          event.Event
		n          audit.Count
		eps, delta float64
		want       string
	}{
		{one, audit.Count{C1: 1212, N: 10_000}, 2, 0, "Promise broken. A rule that says “sensor\u00a0here” was " +
			"right 1,212 times and wrong never; promised: at most 7.4 right for each wrong."},
		{swapped, audit.Count{C1: 707, C2: 2397, N: 10_000}, 1, 0.05, "Nothing found. That is no proof: a rule that " +
			"says “sensor\u00a0there” was right 2,397 times and wrong 707 times; promised: at most 2.7 right for each " +
			"wrong and 500 more."},
		{one, audit.Count{C1: 2770, C2: 1000, N: 10_000}, 1, 0, "Nothing found. That is no proof: a rule that says " +
			"“sensor\u00a0here” was right 2,770 times and wrong 1,000 times; promised: at most 2.7 right for each wrong, " +
			"and so little beyond can be chance."},
		{one, audit.Count{C1: 2710, C2: 1000, N: 10_000}, 1, 0, "Nothing found. That is no proof: a rule that says " +
			"“sensor\u00a0here” was right 2,710 times and wrong 1,000 times; promised: at most 2.72 right for each " +
			"wrong."},
		{both, audit.Count{C1: 2600, C2: 1000, O1: 700, O2: 3000, N: 10_000}, 1, 0, "Promise broken. A rule that " +
			"says “sensor\u00a0there” was right 3,000 times and wrong 700 times; promised: at most 2.7 right for each " +
			"wrong."},
	} {
		r := (&audit.Test{Events: []event.Event{c.e}, Tested: []audit.Count{c.n}}).Report(audit.Settings{
			Epsilon: c.eps, Delta: c.delta, Alpha: 0.05, M: int(c.n.N)})
		r.Inputs = mechanism.Names{lang.Say("ring.input.record"), lang.Say("ring.input.neighbour")}
		if got := english.Say(Plain(r)); got != c.want {
			t.Errorf("%+v:\n%s\nwant\n%s", c.n, got, c.want)
		}
	}
}

// Where two events are tested at once, what is said to lie below the claim is what they
// have in common, while the first of them alone may have more; and both directions were
// looked at.
func TestSaysWhatTwoEventsShow(t *testing.T) {
	one := event.Event{Kind: "threshold", Name: "x < 0"}
	both := one
	both.Opposite = &event.Event{Kind: "threshold", Name: "x > 1", Swap: true}
	set := audit.Settings{Epsilon: 1, Alpha: 0.05, M: 100_000, MaxM: 1_000_000, Sequential: true}
	c := audit.Count{C1: 45_000, C2: 12_264, O1: 27_294, O2: 45_000, N: 100_000}
	if b := (stat.RatioTest{C1: c.C1, N1: c.N, C2: c.C2, N2: c.N}).Lower(0.05); b < 1.2 {
		t.Fatalf("the first event alone proves %v", b)
	}
	meaning := func(events ...event.Event) []lang.Message {
		counts := slices.Repeat([]audit.Count{c}, len(events))
		return Meaning((&audit.Test{Events: events, Tested: counts}).Report(set))
	}
	last := func(list []lang.Message) lang.Message { return list[len(list)-1] }
	all := meaning(both)
	if i := slices.Index(ids(all), "tell.meaning.stopped"); i < 0 ||
		!strings.Contains(english.Say(all[i]), "of opposites their common ε") {
		t.Errorf("said is %q", english.All(all))
	}
	check.Places(t, "two events tested at once", last(all), "tell.meaning.unseen", "alone", "no")
	set.Epsilon, set.Sequential = 2, false
	check.Places(t, "an event tested alone", last(meaning(both, one)), "tell.meaning.unseen", "alone", "yes")
}

// curvedReports are reports of claims of other notions: refuted and not, of few releases
// and of many, with a curve and without, of one record and of three.
func curvedReports(e event.Event) (out []*audit.Report) {
	l := &curve.Levels{Score: *e.Rule, Edges: []float64{0}}
	count := audit.Count{C1: 45_000, C2: 12_264, N: 100_000}
	for _, claim := range []privacy.Claim{{Notion: privacy.Gaussian}, {Notion: privacy.Concentrated},
		{Notion: privacy.Renyi, Given: privacy.Given{2}}, {Notion: privacy.Subsampled, Given: privacy.Given{0.9, 1}}} {
		for k, value := range []float64{0.1, 1.05, 1.05, 50} {
			claim.Value = value
			set := audit.Settings{Epsilon: 1, Alpha: 0.05, N: 5000, M: 100_000, MaxM: 100_000, Sequential: k == 1,
				Group: 3 * (k % 2), Claim: claim}
			for _, levels := range []*curve.Levels{nil, l} {
				test := audit.Test{Events: []event.Event{e}, Tested: []audit.Count{count}, Chose: 5000, Drawn: 100_000,
					Levels: levels, Bins: [2][]int64{{55_000, 45_000}, {87_736, 12_264}}}
				out = append(out, test.Report(set))
			}
		}
	}
	return out
}

// A claim of μ or ρ is refuted where the curve leaves no less, and nothing is called
// private.
func TestCurvedSentences(t *testing.T) {
	one := event.Learned(event.Rule{Kind: event.Threshold, Features: []event.Feature{event.Entry(0)}, Sign: -1,
		Name: lang.Verbatim("x < 0")}, false)
	got := map[string]int{}
	for _, r := range curvedReports(one) {
		c, said := r.Curved, Plain(r)
		got[said.ID()]++
		if refuted := r.ProvenCurve != nil && c.Least > c.Value; refuted != (r.Verdict == audit.Violation) ||
			refuted != strings.HasPrefix(said.ID(), "tell.curved.violation") {
			t.Errorf("%s of %+v: %s", r.Verdict, *c, english.Say(said))
		}
		if c.Value == 50 && r.Verdict != audit.Inconclusive {
			t.Errorf("%s of a claim that nothing can contradict", r.Verdict)
		}
		s := strings.ReplaceAll(english.Say(said), "ε(2)", "it")
		if strings.Contains(s, "is private") || strings.Contains(s, "ε") {
			t.Error(s)
		}
	}
	if len(got) != 6 {
		t.Errorf("said are %v", got)
	}
}

var anID = regexp.MustCompile(`"id":"([^"]+)"`)

// Whatever a report holds, its verdict is two sentences of at most forty words each, and
// the first of what was counted, what it means at most five of at most thirty-five, and
// every text has the places that it asks for, in every language.
func TestSayings(t *testing.T) {
	one := event.Learned(event.Rule{Kind: event.Threshold, Features: []event.Feature{event.Entry(0)}, Sign: -1,
		Name: lang.Verbatim("x < 0")}, false)
	both := one
	both.Opposite = &event.Event{Kind: "threshold", Name: lang.Verbatim("x > 1"), Swap: true}
	claims, two, zero, exact := []sheet.Real{0.1, 1e5}, []sheet.Real{0, 1}, sheet.Real(0), sheet.Real(1.5)
	var reports []*audit.Report
	for _, e := range []event.Event{{}, one, both} {
		for _, c := range []audit.Count{{C1: 45_000, C2: 12_264, O1: 27_294, O2: 45_000, N: 100_000}, {N: 10}} {
			for k := range 24 {
				set := audit.Settings{Epsilon: []float64{0.5, 1.4, 1000}[k%3], Alpha: 0.05, Beta: 0.5,
					Gamma: 1e-9, N: 5,
					M: int(c.N), MaxM: 100_000 * (1 + k%5%2), Sequential: k%2 == 1, Bits: k%3 == 0}
				if k >= 12 {
					set.Delta = 0.01
				}
				var events []event.Event
				if e.Kind != "" {
					events = []event.Event{e, one}[:1+k%2]
				}
				counts := []audit.Count{c, c}[:len(events)]
				r := (&audit.Test{Events: events, Tested: counts, Drawn: c.N}).Report(set)
				if k%8 == 1 { // as if the bets had won
					r.Verdict, r.Why = audit.Violation, ""
					r.Fresh = &audit.Fresh{M: 9, Bound: audit.Bound{Epsilon: 2, Level: 0.95}}
				} else if k%8 == 3 && e.Kind != "" { // or had not
					r.Verdict, r.Why = audit.NoViolation, ""
				}
				r.Asked, r.C1, r.Worst, r.Steps, r.Dim, r.Untried = 9, 1, one, 3, 1, 1
				r.Cover, r.EpsilonC = []paper.Ellipsoid{{Degenerate: true}}, 0.01
				r.Shells, r.CellBound = [][][]float64{nil, {{0.5}}}[k%2], 0.6
				r.ClaimBy, r.Claimed, r.ClaimDelta = "theory", &claims[k/3%2], &zero
				r.ExactPure, r.ExactDelta, r.ExactAt = &claims[0], &exact, sheet.Real(set.Delta)
				r.EscapeEvent, r.EscapeSelect = event.EscapeEvent(), audit.NewCount(1, 2, 5)
				r.Curve = audit.PValues{Epsilon: two, Plus: two, Minus: two, Exact: two, Thinned: two}
				r.Profile = &audit.Profile{Epsilon: two, Delta: two}
				r.Running = []audit.BoundAt{{M: 10, Epsilon: 1}, {M: 20, Epsilon: 1}}
				r.ProvenCurve = &curve.Proven{FalseAlarms: two, Misses: two, Level: 0.95}
				if k%4 > 1 {
					r.Tried = []learn.Tried{{Name: lang.Verbatim("a"), Releases: 70_000},
						{Pair: 1, Members: 3, Name: lang.Verbatim("b"), Event: lang.Verbatim("x"), Releases: 3000}}
				}
				reports = append(reports, r)
			}
		}
	}
	reports = append(reports, curvedReports(one)...)
	// The strongest event counts at digits, and others may not; or it is rare, or too few came.
	digit := event.Learned(event.Rule{Kind: event.Threshold, Features: []event.Feature{{Kind: "digit"}}}, false)
	strong, weak := audit.Count{C1: 900, N: 1000}, audit.Count{C1: 500, C2: 490, N: 1000}
	for _, c := range []struct {
		events []event.Event
		counts []audit.Count
	}{
		{[]event.Event{digit}, []audit.Count{strong}},
		{[]event.Event{digit, one}, []audit.Count{strong, weak}},
		{[]event.Event{digit, one}, []audit.Count{strong, strong}},
		{[]event.Event{one}, []audit.Count{{C1: 1, N: 1000}}},
		{[]event.Event{one}, []audit.Count{{C1: 500, C2: 490, N: 900}}},
	} {
		test := audit.Test{Events: c.events, Tested: c.counts}
		reports = append(reports, test.Report(audit.Settings{Epsilon: 1, Alpha: 0.05, M: 1000, Bits: true}))
	}
	near := *reports[len(reports)-3]
	near.Near = true
	reports = append(reports, &near)
	seen := map[string]bool{}
	short := func(m lang.Message, most int) {
		if s := english.Say(m); len(strings.Fields(s)) > most {
			t.Errorf("%d words: %s", len(strings.Fields(s)), s)
		}
	}
	for _, r := range reports {
		said := strings.Split(english.Say(plain(r)), ". ")
		for _, s := range said {
			if len(strings.Fields(s)) > 40 || len(said) > 2 {
				t.Errorf("%d sentences, in one %d words: %s", len(said), len(strings.Fields(s)), s)
			}
		}
		if all := Meaning(r); len(all) > 5 {
			t.Errorf("%q", ids(all))
		}
		for _, m := range Meaning(r) {
			short(m, 35)
		}
		for _, said := range []any{Plain(r), Precise(r), How(r, r.Strong), Verdict(r.Verdict), Meaning(r), Warnings(r),
			Representation(r), Sheet(r), Evidence(r)} {
			if err := english.Lacks(said); err != nil {
				t.Error(err)
			}
			data, err := json.Marshal(said)
			if err != nil {
				t.Fatal(err)
			}
			for _, id := range anID.FindAllStringSubmatch(string(data), -1) {
				seen[id[1]] = true
			}
		}
	}
	for _, id := range slices.Sorted(maps.Keys(texts.English().Texts())) {
		if strings.HasPrefix(id, "tell.") && !seen[id] {
			t.Errorf("the test does not come to %q", id)
		}
	}
}
