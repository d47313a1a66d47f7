package survey

import (
	"math"

	"indistinct/core/num"
)

// Side is the alternative hypothesis.
type Side string

// The alternatives to θ = θ₀. TwoSided tests have equal tails, except the
// unbiased DP-UMP test.
const (
	Greater  Side = "greater"
	Less     Side = "less"
	TwoSided Side = "two"
)

// Result is what one method concludes about the proportion θ.
type Result struct {
	Method   string
	Estimate float64
	P        float64    // p-value of θ = θ₀ against the Side that was asked
	Interval [2]float64 // confidence interval by inversion of two tests of size α/2
}

// Question is a test about one proportion: n respondents, θ₀, its alternative,
// the size α. It holds what depends on these alone.
type Question struct {
	N      int
	Theta0 float64
	Side   Side
	Alpha  float64
	g      *gaussRule
}

// NewQuestion returns a question; 0 < θ₀ < 1 and 0 < α < 1.
func NewQuestion(n int, theta0 float64, side Side, alpha float64) *Question {
	return &Question{n, theta0, side, alpha, newGauss()}
}

// side turns the two one-sided p-values into the one that is asked for.
func (q *Question) side(greater, less float64) float64 {
	switch q.Side {
	case Greater:
		return greater
	case Less:
		return less
	}
	return min(1, 2*min(greater, less))
}

// sampling is the law of the count of yes among n, cut where no result
// changes in 15 digits.
func sampling(n int, theta float64) pmf { return binomial(n, theta, tiny) }

// Noisy concludes from a count z of yes plus a known noise, exactly: the
// DP-UMP test of Awan & Slavković (2018) with Tulap noise, its like with
// Laplace noise. The two-sided p-value and the interval have equal tails.
func (q *Question) Noisy(method string, z float64, noise Noise) Result {
	l := newLaw(sampling(q.N, q.Theta0), noise)
	r := Result{Method: method, Estimate: clamp(z / float64(q.N)), P: q.side(l.Upper(z), l.Lower(z))}
	// The probability of a release above z grows with θ.
	limit := func(tail func(theta float64) float64) float64 {
		return root(func(theta float64) float64 { return tail(theta) - float64(q.Alpha/2) }, 0, 1)
	}
	r.Interval[0] = limit(func(theta float64) float64 { return newLaw(sampling(q.N, theta), noise).Upper(z) })
	r.Interval[1] = limit(func(theta float64) float64 { return newLaw(sampling(q.N, theta), noise).Lower(z) })
	return r
}

// Normal concludes by the normal approximation of Vu & Slavković (2009) with
// the noise's variance; the interval inverts the test (a quadratic in θ).
func (q *Question) Normal(method string, z float64, noise Noise) Result {
	n := float64(q.N)
	pi := z / n
	extra := noise.Variance() / float64(n*n)
	sd := math.Sqrt(float64(q.Theta0*(1-q.Theta0))/n + extra)
	u := (pi - q.Theta0) / sd
	r := Result{Method: method, Estimate: clamp(pi), P: q.side(num.NormalCDF(-u), num.NormalCDF(u))}
	// (π̂ − θ)² = c²(θ(1−θ)/n + v).
	c := num.NormalQuantile(1 - float64(q.Alpha/2))
	c2 := float64(c * c)
	a := 1 + c2/n
	b := pi + 0.5*c2/n
	d := float64(b*b) - float64(a*(float64(pi*pi)-float64(c2*extra)))
	if d < 0 { // no θ is compatible: π̂ far outside [0, 1]
		r.Interval = [2]float64{clamp(b / a), clamp(b / a)}
		return r
	}
	d = math.Sqrt(d)
	r.Interval = [2]float64{clamp((b - d) / a), clamp((b + d) / a)}
	return r
}

// JIMI concludes from a Laplace release z (a count) by the distribution of the
// private just-identified minimum-distance estimator: the estimate is its
// median, the p-value its mass on the wrong side of θ₀, the interval its
// quantiles (Boulaguiem 2023).
func (q *Question) JIMI(method string, z, epsilon float64) Result {
	r := Result{Method: method}
	p := newJimi(q.g, q.N, epsilon, q.Theta0).Lower(z)
	r.P = q.side(p, 1-p)
	quantile := func(u float64) float64 {
		lap := Laplace{epsilon}
		if lap.Upper(z) >= u { // the mass at 0
			return 0
		}
		if lap.CDF(z-float64(q.N)) >= 1-u {
			return 1
		}
		return root(func(theta float64) float64 {
			if theta <= 0 || theta >= 1 {
				return theta - 0.5
			}
			return newJimi(q.g, q.N, epsilon, theta).Lower(z) - u
		}, 0, 1)
	}
	r.Estimate = quantile(0.5)
	r.Interval = [2]float64{quantile(q.Alpha / 2), quantile(1 - float64(q.Alpha/2))}
	return r
}

