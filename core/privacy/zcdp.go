package privacy

import (
	"math"

	"indistinct/core/num"
)

// Concentrated is ρ-zero-concentrated differential privacy (Bun & Steinke 2016).
const Concentrated Notion = "zcdp"

var concentrated = &Definition{Name: Concentrated, Symbol: "ρ", Params: []Parameter{number("rho", "ρ")},
	Scale: func(k float64) float64 { return k * k }, // Proposition 1.9
	TradeOff: func(rho, alpha float64) float64 {
		return testTradeOff(alpha, func(p, q []float64) bool { return concentration(p, q, rho, 0x1p-12, 49) <= rho })
	},
	Least: func(falseAlarms, misses []float64) (value, at, missed float64) {
		return Concentration(masses(falseAlarms, misses)), 0, 0
	},
	OfNoise: func(mu float64) float64 { return mu * mu / 2 }, // Proposition 1.6
	Noise:   func(rho float64) float64 { return math.Sqrt(2 * rho) },
}

// testTradeOff is the trade-off curve at alpha of laws whose divergences hold for what each test
// by itself tells, rounded down: p and q are the masses of its two answers.
func testTradeOff(alpha float64, hold func(p, q []float64) bool) float64 {
	holds := func(beta float64) bool { return hold([]float64{beta, 1 - beta}, []float64{1 - alpha, alpha}) }
	const least = 1e-7
	switch {
	case 1-alpha <= least || holds(least):
		return 0
	case alpha < 1e-3: // the rest of the misses is small, too, and counts
		return 1 - num.BisectRatio(alpha, 1-least, 1e-9, func(power float64) bool {
			return !hold([]float64{1 - power, power}, []float64{1 - alpha, alpha})
		})
	}
	return num.Bisect(least, 1-alpha, 1e-5, holds) * (1 - 1e-5)
}

// masses returns the masses of two laws with a proven curve for their trade-off, between its
// neighbouring points. By Blackwell's theorem (Dong, Roth & Su 2022, Theorem 2.10) they are
// what some post-processing makes of the mechanism's, so that no Rényi divergence of theirs is
// larger than the mechanism's.
func masses(falseAlarms, misses []float64) (p, q []float64) {
	const fine = 1e-9 // points that rounding could move are left out
	from := 0
	for i := 1; i < len(misses); i++ {
		x, y := falseAlarms[i], misses[i]
		dx, dy := x-falseAlarms[from], misses[from]-y
		if i < len(misses)-1 && min(dx, dy, 1-x, y) < fine {
			continue // the chord past it is above the curve
		}
		p, q = append(p, dy), append(q, dx)
		from = i
	}
	return p, q
}

// Concentration returns the largest D_α(p‖q)/α and D_α(q‖p)/α over orders α > 1, D_α
// being the Rényi divergence of two discrete laws: they are ρ-zCDP for no less a ρ. It
// tries 49 orders from 1 + 2⁻¹² to 1 + 2¹², so that what it returns may be too small by a
// hundredth and is never too large.
func Concentration(p, q []float64) float64 { return concentration(p, q, math.Inf(1), 0x1p-12, 49) }

// concentration tries so many orders, from 1 + first on, whose distance from 1 grows by √2. It may
// stop once it has found more than enough.
func concentration(p, q []float64, enough, first float64, orders int) float64 {
	most := 0.0
	loss := make([]float64, len(p))
	for range 2 {
		top := math.Inf(-1) // of the losses
		for i := range p {
			switch {
			case p[i] <= 0:
				loss[i] = math.Inf(-1)
			case q[i] <= 0:
				return math.Inf(1)
			default:
				loss[i] = num.Log(p[i] / q[i])
			}
			top = math.Max(top, loss[i])
		}
		more := first // than 1, of the order
		for range orders {
			if top <= most*(1+more) || most > enough { // D_α is at most the largest loss
				break
			}
			sum := 0.0
			for i, l := range loss {
				if p[i] > 0 {
					sum += p[i] * num.Exp(more*(l-top))
				}
			}
			most = math.Max(most, (top+num.Log(sum)/more)/(1+more))
			more *= math.Sqrt2
		}
		p, q = q, p
	}
	return most
}
