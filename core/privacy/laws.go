package privacy

import (
	"math"

	"indistinct/core/lang"
	"indistinct/core/num"
)

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

// Pure is the shift, and Exact says that the profile is known in closed form.
func (l LaplaceProfile) Pure() float64       { return math.Abs(l.Shift) }
func (l LaplaceProfile) Exact() lang.Message { return Closed() }
