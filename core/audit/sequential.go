package audit

import (
	"math"

	"indistinct/core/sheet"
)

// Sequential mode draws until decided. It looks at a few numbers of releases
// that are fixed before the first is drawn, each three times the one before, and
// at every look takes the exact bound (ratio.go) at that look's share of the
// error probability. The shares add up to all of it, so the bounds of all looks
// hold at once, whenever one stops, by the union bound over looks (α spending:
// Lan & DeMets 1983). The last look, which has the most releases, gets the most;
// what the others share costs little, because what a look needs is a normal
// quantile, which grows as the root of the logarithm of its share.

// lookGrowth is how many times the releases of the look before each look has.
const lookGrowth = 3

// lookTimes returns the numbers of releases of each input at which sequential
// mode looks: the first batch's M, then three times as many each time, and MaxM.
// In an audit of fixed size it is M alone.
func lookTimes(set Settings) []int64 {
	if !set.Sequential {
		return []int64{int64(set.M)}
	}
	var out []int64
	most := int64(max(set.MaxM, set.M))
	for n := int64(max(set.M, 1)); n < most; n *= lookGrowth {
		out = append(out, n)
	}
	return append(out, most)
}

// lookShare returns look k's part of the error probability among n looks.
func lookShare(k, n int) float64 {
	if n == 1 {
		return 1
	}
	last := 0.3 + 0.4/float64(n-1)
	if k == n-1 {
		return last
	}
	return (1 - last) / float64(n-1)
}

// evidence is what the counts of one event at every look so far show, and the
// event's part of the error probability.
type evidence struct {
	looks []ratioTest // in the order of drawing
	total int         // looks that share alpha, of which some may be still to come
	alpha float64
}

func newEvidence(e Event, counts []Count, set Settings, alpha float64) evidence {
	out := evidence{total: max(len(lookTimes(set)), len(counts)), alpha: alpha}
	for _, c := range counts {
		c1, c2 := directed(e, c)
		out.looks = append(out.looks, ratioTest{c1: c1, n1: c.N, c2: c2, n2: c.N, delta: set.Delta})
	}
	return out
}

// at returns the error probability of look k.
func (v evidence) at(k int) float64 { return v.alpha * lookShare(k, v.total) }

// last returns the error probability of the last look so far.
func (v evidence) last() float64 { return v.at(len(v.looks) - 1) }

// bounds returns the lower bound on ε after each look: the largest so far.
func (v evidence) bounds() []float64 {
	out := make([]float64, len(v.looks))
	for k, t := range v.looks {
		out[k] = t.lower(v.at(k))
		if k > 0 {
			out[k] = math.Max(out[k], out[k-1])
		}
	}
	return out
}

// p returns the p-value of p₁ ≤ e^ε p₂ + δ over all looks and for an event that
// has a part of α: the least α at which the bound would exceed ε.
func (v evidence) p(epsilon, alpha float64) float64 {
	p := 1.0
	for k, t := range v.looks {
		p = math.Min(p, t.p(epsilon)*alpha/v.at(k))
	}
	return p
}

// quiet says that the last look puts the event's own ε below the claim, with the
// same error probability as its bound: more releases would show nothing in it.
func (v evidence) quiet(epsilon float64) bool {
	t := v.looks[len(v.looks)-1]
	t.reverse = true
	return t.rejects(epsilon, v.last())
}

// RunningBound returns the lower bound of an event against the number of
// releases of each input, from its counts at each look: the curve of a live
// chart. share is the event's part of α. The bound holds at every look at once.
func RunningBound(e Event, counts []Count, set Settings, share float64) sheet.Series {
	out := sheet.Series{Name: "proven lower bound on ε", Role: sheet.Strong, Style: sheet.Step}
	for k, b := range newEvidence(e, counts, set, share*set.Alpha).bounds() {
		out.X = append(out.X, sheet.Real(counts[k].N))
		out.Y = append(out.Y, sheet.Real(b))
	}
	return out
}

// Undecided returns how many more releases of each input sequential mode should
// draw before it looks again; 0 once it is decided. looks[k] are the events'
// counts at look k. It is decided when an event's bound exceeds the claim, when
// every event is quiet, or when MaxM releases have been drawn.
func Undecided(cands []Event, looks [][]Count, set Settings) (more int64) {
	times := lookTimes(set)
	if len(cands) == 0 || len(looks) == 0 || len(looks) >= len(times) {
		return 0
	}
	quiet := true
	for i, e := range cands {
		v := newEvidence(e, history(looks, i), set, set.Alpha*share(i, len(cands)))
		last := v.looks[len(v.looks)-1]
		if last.rejects(set.Epsilon, v.last()) {
			return 0
		}
		quiet = quiet && v.quiet(set.Epsilon)
	}
	if quiet {
		return 0
	}
	return times[len(looks)] - looks[len(looks)-1][0].N
}

// history returns event i's counts at each look.
func history(looks [][]Count, i int) []Count {
	out := make([]Count, len(looks))
	for k, l := range looks {
		out[k] = l[i]
	}
	return out
}
