package audit

import (
	"math"
	"slices"
	"sort"

	"indistinct/core/event"
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

// gross returns the true ε that must not go unseen.
func gross(claim float64) float64 { return math.Max(grossFactor*claim, claim+grossExtra) }

// strengthen fills the report's stronger test and its verdict from the
// candidate events, most promising first, and their counts in the test releases:
// looks[k][i] are event i's counts at look k. An audit of fixed size has one
// look.
func (r *Report) strengthen(cands []event.Event, looks [][]Count, set Settings) {
	k := 0
	if len(looks) > 0 {
		k = min(len(cands), len(looks[0]))
	}
	bounds := make([]Bound, k)
	for i := range k {
		bounds[i] = boundOf(cands[i], eventHistory(looks, i), set, i, k)
	}
	sort.SliceStable(bounds, func(i, j int) bool {
		a, b := bounds[i], bounds[j]
		switch {
		case a.Epsilon != b.Epsilon:
			return a.Epsilon > b.Epsilon
		case a.P != b.P:
			return a.P < b.P
		}
		return a.occurred() && !b.occurred()
	})
	r.ask(set)
	r.Verdict, r.Why, r.Needed, r.Real = NoViolation, "", 0, nil
	none := Bound{Level: 1 - set.Alpha, Share: 1, Method: Untested, P: 1, Detectable: sheet.Real(math.Inf(1))}
	r.Strong, r.Others = none, nil
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
			if v, ok := evidenceOf(bounds[i].Event, cands, looks, set); ok {
				bounds[i].Detectable = sheet.Real(v.tests[len(v.tests)-1].Detectable(set.Epsilon, v.last()))
			}
			rare = math.IsInf(float64(bounds[i].Detectable), 1)
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

// occurred reports whether the event or its opposite was seen at all.
func (b Bound) occurred() bool { return b.Count.C1+b.Count.C2+b.Count.O1+b.Count.O2 > 0 }

// ask notes the claim and the test that was asked for.
func (r *Report) ask(set Settings) {
	r.Epsilon, r.Delta = sheet.Real(set.Epsilon), sheet.Real(set.Delta)
	r.Alpha, r.Beta, r.Gamma = sheet.Real(set.Alpha), sheet.Real(set.Beta), sheet.Real(set.Gamma)
	r.Bits = set.Bits
	if r.Sequential = set.Sequential; set.Sequential {
		r.MaxM = set.MaxM
	}
}

// evidenceOf returns the evidence of a candidate event.
func evidenceOf(e event.Event, cands []event.Event, looks [][]Count, set Settings) (v evidence, ok bool) {
	for i := range cands {
		if cands[i].Same(e) && len(looks) > 0 && looks[0][i].N > 0 {
			return newEvidence(e, eventHistory(looks, i), set, set.Alpha*stat.Share(i, len(cands))), true
		}
	}
	return v, false
}

// strongCurve fills the stronger test's p-values along the report's curve: those
// of the best event, adjusted. The curve inverts the test that decides: it
// crosses α where the bound is.
func strongCurve(r *Report, cands []event.Event, looks [][]Count, set Settings) {
	if set.Brief {
		return
	}
	best, _ := evidenceOf(r.Strong.Event, cands, looks, set)
	for _, e := range r.Curve.Epsilon {
		r.Curve.Exact = append(r.Curve.Exact, sheet.Real(best.p(float64(e), set.Alpha)))
	}
}

// boundOf returns what event i of n proves, from its counts at each look.
func boundOf(e event.Event, counts []Count, set Settings, i, n int) Bound {
	v := newEvidence(e, counts, set, set.Alpha*stat.Share(i, n))
	all := v.bounds()
	last := counts[len(counts)-1]
	c := NewCount(last.C1, last.C2, last.N)
	c.O1, c.O2 = last.O1, last.O2
	b := Bound{Level: 1 - set.Alpha, Share: stat.Share(i, n), Event: e, Count: c, Looks: n * len(v.shares)}
	if last.Coupled {
		c1, c2 := Directed(e, last)
		counts := stat.CoupledCounts{Both: last.Both, Only1: c1 - last.Both, Only2: c2 - last.Both}
		b.Count.Coupled, b.Count.Both, b.Method = true, last.Both, Coupled
		b.Epsilon = sheet.Real(stat.CoupledLower(counts, set.Alpha))
		b.P = sheet.Real(stat.CoupledP(counts, set.Epsilon, set.Alpha))
		return b
	}
	b.Epsilon = sheet.Real(all[len(all)-1])
	b.P = sheet.Real(v.p(set.Epsilon, set.Alpha))
	b.Method = Exact
	if e.Opposite != nil {
		b.Method = Odds
	}
	return b
}

// judge sets the verdict. An audit without a finding is inconclusive, and says why, where
// it had no event to test, or none that its releases held often enough to show anything
// (rare); where fewer releases came than were asked for; and where it would have found a
// gross violation with probability below one half, at best and at all planned looks together.
func judge(r *Report, rare bool, set Settings) Power {
	times := set.looks()
	shares := stat.LookShares(times, set.Alpha)
	first := set.Alpha * stat.Share(0, len(r.Others)+1)
	p := Power{Gross: sheet.Real(gross(set.Epsilon)), Limit: sheet.Real(math.Inf(1)), Looks: len(times)}
	switch {
	case float64(r.Strong.Epsilon) > set.Epsilon:
		r.Verdict = Violation
		return p
	case r.Strong.Event.Kind == "":
		r.Verdict, r.Why = Inconclusive, NoEvent
		return p
	}
	found := 0.0
	for k := len(times) - 1; k >= 0; k-- {
		f := stat.NewBestFrontier(times[k], set.Epsilon, set.Delta, first*shares[k])
		if math.IsInf(float64(p.Limit), 1) {
			p.Limit = sheet.Real(f.Best())
		}
		found += f.Power(stat.BestLaw(float64(p.Gross), set.Delta))
	}
	switch {
	case found < 0.5:
		r.Why = Few
		r.Needed = stat.Needed(float64(p.Gross), set.Epsilon, set.Delta, first*shares[len(shares)-1],
			mostAdvised)
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