// RawJIMI concludes from the true count x without privacy: the estimator is
// Beta(x+d, n−x+d), d = ½ for D ~ Beta(½, ½) and d = 1 for D ~ Beta(1, 1)
// (Hannig 2009).
func (q *Question) RawJIMI(method string, x int, d float64) Result {
	a, b := float64(x)+d, float64(q.N-x)+d
	lower, upper := num.IncBeta(a, b, q.Theta0)
	return Result{method, num.BetaQuantile(0.5, a, b), q.side(lower, upper),
		[2]float64{num.BetaQuantile(q.Alpha/2, a, b), num.BetaQuantile(1-float64(q.Alpha/2), a, b)}}
}

// Raw is the exact binomial test on the true count, without privacy, and the
// interval of Clopper & Pearson (1934).
func (q *Question) Raw(method string, x int) Result {
	p := q.rawP(x, q.Theta0)
	r := Result{Method: method, Estimate: float64(x) / float64(q.N), P: p, Interval: q.clopper(x)}
	return r
}

func (q *Question) rawP(x int, theta0 float64) float64 {
	up, down := 0.0, 0.0
	d := sampling(q.N, theta0)
	for i, p := range d.P {
		if d.Lo+i >= x {
			up += p
		}
		if d.Lo+i <= x {
			down += p
		}
	}
	return q.side(min(up, 1), min(down, 1))
}

func (q *Question) clopper(x int) [2]float64 {
	k, n := float64(x), float64(q.N)
	iv := [2]float64{0, 1}
	if x > 0 {
		iv[0] = num.BetaQuantile(q.Alpha/2, k, n-k+1)
	}
	if x < q.N {
		iv[1] = num.BetaQuantile(1-float64(q.Alpha/2), k+1, n-k)
	}
	return iv
}

// Randomised concludes from the number k of noisy yes in randomised response:
// the exact binomial test and interval for q = ½ + δ̃(2θ − 1), carried over to
// θ.
func (q *Question) Randomised(method string, k int, bias float64) Result {
	back := func(v float64) float64 { return unflip(v, bias) }
	r := Result{Method: method, Estimate: back(float64(k) / float64(q.N)), P: q.rawP(k, 0.5+float64(bias*(2*q.Theta0-1)))}
	iv := q.clopper(k)
	r.Interval = [2]float64{back(iv[0]), back(iv[1])}
	return r
}

// unflip turns a share of noisy yes into the share of true ones.
func unflip(v, bias float64) float64 { return clamp(0.5 + float64((v-0.5)/(2*bias))) }

func clamp(v float64) float64 { return min(max(v, 0), 1) }

// Test is a test of a Question: the probability with which it rejects, given
// the number of yes. Its power is the mean of that over the sampling law.
type Test struct {
	Name string
	phi  []float64                   // on 0 … N
	via  func(theta float64) float64 // the success probability at θ; nil: θ itself
	// Cut are the release (a count) below and above which it rejects; ∓Inf
	// where it does not on that side.
	Cut [2]float64
}

// Power returns the probability of rejecting at θ; at θ₀ it is the size.
func (t *Test) Power(theta float64) float64 {
	if t.via != nil {
		theta = t.via(theta)
	}
	return sampling(len(t.phi)-1, theta).mean(t.phi)
}

// threshold returns the test that rejects a count plus noise outside cut.
func (q *Question) threshold(name string, noise Noise, cut [2]float64) *Test {
	t := &Test{Name: name, phi: make([]float64, q.N+1), Cut: cut}
	// Beyond the noise's reach of an end the decision is certain.
	reach := noise.Reach()
	for x := range t.phi {
		v := float64(x)
		p := 0.0
		switch d := cut[1] - v; {
		case d < -reach:
			p = 1
		case d <= reach:
			p = noise.Upper(d)
		}
		switch d := cut[0] - v; {
		case d > reach:
			p = 1
		case d >= -reach:
			p += noise.CDF(d)
		}
		t.phi[x] = p
	}
	return t
}

// cuts finds the two ends of the acceptance region by functions that return
// the end with a given tail probability.
func (q *Question) cuts(lower, upper func(alpha float64) float64) [2]float64 {
	switch q.Side {
	case Greater:
		return [2]float64{math.Inf(-1), upper(q.Alpha)}
	case Less:
		return [2]float64{lower(q.Alpha), math.Inf(1)}
	}
	return [2]float64{lower(q.Alpha / 2), upper(q.Alpha / 2)}
}

