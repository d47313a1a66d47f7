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

// renyiEpsilon returns the least ε at which a Rényi divergence of at most divergence, of that order
// and in both directions, implies (ε, δ), for 0 < δ < 1, to 10⁻⁹.
//
// An event of probabilities p and q contradicts (ε, δ) where p > δ + e^ε·q. Whether it came up is a
// post-processing, whose divergences are no larger than the mechanism's, and laws of two values are a
// mechanism themselves: ε is the largest ln((p − δ)/q) of those whose divergences hold (Asoodeh, Liao,
// Calmon, Kosut & Sankar 2021). All is in logarithms, for tails.
func renyiEpsilon(order, divergence, delta float64) float64 {
	if divergence == 0 || math.IsInf(divergence, 1) {
		return divergence
	}
	more, log := order-1, num.Log(delta)
	moment := func(p, q, pNot, qNot float64) float64 { // ln E_q (p/q)^order of an event and its opposite
		a, b := order*p-more*q, order*pNot-more*qNot
		return math.Max(a, b) + num.Log1p(num.Exp(-math.Abs(a-b)))
	}
	_, _, low := num.Golden(-num.Log(order)-5, num.Log1p(-delta)-log, 35, func(u float64) float64 {
		p := log + num.Log1p(num.Exp(u)) // δ·(1 + e^u)
		pNot := num.Log1p(-num.Exp(p))
		loss := num.Root(func(loss float64) float64 {
			q := p - loss
			qNot := num.Log1p(-num.Exp(q))
			return math.Max(moment(p, q, pNot, qNot), moment(q, p, qNot, pNot)) - more*divergence
		}, 0, divergence-p/more)
		return num.Log1p(num.Exp(-u)) - loss
	})
	return math.Max(0, -low)
}
