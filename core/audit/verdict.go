package audit

import (
	"math"
	"sort"
	"strconv"
	"strings"

	"indistinct/core/fmt"
	"indistinct/core/num"
	"indistinct/core/sheet"
)

// Thresholds say when an audit without a finding is inconclusive: when a gross
// violation would probably have gone unseen.
type Thresholds struct {
	// A violation is gross where the true ε is at least Factor times the claim
	// and at least the claim plus Extra.
	Factor, Extra float64
	// Mass is the probability, under the likelier record, of the event that
	// shows it.
	Mass float64
	// Most is the largest number of releases that is offered as a way out.
	Most int64
}

// DefaultThresholds are those of Strengthen.
var DefaultThresholds = Thresholds{Factor: 2, Extra: 1, Mass: 0.5, Most: 1 << 30}

// gross returns the true ε that must not go unseen.
func (t Thresholds) gross(claim float64) float64 { return math.Max(t.Factor*claim, claim+t.Extra) }

// firstShare is the part of α that the most promising event gets; the others
// share the rest evenly. The order was fixed on the selection releases, which
// the test does not see again.
const firstShare = 0.8

// exactMost is the most test releases for which every event gets the exact
// bound; beyond it only the most promising event does, and the others' bounds
// are Clopper–Pearson's with a union bound, which is quicker. Both are theorems.
const exactMost = 50000

// share returns event k's part of α among n events.
func share(k, n int) float64 {
	switch {
	case n == 1:
		return 1
	case k == 0:
		return firstShare
	}
	return (1 - firstShare) / float64(n-1)
}

// directed returns an event's counts, the likelier record's first.
func directed(e Event, c Count) (c1, c2 int64) {
	if e.Swap {
		return c.C2, c.C1
	}
	return c.C1, c.C2
}

// Strengthen fills the report's stronger test and its verdict from the
// candidate events and their counts in the test releases.
func Strengthen(r *Report, cands []Event, counts []Count, set Settings) {
	k := min(len(cands), len(counts))
	bounds := make([]Bound, k)
	for i := range k {
		bounds[i] = boundOf(cands[i], counts[i], set, i, k)
	}
	sort.SliceStable(bounds, func(i, j int) bool {
		a, b := bounds[i], bounds[j]
		if a.Epsilon != b.Epsilon {
			return a.Epsilon > b.Epsilon
		}
		return a.P < b.P
	})
	r.Verdict, r.Needed = NoViolation, 0
	if k > 0 {
		r.Strong, r.Others = bounds[0], bounds[1:]
		// The others keep the union bound's p-value, which is valid and quicker.
		if b := &r.Strong; strings.HasPrefix(b.Method, "Exact") {
			c1, c2 := directed(b.Event, b.Count)
			b.P = sheet.Real(newExact(c1, c2, b.Count.N, set.Delta).p(set.Epsilon))
		}
	} else {
		r.Strong = Bound{Level: 1 - set.Alpha, Method: "No event was tested.", P: 1, Detectable: sheet.Real(math.Inf(1))}
		r.Others = nil
	}
	fillCurve(r, set)
	judge(r, set)
}

