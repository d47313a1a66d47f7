// Package linalg is small dense linear algebra with the same bits on every
// platform: every product that is added is rounded by itself, and sums run in
// index order. It serves models of up to a few hundred states; large problems
// belong in a library.
package linalg

import (
	"errors"
	"math"

	"indistinct/core/fmt"
)

// Matrix is a dense matrix, row by row.
type Matrix struct {
	Rows, Cols int
	A          []float64
}

// New returns a zero matrix.
func New(rows, cols int) *Matrix { return &Matrix{rows, cols, make([]float64, rows*cols)} }

// FromRows copies rows of equal length.
func FromRows(rows ...[]float64) *Matrix {
	m := New(len(rows), len(rows[0]))
	for i, r := range rows {
		copy(m.Row(i), r)
	}
	return m
}

// Identity returns the n × n identity.
func Identity(n int) *Matrix {
	m := New(n, n)
	for i := range n {
		m.A[i*n+i] = 1
	}
	return m
}

// Diag returns a diagonal matrix.
func Diag(d ...float64) *Matrix {
	m := New(len(d), len(d))
	for i, v := range d {
		m.A[i*len(d)+i] = v
	}
	return m
}

// BlockDiag puts matrices along the diagonal.
func BlockDiag(blocks ...*Matrix) *Matrix {
	r, c := 0, 0
	for _, b := range blocks {
		r, c = r+b.Rows, c+b.Cols
	}
	m := New(r, c)
	r, c = 0, 0
	for _, b := range blocks {
		m.SetBlock(r, c, b)
		r, c = r+b.Rows, c+b.Cols
	}
	return m
}

// At returns element (i, j).
func (m *Matrix) At(i, j int) float64 { return m.A[i*m.Cols+j] }

// Set sets element (i, j).
func (m *Matrix) Set(i, j int, v float64) { m.A[i*m.Cols+j] = v }

// Row returns row i, shared.
func (m *Matrix) Row(i int) []float64 { return m.A[i*m.Cols : (i+1)*m.Cols] }

// SetBlock copies b to the place whose first element is (i, j).
func (m *Matrix) SetBlock(i, j int, b *Matrix) {
	for k := range b.Rows {
		copy(m.A[(i+k)*m.Cols+j:], b.Row(k))
	}
}

// Block copies rows i … i+r−1 and columns j … j+c−1.
func (m *Matrix) Block(i, j, r, c int) *Matrix {
	b := New(r, c)
	for k := range r {
		copy(b.Row(k), m.A[(i+k)*m.Cols+j:(i+k)*m.Cols+j+c])
	}
	return b
}

// Clone copies m.
func (m *Matrix) Clone() *Matrix { return m.Block(0, 0, m.Rows, m.Cols) }

// T returns the transpose.
func (m *Matrix) T() *Matrix {
	t := New(m.Cols, m.Rows)
	for i := range m.Rows {
		for j := range m.Cols {
			t.A[j*m.Rows+i] = m.A[i*m.Cols+j]
		}
	}
	return t
}

// Mul returns m·b. It panics when the inner dimensions differ, which is a
// programming error.
func (m *Matrix) Mul(b *Matrix) *Matrix {
	if m.Cols != b.Rows {
		panic(fmt.Sprintf("linalg: %d×%d times %d×%d", m.Rows, m.Cols, b.Rows, b.Cols))
	}
	c := New(m.Rows, b.Cols)
	for i := range m.Rows {
		row := c.Row(i)
		for k := range m.Cols {
			v := m.A[i*m.Cols+k]
			if v == 0 {
				continue
			}
			for j, w := range b.Row(k) {
				row[j] += float64(v * w)
			}
		}
	}
	return c
}

// Apply writes m·x into out, which must not overlap x.
func (m *Matrix) Apply(x, out []float64) {
	for i := range m.Rows {
		s := 0.0
		for j, v := range m.Row(i) {
			s += float64(v * x[j])
		}
		out[i] = s
	}
}

// Add returns m + b.
func (m *Matrix) Add(b *Matrix) *Matrix { return m.AddScaled(1, b) }

// Sub returns m − b.
func (m *Matrix) Sub(b *Matrix) *Matrix { return m.AddScaled(-1, b) }

