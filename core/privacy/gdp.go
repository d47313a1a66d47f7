package privacy

import "indistinct/core/num"

// Gaussian is μ-Gaussian differential privacy (Dong, Roth & Su 2022).
const Gaussian Notion = "gdp"

var gaussian = &Definition{Name: Gaussian, Symbol: "μ", Params: []Parameter{number("mu", "μ")},
	Scale: func(k float64) float64 { return k }, // Theorem 2.14
	TradeOff: func(mu, alpha float64) float64 {
		return num.NormalCDF(-num.NormalQuantile(alpha) - mu)
	},
	Least: func(falseAlarms, misses []float64) (value, at, missed float64) {
		const fine = 1e-9 // points that rounding could move are left out
		for i := 1; i < len(misses); i++ {
			x, y := falseAlarms[i], misses[i]
			if min(x, 1-x, y, 1-y) <= fine {
				continue
			}
			if mu := -num.NormalQuantile(x) - num.NormalQuantile(y); mu > value {
				value, at, missed = mu, x, y
			}
		}
		return value, at, missed
	},
	Profile: func(mu float64) Profile { return GaussianProfile{mu} }, // Corollary 2.13
	OfNoise: func(mu float64) float64 { return mu },
	Noise:   func(mu float64) float64 { return mu },
}
