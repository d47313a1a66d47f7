package control

import (
	"cmp"
	"math"

	"gonum.org/v1/gonum/mat"

	"indistinct/core/lang"
)

// ErrUnstable is returned for a system with an eigenvalue on or outside the
// unit circle.
var ErrUnstable = lang.Errorf("control.unstable")

// Lyapunov returns the X with X = A X Aᵀ + Q for a stable A, by doubling
// (Smith 1968). The error says that A is not stable.
func Lyapunov(a mat.Matrix, q mat.Symmetric) (*mat.SymDense, error) {
	x, p := Sym(q), mat.DenseCopyOf(a)
	for range 64 {
		d := Congruence(p, x)
		x.AddSym(x, d)
		size := MaxAbs(d)
		if size <= 1e-18*MaxAbs(x) && MaxAbs(p) < 1 {
			return x, nil
		}
		if !(size < 1e250) {
			break
		}
		p = Mul(p, p)
	}
	return nil, ErrUnstable
}

var errRiccati = lang.Errorf("control.riccati")

// Riccati returns the stabilising solution of
//
//	X = Aᵀ X A − Aᵀ X B (R + Bᵀ X B)⁻¹ Bᵀ X A + Q
//
// for Q ⪰ 0 and R ⪰ 0, singular ones included: the structure-preserving
// doubling algorithm (Chu, Fan, Lin & Wang 2004) and Newton's method (Hewer
// 1971). Where R is singular, or Q does not see an unstable motion, doubling
// starts Newton's method from a slightly enlarged R or Q; the result is the
// limit as the enlargement vanishes. The error says that there is none. For the
// filter's equation, see Kalman.
func Riccati(a, b mat.Matrix, q, r mat.Symmetric) (*mat.SymDense, error) {
	n, inputs := q.SymmetricDim(), r.SymmetricDim()
	if MaxAbs(b) == 0 || inputs == 0 {
		if x, err := Lyapunov(a.T(), q); err == nil {
			return x, nil
		}
		return nil, errRiccati
	}
	if Definite(r, true) {
		if x, err := doubling(a, b, q, r); err == nil {
			if x, err = newton(a, b, q, r, x); err == nil {
				return x, nil
			}
		}
	}
	// Sizes that make the enlarged weights matter as little as the problem's own
	// scale allows.
	qs := max(MaxAbs(q), 1e-300)
	rs := cmp.Or(max(MaxAbs(r), MaxAbs(Congruence(b.T(), q))), 1)
	if MaxAbs(q) == 0 {
		qs = rs
	}
	best := (*mat.SymDense)(nil)
	for _, f := range []float64{1e-4, 1e-6, 1e-8, 1e-10, 1e-12} {
		rf, qf := Sym(Add(r, Identity(inputs, f*rs))), Sym(q)
		x, err := doubling(a, b, qf, rf)
		if err != nil || !stabilises(a, b, rf, x) {
			qf = Sym(Add(q, Identity(n, f*qs)))
			if x, err = doubling(a, b, qf, rf); err != nil || !stabilises(a, b, rf, x) {
				continue
			}
		}
		if y, err := newton(a, b, q, r, x); err == nil {
			return y, nil
		}
		if y, err := newton(a, b, q, rf, x); err == nil {
			best = y // R + BᵀXB is singular in the limit: as near as the numbers allow
		}
	}
	if best == nil {
		return nil, errRiccati
	}
	return best, nil
}

// doubling squares the symplectic pencil until its stable part stands alone.
func doubling(a, b mat.Matrix, q, r mat.Symmetric) (*mat.SymDense, error) {
	rb, err := Solve(r, b.T())
	if err != nil {
		return nil, errRiccati
	}
	n := q.SymmetricDim()
	one := Identity(n, 1)
	ak, g, h := mat.DenseCopyOf(a), Sym(Mul(b, rb)), Sym(q)
	for range 60 {
		var w mat.LU
		w.Factorize(Add(one, Mul(g, h)))
		wa, err := solve(&w, ak)
		if err != nil {
			return nil, errRiccati
		}
		wg, err := solve(&w, g)
		if err != nil {
			return nil, errRiccati
		}
		dh := Sym(Mul(ak.T(), h, wa))
		g.AddSym(g, Sym(Mul(ak, wg, ak.T())))
		ak = Mul(ak, wa)
		h.AddSym(h, dh)
		size := MaxAbs(dh)
		if !(size < 1e200) || !finite(g) {
			return nil, errRiccati
		}
		if size <= 1e-16*MaxAbs(h) {
			return h, nil
		}
	}
	return nil, errRiccati
}

