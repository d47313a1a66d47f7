package linalg

import (
	"errors"
	"math"
	"math/cmplx"
	"sort"
)

// SymEigen returns the eigenvalues of a symmetric matrix, largest first, and
// the orthonormal eigenvectors as columns, by cyclic Jacobi rotations.
func (m *Matrix) SymEigen() (values []float64, vectors *Matrix) {
	n := m.Rows
	a, v := m.Symmetrise(), Identity(n)
	for range 60 {
		off := 0.0
		for i := range n {
			for j := i + 1; j < n; j++ {
				off = max(off, math.Abs(a.At(i, j)))
			}
		}
		if off <= 1e-300 || off <= 1e-17*a.MaxAbs() {
			break
		}
		for p := range n {
			for q := p + 1; q < n; q++ {
				apq := a.At(p, q)
				if apq == 0 {
					continue
				}
				theta := (a.At(q, q) - a.At(p, p)) / (2 * apq)
				t := 1 / (math.Abs(theta) + math.Sqrt(float64(theta*theta)+1))
				if theta < 0 {
					t = -t
				}
				c := 1 / math.Sqrt(float64(t*t)+1)
				s := t * c
				for k := range n {
					x, y := a.At(k, p), a.At(k, q)
					a.Set(k, p, float64(c*x)-float64(s*y))
					a.Set(k, q, float64(s*x)+float64(c*y))
				}
				for k := range n {
					x, y := a.At(p, k), a.At(q, k)
					a.Set(p, k, float64(c*x)-float64(s*y))
					a.Set(q, k, float64(s*x)+float64(c*y))
					x, y = v.At(k, p), v.At(k, q)
					v.Set(k, p, float64(c*x)-float64(s*y))
					v.Set(k, q, float64(s*x)+float64(c*y))
				}
				a.Set(p, q, 0)
				a.Set(q, p, 0)
			}
		}
	}
	order := make([]int, n)
	for i := range order {
		order[i] = i
	}
	sort.SliceStable(order, func(i, j int) bool { return a.At(order[i], order[i]) > a.At(order[j], order[j]) })
	values, vectors = make([]float64, n), New(n, n)
	for j, o := range order {
		values[j] = a.At(o, o)
		for k := range n {
			vectors.Set(k, j, v.At(k, o))
		}
	}
	return values, vectors
}

// MaxSingular returns the largest singular value: the induced 2-norm.
func (m *Matrix) MaxSingular() float64 {
	g := m
	if m.Rows < m.Cols {
		g = m.T()
	}
	ev, _ := g.T().Mul(g).SymEigen()
	return math.Sqrt(max(ev[0], 0))
}

// Eigenvalues returns the eigenvalues of a square matrix in no particular
// order: balancing, Householder reduction to Hessenberg form, and the complex
// QR iteration with Wilkinson shifts (Golub & Van Loan, Matrix Computations,
// ch. 7). The error says that the iteration did not converge.
func (m *Matrix) Eigenvalues() ([]complex128, error) {
	n := m.Rows
	h := hessenberg(m.balance())
	a := make([][]complex128, n)
	for i := range a {
		a[i] = make([]complex128, n)
		for j := range n {
			a[i][j] = complex(h.At(i, j), 0)
		}
	}
	out := make([]complex128, 0, n)
	hi := n - 1
	for iter := 0; hi >= 0; {
		// Find the start of the active block.
		lo := hi
		for lo > 0 {
			s := cabs1(a[lo-1][lo-1]) + cabs1(a[lo][lo])
			if s == 0 {
				s = 1
			}
			if cabs1(a[lo][lo-1]) <= 1e-16*s {
				a[lo][lo-1] = 0
				break
			}
			lo--
		}
		if lo == hi {
			out = append(out, a[hi][hi])
			hi, iter = hi-1, 0
			continue
		}
		if iter++; iter > 200 {
			return nil, errors.New("the eigenvalue iteration did not converge")
		}
		shift := wilkinson(a[hi-1][hi-1], a[hi-1][hi], a[hi][hi-1], a[hi][hi])
		if iter%11 == 10 {
			shift += complex(cabs1(a[hi][hi-1]), 0)
		}
		// One QR sweep on rows and columns lo … hi by Givens rotations.
		for i := lo; i <= hi; i++ {
			a[i][i] -= shift
		}
		cs := make([]complex128, hi-lo)
		sn := make([]complex128, hi-lo)
		for k := lo; k < hi; k++ {
			x, y := a[k][k], a[k+1][k]
			r := math.Sqrt(norm2(x) + norm2(y))
			if r == 0 {
				cs[k-lo], sn[k-lo] = 1, 0
				continue
			}
			c, s := x/complex(r, 0), y/complex(r, 0)
			cs[k-lo], sn[k-lo] = c, s
			for j := k; j <= hi; j++ {
				u, v := a[k][j], a[k+1][j]
				a[k][j] = mulc(cmplx.Conj(c), u) + mulc(cmplx.Conj(s), v)
				a[k+1][j] = mulc(c, v) - mulc(s, u)
			}
		}
		for k := lo; k < hi; k++ {
			c, s := cs[k-lo], sn[k-lo]
			for i := lo; i <= min(k+1, hi); i++ {
				u, v := a[i][k], a[i][k+1]
				a[i][k] = mulc(c, u) + mulc(s, v)
				a[i][k+1] = mulc(cmplx.Conj(c), v) - mulc(cmplx.Conj(s), u)
			}
		}
		for i := lo; i <= hi; i++ {
			a[i][i] += shift
		}
	}
	return out, nil
}

