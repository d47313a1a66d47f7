package system

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/mat"

	"indistinct/core/control"
)

// With the matched prior weight the moving-horizon estimator is the Kalman
// filter, whatever the window; with another weight it is not.
func TestMovingHorizonIsKalman(t *testing.T) {
	c := Default()
	c.W = .05
	for _, l := range []*Linear{c.Linear(), {
		A: control.FromRows([]float64{1, .1}, []float64{0, .9}), C: control.FromRows([]float64{1, 0}),
		Q: mat.NewSymDense(2, []float64{.02, .005, .005, .03}), R: control.Diag(.5), P0: control.Diag(1, 2), X0: []float64{1, -1},
	}} {
		_, y, err := l.simulate(1, 0, 25)
		if err != nil {
			t.Fatal(err)
		}
		b, err := l.beliefs(len(y))
		if err != nil {
			t.Fatal(err)
		}
		f, _ := l.kalman(b, y)
		for _, n := range []int{0, 1, 5, 40} {
			x, err := movingHorizon(l, b, y, n, 1)
			if err != nil {
				t.Fatal(err)
			}
			for k := range x {
				for i := range x[k] {
					if d := math.Abs(x[k][i] - f[k][i]); d > 1e-8*(1+math.Abs(f[k][i])) {
						t.Fatalf("window %d, step %d: moving horizon %v, Kalman %v", n, k, x[k], f[k])
					}
				}
			}
		}
		x, err := movingHorizon(l, b, y, 3, 20)
		if err != nil {
			t.Fatal(err)
		}
		if math.Abs(x[10][0]-f[10][0]) < 1e-6 {
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
}

// movingHorizon returns the moving-horizon estimates of x_k, k = 0 … T, from
// windows of up to n + 1 readings: the minimiser of
//
//	‖x_j − x̄_j‖²_{M_j⁻¹} + Σ ‖x_{i+1} − A x_i‖²_{Q⁻¹} + Σ ‖y_i − C x_i‖²_{R⁻¹}
//
// over i = j … k, j = max(0, k−n), where x̄_j = A times the estimate of step
// j−1. weight multiplies the prior's term; at weight 1, the matched weight of
// the filter's Riccati recursion, the estimates are the Kalman filter's.
func movingHorizon(l *Linear, k []belief, y [][]float64, n int, weight float64) ([][]float64, error) {
	d := len(l.X0)
	qi, err := control.Inverse(l.Q)
	if err != nil {
		return nil, err
	}
	ri, err := control.Inverse(l.R)
	if err != nil {
		return nil, err
	}
	cr := control.Mul(l.C.T(), ri)
	crc := control.Mul(cr, l.C)
	qa := control.Mul(qi, l.A)
	aqa := control.Mul(l.A.T(), qa)
	var out [][]float64
	for t := range y {
		j := max(0, t-n)
		size := (t - j + 1) * d
		h, b := mat.NewDense(size, size, nil), mat.NewDense(size, 1, nil)
		bump := func(r, c int, m mat.Matrix, f float64) {
			at := h.Slice(r*d, (r+1)*d, c*d, (c+1)*d).(*mat.Dense)
			at.Add(at, control.Scale(f, m))
		}
		push := func(i int, f float64) { b.Set(i, 0, b.At(i, 0)+f) }
		mi, err := control.Inverse(k[j].prior)
		if err != nil {
			return nil, err
		}
		prior := l.X0
		if j > 0 {
			prior = make([]float64, d)
			control.Apply(l.A, out[j-1], prior)
		}
		v := make([]float64, d)
		bump(0, 0, mi, weight)
		control.Apply(mi, prior, v)
		for i := range v {
			push(i, weight*v[i])
		}
		for i := 0; i <= t-j; i++ {
			bump(i, i, crc, 1)
			control.Apply(cr, y[j+i], v)
			for q := range v {
				push(i*d+q, v[q])
			}
			if i > 0 {
				bump(i, i, qi, 1)
				bump(i-1, i-1, aqa, 1)
				bump(i, i-1, qa, -1)
				bump(i-1, i, qa.T(), -1)
			}
		}
		x, err := control.Solve(h, b)
		if err != nil {
			return nil, err
		}
		out = append(out, mat.Col(nil, 0, x)[size-d:])
	}
	return out, nil
}
