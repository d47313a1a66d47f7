package estimator

import (
	"math"
	"testing"

	"indistinct/core/labs/ring/quadrature"
	"indistinct/core/rng"
)

// TestCurvatureBound: the bound is below the second derivative at any place within reach, and not further
// below the least of a fine grid than the finer rule allows; of a quadratic it is exact.
func TestCurvatureBound(t *testing.T) {
	for seed := range uint64(300) {
		s := rng.New(rng.Key{Seed: 31, Trial: seed})
		c := make([]float64, 1+s.Intn(9))
		for i := range c {
			c[i] = s.Norm()
		}
		reach := math.Exp(s.Norm())
		got, least, third := curvatureBound(c, reach), math.Inf(1), 0.0
		const points = 4000
		for i := range points + 1 {
			_, d2 := quadrature.Derivatives(c, reach*(2*float64(i)/points-1))
			least = math.Min(least, d2)
		}
		for i := 3; i < len(c); i++ {
			third += float64(i*(i-1)*(i-2)) * math.Abs(c[i]) * math.Pow(reach, float64(i-3))
		}
		if got > least+1e-9*math.Abs(least) {
			t.Fatalf("%v, |t| ≤ %v: a curvature of %v is below the bound %v", c, reach, least, got)
		}
		if most := 2 * reach / 32 * third; least-got > most+1e-9*(1+math.Abs(least)) {
			t.Errorf("%v, |t| ≤ %v: the bound %v of %v, may miss by %v", c, reach, got, least, most)
		}
	}
}