func cabs1(z complex128) float64 { return math.Abs(real(z)) + math.Abs(imag(z)) }

func norm2(z complex128) float64 {
	return float64(real(z)*real(z)) + float64(imag(z)*imag(z))
}

// mulc multiplies with every product rounded by itself.
func mulc(a, b complex128) complex128 {
	return complex(float64(real(a)*real(b))-float64(imag(a)*imag(b)), float64(real(a)*imag(b))+float64(imag(a)*real(b)))
}

// wilkinson returns the eigenvalue of [[a b] [c d]] nearer to d.
func wilkinson(a, b, c, d complex128) complex128 {
	tr, half := (a+d)/2, (a-d)/2
	root := csqrt(mulc(half, half) + mulc(b, c))
	if cabs1(tr+root-d) < cabs1(tr-root-d) {
		return tr + root
	}
	return tr - root
}

func csqrt(z complex128) complex128 {
	r := math.Sqrt(norm2(z))
	if r == 0 {
		return 0
	}
	re := math.Sqrt(max((r+math.Abs(real(z)))/2, 0))
	im := math.Abs(imag(z)) / (2 * re)
	if real(z) < 0 {
		re, im = im, re
	}
	if imag(z) < 0 {
		im = -im
	}
	return complex(re, im)
}

// balance scales rows and columns by powers of two so that their norms agree.
func (m *Matrix) balance() *Matrix {
	a := m.Clone()
	n := a.Rows
	for again := true; again; {
		again = false
		for i := range n {
			c, r := 0.0, 0.0
			for j := range n {
				if j != i {
					c += math.Abs(a.At(j, i))
					r += math.Abs(a.At(i, j))
				}
			}
			if c == 0 || r == 0 {
				continue
			}
			f, s := 1.0, c+r
			for c < r/2 {
				f, c = f*2, c*4
			}
			for c > r*2 {
				f, c = f/2, c/4
			}
			if (c+r)/f < 0.95*s {
				again = true
				for j := range n {
					a.Set(i, j, a.At(i, j)/f)
				}
				for j := range n {
					a.Set(j, i, a.At(j, i)*f)
				}
			}
		}
	}
	return a
}

// hessenberg reduces a to upper Hessenberg form by Householder reflections.
func hessenberg(a *Matrix) *Matrix {
	n := a.Rows
	h := a.Clone()
	for k := 0; k+2 < n; k++ {
		alpha := 0.0
		for i := k + 1; i < n; i++ {
			alpha += float64(h.At(i, k) * h.At(i, k))
		}
		alpha = math.Sqrt(alpha)
		if alpha == 0 {
			continue
		}
		if h.At(k+1, k) > 0 {
			alpha = -alpha
		}
		v := make([]float64, n)
		norm := 0.0
		for i := k + 1; i < n; i++ {
			v[i] = h.At(i, k)
			if i == k+1 {
				v[i] -= alpha
			}
			norm += float64(v[i] * v[i])
		}
		if norm == 0 {
			continue
		}
		for j := range n {
			s := 0.0
			for i := k + 1; i < n; i++ {
				s += float64(v[i] * h.At(i, j))
			}
			s = 2 * s / norm
			for i := k + 1; i < n; i++ {
				h.Set(i, j, h.At(i, j)-float64(s*v[i]))
			}
		}
		for i := range n {
			s := 0.0
			for j := k + 1; j < n; j++ {
				s += float64(v[j] * h.At(i, j))
			}
			s = 2 * s / norm
			for j := k + 1; j < n; j++ {
				h.Set(i, j, h.At(i, j)-float64(s*v[j]))
			}
		}
		for i := k + 2; i < n; i++ {
			h.Set(i, k, 0)
		}
	}
	return h
}

// SpectralRadius returns the largest modulus of an eigenvalue.
func (m *Matrix) SpectralRadius() (float64, error) {
	ev, err := m.Eigenvalues()
	if err != nil {
		return 0, err
	}
	r := 0.0
	for _, z := range ev {
		r = max(r, math.Sqrt(norm2(z)))
	}
	return r, nil
}