// AddScaled returns m + f·b.
func (m *Matrix) AddScaled(f float64, b *Matrix) *Matrix {
	c := m.Clone()
	for i, v := range b.A {
		c.A[i] += float64(f * v)
	}
	return c
}

// Scale returns f·m.
func (m *Matrix) Scale(f float64) *Matrix {
	c := m.Clone()
	for i := range c.A {
		c.A[i] *= f
	}
	return c
}

// Symmetrise returns (m + mᵀ)/2.
func (m *Matrix) Symmetrise() *Matrix { return m.Add(m.T()).Scale(0.5) }

// Trace returns the sum of the diagonal.
func (m *Matrix) Trace() float64 {
	s := 0.0
	for i := range min(m.Rows, m.Cols) {
		s += m.A[i*m.Cols+i]
	}
	return s
}

// MaxAbs returns the largest modulus of an element.
func (m *Matrix) MaxAbs() float64 {
	s := 0.0
	for _, v := range m.A {
		s = max(s, math.Abs(v))
	}
	return s
}

// ErrSingular is returned when a system of equations has no unique solution.
var ErrSingular = errors.New("the matrix is singular: it must be invertible")

// Solve returns the X with m·X = b, by elimination with partial pivoting.
func (m *Matrix) Solve(b *Matrix) (*Matrix, error) {
	n := m.Rows
	a, x := m.Clone(), b.Clone()
	scale := m.MaxAbs()
	for k := range n {
		p := k
		for i := k + 1; i < n; i++ {
			if math.Abs(a.At(i, k)) > math.Abs(a.At(p, k)) {
				p = i
			}
		}
		if !(math.Abs(a.At(p, k)) > 1e-15*scale) {
			return nil, ErrSingular
		}
		if p != k {
			swap(a.Row(p), a.Row(k))
			swap(x.Row(p), x.Row(k))
		}
		for i := k + 1; i < n; i++ {
			f := a.At(i, k) / a.At(k, k)
			if f == 0 {
				continue
			}
			ri, rk := a.Row(i), a.Row(k)
			for j := k; j < n; j++ {
				ri[j] -= float64(f * rk[j])
			}
			xi, xk := x.Row(i), x.Row(k)
			for j := range xi {
				xi[j] -= float64(f * xk[j])
			}
		}
	}
	for i := n - 1; i >= 0; i-- {
		xi := x.Row(i)
		for k := i + 1; k < n; k++ {
			f := a.At(i, k)
			for j, v := range x.Row(k) {
				xi[j] -= float64(f * v)
			}
		}
		for j := range xi {
			xi[j] /= a.At(i, i)
		}
	}
	return x, nil
}

func swap(a, b []float64) {
	for i := range a {
		a[i], b[i] = b[i], a[i]
	}
}

// Inverse returns m⁻¹.
func (m *Matrix) Inverse() (*Matrix, error) { return m.Solve(Identity(m.Rows)) }

// Cholesky returns the lower triangular L with L·Lᵀ = m for a symmetric
// positive semidefinite m; a direction without variance gets a zero column.
// The error says that m has a negative direction.
func (m *Matrix) Cholesky() (*Matrix, error) {
	n := m.Rows
	l := New(n, n)
	tol := 1e-12 * m.MaxAbs()
	for j := range n {
		d := m.At(j, j)
		for k := range j {
			d -= float64(l.At(j, k) * l.At(j, k))
		}
		if d < -tol {
			return nil, errors.New("the matrix has a negative eigenvalue: it must be positive semidefinite")
		}
		if d <= tol {
			// The rest of the column must vanish too.
			for i := j + 1; i < n; i++ {
				s := m.At(i, j)
				for k := range j {
					s -= float64(l.At(i, k) * l.At(j, k))
				}
				if math.Abs(s) > 1e-6*m.MaxAbs() {
					return nil, errors.New("the matrix has a negative eigenvalue: it must be positive semidefinite")
				}
			}
			continue
		}
		d = math.Sqrt(d)
		l.Set(j, j, d)
		for i := j + 1; i < n; i++ {
			s := m.At(i, j)
			for k := range j {
				s -= float64(l.At(i, k) * l.At(j, k))
			}
			l.Set(i, j, s/d)
		}
	}
	return l, nil
}
