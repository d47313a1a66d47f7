// Package response has the privacy of randomised response in closed form, against which what
// is computed otherwise is tested.
package response

import (
	"math"

	"indistinct/core/lang"
	"indistinct/core/num"
)

// Profile is the exact profile of randomised response (Warner 1965):
// each of Steps ≥ 1 bits is told truly with probability Truth in [0, 1], and the
// two inputs differ in all of them.
type Profile struct {
	Truth float64
	Steps int
}

// loss returns |ln(p/(1−p))|, the privacy loss of one answer.
func (r Profile) loss() float64 {
	p := math.Max(r.Truth, 1-r.Truth)
	return num.Log(p) - num.Log1p(-p)
}

// Delta returns δ(ε) = Σ_j Bin(j; n, p)·(1 − e^{ε − (2j−n)ℓ})₊ over the number j
// of true answers, ℓ being the loss of one.
func (r Profile) Delta(epsilon float64) float64 {
	if !(epsilon >= 0) {
		return math.NaN()
	}
	l := r.loss()
	if math.IsInf(l, 1) {
		if math.IsInf(epsilon, 1) {
			return 0
		}
		return 1
	}
	p := math.Max(r.Truth, 1-r.Truth)
	sum := 0.0
	for j := r.Steps; j >= 0; j-- {
		e := epsilon - float64(2*j-r.Steps)*l
		if e >= 0 {
			break
		}
		sum += num.BinomialPMF(j, r.Steps, p) * -num.Expm1(e)
	}
	return math.Min(1, sum)
}

// Pure returns n·|ln(p/(1−p))|.
func (r Profile) Pure() float64 { return float64(r.Steps) * r.loss() }

// Exact says that the profile is known in closed form.
func (r Profile) Exact() lang.Message { return lang.Say("privacy.closed") }
