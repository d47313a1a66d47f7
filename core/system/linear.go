package system

import (
	"errors"
	"math"

	"indistinct/core/fmt"
	"indistinct/core/linalg"
	"indistinct/core/num"
	"indistinct/core/rng"
)

// Random streams of a linear system (rng.Key.Phase); trial is the run.
const phaseLinear = 120

// Linear is a linear-Gaussian system
//
//	x_{k+1} = A x_k + w_k,  y_k = C x_k + v_k,
//
// with w ~ N(0, Q), v ~ N(0, R), x_0 ~ N(X0, P0). On it the moving-horizon
// estimator with matched prior weight is the Kalman filter, and the filter's
// errors have known chi-square laws: two checks that need no reference.
type Linear struct {
	A, C, Q, R, P0 *linalg.Matrix
	X0             []float64
}

// Linear returns the oscillator of a configuration with positions measured
// directly: sensor noise of the mixture's nominal variance μ² + σ², process
// noise of the uniform law's variance W²/3 on position and as much on velocity,
// start variance (Diam/2)².
func (c Config) Linear() *Linear {
	a := c.Matrix()
	m := linalg.New(4, 4)
	copy(m.A, a[:])
	q := math.Max(c.W*c.W/3, 1e-12)
	r := float64(c.Mu*c.Mu) + float64(c.SD*c.SD)
	p := 0.25 * c.Diam * c.Diam
	return &Linear{
		A: m, C: linalg.FromRows([]float64{1, 0, 0, 0}, []float64{0, 1, 0, 0}),
		Q: linalg.Diag(q, q, q, q), R: linalg.Diag(r, r), P0: linalg.Diag(p, p, p, p),
		X0: append([]float64(nil), c.Start[:]...),
	}
}

// Check returns one sentence for each matrix of the wrong shape.
func (l *Linear) Check() error {
	n, p := l.A.Rows, l.C.Rows
	var errs []error
	shape := func(name string, m *linalg.Matrix, r, c int) {
		if m.Rows != r || m.Cols != c {
			errs = append(errs, fmt.Errorf("%s is %d × %d: it must be %d × %d", name, m.Rows, m.Cols, r, c))
		}
	}
	shape("A", l.A, n, n)
	shape("C", l.C, p, n)
	shape("Q", l.Q, n, n)
	shape("R", l.R, p, p)
	shape("P0", l.P0, n, n)
	if len(l.X0) != n {
		errs = append(errs, fmt.Errorf("X0 has %d numbers: it must have %d", len(l.X0), n))
	}
	if len(errs) > 0 {
		return errors.Join(errs...)
	}
	for name, m := range [3]*linalg.Matrix{l.Q, l.R, l.P0} {
		if _, err := m.Cholesky(); err != nil {
			return fmt.Errorf("%s is not positive definite: a covariance must be", [3]string{"Q", "R", "P0"}[name])
		}
	}
	return nil
}

// Simulate draws states x_0 … x_T and readings y_0 … y_T of one run.
func (l *Linear) Simulate(seed uint64, run, T int) (x, y [][]float64, err error) {
	if err := l.Check(); err != nil {
		return nil, nil, err
	}
	lq, _ := l.Q.Cholesky()
	lr, _ := l.R.Cholesky()
	lp, _ := l.P0.Cholesky()
	s := rng.New(rng.Key{Seed: seed, Phase: phaseLinear, Trial: uint64(run)})
	add := func(v []float64, l *linalg.Matrix) {
		z := make([]float64, len(v))
		for i := range z {
			z[i] = s.Norm()
		}
		u := make([]float64, len(v))
		l.Apply(z, u)
		for i := range v {
			v[i] += u[i]
		}
	}
	state := append([]float64(nil), l.X0...)
	add(state, lp)
	for k := 0; k <= T; k++ {
		if k > 0 {
			next := make([]float64, len(state))
			l.A.Apply(state, next)
			add(next, lq)
			state = next
		}
		out := make([]float64, l.C.Rows)
		l.C.Apply(state, out)
		add(out, lr)
		x, y = append(x, state), append(y, out)
	}
	return x, y, nil
}

// Filtered is what a Kalman filter knows at one step.
type Filtered struct {
	X     []float64      // x̂_{k|k}
	P     *linalg.Matrix // its covariance
	Prior []float64      // x̂_{k|k−1}
	M     *linalg.Matrix // its covariance
	E     []float64      // innovation y_k − C x̂_{k|k−1}
	S     *linalg.Matrix // its covariance
}

