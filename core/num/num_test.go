package num

import (
	"math"
	"math/big"
	"math/rand/v2"
	"testing"
)

func TestElementaryUlps(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	uniform := func(lo, hi float64) func() float64 {
		return func() float64 { return lo + (hi-lo)*r.Float64() }
	}
	log := func(lo, hi float64) func() float64 { // |x| from 2^lo to 2^hi, either sign
		return func() float64 {
			x := math.Exp2(lo + (hi-lo)*r.Float64())
			if r.Uint32()&1 == 0 {
				return -x
			}
			return x
		}
	}
	positive := func(f func() float64) func() float64 { return func() float64 { return math.Abs(f()) } }
	one := bigOf(1)
	exp := func(x float64) *big.Float { return bigExp(bigOf(x)) }
	expm1 := func(x float64) *big.Float { return bigNew().Sub(bigExp(bigOf(x)), one) }
	ln := func(x float64) *big.Float { return bigLog(bigOf(x)) }
	log1p := func(x float64) *big.Float { return bigLog(bigNew().Add(one, bigOf(x))) }
	for _, c := range []struct {
		name string
		f    func(float64) float64
		ref  func(float64) *big.Float
		x    func() float64
		max  float64
	}{
		{"Exp |x|<1", Exp, exp, uniform(-1, 1), 1},
		{"Exp", Exp, exp, uniform(-708, 709.7), 1},
		{"Exp subnormal", Exp, exp, uniform(-745, -708), 1.3},
		{"Exp small", Exp, exp, log(-60, 0), 1},
		{"Expm1 |x|<3", Expm1, expm1, uniform(-3, 3), 1},
		{"Expm1", Expm1, expm1, uniform(-40, 709), 1},
		{"Expm1 small", Expm1, expm1, log(-60, 1), 1},
		{"Log near 1", Log, ln, uniform(0.5, 2), 1},
		{"Log", Log, ln, positive(log(-1022, 1023)), 1},
		{"Log subnormal", Log, ln, positive(log(-1074, -1022)), 1},
		{"Log1p", Log1p, log1p, uniform(-0.999, 2), 1},
		{"Log1p small", Log1p, log1p, log(-60, -1), 1},
		{"Log1p large", Log1p, log1p, positive(log(-1, 100)), 1},
		{"Tanh |x|<1", Tanh, bigTanh, uniform(-1, 1), 1},
		{"Tanh", Tanh, bigTanh, uniform(-25, 25), 1},
		{"Tanh small", Tanh, bigTanh, log(-100, 2), 1},
	} {
		worst, at := 0.0, 0.0
		n := 1000
		if testing.Short() {
			n = 500
		}
		for range n {
			x := c.x()
			if u := ulps(c.f(x), c.ref(x)); u > worst || math.IsNaN(u) {
				worst, at = u, x
			}
		}
		t.Logf("%-16s %.3f ulp at %v", c.name, worst, at)
		if !(worst < c.max) {
			t.Errorf("%s: %.3f ulp at %v, want below %v", c.name, worst, at, c.max)
		}
	}
	worst := 0.0
	for range 1000 {
		x, y := math.Exp2(uniform(-40, 40)()), uniform(-20, 20)()
		if r.Uint32()&1 == 0 {
			x, y = uniform(0.9, 1.1)(), uniform(-5000, 5000)()
		}
		ref := bigPow(x, y)
		if u := ulps(Pow(x, y), ref); u > worst {
			worst = u
			if u >= 1 {
				t.Errorf("Pow(%v, %v): %.3f ulp", x, y, u)
			}
		}
	}
	t.Logf("Pow %.3f ulp", worst)
}

func BenchmarkElementary(b *testing.B) {
	xs := make([]float64, 1024)
	r := rand.New(rand.NewPCG(3, 4))
	for i := range xs {
		xs[i] = 3 * r.Float64()
	}
	sin := func(x float64) float64 { s, _ := Sincos(x); return s }
	for _, c := range []struct {
		name string
		f    func(float64) float64
	}{
		{"Exp", Exp}, {"math.Exp", math.Exp}, {"Log", Log}, {"math.Log", math.Log}, {"Tanh", Tanh},
		{"math.Tanh", math.Tanh},
		{"Expm1", Expm1}, {"math.Expm1", math.Expm1}, {"Log1p", Log1p}, {"math.Log1p", math.Log1p},
		{"Sincos", sin}, {"Erf", Erf}, {"NormalCDF", NormalCDF}, {"LogGamma", logGamma},
		{"math.Lgamma", func(x float64) float64 {
			v, _ := math.Lgamma(x)
			return v
		}},
	} {
		b.Run(c.name, func(b *testing.B) {
			s := 0.0
			for i := 0; i < b.N; i++ {
				s += c.f(xs[i&1023])
			}
			sink = s
		})
	}
}

var sink float64
