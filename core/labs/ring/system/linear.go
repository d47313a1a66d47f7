package system

import (
	"math"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat/distuv"

	"indistinct/core/control"
	"indistinct/core/rng"
)

// Linear is a linear-Gaussian system
//
//	x_{k+1} = A x_k + w_k,  y_k = C x_k + v_k,
//
// with w ~ N(0, Q), v ~ N(0, R), x_0 ~ N(X0, P0). On it the moving-horizon
// estimator with matched prior weight is the Kalman filter, and the filter's
// errors have known chi-square laws: two checks that need no reference.
type Linear struct {
	A, C     *mat.Dense
	Q, R, P0 *mat.SymDense
	X0       []float64
}

// Linear returns the oscillator of a configuration with positions measured
// directly: sensor noise of the mixture's nominal variance μ² + σ², process
// noise of the uniform law's variance W²/3 on position and as much on velocity,
// start variance (Diam/2)².
func (c Config) Linear() *Linear {
	a := c.Matrix()
	q := math.Max(c.W*c.W/3, 1e-12)
	r := c.Mu*c.Mu + c.SD*c.SD
	p := 0.25 * c.Diam * c.Diam
	return &Linear{
		A: mat.NewDense(4, 4, a[:]), C: control.FromRows([]float64{1, 0, 0, 0}, []float64{0, 1, 0, 0}),
		Q: control.Identity(4, q), R: control.Identity(2, r), P0: control.Identity(4, p),
		X0: append([]float64(nil), c.Start[:]...),
	}
}

// simulate draws states x_0 … x_T and readings y_0 … y_T of one run.
func (l *Linear) simulate(seed uint64, run, T int) (x, y [][]float64, err error) {
	var roots [3]*mat.Dense
	for i, m := range [3]*mat.SymDense{l.Q, l.R, l.P0} {
		if roots[i], err = control.Root(m); err != nil {
			return nil, nil, err
		}
	}
	s := rng.New(rng.Key{Seed: seed, Phase: rng.PhaseLinear, Trial: uint64(run)})
	add := func(v []float64, root *mat.Dense) {
		z, u := make([]float64, len(v)), make([]float64, len(v))
		for i := range z {
			z[i] = s.Norm()
		}
		control.Apply(root, z, u)
		for i := range v {
			v[i] += u[i]
		}
	}
	p, _ := l.C.Dims()
	state := append([]float64(nil), l.X0...)
	add(state, roots[2])
	for k := 0; k <= T; k++ {
		if k > 0 {
			next := make([]float64, len(state))
			control.Apply(l.A, state, next)
			add(next, roots[0])
			state = next
		}
		out := make([]float64, p)
		control.Apply(l.C, state, out)
		add(out, roots[1])
		x, y = append(x, state), append(y, out)
	}
	return x, y, nil
}

// belief is how certain a Kalman filter is at one step, whatever it reads.
type belief struct {
	gain     *mat.Dense
	prior, p *mat.SymDense // covariances of x − x̂ before and after the reading
	s        *mat.SymDense // covariance of the innovation
}

// beliefs runs the filter's Riccati recursion for some steps.
func (l *Linear) beliefs(steps int) ([]belief, error) {
	out := make([]belief, steps)
	m := l.P0
	for k := range out {
		if k > 0 {
			m = control.Sym(control.Add(control.Congruence(l.A, out[k-1].p), l.Q))
		}
		s := control.Sym(control.Add(control.Congruence(l.C, m), l.R))
		gt, err := control.Solve(s, control.Mul(l.C, m)) // Kᵀ
		if err != nil {
			return nil, err
		}
		gain := mat.DenseCopyOf(gt.T())
		// Joseph's form keeps P symmetric positive definite.
		j := control.Sub(control.Identity(len(l.X0), 1), control.Mul(gain, l.C))
		p := control.Sym(control.Add(control.Congruence(j, m), control.Congruence(gain, l.R)))
		out[k] = belief{gain, m, p, s}
	}
	return out, nil
}

// kalman filters a record: the estimates x̂_{k|k} and the innovations.
func (l *Linear) kalman(b []belief, y [][]float64) (x, e [][]float64) {
	prior := append([]float64(nil), l.X0...)
	for k := range y {
		if k > 0 {
			prior = make([]float64, len(l.X0))
			control.Apply(l.A, x[k-1], prior)
		}
		inn, next := make([]float64, len(y[k])), make([]float64, len(prior))
		control.Apply(l.C, prior, inn)
		for i := range inn {
			inn[i] = y[k][i] - inn[i]
		}
		control.Apply(b[k].gain, inn, next)
		for i := range next {
			next[i] += prior[i]
		}
		x, e = append(x, next), append(e, inn)
	}
	return x, e
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
	told := *l
	told.Q = control.Sym(control.Scale(scale, l.Q))
	b, err := told.beliefs(T + 1)
	if err != nil {
		return nil, err
	}
	c := &Consistency{Runs: runs, Level: level, NEES: make([]float64, T+1), NIS: make([]float64, T+1)}
	factors := make([][2]mat.Cholesky, T+1)
	for k := range factors {
		if !factors[k][0].Factorize(b[k].p) || !factors[k][1].Factorize(b[k].s) {
			return nil, control.ErrSingular
		}
	}
	quad := func(f *mat.Cholesky, v []float64) float64 {
		var x mat.VecDense
		u := mat.NewVecDense(len(v), v)
		if err := f.SolveVecTo(&x, u); err != nil {
			return math.NaN()
		}
		return mat.Dot(u, &x)
	}
	for run := range runs {
		x, y, err := l.simulate(seed, run, T)
		if err != nil {
			return nil, err
		}
		est, inn := told.kalman(b, y)
		for k := range y {
			e := make([]float64, len(x[k]))
			for i := range e {
				e[i] = x[k][i] - est[k][i]
			}
			c.NEES[k] += quad(&factors[k][0], e) / float64(runs)
			c.NIS[k] += quad(&factors[k][1], inn[k]) / float64(runs)
		}
	}
	band := func(dim int) [2]float64 {
		law := distuv.ChiSquared{K: float64(runs * dim)}
		return [2]float64{law.Quantile(0.5*(1-level)) / float64(runs), law.Quantile(0.5*(1+level)) / float64(runs)}
	}
	p, n := l.C.Dims()
	c.NEESBand, c.NISBand = band(n), band(p)
	return c, nil
}
