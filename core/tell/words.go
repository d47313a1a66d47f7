// Package tell says what an audit's report means: its sentences and warnings (words), its
// charts and tables (sheets, region), and the terms that they use (glossary). A report is
// numbers and codes; nothing here decides anything. It is called where a report leaves
// core: a laboratory's audit when it encodes one, and the test of a visitor's own samples.
package tell

import (
	"fmt"
	"math"
	"slices"
	"strconv"

	"indistinct/core/lang"

	"indistinct/core/audit"
	"indistinct/core/event"
	"indistinct/core/mechanism"
	"indistinct/core/paper"
	"indistinct/core/sheet"
)

// Complete fills a report's sentences and warnings from its numbers. It leaves alone
// what it shares with the audit, which may go on.
func Complete(r *audit.Report) {
	Words(r)
	r.Warnings = append(paperWarnings(r), strongWarnings(r)...)
}

// Words fills a report's sentences from its numbers, but for the warnings; nothing in
// a brief audit's.
func Words(r *audit.Report) {
	if r.Settings.Brief {
		return
	}
	set, p, b := r.Settings, r.Power, r.Strong
	m := b.Count.N
	if m == 0 {
		m = int64(set.M)
	}
	claim, at := "ε = "+short(set.Epsilon), ""
	if set.Delta > 0 {
		claim += " at δ = " + short(set.Delta)
		at = " (at δ = " + short(set.Delta) + ")"
	}
	level := sheet.Brief(100*b.Level, 4) + " %"
	c1, c2 := audit.Directed(b.Event, b.Count)
	one, other := named(b.Event)
	first := fmt.Sprintf("%s in %s releases of %s", happened(c1), sheet.Group(m), one)
	// Four counts in one sentence are too many: the opposite's stand in Meaning.
	also := ""
	if b.Event.Opposite != nil {
		also = ", with its opposite counted too,"
	}
	switch r.Verdict {
	case audit.Violation:
		r.Plain = lang.Verbatim(fmt.Sprintf("The releases give the record away: an event that %s %s in %s of %s, so%s ε is at least %s, more than the claimed %s%s.",
			first, happened(c2), sheet.Group(m), other, also, sheet.Above(float64(r.Strong.Epsilon), float64(r.Epsilon)), short(set.Epsilon), at))
	case audit.NoViolation:
		r.Plain = lang.Verbatim(fmt.Sprintf("No violation of %s was found: the most telling event %s and %s in %s of %s. This is not a proof of privacy: a true ε below about %s would have gone unseen more often than not, whatever the mechanism, and a larger one may have.",
			claim, first, times(c2), sheet.Group(m), other, sheet.AtLeast(p.Limit)))
	case audit.Inconclusive:
		if b.Event.Kind == "" {
			r.Plain = "No event could be tested: the releases that events are chosen on show no difference between the two inputs."
			break
		}
		r.Plain = lang.Verbatim(fmt.Sprintf("Too few releases to tell: even a mechanism with a true ε of %s, against the claimed %s, would probably have gone unseen.", up(p.Gross), short(set.Epsilon)))
		if r.Needed > 0 {
			r.Plain += lang.Verbatim(fmt.Sprintf(" About %s releases of each input would show it in half of all audits at best.",
				sheet.Group(r.Needed)))
		} else {
			r.Plain += " No practicable number of releases would decide: counting events cannot refute a claim this weak."
		}
	}
	if n := len(r.Tried); n > 1 {
		r.Plain += lang.Verbatim(fmt.Sprintf(" Of %d pairs of inputs the most promising was tested: “%s”.", n,
			string(audit.PairName(r.Tried, r.Pair))))
	}
	if len(b.Event.Kind) > 0 {
		kind, event := "exact unconditional bound", fmt.Sprintf("event “%s”, %s and %s hits", b.Event.Name,
			sheet.Group(c1), sheet.Group(c2))
		if o := b.Event.Opposite; o != nil {
			f2, f1 := audit.Directed(*o, audit.Count{C1: b.Count.O1, C2: b.Count.O2})
			kind, event = "exact conditional bound", event+fmt.Sprintf(", against “%s”, %s and %s hits,", o.Name,
				sheet.Group(f1), sheet.Group(f2))
		}
		if p.Looks > 1 {
			kind += fmt.Sprintf(", valid at all of %d planned looks", p.Looks)
		}
		which := "this pair of inputs"
		if len(r.Tried) > 1 {
			which = "the pair “" + string(audit.PairName(r.Tried, r.Pair)) + "”"
		}
		tests := "for the one test"
		if n := len(r.Others) + 1; n > 1 {
			tests = fmt.Sprintf("for all %d tests together", n)
		}
		r.Precise = lang.Verbatim(fmt.Sprintf("With confidence %s, ε ≥ %s at δ = %s for %s (%s; %s in %s fresh releases each; α = %s %s).",
			level, sheet.Above(float64(r.Strong.Epsilon), float64(r.Epsilon)), short(set.Delta), which, kind, event, sheet.Group(m), short(set.Alpha), tests))
	} else {
		r.Precise = "No event was tested, so nothing is proven."
	}
	r.Meaning = meaning(r, set, p.Limit)
	r.Others = slices.Clone(r.Others)
	for i := range r.Others {
		r.Others[i].How = lang.Verbatim(how(r.Others[i], set, len(r.Others)+1))
	}
	r.Strong.How = lang.Verbatim(how(b, set, len(r.Others)+1))
}