// boundOf returns what event i of n proves.
func boundOf(e Event, c Count, set Settings, i, n int) Bound {
	alpha := float64(set.Alpha * share(i, n))
	c1, c2 := directed(e, c)
	lo, hi := ClopperPearson(c.C1, c.N, 0.95)
	c.P1 = [2]sheet.Real{sheet.Real(lo), sheet.Real(hi)}
	lo, hi = ClopperPearson(c.C2, c.N, 0.95)
	c.P2 = [2]sheet.Real{sheet.Real(lo), sheet.Real(hi)}
	b := Bound{Level: 1 - alpha, Event: e, Count: c, Looks: n}
	shared := ""
	if n > 1 {
		shared = fmt.Sprintf(" This event's share of α = %s is %s, one of %d events in their likelier direction, chosen and ranked on other releases.",
			sheet.Format(set.Alpha, 3), sheet.Format(alpha, 3), n)
	}
	if set.Sequential {
		run := Running{Delta: set.Delta, Level: 1 - alpha}
		b.Epsilon = sheet.Real(run.Add(c1, c2, c.N))
		b.P = sheet.Real(math.Min(1, num.Exp(-evidence(c1, c2, c.N, set.Epsilon, set.Delta, false))))
		b.Method = "Mixture e-process over pairs of releases, valid however often it is looked at." + shared
	} else {
		if i == 0 || c.N <= exactMost {
			x := newExact(c1, c2, c.N, set.Delta)
			b.Epsilon = sheet.Real(x.lower(alpha))
			b.P = sheet.Real(unionP(c1, c2, c.N, set.Epsilon, set.Delta))
			b.Method = "Exact unconditional bound (Buehler 1957, with Berger & Boos's interval for the rarer probability)." + shared
		} else {
			b.Epsilon = sheet.Real(epsilonUnion(c1, c2, c.N, set.Delta, alpha))
			b.P = sheet.Real(unionP(c1, c2, c.N, set.Epsilon, set.Delta))
			b.Method = "One-sided Clopper–Pearson bounds on both probabilities and a union bound." + shared
		}
	}
	b.Detectable = sheet.Real(detectable((float64(c1)+0.5)/(float64(c.N)+1), c.N, set, alpha))
	return b
}

// detectable returns about the smallest true ε for which the bound from m
// releases exceeds the claim with probability one half, for an event that has
// probability p1 under the likelier record; +Inf where there is none.
func detectable(p1 float64, m int64, set Settings, alpha float64) float64 {
	if m < 1 || p1 <= set.Delta {
		return math.Inf(1)
	}
	z := num.NormalQuantile(1 - alpha)
	shown := func(eps float64) bool {
		p2 := (p1 - set.Delta) * num.Exp(-eps)
		if set.Sequential {
			f := float64(m)
			c1, c2 := int64(math.Floor(float64(p1*f)+0.5)), int64(math.Floor(float64(p2*f)+0.5))
			return evidence(c1, c2, m, set.Epsilon, set.Delta, false) >= -num.Log(alpha)
		}
		return expectedLower(p1, p2, float64(m), set.Delta, z) > set.Epsilon
	}
	lo, hi := set.Epsilon, set.Epsilon+60
	if !shown(hi) {
		return math.Inf(1)
	}
	for hi-lo > 1e-3*(1+hi) {
		if mid := (lo + hi) / 2; shown(mid) {
			hi = mid
		} else {
			lo = mid
		}
	}
	return hi
}

// fillCurve sets the stronger test's p-value at each ε of the curve, adjusted
// for the event's share of α so that it crosses α where the test decides.
func fillCurve(r *Report, set Settings) {
	b := r.Strong
	if b.Count.N == 0 {
		for i := range r.Curve {
			r.Curve[i].Exact = 1
		}
		return
	}
	c1, c2 := directed(b.Event, b.Count)
	s := (1 - b.Level) / set.Alpha
	for i := range r.Curve {
		eps := float64(r.Curve[i].Epsilon)
		var p float64
		switch {
		case set.Sequential:
			p = num.Exp(-evidence(c1, c2, b.Count.N, eps, set.Delta, false))
		case set.Delta > 0:
			p = unionP(c1, c2, b.Count.N, eps, set.Delta)
		default:
			p = ConditionalBinomial(c1, c2, eps)
		}
		r.Curve[i].Exact = sheet.Real(math.Min(1, p/s))
	}
}

