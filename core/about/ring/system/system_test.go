package system

import (
	"math"
	"testing"

	"indistinct/core/lang"
)

func TestNorm(t *testing.T) {
	c := Default()
	// Exact discretisation; explicit Euler gives 1.08278, symplectic 1.07799.
	// Han & Martínez print 1.0777.
	if got := c.Norm(); math.Abs(got-1.0776742821608) > 5e-14 {
		t.Errorf("‖A‖₂ = %.14f, want 1.0776742821608", got)
	}
	// By power iteration on AᵀA of the assembled matrix.
	a := c.Matrix()
	v := [4]float64{1, 1, 1, 1}
	norm := 0.0
	for range 4000 {
		var u, w [4]float64
		for i := range 4 {
			for j := range 4 {
				u[i] += a[i][j] * v[j]
			}
		}
		for i := range 4 {
			for j := range 4 {
				w[j] += a[i][j] * u[i]
			}
		}
		norm = 0
		for _, x := range w {
			norm += x * x
		}
		norm = math.Sqrt(norm)
		for i := range v {
			v[i] = w[i] / norm
		}
	}
	if got := math.Sqrt(norm); math.Abs(got-c.Norm()) > 1e-12 {
		t.Errorf("power iteration gives %v, closed form %v", got, c.Norm())
	}
}

func TestPrintedRule(t *testing.T) {
	low, high, sum := math.Inf(1), 0.0, 0.0
	for star := range 10 {
		c := Default()
		c.Star = star
		s := Make(c, 1)
		d := s.Distance(s.Moved(PrintedRule(10)))
		low, high, sum = math.Min(low, d), math.Max(high, d), sum+d
	}
	// The theory notes print 45.9, 139 and 102 for the uniform ring.
	if math.Abs(low-45.9) > 0.1 || math.Abs(high-139) > 0.6 || math.Abs(sum/10-102) > 0.6 {
		t.Errorf("‖y¹−y²‖ under the printed rule: %v … %v, mean %v; want 45.9 … 139, mean 102", low, high, sum/10)
	}
}

func TestSolveTurn(t *testing.T) {
	for _, layout := range []Layout{Uniform, Random, Clustered} {
		for seed := uint64(1); seed <= 5; seed++ {
			c := Default()
			c.Layout = layout
			c.Star = int(seed)
			s := Make(c, seed)
			for _, d := range []float64{0, 1e-6, 0.1, 1, 10, 30, 100} {
				a, err := s.SolveTurn(d, 1)
				if err != nil {
					t.Fatal(err)
				}
				if got := s.DistanceAt(a); math.Abs(got-d) > 1e-12*d {
					t.Errorf("%s, seed %d: distance %v, want %v", layout, seed, got, d)
				}
				// Positions and readings are rounded to about 10⁻¹⁴.
				if got := s.Distance(s.Moved(a)); math.Abs(got-d) > 1e-12*d+2e-13 {
					t.Errorf("%s, seed %d: distance of the moved sensor %v, want %v", layout, seed, got, d)
				}
				sum := 0.0
				for i, v := range s.RecordAt(s.Moved(a)) {
					sum += (v - s.Y[i]) * (v - s.Y[i])
				}
				if math.Abs(math.Sqrt(sum)-d) > 1e-12*d+1e-12 {
					t.Errorf("%s, seed %d: records lie %v apart, want %v", layout, seed, math.Sqrt(sum), d)
				}
			}
			if _, err := s.SolveTurn(1e6, 1); err == nil || lang.Of(err).ID() != "ring.system.unreachable" {
				t.Errorf("distance 10⁶: %v", err)
			}
		}
	}
}

func TestNoise(t *testing.T) {
	// The mixture's moments: truncation at (Cut−Mu)/SD = 3 standard deviations
	// on one side and 7 on the other. Variance of the truncated mixture by the
	// trapezoidal rule. 5 standard errors; false-alarm rate below 10⁻⁶.
	c := Default()
	c.T = 60
	c.N = 5
	var n, s1, s2 float64
	for seed := range uint64(40) {
		for _, v := range Make(c, seed).Noise {
			if math.Abs(v) > c.Cut {
				t.Fatalf("noise %v outside ±%v", v, c.Cut)
			}
			n++
			s1 += v
			s2 += v * v
		}
	}
	pdf := func(v float64) float64 {
		a, b := (v-c.Mu)/c.SD, (v+c.Mu)/c.SD
		return math.Exp(-a*a/2) + math.Exp(-b*b/2)
	}
	var m0, m2, m4 float64
	for i := range 20001 {
		v := -c.Cut + 2*c.Cut*float64(i)/20000
		m0 += pdf(v)
		m2 += v * v * pdf(v)
		m4 += v * v * v * v * pdf(v)
	}
	m2, m4 = m2/m0, m4/m0
	if z := s1 / n / math.Sqrt(m2/n); math.Abs(z) > 5 {
		t.Errorf("mean is %v standard errors off 0", z)
	}
	if z := (s2/n - m2) / math.Sqrt((m4-m2*m2)/n); math.Abs(z) > 5 {
		t.Errorf("variance is %v standard errors off", z)
	}
}

func TestRecordAt(t *testing.T) {
	s := Make(Default(), 3)
	y := s.RecordAt(s.Sensors[s.Star])
	for i := range y {
		if y[i] != s.Y[i] {
			t.Fatal("the record with the sensor at its place differs")
		}
	}
	q := [2]float64{3, -40}
	z := s.RecordAt(q)
	n := 2 * len(s.Sensors)
	for i := range z {
		moved := i%n/2 == s.Star
		if moved == (z[i] == y[i]) {
			t.Fatalf("reading %d: only the starred sensor's may change", i)
		}
	}
}

func BenchmarkMake(b *testing.B) {
	for range b.N {
		Make(Default(), 1)
	}
}

func BenchmarkSolveTurn(b *testing.B) {
	s := Make(Default(), 1)
	for range b.N {
		if _, err := s.SolveTurn(10, 1); err != nil {
			b.Fatal(err)
		}
	}
}
