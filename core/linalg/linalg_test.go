package linalg

import (
	"math"
	"math/rand/v2"
	"sort"
	"testing"

	"gonum.org/v1/gonum/mat"
)

func random(r *rand.Rand, n, m int) *Matrix {
	a := New(n, m)
	for i := range a.A {
		a.A[i] = r.NormFloat64()
	}
	return a
}

func dense(m *Matrix) *mat.Dense { return mat.NewDense(m.Rows, m.Cols, append([]float64(nil), m.A...)) }

// TestAgainstGonum holds solve, eigenvalues and singular values against an
// independent library.
func TestAgainstGonum(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for _, n := range []int{1, 2, 3, 5, 8, 20, 40} {
		a, b := random(r, n, n), random(r, n, 3)
		x, err := a.Solve(b)
		if err != nil {
			t.Fatal(err)
		}
		if e := a.Mul(x).Sub(b).MaxAbs(); e > 1e-9 {
			t.Errorf("n=%d: residual of Solve %g", n, e)
		}
		var eig mat.Eigen
		if !eig.Factorize(dense(a), mat.EigenNone) {
			t.Fatal("gonum")
		}
		want := eig.Values(nil)
		got, err := a.Eigenvalues()
		if err != nil {
			t.Fatal(err)
		}
		key := func(z []complex128) func(i, j int) bool {
			return func(i, j int) bool {
				if math.Abs(real(z[i])-real(z[j])) > 1e-7 {
					return real(z[i]) < real(z[j])
				}
				return imag(z[i]) < imag(z[j])
			}
		}
		sort.Slice(want, key(want))
		sort.Slice(got, key(got))
		for i := range want {
			if d := want[i] - got[i]; math.Hypot(real(d), imag(d)) > 1e-8 {
				t.Errorf("n=%d: eigenvalue %v, gonum has %v", n, got[i], want[i])
			}
		}
		var svd mat.SVD
		svd.Factorize(dense(a), mat.SVDNone)
		if s := svd.Values(nil)[0]; math.Abs(a.MaxSingular()-s) > 1e-9*s {
			t.Errorf("n=%d: largest singular value %v, gonum has %v", n, a.MaxSingular(), s)
		}
		v, q := a.Symmetrise().SymEigen()
		if e := q.Mul(Diag(v...)).Mul(q.T()).Sub(a.Symmetrise()).MaxAbs(); e > 1e-11 {
			t.Errorf("n=%d: SymEigen residual %g", n, e)
		}
	}
}

func TestRiccati(t *testing.T) {
	// Scalar: x = a²x − a²x²b²/(r+b²x) + q has a closed form.
	a, b, q, r := 1.2, 0.7, 0.3, 0.5
	x, err := Riccati(Diag(a), Diag(b), Diag(q), Diag(r))
	if err != nil {
		t.Fatal(err)
	}
	// b²x² + (r − a²r − qb²)x − qr = 0.
	p := r - a*a*r - q*b*b
	want := (-p + math.Sqrt(p*p+4*b*b*q*r)) / (2 * b * b)
	if math.Abs(x.At(0, 0)-want) > 1e-13 {
		t.Errorf("scalar Riccati: %v, want %v", x.At(0, 0), want)
	}
	rnd := rand.New(rand.NewPCG(3, 4))
	for _, n := range []int{2, 6, 20, 40} {
		a, b := random(rnd, n, n).Scale(1.2/math.Sqrt(float64(n))), random(rnd, n, max(1, n/4))
		q, r := Identity(n), Identity(b.Cols)
		x, err := Riccati(a, b, q, r)
		if err != nil {
			t.Fatal(err)
		}
		if e := RiccatiResidual(a, b, q, r, x); e > 1e-10 {
			t.Errorf("n=%d: Riccati residual %g", n, e)
		}
	}
	if _, err := Riccati(Diag(2, 0.5), FromRows([]float64{0}, []float64{1}), Identity(2), Identity(1)); err == nil {
		t.Error("an unstabilisable pair was accepted")
	}
	if _, err := Lyapunov(Diag(1.01), Diag(1)); err == nil {
		t.Error("an unstable Lyapunov equation was accepted")
	}
}

// TestTraffic: the steady Kalman filter of the traffic example has H∞ norm
// 2/√7 from y to the velocity estimate, at ω = 1.04725, and H₂² = 1/3 (A, C of
// Le Ny & Pappas; gain (3/4, 1/2)).
func TestTraffic(t *testing.T) {
	a := FromRows([]float64{1, 1}, []float64{0, 1})
	k := FromRows([]float64{0.75}, []float64{0.5})
	c := FromRows([]float64{1, 0})
	ikc := Identity(2).Sub(k.Mul(c))
	f := ikc.Mul(a)
	s := System{A: f, B: f.Mul(k), C: FromRows([]float64{0, 1}), D: FromRows([]float64{0.5})}
	g, w, err := s.HInf()
	if err != nil {
		t.Fatal(err)
	}
	if want := 2 / math.Sqrt(7); math.Abs(g-want) > 1e-10 {
		t.Errorf("H∞ = %.12f, want %.12f", g, want)
	}
	if math.Abs(w-1.04725) > 1e-4 {
		t.Errorf("peak at %v, want 1.04725", w)
	}
	h2, err := s.H2()
	if err != nil || math.Abs(h2*h2-1.0/3) > 1e-12 {
		t.Errorf("H₂² = %v (%v), want 1/3", h2*h2, err)
	}
	if _, _, err := (System{A: Diag(1.1), B: Diag(1), C: Diag(1), D: Diag(0)}).HInf(); err == nil {
		t.Error("an unstable system has an H∞ norm")
	}
}

func TestCholesky(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	b := random(r, 6, 3) // rank 3
	m := b.Mul(b.T())
	l, err := m.Cholesky()
	if err != nil {
		t.Fatal(err)
	}
	if e := l.Mul(l.T()).Sub(m).MaxAbs(); e > 1e-9 {
		t.Errorf("Cholesky residual %g", e)
	}
	if _, err := Diag(1, -1).Cholesky(); err == nil {
		t.Error("an indefinite matrix was accepted")
	}
}

func BenchmarkRiccati40(b *testing.B) {
	r := rand.New(rand.NewPCG(3, 4))
	a, bb := random(r, 40, 40).Scale(0.19), random(r, 40, 10)
	for b.Loop() {
		if _, err := Riccati(a, bb, Identity(40), Identity(10)); err != nil {
			b.Fatal(err)
		}
	}
}
