package audit

import (
	"math"

	"indistinct/core/num"
)

// Which threshold to test is chosen from releases that the test does not see
// again, and of which there may be few. Frequencies above each of hundreds of
// thresholds are then too rough to choose by: the luckiest threshold wins. So the
// log-likelihood ratio is smoothed first, as a function of the score's rank: a
// random walk over bins that grow from the top down, with the step whose marginal
// likelihood is largest (Kitagawa 1987; Laplace's approximation). The sums of the
// smooth ratios give the probabilities above each threshold.

// walkSteps are the standard deviations that the walk's step may have, in units
// of the log-likelihood ratio.
var walkSteps = [...]float64{0.01, 0.03, 0.1, 0.3, 1, 3}

// smoother holds scratch of the smoothing.
type smoother struct {
	n, hits           []float64 // a bin's releases, and those of the favoured input
	g, best, up, next []float64 // log ratios; scratch of the tridiagonal solver
	small, then       []float64 // exp(−|g|) of the walk and of the next one
}

// fit returns the smoothed log ratios of the bins.
func (s *smoother) fit() []float64 {
	k := len(s.n)
	for _, v := range []*[]float64{&s.g, &s.best, &s.up, &s.next, &s.small, &s.then} {
		*v = grow(*v, k)
	}
	clear(s.g)
	top := math.Inf(-1)
	for _, step := range walkSteps {
		if m := s.walk(step); m > top {
			top = m
			copy(s.best, s.g)
		}
	}
	return s.best
}

// walk finds the most likely walk with that step, starting from s.g, and returns
// its log marginal likelihood but for a constant.
func (s *smoother) walk(step float64) float64 {
	k := len(s.n)
	w := 1 / (step * step)
	value := func(g, small []float64) float64 {
		v := -0.5 * g[0] * g[0] / 25
		for i := range k {
			// ln σ(g) and ln σ(−g), without overflow.
			small[i] = num.Exp(-math.Abs(g[i]))
			a := num.Log1p(small[i])
			v += s.hits[i]*(math.Min(g[i], 0)-a) + (s.n[i]-s.hits[i])*(math.Min(-g[i], 0)-a)
			if i > 0 {
				d := g[i] - g[i-1]
				v -= 0.5 * w * d * d
			}
		}
		return v
	}
	now, det := value(s.g, s.small), 0.0
	for range 30 {
		// Newton's step by elimination in a tridiagonal system.
		det = 0
		pivot, rhs, product := 0.0, 0.0, 1.0
		for i := range k {
			q := 1 / (1 + s.small[i])
			if s.g[i] < 0 {
				q = s.small[i] / (1 + s.small[i])
			}
			diag, grad := s.n[i]*q*(1-q), s.hits[i]-s.n[i]*q
			if i == 0 {
				diag += 1.0 / 25
				grad -= s.g[0] / 25
			} else {
				diag += w
				grad -= w * (s.g[i] - s.g[i-1])
			}
			if i < k-1 {
				diag += w
				grad += w * (s.g[i+1] - s.g[i])
			}
			if i > 0 {
				f := w / pivot
				diag -= f * w
				grad += f * rhs
			}
			pivot, rhs = diag, grad
			s.up[i], s.next[i] = pivot, rhs
			// The logarithm of the pivots' product, of many pivots at a time.
			if product *= pivot; product > 1e200 || product < 1e-200 || i == k-1 {
				det += num.Log(product)
				product = 1
			}
		}
		for i := k - 1; i >= 0; i-- {
			if i < k-1 {
				s.next[i] += w * s.next[i+1]
			}
			s.next[i] /= s.up[i]
		}
		// Halve the step until the likelihood does not fall.
		scale, then := 1.0, now
		for range 20 {
			for i := range k {
				s.up[i] = s.g[i] + scale*s.next[i]
			}
			if then = value(s.up, s.then); then >= now {
				break
			}
			scale /= 2
		}
		if !(then > now+1e-6) {
			break
		}
		s.g, s.up = s.up, s.g
		s.small, s.then = s.then, s.small
		now = then
	}
	return now + 0.5*float64(k-1)*num.Log(w) - 0.5*det
}

func grow(q []float64, n int) []float64 {
	if cap(q) < n {
		return make([]float64, n, n+n/4)
	}
	return q[:n]
}
