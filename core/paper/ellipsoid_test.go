package paper

import (
	"math"
	"testing"

	"indistinct/core/num"
	"indistinct/core/rng"
)

// gauss fills points with independent normal numbers.
func gauss(n, dim int, seed uint64) []float64 {
	out := make([]float64, n*dim)
	for i := 0; i < n; i++ {
		s := rng.New(rng.Key{Seed: seed, Phase: rng.PhaseCover, Trial: uint64(i)})
		for j := 0; j < dim; j++ {
			out[i*dim+j] = num.NormalQuantile(s.Open())
		}
	}
	return out
}

func enclose(t *testing.T, points []float64, dim int) Ellipsoid {
	t.Helper()
	e, err := Enclose(points, dim)
	if err != nil {
		t.Fatal(err)
	}
	for i := 0; i+dim <= len(points); i += dim {
		if !e.contains(points[i : i+dim]) {
			t.Fatalf("point %d, %v, is outside", i/dim, points[i:i+dim])
		}
	}
	return e
}

func TestEncloseTextbook(t *testing.T) {
	unit := math.Pi
	cube := []float64{}
	for i := 0; i < 8; i++ {
		for k := 0; k < 3; k++ {
			cube = append(cube, float64(2*(i>>k&1)-1))
		}
	}
	simplex4 := []float64{0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1}
	for _, c := range []struct {
		name   string
		dim    int
		points []float64
		center []float64
		volume float64
	}{
		{"square ±1: radius √2", 2, []float64{-1, -1, 1, -1, -1, 1, 1, 1}, []float64{0, 0}, 2 * unit},
		{"right triangle", 2, []float64{0, 0, 1, 0, 0, 1}, []float64{1. / 3, 1. / 3}, .3849001794597505 * unit},
		{"right triangle with its centre and edges", 2, []float64{.25, .25, 0, 0, .5, .5, 1, 0, .5, 0, 0, 1},
			[]float64{1. / 3, 1. / 3}, .3849001794597505 * unit},
		{"interval", 1, []float64{3, -1, 2}, []float64{1}, 4},
		{"cube ±1: radius √3", 3, cube, []float64{0, 0, 0}, 4. / 3 * math.Pi * math.Pow(3, 1.5)},
		// Affine image of the regular simplex in its ball: volume
		// κ_d d^{d/2} (d+1)^{−(d+1)/2} · d! vol(S), and here d! vol(S) = 1.
		// (Right triangle: π · 2 / 3^{3/2}; the same formula.)
		{"unit 4-simplex", 4, simplex4, []float64{.2, .2, .2, .2}, math.Pi * math.Pi / 2 * 16 / math.Pow(5, 2.5)},
	} {
		e := enclose(t, c.points, c.dim)
		for k, want := range c.center {
			if math.Abs(e.Center[k]-want) > 1e-10 {
				t.Errorf("%s: centre %v, want %v", c.name, e.Center, c.center)
				break
			}
		}
		want := math.Log(c.volume)
		if got := e.logVolume(); math.Abs(got-want) > 1e-11 {
			t.Errorf("%s: ln volume %v, want %v (off %.1e)", c.name, got, want, got-want)
		}
		if !(e.Gap >= 0 && e.Gap <= 1e-9) || e.Degenerate {
			t.Errorf("%s: gap %v, degenerate %v", c.name, e.Gap, e.Degenerate)
		}
	}
}

// Random points: the certificate is below 1e-9, and the volume is what an
// affine map makes of it.
func TestEncloseRandom(t *testing.T) {
	for _, c := range []struct{ n, dim int }{{814, 1}, {814, 2}, {5000, 2}, {814, 3}, {1099, 4}, {1500, 6}, {3000, 10},
		{3, 2}, {4, 2}, {5, 4}, {40000, 2}} {
		for seed := uint64(1); seed <= 5; seed++ {
			p := gauss(c.n, c.dim, seed)
			e := enclose(t, p, c.dim)
			if e.Gap > 1e-11 || e.Degenerate {
				t.Errorf("%d points in %d dimensions, seed %d: gap %.1e, degenerate %v", c.n, c.dim, seed, e.Gap,
					e.Degenerate)
			}
			// Stretch by 10⁻⁶ … 1, shear and move.
			q := make([]float64, len(p))
			logDet := 0.0
			for k := 0; k < c.dim; k++ {
				s := math.Pow(10, -6*float64(k)/math.Max(1, float64(c.dim-1)))
				logDet += math.Log(s)
				for i := 0; i < c.n; i++ {
					q[i*c.dim+k] = s * p[i*c.dim+k]
					if k > 0 {
						q[i*c.dim+k] += .3 * q[i*c.dim+k-1]
					}
				}
			}
			g := enclose(t, q, c.dim)
			// What rounding of the points' own coordinates allows.
			long, short := 0.0, 0.0
			for i := 0; i < c.dim; i++ {
				long += g.Axes[i] * g.Axes[i]
				short += g.Axes[(c.dim-1)*c.dim+i] * g.Axes[(c.dim-1)*c.dim+i]
			}
			allowed := 1e-11 + 1e-14*math.Sqrt(long/short)
			if d := g.logVolume() - e.logVolume() - logDet; math.Abs(d) > allowed || g.Gap > allowed {
				t.Errorf("%d points in %d dimensions, seed %d: affine image's ln volume off by %.1e, gap %.1e", c.n, c.dim, seed, d, g.Gap)
			}
		}
	}
}

