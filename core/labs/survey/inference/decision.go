package inference

import (
	"math"

	about "indistinct/core/about/survey"
	"indistinct/core/labs/survey/law"
	"indistinct/core/num"
)

// Decision is a test of a question: the probability with which it rejects, given
// the number of yes. Its power is the mean of that over the sampling law.
type Decision struct {
	phi []float64                   // on 0 … N
	Via func(theta float64) float64 // the success probability at θ; nil: θ itself
	// Cut are the release (a count) below and above which it rejects; ∓Inf
	// where it does not on that side.
	Cut [2]float64
}

// Power returns the probability of rejecting at θ; at θ₀ it is the size.
func (t *Decision) Power(theta float64) float64 {
	if t.Via != nil {
		theta = t.Via(theta)
	}
	return law.Sampling(len(t.phi)-1, theta).Mean(t.phi)
}

// threshold returns the test that rejects a count plus noise outside cut.
func (q *Question) threshold(noise law.Noise, cut [2]float64) *Decision {
	t := &Decision{phi: make([]float64, q.N+1), Cut: cut}
	// Beyond the noise's reach of an end the decision is certain.
	reach := noise.Reach()
	beyond := func(d float64) float64 { // the probability of more noise than d
		switch {
		case d < -reach:
			return 1
		case d <= reach:
			return noise.CDF(-d)
		}
		return 0
	}
	for x := range t.phi {
		t.phi[x] = beyond(cut[1]-float64(x)) + beyond(float64(x)-cut[0])
	}
	return t
}

// cuts finds the two ends of the acceptance region by functions that return
// the end with a given tail probability.
func (q *Question) cuts(lower, upper func(alpha float64) float64) [2]float64 {
	switch q.Side {
	case about.Above:
		return [2]float64{math.Inf(-1), upper(q.Alpha)}
	case about.Below:
		return [2]float64{lower(q.Alpha), math.Inf(1)}
	}
	return [2]float64{lower(q.Alpha / 2), upper(q.Alpha / 2)}
}

// NoisyTest is the exact test of a count plus noise. With Tulap noise it is
// most powerful among all (ε, δ)-private tests of its size (Awan & Slavković
// 2018), φ(x) = F(x − m); two-sided, it is the unbiased one, φ(x) =
// F(x − k − m) + F(k − m − x). Tulap noise of ε = ∞ gives the uniformly most
// powerful tests without privacy.
func (q *Question) NoisyTest(noise law.Noise) *Decision {
	if _, tulap := noise.(law.Tulap); tulap && q.Side == about.TwoSided {
		return q.threshold(noise, q.unbiased(q.laws(noise)))
	}
	l := law.NewNoisyCount(law.Sampling(q.N, q.Theta0), noise)
	return q.threshold(noise, q.cuts(l.LowerQuantile, l.UpperQuantile))
}

// unbiased solves for k and m: size α, and E(X − nθ₀)φ(X) = 0. Since
// E X f(X) = nθ₀ E f(X′ + 1) for X′ of one respondent fewer, that expectation
// takes no sum over the counts: less is the law of X′ plus noise.
func (q *Question) unbiased(l, less *law.NoisyCount) [2]float64 {
	mu := float64(q.N) * q.Theta0
	lo, hi := l.Span()
	skew := func(k, m float64) float64 {
		// By tails on the side where they are small.
		return mu * (less.Upper(k+m-1) - l.Upper(k+m) + less.Lower(k-m-1) - l.Lower(k-m))
	}
	centre := func(m float64) float64 {
		return num.Root(func(k float64) float64 { return skew(k, m) }, max(lo, mu-m-1), min(hi, mu+m+1))
	}
	m := num.Root(func(m float64) float64 {
		k := centre(m)
		return l.Upper(k+m) + l.Lower(k-m) - q.Alpha
	}, 0, hi-lo)
	k := centre(m)
	return [2]float64{k - m, k + m}
}

// laws returns the laws of the count plus noise under θ₀, of all respondents
// and of all but one.
func (q *Question) laws(noise law.Noise) (all, less *law.NoisyCount) {
	return law.NewNoisyCount(law.Sampling(q.N, q.Theta0), noise),
		law.NewNoisyCount(law.Sampling(q.N-1, q.Theta0), noise)
}

// UnbiasedP returns the p-value of the unbiased two-sided DP-UMP test at the
// release z: the least size at which it rejects.
func (q *Question) UnbiasedP(z float64, noise law.Noise) float64 {
	ask := *q
	all, less := q.laws(noise)
	return num.Root(func(a float64) float64 {
		if a <= 0 {
			return -1
		}
		if a >= 1 {
			return 1
		}
		ask.Alpha = a
		cut := ask.unbiased(all, less)
		return max(z-cut[1], cut[0]-z) // grows with a
	}, 0, 1)
}

// NormalTest rejects where the normal approximation does, whose true size is
// not α.
func (q *Question) NormalTest(noise law.Noise) *Decision {
	n := float64(q.N)
	sd := math.Sqrt(n*q.Theta0*(1-q.Theta0) + noise.Variance())
	end := func(alpha float64) float64 { return sd * num.NormalQuantile(1-alpha) }
	mu := n * q.Theta0
	return q.threshold(noise, q.cuts(
		func(a float64) float64 { return mu - end(a) },
		func(a float64) float64 { return mu + end(a) }))
}

// JIMITest rejects where the private JIMI's p-value is at most α.
func (q *Question) JIMITest(epsilon float64) *Decision {
	j := NewJimi(q.N, epsilon, q.Theta0)
	return q.threshold(law.Laplace{Epsilon: epsilon}, q.cuts(
		func(a float64) float64 { return j.Release(1 - a) },
		func(a float64) float64 { return j.Release(a) }))
}

// RandomisedTest is the most powerful test from the number of noisy yes in
// randomised response (the randomised binomial test; unbiased if two-sided).
func (q *Question) RandomisedTest(bias float64) *Decision {
	at := func(theta float64) float64 { return 0.5 + bias*(2*theta-1) }
	ask := &Question{q.N, at(q.Theta0), q.Side, q.Alpha}
	t := ask.NoisyTest(law.NewTulap(math.Inf(1), 0))
	t.Via = at
	return t
}
