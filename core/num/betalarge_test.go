package num

import (
	"math"
	"testing"
)

// The expansion for large arguments agrees with the continued fraction, which
// is slow there, to rounding.
func TestBetaAsymptotic(t *testing.T) {
	tried := 0
	for _, ab := range [][2]float64{{101, 101}, {150, 3000}, {3000, 150}, {1e4, 1e4}, {250000, 750001}, {1e3, 5e7},
		{2.5e7, 2.5e7}, {1e4, 1.2e8}, {1e8, 1e8}} {
		mean := ab[0] / (ab[0] + ab[1])
		sd := math.Sqrt(mean * (1 - mean) / (ab[0] + ab[1]))
		for _, z := range []float64{-6, -3, -1, -0.01, 0.01, 1, 3, 6} {
			a, b, x := ab[0], ab[1], mean+z*sd
			y := 1 - x
			l := betaLambda(a, b, x, y)
			if l < 0 {
				a, b, x, y, l = b, a, y, x, -l
			}
			if least := min(a, b); least <= 100 || l > 0.03*least {
				continue
			}
			tried++
			got, want := betaRatio(a, b, x, y, l, new(betaSeries)), betaFraction(a, b, x, y, l, new(betaSeries))
			if math.Abs(got/want-1) > 1e-13 {
				t.Errorf("a = %v, b = %v, %v standard deviations: %v, want %v", a, b, z, got, want)
			}
		}
	}
	if tried < 30 {
		t.Errorf("only %d cases used the expansion", tried)
	}
}

// LogTails agrees with IncBeta where that does not underflow, and goes on
// where it does: I_x(a, 1) = x^a.
func TestLogTails(t *testing.T) {
	for _, c := range [][3]float64{{3, 5e7, 1.2e-7}, {90, 911, 0.1}, {500, 501, 0.55}, {1e7, 4e7, 0.2001},
		{1, 7, 0.9}} {
		lower, upper := IncBeta(c[0], c[1], c[2])
		ll, lu := NewBeta(c[0], c[1]).LogTails(c[2])
		if math.Abs(Exp(ll)/lower-1) > 1e-12 || math.Abs(Exp(lu)/upper-1) > 1e-12 {
			t.Errorf("%v: %v and %v, want the logarithms of %v and %v", c, ll, lu, lower, upper)
		}
	}
	l, u := NewBeta(5000, 1).LogTails(1e-3)
	if want := 5000 * Log(1e-3); math.Abs(l/want-1) > 1e-12 || u != 0 {
		t.Errorf("far tail: %v and %v, want %v and 0", l, u, want)
	}
}

func TestNormalQuantileLog(t *testing.T) {
	for _, l := range []float64{-0.5, -50, -689, -691, -1000, -1e5, -1e8} {
		if x := NormalQuantileLog(l); math.Abs(LogNormalCDF(x)/l-1) > 1e-13 {
			t.Errorf("l = %v: %v, at which ln Φ is %v", l, x, LogNormalCDF(x))
		}
	}
}