// judge sets the verdict and its sentences.
func judge(r *Report, set Settings) {
	t := DefaultThresholds
	b := r.Strong
	m := b.Count.N
	if m == 0 {
		m = int64(set.M)
	}
	alpha := 1 - b.Level
	gross := t.gross(set.Epsilon)
	limit := detectable(t.Mass, m, set, alpha)
	if float64(b.Epsilon) > set.Epsilon {
		r.Verdict = Violation
	} else if !(limit <= gross) || len(r.Strong.Event.Kind) == 0 {
		r.Verdict = Inconclusive
		r.Needed = needed(t, set, alpha)
	}
	claim := "ε = " + short(set.Epsilon)
	if set.Delta > 0 {
		claim += " at δ = " + short(set.Delta)
	}
	level := sheet.Format(100*b.Level, 3) + " %"
	c1, c2 := directed(b.Event, b.Count)
	one, other := "the true record", "the adjacent one"
	if b.Event.Swap {
		one, other = "the adjacent record", "the true one"
	}
	first := fmt.Sprintf("%s in %s releases of %s", happened(c1), group(m), one)
	switch r.Verdict {
	case Violation:
		r.Plain = fmt.Sprintf("The releases give the record away: an event that %s %s in %s of %s, so ε is at least %s, more than the claimed %s.",
			first, happened(c2), group(m), other, down(float64(b.Epsilon)), short(set.Epsilon))
		if set.Delta > 0 {
			r.Plain = r.Plain[:len(r.Plain)-1] + fmt.Sprintf(" (at δ = %s).", short(set.Delta))
		}
	case NoViolation:
		r.Plain = fmt.Sprintf("No violation of %s was found: the most telling event %s and %s in %s of %s. This is not a proof of privacy: a true ε below about %s could have gone unseen.",
			claim, first, times(c2), group(m), other, up(limit))
	default:
		r.Plain = fmt.Sprintf("Too few releases to tell: even a mechanism with a true ε of %s, against the claimed %s, would probably have gone unseen.", up(gross), short(set.Epsilon))
		if r.Needed > 0 {
			r.Plain += fmt.Sprintf(" About %s releases for each record would decide.", group(r.Needed))
		} else {
			r.Plain += " No practicable number of releases would decide: counting events cannot refute a claim this weak."
		}
	}
	if len(b.Event.Kind) > 0 {
		kind := "exact unconditional bound"
		switch {
		case set.Sequential:
			kind = "anytime-valid mixture e-process"
		case strings.HasPrefix(b.Method, "One-sided"):
			kind = "Clopper–Pearson and a union bound"
		}
		r.Precise = fmt.Sprintf("With confidence %s, ε ≥ %s at δ = %s for this pair of records (%s; event “%s”, %s and %s hits in %s fresh releases each; %d events accounted for at α = %s).",
			level, down(float64(b.Epsilon)), short(set.Delta), kind, b.Event.Name, group(c1), group(c2), group(m), b.Looks, short(set.Alpha))
	} else {
		r.Precise = "No event was tested, so nothing is proven."
	}
	r.Meaning = meaning(r, set, limit)
	r.Warnings = append(r.Warnings, strongWarnings(r, set)...)
}

// times says how often, as a person would; happened is the verb with it.
func times(n int64) string {
	switch n {
	case 0:
		return "never"
	case 1:
		return "once"
	}
	return group(n) + " times"
}

func happened(n int64) string {
	if n == 0 {
		return "never happened"
	}
	return "happened " + times(n)
}

// meaning says what the result rests on and what was not looked at.
func meaning(r *Report, set Settings, limit float64) []string {
	b := r.Strong
	m := b.Count.N
	var out []string
	switch r.Verdict {
	case Violation:
		out = append(out, fmt.Sprintf("The bound is a theorem about these counts: if ε were below %s, counts like these would come up in less than %s of such audits.",
			down(float64(b.Epsilon)), sheet.Format(100*(1-b.Level), 2)+" %"))
		out = append(out, "The true ε may be far larger: a count cannot show a ratio of probabilities much beyond the number of releases.")
	default:
		out = append(out, "“No violation found” is not “private”: it says that these events, on these releases, did not contradict the claim.")
		if !math.IsInf(limit, 1) {
			out = append(out, fmt.Sprintf("So many releases show a true ε of %s or more in half of all audits, if an event that happens in half of one record's releases tells the records apart.", up(limit)))
		} else {
			out = append(out, "So few releases cannot show a violation of this claim at all.")
		}
		if b.Count.N > 0 && !math.IsInf(float64(b.Detectable), 1) {
			out = append(out, fmt.Sprintf("In the event tested here the smallest true ε that would have shown with probability one half is %s.", up(float64(b.Detectable))))
		}
	}
	if set.Sequential && r.Verdict != Violation && m > 0 {
		if m < int64(set.MaxM) {
			out = append(out, "Drawing stopped because every tested event's anytime-valid upper bound lies below the claim: more releases would show nothing new in these events.")
		} else {
			out = append(out, fmt.Sprintf("All %s releases that were allowed have been drawn without a decision.", group(int64(set.MaxM))))
		}
	}
	if set.Beta > 0 && len(r.Cover) > 0 {
		out = append(out, fmt.Sprintf("Each step's high-likely set holds at least %s of the true record's releases, with confidence 1 − %s for each step; all steps together at least %s. The escape event counts the rest.",
			sheet.Format(100*(1-set.Beta), 3)+" %", sheet.Format(set.Gamma, 1), sheet.Format(100*math.Max(0, 1-float64(float64(len(r.Cover))*set.Beta)), 3)+" %"))
	}
	out = append(out, fmt.Sprintf("Events were chosen on %s releases for each record and tested on %s fresh ones.", group(int64(set.N)), group(m)))
	out = append(out, fmt.Sprintf("Not looked at: other pairs of adjacent records, events other than the %d tested, and each event's unlikelier direction. Differential privacy asks for all of them.", len(r.Others)+1))
	return out
}

