// Package control is what gonum's mat lacks for linear systems in discrete
// time: the Riccati and Lyapunov equations, the steady Kalman filter, the
// norms of a system (H₂, H∞, ℓ₁) and small semidefinite programs. Matrices are
// gonum's own; the few helpers in this file only save its temporaries.
//
// Everything here is set-up: it runs once for a design. Numbers that later
// scale a draw come from gonum without its assembly (build tag noasm), so that
// they have the same bits natively and in WebAssembly.
package control

import (
	"errors"
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"

	"indistinct/core/lang"
)

// FromRows returns a matrix with copies of rows of equal length.
func FromRows(rows ...[]float64) *mat.Dense {
	m := mat.NewDense(len(rows), len(rows[0]), nil)
	for i, r := range rows {
		m.SetRow(i, r)
	}
	return m
}

// Diag returns a diagonal matrix.
func Diag(d ...float64) *mat.SymDense {
	m := mat.NewSymDense(len(d), nil)
	for i, v := range d {
		m.SetSym(i, i, v)
	}
	return m
}

// Identity returns f times the n × n identity.
func Identity(n int, f float64) *mat.SymDense { return Diag(slices.Repeat([]float64{f}, n)...) }

// BlockDiag puts matrices along the diagonal.
func BlockDiag(blocks ...mat.Matrix) *mat.Dense {
	r, c := 0, 0
	for _, b := range blocks {
		br, bc := b.Dims()
		r, c = r+br, c+bc
	}
	m := mat.NewDense(r, c, nil)
	r, c = 0, 0
	for _, b := range blocks {
		SetBlock(m, r, c, b)
		br, bc := b.Dims()
		r, c = r+br, c+bc
	}
	return m
}

// SetBlock copies b into m, its first element to (i, j).
func SetBlock(m *mat.Dense, i, j int, b mat.Matrix) {
	r, c := b.Dims()
	m.Slice(i, i+r, j, j+c).(*mat.Dense).Copy(b)
}

// Mul returns the product of two or more matrices, from left to right. It
// panics when dimensions do not fit, which is a programming error.
func Mul(a, b mat.Matrix, more ...mat.Matrix) *mat.Dense {
	var out mat.Dense
	out.Mul(plain(a), plain(b))
	for _, c := range more {
		var p mat.Dense
		p.Mul(&out, plain(c))
		out = p
	}
	return &out
}

// plain copies what is stored as a triangle or transposed: without assembly
// gonum multiplies triangles in several times the time, and only what stands as
// it is read is skipped where it is zero, as most of a block matrix is.
func plain(m mat.Matrix) mat.Matrix {
	if d, ok := m.(*mat.Dense); ok {
		return d
	}
	return mat.DenseCopyOf(m)
}

// Add returns a + b.
func Add(a, b mat.Matrix) *mat.Dense {
	var m mat.Dense
	m.Add(a, b)
	return &m
}

// Sub returns a − b.
func Sub(a, b mat.Matrix) *mat.Dense {
	var m mat.Dense
	m.Sub(a, b)
	return &m
}

// Scale returns f·a.
func Scale(f float64, a mat.Matrix) *mat.Dense {
	var m mat.Dense
	m.Scale(f, a)
	return &m
}

// Sym returns (m + mᵀ)/2.
func Sym(m mat.Matrix) *mat.SymDense {
	n, _ := m.Dims()
	s := mat.NewSymDense(n, nil)
	for i := range n {
		for j := i; j < n; j++ {
			s.SetSym(i, j, (m.At(i, j)+m.At(j, i))/2)
		}
	}
	return s
}

// Congruence returns m s mᵀ.
func Congruence(m mat.Matrix, s mat.Symmetric) *mat.SymDense { return Sym(Mul(m, s, m.T())) }

// Apply writes m·x into out, which must not overlap x. Sums run in index
// order and nothing is allocated: it may stand on the path of a draw.
func Apply(m *mat.Dense, x, out []float64) {
	raw := m.RawMatrix()
	for i := range raw.Rows {
		s := 0.0
		for j, v := range raw.Data[i*raw.Stride : i*raw.Stride+raw.Cols] {
			s += v * x[j]
		}
		out[i] = s
	}
}

