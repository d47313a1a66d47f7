package filtering

import (
	"cmp"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	about "indistinct/core/about/filtering"
	"indistinct/core/control"
	"indistinct/core/lab"
	"indistinct/core/labs/filtering/traffic"
	"indistinct/core/lang"
	"indistinct/core/sheet"
)

// own is a filter of the visitor's own, from one user's reports to that user's part of what is
// published, and the model x⁺ = A x + w, y = C x + v, z = L x of the reports.
type own struct {
	control.System                // G = L K
	private        control.System // G C S, from what is private; G where that is the reports themselves
	into           *mat.Dense     // C S, or the identity
	h2             float64        // ‖G‖₂
	hinf, omega    float64        // ‖G C S‖_∞, and where it is reached
	gain           float64        // γ: that, or of single events ‖G C S‖₂
	a, c, l        *mat.Dense
	w, v           *mat.SymDense
	rootW, rootV   *mat.Dense // of w and v
	kalman         *control.Filter
	each           float64 // standard deviation of one user's share of the noise on reports
	variance       float64 // of a user's part less z, without that noise
}

// designKinds designs for each kind of users. The model is then that of the kind whose streams move most what is
// published: the noise on the result that it asks for, by γ = max γᵢρᵢ, is enough for all (theorem 5).
func (m *model) designKinds() error {
	spec, kinds := m.spec, []*model(nil)
	for i := range max(1, len(spec.Rows("kinds"))) {
		k := *m
		k.kind, k.spec = i, about.OfKind(spec, i)
		if err := k.design(); err != nil {
			return err
		}
		kinds = append(kinds, &k)
	}
	*m = *slices.MaxFunc(kinds, func(a, b *model) int { return cmp.Compare(a.moves, b.moves) })
	m.spec, m.kinds = spec, kinds
	if m.moves == 0 {
		return lang.Errorf("filtering.refused.zero")
	}
	m.base = &traffic.Plan{RMSE: m.rmse(0)}
	return nil
}

// design makes the filter and the noise that its promise takes.
func (m *model) design() (err error) {
	m.tr.N, m.tr.Rho, m.tr.Ts = m.spec.Int("users"), m.spec.Float("ball"), 1
	taps, reports, part := m.spec.Text("plant") == about.Taps, m.spec.Rows("C"), m.spec.Rows("S")
	if taps {
		reports, part = reports[:1], nil
	}
	o := &own{into: mat.DenseCopyOf(control.Identity(len(reports), 1))}
	if len(part) > 0 {
		o.into = control.Mul(control.FromRows(reports...), control.Diag(part[0]...))
		m.reach = control.MaxSingular(o.into)
	}
	noise, known := m.tr.Kappa*m.tr.Rho, 0.0
	m.plan, m.own = &traffic.Plan{Name: m.spec.Text("arch")}, o
	switch report := noise * m.reach; m.plan.Name {
	case about.InputRaw:
		m.plan.InNoise, o.each = report, report
	case about.Input:
		m.plan.InNoise, o.each, known = report, report, report
	case about.Sum:
		known = report / math.Sqrt(float64(m.tr.N))
		m.plan.InNoise, o.each = report, known
	}
	if taps {
		o.rational(m.spec.List("fnum"), m.spec.List("fden"))
	} else if err = o.estimate(m.spec, known); err != nil {
		return err
	}
	o.private = control.System{A: o.A, B: control.Mul(o.B, o.into), C: o.C, D: control.Mul(o.D, o.into)}
	o.h2, o.hinf, o.omega, err = o.Norms()
	if o.gain = o.h2; err == nil && len(part) > 0 {
		o.gain, o.hinf, o.omega, err = o.private.Norms()
	}
	var errs [2]error
	o.rootW, errs[0] = control.Root(o.w)
	o.rootV, errs[1] = control.Root(o.v)
	if !m.event() {
		o.gain = o.hinf
	}
	if m.moves = m.tr.Rho * o.gain; m.plan.Name == about.Output {
		m.plan.OutNoise = noise * o.gain
	}
	return cmp.Or(err, errs[0], errs[1])
}

// event reports whether streams are adjacent that differ at one step alone.
func (m *model) event() bool { return m.own != nil && m.spec.Text("adj") == "event" }

// rmse is the root mean squared error of what is published with so much of the noise.
func (m *model) rmse(share float64) float64 {
	if m.own == nil {
		return m.plan.RMSEAt(&m.tr, share)
	}
	sum, out := 0.0, share*m.plan.OutNoise
	for _, k := range m.kinds {
		in := share * k.own.each * k.own.h2
		sum += float64(k.tr.N) * (k.own.variance + in*in)
	}
	return math.Sqrt(sum + out*out)
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
		o.variance = max(0, control.Congruence(o.l, cov).At(0, 0))
	}
	return nil
}

// along is the filter of what is private where that moves along u, the direction that shows most at once.
func (o *own) along() (f control.System, u *mat.Dense) {
	u = mat.DenseCopyOf(o.private.D.T())
	size := floats.Norm(u.RawMatrix().Data, 2)
	for i := 0; size == 0 && i < o.into.RawMatrix().Rows; i++ { // nothing shows at once: a direction that is reported
		mat.Row(u.RawMatrix().Data, i, o.into)
		size = floats.Norm(u.RawMatrix().Data, 2)
	}
	if len(u.RawMatrix().Data) > 1 {
		u.Scale(1/size, u)
	} else {
		u.Set(0, 0, 1)
	}
	return control.System{A: o.A, B: control.Mul(o.private.B, u), C: o.C, D: control.Mul(o.private.D, u)}, u
}

// matricesSheet shows the Kalman filter's matrices, to be copied.
func (m *model) matricesSheet() (sheet.Sheet, error) {
	k := m.own.kalman
	return control.Sheet("filtering.analysis.matrices", "filtering.matrices.",
		[]string{"prior", "post", "gain", "dynamics"}, k.Prior, k.Post, k.Gain, m.own.A), nil
}
