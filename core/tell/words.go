// Package tell says what an audit's report means: its sentences and warnings and the terms that
// they use (words), its charts and tables (sheets, region). A report is numbers and codes; nothing
// here decides anything. It is called where a report is shown.
package tell

import (
	"cmp"
	"math"
	"slices"

	"indistinct/core/audit"
	"indistinct/core/event"
	"indistinct/core/lang"
	"indistinct/core/paper"
)

// Verdict is what a verdict is called.
func Verdict(v audit.Verdict) lang.Message {
	name := map[audit.Verdict]string{audit.Violation: "violation", audit.NoViolation: "none"}[v]
	return lang.Say("tell.verdict." + cmp.Or(name, "inconclusive"))
}

// Plain is the verdict in a sentence that a student understands and one of what that
// shows; in another where that is near the claim, or the last digits of numbers decide it.
func Plain(r *audit.Report) lang.Message {
	said := plain(r)
	if r.Near {
		said = lang.Sentences(said, lang.Say("tell.near", "alpha", r.Alpha))
	}
	if !r.ByDigits() {
		return said
	}
	real := "unknown"
	bound := 0.0
	if b := r.Real; r.Curved == nil && !r.Sequential {
		bound = lang.Above(float64(b.Epsilon), float64(r.Epsilon))
		switch real = "none"; {
		case b.Method == audit.Untested:
			real = "untested"
		case b.Epsilon > r.Epsilon:
			real = "violation"
		}
	}
	return lang.Sentences(said, lang.Say("tell.digits", "digits", r.Proven(), "real", real, "bound", bound,
		"claim", r.Epsilon))
}

func plain(r *audit.Report) lang.Message {
	b := r.Strong
	switch {
	case r.Why == audit.Unseen || r.Why == audit.Rare || r.Why == audit.Short:
		c1, c2 := audit.Directed(b.Event, b.Count)
		return lang.Say("tell.plain."+string(r.Why), "event", b.Event.Name, "m", b.Count.N, "c1", c1, "c2", c2,
			"likelier", r.Inputs.Likelier(b.Event.Swap), "claim", r.Epsilon)
	case r.Sequential && r.Verdict == audit.Violation:
		return lang.Say("tell.plain.bets", append(bets(r), "p", 1/b.P, "claim", claimed(r), "group", r.Group)...)
	case r.Sequential && r.Verdict == audit.NoViolation:
		return lang.Say("tell.plain.bets.none", append(bets(r), "p", 1/b.P, "claim", claimed(r), "group", r.Group,
			"enough", 1/r.Alpha)...)
	case r.Curved != nil:
		return curved(r)
	case r.Verdict == audit.Inconclusive && b.Event.Kind == "":
		return lang.Say("tell.plain.untested", inputs(r)...)
	case r.Verdict == audit.Inconclusive && r.Needed > 0:
		return lang.Say("tell.plain.few", "gross", r.Power.Gross, "claim", r.Epsilon, "needed", r.Needed,
			"sequential", r.Sequential)
	case r.Verdict == audit.Inconclusive:
		return lang.Say("tell.plain.hopeless", "gross", r.Power.Gross, "claim", r.Epsilon, "sequential", r.Sequential)
	}
	id := "tell.plain.none"
	if r.Verdict == audit.Violation {
		id = "tell.plain.violation"
	}
	e, right, wrong := ruleOf(r)
	more := beyond(r)
	return lang.Say(id, "claim", r.Epsilon, "c1", right, "c2", wrong, "large", r.Epsilon >= 12, "more", more,
		"factor", lang.Beside(math.Exp(float64(r.Epsilon)), (float64(right)-more)/float64(wrong)),
		"exceeds", exceeds(r, right, wrong), "likelier", r.Inputs.Likelier(e.Swap), "group", r.Group)
}

// ruleOf returns the rule that the verdict speaks of and how often it was right and wrong: the strongest event or,
// where a violation is of its opposite alone, that.
func ruleOf(r *audit.Report) (e event.Event, right, wrong int64) {
	n := r.Strong.Count
	e = r.Strong.Event
	right, wrong = audit.Directed(e, n)
	if o := e.Opposite; o != nil && r.Verdict == audit.Violation && !exceeds(r, right, wrong) {
		e = *o
		right, wrong = audit.Directed(e, audit.Count{C1: n.O1, C2: n.O2})
	}
	return e, right, wrong
}

// exceeds reports whether a rule was right more often than is promised of one that was wrong so often.
func exceeds(r *audit.Report, right, wrong int64) bool {
	return float64(right) > math.Exp(float64(r.Epsilon))*float64(wrong)+beyond(r)
}

// beyond is how often a rule may be right on top of that, for δ.
func beyond(r *audit.Report) float64 {
	return math.Ceil(float64(r.Delta)*float64(r.Strong.Count.N) - 1e-9)
}

// inputs are what sentences call the two inputs, and further places.
func inputs(r *audit.Report, places ...any) []any {
	return append(places, "one", r.Inputs.Of(0), "other", r.Inputs.Of(1))
}