// Points on and near a circle: many of them matter.
func TestEncloseCircle(t *testing.T) {
	var p []float64
	for i := 0; i < 720; i++ {
		s, c := math.Sincos(float64(i) * math.Pi / 360)
		p = append(p, 7+3*c, -2+3*s)
	}
	e := enclose(t, p, 2)
	if math.Abs(e.logVolume()-math.Log(9*math.Pi)) > 1e-9 || e.Gap > 1e-9 {
		t.Errorf("circle of radius 3: ln volume %v, want %v; gap %.1e", e.logVolume(), math.Log(9*math.Pi), e.Gap)
	}
	// A and b describe the same set.
	for i := 0; i < len(p); i += 2 {
		q := 0.0
		for r := 0; r < 2; r++ {
			y := e.A[2*r]*p[i] + e.A[2*r+1]*p[i+1] - e.B[r]
			q += y * y
		}
		if math.Abs(q-1) > 1e-8 {
			t.Fatalf("‖A x − b‖² = %v on the circle, want 1", q)
		}
	}
}

func TestEncloseDegenerate(t *testing.T) {
	for _, c := range []struct {
		name   string
		dim    int
		points []float64
		half   []float64
	}{
		{"one point, drawn 5 times", 2, []float64{5, 1, 5, 1, 5, 1, 5, 1, 5, 1}, []float64{5e-12, 5e-12}},
		{"all zero", 2, []float64{0, 0, 0, 0, 0, 0}, []float64{1e-12, 1e-12}},
		{"one number", 1, []float64{2, 2}, []float64{2e-12}},
		{"collinear", 2, []float64{0, 0, 1, 1, 2, 2, 3, 3}, []float64{1.5 * math.Sqrt2, 1.5e-9 * math.Sqrt2}},
		{"two points in a plane", 2, []float64{0, 0, 2, 0}, []float64{1, 1e-9}},
		{"plane in space", 3, []float64{-1, -1, 4, 1, -1, 4, -1, 1, 4, 1, 1, 4},
			[]float64{math.Sqrt2, math.Sqrt2, math.Sqrt2 * 1e-9}},
	} {
		e := enclose(t, c.points, c.dim)
		if !e.Degenerate {
			t.Errorf("%s: not called degenerate", c.name)
		}
		for k, want := range c.half {
			s := 0.0
			for _, x := range e.Axes[k*c.dim : (k+1)*c.dim] {
				s += x * x
			}
			if got := math.Sqrt(s); math.Abs(got-want) > .02*want {
				t.Errorf("%s: half-axis %d is %v, want %v", c.name, k, got, want)
			}
		}
		for _, a := range e.A {
			if math.IsNaN(a) || math.IsInf(a, 0) {
				t.Errorf("%s: A = %v", c.name, e.A)
			}
		}
	}
	for _, bad := range []struct {
		points []float64
		dim    int
	}{{nil, 2}, {[]float64{1, 2, 3}, 2}, {[]float64{1, math.NaN()}, 2}, {[]float64{1, math.Inf(1)}, 2},
		{[]float64{1}, 0}, {[]float64{1e200, 1}, 2}} {
		if _, err := Enclose(bad.points, bad.dim); err == nil {
			t.Errorf("%v in %d dimensions: no error", bad.points, bad.dim)
		}
	}
}

func BenchmarkEnclose814(b *testing.B) {
	p := gauss(814, 2, 1)
	b.ResetTimer()
	for i := 0; i < b.N; i++ {
		if _, err := Enclose(p, 2); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkEnclose1099in4(b *testing.B) {
	p := gauss(1099, 4, 1)
	b.ResetTimer()
	for i := 0; i < b.N; i++ {
		if _, err := Enclose(p, 4); err != nil {
			b.Fatal(err)
		}
	}
}

// logVolume returns the natural logarithm of the volume.
func (e Ellipsoid) logVolume() float64 {
	d := float64(e.Dim)
	ball, _ := math.Lgamma(d/2 + 1)
	v := d/2*num.Log(math.Pi) - ball
	for k := 0; k < e.Dim; k++ {
		axis := e.Axes[k*e.Dim : (k+1)*e.Dim]
		v += 0.5 * num.Log(num.Dot(axis, axis))
	}
	return v
}

// contains reports whether a point lies inside. It is ‖A x − b‖ ≤ 1, computed
// along the axes from the centre, where nothing cancels.
func (e Ellipsoid) contains(x []float64) bool {
	m := e.matcher()
	return m.square(x) <= 1
}
