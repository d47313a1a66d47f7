package onerun

import (
	"math"

	"indistinct/core/num"
)

// EpsilonAt returns an ε at delta that f_θ does not keep, nearly the largest; a rate of 0 may be rounded: it says none.
func EpsilonAt(f func(alpha float64) float64, delta float64) (epsilon float64) {
	for i := -4 * corners; i <= 4*corners; i++ {
		alpha := num.NormalCDF(fine / 4 * float64(i))
		beta := f(alpha)
		for _, odds := range []float64{(1 - delta - beta) / alpha, (1 - delta - alpha) / beta} {
			if odds > 1 && !math.IsInf(odds, 1) {
				epsilon = math.Max(epsilon, num.Log(odds))
			}
		}
	}
	return epsilon
}