// bets are what sentences say of sequential mode: what is proven, from how many releases.
func bets(r *audit.Report) []any {
	bound := r.Proven()
	if c := r.Curved; c != nil {
		bound = c.Proven()
	}
	c1, c2 := audit.Directed(r.Strong.Event, r.Strong.Count)
	return r.Claim().Places("bound", bound, "delta", r.Delta, "n", r.Decided, "level", 100*r.Strong.Level,
		"alpha", r.Alpha, "event", r.Strong.Event.Name, "c1", c1, "c2", c2, "m", r.Strong.Count.N,
		"chose", r.Chose, "telling", r.Telling())
}

// claimed is the number of the claim.
func claimed(r *audit.Report) any {
	if c := r.Curved; c != nil {
		return c.Value
	}
	return r.Epsilon
}

// curved is Plain where the claim is of another notion than (ε, δ).
func curved(r *audit.Report) lang.Message {
	c := r.Curved
	places := inputs(r, r.Claim().Places("claim", c.Value, "least", c.Proven(), "group", r.Group)...)
	switch {
	case r.Verdict == audit.Violation && c.FalseAlarms > 0:
		return lang.Say("tell.curved.violation", append(places, "x", 100*c.FalseAlarms, "y", 100*c.Misses,
			"allowed", 100*c.Allowed)...)
	case r.Verdict == audit.Violation:
		return lang.Say("tell.curved.violation.whole", places...)
	case r.Verdict == audit.NoViolation:
		return lang.Say("tell.curved.none", places...)
	case r.Why == audit.NoEvent:
		return lang.Say("tell.curved.untested", places...)
	}
	return lang.Say("tell.curved.few", append(places, "gross", c.Gross, "beyond", math.IsInf(float64(c.Gross), 1),
		"needed", r.Needed, "sequential", r.Sequential)...)
}

// Precise is the verdict in one sentence that a researcher can quote.
func Precise(r *audit.Report) lang.Message {
	b := r.Strong
	if c := r.Curved; c != nil && r.ProvenCurve != nil {
		return lang.Say("tell.precise.curved", r.Claim().Places("least", c.Proven(), "level", 100*c.Level,
			"alpha", r.Alpha, "tried", max(len(r.Tried), 1), "pair", audit.PairName(r.Tried, r.Pair), "m", r.M,
			"points", len(r.ProvenCurve.Misses))...)
	}
	if b.Event.Kind == "" {
		return lang.Say("tell.precise.untested")
	}
	if r.Sequential {
		said := lang.Say("tell.precise.bets", append(bets(r), "tried", max(len(r.Tried), 1),
			"pair", audit.PairName(r.Tried, r.Pair))...)
		if f := r.Fresh; f != nil && f.Proven() > 0 {
			said = lang.Sentences(said, lang.Say("tell.precise.fresh", r.Claim().Places("m", f.M, "bound", f.Proven(),
				"level", 100*f.Level)...))
		}
		return said
	}
	c1, c2 := audit.Directed(b.Event, b.Count)
	places := []any{"level", 100 * b.Level, "bound", r.Proven(), "delta", r.Delta, "alpha", r.Alpha,
		"tried", max(len(r.Tried), 1), "pair", audit.PairName(r.Tried, r.Pair),
		"tests", len(r.Others) + 1, "event", b.Event.Name, "c1", c1, "c2", c2, "m", b.Count.N}
	if o := b.Event.Opposite; o != nil {
		o2, o1 := audit.Directed(*o, audit.Count{C1: b.Count.O1, C2: b.Count.O2})
		return lang.Say("tell.precise.opposite", append(places, "opposite", o.Name, "o1", o1, "o2", o2)...)
	}
	return lang.Say("tell.precise", places...)
}

