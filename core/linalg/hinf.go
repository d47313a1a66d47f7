package linalg

import (
	"errors"
	"math"
	"sort"

	"indistinct/core/num"
)

// System is the discrete-time linear system x⁺ = A x + B u, y = C x + D u.
type System struct{ A, B, C, D *Matrix }

// H2 returns the H₂ norm √tr(C P Cᵀ + D Dᵀ), P the controllability Gramian:
// the root of the total energy of the impulse responses. The error says that
// the system is not stable.
func (s System) H2() (float64, error) {
	p, err := Lyapunov(s.A, s.B.Mul(s.B.T()))
	if err != nil {
		return 0, err
	}
	return math.Sqrt(s.C.Mul(p).Mul(s.C.T()).Add(s.D.Mul(s.D.T())).Trace()), nil
}

// At returns the largest singular value of the transfer matrix at e^{iω}, ω in
// radians per step.
func (s System) At(omega float64) (float64, error) {
	sin, cos := num.Sincos(omega)
	// (zI − A) X = B over the reals: [[cI−A, −sI], [sI, cI−A]] [Xr; Xi] = [B; 0].
	n, m := s.A.Rows, s.B.Cols
	big := New(2*n, 2*n)
	core := Identity(n).Scale(cos).Sub(s.A)
	big.SetBlock(0, 0, core)
	big.SetBlock(n, n, core)
	big.SetBlock(0, n, Identity(n).Scale(-sin))
	big.SetBlock(n, 0, Identity(n).Scale(sin))
	rhs := New(2*n, m)
	rhs.SetBlock(0, 0, s.B)
	x, err := big.Solve(rhs)
	if err != nil {
		return 0, err
	}
	re := s.C.Mul(x.Block(0, 0, n, m)).Add(s.D)
	im := s.C.Mul(x.Block(n, 0, n, m))
	p := re.Rows
	full := New(2*p, 2*m)
	full.SetBlock(0, 0, re)
	full.SetBlock(p, m, re)
	full.SetBlock(0, m, im.Scale(-1))
	full.SetBlock(p, 0, im)
	return full.MaxSingular(), nil
}

// HInf returns the H∞ norm, the largest singular value over all frequencies,
// to a relative 10⁻¹⁰, and a frequency in radians per step where it is
// reached. It bisects with a Hamiltonian eigenvalue test (Bruinsma &
// Steinbuch 1990) after a bilinear map to continuous time, which keeps the
// norm. The error says that the system is not stable.
func (s System) HInf() (norm, omega float64, err error) {
	unstable := errors.New("the system is not stable: every eigenvalue of A must lie inside the unit circle")
	rho, err := s.A.SpectralRadius()
	if err != nil || rho >= 1 {
		return 0, 0, unstable
	}
	// z = (1+p)/(1−p): Ac = (A+I)⁻¹(A−I), with B, C, D to match.
	n := s.A.Rows
	inv, err := s.A.Add(Identity(n)).Inverse()
	if err != nil {
		return 0, 0, unstable
	}
	root2 := math.Sqrt2
	ac := inv.Mul(s.A.Sub(Identity(n)))
	bc := inv.Mul(s.B).Scale(root2)
	cc := s.C.Mul(inv).Scale(root2)
	dc := s.D.Sub(s.C.Mul(inv).Mul(s.B))
	at := func(w float64) float64 { // w in the continuous frequency
		g, err := s.At(2 * num.Atan2(w, 1))
		if err != nil {
			return 0
		}
		return g
	}
	best, where := 0.0, 0.0
	try := func(w float64) {
		if g := at(w); g > best {
			best, where = g, w
		}
	}
	try(0)
	if g := dc.MaxSingular(); g > best { // w = ∞, z = −1
		best, where = g, math.Inf(1)
	}
	poles, err := ac.Eigenvalues()
	if err != nil {
		return 0, 0, err
	}
	for _, p := range poles {
		try(math.Sqrt(norm2(p)))
		try(math.Abs(imag(p)))
	}
	if best == 0 {
		return 0, 0, nil
	}
	const tol = 1e-10
	for range 100 {
		ws, err := crossings(ac, bc, cc, dc, best*(1+2*tol))
		if err != nil {
			return 0, 0, err
		}
		before := best
		if len(ws) == 1 {
			try(ws[0])
		}
		for i := 0; i+1 < len(ws); i++ {
			try((ws[i] + ws[i+1]) / 2)
			try(math.Sqrt(ws[i] * ws[i+1]))
		}
		if best <= before*(1+tol/4) {
			break
		}
	}
	// A last golden-section polish between neighbours costs little and removes
	// what the eigenvalue test leaves.
	if !math.IsInf(where, 1) && where > 0 {
		lo, hi := where*(1-1e-3), where*(1+1e-3)
		for range 80 {
			step := float64(0.6180339887498949 * (hi - lo))
			a, b := hi-step, lo+step
			ga, gb := at(a), at(b)
			if ga > gb {
				hi = b
			} else {
				lo = a
			}
		}
		try((lo + hi) / 2)
	}
	omega = math.Pi
	if !math.IsInf(where, 1) {
		omega = 2 * num.Atan2(where, 1)
	}
	return best, omega, nil
}

// crossings returns the frequencies w ≥ 0, sorted, at which a singular value
// of the continuous-time transfer matrix equals gamma: the imaginary
// eigenvalues of a Hamiltonian matrix.
func crossings(a, b, c, d *Matrix, gamma float64) ([]float64, error) {
	n := a.Rows
	r := Identity(b.Cols).Scale(gamma * gamma).Sub(d.T().Mul(d))
	rinv, err := r.Inverse()
	if err != nil {
		return nil, nil // gamma is a singular value of D: no larger norm is excluded
	}
	f := a.Add(b.Mul(rinv).Mul(d.T()).Mul(c))
	h := New(2*n, 2*n)
	h.SetBlock(0, 0, f)
	h.SetBlock(0, n, b.Mul(rinv).Mul(b.T()))
	h.SetBlock(n, 0, c.T().Mul(Identity(c.Rows).Add(d.Mul(rinv).Mul(d.T()))).Mul(c).Scale(-1))
	h.SetBlock(n, n, f.T().Scale(-1))
	ev, err := h.Eigenvalues()
	if err != nil {
		return nil, err
	}
	var ws []float64
	scale := h.MaxAbs()
	for _, z := range ev {
		if math.Abs(real(z)) <= 1e-7*(math.Sqrt(norm2(z))+float64(1e-6*scale)) && imag(z) >= 0 {
			ws = append(ws, imag(z))
		}
	}
	sort.Float64s(ws)
	return ws, nil
}
