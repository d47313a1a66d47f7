package system

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/stat/distuv"

	"indistinct/core/linalg"
)

// With the matched prior weight the moving-horizon estimator is the Kalman
// filter, whatever the window; with another weight it is not.
func TestMovingHorizonIsKalman(t *testing.T) {
	c := Default()
	c.W = .05
	for _, l := range []*Linear{c.Linear(), {
		A: linalg.FromRows([]float64{1, .1}, []float64{0, .9}), C: linalg.FromRows([]float64{1, 0}),
		Q: linalg.FromRows([]float64{.02, .005}, []float64{.005, .03}), R: linalg.Diag(.5), P0: linalg.Diag(1, 2), X0: []float64{1, -1},
	}} {
		_, y, err := l.Simulate(1, 0, 25)
		if err != nil {
			t.Fatal(err)
		}
		f, err := l.Kalman(y)
		if err != nil {
			t.Fatal(err)
		}
		for _, n := range []int{0, 1, 5, 40} {
			x, err := l.MovingHorizon(y, n, 1)
			if err != nil {
				t.Fatal(err)
			}
			for k := range x {
				for i := range x[k] {
					if d := math.Abs(x[k][i] - f[k].X[i]); d > 1e-8*(1+math.Abs(f[k].X[i])) {
						t.Fatalf("window %d, step %d: moving horizon %v, Kalman %v", n, k, x[k], f[k].X)
					}
				}
			}
		}
		x, err := l.MovingHorizon(y, 3, 20)
		if err != nil {
			t.Fatal(err)
		}
		if math.Abs(x[10][0]-f[10].X[0]) < 1e-6 {
			t.Error("a prior weight that is not matched gives the Kalman filter's estimate")
		}
	}
}

// Bands at level 1 − 10⁻⁹ for each of 2·31 means over 60 runs: a right filter
// fails with probability below 10⁻⁷. A filter that is told a hundredth of the
// process noise leaves them.
func TestConsistency(t *testing.T) {
	c := Default()
	c.W = .05
	l := c.Linear()
	outside := func(scale float64) (n int) {
		s, err := l.Consistent(7, 60, 30, 1-1e-9, scale)
		if err != nil {
			t.Fatal(err)
		}
		for k := range s.NEES {
			if v := s.NEES[k]; v < s.NEESBand[0] || v > s.NEESBand[1] {
				n++
			}
			if v := s.NIS[k]; v < s.NISBand[0] || v > s.NISBand[1] {
				n++
			}
		}
		return n
	}
	if n := outside(1); n != 0 {
		t.Errorf("%d means lie outside their bands", n)
	}
	if n := outside(.01); n < 20 {
		t.Errorf("only %d means of a wrong filter lie outside their bands", n)
	}
	if _, err := l.Consistent(1, 0, 10, .95, 1); err == nil {
		t.Error("no runs were accepted")
	}
}

func TestChiSquareQuantile(t *testing.T) {
	for _, n := range []int{1, 2, 4, 20, 240, 4000} {
		for _, p := range []float64{1e-9, .025, .5, .975, 1 - 1e-9} {
			want := distuv.ChiSquared{K: float64(n)}.Quantile(p)
			if n == 1 && p == 1e-9 {
				want = math.Pi / 2 * p * p // gonum gives 0; P(χ² ≤ x) ≈ √(2x/π)
			}
			if got := ChiSquareQuantile(p, n); math.Abs(got-want) > 1e-7*want {
				t.Errorf("quantile %v with %d degrees of freedom: %v, want %v", p, n, got, want)
			}
		}
	}
}

func TestLinearCheck(t *testing.T) {
	l := Default().Linear()
	l.R = linalg.Diag(1)
	if _, _, err := l.Simulate(1, 0, 3); err == nil {
		t.Error("a sensor covariance of the wrong size was accepted")
	}
	l = Default().Linear()
	l.Q = linalg.Diag(1, 1, 1, -1)
	if _, err := l.Kalman(nil); err == nil {
		t.Error("an indefinite Q was accepted")
	}
	if _, err := Default().Linear().MovingHorizon(nil, -1, 1); err == nil {
		t.Error("a negative window was accepted")
	}
}
