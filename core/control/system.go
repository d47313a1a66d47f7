package control

import (
	"math"
	"math/bits"

	"gonum.org/v1/gonum/dsp/fourier"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"indistinct/core/lang"
	"indistinct/core/num"
)

// System is the linear system x⁺ = A x + B u, y = C x + D u.
type System struct{ A, B, C, D *mat.Dense }

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
	rho, err := SpectralRadius(s.A)
	if err != nil || !(rho < 1) {
		return 0, ErrUnstable
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
			v = floats.Dot(s.C.RawRowView(0), x)
			Apply(s.A, x, next)
			x, next = next, x
		}
		out = append(out, v)
	}
	return out
}

// Norms returns the norms of a system with one output from its Markov parameters, D, CB, CAB, …,
// each a row h_k with a number for each input: H₂ = √Σ|h_k|² and H∞ = max |Σ h_k e^{−iωk}|,
// reached at ω radians a step. The error names the eigenvalue of a system that is not stable,
// or is ErrSlow.
func (s System) Norms() (h2, hinf, omega float64, err error) {
	h, err := s.markov()
	if err != nil {
		return 0, 0, 0, err
	}
	// Looked at eight times as densely as it can turn; golden sections climb the three highest
	// places.
	size := 1 << bits.Len(uint(max(8*len(h), 512)-1))
	power, column, fft := make([]float64, size/2+1), make([]float64, size), fourier.NewFFT(size)
	for j := range h[0] {
		for k := range h {
			column[k] = h[k][j]
		}
		h2 += floats.Dot(column, column)
		for i, v := range fft.Coefficients(nil, column) {
			power[i] += real(v)*real(v) + imag(v)*imag(v)
		}
	}
	at := func(w float64) (square float64) {
		sin, cos := num.Sincos(w)
		for j := range h[0] {
			re, im := 0.0, 0.0
			for k := len(h) - 1; k >= 0; k-- {
				re, im = re*cos+im*sin+h[k][j], im*cos-re*sin
			}
			square += re*re + im*im
		}
		return square
	}
	for range 3 {
		i := floats.MaxIdx(power)
		lo, hi := max(i-8, 0), min(i+8, len(power)-1)
		step := 2 * math.Pi / float64(size)
		a, b, _ := num.Golden(step*float64(max(i-1, 0)), step*float64(min(i+1, len(power)-1)), 40,
			func(w float64) float64 { return -at(w) })
		for _, w := range []float64{step * float64(i), (a + b) / 2} {
			if g := at(w); g > hinf*(1+1e-14) { // a summit at an end stays there
				hinf, omega = g, w
			}
		}
		clear(power[lo : hi+1])
	}
	return math.Sqrt(h2), math.Sqrt(hinf), omega, nil
}

// markov returns Markov parameters until what is left is less than a part in 10¹³.
func (s System) markov() (h [][]float64, err error) {
	n, _ := s.A.Dims()
	if err := Unmoved(s.A, mat.NewDense(n, 1, nil), "control.unstable.at"); err != nil {
		return nil, err
	}
	radius, _ := SpectralRadius(s.A)
	h = append(h, s.D.RawRowView(0))
	sum, block, state := floats.Norm(h[0], 1), 0.0, s.B
	least := float64(n) + 30/(1-radius)
	for ; least*float64(n*n) < 1<<31 && len(h) < 1<<18; state = Mul(s.A, state) {
		h = append(h, Mul(s.C, state).RawRowView(0))
		block += floats.Norm(h[len(h)-1], 1)
		if len(h)%(n+32) == 0 {
			if sum += block; float64(len(h)) > least && block <= 1e-13*(1-radius)*sum {
				return h, nil
			}
			block = 0
		}
	}
	return nil, ErrSlow
}
