package stat

import (
	"math"

	"indistinct/core/num"
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

// LookTimes returns the numbers of releases of each input at which sequential mode
// looks: first, then four times as many each time, and most.
func LookTimes(first, most int64) (out []int64) {
	for n := max(first, 1); n < most; n *= lookGrowth {
		out = append(out, n)
	}
	return append(out, max(most, first))
}

// LookShares returns each look's part of the error probability alpha: to every
// look but the last what keeps its bound within nearBy of the fixed test's, in the
// large-sample limit for the typical event, or as much of that as there is; the
// rest to the last, which has at least lastShare; none has less than leastShare. From
// some 1,000 releases on there is as much; a first look at 100 is more than α pays
// for, by any test (TestLooksThatNoTestAffords). Early looks need most: where a
// standard error is large, so is what a smaller share costs.
func LookShares(looks []int64, alpha float64) []float64 {
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

// FirstShare is the part of α that the most promising event gets; the others
// share the rest evenly. The order was fixed on the selection releases, which
// the test does not see again. All events bound one number, ε, so the bounds of
// all of them hold together with probability 1 − α.
const FirstShare = 0.95

// Share returns event k's part of α among n events.
func Share(k, n int) float64 {
	switch {
	case n == 1:
		return 1
	case k == 0:
		return FirstShare
	}
	return (1 - FirstShare) / float64(n-1)
}