// MaxAbs returns the largest modulus of an element; NaN where one is.
func MaxAbs(m mat.Matrix) float64 {
	r, c := m.Dims()
	s := 0.0
	for i := range r {
		for j := range c {
			s = max(s, math.Abs(m.At(i, j)))
		}
	}
	return s
}

// errSingular is returned when a system of equations has no unique solution.
var errSingular = lang.Errorf("control.singular")

// Solve returns the X with a·X = b. Ill-conditioned systems are solved as well
// as they can be; only a singular one is an error.
func Solve(a, b mat.Matrix) (*mat.Dense, error) {
	var lu mat.LU
	lu.Factorize(a)
	return solve(&lu, b)
}

// solve is Solve with a factorised a.
func solve(lu *mat.LU, b mat.Matrix) (*mat.Dense, error) {
	var x mat.Dense
	var c mat.Condition // it says how ill-conditioned a is
	if err := lu.SolveTo(&x, false, b); err != nil && !(errors.As(err, &c) && c <= math.MaxFloat64) || !finite(&x) {
		return nil, errSingular
	}
	return &x, nil
}

func finite(m mat.Matrix) bool { return MaxAbs(m) <= math.MaxFloat64 }

var errNegative = lang.Errorf("control.negative")

// Root returns a lower triangular L with L·Lᵀ = s for a positive semidefinite
// s, which gonum's Cholesky refuses when s is singular: a direction without
// variance gets a zero column. The error says that s has a negative direction.
func Root(s mat.Symmetric) (*mat.Dense, error) {
	n := s.SymmetricDim()
	l := mat.NewDense(n, n, nil)
	size := MaxAbs(s)
	for j := range n {
		d := s.At(j, j)
		for k := range j {
			d -= l.At(j, k) * l.At(j, k)
		}
		if !(d >= -1e-12*size) {
			return nil, errNegative
		}
		empty := d <= 1e-12*size
		d = math.Sqrt(max(d, 0))
		for i := j; i < n; i++ {
			v := s.At(i, j)
			for k := range j {
				v -= l.At(i, k) * l.At(j, k)
			}
			switch {
			case !empty:
				l.Set(i, j, v/d)
			case math.Abs(v) > 1e-6*size: // the rest of the column must vanish too
				return nil, errNegative
			}
		}
	}
	return l, nil
}

// Definite reports whether s is positive semidefinite up to round-off, or
// positive definite when strict.
func Definite(s mat.Symmetric, strict bool) bool {
	if !finite(s) {
		return false
	}
	var e mat.EigenSym
	if !e.Factorize(s, false) {
		return false
	}
	low, size := e.Values(nil)[0], MaxAbs(s)
	if strict {
		return low > 1e-12*size
	}
	return low >= -1e-10*size
}

// MaxSingular returns the largest singular value: the induced 2-norm.
func MaxSingular(m mat.Matrix) float64 {
	if !finite(m) {
		return math.NaN()
	}
	var svd mat.SVD // mat.Norm(m, 2) is Frobenius's
	if !svd.Factorize(m, mat.SVDNone) {
		return math.NaN()
	}
	return svd.Values(nil)[0]
}

// SpectralRadius returns the largest modulus of an eigenvalue. The error says
// that the eigenvalues could not be found.
func SpectralRadius(a mat.Matrix) (float64, error) {
	ev, err := eigenvalues(a)
	r := 0.0
	for _, z := range ev {
		r = max(r, math.Hypot(real(z), imag(z)))
	}
	return r, err
}

func eigenvalues(a mat.Matrix) ([]complex128, error) {
	var e mat.Eigen
	if !finite(a) || !e.Factorize(a, mat.EigenNone) {
		return nil, lang.Errorf("control.eigenvalues")
	}
	return e.Values(nil), nil
}
