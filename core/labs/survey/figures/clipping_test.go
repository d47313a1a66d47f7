package figures

import (
	"math"
	"testing"

	"indistinct/core/labs/survey/law"
	"indistinct/core/rng"
	"indistinct/core/test/check"
)

// clippedCounts returns the sum of counts made of uniform numbers: the mean of what is not clipped is q/(1 − q).
func clippedCounts(u []float64, q float64, b int) (sum float64) {
	for _, v := range u {
		sum += min(math.Floor(math.Log(v)/math.Log(q)), float64(b))
	}
	return sum
}

// The sums are what simulations count: the release as it stands holds the mean as often as it is said to, and the
// JIMI, drawn from seeds, has its median and the ends of its interval where they stand. The median release is 1 − 2^−b
// but for the skewness of the sum.
func TestClipping(t *testing.T) {
	const n, eps, surveys, draws, bisections = 30, 1.0, 40000, 4000, 40
	s := run(t, setting(n, 21, 18.98, eps).Clipping())
	naive, jimi, held := s.Charts[0].Series[0], s.Charts[0].Series[1], s.Charts[1].Series[0]
	for _, b := range []int{1, 2, 4, 9} {
		i, noise, u := b-1, law.Laplace{Epsilon: eps / float64(b)}, make([]float64, n)
		release, reach := float64(naive.Y[i]), float64(naive.Hi[i]-naive.Y[i])
		check.Near(t, "median release", release, 1-math.Pow(2, -float64(b)), 0.01)
		check.Near(t, "median estimate", float64(jimi.Y[i]), 1, 1e-9)
		check.Near(t, "reach", reach, 1.959964*math.Sqrt(2*n+noise.Variance())/n, 1e-6)
		fill := func(k uint32, trial int) rng.Stream {
			s := rng.New(rng.Key{Seed: 8, Phase: 903, Input: k*16 + uint32(b), Trial: uint64(trial)})
			for j := range u {
				u[j] = s.Open()
			}
			return s
		}
		within, below := 0, 0
		for k := range surveys {
			s := fill(0, k)
			mean := (clippedCounts(u, 0.5, b) + noise.Draw(&s)) / n
			if math.Abs(mean-1) <= reach {
				within++
			}
			if mean < release {
				below++
			}
		}
		p := float64(held.Y[i])
		check.Near(t, "coverage as it stands", float64(within)/surveys, p, 5.7*math.Sqrt(p*(1-p)/surveys))
		check.Near(t, "below the median release", float64(below)/surveys, 0.5, 5.7*0.5/math.Sqrt(surveys))
		var count [3]int
		ends := []float64{float64(jimi.Lo[i]), float64(jimi.Y[i]), float64(jimi.Hi[i])}
		for k := range draws {
			s := fill(1, k)
			target := n*release - noise.Draw(&s)
			lo, hi := 0.0, 1.0 // the least q whose sum reaches what the noise leaves
			for range bisections {
				if q := lo + (hi-lo)/2; clippedCounts(u, q, b) >= target {
					hi = q
				} else {
					lo = q
				}
			}
			for e, end := range ends {
				if hi/(1-hi) <= end {
					count[e]++
				}
			}
		}
		for e, want := range []float64{0.025, 0.5, 0.975} {
			check.Near(t, "estimates up to an end", float64(count[e])/draws, want, 5.7*math.Sqrt(want*(1-want)/draws))
		}
	}
}

// What is said of 200 respondents is what such a survey's own chart says.
func TestClippingOfMany(t *testing.T) {
	few, many := run(t, setting(30, 21, 18.98, 1).Clipping()), run(t, setting(1000, 700, 700, 1).Clipping())
	for i, y := range many.Charts[1].Series[0].Y {
		check.Near(t, "coverage of 200", float64(few.Charts[1].Series[1].Y[i]), float64(y), 1e-12)
		if i < 2 && y > 0.5*few.Charts[1].Series[0].Y[i] {
			t.Errorf("clipped at %d, 200 respondents are held with %v", i+1, y)
		}
	}
}

// The law of the sum: its mean is n(q + … + q^b), and where nothing is clipped in practice it is negative binomial.
func TestClippedSum(t *testing.T) {
	for _, c := range []struct {
		n, b int
		q    float64
	}{{1, 3, 0.5}, {7, 2, 0.3}, {20, 40, 0.2}, {4, 1, 1}, {4, 5, 0}} {
		l, mean, sum, want := clippedSum(c.n, c.b, c.q), 0.0, 0.0, 0.0
		for k, p := range l.P {
			mean, sum = mean+float64(k)*p, sum+p
		}
		for k := range c.b {
			want += float64(c.n) * math.Pow(c.q, float64(k+1))
		}
		check.Near(t, "sum", sum, 1, 1e-12)
		check.Near(t, "mean", mean, want, 1e-12*float64(1+c.n*c.b))
	}
	l := clippedSum(20, 40, 0.2)
	for k, p := 0, math.Pow(0.8, 20); k < 15; k++ { // C(k+19, k) 0.8²⁰ 0.2ᵏ
		check.Near(t, "negative binomial", l.At(k), p, 1e-12)
		p *= 0.2 * float64(k+20) / float64(k+1)
	}
}
