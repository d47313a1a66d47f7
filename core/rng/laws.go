package rng

import (
	"math"

	"indistinct/core/num"
)

// Bernoulli returns true with probability p, rounded up to a multiple of 2⁻⁵³.
func (s *Stream) Bernoulli(p float64) bool { return s.Float64() < p }

// Geometric returns the number of failures before the first success, where
// each trial fails with probability q: P(k) = (1−q)·qᵏ, k = 0, 1, …, for
// 0 ≤ q < 1. With q = e^{−ε} it is the law behind the discrete Laplace and
// Tulap noises. It returns MaxInt64 for q ≥ 1.
func (s *Stream) Geometric(q float64) int64 {
	if !(q > 0) {
		return 0
	}
	// ⌊E/λ⌋ of an exponential E is geometric with q = e^{−λ}.
	k := s.Exp() / -num.Log(q)
	if !(q < 1 && k < 1<<63) {
		return math.MaxInt64
	}
	return int64(k)
}

// Binomial returns the number of events in n trials of probability p: 0 for
// n ≤ 0 or p ≤ 0, n for p ≥ 1.
//
// Where n·min(p, 1−p) < 10 it inverts the distribution function by sequential
// search; elsewhere it is the transformed rejection BTRS of Hörmann (1993),
// whose time does not grow with n. Both follow the exact law up to the
// rounding of float64.
func (s *Stream) Binomial(n int64, p float64) int64 {
	switch {
	case n <= 0 || !(p > 0):
		return 0
	case p >= 1:
		return n
	case p > 0.5:
		return n - s.binomial(n, 1-p)
	}
	return s.binomial(n, p)
}

// binomial is Binomial for n ≥ 1 and 0 < p ≤ ½.
func (s *Stream) binomial(n int64, p float64) int64 {
	nf := float64(n)
	if nf*p < 10 {
		r := p / (1 - p)
		f := num.Exp(nf * num.Log1p(-p))
		for {
			u := s.Float64()
			g := f
			// Beyond 110 the probability is below 2⁻⁵³ (mean below 10), and
			// the search would only chase rounding errors.
			for k := int64(0); k <= n && k <= 110; k++ {
				if u < g {
					return k
				}
				u -= g
				g = g * (r * float64(n-k) / float64(k+1))
			}
		}
	}
	q := 1 - p
	sd := math.Sqrt(nf * p * q)
	b := 1.15 + 2.53*sd
	a := -0.0873 + 0.0248*b + 0.01*p
	c := nf*p + 0.5
	vr := 0.92 - 4.2/b
	r := p / q
	alpha := (2.83 + 5.1/b) * sd
	m := math.Floor((nf + 1) * p)
	for {
		u := s.Open() - 0.5
		v := s.Open()
		us := 0.5 - math.Abs(u)
		if us < 0x1p-60 {
			continue
		}
		k := math.Floor((2*a/us+b)*u + c)
		if us >= 0.07 && v <= vr {
			return int64(k)
		}
		if k < 0 || k > nf {
			continue
		}
		// ln P(k) − ln P(m), Hörmann's equation with Stirling's remainders.
		bound := (m+0.5)*num.Log((m+1)/(r*(nf-m+1))) +
			(nf+1)*num.Log1p((k-m)/(nf-k+1)) +
			(k+0.5)*num.Log(r*(nf-k+1)/(k+1)) +
			(num.StirlingError(m+1) + num.StirlingError(nf-m+1) - num.StirlingError(k+1) - num.StirlingError(nf-k+1))
		if num.Log(v*alpha/(a/(us*us)+b)) <= bound {
			return int64(k)
		}
	}
}
