package stat

import (
	"math"
	"testing"

	"indistinct/core/num"
	"indistinct/core/test/check"
)

// Anchors: bounds from two-sided 95 % Clopper–Pearson limits, computed
// independently.
func TestUnionLowerAnchors(t *testing.T) {
	check.Near(t, "(500, 100)", unionLower(500, 100, 1000, 0, 0.025, 0.5), 1.32571, 1e-5)
	check.Near(t, "(950, 0)", unionLower(950, 0, 1000, 0, 0.025, 0.5), 5.36233, 1e-5)
	check.Near(t, "(0, 0)", unionLower(0, 0, 1000, 0, 0.025, 0.5), 0, 0)
	check.Near(t, "(100, 500)", unionLower(100, 500, 1000, 0, 0.025, 0.5), 0, 0)
	if a, b := pair(500, 100, 1000, 0.1).Lower(0.025), pair(500, 100, 1000, 0).Lower(0.025); !(a < b && a > 0) {
		t.Errorf("a δ of 0.1 changes the bound from %v to %v; it must fall and stay positive", b, a)
	}
}

// Clopper–Pearson: each end is where the binomial tail is the error
// probability, by its definition.
func TestClopperPearson(t *testing.T) {
	for _, c := range []struct{ c, n int64 }{{0, 10}, {1, 10}, {5, 10}, {10, 10}, {3, 1000}, {912, 1000}, {7, 500000}} {
		lo, hi := ClopperPearson(c.c, c.n, 0.95)
		if c.c > 0 {
			check.Near(t, "upper tail at the lower end", num.BinomialTail(int(c.c), int(c.n), lo), 0.025, 1e-9)
		} else if lo != 0 {
			t.Errorf("lower end for no hits is %v", lo)
		}
		if c.c < c.n {
			check.Near(t, "lower tail at the upper end", 1-num.BinomialTail(int(c.c)+1, int(c.n), hi), 0.025, 1e-8)
		} else if hi != 1 {
			t.Errorf("upper end for all hits is %v", hi)
		}
	}
}

// The approximation's distance from the frequency is within 4 % of the exact limit's.
func TestApproximateUpperP(t *testing.T) {
	for _, z := range []float64{0.1, 0.5, 1, 2, 3, 3.5} {
		for _, n := range []int64{10, 60, 300, 5000, 1_000_000} {
			for _, c := range []int64{0, 1, 2, 5, n / 10, n / 3, n / 2, 9 * n / 10, n - 3, n - 1} {
				exact := UpperP(c, n, num.NormalCDF(-z))
				check.Near(t, "approximate limit", ApproximateUpperP(c, n, z), exact,
					0.04*(exact-float64(c)/float64(n)))
			}
			if p := ApproximateUpperP(n, n, z); p != 1 {
				t.Errorf("the limit for hits alone is %v", p)
			}
		}
	}
}

// The bound at a confidence level is the ε whose p-value is one minus that level.
func TestEpsilonLowerLevel(t *testing.T) {
	for _, c := range []struct {
		c1, c2, n int64
		delta     float64
	}{{300, 100, 1000, 0}, {40, 3, 1000, 0}, {9000, 5000, 10000, 0.05}, {700, 20, 5000, 1e-5}} {
		last := math.Inf(1)
		for _, level := range []float64{0.9, 0.95, 0.975, 0.999} {
			e := pair(c.c1, c.c2, c.n, c.delta).Lower(1 - level)
			if !(e > 0 && e < last) {
				t.Errorf("%+v: the bound at level %v is %v, at a lower level %v", c, level, e, last)
			}
			last = e
			p := RatioTest{C1: c.c1, N1: c.n, C2: c.c2, N2: c.n, Delta: c.delta}.P(e)
			if math.Abs(p-(1-level)) > 1e-3*(1-level) {
				t.Errorf("%+v: p = %v at the bound of level %v", c, p, level)
			}
		}
	}
}

// The coupled bound is the largest ε that is rejected at its level, to 10⁻⁴.
func TestCoupledLowerLevel(t *testing.T) {
	for _, c := range [][3]int64{{5000, 400, 300}, {20, 60, 0}, {100000, 900, 700}} {
		last := math.Inf(1)
		for _, alpha := range []float64{0.2, 0.05, 0.001} {
			test := NewCoupled(c[0], c[1], c[2])
			e := test.Lower(alpha)
			if at, above := test.P(e, alpha), test.P(e*1.0005, alpha); !(e > 0 && e < last) || at > alpha ||
				above <= alpha {
				t.Errorf("%+v at α = %v: bound %v (at a larger α %v), p = %v there and %v just above", c, alpha, e,
					last, at, above)
			}
			last = e
		}
	}
}

// unionLower is the lower bound on ε that two one-sided Clopper–Pearson bounds
// give with a union bound, first being the part of the error probability alpha
// that goes to the likelier input's count. A theorem, and weaker than RatioTest.
func unionLower(c1, c2, m int64, delta, alpha, first float64) float64 {
	return epsilonBetween(LowerP(c1, m, first*alpha), UpperP(c2, m, (1-first)*alpha), delta)
}

// epsilonBetween returns the largest ε ≥ 0 with p1 − e^ε p2 ≥ δ.
func epsilonBetween(p1, p2, delta float64) float64 {
	if p1-delta <= p2 {
		return 0
	}
	if p2 <= 0 {
		return math.Inf(1)
	}
	return num.Log((p1 - delta) / p2)
}
