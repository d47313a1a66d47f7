package privacy

import (
	"math"

	"indistinct/core/lang"
	"indistinct/core/num"
)

// LaplaceScale returns the scale b = sensitivity/ε at which Laplace noise is
// ε-private, in the unit of the ℓ₁ sensitivity (Dwork, McSherry, Nissim & Smith
// 2006).
func LaplaceScale(sensitivity, epsilon float64) (float64, error) {
	if !(sensitivity >= 0) || math.IsInf(sensitivity, 1) {
		return math.NaN(), lang.Errorf("privacy.sensitivity.finite", "sensitivity", sensitivity)
	}
	if !(epsilon > 0) {
		return math.NaN(), lang.Errorf("privacy.eps.noise", "eps", epsilon)
	}
	return sensitivity / epsilon, nil
}

// LaplaceLog returns the logarithm of the Laplace density of that scale at a
// distance x from its centre, in the unit of x.
func LaplaceLog(x, scale float64) float64 {
	return -math.Abs(x)/scale - num.Log(2*scale)
}

// LaplaceProfile is the exact profile of one number with Laplace noise at two
// inputs whose noiseless values lie Shift scales apart:
// δ(ε) = 1 − e^{(ε − Shift)/2} below ε = Shift, 0 above (Balle, Barthe &
// Gaboardi 2018).
type LaplaceProfile struct{ Shift float64 }

// Delta returns δ(ε).
func (l LaplaceProfile) Delta(epsilon float64) float64 {
	shift := math.Abs(l.Shift)
	switch {
	case !(epsilon >= 0) || shift != shift:
		return math.NaN()
	case epsilon >= shift:
		return 0
	}
	return -num.Expm1(0.5 * (epsilon - shift))
}

// Pure returns the shift.
func (l LaplaceProfile) Pure() float64 { return math.Abs(l.Shift) }

// Exact says that the profile is known in closed form.
func (l LaplaceProfile) Exact() lang.Message { return Closed() }

// ResponseProfile is the exact profile of randomised response (Warner 1965):
// each of Steps ≥ 1 bits is told truly with probability Truth in [0, 1], and the
// two inputs differ in all of them.
type ResponseProfile struct {
	Truth float64
	Steps int
}

// loss returns |ln(p/(1−p))|, the privacy loss of one answer.
func (r ResponseProfile) loss() float64 {
	p := math.Max(r.Truth, 1-r.Truth)
	return num.Log(p) - num.Log1p(-p)
}

// Delta returns δ(ε) = Σ_j Bin(j; n, p)·(1 − e^{ε − (2j−n)ℓ})₊ over the number j
// of true answers, ℓ being the loss of one.
func (r ResponseProfile) Delta(epsilon float64) float64 {
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
func (r ResponseProfile) Pure() float64 { return float64(r.Steps) * r.loss() }

// Exact says that the profile is known in closed form.
func (r ResponseProfile) Exact() lang.Message { return Closed() }