// Meaning says what the result rests on and what was not looked at, as far as the
// verdict's sentences do not. A report's Notes, what the laboratory adds, follow it.
func Meaning(r *audit.Report) []lang.Message {
	b := r.Strong
	m := b.Count.N
	var out []lang.Message
	say := func(id string, places ...any) { out = append(out, lang.Say(id, places...)) }
	if c := r.Curved; c != nil {
		if r.Sequential {
			say("tell.meaning.bets", r.Claim().Places("value", c.Value, "tangents", len(audit.Tangents))...)
		} else {
			say("tell.meaning.curve", r.Claim().Places()...)
		}
		if c.Limit > 0 && !math.IsInf(float64(c.Limit), 1) {
			say("tell.meaning.curve.limit", r.Claim().Places("limit", c.Limit, "sequential", r.Sequential)...)
		}
		if b.Event.Kind != "" && !r.Sequential {
			say("tell.meaning.curve.event", "bound", r.Proven(), "delta", r.Delta, "level", 100*b.Level,
				"both", 100*(b.Level+c.Level-1))
		}
	} else if r.Verdict == audit.Violation {
		say("tell.meaning.bound", "bound", r.Proven(), "alpha", 100*(1-b.Level))
		say("tell.meaning.larger")
	} else {
		limit := r.Power.Limit
		switch {
		case !math.IsInf(float64(limit), 1) && r.Delta > 0:
			say("tell.meaning.limit.delta", "limit", limit, "sequential", r.Sequential)
		case !math.IsInf(float64(limit), 1):
			say("tell.meaning.limit", "limit", limit, "sequential", r.Sequential)
		case b.Event.Kind != "":
			say("tell.meaning.hopeless")
		}
		switch d := b.Detectable; {
		case m == 0 || math.IsInf(float64(d), 1):
		case b.Event.Opposite != nil:
			say("tell.meaning.detectable.opposite", "eps", d)
		default:
			say("tell.meaning.detectable", "eps", d)
		}
		switch {
		case !r.Sequential || m == 0:
		case r.Chose || m >= int64(r.MaxM):
			say("tell.meaning.drawn", "most", r.Decided)
		default:
			say("tell.meaning.stopped")
		}
	}
	tried := len(r.Tried)
	if tried > 1 {
		releases := 0
		for _, x := range r.Tried {
			releases += x.Releases
		}
		say("tell.meaning.pair", "tried", tried, "releases", releases)
	} else {
		tried = 0
	}
	alone := !r.Sequential && b.Event.Opposite == nil ||
		slices.ContainsFunc(r.Others, func(o audit.Bound) bool { return o.Event.Opposite == nil })
	out = append(out, covered(r))
	say("tell.meaning.unseen", "tried", tried, "alone", alone, "bits", r.Bits)
	return out
}

// Representation says whether the test looked at how a program represents numbers, in a
// sentence of its own.
func Representation(r *audit.Report) lang.Message {
	return lang.Say("tell.bits", "bits", r.Bits)
}

// How says how a bound of a report was proven.
func How(r *audit.Report, b audit.Bound) lang.Message {
	out := []lang.Message{lang.Say("tell.how." + string(b.Method))}
	if b.Method == audit.Untested {
		return out[0]
	}
	if r.Delta > 0 && !r.Sequential {
		out = append(out, lang.Say("tell.how.alone"))
	}
	events := len(r.Others) + 1
	if events > 1 {
		out = append(out, lang.Say("tell.how.share", "alpha", r.Alpha, "share", float64(r.Alpha)*b.Share,
			"events", events))
	}
	return lang.Sentences(out...)
}

// Warnings say where a reader of the report could be misled.
func Warnings(r *audit.Report) []lang.Message {
	out := []lang.Message{}
	say := func(id string, places ...any) { out = append(out, lang.Say("tell.warning."+id, places...)) }
	flat := 0
	for _, e := range r.Cover {
		if e.Degenerate {
			flat++
		}
	}
	if flat > 0 {
		say("flat", "flat", flat, "steps", len(r.Cover))
	}
	if r.Untried > 0 {
		say("untried", "tried", len(r.Tried), "pairs", len(r.Tried)+r.Untried)
	}
	if r.Asked > 0 {
		say("drawn", "asked", r.Asked, "drawn", r.N, "numbers", r.Steps*r.Dim)
	}
	if r.Occupied == 0 {
		say("empty")
	}
	if e := r.EscapeSelect; e.N > 0 && r.EscapeEvent.Kind == event.EscapeEvent().Kind {
		// The test releases decide which is better: the selection may have been lucky.
		say("outside", inputs(r, "record", float64(e.C1)/float64(e.N), "neighbour", float64(e.C2)/float64(e.N),
			"best", r.EscapeC > r.EpsilonC)...)
	}
	if paper.JointCover(float64(r.Beta), r.Steps) == 0 {
		say("joint", "steps", r.Steps)
	}
	if r.Sequential {
		say("sequential")
	}
	if r.Delta > 0 {
		say("delta")
	}
	bound := float64(r.Strong.Epsilon)
	if r.Claimed != nil && r.ClaimDelta != nil && r.Delta >= *r.ClaimDelta && bound > float64(*r.Claimed) {
		say("claimed", "eps", *r.Claimed, "by", r.ClaimBy, "source", r.ClaimFrom)
	}
	if r.ExactPure != nil && r.Delta == 0 && bound > float64(*r.ExactPure)*(1+1e-9)+1e-12 {
		say("exact")
	}
	if c := float64(r.EpsilonC); c > 0 && bound > c && !math.IsInf(c, 1) {
		say("rule", "critical", c, "bound", r.Proven())
	}
	return out
}

// Glossary names the words that every laboratory uses. Of a term glossary.<name> is the
// word, .also are its other forms, separated by commas (empty for none), and .text is what
// a student of sixteen understands.
func Glossary() []string {
	return []string{"release", "mechanism", "record", "neighbour", "adjacent", "ε", "δ", "promise", "rule", "opposite",
		"false-alarm", "miss", "p-value", "confidence", "lower-bound", "critical-ε", "high-likely-set", "sensitivity",
		"trade-off-curve", "gaussian-dp", "zero-concentrated-dp", "nothing-found"}
}