// Kalman filters a record.
func (l *Linear) Kalman(y [][]float64) ([]Filtered, error) {
	if err := l.Check(); err != nil {
		return nil, err
	}
	var out []Filtered
	prior, m := append([]float64(nil), l.X0...), l.P0
	for k := range y {
		if k > 0 {
			last := out[k-1]
			prior = make([]float64, len(prior))
			l.A.Apply(last.X, prior)
			m = l.A.Mul(last.P).Mul(l.A.T()).Add(l.Q).Symmetrise()
		}
		f := Filtered{Prior: prior, M: m}
		f.E = make([]float64, len(y[k]))
		l.C.Apply(prior, f.E)
		for i := range f.E {
			f.E[i] = y[k][i] - f.E[i]
		}
		cm := l.C.Mul(m)
		f.S = cm.Mul(l.C.T()).Add(l.R).Symmetrise()
		gt, err := f.S.Solve(cm) // Kᵀ
		if err != nil {
			return nil, err
		}
		gain := gt.T()
		f.X = make([]float64, len(prior))
		gain.Apply(f.E, f.X)
		for i := range f.X {
			f.X[i] += prior[i]
		}
		// Joseph's form keeps P symmetric positive definite.
		j := linalg.Identity(len(prior)).Sub(gain.Mul(l.C))
		f.P = j.Mul(m).Mul(j.T()).Add(gain.Mul(l.R).Mul(gain.T())).Symmetrise()
		out = append(out, f)
	}
	return out, nil
}

// MovingHorizon returns the moving-horizon estimates of x_k, k = 0 … T, from
// windows of up to n + 1 readings: the minimiser of
//
//	‖x_j − x̄_j‖²_{M_j⁻¹} + Σ ‖x_{i+1} − A x_i‖²_{Q⁻¹} + Σ ‖y_i − C x_i‖²_{R⁻¹}
//
// over i = j … k, j = max(0, k−n), where x̄_j = A times the estimate of step
// j−1. weight multiplies the prior's term; at weight 1, the matched weight of
// the filter's Riccati recursion, the estimates are the Kalman filter's.
func (l *Linear) MovingHorizon(y [][]float64, n int, weight float64) ([][]float64, error) {
	if n < 0 || !(weight > 0) {
		return nil, fmt.Errorf("window %d and prior weight %v: the window must be at least 0 and the weight above 0", n, weight)
	}
	k, err := l.Kalman(y) // only its covariances are used
	if err != nil {
		return nil, err
	}
	d := l.A.Rows
	qi, err := l.Q.Inverse()
	if err != nil {
		return nil, err
	}
	ri, err := l.R.Inverse()
	if err != nil {
		return nil, err
	}
	cr := l.C.T().Mul(ri)
	crc := cr.Mul(l.C)
	qa := qi.Mul(l.A)
	aqa := l.A.T().Mul(qa)
	var out [][]float64
	for t := range y {
		j := max(0, t-n)
		size := (t - j + 1) * d
		h, b := linalg.New(size, size), linalg.New(size, 1)
		bump := func(r, c int, m *linalg.Matrix, f float64) {
			h.SetBlock(r*d, c*d, h.Block(r*d, c*d, d, d).AddScaled(f, m))
		}
		mi, err := k[j].M.Inverse()
		if err != nil {
			return nil, err
		}
		prior := l.X0
		if j > 0 {
			prior = make([]float64, d)
			l.A.Apply(out[j-1], prior)
		}
		v := make([]float64, d)
		bump(0, 0, mi, weight)
		mi.Apply(prior, v)
		for i := range v {
			b.A[i] += float64(weight * v[i])
		}
		for i := 0; i <= t-j; i++ {
			bump(i, i, crc, 1)
			cr.Apply(y[j+i], v)
			for q := range v {
				b.A[i*d+q] += v[q]
			}
			if i > 0 {
				bump(i, i, qi, 1)
				bump(i-1, i-1, aqa, 1)
				bump(i, i-1, qa, -1)
				bump(i-1, i, qa.T(), -1)
			}
		}
		x, err := h.Solve(b)
		if err != nil {
			return nil, err
		}
		out = append(out, append([]float64(nil), x.A[size-d:]...))
	}
	return out, nil
}

// Consistency holds, for each step, the means over runs of the normalised
// estimation error squared (x − x̂)ᵀP⁻¹(x − x̂) and of the normalised innovation
// squared, with the bands that contain each mean with probability Level when
// the filter's covariances are right (Bar-Shalom, Li & Kirubarajan 2001, §5.4).
type Consistency struct {
	Runs  int
	Level float64
	NEES  []float64
	NIS   []float64
	// Bands of a mean over Runs runs: chi-square quantiles with Runs·dim
	// degrees of freedom, divided by Runs.
	NEESBand, NISBand [2]float64
}