// NoisyTest is the exact test of a count plus noise. With Tulap noise it is
// most powerful among all (ε, δ)-private tests of its size (Awan & Slavković
// 2018), φ(x) = F(x − m); two-sided, it is the unbiased one, φ(x) =
// F(x − k − m) + F(k − m − x). NewTulap(+Inf, 0) gives the uniformly most
// powerful tests without privacy.
func (q *Question) NoisyTest(name string, noise Noise) *Test {
	l := newLaw(sampling(q.N, q.Theta0), noise)
	if _, tulap := noise.(Tulap); tulap && q.Side == TwoSided {
		return q.threshold(name, noise, q.unbiased(l))
	}
	return q.threshold(name, noise, q.cuts(l.lowerQuantile, l.upperQuantile))
}

// unbiased solves for k and m: size α, and E(X − nθ₀)φ(X) = 0.
func (q *Question) unbiased(l *law) [2]float64 {
	mu := float64(float64(q.N) * q.Theta0)
	lo, hi := l.span()
	skew := func(k, m float64) float64 {
		sum := 0.0
		for i, p := range l.x.P {
			x := float64(l.x.Lo + i)
			sum += float64(float64(p*(x-mu)) * (l.noise.Upper(k+m-x) + l.noise.CDF(k-m-x)))
		}
		return sum
	}
	centre := func(m float64) float64 {
		return root(func(k float64) float64 { return skew(k, m) }, max(lo, mu-m-1), min(hi, mu+m+1))
	}
	m := root(func(m float64) float64 {
		k := centre(m)
		return l.Upper(k+m) + l.Lower(k-m) - q.Alpha
	}, 0, hi-lo)
	k := centre(m)
	return [2]float64{k - m, k + m}
}

// UnbiasedP returns the p-value of the unbiased two-sided DP-UMP test at the
// release z: the least size at which it rejects.
func (q *Question) UnbiasedP(z float64, noise Noise) float64 {
	ask := *q
	return root(func(a float64) float64 {
		if a <= 0 {
			return -1
		}
		if a >= 1 {
			return 1
		}
		ask.Alpha = a
		cut := ask.unbiased(newLaw(sampling(q.N, q.Theta0), noise))
		return max(z-cut[1], cut[0]-z) // grows with a
	}, 0, 1)
}

// NormalTest rejects where the normal approximation does, whose true size is
// not α.
func (q *Question) NormalTest(name string, noise Noise) *Test {
	n := float64(q.N)
	sd := math.Sqrt(float64(n*q.Theta0*(1-q.Theta0)) + noise.Variance())
	end := func(alpha float64) float64 { return float64(sd * num.NormalQuantile(1-alpha)) }
	mu := float64(n * q.Theta0)
	return q.threshold(name, noise, q.cuts(
		func(a float64) float64 { return mu - end(a) },
		func(a float64) float64 { return mu + end(a) }))
}

// JIMITest rejects where the private JIMI's p-value is at most α.
func (q *Question) JIMITest(name string, epsilon float64) *Test {
	j := newJimi(q.g, q.N, epsilon, q.Theta0)
	return q.threshold(name, Laplace{epsilon}, q.cuts(
		func(a float64) float64 { return j.release(1 - a) },
		func(a float64) float64 { return j.release(a) }))
}

// RawJIMITest rejects where the JIMI's p-value without privacy is at most α.
func (q *Question) RawJIMITest(name string, d float64) *Test {
	t := &Test{Name: name, phi: make([]float64, q.N+1), Cut: [2]float64{math.Inf(-1), math.Inf(1)}}
	for x := range t.phi {
		lower, upper := num.IncBeta(float64(x)+d, float64(q.N-x)+d, q.Theta0)
		if q.side(lower, upper) <= q.Alpha {
			t.phi[x] = 1
		}
	}
	return t
}

// RandomisedTest is the most powerful test from the number of noisy yes in
// randomised response (the randomised binomial test; unbiased if two-sided).
func (q *Question) RandomisedTest(name string, bias float64) *Test {
	at := func(theta float64) float64 { return 0.5 + float64(bias*(2*theta-1)) }
	ask := &Question{q.N, at(q.Theta0), q.Side, q.Alpha, q.g}
	t := ask.NoisyTest(name, NewTulap(math.Inf(1), 0))
	t.via = at
	return t
}
