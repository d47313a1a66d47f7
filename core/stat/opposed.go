package stat

import (
	"math"
	"sort"

	"indistinct/core/num"
)

// Two events at once, for claims with δ = 0. An event E, likelier under one input,
// and one that is disjoint from it and likelier under the other, its opposite F.
// Under (ε, 0) both p₁(E) ≤ e^ε p₂(E) and p₂(F) ≤ e^ε p₁(F), so their odds ratio
//
//	ω = p₁(E) p₂(F) / (p₂(E) p₁(F))
//
// is at most e^{2ε}. Given how many releases of each input fell into either event,
// and how many of both inputs together into E, the hits of E by the first input
// follow Fisher's noncentral hypergeometric law with that ω and nothing else
// unknown (Fisher 1935; Cornfield 1956). They grow with ω, so the tail of their
// law at ω = e^{2ε} is a p-value of ε, exact for any numbers of releases: no
// nuisance probability has to be searched or paid for.
//
// A mechanism that is symmetric in its inputs leaks as much in both events. Half
// the logarithm of the odds ratio then has a smaller variance than the logarithm of
// either event's ratio: for Laplace noise (1 + e^ε)/m in place of 2e^ε/m. That is all
// the information that m releases of each input hold: of the laws that satisfy a
// slightly smaller ε, the nearest differs from Laplace's in just these two events,
// and in each by as much as the odds ratio weighs it.

// OddsTest is the test for the counts of an event and of its opposite; the first
// input is the one under which the event should be likelier. Where reverse is set
// the null is ω ≥ e^{2ε}.
type OddsTest struct {
	E1, F1, E2, F2 int64
	reverse        bool
}

// mostOdds is the largest ε that can be rejected: no counts of less than 10⁸
// releases show half as much. Beyond it p-values are taken to be what they are there,
// reversed, or 1.
const mostOdds = 40

// logP returns the logarithm of the p-value of ε.
func (t OddsTest) logP(epsilon float64) float64 {
	if t.reverse { // the law of the opposite's hits, whose odds ratio is 1/ω
		return oddsTail(t.F1, t.E1+t.F1, t.E2+t.F2, t.F1+t.F2, -2*math.Min(epsilon, mostOdds))
	}
	if epsilon > mostOdds {
		return 0
	}
	return oddsTail(t.E1, t.E1+t.F1, t.E2+t.F2, t.E1+t.E2, 2*epsilon)
}

// P, Rejects and Reversed, whose null is ω ≥ e^{2ε}, implement Test.
func (t OddsTest) P(epsilon float64) float64           { return num.Exp(t.logP(epsilon)) }
func (t OddsTest) Rejects(epsilon, alpha float64) bool { return t.logP(epsilon) < num.Log(alpha) }
func (t OddsTest) Reversed() Test                      { t.reverse = true; return t }

// Lower returns the largest ε ≥ 0, to 10⁻⁹, up to which the null is rejected at
// error probability alpha; 0 where it is rejected nowhere.
func (t OddsTest) Lower(alpha float64) float64 {
	need := -num.NormalQuantile(alpha)
	half := func(n int64) float64 { return float64(n) + 0.5 }
	spread := 0.5 * math.Sqrt(1/half(t.E1)+1/half(t.F1)+1/half(t.E2)+1/half(t.F2))
	lo := math.Max(0, 0.5*num.Log(half(t.E1)*half(t.F2)/(half(t.E2)*half(t.F1)))-need*spread)
	return leastRoot(func(epsilon float64) float64 { return excess(t.logP(epsilon), need) }, lo, 0.3*spread)
}

// MostProven returns the largest ε that m test releases of each input can prove at
// δ = 0 with confidence level: that of an event that holds all of one input's releases,
// where the opposite holds all of the other's. An audit that shares its confidence
// among several events proves less.
func MostProven(m int64, level float64) float64 { return OddsTest{E1: m, F2: m}.Lower(1 - level) }

// excess is by how much the normal score of a p-value, whose logarithm is l, exceeds what it needs;
// from −10 to 10.
func excess(l, need float64) float64 {
	if l > -0.1 {
		return -10
	}
	return math.Max(-10, math.Min(-num.NormalQuantileLog(l)-need, 10))
}

