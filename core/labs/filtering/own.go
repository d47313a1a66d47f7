package filtering

import (
	"math"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"indistinct/core/control"
	"indistinct/core/lab"
	"indistinct/core/labs/filtering/traffic"
	"indistinct/core/lang"
)

// What is filtered: the paper's vehicles, or what the visitor types.
const (
	vehicles = "vehicles"
	custom   = "custom" // Kalman filters of n users with matrices
	taps     = "filter" // a filter by its numerator and denominator

	// sum is the architecture of Degue & Le Ny (2017) for users who are alike: noise on the sum
	// of their reports, and a Kalman filter that knows of it.
	sum = "sum"
)

// checkOwn names what does not go together in a system of the visitor's own.
func checkOwn(s lab.Spec) (out lab.Problems) {
	arch := s.Text("arch")
	if arch == traffic.Redesigned || arch == traffic.Input && s.Text("plant") == taps {
		out.Say("arch", "filtering.refused.arch", "arch", archName(arch))
	}
	if s.Text("plant") == taps {
		return out
	}
	n, outputs := len(s.Rows("A")), len(s.Rows("C"))
	out.Fits(s, "A", n, n, "A")
	out.Fits(s, "C", 0, n, "A")
	out.Fits(s, "L", 1, n, "A")
	out.Fits(s, "W", n, n, "A")
	out.Fits(s, "P0", n, n, "A")
	out.Fits(s, "V", outputs, outputs, "C")
	if t := s.Int("T"); t > 0 && s.Int("length") > t {
		out.Say("length", "filtering.refused.length", "steps", s.Int("length"), "most", t)
	}
	return out
}

// own is the filter of one user, from reports y to the user's part of what is published.
type own struct {
	control.Norms
	event   float64 // the most by which one report that moves by 1 moves what is published, in ℓ₂
	a, c, l *mat.Dense
	w, v    *mat.SymDense
	steady  *control.Filter // with a horizon, of its last step
	outputs int             // numbers of a report
	h       [][]float64     // Markov parameters, 1 × outputs each, in steady state
	over    *mat.Dense      // with a horizon T: all reports to all of T publications
	// variance is that of the user's part less what it should be, with noise of variance added
	// on each number of a report, which the filter knows of.
	variance, added float64
}

// openOwn returns the filter of a Spec that is designed for noise of a standard deviation on
// each number of a report.
func openOwn(s lab.Spec, noise float64) (o *own, err error) {
	o = &own{added: noise * noise, outputs: 1}
	if s.Text("plant") == taps {
		o.added = 0
		err = o.rational(s.List("fnum"), s.List("fden"))
	} else {
		o.a, o.c, o.l = control.FromRows(s.Rows("A")...), control.FromRows(s.Rows("C")...),
			control.FromRows(s.Rows("L")...)
		o.outputs, _ = o.c.Dims()
		err = o.kalman(s)
	}
	if err != nil {
		return nil, err
	}
	if o.over == nil {
		o.Norms = control.NewNorms(o.h)
	}
	o.measureEvent()
	if o.HInf == 0 {
		return nil, &lab.Problem{Field: "plant", Say: lang.Say("filtering.refused.zero")}
	}
	return o, nil
}

// blame is the problem of a parameter.
func blame(field string, err error) error { return &lab.Problem{Field: field, Say: lang.Of(err)} }

// rational is the filter (b₀ + b₁z⁻¹ + …)/(1 + a₁z⁻¹ + …).
func (o *own) rational(b, a []float64) (err error) {
	if len(a) == 0 {
		for _, v := range b {
			o.h = append(o.h, []float64{v})
		}
		return nil
	}
	companion := mat.NewDense(len(a), len(a), nil)
	for i, v := range a {
		companion.Set(0, i, -v)
		if i > 0 {
			companion.Set(i, i-1, 1)
		}
	}
	if err := control.Stable(companion); err != nil {
		return blame("fden", err)
	}
	radius, err := control.SpectralRadius(companion)
	if err == nil {
		past, k := make([]float64, len(a)), 0
		o.h, err = control.Markov(len(a)+len(b), radius, func() []float64 {
			v := -floats.Dot(a, past)
			if k < len(b) {
				v += b[k]
			}
			k++
			copy(past[1:], past)
			past[0] = v
			return []float64{v}
		})
	}
	if err != nil {
		return blame("fden", err)
	}
	return nil
}