// stabilises reports whether the gain of x makes the closed loop stable.
func stabilises(a, b mat.Matrix, r mat.Symmetric, x *mat.SymDense) bool {
	l, err := Gain(a, b, r, x)
	if err != nil {
		return false
	}
	rho, err := SpectralRadius(Add(a, Mul(b, l)))
	return err == nil && rho < 1
}

// newton iterates from x: the next X solves X = (A+BL)ᵀ X (A+BL) + Q + Lᵀ R L
// with the gain L of this one. From a stabilising gain it falls to the greatest
// solution, quadratically where the closed loop is stable in the limit.
func newton(a, b mat.Matrix, q, r mat.Symmetric, x *mat.SymDense) (*mat.SymDense, error) {
	last := math.Inf(1)
	for i := range 60 {
		l, err := Gain(a, b, r, x)
		if err != nil {
			return nil, errRiccati
		}
		next, err := Lyapunov(Add(a, Mul(b, l)).T(), Sym(Add(q, Mul(l.T(), r, l))))
		if err != nil {
			return nil, errRiccati
		}
		change := MaxAbs(Sub(next, x)) / max(MaxAbs(next), 1e-300)
		x = next
		if change <= 1e-15 || i >= 1 && change < 1e-10 && change >= last/2 {
			break
		}
		last = change
	}
	if !(riccatiResidual(a, b, q, r, x) < 1e-7) {
		return nil, errRiccati
	}
	return x, nil
}

// Gain returns L = −(R + Bᵀ X B)⁻¹ Bᵀ X A, the feedback u = L x that belongs
// to a solution X of the Riccati equation. The error says that R + Bᵀ X B is
// singular.
func Gain(a, b mat.Matrix, r mat.Symmetric, x mat.Symmetric) (*mat.Dense, error) {
	bx := Mul(b.T(), x)
	s := Add(r, Mul(bx, b))
	l, err := Solve(s, Mul(bx, a))
	if err != nil {
		return nil, err
	}
	return Scale(-1, l), nil
}

// riccatiResidual returns the largest element of the equation's residual,
// relative to that of X.
func riccatiResidual(a, b mat.Matrix, q, r mat.Symmetric, x mat.Symmetric) float64 {
	l, err := Gain(a, b, r, x)
	if err != nil {
		return math.Inf(1)
	}
	next := Add(Mul(a.T(), x, Add(a, Mul(b, l))), q)
	return MaxAbs(Sub(next, x)) / max(MaxAbs(x), 1e-300)
}

// Filter is a steady Kalman filter.
type Filter struct {
	Gain  *mat.Dense    // K of x̂ = x̂⁻ + K (y − C x̂⁻)
	Prior *mat.SymDense // covariance of x − x̂⁻, before the reading
	Post  *mat.SymDense // covariance of x − x̂, after it
}

// Kalman returns the steady Kalman filter of x⁺ = A x + w, y = C x + v with
// covariances W ⪰ 0 and V ⪰ 0 of w and v. V may be singular, even zero: the
// filter is then the limit of filters for vanishing noise. The error says that
// there is none.
func Kalman(a, c mat.Matrix, w, v mat.Symmetric) (*Filter, error) {
	p, err := Riccati(a.T(), c.T(), w, v)
	if err != nil {
		return nil, lang.Errorf("control.kalman")
	}
	return Update(c, v, p)
}

// Update returns the filter's step with a reading y = C x + v, from the covariance of x − x̂⁻.
func Update(c mat.Matrix, v mat.Symmetric, p *mat.SymDense) (*Filter, error) {
	cp := Mul(c, p)
	s := Sym(Add(Mul(cp, c.T()), v))
	g, err := Solve(s, cp)
	if err != nil {
		// A reading without any uncertainty tells nothing new.
		if g, err = pseudo(s, cp); err != nil {
			return nil, err
		}
	}
	k := mat.DenseCopyOf(g.T())
	// Joseph's form keeps the covariance positive semidefinite.
	j := Sub(Identity(p.SymmetricDim(), 1), Mul(k, c))
	post := Congruence(j, p)
	post.AddSym(post, Congruence(k, v))
	return &Filter{Gain: k, Prior: p, Post: post}, nil
}

// pseudo returns s⁺ b for a positive semidefinite s.
func pseudo(s *mat.SymDense, b mat.Matrix) (*mat.Dense, error) {
	var e mat.EigenSym
	if !finite(s) || !e.Factorize(s, true) {
		return nil, errSingular
	}
	var q mat.Dense
	e.VectorsTo(&q)
	v := e.Values(nil)
	d := mat.NewDense(len(v), len(v), nil)
	for i, x := range v {
		if x > 1e-12*v[len(v)-1] {
			d.Set(i, i, 1/x)
		}
	}
	return Mul(&q, d, q.T(), b), nil
}
