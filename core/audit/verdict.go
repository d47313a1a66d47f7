package audit

import (
	"math"
	"sort"

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

// DefaultThresholds returns those of a laboratory's audit.
func DefaultThresholds() Thresholds {
	return Thresholds{Factor: 2, Extra: 1, Mass: 0.5, Most: 1 << 30}
}

// gross returns the true ε that must not go unseen.
func (t Thresholds) gross(claim float64) float64 { return math.Max(t.Factor*claim, claim+t.Extra) }

// firstShare is the part of α that the most promising event gets; the others
// share the rest evenly. The order was fixed on the selection releases, which
// the test does not see again. All events bound one number, ε, so the bounds of
// all of them hold together with probability 1 − α.
const firstShare = 0.95

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
// candidate events, most promising first, and their counts in the test releases:
// looks[k][i] are event i's counts at look k. An audit of fixed size has one
// look.
func Strengthen(r *Report, cands []Event, looks [][]Count, set Settings, t Thresholds) {
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
		if a.Epsilon != b.Epsilon {
			return a.Epsilon > b.Epsilon
		}
		return a.P < b.P
	})
	r.Verdict, r.Needed = NoViolation, 0
	if k > 0 {
		r.Strong, r.Others = bounds[0], bounds[1:]
	} else {
		r.Strong = Bound{Level: 1 - set.Alpha, Share: 1, Method: Untested, P: 1, Detectable: sheet.Real(math.Inf(1))}
		r.Others = nil
	}
	if set.Brief {
		if float64(r.Strong.Epsilon) > set.Epsilon {
			r.Verdict = Violation
		}
		return
	}
	seen := frontiers{}
	if best, ok := strongest(r, cands, looks, set); ok {
		var d float64
		switch last := best.tests[len(best.tests)-1].(type) {
		case ratioTest:
			d = seen.of(last.n1, set, best.last()).detectable((float64(last.c1) + 0.5) / (float64(last.n1) + 1))
		case oddsTest:
			d = last.detectable(set.Epsilon, best.last())
		}
		r.Strong.Detectable = sheet.Real(d)
	}
	tell(r, set, judge(r, set, t, seen))
}

// strongest returns the evidence of the report's best event.
func strongest(r *Report, cands []Event, looks [][]Count, set Settings) (best evidence, ok bool) {
	for i, e := range cands {
		if e.same(r.Strong.Event) && r.Strong.Count.N > 0 {
			return newEvidence(e, eventHistory(looks, i), set, set.Alpha*share(i, len(cands))), true
		}
	}
	return best, false
}

// strongCurve fills the stronger test's p-values along the report's curve: those
// of the best event, adjusted. The curve inverts the test that decides: it
// crosses α where the bound is.
func strongCurve(r *Report, cands []Event, looks [][]Count, set Settings) {
	if set.Brief {
		return
	}
	best, _ := strongest(r, cands, looks, set)
	for i := range r.Curve {
		r.Curve[i].Exact = sheet.Real(best.p(float64(r.Curve[i].Epsilon), set.Alpha))
	}
}

// boundOf returns what event i of n proves, from its counts at each look.
func boundOf(e Event, counts []Count, set Settings, i, n int) Bound {
	v := newEvidence(e, counts, set, set.Alpha*share(i, n))
	all := v.bounds()
	last := counts[len(counts)-1]
	c := newCount(last.C1, last.C2, last.N)
	c.O1, c.O2 = last.O1, last.O2
	b := Bound{Level: 1 - set.Alpha, Share: share(i, n), Event: e, Count: c, Looks: n * len(v.shares)}
	b.Epsilon = sheet.Real(all[len(all)-1])
	b.P = sheet.Real(v.p(set.Epsilon, set.Alpha))
	b.Method = Exact
	if e.Opposite != nil {
		b.Method = Odds
	}
	return b
}

// power is what an audit of this size could have shown, found or not.
type power struct {
	gross float64 // the true ε that must not go unseen
	limit float64 // the true ε that would have been seen half of the time
	looks int     // planned
}

// judge sets the verdict.
func judge(r *Report, set Settings, t Thresholds, seen frontiers) power {
	b := r.Strong
	m := b.Count.N
	if m == 0 {
		m = int64(set.M)
	}
	// What the most promising event would have shown at the last look.
	looks := lookTimes(set)
	at := 0
	for at < len(looks)-1 && looks[at] < m {
		at++
	}
	shares := lookShares(looks, set.Alpha)
	first := set.Alpha * share(0, max(len(r.Others)+1, 1))
	alpha := first * shares[at]
	gross := t.gross(set.Epsilon)
	limit := seen.of(m, set, alpha).detectable(t.Mass)
	if float64(b.Epsilon) > set.Epsilon {
		r.Verdict = Violation
	} else if !(limit <= gross) || len(r.Strong.Event.Kind) == 0 {
		r.Verdict = Inconclusive
		r.Needed = needed(t, set, first*shares[len(looks)-1])
	}
	return power{gross, limit, len(looks)}
}