// kalman is the Kalman filter of the system, in steady state or from P0 to the horizon.
func (o *own) kalman(s lab.Spec) (err error) {
	n, _ := o.a.Dims()
	if o.w, err = control.Semidefinite("W", s.Rows("W")); err != nil {
		return blame("W", err)
	}
	if o.v, err = control.Semidefinite("V", s.Rows("V")); err != nil {
		return blame("V", err)
	}
	v := control.Sym(control.Add(o.v, control.Identity(o.outputs, o.added)))
	steps, prior := s.Int("T"), (*mat.SymDense)(nil)
	if rows := s.Rows("P0"); steps > 0 && len(rows) > 0 {
		if prior, err = control.Semidefinite("P0", rows); err != nil {
			return blame("P0", err)
		}
	} else {
		if o.steady, err = control.Kalman(o.a, o.c, o.w, v); err != nil {
			if why := control.Detectable(o.a, o.c); why != nil {
				return blame("C", why)
			}
			return blame("plant", err)
		}
		prior = o.steady.Prior
	}
	// x̂ = F x̂ + K y with F = (I − KC)A.
	dynamics := func() *mat.Dense {
		return control.Mul(control.Sub(control.Identity(n, 1), control.Mul(o.steady.Gain, o.c)), o.a)
	}
	if steps == 0 {
		f, state := dynamics(), o.steady.Gain
		radius, err := control.SpectralRadius(f)
		if err == nil {
			o.h, err = control.Markov(n, radius, func() []float64 {
				row := mat.Row(nil, 0, control.Mul(o.l, state))
				state = control.Mul(f, state)
				return row
			})
		}
		if err != nil {
			return blame("plant", err)
		}
		o.variance = control.Congruence(o.l, o.steady.Post).At(0, 0)
		return nil
	}
	o.over = mat.NewDense(steps, steps*o.outputs, nil)
	state := mat.NewDense(n, steps*o.outputs, nil) // x̂ as a map of all reports
	for k := range steps {
		if o.steady, err = control.Update(o.c, v, prior); err != nil {
			return err
		}
		state = control.Mul(dynamics(), state)
		control.SetBlock(state, 0, k*o.outputs, o.steady.Gain)
		o.over.SetRow(k, mat.Row(nil, 0, control.Mul(o.l, state)))
		prior = control.Sym(control.Add(control.Congruence(o.a, o.steady.Post), o.w))
	}
	o.variance = control.Congruence(o.l, o.steady.Post).At(0, 0)
	o.H2, o.L1 = floats.Norm(o.over.RawRowView(steps-1), 2), mat.Norm(o.over, 1)
	o.HInf = control.MaxSingular(o.over)
	return nil
}

// measureEvent sets the gain of a single report: with one number that is the ℓ₂ norm of the
// Markov parameters.
func (o *own) measureEvent() {
	look := func(m mat.Matrix) {
		o.event = max(o.event, math.Sqrt(control.MaxSingular(control.Mul(m.T(), m))))
	}
	if o.over == nil {
		look(control.FromRows(o.h...))
		return
	}
	steps, all := o.over.Dims()
	for j := 0; j < all; j += o.outputs {
		look(o.over.Slice(0, steps, j, j+o.outputs))
	}
}

// through maps the first reports to what is published of them.
func (o *own) through(steps int) *mat.Dense {
	if o.over != nil {
		return mat.DenseCopyOf(o.over.Slice(0, steps, 0, steps*o.outputs))
	}
	m := mat.NewDense(steps, steps*o.outputs, nil)
	for i := range steps {
		for j := max(0, i+1-len(o.h)); j <= i; j++ {
			copy(m.RawRowView(i)[j*o.outputs:], o.h[i-j])
		}
	}
	return m
}

// rmse is the root mean squared error of what is published of n users in steady state, or at
// the horizon, with white noise of these standard deviations on each user's reports and on the
// result: the filter is linear, so what was added to reports adds H₂² times its variance.
func (o *own) rmse(n int, each, out float64) float64 {
	return math.Sqrt(float64(n)*max(o.variance+(each*each-o.added)*o.H2*o.H2, 0) + out*out)
}
