package filtering

import (
	"cmp"
	"math"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"indistinct/core/control"
	"indistinct/core/lab"
	"indistinct/core/labs/filtering/traffic"
	"indistinct/core/lang"
	"indistinct/core/sheet"
)

// What is filtered: the paper's vehicles, or what the visitor types.
const (
	vehicles = "vehicles"
	custom   = "custom" // n users with matrices, by Kalman filters
	taps     = "filter" // by a numerator and a denominator

	// sum is noise on the sum of the reports of users who are alike, and a Kalman filter that
	// knows of it (Degue & Le Ny 2017).
	sum = "sum"
)

// own is a filter of the visitor's own, from one user's reports to that user's part of what is
// published, and the model x⁺ = A x + w, y = C x + v, z = L x of the reports.
type own struct {
	control.System
	h2, hinf, omega float64
	a, c, l         *mat.Dense
	w, v            *mat.SymDense
	rootW, rootV    *mat.Dense // of w and v
	kalman          *control.Filter
	each            float64 // standard deviation of one user's share of the noise on reports
	variance        float64 // of a user's part less z, without that noise
}

// design makes the filter and the noise that its promise takes.
func (m *model) design() (err error) {
	m.tr.N, m.tr.Rho, m.tr.Ts = m.spec.Int("users"), m.spec.Float("ball"), 1
	noise, known := m.tr.Kappa*m.tr.Rho, 0.0
	o := &own{}
	m.plan, m.own = &traffic.Plan{Name: m.spec.Text("arch")}, o
	switch m.plan.Name {
	case traffic.InputRaw:
		m.plan.InNoise, o.each = noise, noise
	case traffic.Input:
		m.plan.InNoise, o.each, known = noise, noise, noise
	case sum:
		known = noise / math.Sqrt(float64(m.tr.N))
		m.plan.InNoise, o.each = noise, known
	}
	if m.spec.Text("plant") == taps {
		o.rational(m.spec.List("fnum"), m.spec.List("fden"))
	} else if err = o.estimate(m.spec, known); err != nil {
		return err
	}
	if o.h2, o.hinf, o.omega, err = o.Norms(); err == nil && o.hinf == 0 {
		return lang.Errorf("filtering.refused.zero")
	}
	if err == nil {
		o.rootW, err = control.Root(o.w)
	}
	if err == nil {
		o.rootV, err = control.Root(o.v)
	}
	switch {
	case m.plan.Name == traffic.Output && m.event():
		m.plan.OutNoise = noise * o.h2
	case m.plan.Name == traffic.Output:
		m.plan.OutNoise = noise * o.hinf
	}
	m.base = &traffic.Plan{RMSE: m.rmse(0)}
	return err
}

// event reports whether streams are adjacent that differ at one step alone.
func (m *model) event() bool { return m.own != nil && m.spec.Text("adj") == "event" }

// rmse is the root mean squared error of what is published with so much of the noise.
func (m *model) rmse(share float64) float64 {
	if m.own == nil {
		return m.plan.RMSEAt(&m.tr, share)
	}
	in, out := share*m.own.each*m.own.h2, share*m.plan.OutNoise
	return math.Sqrt(float64(m.tr.N)*(m.own.variance+in*in) + out*out)
}

// rational makes the filter (b₀ + b₁z⁻¹ + …)/(1 + a₁z⁻¹ + …) of white noise.
func (o *own) rational(b, a []float64) {
	n := max(len(b)-1, len(a), 1)
	b, a = append(b, make([]float64, n)...), append(a, make([]float64, n)...)
	o.A, o.B, o.C = mat.NewDense(n, n, nil), mat.NewDense(n, 1, nil), mat.NewDense(1, n, nil)
	o.B.Set(0, 0, 1)
	for i := range n {
		o.A.Set(0, i, -a[i])
		if i > 0 {
			o.A.Set(i, i-1, 1)
		}
		o.C.Set(0, i, b[i+1]-b[0]*a[i])
	}
	o.D = control.FromRows(b[:1])
	o.a, o.c, o.l = mat.NewDense(1, 1, nil), mat.NewDense(1, 1, nil), mat.NewDense(1, 1, nil)
	o.w, o.v = control.Identity(1, 0), control.Identity(1, 1)
}

// estimate makes the Kalman filter for noise of a standard deviation on each number of a report:
// in steady state, or with the gain that it has after T reports from P0 on.
func (o *own) estimate(s lab.Spec, noise float64) (err error) {
	var prior *mat.SymDense
	for i, to := range []**mat.SymDense{&o.w, &o.v, &prior} {
		name := []string{"W", "V", "P0"}[i]
		if rows := s.Rows(name); len(rows) > 0 {
			if *to, err = control.Semidefinite(name, rows); err != nil {
				return lab.Blame(name, err)
			}
		}
	}
	o.a, o.c, o.l = control.FromRows(s.Rows("A")...), control.FromRows(s.Rows("C")...), control.FromRows(s.Rows("L")...)
	v := control.Sym(control.Add(o.v, control.Identity(o.v.SymmetricDim(), noise*noise)))
	if o.kalman, err = control.Kalman(o.a, o.c, o.w, v); err != nil {
		return cmp.Or(control.Unmoved(o.a.T(), o.c.T(), "control.undetectable"), err)
	}
	prior = cmp.Or(prior, o.kalman.Prior)
	for range s.Int("T") {
		if o.kalman, err = control.Update(o.c, v, prior); err != nil {
			return err
		}
		prior = control.Sym(control.Add(control.Congruence(o.a, o.kalman.Post), o.w))
	}
	// x̂ = F x̂ + K y, of which the error is F e + (I − KC) w − K v.
	gain := o.kalman.Gain
	rest := control.Sub(control.Identity(len(s.Rows("A")), 1), control.Mul(gain, o.c))
	f := control.Mul(rest, o.a)
	o.System = control.System{A: f, B: control.Mul(f, gain), C: o.l, D: control.Mul(o.l, gain)}
	noisy := control.Sym(control.Add(control.Congruence(rest, o.w), control.Congruence(gain, o.v)))
	if cov, err := control.Lyapunov(f, noisy); err == nil { // Norms says what is not stable
		o.variance = control.Congruence(o.l, cov).At(0, 0)
	}
	return nil
}

// along is the filter of reports that move along u, the direction that shows most at once.
func (o *own) along() (f control.System, u *mat.Dense) {
	u = mat.DenseCopyOf(o.D.T())
	if size := floats.Norm(u.RawMatrix().Data, 2); size > 0 && len(u.RawMatrix().Data) > 1 {
		u.Scale(1/size, u)
	} else {
		u.Set(0, 0, 1)
	}
	return control.System{A: o.A, B: control.Mul(o.B, u), C: o.C, D: control.Mul(o.D, u)}, u
}

// matricesSheet shows the Kalman filter's matrices, to be copied.
func (m *model) matricesSheet() (sheet.Sheet, error) {
	k := m.own.kalman
	return control.Sheet("filtering.analysis.matrices", "filtering.matrices.",
		[]string{"prior", "post", "gain", "dynamics"}, k.Prior, k.Post, k.Gain, m.own.A), nil
}
