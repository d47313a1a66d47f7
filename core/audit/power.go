package audit

import (
	"math"

	"indistinct/core/num"
)

// frontier is where the exact test rejects p₁ ≤ e^claim p₂ + δ at level alpha
// with m releases of each input: for each c₂ the least c₁. It does not depend on
// the truth, so one frontier gives the power at every truth; what was found is
// kept. It is for one goroutine.
type frontier struct {
	m                   int64
	claim, delta, alpha float64
	known               map[int64]int64
	off                 float64 // by how much the last differed from a large sample's
}

func newFrontier(m int64, claim, delta, alpha float64) *frontier {
	return &frontier{m: m, claim: claim, delta: delta, alpha: alpha, known: map[int64]int64{}}
}

// frontiers keeps the frontiers of one claim by their level: the power against
// several truths costs little more than against one.
type frontiers map[float64]*frontier

func (k frontiers) of(m int64, set Settings, alpha float64) *frontier {
	f := k[alpha]
	if f == nil || f.m != m {
		f = newFrontier(m, set.Epsilon, set.Delta, alpha)
		k[alpha] = f
	}
	return f
}

// exactly returns the least c₁ that is rejected with c₂ = y; m+1 where none is.
func (f *frontier) exactly(y int64) int64 {
	if x, ok := f.known[y]; ok {
		return x
	}
	if f.claim > mostEpsilon {
		return f.m + 1
	}
	need := critical(f.alpha)
	excess := func(x int64) float64 {
		l := ratioTest{c1: x, n1: f.m, c2: y, n2: f.m, delta: f.delta}.logP(f.claim)
		if l += num.Log1p(-3 * lineShare); l > -0.1 {
			return -10
		}
		return math.Max(-10, math.Min(-num.NormalQuantileLog(l)-need, 10))
	}
	// Start where the large-sample test is. S falls short or exceeds by about one
	// for each standard deviation, so secants meet it in a few steps; where they
	// do not (e^ε may be anything up to the largest number, and S may jump), the
	// bracket is halved.
	m := float64(f.m)
	e, p := num.Exp(f.claim), (float64(y)+1)/(m+2)
	mean := math.Min(m*(f.delta+e*p), 2*m)
	sd := math.Min(math.Sqrt(math.Max(mean, 1)+e*e*m*p*(1-p)), m)
	lo, hi, flo, fhi := int64(-1), f.m+1, -10.0, 10.0
	guess := mean + need*sd
	next := guess + f.off
	near := max(1, int64(math.Min(sd, math.Sqrt(m))/2000))
	for tries, size := 1, f.m+2; hi-lo > near; tries++ {
		if tries%4 == 0 {
			if hi-lo > size/2 {
				next = float64(lo + (hi-lo)/2)
			}
			size = hi - lo
		}
		x := min(max(int64(math.Max(-1, math.Min(next, m))), lo+1), hi-1)
		v := excess(x)
		if v > 0 {
			hi, fhi = x, v
		} else {
			lo, flo = x, v
		}
		step := -v * sd
		switch {
		case lo >= 0 && hi <= f.m && flo > -10 && fhi < 10:
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
	if hi <= f.m {
		f.off = float64(hi) - guess
	}
	return hi
}

// need returns the least c₁ that is rejected with c₂ = y: exactly for small y,
// else on the straight line between two places half a standard deviation apart,
// which misses the all but straight frontier by less than one count in the
// hundreds that it has to be precise in.
func (f *frontier) need(y int64) float64 {
	const dense, perRoot = 100, 4
	if y <= dense {
		return float64(f.exactly(y))
	}
	place := func(k int64) int64 { return min(k*k/(perRoot*perRoot), f.m) }
	k := int64(perRoot * math.Sqrt(float64(y)))
	for place(k+1) <= y && place(k) < f.m {
		k++
	}
	a, b := place(k), place(k+1)
	xa := float64(f.exactly(a))
	if a == y || a == b {
		return xa
	}
	return xa + (float64(f.exactly(b))-xa)*float64(y-a)/float64(b-a)
}

// power returns the probability that the test rejects, where the event has
// probabilities p1 and p2: the sum over c₂ of its probability times that of a
// large enough c₁, good to about 10⁻⁵.
func (f *frontier) power(p1, p2 float64) float64 {
	m := float64(f.m)
	w := 5 * math.Sqrt(m*p2*(1-p2))
	lo, hi := int64(math.Max(m*p2-w-2, 0)), int64(math.Min(m*p2+w+12, m))
	step := max((hi-lo)/100, 1)
	sum, all := 0.0, 0.0
	for y := lo; y <= hi; y += step {
		q := num.BinomialPMF(int(y), int(f.m), p2)
		all += q
		if q < 1e-12 {
			continue
		}
		if x := math.Ceil(f.need(y)); x <= m {
			sum += q * num.BinomialTail(int(x), int(f.m), p1)
		}
	}
	if all == 0 {
		return 0
	}
	return math.Min(1, sum/all)
}

// Shows returns the smallest true ε that a test of these settings would show to
// be above the claim in half of all runs, for an event that happens in half of
// one input's releases; +Inf where there is none.
func Shows(set Settings) float64 {
	return newFrontier(int64(set.M), set.Epsilon, set.Delta, set.Alpha).detectable(0.5)
}

// detectable returns the smallest true ε at which the power is one half, to
// 10⁻³, for an event that has probability p1 under the likelier input; +Inf
// where no ε has.
func (f *frontier) detectable(p1 float64) float64 {
	if f.m < 1 || p1 <= f.delta || f.claim > mostEpsilon-60 {
		return math.Inf(1)
	}
	shown := func(eps float64) bool { return f.power(p1, (p1-f.delta)*num.Exp(-eps)) >= 0.5 }
	if !shown(f.claim + 60) {
		return math.Inf(1)
	}
	// Near the large-sample value the frontier is needed in few places.
	z := -num.NormalQuantile(f.alpha)
	guess := num.Bisect(f.claim, f.claim+60, 1e-3, func(eps float64) bool {
		return expectedLower(p1, (p1-f.delta)*num.Exp(-eps), float64(f.m), f.delta, z) > f.claim
	})
	lo, hi := f.claim, f.claim+60
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

// needed returns about how many releases of each input would show a gross
// violation with probability one half; 0 where more than Most would be needed.
func needed(t Thresholds, set Settings, alpha float64) int64 {
	gross := t.gross(set.Epsilon)
	p2 := (t.Mass - set.Delta) * num.Exp(-gross)
	if !(p2 > 0) || set.Epsilon > mostEpsilon {
		return 0
	}
	ok := func(m int64) bool {
		return newFrontier(m, set.Epsilon, set.Delta, alpha).power(t.Mass, p2) >= 0.5
	}
	// Near where the large-sample bound passes the claim, the exact power is asked
	// for, in growing steps.
	z := -num.NormalQuantile(alpha)
	guess := num.BisectRatio(16, float64(t.Most), 0.02, func(m float64) bool {
		return expectedLower(t.Mass, p2, m, set.Delta, z) > set.Epsilon
	})
	lo, hi := int64(guess), int64(guess)
	if by := int64(8); ok(hi) {
		for lo = hi - hi/by; lo > 16 && ok(lo); by = max(by/2, 2) {
			hi, lo = lo, lo-lo/by
		}
	} else {
		for hi = lo + lo/by; !ok(hi); by = max(by/2, 1) {
			if lo, hi = hi, hi+hi/by; hi > t.Most {
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
	// Round up to two digits: the number is a recommendation.
	p := int64(1)
	for hi/p >= 100 {
		p *= 10
	}
	return (hi + p - 1) / p * p
}
