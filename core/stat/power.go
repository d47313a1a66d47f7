package stat

import (
	"math"

	"indistinct/core/num"
)

// What a test can show: its power, and from that the smallest true ε that it shows
// in half of all audits. Numbers in, numbers out.

// frontier is where an exact test of "at most claim" rejects at level alpha: for each
// number y of hits in n2 trials of one input the least number x of hits in n1 of the
// other. The hits are those of one event in all releases (RatioTest) or, where odds is
// set, of the first of two events in the releases that fell into either (OddsTest).
// It does not depend on the truth, so one frontier gives the power at every truth;
// what was found is kept. It is for one goroutine.
type frontier struct {
	n1, n2              int64
	claim, delta, alpha float64
	odds                bool
	known               map[int64]int64
	off                 float64 // by how much the last differed from a large sample's
}

func newFrontier(n1, n2 int64, claim, delta, alpha float64, odds bool) *frontier {
	return &frontier{n1: n1, n2: n2, claim: claim, delta: delta, alpha: alpha, odds: odds, known: map[int64]int64{}}
}

// NewBestFrontier returns that of the test which decides where m releases of each input
// fall into an event of BestLaw or into its complement: of the two events' odds ratio at
// δ = 0, of the one event above.
func NewBestFrontier(m int64, claim, delta, alpha float64) *frontier {
	return newFrontier(m, m, claim, delta, alpha, delta == 0)
}

// BestLaw returns the probabilities, under the likelier input and the other, of the event
// that shows a true ε best: of randomised response, which tells the input apart with
// probability δ and otherwise answers right with odds of e^ε to 1. All mechanisms that
// keep (ε, δ) for two inputs are computed from its answers (Kairouz, Oh & Viswanath 2015),
// so none is told from its claim more easily.
func BestLaw(epsilon, delta float64) (p1, p2 float64) {
	rest := 1 - delta
	return delta + rest/(1+num.Exp(-epsilon)), rest / (1 + num.Exp(epsilon))
}

// logP returns the logarithm of the test's p-value of the claim at x and y hits.
func (f *frontier) logP(x, y int64) float64 {
	if f.odds {
		return OddsTest{E1: x, F1: f.n1 - x, E2: y, F2: f.n2 - y}.logP(f.claim)
	}
	return RatioTest{C1: x, N1: f.n1, C2: y, N2: f.n2, Delta: f.delta}.logP(f.claim)
}

// border returns what a large sample has of x where the claim is just kept and y is
// observed, and the standard deviation of the difference.
func (f *frontier) border(y int64) (mean, sd float64) {
	n1, n2, e := float64(f.n1), float64(f.n2), num.Exp(f.claim)
	p := (float64(y) + 1) / (n2 + 2)
	slope := e
	if f.odds {
		q := 1 / (1 + (1-p)/p/(e*e))
		mean, slope = n1*q, q*(1-q)/(p*(1-p))
	} else {
		mean = math.Min(n1*(f.delta+e*p), 2*n1)
	}
	vary := slope * n1 / n2
	return mean, math.Min(math.Sqrt(math.Max(mean*(1-math.Min(mean/n1, 1)), 1)+vary*vary*(n2*p*(1-p))), n1)
}

