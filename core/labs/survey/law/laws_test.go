package law

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"indistinct/core/num"
	"indistinct/core/rng"
	"indistinct/core/test/check"
)

// noises are laws of each kind: whole and cut, narrow and wide, and the uniform alone.
var noises = []Noise{Laplace{Epsilon: 0.3}, Laplace{Epsilon: 2}, Misprint{Epsilon: 0.7}, NewTulap(1, 0), NewTulap(0.2,
	0),
	NewTulap(1, 0.05), NewTulap(0.2, 0.01), NewTulap(3, 0.001), NewTulap(math.Inf(1), 0)}

// TestBinomialLaw: the law is the binomial one wherever it has mass, adds up to 1, has mass at all counts that matter
// and none outside, and the sum of two of one θ is that of all trials.
func TestBinomialLaw(t *testing.T) {
	for _, theta := range []float64{0, 1e-6, 0.02, 0.5, 0.9, 1 - 1e-6, 1} {
		for _, n := range []int{1, 2, 17, 300} {
			d := Sampling(n, theta)
			what := fmt.Sprintf("n = %d, θ = %v", n, theta)
			sum, index := 0.0, make([]float64, n+1)
			for x := -2; x <= n+2; x++ {
				want := 0.0
				if x >= 0 && x <= n {
					want, index[x] = num.BinomialPMF(x, n, theta), float64(x)
				}
				check.Near(t, fmt.Sprintf("%s, x = %d", what, x), d.At(x), want, 1e-11*want+1e-20)
				sum += d.At(x)
			}
			check.Near(t, what+", mass", sum, 1, 1e-12)
			check.Near(t, what+", mean", d.Mean(index), float64(n)*theta, 1e-10)
			if d.Lo < 0 || d.Hi() > n || d.At(d.Lo) == 0 || d.At(d.Hi()) == 0 {
				t.Errorf("%s: from %d to %d", what, d.Lo, d.Hi())
			}
			both, whole := Convolve(d, Sampling(5, theta)), Sampling(n+5, theta)
			if len(both.P) != both.Hi()-both.Lo+1 || both.Hi() > n+5 {
				t.Errorf("%s: the sum with 5 more is from %d to %d", what, both.Lo, both.Hi())
			}
			for x := range n + 6 {
				check.Near(t, fmt.Sprintf("%s and 5 more, x = %d", what, x), both.At(x), whole.At(x), 1e-14)
			}
		}
	}
}

// TestNoiseLaws: each law is symmetric, its distribution function rises from 0 to 1 over its support, which Reach
// covers, and is the integral of its density; draws follow it (Kolmogorov's distance of 20,000 draws is above 0.02
// with probability below 3·10⁻⁷).
func TestNoiseLaws(t *testing.T) {
	for _, d := range noises {
		what := fmt.Sprintf("%T %v", d, d)
		last, reach := 0.0, d.Reach()
		for z := -min(reach, 40) - 0.3; z <= min(reach, 40)+0.3; z += 0.0173 {
			f := d.CDF(z)
			check.Near(t, what+", F(z) + F(−z)", f+d.CDF(-z), 1, 1e-14)
			if a, b := d.LogPDF(z), d.LogPDF(-z); a != b && math.Abs(a-b) > 1e-12 {
				t.Errorf("%s: ln f(%v) = %v, ln f(%v) = %v", what, z, a, -z, b)
			}
			if f < last || f > 1 {
				t.Fatalf("%s: F(%v) = %v after %v", what, z, f, last)
			}
			last = f
			if inside := math.Exp(d.LogPDF(z)) > 0; !inside && f > 0 && f < 1 {
				t.Errorf("%s: no density at %v, F = %v", what, z, f)
			}
		}
		check.Near(t, what+", F(−reach)", d.CDF(-reach-1e-9), 0, 1e-14)
		s := rng.New(rng.Key{Seed: 6, Phase: 95})
		draws := make([]float64, 20_000)
		for i := range draws {
			draws[i] = d.Draw(&s)
		}
		slices.Sort(draws)
		far := 0.0
		for i, x := range draws {
			far = max(far, math.Abs(d.CDF(x)-float64(i)/float64(len(draws))))
		}
		if far > 0.02 || math.Abs(draws[0]) > reach || draws[len(draws)-1] > reach {
			t.Errorf("%s: draws from %v to %v are %v away", what, draws[0], draws[len(draws)-1], far)
		}
	}
}

// TestTulapKeeps: a count with Tulap noise is (ε, δ)-private and wastes nothing: F(t) − e^ε·F(t−1) is δ at most, and δ
// somewhere (Awan & Slavković 2018).
func TestTulapKeeps(t *testing.T) {
	for _, c := range []struct{ epsilon, delta float64 }{{1, 0.05}, {0.2, 0.01}, {3, 0.001}, {1, 0}, {0.1, 0.3}} {
		d := NewTulap(c.epsilon, c.delta)
		most := 0.0
		for z := -30.0; z <= 30; z += 1e-3 {
			most = max(most, d.CDF(z)-math.Exp(c.epsilon)*d.CDF(z-1))
		}
		if c.delta == 0 {
			check.Near(t, fmt.Sprintf("δ of %+v", c), most, 0, 1e-12)
		} else {
			check.Near(t, fmt.Sprintf("δ of %+v", c), most, c.delta, 2e-3*c.delta)
		}
		for u := 0.5; u > 1e-9; u *= 0.93 {
			check.Near(t, fmt.Sprintf("%v of %+v and back", u, c), d.low(d.raw(u)), u, 1e-12*u)
		}
	}
}

// TestNoisyCount: either tail of a count with noise of each law is the plain sum's, and quantiles are where the tails
// say.
func TestNoisyCount(t *testing.T) {
	for _, noise := range noises {
		for _, theta := range []float64{0.03, 0.6} {
			x := Sampling(40, theta)
			l := NewNoisyCount(x, noise)
			what := fmt.Sprintf("%T %v, θ = %v", noise, noise, theta)
			lo, hi := l.Span()
			check.Near(t, what+", all", l.Upper(lo)+l.Lower(hi), 2, 1e-9)
			for z := -8.3; z < 50; z += 0.71 {
				up := 0.0
				for i, p := range x.P {
					up += p * noise.CDF(float64(x.Lo+i)-z)
				}
				check.Near(t, fmt.Sprintf("%s, upper at %v", what, z), l.Upper(z), up, 1e-13)
				check.Near(t, fmt.Sprintf("%s, lower at %v", what, z), l.Lower(z), 1-up, 1e-13)
			}
			for _, alpha := range []float64{1e-4, 0.05, 0.5, 0.9} {
				check.Near(t, what+", upper quantile", l.Upper(l.UpperQuantile(alpha)), alpha, 1e-6)
				check.Near(t, what+", lower quantile", l.Lower(l.LowerQuantile(alpha)), alpha, 1e-6)
			}
		}
	}
}