// oddsTail returns ln P(X ≥ x) for X the hits among s1 trials, where s2 trials of
// the other input make them t in all and the odds ratio is e^l: weights
// C(s1, k) C(s2, t−k) e^{lk}, added from their largest outwards. Values below
// leastLogP are leastLogP.
func oddsTail(x, s1, s2, t int64, l float64) float64 {
	lo, hi := max(0, t-s2), min(s1, t)
	if x <= lo {
		return 0
	}
	if x > hi {
		return leastLogP
	}
	omega := num.Exp(l)
	// step is the ratio of weight k+1 to weight k, which falls with k.
	step := func(k int64) float64 {
		return omega * (float64(s1-k) / float64(k+1)) * (float64(t-k) / float64(s2-t+k+1))
	}
	mode := lo + int64(sort.Search(int(hi-lo), func(k int) bool { return !(step(lo+int64(k)) > 1) }))
	// up and down add the weights from k on, in units of that at k.
	up := func(k int64) float64 {
		sum, w := 1.0, 1.0
		for ; k < hi && w > 1e-18*sum; k++ {
			w *= step(k)
			sum += w
		}
		return sum
	}
	down := func(k int64) float64 {
		sum, w := 1.0, 1.0
		for ; k > lo && w > 1e-18*sum; k-- {
			w /= step(k - 1)
			sum += w
		}
		return sum
	}
	all := up(mode) + down(mode) - 1
	// The weight at k against the mode's, from two binomial laws whose odds ratio
	// is e^l.
	odds := (float64(mode) + 0.5) / (float64(s1-mode) + 0.5)
	log := func(k int64) float64 {
		return LogBinomial(k, s1, odds/(1+odds), 1/(1+odds)) + LogBinomial(t-k, s2, odds/(odds+omega),
			omega/(odds+omega))
	}
	if x > mode {
		return math.Max(leastLogP, log(x)-log(mode)+num.Log(up(x)/all))
	}
	return num.Log1p(-math.Min(1, num.Exp(log(x-1)-log(mode))*down(x-1)/all))
}

// Half is what an event promises as one of two: the logarithm of its ratio, and
// the square of how far that may fall short at z standard errors.
type Half struct{ ratio, short float64 }

// HalfOf returns that of an event of probabilities p1 and p2 under the input that
// it favours and the other, in m test releases: Wilson & Hilferty's cubes for the
// limits of Poisson counts. It steers the choice of events and proves nothing.
func HalfOf(p1, p2, m, z float64) Half {
	c1, c2 := m*p1, m*p2
	if c1 < 1 {
		return Half{ratio: math.Inf(-1)}
	}
	low := 1 - 1/(9*c1) - z/(3*math.Sqrt(c1))
	if low <= 0 {
		return Half{ratio: math.Inf(-1)}
	}
	high := 1 - 1/(9*(c2+1)) + z/(3*math.Sqrt(c2+1))
	d1, d2 := -3*num.Log(low), num.Log((c2+1)*high*(high*high)/(c2+2.0/3))
	return Half{ratio: num.Log(c1 / (c2 + 2.0/3)), short: d1*d1 + d2*d2}
}

// ExpectedOdds approximates the bound of two events that are tested at once.
func ExpectedOdds(e, f Half) float64 { return 0.5 * (e.ratio + f.ratio - math.Sqrt(e.short+f.short)) }

// BestOpposed returns which of some events and of some opposites, both in order of
// size, promise most together, and what: from the opposite that promises most by
// itself, one is chosen for the other in turn. −1 where none are disjoint.
func BestOpposed(events, opposites []Half, disjoint func(i, j int) bool) (i, j int, gain float64) {
	// most returns which of n promises most.
	most := func(n int, promise func(k int) float64) (best int) {
		gain = math.Inf(-1)
		for k := range n {
			if v := promise(k); v > gain {
				best, gain = k, v
			}
		}
		return best
	}
	both := func(i, j int) float64 {
		if !disjoint(i, j) {
			return math.Inf(-1)
		}
		return ExpectedOdds(events[i], opposites[j])
	}
	j = most(len(opposites), func(k int) float64 { return opposites[k].ratio - math.Sqrt(opposites[k].short) })
	for range 4 {
		if !math.IsInf(gain, -1) {
			i = most(len(events), func(k int) float64 { return both(k, j) })
		}
		if math.IsInf(gain, -1) {
			return -1, -1, gain
		}
		j = most(len(opposites), func(k int) float64 { return both(i, k) })
	}
	return i, j, gain
}