// Consistent simulates runs of T + 1 steps, filters them, and returns the
// series. scale multiplies the covariance Q that the filter is told, so that a
// wrong filter can be shown: 1 is the right one.
func (l *Linear) Consistent(seed uint64, runs, T int, level, scale float64) (*Consistency, error) {
	if runs < 1 || runs > 100000 || T < 0 || T > 10000 {
		return nil, fmt.Errorf("%d runs of %d steps: 1 to 100000 runs of up to 10000 steps are accepted", runs, T)
	}
	if !(level > 0 && level < 1) {
		return nil, fmt.Errorf("level is %v: it must lie between 0 and 1", level)
	}
	if !(scale > 0) || math.IsInf(scale, 1) {
		return nil, fmt.Errorf("scale of Q is %v: it must be a positive number", scale)
	}
	told := *l
	told.Q = l.Q.Scale(scale)
	c := &Consistency{Runs: runs, Level: level, NEES: make([]float64, T+1), NIS: make([]float64, T+1)}
	quad := func(m *linalg.Matrix, v []float64) (float64, error) {
		b := linalg.New(len(v), 1)
		copy(b.A, v)
		x, err := m.Solve(b)
		if err != nil {
			return 0, err
		}
		s := 0.0
		for i := range v {
			s += float64(v[i] * x.A[i])
		}
		return s, nil
	}
	for run := range runs {
		x, y, err := l.Simulate(seed, run, T)
		if err != nil {
			return nil, err
		}
		f, err := told.Kalman(y)
		if err != nil {
			return nil, err
		}
		for k := range f {
			e := make([]float64, len(x[k]))
			for i := range e {
				e[i] = x[k][i] - f[k].X[i]
			}
			a, err := quad(f[k].P, e)
			if err != nil {
				return nil, err
			}
			b, err := quad(f[k].S, f[k].E)
			if err != nil {
				return nil, err
			}
			c.NEES[k] += a / float64(runs)
			c.NIS[k] += b / float64(runs)
		}
	}
	for i, n := range [2]int{l.A.Rows, l.C.Rows} {
		band := [2]float64{
			ChiSquareQuantile(0.5*(1-level), runs*n) / float64(runs),
			ChiSquareQuantile(0.5*(1+level), runs*n) / float64(runs),
		}
		if i == 0 {
			c.NEESBand = band
		} else {
			c.NISBand = band
		}
	}
	return c, nil
}

// ChiSquareQuantile returns the p-quantile of the chi-square law with n degrees
// of freedom, to 10⁻¹² relative.
func ChiSquareQuantile(p float64, n int) float64 {
	if !(p > 0) || n < 1 {
		return 0
	}
	if p >= 1 {
		return math.Inf(1)
	}
	// Double until it is bracketed, then bisect.
	lo, hi := 0.0, float64(n)
	for chiSquareCDF(hi, n) < p {
		lo, hi = hi, 2*hi
	}
	for range 200 {
		m := 0.5 * (lo + hi)
		if m <= lo || m >= hi {
			break
		}
		if chiSquareCDF(m, n) < p {
			lo = m
		} else {
			hi = m
		}
	}
	return 0.5 * (lo + hi)
}

// chiSquareCDF is the regularised lower incomplete gamma function at (n/2, x/2):
// the series below the mean, the continued fraction (Lentz) above.
func chiSquareCDF(x float64, n int) float64 {
	if x <= 0 {
		return 0
	}
	a, z := 0.5*float64(n), 0.5*x
	front := num.Exp(float64(a*num.Log(z)) - z - num.LogGamma(a))
	if z < a+1 {
		term, sum := 1/a, 1/a
		for i := 1; i < 100000; i++ {
			term = float64(term * (z / (a + float64(i))))
			sum += term
			if term < 1e-17*sum {
				break
			}
		}
		return sum * front
	}
	const tiny = 1e-300
	b := z + 1 - a
	c, d := 1/tiny, 1/b
	h := d
	for i := 1; i < 100000; i++ {
		f := float64(i)
		an := -f * (f - a)
		b += 2
		d = float64(an*d) + b
		if math.Abs(d) < tiny {
			d = tiny
		}
		c = b + an/c
		if math.Abs(c) < tiny {
			c = tiny
		}
		d = 1 / d
		h *= d * c
		if math.Abs(float64(d*c)-1) < 1e-16 {
			break
		}
	}
	return 1 - float64(front*h)
}
