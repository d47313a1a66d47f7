package audit

import (
	"math"

	"indistinct/core/event"
	"indistinct/core/stat"
)

// looks returns the numbers of releases of each input at which an audit looks; one
// that is of fixed size looks once.
func (s Settings) looks() []int64 {
	if !s.Sequential {
		return []int64{int64(s.M)}
	}
	return stat.LookTimes(int64(s.M), int64(s.MaxM))
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

// evidence is what the counts of one event at every look so far show, and the
// event's part of the error probability.
type evidence struct {
	tests  []stat.Test // in the order of drawing
	shares []float64   // of all looks, of which some may be still to come
	alpha  float64
}

func newEvidence(e event.Event, counts []Count, set Settings, alpha float64) evidence {
	out := evidence{shares: stat.LookShares(set.looks(), set.Alpha), alpha: alpha}
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
		out[k] = t.Lower(v.at(k))
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
		p = math.Min(p, t.P(epsilon)*alpha/v.at(k))
	}
	return p
}

// quiet says that the last look puts the event's own ε below the claim, of two events
// their common one (half the logarithm of the odds ratio), with the same error
// probability as the bound: more releases would show nothing in this test.
func (v evidence) quiet(epsilon float64) bool {
	return v.tests[len(v.tests)-1].Reversed().Rejects(epsilon, v.last())
}

// eventHistory returns event i's counts at each look.
func eventHistory(looks [][]Count, i int) []Count {
	out := make([]Count, len(looks))
	for k, l := range looks {
		out[k] = l[i]
	}
	return out
}