// named names the input under which an event is likelier, and the other.
func named(e event.Event) (one, other lang.Message) {
	if e.Swap {
		return "the " + mechanism.Adjacent.Say(), "the " + mechanism.Record.Say()
	}
	return "the " + mechanism.Record.Say(), "its " + mechanism.Adjacent.Say()
}

// how says how a bound of one of so many events was proven.
func how(b audit.Bound, set audit.Settings, events int) string {
	if b.Method == audit.Untested {
		return "No event was tested."
	}
	s := "Exact for any number of releases: both Clopper–Pearson p-values, combined."
	if b.Method == audit.Odds {
		s = "Exact for any number of releases: an event and its opposite, which is likelier under the other input, have an odds ratio of at most (e^ε)²; given how many releases fell into either, what fell into the first follows Fisher's noncentral hypergeometric law."
	}
	if set.Delta > 0 {
		s += " At δ above 0 events are tested one by one: an event and its opposite are tested together, which tells more, only at δ = 0."
	}
	if events > 1 {
		s += fmt.Sprintf(" This event's share of α = %s is %s, one of %d events in their likelier direction, chosen and ranked on other releases.",
			sheet.Format(set.Alpha, 3), sheet.Format(set.Alpha*b.Share, 3), events)
	}
	if looks := b.Looks / events; looks > 1 {
		s += fmt.Sprintf(" It was shared again by %d looks, fixed before the first release was drawn, so the bound holds at all of them.", looks)
	}
	return s
}

// times says how often, as a person would; happened is the verb with it.
func times(n int64) string {
	switch n {
	case 0:
		return "never"
	case 1:
		return "once"
	}
	return sheet.Group(n) + " times"
}

func happened(n int64) string {
	if n == 0 {
		return "never happened"
	}
	return "happened " + times(n)
}

