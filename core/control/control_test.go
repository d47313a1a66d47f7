package control

import (
	"math"
	"math/cmplx"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/mat"
)

func random(r *rand.Rand, n, m int, size float64) *mat.Dense {
	a := mat.NewDense(n, m, nil)
	for i := range n {
		for j := range m {
			a.Set(i, j, size*r.NormFloat64())
		}
	}
	return a
}

func near(t *testing.T, what string, got, want, tol float64) {
	t.Helper()
	if !(math.Abs(got-want) <= tol) {
		t.Errorf("%s = %.12g, want %.12g ± %g", what, got, want, tol)
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
	near(t, "scalar Riccati", x.At(0, 0), (-p+math.Sqrt(p*p+4*b*b*q*r))/(2*b*b), 1e-13)
	// With Q = 0 and |a| > 1 the stabilising solution is r(a² − 1)/b².
	if x, err = Riccati(Diag(a), Diag(b), Diag(0), Diag(r)); err != nil {
		t.Fatal(err)
	}
	near(t, "scalar Riccati, Q = 0", x.At(0, 0), r*(a*a-1)/(b*b), 1e-12)
	if x, err = Riccati(Diag(0.5), Diag(b), Diag(0), Diag(r)); err != nil || x.At(0, 0) != 0 {
		t.Errorf("a stable motion that costs nothing: %v, %v", x, err)
	}
	rnd := rand.New(rand.NewPCG(3, 4))
	for _, n := range []int{2, 6, 20, 40} {
		for _, singular := range []bool{false, true} {
			a, b := random(rnd, n, n, 1.2/math.Sqrt(float64(n))), random(rnd, n, max(1, n/4), 1)
			q, r := Identity(n, 1), Identity(max(1, n/4), 1)
			if singular {
				r = Identity(max(1, n/4), 0)
				q.SetSym(0, 0, 0)
			}
			x, err := Riccati(a, b, q, r)
			if err != nil {
				t.Fatalf("n=%d, singular %v: %v", n, singular, err)
			}
			if e := riccatiResidual(a, b, q, r, x); e > 1e-10 {
				t.Errorf("n=%d, singular %v: residual %g", n, singular, e)
			}
			l, err := Gain(a, b, r, x)
			if err != nil {
				t.Fatal(err)
			}
			if rho, err := SpectralRadius(Add(a, Mul(b, l))); err != nil || rho >= 1 {
				t.Errorf("n=%d, singular %v: closed loop has spectral radius %v (%v)", n, singular, rho, err)
			}
		}
	}
	if _, err := Riccati(Diag(2, 0.5), FromRows([]float64{0}, []float64{1}), Identity(2, 1),
		Identity(1, 1)); err == nil {
		t.Error("an unstabilisable pair was accepted")
	}
	if _, err := Lyapunov(Diag(1.01), Diag(1)); err == nil {
		t.Error("an unstable Lyapunov equation was accepted")
	}
	if _, err := Lyapunov(Diag(1), Diag(0)); err == nil {
		t.Error("a marginal Lyapunov equation was accepted")
	}
}

// iterate runs the filter's difference equation, an independent if slow way to
// its steady state.
func iterate(a, c mat.Matrix, w, v mat.Symmetric, steps int) *mat.SymDense {
	p := Identity(w.SymmetricDim(), 1)
	for range steps {
		cp := Mul(c, p)
		g, err := Solve(Add(Mul(cp, c.T()), v), cp)
		if err != nil {
			return nil
		}
		p = Sym(Add(Congruence(a, Sym(Sub(p, Mul(cp.T(), g)))), w))
	}
	return p
}

// TestKalman holds the steady filter against the difference equation, with
// readings that are noisy, partly exact and exact, and fewer than the states.
func TestKalman(t *testing.T) {
	h := 0.1
	pos := FromRows([]float64{1, h}, []float64{0, 1})
	for _, c := range []struct {
		name string
		a, c *mat.Dense
		w, v *mat.SymDense
	}{
		{"position, noisy", pos, FromRows([]float64{1, 0}), Diag(.01, .02), Diag(.5)},
		{"position, exact", pos, FromRows([]float64{1, 0}), Diag(.01, .02), Diag(0)},
		{"both, one exact", pos, FromRows([]float64{1, 0}, []float64{0, 1}), Diag(.01, .02), Diag(0, .3)},
		{"both, exact", pos, FromRows([]float64{1, 0}, []float64{0, 1}), Diag(.01, .02), Diag(0, 0)},
		{"driven through velocity", pos, FromRows([]float64{1, 0}),
			Sym(Mul(FromRows([]float64{h * h / 2}, []float64{h}), FromRows([]float64{h * h / 2, h}))), Diag(.1)},
		{"unstable and undriven", FromRows([]float64{1.1}), FromRows([]float64{1}), Diag(0), Diag(1)},
	} {
		f, err := Kalman(c.a, c.c, c.w, c.v)
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		want := iterate(c.a, c.c, c.w, c.v, 20000)
		if e := MaxAbs(Sub(f.Prior, want)) / MaxAbs(want); !(e < 1e-9) {
			t.Errorf("%s: prior covariance differs from the recursion's by %g", c.name, e)
		}
		if e := MaxAbs(Sub(Add(Congruence(c.a, f.Post), c.w), f.Prior)) / MaxAbs(want); !(e < 1e-9) {
			t.Errorf("%s: A P Aᵀ + W misses the prior covariance by %g", c.name, e)
		}
	}
	// Nothing moves and nothing is measured with error: nothing remains unknown.
	f, err := Kalman(Diag(0.5, 0.5), FromRows([]float64{1, 0}), Diag(0, 0), Diag(0))
	if err != nil || MaxAbs(f.Post) != 0 || !finite(f.Gain) {
		t.Errorf("zero noise: %v, %v", f, err)
	}
	if _, err := Kalman(Diag(2, 0.5), FromRows([]float64{0, 1}), Identity(2, 1), Diag(1)); err == nil {
		t.Error("an undetectable pair was accepted")
	}
}

// TestTrackingIndex: the filter for piecewise constant acceleration has gains
// in closed form (Kalata 1984), whatever the ratio of the noises.
func TestTrackingIndex(t *testing.T) {
	for e := -7.5; e <= 7; e += 0.25 {
		l := math.Pow(10, e)
		g := FromRows([]float64{l / 2}, []float64{l})
		f, err := Kalman(FromRows([]float64{1, 1}, []float64{0, 1}), FromRows([]float64{1, 0}),
			Sym(Mul(g, g.T())), Diag(1))
		if err != nil {
			t.Fatalf("index %g: %v", l, err)
		}
		r := 4 / (4 + l + math.Sqrt(8*l+l*l)) // (4 + Λ − √(8Λ + Λ²))/4 without cancellation
		gap := (l + math.Sqrt(8*l+l*l)) / (4 + l + math.Sqrt(8*l+l*l))
		alpha, beta := gap*(1+r), 2*gap*gap
		near(t, "α", f.Gain.At(0, 0), alpha, 1e-9*alpha)
		near(t, "β", f.Gain.At(1, 0), beta, 1e-9*beta)
	}
}

func sys(a, b, c, d *mat.Dense) System { return System{a, b, c, d} }

// rational is b(z)/a(z) in controllable form.
func rational(b, a []float64) System {
	n := max(len(b)-1, len(a))
	s := System{mat.NewDense(n, n, nil), mat.NewDense(n, 1, nil), mat.NewDense(1, n, nil),
		mat.NewDense(1, 1, []float64{b[0]})}
	s.B.Set(0, 0, 1)
	for i := range n {
		if i > 0 {
			s.A.Set(i, i-1, 1)
		}
		v := 0.0
		if i < len(a) {
			v = a[i]
		}
		s.A.Set(0, i, -v)
		s.C.Set(0, i, -b[0]*v)
		if i+1 < len(b) {
			s.C.Set(0, i, b[i+1]-b[0]*v)
		}
	}
	return s
}

// TestTraffic: the steady Kalman filter of the traffic example has H∞ norm
// 2/√7 from y to the velocity estimate, at ω = π/3, and H₂² = 1/3 (A, C of
// Le Ny & Pappas; gain (3/4, 1/2)).
// TestL1 holds the bound on the ℓ₁ gain against closed forms: never below the
// truth, nor above by more than 10⁻⁶.
func TestL1(t *testing.T) {
	check := func(name string, s System, want float64) {
		t.Helper()
		g, err := s.L1()
		if err != nil {
			t.Errorf("%s: %v", name, err)
			return
		}
		if g < want*(1-1e-12) || g > want*(1+1e-6) {
			t.Errorf("%s: ℓ₁ = %.12g, want %.12g", name, g, want)
		}
	}
	for _, a := range []float64{0, 0.5, -0.9, 0.99, -0.9999, 0.99999} {
		check("a geometric series", rational([]float64{1}, []float64{-a}), 1/(1-math.Abs(a)))
	}
	check("a finite response", rational([]float64{1, -2, 3}, nil), 6)
	check("a slow filter of gain one", rational([]float64{1e-4}, []float64{-0.9999}), 1)
	// Impulse response rᵏ cos kπ/2: 1, 0, −r², 0, r⁴ …
	r := 0.999
	check("a resonance", rational([]float64{1}, []float64{0, r * r}), 1/(1-r*r))
	rnd := rand.New(rand.NewPCG(9, 10))
	for range 40 {
		n := 1 + rnd.IntN(5)
		a := random(rnd, n, n, 1)
		rho, err := SpectralRadius(a)
		if err != nil {
			t.Fatal(err)
		}
		s := sys(Scale(0.98/rho, a), random(rnd, n, 1, 1), random(rnd, 1, n, 1), random(rnd, 1, 1, 1))
		sum := 0.0
		for _, v := range s.Impulse(20000) {
			sum += math.Abs(v)
		}
		check("a random filter", s, sum)
	}
	if _, err := rational([]float64{1}, []float64{-1 + 1e-9}).L1(); err != ErrSlow {
		t.Errorf("a filter that takes 10⁹ steps: %v", err)
	}
	if _, err := rational([]float64{1}, []float64{-1}).L1(); err != ErrUnstable {
		t.Errorf("an integrator: %v", err)
	}
}

func TestRoot(t *testing.T) {
	b := random(rand.New(rand.NewPCG(5, 6)), 6, 3, 1) // rank 3
	s := Sym(Mul(b, b.T()))
	l, err := Root(s)
	if err != nil {
		t.Fatal(err)
	}
	if e := MaxAbs(Sub(Mul(l, l.T()), s)); e > 1e-9 {
		t.Errorf("residual of the root %g", e)
	}
	if _, err := Root(Diag(1, -1)); err == nil {
		t.Error("an indefinite matrix was accepted")
	}
	if l, err := Root(Diag(0, 0)); err != nil || MaxAbs(l) != 0 {
		t.Errorf("the root of nothing: %v, %v", l, err)
	}
}

func BenchmarkRiccati40(b *testing.B) {
	r := rand.New(rand.NewPCG(3, 4))
	a, bb := random(r, 40, 40, 0.19), random(r, 40, 10, 1)
	for b.Loop() {
		if _, err := Riccati(a, bb, Identity(40, 1), Identity(10, 1)); err != nil {
			b.Fatal(err)
		}
	}
}

// The largest singular value is no Frobenius norm: 1 for an identity of any
// size, the golden ratio for [[1, 1], [0, 1]], |a||b| for an outer product.
func TestMaxSingular(t *testing.T) {
	for _, c := range []struct {
		m    mat.Matrix
		want float64
	}{
		{Identity(4, 1), 1}, {Identity(3, -2), 2}, {FromRows([]float64{1, 1}, []float64{0, 1}),
			0.5 * (1 + math.Sqrt(5))},
		{FromRows([]float64{3, 4}), 5}, {FromRows([]float64{3, 4}, []float64{6, 8}), 5 * math.Sqrt(5)},
		{FromRows([]float64{0, 0}), 0},
	} {
		if got := MaxSingular(c.m); math.Abs(got-c.want) > 1e-14*(1+c.want) {
			t.Errorf("largest singular value of %v is %v, want %v", mat.Formatted(c.m), got, c.want)
		}
	}
	if got := MaxSingular(FromRows([]float64{math.NaN()})); !math.IsNaN(got) {
		t.Errorf("of not a number: %v", got)
	}
}

// Norms of two inputs are those of a dense grid over frequencies, and of the impulse responses.
func TestNorms(t *testing.T) {
	s := System{A: FromRows([]float64{.7, .6, 0}, []float64{-.6, .7, 0}, []float64{.1, 0, -.97}),
		B: FromRows([]float64{1, 0}, []float64{0, 2}, []float64{1, 1}), C: FromRows([]float64{1, -1, .5}),
		D: FromRows([]float64{.3, -2})}
	h2, hinf, omega, err := s.Norms()
	if err != nil {
		t.Fatal(err)
	}
	square := mat.Inner(s.D.RowView(0), Identity(2, 1), s.D.RowView(0))
	state := s.B
	for range 3000 {
		row := Mul(s.C, state)
		square += mat.Inner(row.RowView(0), Identity(2, 1), row.RowView(0))
		state = Mul(s.A, state)
	}
	near(t, "H₂²", h2*h2, square, 1e-9*square)
	at := func(w float64) float64 {
		g := make([]complex128, 2)
		for j := range g {
			one := System{A: s.A, B: mat.DenseCopyOf(s.B.ColView(j)), C: s.C, D: FromRows([]float64{s.D.At(0, j)})}
			for k, v := range one.Impulse(1500) {
				g[j] += complex(v, 0) * cmplx.Exp(complex(0, -w*float64(k)))
			}
		}
		return math.Hypot(cmplx.Abs(g[0]), cmplx.Abs(g[1]))
	}
	near(t, "response there", at(omega), hinf, 1e-9*hinf)
	for i := range 200 {
		if w := math.Pi * float64(i) / 199; at(w) > hinf*(1+1e-9) {
			t.Errorf("at %v the response is %v, above H∞ = %v", w, at(w), hinf)
		}
	}
	unstable := System{A: FromRows([]float64{1.25}), B: s.D, C: FromRows([]float64{1}), D: s.D}
	if _, _, _, err := unstable.Norms(); err == nil {
		t.Error("an unstable system has norms")
	}
}

// A motion that no control moves is found, and only that.
func TestUnmoved(t *testing.T) {
	turn := FromRows([]float64{0, -1.2, 0}, []float64{1.2, 0, 0}, []float64{0, 0, .5})
	for _, c := range []struct {
		a, b *mat.Dense
		free bool
	}{
		{FromRows([]float64{1, 1}, []float64{0, 1}), FromRows([]float64{0}, []float64{1}), false},
		{FromRows([]float64{1, 1}, []float64{0, 1}), FromRows([]float64{1}, []float64{0}), true},
		{FromRows([]float64{2, 0}, []float64{0, .5}), FromRows([]float64{0}, []float64{1}), true},
		{FromRows([]float64{2, 0}, []float64{0, .5}), FromRows([]float64{1}, []float64{0}), false},
		{turn, FromRows([]float64{1}, []float64{0}, []float64{0}), false},
		{turn, FromRows([]float64{0}, []float64{0}, []float64{1}), true},
		{FromRows([]float64{.9}), FromRows([]float64{0}), false},
	} {
		if err := Unmoved(c.a, c.b, "control.unstabilisable"); (err != nil) != c.free {
			t.Errorf("A %v, B %v: %v", mat.Formatted(c.a), mat.Formatted(c.b), err)
		}
	}
}

func TestSemidefinite(t *testing.T) {
	for _, c := range []struct {
		rows [][]float64
		ok   bool
	}{{[][]float64{{1, .5}, {.5, 1}}, true}, {[][]float64{{1, 1}, {1, 1}}, true}, {[][]float64{{0}}, true},
		{[][]float64{{1, .50000001}, {.5, 1}}, true}, {[][]float64{{1, .501}, {.5, 1}}, false},
		{[][]float64{{1, 2}, {2, 1}}, false}, {[][]float64{{-1e-3}}, false}} {
		if s, err := Semidefinite("W", c.rows); (err == nil) != c.ok || c.ok && s.At(0, 0) != c.rows[0][0] {
			t.Errorf("%v: %v", c.rows, err)
		}
	}
}
