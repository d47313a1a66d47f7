package control

import (
	"math"

	"gonum.org/v1/gonum/mat"

	"indistinct/core/lang"
)

// System is the linear system x⁺ = A x + B u, y = C x + D u.
type System struct{ A, B, C, D *mat.Dense }

// stable returns the spectral radius of A; the error is ErrUnstable.
func (s System) stable() (float64, error) {
	rho, err := SpectralRadius(s.A)
	if err != nil || !(rho < 1) {
		return 0, ErrUnstable
	}
	return rho, nil
}

// ErrSlow is returned where an impulse response takes too long to die away.
var ErrSlow = lang.Errorf("control.slow")

// L1 returns an upper bound on the ℓ₁ gain Σ|g_k| of a system with one input
// and one output, above the truth by at most a relative 10⁻⁶ (typically 10⁻⁹).
// Values are summed until what is left is provably small: with P solving
// AᵀPA/r² + I = P for an r between the spectral radius and one, ‖Aᵏx‖_P ≤
// rᵏ‖x‖_P and |C x| ≤ √(C P⁻¹ Cᵀ) ‖x‖_P, so the rest after a state x is at most
// √(C P⁻¹ Cᵀ) ‖x‖_P/(1−r). The bound includes the sum's round-off. The error is
// ErrUnstable or ErrSlow.
func (s System) L1() (float64, error) {
	rho, err := s.stable()
	if err != nil {
		return 0, err
	}
	n, _ := s.A.Dims()
	r := 0.5 * (1 + rho)
	p, err := Lyapunov(Scale(1/r, s.A.T()), Identity(n, 1))
	if err != nil {
		return 0, ErrSlow
	}
	if !Definite(Sym(Sub(Scale(r*r, p), Congruence(s.A.T(), p))), true) {
		return 0, ErrSlow // the certificate is lost in round-off
	}
	ci, err := Solve(p, s.C.T())
	if err != nil {
		return 0, ErrSlow
	}
	size := math.Sqrt(max(Mul(s.C, ci).At(0, 0), 0)) / (1 - r)
	rest := func(x []float64) float64 {
		v := mat.NewVecDense(n, x)
		return size * math.Sqrt(max(mat.Inner(v, p, v), 0))
	}
	x, next, y := mat.Col(nil, 0, s.B), make([]float64, n), make([]float64, 1)
	sum, tail := math.Abs(s.D.At(0, 0)), rest(x)
	terms, limit := 0, 4_000_000/n
	for ; tail > 1e-10*sum; terms++ {
		if terms >= limit {
			if tail > 1e-6*sum {
				return 0, ErrSlow
			}
			break
		}
		Apply(s.C, x, y)
		sum += math.Abs(y[0])
		Apply(s.A, x, next)
		x, next = next, x
		if terms%32 == 31 || terms < 32 {
			tail = rest(x)
		}
	}
	const eps = 0x1p-52
	return (sum + tail) * (1 + 8*eps*float64(terms+n)), nil
}

// Impulse returns the first count values of the impulse response from the first
// input to the first output.
func (s System) Impulse(count int) []float64 {
	n, _ := s.A.Dims()
	x, next := mat.Col(nil, 0, s.B), make([]float64, n)
	out := make([]float64, 0, count)
	for k := range count {
		v := s.D.At(0, 0)
		if k > 0 {
			v = 0
			for j, c := range s.C.RawRowView(0) {
				v += c * x[j]
			}
			Apply(s.A, x, next)
			x, next = next, x
		}
		out = append(out, v)
	}
	return out
}
