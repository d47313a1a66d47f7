package audit

import (
	"math"
	"testing"

	"indistinct/core/num"
)

func near(t *testing.T, what string, got, want, tol float64) {
	t.Helper()
	if !(math.Abs(got-want) <= tol) {
		t.Errorf("%s = %.10g, want %.10g ± %g", what, got, want, tol)
	}
}

// Anchors: two-sided 95 % bounds computed independently.
func TestEpsilonLowerAnchors(t *testing.T) {
	near(t, "(500, 100)", EpsilonLower(500, 1000, 100, 1000, 0, 0.975), 1.32571, 1e-5)
	near(t, "(950, 0)", EpsilonLower(950, 1000, 0, 1000, 0, 0.975), 5.36233, 1e-5)
	near(t, "(0, 0)", EpsilonLower(0, 1000, 0, 1000, 0, 0.975), 0, 0)
	near(t, "(100, 500)", EpsilonLower(100, 1000, 500, 1000, 0, 0.975), 0, 0)
	if a, b := EpsilonLower(500, 1000, 100, 1000, 0.1, 0.975), EpsilonLower(500, 1000, 100, 1000, 0, 0.975); !(a < b && a > 0) {
		t.Errorf("a δ of 0.1 changes the bound from %v to %v; it must fall and stay positive", b, a)
	}
}

// Clopper–Pearson: each end is where the binomial tail is the error
// probability, by its definition.
func TestClopperPearson(t *testing.T) {
	for _, c := range []struct{ c, n int64 }{{0, 10}, {1, 10}, {5, 10}, {10, 10}, {3, 1000}, {912, 1000}, {7, 500000}} {
		lo, hi := ClopperPearson(c.c, c.n, 0.95)
		if c.c > 0 {
			near(t, "upper tail at the lower end", num.BinomialTail(int(c.c), int(c.n), lo), 0.025, 1e-9)
		} else if lo != 0 {
			t.Errorf("lower end for no hits is %v", lo)
		}
		if c.c < c.n {
			near(t, "lower tail at the upper end", num.BinomialCDF(int(c.c), int(c.n), hi), 0.025, 1e-8)
		} else if hi != 1 {
			t.Errorf("upper end for all hits is %v", hi)
		}
	}
}

// At ε = 0 the p-value of 27 against 12 is Σ C(39, k)/2³⁹ over k ≥ 27, summed
// here in integers: .0118514 (Fisher's exact test at n = 1000 gives .011186).
func TestConditionalBinomial(t *testing.T) {
	near(t, "27 of 39 at one half", ConditionalBinomial(27, 12, 0), 6515349244.0/(1<<39), 1e-12)
	if p := ConditionalBinomial(500, 100, 1.3); p > 0.01 {
		t.Errorf("500 against 100 at ε = 1.3 has p = %v", p)
	}
	near(t, "no hits", ConditionalBinomial(0, 5, 1), 1, 0)
}

// The exact bound's error is at most α: its exact size, by enumeration of every
// pair of counts, over a fine grid of the nuisance probability.
func TestExactSize(t *testing.T) {
	for _, c := range []struct {
		m          int
		eps, delta float64
		alpha      float64
	}{{30, 0, 0, 0.05}, {30, 0.7, 0, 0.05}, {40, 1.5, 0, 0.05}, {30, 0.5, 0.1, 0.05}, {30, 0.3, 0, 0.2}} {
		reject := make([][]bool, c.m+1)
		for x := range reject {
			reject[x] = make([]bool, c.m+1)
			for y := range reject[x] {
				reject[x][y] = newExact(int64(x), int64(y), int64(c.m), c.delta).rejects(c.eps, c.alpha)
			}
		}
		worst := 0.0
		for k := 1; k < 400; k++ {
			p2 := (1 - c.delta) / math.Exp(c.eps) * float64(k) / 400
			p1 := math.Exp(c.eps)*p2 + c.delta
			size := 0.0
			for x := range reject {
				for y := range reject[x] {
					if reject[x][y] {
						size += num.BinomialPMF(x, c.m, p1) * num.BinomialPMF(y, c.m, p2)
					}
				}
			}
			worst = math.Max(worst, size)
		}
		if worst > c.alpha || worst < c.alpha/4 {
			t.Errorf("m = %d, ε = %v, δ = %v: size %.4f at nominal %v; want at most that, and not far below", c.m, c.eps, c.delta, worst, c.alpha)
		}
		t.Logf("m = %d, ε = %v, δ = %v: size %.4f at nominal %v", c.m, c.eps, c.delta, worst, c.alpha)
	}
}

// The rank that orders outcomes must rise with c₁ and fall with c₂, or the
// bound is no theorem.
func TestRankMonotone(t *testing.T) {
	for _, m := range []int64{1, 2, 7, 50, 400} {
		for _, delta := range []float64{0, 0.05, 0.4} {
			x := newExact(1, 1, m, delta)
			for a := int64(0); a <= m; a++ {
				for b := int64(0); b <= m; b++ {
					r := x.rank(float64(a), float64(b))
					if a > 0 && r < x.rank(float64(a-1), float64(b)) || b > 0 && r > x.rank(float64(a), float64(b-1)) {
						t.Fatalf("m = %d, δ = %v: rank not monotone at (%d, %d)", m, delta, a, b)
					}
				}
			}
		}
	}
}

// The exact bound against the union bound and against the large-sample limit
// ln(c₁/c₂) − z √(1/c₁ − 1/m + 1/c₂ − 1/m).
func TestExactTightness(t *testing.T) {
	for _, c := range [][3]int64{{500, 100, 1000}, {5000, 2483, 10000}, {500, 400, 1000}, {950, 0, 1000}} {
		x := newExact(c[0], c[1], c[2], 0)
		got, union := x.lower(0.025), epsilonUnion(c[0], c[1], c[2], 0, 0.025)
		if got <= union {
			t.Errorf("%v: exact bound %v, union bound %v; the exact one must be tighter", c, got, union)
		}
		near(t, "p-value at the bound", x.p(got), 0.025, 0.0015)
		if c[1] > 0 {
			a, b, m := float64(c[0]), float64(c[1]), float64(c[2])
			se := math.Sqrt(1/a - 1/m + 1/b - 1/m)
			near(t, "exact bound against its limit", got, math.Log(a/b)-1.959964*se, 0.15*se)
		}
	}
}

func TestUnionPInverts(t *testing.T) {
	for _, alpha := range []float64{0.2, 0.05, 0.001} {
		for _, delta := range []float64{0, 0.05} {
			e := epsilonUnion(700, 60, 2000, delta, alpha)
			near(t, "p at the bound", unionP(700, 60, 2000, e, delta), alpha, 2e-4*alpha)
		}
	}
}

func BenchmarkExact(b *testing.B) {
	for _, m := range []int64{1000, 10000, 500000} {
		b.Run(group(m), func(b *testing.B) {
			for b.Loop() {
				newExact(m/2, m/4, m, 0).lower(0.04)
			}
		})
	}
}

// At a large δ the null is all of the square from a finite ε on: the search for
// the bound ends there.
func TestExactAtLargeDelta(t *testing.T) {
	for _, c := range []struct{ c1, c2 int64 }{{150, 20}, {190, 1}, {200, 60}, {120, 0}} {
		x := newExact(c.c1, c.c2, 200, 0.5)
		b := x.lower(0.025)
		if math.IsNaN(b) || b < 0 || b > math.Log(0.5/lowerP(c.c2, 200, 1e-9)) {
			t.Errorf("(%d, %d) of 200 at δ = ½: bound %v", c.c1, c.c2, b)
		}
	}
}