// meaning says what the result rests on and what was not looked at.
func meaning(r *audit.Report, set audit.Settings, limit float64) []lang.Message {
	b := r.Strong
	m := b.Count.N
	var out []lang.Message
	if o := b.Event.Opposite; o != nil {
		f2, f1 := audit.Directed(*o, audit.Count{C1: b.Count.O1, C2: b.Count.O2})
		one, other := named(b.Event)
		out = append(out, lang.Verbatim(fmt.Sprintf("Two events were counted together. The second, the first's opposite, %s in %s releases of %s and %s in %s of %s; the bound rests on the counts of both.",
			happened(f1), sheet.Group(m), one, times(f2), sheet.Group(m), other)))
	}
	switch r.Verdict {
	case audit.Violation:
		out = append(out, lang.Verbatim(fmt.Sprintf("The bound is a theorem about these counts: if ε were below %s, a bound as high would come up in at most %s of such audits.",
			sheet.Above(float64(r.Strong.Epsilon), float64(r.Epsilon)), sheet.Brief(100*(1-b.Level), 3)+" %")))
		out = append(out, "The true ε may be far larger: a count cannot show a ratio of probabilities much beyond the number of releases.")
	default:
		out = append(out, "“No violation found” is not “private”: it says that these events, on these releases, did not contradict the claim.")
		if !math.IsInf(limit, 1) {
			often := "At best, so many releases show a true ε of %s in half of all audits"
			if set.Sequential {
				often = "At best, as many releases as may be drawn show a true ε of %s in at least half of all audits"
			}
			best := "randomised response"
			if set.Delta > 0 {
				best += " that tells its input with probability δ besides"
			}
			out = append(out, lang.Verbatim(fmt.Sprintf(often+": where the mechanism is %s, which gives away as much as any with that ε, and the test counts its answers. Other mechanisms show it more rarely, the more so where the selection releases miss the event that tells the two apart.", up(limit), best)))
		} else if b.Event.Kind != "" {
			out = append(out, "So few releases cannot show a violation of this claim at all.")
		}
		if d := float64(b.Detectable); b.Count.N > 0 && !math.IsInf(d, 1) {
			of := "In an event as frequent as the one tested here the smallest true ε that would have shown with probability one half is %s."
			if b.Event.Opposite != nil {
				of = "In two events as frequent as those tested here the smallest common ε (half the logarithm of their odds ratio, at most the true ε) that would have shown with probability one half is %s."
			}
			out = append(out, lang.Verbatim(fmt.Sprintf(of, up(d))))
		}
	}
	if set.Sequential && r.Verdict != audit.Violation && m > 0 {
		if m < int64(set.MaxM) {
			out = append(out, "Drawing stopped because the ε of every tested event, of two that are tested together their common ε, lies below the claim, with the same confidence: more releases would show nothing new in these tests.")
		} else {
			out = append(out, lang.Verbatim(fmt.Sprintf("All %s releases that were allowed have been drawn without a decision.",
				sheet.Group(int64(set.MaxM)))))
		}
	}
	if set.Beta > 0 && len(r.Cover) > 0 {
		out = append(out, lang.Verbatim(fmt.Sprintf("Each step's high-likely set holds at least %s of the record's releases, with confidence 1 − %s for each step; all steps together at least %s. The escape event counts the rest.",
			sheet.Brief(100*(1-set.Beta), 4)+" %", sheet.Format(set.Gamma, 1),
			sheet.Format(100*math.Max(0, 1-float64(len(r.Cover))*set.Beta), 3)+" %")))
	}
	out = append(out, lang.Verbatim(fmt.Sprintf("Events were chosen on %s releases of each input and tested on %s fresh ones.",
		sheet.Group(int64(set.N)), sheet.Group(m))))
	others := "other pairs of adjacent records"
	if n := len(r.Tried); n > 1 {
		total := 0
		for _, x := range r.Tried {
			total += x.Releases
		}
		out = append(out, lang.Verbatim(fmt.Sprintf("Tested: the pair “%s”. It was chosen among %d, each looked at in both directions, on %s releases of each input in all that no test saw again. So the bound holds for it as if no other had been tried; for the others nothing is proven.",
			audit.PairName(r.Tried, r.Pair), n, sheet.Group(int64(total)))))
		others = fmt.Sprintf("pairs beyond the %d that were tried", n)
	}
	unseen := others + " and other events"
	if b.Event.Opposite == nil || slices.ContainsFunc(r.Others, func(o audit.Bound) bool {
		return o.Event.Opposite == nil
	}) {
		unseen = others + ", other events, and the unlikelier direction of each event that was tested alone"
	}
	out = append(out, lang.Verbatim("Not looked at: "+unseen+". Differential privacy asks for all of them."))
	return out
}

