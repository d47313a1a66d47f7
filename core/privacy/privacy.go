// Package privacy is the vocabulary of differential privacy: budgets,
// calibration constants, exact profiles, adjacency and group privacy.
//
// A Budget is what is claimed. A Profile is what a mechanism with a known law
// does at two given inputs. Functions that take numbers from a user return an
// error of one sentence where a number has no meaning.
package privacy

import (
	"cmp"
	"math"

	"indistinct/core/lang"
	"indistinct/core/num"
)

// Budget is an (ε, δ) pair. ε may be +Inf: nothing is promised.
type Budget struct {
	Epsilon float64
	Delta   float64
}

// check returns nil for a meaningful budget: ε ≥ 0 and 0 ≤ δ ≤ 1.
func (b Budget) check() error {
	return cmp.Or(lang.ErrorIf(!(b.Epsilon >= 0), "privacy.eps", "eps", b.Epsilon),
		lang.ErrorIf(!(b.Delta >= 0 && b.Delta <= 1), "privacy.delta", "delta", b.Delta))
}

// Profile is the privacy profile of a mechanism at two given inputs: the least
// δ for which (ε, δ) holds in both directions, as a function of ε.
type Profile interface {
	// Delta returns δ(ε) for ε ≥ 0.
	Delta(epsilon float64) float64
	// Pure returns the least ε with δ(ε) = 0; +Inf where there is none.
	Pure() float64
	// Exact says how it was computed: "closed form", "quadrature, error below
	// 10⁻⁶", …
	Exact() lang.Message
}

// Clip returns a computed δ(ε) as any profile has it: from 0 to 1 − e^{ε−pure}, the most
// that losses up to a pure ε allow. Where ε is the pure one but for rounding, as a sum
// of budgets may be, what a grid or cancelling terms leave is not a violation.
func Clip(delta, epsilon, pure float64) float64 {
	most := 1.0
	if !math.IsInf(pure, 1) {
		if epsilon >= pure*(1-1e-12) {
			return 0
		}
		most = -num.Expm1(epsilon - pure)
	}
	return math.Max(0, math.Min(delta, most))
}

// Closed is what Exact says of a profile that a formula gives.
func Closed() lang.Message { return lang.Say("privacy.closed") }

// Curve is a profile made of a function.
type Curve struct {
	At          func(epsilon float64) float64 // δ(ε); clipped to [0, 1]
	PureEpsilon float64                       // the least ε with δ(ε) = 0
	How         lang.Message                  // what Exact says
}

// Delta, Pure and Exact implement Profile.
func (c Curve) Delta(epsilon float64) float64 { return Clip(c.At(epsilon), epsilon, c.PureEpsilon) }
func (c Curve) Pure() float64                 { return c.PureEpsilon }
func (c Curve) Exact() lang.Message           { return c.How }

// EpsilonAt returns the least ε at which a profile has δ(ε) ≤ delta, to 12
// digits: at most the pure ε, and +Inf only where δ(ε) stays above delta for
// good. A profile may be flat at delta, as that of truncated noise is, so δ is
// compared up to a relative 10⁻¹².
func EpsilonAt(p Profile, delta float64) (float64, error) {
	if !(delta >= 0 && delta <= 1) {
		return math.NaN(), lang.Errorf("privacy.delta", "delta", delta)
	}
	pure := p.Pure()
	if delta == 0 {
		return pure, nil
	}
	holds := func(epsilon float64) bool { return epsilon >= pure || p.Delta(epsilon) <= delta*(1+1e-12) }
	if holds(0) {
		return 0, nil
	}
	lo, hi := 0.0, 1.0
	for !holds(hi) {
		if hi > 1e300 {
			return pure, nil
		}
		lo, hi = hi, 2*hi
	}
	return math.Min(pure, num.Bisect(lo, hi, 1e-13, holds)), nil
}

// Group returns the budget for inputs that differ in k entries each of which a
// budget covers: kε and δ·(1 + e^ε + … + e^{(k−1)ε}) = δ·(e^{kε} − 1)/(e^ε − 1),
// by a chain of k single changes (Dwork & Roth 2014, Theorem 2.2, for δ = 0). δ
// is capped at 1.
func Group(b Budget, k int) (Budget, error) {
	if err := cmp.Or(b.check(), lang.ErrorIf(k < 1, "privacy.group", "members", k)); err != nil {
		return Budget{}, err
	}
	kf := float64(k)
	g := Budget{Epsilon: kf * b.Epsilon, Delta: b.Delta}
	if b.Delta > 0 && k > 1 {
		factor := kf
		if b.Epsilon > 0 {
			factor = num.Expm1(kf*b.Epsilon) / num.Expm1(b.Epsilon)
		}
		if factor != factor { // both overflowed
			factor = math.Inf(1)
		}
		g.Delta = math.Min(1, b.Delta*factor)
	}
	return g, nil
}

// TradeOff returns the least type II error of any test between the two inputs
// whose type I error is alpha in [0, 1]:
// max(0, 1 − δ − e^ε·α, e^{−ε}(1 − δ − α)) (Wasserman & Zhou 2010; Dong, Roth &
// Su 2022).
func (b Budget) TradeOff(alpha float64) float64 {
	if !(alpha >= 0 && alpha <= 1) {
		return math.NaN()
	}
	room := 1 - b.Delta
	first := room
	if alpha > 0 {
		first = room - num.Exp(b.Epsilon)*alpha
	}
	return math.Max(0, math.Max(first, num.Exp(-b.Epsilon)*(room-alpha)))
}

// Advantage returns the most by which an adversary's true-positive rate can
// exceed the false-positive rate: (e^ε − 1 + 2δ)/(e^ε + 1), at most 1 (Kairouz,
// Oh & Viswanath 2015).
func Advantage(b Budget) float64 {
	return math.Min(1, num.Tanh(0.5*b.Epsilon)+2*b.Delta/(num.Exp(b.Epsilon)+1))
}
