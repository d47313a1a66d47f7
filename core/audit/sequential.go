package audit

import (
	"math"

	"indistinct/core/num"
	"indistinct/core/sheet"
)

// Sequential mode draws until decided. It looks at a few numbers of releases
// that are fixed before the first is drawn, each four times the one before, and
// at every look takes the exact bound (ratio.go) at that look's share of the
// error probability. The shares add up to all of it, so the bounds of all looks
// hold at once, whenever one stops, by the union bound over looks (α spending:
// Lan & DeMets 1983). A late look needs little of α: its standard error is small,
// and what it has to exceed is a normal quantile, which grows as the root of the
// logarithm of its share.

// lookGrowth is how many times the releases of the look before each look has.
const lookGrowth = 4

// lookTimes returns the numbers of releases of each input at which sequential
// mode looks: the first batch's M, then four times as many each time, and MaxM.
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

// lookShares returns each look's part of the error probability alpha: to every
// look but the last what keeps its bound within nearBy of the fixed test's, in the
// large-sample limit for the typical event, or as much of that as there is; the
// rest to the last, which has at least lastShare; none has less than leastShare. From
// some 1,000 releases on there is as much; a first look at 100 is more than α pays
// for, by any test (TestLooksThatNoTestAffords). Early looks need most: where a
// standard error is large, so is what a smaller share costs.
func lookShares(looks []int64, alpha float64) []float64 {
	out := make([]float64, len(looks))
	last := len(looks) - 1
	z, sum := -num.NormalQuantile(alpha), 0.0
	for k, n := range looks[:last] {
		se := typicalSpread / math.Sqrt(float64(n))
		room := nearBy * math.Max(0, typicalEpsilon/se-z)
		out[k] = math.Max(num.NormalCDF(-z-room)/alpha, leastShare)
		sum += out[k]
	}
	scale := math.Min(1, (1-lastShare)/sum)
	out[last] = 1
	for k := range looks[:last] {
		out[k] *= scale
		out[last] -= out[k]
	}
	return out
}

const (
	nearBy                = 0.027
	lastShare, leastShare = 0.05, 0.01
	// A typical event: an ε of 0.7 in half of one input's releases. typicalSpread
	// is the standard error of its ln(c₁/c₂) with one release of each input.
	typicalEpsilon, typicalSpread = 0.7, 2.0
)

// test is an exact one of all null hypotheses "at most ε".
type test interface {
	// lower returns the largest ε ≥ 0 up to which the null is rejected at error
	// probability alpha; 0 where it is rejected nowhere.
	lower(alpha float64) float64
	// rejects reports whether lower(alpha) exceeds ε.
	rejects(epsilon, alpha float64) bool
	// p returns the p-value of the null at ε: at alpha = p(ε) the bound is ε.
	p(epsilon float64) float64
	// detectable returns the smallest true ε that counts like these show to be above
	// the claim in half of all audits.
	detectable(claim, alpha float64) float64
	// reversed is the test of the nulls "at least ε".
	reversed() test
}

// newTest returns the test that an event's counts are for.
func newTest(e Event, c Count, delta float64) test {
	c1, c2 := directed(e, c)
	if e.Opposite == nil {
		return ratioTest{c1: c1, n1: c.N, c2: c2, n2: c.N, delta: delta}
	}
	f2, f1 := directed(*e.Opposite, Count{C1: c.O1, C2: c.O2})
	return oddsTest{e1: c1, f1: f1, e2: c2, f2: f2}
}

// evidence is what the counts of one event at every look so far show, and the
// event's part of the error probability.
type evidence struct {
	tests  []test    // in the order of drawing
	shares []float64 // of all looks, of which some may be still to come
	alpha  float64
}

func newEvidence(e Event, counts []Count, set Settings, alpha float64) evidence {
	out := evidence{shares: lookShares(lookTimes(set), set.Alpha), alpha: alpha}
	for _, c := range counts {
		out.tests = append(out.tests, newTest(e, c, set.Delta))
	}
	return out
}

// at returns the error probability of look k.
func (v evidence) at(k int) float64 { return v.alpha * v.shares[k] }

// last returns the error probability of the last look so far.
func (v evidence) last() float64 { return v.at(len(v.tests) - 1) }

// bounds returns the lower bound on ε after each look: the largest so far.
func (v evidence) bounds() []float64 {
	out := make([]float64, len(v.tests))
	for k, t := range v.tests {
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
	for k, t := range v.tests {
		p = math.Min(p, t.p(epsilon)*alpha/v.at(k))
	}
	return p
}

// quiet says that the last look puts the event's own ε below the claim, of two events
// their common one (half the logarithm of the odds ratio), with the same error
// probability as the bound: more releases would show nothing in this test.
func (v evidence) quiet(epsilon float64) bool {
	return v.tests[len(v.tests)-1].reversed().rejects(epsilon, v.last())
}

// runningBound returns the lower bound of an event against the number of
// releases of each input, from its counts at each look: the curve of a live
// chart. share is the event's part of α. The bound holds at every look at once.
func runningBound(e Event, counts []Count, set Settings, share float64) sheet.Series {
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
		v := newEvidence(e, eventHistory(looks, i), set, set.Alpha*share(i, len(cands)))
		if v.tests[len(v.tests)-1].rejects(set.Epsilon, v.last()) {
			return 0
		}
		quiet = quiet && v.quiet(set.Epsilon)
	}
	if quiet {
		return 0
	}
	return times[len(looks)] - looks[len(looks)-1][0].N
}

// eventHistory returns event i's counts at each look.
func eventHistory(looks [][]Count, i int) []Count {
	out := make([]Count, len(looks))
	for k, l := range looks {
		out[k] = l[i]
	}
	return out
}
