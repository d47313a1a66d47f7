// Package traffic is the example of Le Ny & Pappas (2014): vehicles report their positions,
// and the mean of their Kalman filters' speeds is published. It has the filter's gains and
// norms, the noise that each architecture takes, the redesign of the gains by search, and
// the simulation.
//
// It believes that what has a closed form is not computed by iteration. It is given a
// Setting, and knows no parameters but the names of those to blame where no filter is
// found.
package traffic

import (
	"math"

	"indistinct/core/control"
)

// Setting is the traffic example of Le Ny & Pappas (2014): each of n vehicles
// moves by x⁺ = [[1, Ts], [0, 1]] x + σ₁ [Ts²/2, Ts]ᵀ w and reports its position
// y = [1, 0] x + σ₂ v; the mean velocity is published.
type Setting struct {
	N              int     // vehicles
	Ts             float64 // s
	Sigma1, Sigma2 float64 // process (m/s²) and sensor (m) noise
	Rho            float64 // radius of adjacent position streams, m; ℓ₂, or ℓ₁ for Laplace noise
	Kappa          float64 // standard deviation of the noise for a radius of one
	// Laplace says that noise on the result follows the ℓ₁ gain; Kappa is then
	// √2/ε.
	Laplace bool
}

// Filter is a steady one-vehicle filter x̂ = (I − KC)A x̂ + K y with output
// v̂ = [0, 1] x̂: an α–β filter with α = K₁ and β = K₂ Ts. Its gains have closed
// forms, which hold to the last digits however slow the filter is.
type Filter struct {
	K1, K2 float64
	Ts     float64
	HInf   float64 // of y → v̂, 1/s
	Omega  float64 // where it is reached, rad a step
	H2     float64 // of y → v̂, 1/s
	Error  float64 // variance of v̂ − v without privacy noise, m²/s²
}

// gains returns α and β.
func (f *Filter) gains() (alpha, beta float64) { return f.K1, f.K2 * f.Ts }

// edge returns 4 − 2α − β without cancellation: with α and β above zero the
// filter is stable where it is above zero too (Jury's triangle).
func edge(alpha, beta float64) float64 { return 2*(1-alpha) + (2 - beta) }

// system returns y → v̂ as a state-space system.
func (f *Filter) system() control.System {
	d := control.FromRows([]float64{1 - f.K1, (1 - f.K1) * f.Ts}, []float64{-f.K2, 1 - f.K2*f.Ts}) // (I − KC)A
	k := control.FromRows([]float64{f.K1}, []float64{f.K2})
	return control.System{A: d, B: control.Mul(d, k), C: control.FromRows([]float64{0, 1}),
		D: control.FromRows([]float64{f.K2})}
}

// Impulse returns the first n values of the impulse response of y → v̂.
func (f *Filter) Impulse(n int) []float64 {
	out := make([]float64, n)
	x, v := f.K1, f.K2
	for i := range out {
		out[i] = v
		p := x + f.Ts*v
		x, v = p-f.K1*p, v-f.K2*p
	}
	return out
}

// l1 returns the ℓ₁ gain of y → v̂, 1/s, never below the truth. With two
// negative poles the impulse response changes its sign at each step, so that
// the sum of its magnitudes is the response at half the sampling frequency; a
// filter with other poles is summed, with a bound on the rest.
func (f *Filter) l1() (float64, error) {
	alpha, beta := f.gains()
	if d := (alpha-beta)*(alpha-beta)/4 - beta + alpha*beta; d >= 0 && alpha < 1 && alpha+beta > 2 {
		return 2 * f.K2 / edge(alpha, beta), nil
	}
	g, err := f.system().L1()
	if err != nil {
		return 0, err
	}
	return max(g, f.HInf), nil
}

// gain returns the steady Kalman gain for sensor noise of variance r, which for
// this model has a closed form (Kalata 1984) that keeps all digits whatever the
// ratio of the noises: with the tracking index Λ = σ₁Ts²/√r and the root ϱ < 1
// of ϱ + 1/ϱ = 2 + Λ/2, α = 1 − ϱ² and β = 2(1 − ϱ)².
func (t *Setting) gain(r float64) (k1, k2 float64) {
	index := t.Sigma1 * t.Ts * t.Ts / math.Sqrt(r)
	root := index + math.Sqrt(index*(8+index))
	rest, part := 4/(4+root), root/(4+root)
	return part * (1 + rest), 2 * part * part / t.Ts
}

// build computes the norms and the error of a filter with the given K. The
// error says that it is not stable.
//
// With s = √(1 − α): ‖y → v̂‖_∞ = β/(Ts α √(1 − β/(1+s)²)), at cos ω = 1 − β/2s,
// where that is a frequency, otherwise 2β/(Ts (4 − 2α − β)) at ω = π; and
// ‖y → v̂‖₂² = 2β²/(Ts² α (4 − 2α − β)). Tests hold both against package control.
func (t *Setting) build(k1, k2 float64) (*Filter, error) {
	f := &Filter{K1: k1, K2: k2, Ts: t.Ts, Omega: math.Pi}
	alpha, beta := f.gains()
	e := edge(alpha, beta)
	if !(alpha > 0 && beta > 0 && e > 0) {
		return nil, control.ErrUnstable
	}
	f.HInf = 2 * k2 / e
	if alpha < 1 {
		s := math.Sqrt(1 - alpha)
		if x := beta / (2 * s); x <= 2 {
			f.HInf = k2 / (alpha * math.Sqrt(1-beta/((1+s)*(1+s))))
			f.Omega = 2 * math.Asin(math.Sqrt(x/2))
		}
	}
	f.H2 = k2 * math.Sqrt(2/(alpha*e))
	f.Error = t.variance(f, t.Sigma2*t.Sigma2)
	return f, nil
}

// variance is the steady variance of the velocity error when y carries noise
// of variance r: the sum of what acceleration and measurement leave.
func (t *Setting) variance(f *Filter, r float64) float64 {
	alpha, beta := f.gains()
	q := t.Sigma1 * t.Sigma1 * t.Ts * t.Ts
	top := 2*alpha*alpha - 3*alpha*beta + 2*beta
	if a, b := 1-alpha, 2-beta; alpha > 0.5 {
		top = 2*a*(1+a) + b*(1-3*a) // the same, without cancellation near α = 1, β = 2
	}
	return q*top/(4*alpha*beta) + r*f.H2*f.H2
}