// strongWarnings says where a reader could be misled.
func strongWarnings(r *audit.Report) []lang.Message {
	set := r.Settings
	var out []lang.Message
	if r.Claimed != nil && r.ClaimDelta != nil && set.Delta >= float64(*r.ClaimDelta) &&
		float64(r.Strong.Epsilon) > float64(*r.Claimed) {
		out = append(out, lang.Verbatim(fmt.Sprintf("The bound exceeds the ε = %s claimed by %s (%s): the claim, or this implementation of the mechanism, is wrong, but for the chance of α that the bound is.",
			short(float64(*r.Claimed)), r.ClaimBy, r.ClaimFrom)))
	}
	if r.ExactPure != nil && set.Delta == 0 && float64(r.Strong.Epsilon) > float64(*r.ExactPure)*(1+1e-9)+1e-12 {
		out = append(out, "The bound exceeds the exact ε; this happens by chance in at most α of all audits.")
	}
	if r.EpsilonC > 0 && float64(r.Strong.Epsilon) > float64(r.EpsilonC) && !math.IsInf(float64(r.EpsilonC), 1) {
		out = append(out, lang.Verbatim(fmt.Sprintf("The paper's rule stops at ε_c = %s; the stronger test proves at least %s.",
			sheet.Format(float64(r.EpsilonC), 3), sheet.Above(float64(r.Strong.Epsilon), float64(r.Epsilon)))))
	}
	return out
}

func short(v float64) string { return sheet.Brief(v, 4) }

// up writes a limit with about three digits, rounded up.
func up(v float64) string {
	if math.IsInf(v, 1) {
		return "∞"
	}
	q := 100.0
	if v >= 10 {
		q = 10
	} else if v < 1 {
		q = 1000
	}
	return strconv.FormatFloat(math.Ceil(v*q)/q, 'f', -1, 64)
}

// paperWarnings says what of the paper's test does not hold in this run.
func paperWarnings(r *audit.Report) []lang.Message {
	set := r.Settings
	out := []lang.Message{}
	flat := 0
	for _, e := range r.Cover {
		if e.Degenerate {
			flat++
		}
	}
	if flat > 0 {
		out = append(out, lang.Verbatim(fmt.Sprintf("In %d of %d steps the releases have no spread in some direction; the high-likely set's half-axis there was set to a floor.", flat, len(r.Cover))))
	}
	if r.Untried > 0 {
		out = append(out, lang.Verbatim(fmt.Sprintf("Of %d pairs the first %d were tried, the most that one search takes.",
			len(r.Tried)+r.Untried, len(r.Tried))))
	}
	if set.N < r.Asked {
		out = append(out, lang.Verbatim(fmt.Sprintf("Of the %s selection releases of each input that were asked for, %s were drawn: more of %d numbers each would not fit the memory of a phone.",
			sheet.Group(int64(r.Asked)), sheet.Group(int64(set.N)), r.Steps*r.Dim)))
	}
	if r.Occupied == 0 {
		out = append(out, "No selection release fell into the grid, so the paper's test has no event to test.")
	}
	if e := r.EscapeSelect; e.N > 0 && r.Escapes {
		say := fmt.Sprintf("The paper's rule drops releases outside the high-likely set: %s %% of the neighbour's here, against %s %% of the record's.",
			sheet.Format(100*float64(e.C2)/float64(e.N), 3), sheet.Format(100*float64(e.C1)/float64(e.N), 3))
		// The test releases decide: the selection may have been lucky.
		if r.EscapeC > r.EpsilonC {
			say += " Counted as one event they tell the two apart better than any cell."
		}
		out = append(out, lang.Verbatim(say))
	}
	if mass, _ := paper.JointCover(set.Beta, set.Gamma, r.Steps); mass == 0 {
		out = append(out, lang.Verbatim(fmt.Sprintf("Over %d steps together the scenario bound guarantees nothing: %d β is 1 or more.", r.Steps, r.Steps)))
	}
	if set.Sequential {
		out = append(out, "The paper's p-values take the number of releases as fixed in advance; after several looks only the stronger test's bound holds.")
	}
	if set.Delta > 0 {
		out = append(out, "The paper's p-values test δ = 0; the claim's δ enters the stronger test alone.")
	}
	return out
}
