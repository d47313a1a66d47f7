package audit

import (
	"cmp"
	"math"
	"slices"
	"sort"

	"indistinct/core/event"
	"indistinct/core/num"
	"indistinct/core/sheet"
	"indistinct/core/stat"
)

// An audit without a finding is inconclusive when a gross violation would probably have
// gone unseen, whatever the mechanism; of a claim of μ or ρ, that of Gaussian noise. A
// violation is gross where the true value is at least grossFactor times the claim and at
// least the claim plus grossExtra.
const grossFactor, grossExtra = 2, 1

// mostAdvised is the largest number of releases that is offered as a way out.
const mostAdvised = 1 << 30

func gross(claim float64) float64 { return math.Max(grossFactor*claim, claim+grossExtra) }

// strengthen fills the report's stronger test and its verdict from the
// candidate events, most promising first, and their counts in the test releases.
func (r *Report) strengthen(cands []event.Event, counts []Count, set Settings) {
	k := min(len(cands), len(counts))
	bounds := make([]Bound, k)
	for i := range k {
		bounds[i] = boundOf(cands[i], counts[i], set, i, k)
	}
	slices.SortStableFunc(bounds, func(a, b Bound) int {
		return cmp.Or(cmp.Compare(b.Epsilon, a.Epsilon), cmp.Compare(a.P, b.P),
			cmp.Compare(min(b.seen(), 1), min(a.seen(), 1)))
	})
	r.ask(set)
	r.Verdict = NoViolation
	none := untested(set)
	r.Strong = none
	if k > 0 {
		r.Strong, r.Others = bounds[0], bounds[1:]
	}
	if r.Strong.Event.OfDigits() {
		r.Real = &none
		if i := slices.IndexFunc(bounds, func(b Bound) bool { return !b.Event.OfDigits() }); i > 0 {
			real := bounds[i]
			real.Event = real.Event.Outline()
			r.Real = &real
		}
	}
	if set.Brief {
		if float64(r.Strong.Epsilon) > set.Epsilon {
			r.Verdict = Violation
		}
	} else {
		// Of the events behind the strongest it is asked only where that was too rare to show anything.
		rare := true
		for i := 0; i < k && rare; i++ {
			b := &bounds[i]
			if test := newTest(b.Event, b.Count, set.Delta); b.Count.N > 0 {
				b.Detectable = sheet.Real(test.Detectable(set.Epsilon, set.Alpha*b.Share))
			}
			rare = math.IsInf(float64(b.Detectable), 1)
		}
		if k > 0 {
			r.Strong.Detectable = bounds[0].Detectable
		}
		r.Power = judge(r, rare, set)
	}
	for i := range r.Others { // of which names and counts are reported, no formulas
		r.Others[i].Event = r.Others[i].Event.Outline()
	}
}

// near reports whether a violation's bound lies less than two standard errors above the claim: it may be chance.
func (r *Report) near() bool {
	b, c := r.Strong, r.Curved
	switch {
	case r.Verdict != Violation:
		return false
	case c != nil: // where no point shows it, it is not known
		misses := float64(c.Misses)
		return c.FalseAlarms > 0 && float64(c.Allowed)-misses < 2*math.Sqrt(misses*(1-misses)/float64(r.M))
	}
	above := func(p sheet.Real) float64 { return -num.NormalQuantile(float64(p) * b.Share) }
	return above(b.P) < above(r.Alpha)+2
}

// seen is how often the event and its opposite were counted, and occurred reports whether either was.
func (b Bound) seen() int64    { return b.Count.C1 + b.Count.C2 + b.Count.O1 + b.Count.O2 }
func (b Bound) occurred() bool { return b.seen() > 0 }

// ask notes the claim and the test that was asked for.
func (r *Report) ask(set Settings) {
	r.Epsilon, r.Delta = sheet.Real(set.Epsilon), sheet.Real(set.Delta)
	r.Alpha, r.Beta, r.Gamma = sheet.Real(set.Alpha), sheet.Real(set.Beta), sheet.Real(set.Gamma)
	r.Bits = set.Bits
	if r.Sequential = set.Sequential; set.Sequential {
		r.MaxM = set.MaxM
	}
}

// adjusted is a test's p-value of p₁ ≤ e^ε p₂ + δ for an event that has a part of α: the least α
// at which the bound would exceed ε.
func adjusted(test stat.Test, epsilon, part, alpha float64) float64 {
	return math.Min(1, test.P(epsilon)*alpha/part)
}

// strongCurve fills the stronger test's p-values along the report's curve: those
// of the best event, adjusted. The curve inverts the test that decides: it
// crosses α where the bound is.
func strongCurve(r *Report, t *Test, set Settings) {
	if set.Brief {
		return
	}
	best := r.Strong
	test := newTest(best.Event, best.Count, set.Delta)
	for _, e := range r.Curve.Epsilon {
		p := 1.0
		switch {
		case set.Sequential && r.Curved == nil: // of a curve nothing is bet on ε
			p = t.bettor.p(float64(e))
		case best.Count.N > 0 && !set.Sequential:
			p = adjusted(test, float64(e), set.Alpha*best.Share, set.Alpha)
		}
		r.Curve.Exact = append(r.Curve.Exact, sheet.Real(p))
	}
}

