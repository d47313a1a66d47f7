package num

import (
	"math"
	"testing"
)

func TestBisect(t *testing.T) {
	for _, want := range []float64{0.25, 1e-9, math.Sqrt2 / 2, 1} {
		if got := Bisect(0, 1, 0, func(x float64) bool { return x >= want }); got != want {
			t.Errorf("the condition x ≥ %v begins at %v", want, got)
		}
	}
	if got := Bisect(-3, 5, 1e-6, func(x float64) bool { return x >= -2 }); math.Abs(got+2) > 1e-5 || got < -2 {
		t.Errorf("the condition x ≥ −2 begins at %v", got)
	}
	for _, want := range []float64{1e-300, 3e-7, 1e200} {
		asked := 0
		got := BisectRatio(1e-308, 1e308, 1e-12, func(x float64) bool { asked++; return x >= want })
		if math.Abs(got-want) > 1e-11*want || asked > 80 {
			t.Errorf("the condition x ≥ %v begins at %v, asked %d times", want, got, asked)
		}
	}
}

func TestGoldenSection(t *testing.T) {
	for _, want := range []float64{-1, 0.3, 2} { // an end may be the least
		f := func(x float64) float64 { return 5 + (x-want)*(x-want) }
		a, b, low := Golden(-1, 2, 30, f)
		if width := 3 * math.Pow(0.6180339887498949, 30); a > want || b < want || b-a > 1.001*width || low < 5 ||
			low > f(want+width) {
			t.Errorf("the least at %v: %v … %v, lowest value %v", want, a, b, low)
		}
	}
}

func TestRoot(t *testing.T) {
	for _, c := range []struct {
		name         string
		f            func(float64) float64
		lo, hi, want float64
	}{
		{"cube", func(x float64) float64 { return x*x*x - 2 }, 0, 2, math.Cbrt(2)},
		{"falling", func(x float64) float64 { return math.Exp(-x) - 0.5 }, 0, 40, math.Ln2},
		{"at an end", func(x float64) float64 { return x }, 0, 1, 0},
		{"no change of sign", func(x float64) float64 { return 1 + x }, 0, 1, 0},
	} {
		if got := Root(c.f, c.lo, c.hi); math.Abs(got-c.want) > 4e-16*math.Abs(c.want)+1e-15 {
			t.Errorf("%s: zero at %v, want %v", c.name, got, c.want)
		}
	}
}
