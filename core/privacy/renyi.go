package privacy

import (
	"math"
	"math/bits"

	"indistinct/core/num"
)

// Renyi is (α, ε)-Rényi differential privacy (Mironov 2017): the Rényi divergence of one order
// α > 1 is at most ε, in both directions.
const Renyi Notion = "rdp"

var renyi = &Definition{Name: Renyi, Symbol: "ε(α)", Number: 1,
	Params: []Parameter{{Name: "order", Symbol: "α", Min: 1.01, Max: 1024, Default: 8}, number("renyi", "ε(α)")},
	At: func(d *Definition, given Given) {
		order := given[0]
		d.TradeOff = func(epsilon, alpha float64) float64 {
			return testTradeOff(alpha, func(p, q []float64) bool { return Divergence(p, q, order) <= epsilon })
		}
		d.Least = func(falseAlarms, misses []float64) (value, at, missed float64) {
			p, q := masses(falseAlarms, misses)
			return Divergence(p, q, order), 0, 0
		}
		d.Epsilon = func(epsilon, delta float64) float64 { // Canonne, Kamath & Steinke 2020, Proposition 12
			return math.Max(0, epsilon-(num.Log(delta)+num.Log(order))/(order-1)+num.Log1p(-1/order))
		}
		d.OfNoise = func(mu float64) float64 { return order * mu * mu / 2 } // Proposition 7
		d.Noise = func(epsilon float64) float64 { return math.Sqrt(2 * epsilon / order) }
		// Proposition 2: of 2^c records order α/2^c, where that is at least 2, and 3^c ε.
		d.Group = func(k int) (Given, bool) {
			order := order / math.Exp2(doublings(float64(k)))
			return Given{order}, order >= 2
		}
	},
	Scale: func(k float64) float64 { return num.Pow(3, doublings(k)) },
}

// doublings is how often 1 has to be doubled for a whole number k.
func doublings(k float64) float64 { return float64(bits.Len(uint(k) - 1)) }

// Divergence returns the larger of the Rényi divergences D_α(p‖q) and D_α(q‖p) of two discrete
// laws, of an order above 1.
func Divergence(p, q []float64, order float64) float64 {
	return order * concentration(p, q, math.Inf(1), order-1, 1)
}
