package privacy

import (
	"cmp"
	"math"

	"gonum.org/v1/gonum/integrate/quad"

	"indistinct/core/lang"
	"indistinct/core/num"
)

// Kappa returns κ(δ, ε) = (K + √(K² + 2ε))/(2ε) with K = Q⁻¹(δ): Gaussian noise
// of standard deviation κ times the ℓ₂ sensitivity is (ε, δ)-private (Le Ny &
// Pappas 2014). It is sufficient and not tight: see GaussianSigma.
// It takes 0 < δ < ½ and ε > 0.
func Kappa(delta, epsilon float64) (float64, error) {
	if err := checkHalf(delta, epsilon); err != nil {
		return math.NaN(), err
	}
	k := -num.NormalQuantile(delta)
	return (k + math.Sqrt(k*k+2*epsilon)) / (2 * epsilon), nil
}

// KappaBound returns 2√(2 ln(2/δ))/ε, which is above κ(δ, ε) and loose (slides
// of Le Ny & Pappas). It takes 0 < δ < ½ and ε > 0.
func KappaBound(delta, epsilon float64) (float64, error) {
	if err := checkHalf(delta, epsilon); err != nil {
		return math.NaN(), err
	}
	return 2 * math.Sqrt(2*(math.Ln2-num.Log(delta))) / epsilon, nil
}

// checkHalf refuses a δ outside (0, ½) and an ε that is not finite and positive.
func checkHalf(delta, epsilon float64) error {
	return cmp.Or(lang.ErrorIf(!(delta > 0 && delta < 0.5), "privacy.delta.half", "delta", delta),
		lang.ErrorIf(!(epsilon > 0) || math.IsInf(epsilon, 1), "privacy.eps.noise", "eps", epsilon))
}

// logGaussianDelta returns ln δ(ε) of the Gaussian mechanism with sensitivity μ
// standard deviations, for 0 < μ < ∞ and 0 ≤ ε < ∞.
//
// With a = ε/μ − μ/2, b = ε/μ + μ/2 and e^ε·φ(b) = φ(a), Balle & Wang's
// δ = Φ(−a) − e^ε·Φ(−b) is φ(a)·(R(a) − R(b)), R being Mills' ratio: nothing
// overflows, and the tail keeps its digits. For small μ the difference is
// integrated: −R'(t) = 1 − t·R(t).
func logGaussianDelta(epsilon, mu float64) float64 {
	a, b := epsilon/mu-0.5*mu, epsilon/mu+0.5*mu
	if b > 1e150 {
		return math.Inf(-1)
	}
	if mu >= 0.25 && a < 0 {
		// Φ(−a) ≥ ½ and the other term is less than it.
		return num.Log(num.NormalCDF(-a) - num.NormalPDF(a)*num.MillsRatio(b))
	}
	var d float64
	if mu >= 0.25 {
		d = num.MillsRatio(a) - num.MillsRatio(b)
	} else {
		var x, w [8]float64
		quad.Legendre{}.FixedLocations(x[:], w[:], -0.5*mu, 0.5*mu)
		for i := range x {
			d += w[i] * slopeOfMills(epsilon/mu+x[i])
		}
	}
	return num.Log(d) - 0.5*(a*a) - num.HalfLog2Pi
}

// slopeOfMills returns −R'(t) = 1 − t·R(t), which tends to 1/t².
func slopeOfMills(t float64) float64 {
	if t < 40 {
		return 1 - t*num.MillsRatio(t)
	}
	// Asymptotic series 1/t² − 3/t⁴ + 15/t⁶ − 105/t⁸.
	s := 1 / (t * t)
	return s * (1 - s*(3-s*(15-105*s)))
}

// GaussianSigma returns the least standard deviation, for each unit of ℓ₂
// sensitivity, at which Gaussian noise is (ε, δ)-private: the analytic
// calibration of Balle & Wang (2018, Algorithm 1). It takes 0 < δ < 1 and
// ε ≥ 0.
func GaussianSigma(delta, epsilon float64) (float64, error) {
	if err := cmp.Or(lang.ErrorIf(!(delta > 0 && delta < 1), "privacy.delta.gaussian", "delta", delta),
		lang.ErrorIf(!(epsilon >= 0) || math.IsInf(epsilon, 1), "privacy.eps.finite", "eps", epsilon)); err != nil {
		return math.NaN(), err
	}
	// Newton on ln δ against ln μ; ∂δ/∂μ = φ(ε/μ − μ/2). Where it leaves what is known to hold the
	// root, that is narrowed otherwise.
	target := num.Log(delta)
	mu := math.Sqrt(2*epsilon) + 0.1
	if k := -num.NormalQuantile(delta); k > 0 && epsilon > 0 {
		mu = 2 * epsilon / (k + math.Sqrt(k*k+2*epsilon))
	}
	lo, hi := 0.0, math.Inf(1)
	for range 300 {
		l := logGaussianDelta(epsilon, mu)
		a := epsilon/mu - 0.5*mu
		slope := mu * num.Exp(-(0.5*(a*a))-l) * num.InvSqrt2Pi
		next := mu * num.Exp((target-l)/slope)
		switch {
		case l < target:
			lo = mu
		case l > target:
			hi = mu
		default:
			return 1 / mu, nil
		}
		if !(next > lo && next < hi) || math.IsInf(next, 1) {
			switch {
			case math.IsInf(hi, 1):
				next = 4 * mu
			case lo == 0:
				next = 0.25 * mu
			default:
				next = 0.5 * (lo + hi)
			}
			if next <= lo || next >= hi {
				break
			}
		}
		if math.Abs(next-mu) <= 0x1p-46*next {
			return 1 / next, nil
		}
		mu = next
	}
	return 1 / mu, nil
}

// GaussianEpsilon returns the least ε at which Gaussian noise with sensitivity
// mu standard deviations is (ε, δ)-private: 0 where δ(0) ≤ δ, +Inf for δ = 0.
// It takes 0 ≤ δ ≤ 1 and mu ≥ 0.
func GaussianEpsilon(delta, mu float64) (float64, error) {
	if !(mu >= 0) {
		return math.NaN(), lang.Errorf("privacy.sensitivity", "sensitivity", mu)
	}
	return EpsilonAt(GaussianProfile{mu}, delta)
}

// GaussianProfile is the exact profile of Gaussian noise at two inputs whose
// noiseless releases lie Mu standard deviations apart. For a vector of releases
// Mu is the distance in the metric of the noise covariance.
type GaussianProfile struct{ Mu float64 }

// Delta returns δ(ε) = Φ(μ/2 − ε/μ) − e^ε·Φ(−μ/2 − ε/μ) (Balle & Wang 2018, Theorem 8); NaN
// for ε or μ below 0.
func (g GaussianProfile) Delta(epsilon float64) float64 {
	switch {
	case !(epsilon >= 0 && g.Mu >= 0):
		return math.NaN()
	case g.Mu == 0:
		return 0
	case math.IsInf(g.Mu, 1):
		return 1
	}
	return math.Min(1, num.Exp(logGaussianDelta(epsilon, g.Mu)))
}

// Pure returns +Inf, or 0 where the two inputs give the same law.
func (g GaussianProfile) Pure() float64 {
	if g.Mu == 0 {
		return 0
	}
	return math.Inf(1)
}

// Exact says that the profile is known in closed form.
func (g GaussianProfile) Exact() lang.Message { return Closed() }