// newTest returns the test that an event's counts are for.
func newTest(e event.Event, c Count, delta float64) stat.Test {
	c1, c2 := Directed(e, c)
	if e.Opposite == nil {
		return stat.RatioTest{C1: c1, N1: c.N, C2: c2, N2: c.N, Delta: delta}
	}
	f2, f1 := Directed(*e.Opposite, Count{C1: c.O1, C2: c.O2})
	return stat.OddsTest{E1: c1, F1: f1, E2: c2, F2: f2}
}

func untested(set Settings) Bound {
	return Bound{Level: 1 - set.Alpha, Share: 1, Method: Untested, P: 1, Detectable: sheet.Real(math.Inf(1))}
}

// boundOf returns what event i of n proves, from its counts.
func boundOf(e event.Event, last Count, set Settings, i, n int) Bound {
	test, part := newTest(e, last, set.Delta), set.Alpha*stat.Share(i, n)
	b := Bound{Level: 1 - set.Alpha, Share: stat.Share(i, n), Event: e, Count: last.withIntervals(), Looks: n}
	if last.Coupled {
		c1, c2 := Directed(e, last)
		coupled := stat.NewCoupled(last.Both, c1-last.Both, c2-last.Both)
		b.Method = Coupled
		b.Epsilon, b.P = sheet.Real(coupled.Lower(set.Alpha)), sheet.Real(coupled.P(set.Epsilon, set.Alpha))
		return b
	}
	b.Epsilon = sheet.Real(test.Lower(part))
	b.P = sheet.Real(adjusted(test, set.Epsilon, part, set.Alpha))
	b.Method = Exact
	if e.Opposite != nil {
		b.Method = Odds
	}
	return b
}

// judge sets the verdict. An audit without a finding is inconclusive, and says why, where
// it had no event to test, or none that its releases held often enough to show anything
// (rare); where fewer releases came than were asked for; and where it would have found a
// gross violation with probability below one half, at best.
func judge(r *Report, rare bool, set Settings) Power {
	first := set.Alpha * stat.Share(0, len(r.Others)+1)
	p := Power{Gross: sheet.Real(gross(set.Epsilon)), Limit: sheet.Real(math.Inf(1))}
	switch {
	case float64(r.Strong.Epsilon) > set.Epsilon:
		r.Verdict = Violation
		return p
	case r.Strong.Event.Kind == "":
		r.Verdict, r.Why = Inconclusive, NoEvent
		return p
	}
	f := stat.NewBestFrontier(int64(set.M), set.Epsilon, set.Delta, first)
	p.Limit = sheet.Real(f.Best())
	switch {
	case f.Power(stat.BestLaw(float64(p.Gross), set.Delta)) < 0.5:
		r.Why = Few
		r.Needed = stat.Needed(float64(p.Gross), set.Epsilon, set.Delta, first, mostAdvised)
	case !r.Strong.occurred():
		r.Why = Unseen
	case rare:
		r.Why = Rare
	case r.Strong.Count.N < int64(set.M):
		r.Why = Short
	}
	if r.Why != "" {
		r.Verdict = Inconclusive
	}
	return p
}

// Counted is the kind of the batches whose releases the bounds rest on, once others chose the events.
const Counted = kindCount

// Left returns what is left of the strongest event's bound where so many of the releases that were
// counted are not the mechanism's: the worst that they can be. It has the same confidence if no more
// are wrong and none that chose the events is. A bound that is no event's bears no wrong release: 0.
func (r *Report) Left(wrong int64) float64 {
	b := r.Strong
	if r.Curved != nil || b.Method != Exact && b.Method != Odds {
		return 0
	}
	test := newTest(b.Event, b.Count, float64(r.Delta))
	switch t := test.(type) {
	case stat.RatioTest:
		t.C1, t.C2 = max(t.C1-wrong, 0), min(t.C2+wrong, t.N2)
		test = t
	case stat.OddsTest:
		t.E1, t.F1, t.E2, t.F2 = max(t.E1-wrong, 0), t.F1+wrong, t.E2+wrong, max(t.F2-wrong, 0)
		test = t
	}
	return test.Lower(float64(r.Alpha) * b.Share)
}

// Apart is the bound of the strongest event's counts whatever releases in the same place of both inputs have to do with
// each other: of Clopper–Pearson bounds on each, at half of the event's part of α. 0 in sequential mode.
func (r *Report) Apart() float64 {
	if r.Sequential { // the counts may be of releases that chose the event
		return 0
	}
	c1, c2 := Directed(r.Strong.Event, r.Strong.Count)
	n, part := r.Strong.Count.N, float64(r.Alpha)*r.Strong.Share/2
	most := stat.UpperP(c2, n, part)
	return num.Log(math.Max(stat.LowerP(c1, n, part)-float64(r.Delta), most) / most)
}

// Bears returns how many releases may be wrong while what is left still refutes the claim.
func (r *Report) Bears() int64 {
	silent := func(n int) bool { return r.Left(int64(n)+1) <= float64(r.Epsilon) }
	return int64(sort.Search(int(r.Strong.Count.N), silent))
}
