// Package inference concludes from a noisy count of yes answers what can be said of
// a proportion: tests, p-values and intervals, exact for each mechanism's noise
// (Awan & Slavković 2018; Vu & Slavković 2009; Boulaguiem 2023). Numbers in, numbers
// out; it knows nothing of the laboratory's parameters and charts.
//
// It is ours because no library has the tests, and because the survey's exact power
// rests on them. The files: question concludes from one release, decision is a test of
// all releases with its power, jimi is the private estimator of Boulaguiem (2023).
package inference

import (
	"math"

	about "indistinct/core/about/survey"
	"indistinct/core/labs/survey/law"
	"indistinct/core/num"
	"indistinct/core/stat"
)

// Conclusion is what one method concludes about the proportion θ.
type Conclusion struct {
	Estimate float64
	P        float64    // p-value of θ = θ₀ against the alternative that was asked
	Interval [2]float64 // confidence interval by inversion of two tests of size α/2
}

// Question is a test about one proportion: n respondents, 0 < θ₀ < 1, its alternative,
// the size 0 < α < 1. It holds what depends on these alone.
type Question struct {
	N      int
	Theta0 float64
	Side   string // the alternative to θ = θ₀: two-sided tests have equal tails, except the unbiased DP-UMP test
	Alpha  float64
}

// side turns the two one-sided p-values into the one that is asked for.
func (q *Question) side(greater, less float64) float64 {
	switch q.Side {
	case about.Above:
		return greater
	case about.Below:
		return less
	}
	return min(1, 2*min(greater, less))
}

// Noisy concludes from a count z of yes plus a known noise, exactly: the
// DP-UMP test of Awan & Slavković (2018) with Tulap noise, its like with
// Laplace noise. The two-sided p-value and the interval have equal tails.
func (q *Question) Noisy(z float64, noise law.Noise) Conclusion {
	noisy := func(theta float64) *law.NoisyCount { return law.NewNoisyCount(law.Sampling(q.N, theta), noise) }
	// The probability of a release above z grows with θ.
	limit := func(tail func(l *law.NoisyCount, z float64) float64) float64 {
		return num.Root(func(theta float64) float64 { return tail(noisy(theta), z) - q.Alpha/2 }, 0, 1)
	}
	l := noisy(q.Theta0)
	return Conclusion{Estimate: clamp(z / float64(q.N)), P: q.side(l.Upper(z), l.Lower(z)),
		Interval: [2]float64{limit((*law.NoisyCount).Upper), limit((*law.NoisyCount).Lower)}}
}

// Normal concludes by the normal approximation of Vu & Slavković (2009) with
// the noise's variance; the interval inverts the test (a quadratic in θ).
func (q *Question) Normal(z float64, noise law.Noise) Conclusion {
	n := float64(q.N)
	pi := z / n
	extra := noise.Variance() / (n * n)
	sd := math.Sqrt(q.Theta0*(1-q.Theta0)/n + extra)
	u := (pi - q.Theta0) / sd
	r := Conclusion{Estimate: clamp(pi), P: q.side(num.NormalCDF(-u), num.NormalCDF(u))}
	// (π̂ − θ)² = c²(θ(1−θ)/n + v).
	c := num.NormalQuantile(1 - q.Alpha/2)
	c2 := c * c
	a := 1 + c2/n
	b := pi + 0.5*c2/n
	d := math.Sqrt(max(b*b-a*(pi*pi-c2*extra), 0)) // below 0 no θ is compatible: π̂ far outside [0, 1]
	r.Interval = [2]float64{clamp((b - d) / a), clamp((b + d) / a)}
	return r
}

// JIMI concludes from a Laplace release z (a count) by the distribution of the
// private just-identified minimum-distance estimator: the estimate is its
// median, the p-value its mass on the wrong side of θ₀, the interval its
// quantiles (Boulaguiem 2023).
func (q *Question) JIMI(z, epsilon float64) Conclusion {
	var r Conclusion
	p := NewJimi(q.N, epsilon, q.Theta0).Lower(z)
	r.P = q.side(p, 1-p)
	quantile := func(u float64) float64 {
		lap := law.Laplace{Epsilon: epsilon}
		if lap.CDF(-z) >= u { // the mass at 0
			return 0
		}
		if lap.CDF(z-float64(q.N)) >= 1-u {
			return 1
		}
		return num.Root(func(theta float64) float64 {
			if theta <= 0 || theta >= 1 {
				return theta - 0.5
			}
			return NewJimi(q.N, epsilon, theta).Lower(z) - u
		}, 0, 1)
	}
	r.Estimate = quantile(0.5)
	r.Interval = [2]float64{quantile(q.Alpha / 2), quantile(1 - q.Alpha/2)}
	return r
}

// Raw is the exact binomial test on the true count, without privacy, and the
// interval of Clopper & Pearson (1934).
func (q *Question) Raw(x int) Conclusion {
	lo, hi := stat.ClopperPearson(int64(x), int64(q.N), 1-q.Alpha)
	return Conclusion{float64(x) / float64(q.N), q.rawP(x, q.Theta0), [2]float64{lo, hi}}
}

func (q *Question) rawP(x int, theta0 float64) float64 {
	return q.side(num.BinomialTail(x, q.N, theta0), num.BinomialTail(q.N-x, q.N, 1-theta0))
}

// Randomised concludes from the number k of noisy yes in randomised response:
// the exact binomial test and interval for q = ½ + δ̃(2θ − 1), carried over to
// θ.
func (q *Question) Randomised(k int, bias float64) Conclusion {
	back := func(v float64) float64 { return clamp(0.5 + (v-0.5)/(2*bias)) }
	raw := q.Raw(k)
	return Conclusion{back(raw.Estimate), q.rawP(k, 0.5+bias*(2*q.Theta0-1)),
		[2]float64{back(raw.Interval[0]), back(raw.Interval[1])}}
}

// clamp returns the nearest number from 0 to 1.
func clamp(v float64) float64 { return min(max(v, 0), 1) }
