package stat

import (
	"math"
	"math/rand/v2"
	"testing"

	"indistinct/core/test/check"
)

// At the ends of what a claim, α and counts may be, the bound, its p-value, the
// frontier and the power end, in numbers that mean something; and the frontier's
// search finds what asking every count finds.
func TestAtExtremes(t *testing.T) {
	cases := 80
	if check.Long() {
		cases = 20000
	}
	r := rand.New(rand.NewPCG(3, 4))
	pick := func(x ...float64) float64 { return x[r.IntN(len(x))] }
	for range cases {
		eps := pick(0, 1e-9, 1e-3, 0.1, 0.7, 3, 10, 12, 40, 100, 297, 356, 600, 629.9, 690, 691, 20000, r.ExpFloat64(),
			300*r.ExpFloat64())
		delta := pick(0, 0, 1e-12, 1e-5, 0.05, 0.49, 0.5, r.Float64()/2)
		alpha := pick(1e-6, 1e-3, 0.05, 0.5, math.Pow(10, -6*r.Float64())/2)
		m := int64(pick(50, 55, 60, 1000, 1e6, math.Pow(10, 1.7+4.3*r.Float64())))
		n := float64(m)
		c1 := min(int64(pick(0, 1, n/2, n-1, n, r.Float64()*n)), m)
		c2 := min(int64(pick(0, 1, 2, n/2, n-1, n, r.Float64()*n)), m)
		p1 := pick(0, 1e-6, 0.01, 0.5, 1, delta, delta+1e-9, delta+0.5/n, r.Float64())
		for _, reverse := range []bool{false, true} {
			x := RatioTest{C1: c1, N1: m, C2: c2, N2: m, Delta: delta, reverse: reverse}
			if b := x.Lower(alpha); !(b >= 0 && b <= mostEpsilon) {
				t.Errorf("%+v, α = %v: bound %v", x, alpha, b)
			}
			if p := x.P(eps); !(p >= 0 && p <= 1) {
				t.Errorf("%+v, ε = %v: p = %v", x, eps, p)
			}
		}
		f := newFrontier(m, m, eps, delta, alpha, false)
		for _, x := range []Test{pair(c1, c2, m, delta), OddsTest{E1: c1, F1: min(c2, m-c1), E2: min(c2, m-c1),
			F2: min(c1, c2)}} {
			if d := x.Detectable(eps, alpha); !(d >= eps) {
				t.Errorf("ε = %v, α = %v, %+v: detectable %v", eps, alpha, x, d)
			}
		}
		if d := NewBestFrontier(m, eps, delta, alpha).Best(); !(d >= eps) {
			t.Errorf("ε = %v, δ = %v, α = %v, m = %d: shows %v", eps, delta, alpha, m, d)
		}
		if p := f.Power(p1, r.Float64()*p1); !(p >= 0 && p <= 1) {
			t.Errorf("ε = %v, δ = %v, α = %v, m = %d, p₁ = %v: power %v", eps, delta, alpha, m, p1, p)
		}
		if n := Needed(math.Max(2*eps, eps+1), eps, delta, alpha, 1<<30); n < 0 || n > 1<<31 {
			t.Errorf("ε = %v, δ = %v, α = %v: %d needed", eps, delta, alpha, n)
		}
		if m > 60 {
			continue
		}
		y := c2
		least := int64(0)
		for least <= m && !pair(least, y, m, delta).Rejects(eps, alpha) {
			least++
		}
		if got := f.exactly(y); got != least {
			t.Errorf("ε = %v, δ = %v, α = %v, m = %d, c₂ = %d: c₁ from %d on, by the search from %d", eps, delta, alpha,
				m, y, least, got)
		}
		s1, s2 := m, max(c1, 1)
		y, least = min(y, s2), 0
		for least <= s1 && !(OddsTest{E1: least, F1: s1 - least, E2: y, F2: s2 - y}).Rejects(eps, alpha) {
			least++
		}
		if got := newFrontier(s1, s2, eps, 0, alpha, true).exactly(y); got != least {
			t.Errorf("ε = %v, α = %v, %d and %d trials, %d hits of these: from %d on, by the search from %d", eps, alpha, s1, s2, y, least, got)
		}
	}
}