// exactly returns the least x that is rejected with y; n1+1 where none is.
func (f *frontier) exactly(y int64) int64 {
	if x, ok := f.known[y]; ok {
		return x
	}
	if f.claim > mostEpsilon {
		return f.n1 + 1
	}
	need := -num.NormalQuantile(f.alpha)
	// Start where the large-sample test is. The p-value's normal score falls short or
	// exceeds by about one for each standard deviation, so secants meet it in a few
	// steps; where they do not (e^ε may be anything up to the largest number, and the
	// score may jump), the bracket is halved.
	n1 := float64(f.n1)
	mean, sd := f.border(y)
	lo, hi, flo, fhi := int64(-1), f.n1+1, -10.0, 10.0
	guess := mean + need*sd
	next := guess + f.off
	near := max(1, int64(math.Min(sd, math.Sqrt(n1))/2000))
	for tries, size := 1, f.n1+2; hi-lo > near; tries++ {
		if tries%4 == 0 {
			if hi-lo > size/2 {
				next = float64(lo + (hi-lo)/2)
			}
			size = hi - lo
		}
		x := min(max(int64(math.Max(-1, math.Min(next, n1))), lo+1), hi-1)
		v := excess(f.logP(x, y), need)
		if v > 0 {
			hi, fhi = x, v
		} else {
			lo, flo = x, v
		}
		step := -v * sd
		switch {
		case lo >= 0 && hi <= f.n1 && flo > -10 && fhi < 10:
			// A little past the chord, so that the bracket closes from both sides.
			next = float64(lo) - flo/(fhi-flo)*float64(hi-lo)
			if past := math.Max(1, 0.02*float64(hi-lo)); v > 0 {
				next -= past
			} else {
				next += past
			}
		case math.Abs(v) < 10:
			next = float64(x) + 1.2*step
		default:
			next = float64(lo) + float64(hi-lo)/2
		}
	}
	f.known[y], f.off = hi, 0
	if hi <= f.n1 {
		f.off = float64(hi) - guess
	}
	return hi
}

// need returns the least x that is rejected with y: exactly for small y, else on the
// straight line between two places half a standard deviation apart, which misses the
// all but straight frontier by less than one count in the hundreds that it has to be
// precise in.
func (f *frontier) need(y int64) float64 {
	const dense, perRoot = 100, 4
	if y <= dense {
		return float64(f.exactly(y))
	}
	place := func(k int64) int64 { return min(k*k/(perRoot*perRoot), f.n2) }
	k := int64(perRoot * math.Sqrt(float64(y)))
	for place(k+1) <= y && place(k) < f.n2 {
		k++
	}
	a, b := place(k), place(k+1)
	xa := float64(f.exactly(a))
	if a == y || a == b {
		return xa
	}
	return xa + (float64(f.exactly(b))-xa)*float64(y-a)/float64(b-a)
}

// Power returns the probability that the test rejects, where hits have probabilities
// p1 and p2: the sum over y of its probability times that of a large enough x, good to
// about 10⁻⁵.
func (f *frontier) Power(p1, p2 float64) float64 {
	n2 := float64(f.n2)
	w := 5 * math.Sqrt(n2*p2*(1-p2))
	lo, hi := int64(math.Max(n2*p2-w-2, 0)), int64(math.Min(n2*p2+w+12, n2))
	step := max((hi-lo)/100, 1)
	sum, all := 0.0, 0.0
	for y := lo; y <= hi; y += step {
		q := num.BinomialPMF(int(y), int(f.n2), p2)
		all += q
		if q < 1e-12 {
			continue
		}
		if x := math.Ceil(f.need(y)); x <= float64(f.n1) {
			sum += q * num.BinomialTail(int(x), int(f.n1), p1)
		}
	}
	if all == 0 {
		return 0
	}
	return math.Min(1, sum/all)
}

// likely says that the counts to be expected lie beyond the frontier: about where the
// power is above one half, for the price of one or two tests.
func (f *frontier) likely(p1, p2 float64) bool {
	x, y := float64(f.n1)*p1, int64(math.Round(float64(f.n2)*p2))
	mean, sd := f.border(y)
	if d := (x-mean)/sd + num.NormalQuantile(f.alpha); math.Abs(d) > 3 { // clear from a large sample's
		return d > 0
	}
	return x >= f.need(y)
}

// detectable returns the smallest true ε at which the power is one half, to 10⁻³, where
// hits have the probabilities that law says; +Inf where no ε has.
func (f *frontier) detectable(law func(epsilon float64) (p1, p2 float64)) float64 {
	if f.n1 < 1 || f.n2 < 1 || f.claim > mostEpsilon-60 {
		return math.Inf(1)
	}
	shown := func(eps float64) bool { return f.Power(law(eps)) >= 0.5 }
	lo, hi := f.claim, f.claim+60
	if !shown(hi) {
		return math.Inf(1)
	}
	guess := num.Bisect(lo, hi, 1e-3, func(eps float64) bool { return f.likely(law(eps)) })
	step := 0.05*(guess-f.claim) + 1e-3
	if shown(guess) {
		for hi = guess; hi-step > lo && shown(hi-step); step *= 2 {
			hi -= step
		}
		lo = math.Max(lo, hi-step)
	} else {
		for lo = guess; lo+step < hi && !shown(lo+step); step *= 2 {
			lo += step
		}
		hi = math.Min(hi, lo+step)
	}
	return num.Bisect(lo, hi, 5e-4, shown)
}

