package law

import (
	"math"
	"slices"
	"sort"

	"gonum.org/v1/gonum/floats"

	"indistinct/core/num"
	"indistinct/core/rng"
)

// PMF is a probability mass function on the integers Lo, Lo+1, …; what was
// left out at both ends is below 10⁻²² of the largest probability each.
type PMF struct {
	Lo int
	P  []float64
}

// tiny is where the tails of a pmf are cut, relative to its mode.
const tiny = 1e-22

// Binomial returns the law of the number of successes in n trials.
//
// It runs the recursion p(x+1)/p(x) = (n−x)/(x+1)·θ/(1−θ) outwards from the
// mode and divides by the sum: no large logarithm is subtracted from another,
// so the relative error stays near 10⁻¹⁴ for n up to 10⁵.
func Binomial(n int, theta, cut float64) PMF {
	if theta <= 0 {
		return PMF{0, []float64{1}}
	}
	if theta >= 1 {
		return PMF{n, []float64{1}}
	}
	mode := min(max(int(math.Floor(float64(n+1)*theta)), 0), n)
	odds := theta / (1 - theta)
	var up, down []float64
	for x, p := mode, 1.0; x < n; x++ {
		p *= float64(n-x) / float64(x+1) * odds
		if p < cut {
			break
		}
		up = append(up, p)
	}
	for x, p := mode, 1.0; x > 0; x-- {
		p *= float64(x) / float64(n-x+1) / odds
		if p < cut {
			break
		}
		down = append(down, p)
	}
	slices.Reverse(down)
	d := PMF{mode - len(down), slices.Concat(down, []float64{1}, up)}
	d.Normalise()
	return d
}

// Hi returns the last integer that carries mass.
func (d PMF) Hi() int { return d.Lo + len(d.P) - 1 }

// Normalise divides the probabilities by their sum, in place.
func (d PMF) Normalise() {
	sum := floats.Sum(d.P)
	for i := range d.P {
		d.P[i] /= sum
	}
}

// At returns the probability of x.
func (d PMF) At(x int) float64 {
	if x < d.Lo || x > d.Hi() {
		return 0
	}
	return d.P[x-d.Lo]
}

// Mean returns E f(X) for f tabulated on 0 … n.
func (d PMF) Mean(f []float64) float64 { return num.Dot(d.P, f[d.Lo:]) }

// Convolve returns the law of the sum of two independent integers.
func Convolve(a, b PMF) PMF {
	d := PMF{a.Lo + b.Lo, make([]float64, len(a.P)+len(b.P)-1)}
	for i, p := range a.P {
		row := d.P[i : i+len(b.P)]
		for j, q := range b.P {
			row[j] += p * q
		}
	}
	return d
}

// Sampling is the law of the count of yes among n, cut where no result
// changes in 15 digits.
func Sampling(n int, theta float64) PMF { return Binomial(n, theta, tiny) }

// Sampler draws from a pmf by inversion.
type Sampler struct {
	lo  int
	cum []float64
}

// NewSampler tabulates the distribution function of a pmf.
func NewSampler(d PMF) Sampler {
	return Sampler{d.Lo, floats.CumSum(make([]float64, len(d.P)), d.P)}
}

// Draw returns one number that follows the pmf.
func (s Sampler) Draw(r *rng.Stream) int {
	return s.lo + sort.SearchFloat64s(s.cum[:len(s.cum)-1], r.Open())
}