// strongWarnings says where a reader could be misled.
func strongWarnings(r *Report, set Settings) []string {
	var out []string
	if r.Claimed != nil && r.ClaimDelta != nil && set.Delta >= float64(*r.ClaimDelta) && float64(r.Strong.Epsilon) > float64(*r.Claimed) {
		out = append(out, fmt.Sprintf("The bound exceeds the ε = %s that theory claims (%s): the claim, or this implementation of the mechanism, is wrong.",
			short(float64(*r.Claimed)), r.ClaimFrom))
	}
	if r.ExactPure != nil && set.Delta == 0 && float64(r.Strong.Epsilon) > float64(float64(*r.ExactPure)*(1+1e-9))+1e-12 {
		out = append(out, "The bound exceeds the exact ε; this happens by chance in at most α of all audits.")
	}
	if r.EpsilonC > 0 && float64(r.Strong.Epsilon) > float64(r.EpsilonC) && !math.IsInf(float64(r.EpsilonC), 1) {
		out = append(out, fmt.Sprintf("The paper's rule stops at ε_c = %s; the stronger test proves at least %s.",
			sheet.Format(float64(r.EpsilonC), 3), down(float64(r.Strong.Epsilon))))
	}
	return out
}

// needed returns about how many releases would have shown a gross violation
// with probability one half; 0 where more than Most would be needed.
func needed(t Thresholds, set Settings, alpha float64) int64 {
	ok := func(m int64) bool { return detectable(t.Mass, m, set, alpha) <= t.gross(set.Epsilon) }
	hi := int64(16)
	for !ok(hi) {
		hi *= 2
		if hi > t.Most {
			return 0
		}
	}
	lo := hi / 2
	for hi-lo > max(hi/100, 1) {
		if mid := (lo + hi) / 2; ok(mid) {
			hi = mid
		} else {
			lo = mid
		}
	}
	// Round up to two digits: the number is a recommendation.
	p := int64(1)
	for hi/p >= 100 {
		p *= 10
	}
	return (hi + p - 1) / p * p
}

// group writes a count with commas.
func group(n int64) string {
	s := strconv.FormatInt(n, 10)
	for i := len(s) - 3; i > 0 && s[i-1] != '-'; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return s
}

func short(v float64) string {
	return strings.Replace(strconv.FormatFloat(v, 'g', 4, 64), "e-0", "e-", 1)
}

// down and up write a bound with two or three digits, rounded to the safe side.
func down(v float64) string { return rounded(v, math.Floor) }
func up(v float64) string   { return rounded(v, math.Ceil) }

func rounded(v float64, f func(float64) float64) string {
	if math.IsInf(v, 1) {
		return "∞"
	}
	q := 100.0
	if v >= 10 {
		q = 10
	}
	return strconv.FormatFloat(f(v*q)/q, 'f', -1, 64)
}