// Detectable returns the smallest true ε whose bound exceeds the claim in half of all
// audits, where the event has the probability under the first input that was observed
// and the least under the other that the true ε allows it and its complement.
func (t RatioTest) Detectable(claim, alpha float64) float64 {
	p1 := (float64(t.C1) + 0.5) / (float64(t.N1) + 1)
	if p1 <= t.Delta {
		return math.Inf(1)
	}
	return newFrontier(t.N1, t.N2, claim, t.Delta, alpha, false).detectable(func(eps float64) (float64, float64) {
		return p1, math.Max((p1-t.Delta)*num.Exp(-eps), 1-t.Delta-(1-p1)*num.Exp(eps))
	})
}

// Detectable returns the smallest common ε of the two events, half the logarithm of their
// odds ratio, whose bound exceeds the claim in half of all audits where as many releases
// of each input fall into either event, and the mean of the logarithms of their odds is
// as observed. The true ε is at least the common one.
func (t OddsTest) Detectable(claim, alpha float64) float64 {
	log := func(a, b int64) float64 { return num.Log(float64(a)+0.5) - num.Log(float64(b)+0.5) }
	middle := 0.5 * (log(t.E1, t.F1) + log(t.E2, t.F2))
	if middle > 0 { // the same of the other event, whose rarer hits the frontier is precise for
		return OddsTest{E1: t.F2, F1: t.E2, E2: t.F1, F2: t.E1}.Detectable(claim, alpha)
	}
	return newFrontier(t.E1+t.F1, t.E2+t.F2, claim, 0, alpha, true).detectable(func(eps float64) (p1, p2 float64) {
		return 1 / (1 + num.Exp(-middle-eps)), 1 / (1 + num.Exp(eps-middle))
	})
}

// Best returns the smallest true ε that the test shows to be above the claim in half of all
// audits at best (see BestLaw); +Inf where there is none.
func (f *frontier) Best() float64 {
	return f.detectable(func(eps float64) (p1, p2 float64) { return BestLaw(eps, f.delta) })
}

// Needed returns about how many releases of each input show a true ε in half of all
// audits at best (see BestLaw); 0 where more than most would be needed.
func Needed(epsilon, claim, delta, alpha float64, most int64) int64 {
	p1, p2 := BestLaw(epsilon, delta)
	if !(p2 > 0) || claim > mostEpsilon {
		return 0
	}
	at := func(m int64) *frontier { return NewBestFrontier(m, claim, delta, alpha) }
	ok := func(m int64) bool { return at(m).Power(p1, p2) >= 0.5 }
	// Near where the counts to be expected reach the frontier, the power is asked for,
	// in growing steps.
	guess := num.BisectRatio(1, float64(most), 0.02, func(m float64) bool { return at(int64(m)).likely(p1, p2) })
	lo, hi := int64(guess), int64(guess)
	if by := int64(8); ok(hi) {
		for lo = hi - hi/by; lo > 1 && ok(lo); by = max(by/2, 2) {
			hi, lo = lo, lo-lo/by
		}
	} else {
		for hi = lo + max(lo/by, 1); !ok(hi); by = max(by/2, 1) {
			if lo, hi = hi, hi+max(hi/by, 1); hi > most {
				return 0
			}
		}
	}
	for hi-lo > max(hi/50, 1) {
		if mid := (lo + hi) / 2; ok(mid) {
			hi = mid
		} else {
			lo = mid
		}
	}
	return RoundUp(hi)
}

// RoundUp rounds up to two digits: the number is a recommendation.
func RoundUp(n int64) int64 {
	p := int64(1)
	for n/p >= 100 {
		p *= 10
	}
	return (n + p - 1) / p * p
}
