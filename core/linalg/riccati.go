package linalg

import (
	"errors"
	"math"
)

// Lyapunov returns the X with X = A X Aᵀ + Q for a stable A, by doubling
// (Smith 1968). The error says that A is not stable.
func Lyapunov(a, q *Matrix) (*Matrix, error) {
	x, p := q.Clone(), a.Clone()
	for range 64 {
		d := p.Mul(x).Mul(p.T())
		x = x.Add(d)
		if size := d.MaxAbs(); size <= 1e-18*x.MaxAbs() {
			return x.Symmetrise(), nil
		} else if size > 1e200 || math.IsNaN(size) {
			break
		}
		p = p.Mul(p)
	}
	return nil, errors.New("the matrix is not stable: every eigenvalue must lie inside the unit circle")
}

// Riccati returns the stabilising solution of
//
//	X = Aᵀ X A − Aᵀ X B (R + Bᵀ X B)⁻¹ Bᵀ X A + Q
//
// for R ≻ 0 and Q ⪰ 0, by the structure-preserving doubling algorithm (Chu,
// Fan, Lin & Wang 2004) and one Newton step (Kleinman 1968; Hewer 1971). The
// error says that (A, B) is not stabilisable or (A, Q) not detectable. For the
// filter's equation, pass Aᵀ, Cᵀ, W, V.
func Riccati(a, b, q, r *Matrix) (*Matrix, error) {
	bad := errors.New("the Riccati equation has no stabilising solution: (A, B) must be stabilisable and (A, Q) detectable")
	rb, err := r.Solve(b.T())
	if err != nil {
		return nil, errors.New("the weight R is singular: it must be positive definite")
	}
	n := a.Rows
	ak, g, h := a.Clone(), b.Mul(rb).Symmetrise(), q.Symmetrise()
	for range 60 {
		w := Identity(n).Add(g.Mul(h))
		wa, err := w.Solve(ak)
		if err != nil {
			return nil, bad
		}
		wg, err := w.Solve(g)
		if err != nil {
			return nil, bad
		}
		dh := ak.T().Mul(h).Mul(wa).Symmetrise()
		g = g.Add(ak.Mul(wg).Mul(ak.T()).Symmetrise())
		ak = ak.Mul(wa)
		h = h.Add(dh)
		size := dh.MaxAbs()
		if math.IsNaN(size) || size > 1e200 {
			return nil, bad
		}
		if size <= 1e-16*h.MaxAbs() {
			return newton(a, b, q, r, h, bad)
		}
	}
	return nil, bad
}

// newton polishes a solution: X of the next step solves
// X = (A+BL)ᵀ X (A+BL) + Q + Lᵀ R L with the gain L of this one.
func newton(a, b, q, r, x *Matrix, bad error) (*Matrix, error) {
	for range 2 {
		l, err := Gain(a, b, r, x)
		if err != nil {
			return nil, bad
		}
		f := a.Add(b.Mul(l))
		next, err := Lyapunov(f.T(), q.Add(l.T().Mul(r).Mul(l)).Symmetrise())
		if err != nil {
			return nil, bad
		}
		x = next
	}
	return x, nil
}

// Gain returns L = −(R + Bᵀ X B)⁻¹ Bᵀ X A, the feedback u = L x that belongs
// to a solution of the Riccati equation.
func Gain(a, b, r, x *Matrix) (*Matrix, error) {
	bx := b.T().Mul(x)
	l, err := r.Add(bx.Mul(b)).Solve(bx.Mul(a))
	if err != nil {
		return nil, err
	}
	return l.Scale(-1), nil
}

// RiccatiResidual returns the largest element of the equation's residual,
// relative to that of X.
func RiccatiResidual(a, b, q, r, x *Matrix) float64 {
	l, err := Gain(a, b, r, x)
	if err != nil {
		return math.Inf(1)
	}
	next := a.T().Mul(x).Mul(a.Add(b.Mul(l))).Add(q)
	return next.Sub(x).MaxAbs() / max(x.MaxAbs(), 1e-300)
}
