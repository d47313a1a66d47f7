package attack

import (
	"math"

	"indistinct/core/num"
	"indistinct/core/privacy"
)

// epsilonAtOdds returns the ε up to which an adversary who must choose between
// two equally likely hypotheses errs at least once in k > 2: error 1/(1 + e^ε) ≥
// 1/k, so ln(k − 1).
func epsilonAtOdds(k float64) float64 { return num.Log(k - 1) }

// advantageAtOdds returns the largest total variation distance at which every
// test between two equally likely hypotheses errs at least once in k:
// (1 − TV)/2 ≥ 1/k, so 1 − 2/k.
func advantageAtOdds(k float64) float64 { return 1 - 2/k }

// hellingerAdvantage bounds the total variation distance from ln ∫√(pq), the
// log of the Bhattacharyya coefficient: TV ≤ √(1 − BC²) (Le Cam 1969). The
// coefficients of independent parts multiply, so that several releases are
// composed exactly by adding the logarithms.
func hellingerAdvantage(logAffinity float64) float64 {
	if math.IsNaN(logAffinity) {
		return 1
	}
	return math.Sqrt(math.Max(0, -num.Expm1(2*math.Min(0, logAffinity))))
}

// gaussianAdvantage is the total variation distance of two normal laws mu
// standard deviations apart: 2Φ(mu/2) − 1.
func gaussianAdvantage(mu float64) float64 {
	if math.IsInf(mu, 1) {
		return 1
	}
	return num.Erf(mu / (2 * math.Sqrt2))
}

// LaplaceAffinity returns ln ∫√(pq) of two Laplace laws whose centres lie a
// scales apart: ln((1 + a/2) e^{−a/2}).
func LaplaceAffinity(a float64) float64 {
	a = math.Abs(a)
	return num.Log1p(0.5*a) - 0.5*a
}

// groupEpsilon returns what a claim of (ε, δ) for records at most d apart says
// of records at a distance: by group privacy a chain of ⌈distance/d⌉ changes.
// Nearer than d the claim promises no more than at d.
func groupEpsilon(claim privacy.Budget, d, distance float64) privacy.Budget {
	if distance <= 0 {
		return privacy.Budget{}
	}
	steps := math.Ceil(distance / d * (1 - 1e-12))
	if steps <= 1e9 {
		if b, err := privacy.Group(claim, int(max(steps, 1))); err == nil {
			return b
		}
	}
	return privacy.Budget{Epsilon: math.Inf(1), Delta: 1}
}

// radius returns the largest r in (0, most] such that ok holds at it and at
// every probed smaller one: it doubles from first until ok fails and then
// bisects the logarithm to a share tol. It returns 0 where ok fails at
// first·2⁻²⁰, and most where ok never fails.
func radius(first, most, tol float64, ok func(r float64) bool) float64 {
	lo := math.Min(first, most)
	hi := lo
	for halved := 0; !ok(lo); halved++ {
		if halved == 20 {
			return 0
		}
		hi, lo = lo, lo/2
	}
	for hi == lo { // it has not failed yet
		if lo >= most {
			return most
		}
		if hi = math.Min(2*lo, most); ok(hi) {
			lo = hi
		}
	}
	num.BisectRatio(lo, hi, tol, func(r float64) bool {
		if ok(r) {
			lo = r
			return false
		}
		return true
	})
	return lo
}
