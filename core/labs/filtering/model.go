package filtering

import (
	"math"

	"gonum.org/v1/gonum/mat"

	"indistinct/core/control"
	"indistinct/core/film"
	"indistinct/core/lab"
	"indistinct/core/lab/show"
	"indistinct/core/labs/filtering/traffic"
	"indistinct/core/lang"
	"indistinct/core/mechanism"
	"indistinct/core/privacy"
	"indistinct/core/sheet"
)

// model is an opened Spec.
type model struct {
	spec  lab.Spec
	tr    traffic.Setting // of it own has n, ρ and κ
	plan  *traffic.Plan   // of vehicles
	base  *traffic.Plan   // without privacy
	own   *own            // a system of the visitor's own, nil for vehicles
	plain *own            // without privacy
	// in and out are what the promise asks for on what users report and on the result; each is
	// what one user's share of the former is.
	in, out, each float64
	mech          *mechanism.Additive
	moved         displacement // how one user's stream differs
	sd            float64      // of the noise on what is audited
	diff          []float64    // how far it does over the audited steps
}

// multiplier returns the standard deviation of the noise for a radius of one.
func multiplier(s lab.Spec) (float64, error) {
	switch s.Text("law") {
	case "laplace":
		return math.Sqrt2 / s.Float("eps"), nil
	case "exact":
		return privacy.GaussianSigma(s.Float("delta"), s.Float("eps"))
	}
	return privacy.Kappa(s.Float("delta"), s.Float("eps"))
}

// Open designs the architecture.
func (Lab) Open(s lab.Spec) (lab.Model, error) {
	m := &model{spec: s}
	k, err := multiplier(s)
	if err != nil {
		return nil, err
	}
	m.tr = traffic.Setting{N: s.Int("cars"), Ts: s.Float("ts"), Sigma1: s.Float("sigma1"), Sigma2: s.Float("sigma2"),
		Rho: s.Float("rho"), Kappa: k, Laplace: s.Text("law") == "laplace"}
	if s.Text("plant") != vehicles {
		err = m.design()
	} else if m.plan, err = m.tr.Plan(s.Text("arch")); err == nil {
		m.in, m.out = m.plan.InNoise, m.plan.OutNoise
		m.base, err = m.tr.Plan(traffic.None)
	}
	if err != nil {
		return nil, err
	}
	if m.moved.shape = s.Text("shape"); m.event() {
		m.moved.shape = "bump"
	}
	m.mech = m.stream()
	return m, nil
}

// design is Open for a system of the visitor's own.
func (m *model) design() (err error) {
	m.tr.N, m.tr.Rho, m.tr.Ts = m.spec.Int("users"), m.spec.Float("ball"), 1
	noise, known := m.tr.Kappa*m.tr.Rho, 0.0
	switch m.spec.Text("arch") {
	case traffic.InputRaw:
		m.in, m.each = noise, noise
	case traffic.Input:
		m.in, m.each, known = noise, noise, noise
	case sum:
		m.in, m.each = noise, noise/math.Sqrt(float64(m.tr.N))
		known = m.each
	}
	if m.plain, err = openOwn(m.spec, 0); err != nil {
		return err
	}
	if m.own, err = openOwn(m.spec, known); err != nil {
		return err
	}
	if m.spec.Text("arch") == traffic.Output {
		switch m.out = noise * m.own.HInf; {
		case m.tr.Laplace:
			m.out = noise * m.own.L1
		case m.event():
			m.out = noise * m.own.event
		}
	}
	return nil
}

// event reports whether streams are adjacent that differ at one step alone.
func (m *model) event() bool { return m.own != nil && m.spec.Text("adj") == "event" }

// outputs is how many numbers a report has.
func (m *model) outputs() int {
	if m.own != nil {
		return m.own.outputs
	}
	return 1
}

// rmse is the error of what is published with so much of the noise that was promised.
func (m *model) rmse(share float64) float64 {
	if m.own != nil {
		return m.own.rmse(m.tr.N, share*m.each, share*m.out)
	}
	return m.plan.RMSEAt(&m.tr, share)
}

// stream is what the audit looks at: the published mean for noise on the
// result, the vehicle's own noisy reports for noise on reports.
func (m *model) stream() *mechanism.Additive {
	atReport := m.in > 0
	through := m.through()
	m.diff = m.moved.difference(through, m.outputs(), m.tr.Laplace)
	for i := range m.diff {
		m.diff[i] *= m.tr.Rho
	}
	published := make([]float64, through.RawMatrix().Rows)
	control.Apply(through, m.diff, published)
	s := &mechanism.Additive{Dim: 1, Noise: mechanism.NormalNoise{},
		Mean: [2][]float64{make([]float64, len(published)), published}}
	if atReport {
		s.Dim = m.outputs()
	} else if m.own == nil {
		for i := range published {
			published[i] /= float64(m.tr.N)
		}
	}
	if m.sd = m.out; atReport {
		m.sd = m.in
	}
	m.sd *= m.spec.Float("half")
	if s.Scale = m.sd; m.tr.Laplace {
		s.Noise, s.Scale = mechanism.LaplaceNoise{}, m.sd/math.Sqrt2
	}
	s.Says = mechanism.Claim{
		Budget: privacy.Budget{Epsilon: m.spec.Float("eps"), Delta: m.spec.Float("delta")},
		Source: lang.Say("filtering.claim.result"),
		Note:   lang.Say("filtering.claim.l2"),
	}
	switch {
	case m.tr.Laplace:
		s.Says.Budget.Delta = 0
		s.Says.Source, s.Says.Note = lang.Say("filtering.claim.laplace"), lang.Say("filtering.claim.l1")
	case atReport:
		s.Says.Source = lang.Say("filtering.claim.reports")
	case m.event():
		s.Says.Source = lang.Say("filtering.claim.event")
	}
	if m.event() {
		s.Says.Note = lang.Say("filtering.claim.once")
	}
	if m.sd == 0 || m.spec.Float("half") < 1 {
		s.Says = mechanism.Claim{Budget: privacy.Budget{Epsilon: math.Inf(1)}} // no theorem covers it
	}
	s.Exact = exact(s)
	return s
}

// through maps a user's reports over the audited steps to what is audited.
func (m *model) through() *mat.Dense {
	steps := m.spec.Int("length")
	switch {
	case m.in > 0:
		return mat.DenseCopyOf(control.Identity(steps*m.outputs(), 1))
	case m.own != nil:
		return m.own.through(steps)
	}
	return toeplitz(m.plan.Filter.Impulse(steps))
}

// Mechanism is what Run test audits.
func (m *model) Mechanism() mechanism.Mechanism { return m.mech }

// Description names the released signal, which is told from what it would be without
// noise and with the vehicle at its place.
func (m *model) Description() show.Description {
	if m.own != nil {
		s := show.Description{Inputs: m.inputs(), Time: film.Axis{Label: lang.Say("filtering.step")},
			Axes: []film.Axis{{Label: lang.Say("filtering.stage.own")}}}
		for j := 0; m.in > 0 && j < m.outputs(); j++ {
			s.Axes = append(s.Axes[:j], film.Axis{Label: lang.Say("filtering.stage.own.report", "j", j+1)})
		}
		return s
	}
	s := show.Description{Inputs: m.inputs(), Time: film.Axis{Label: lang.Say("filtering.time"), Unit: lang.Verbatim("s")},
		Axes: []film.Axis{{Label: lang.Say("filtering.stage.result"), Unit: lang.Verbatim("m/s")}}}
	s.Time.Max = m.tr.Ts * float64(m.spec.Int("length")-1)
	if m.in > 0 {
		s.Axes[0] = film.Axis{Label: lang.Say("filtering.stage.reports"), Unit: lang.Verbatim("m")}
	}
	return s
}

// inputs are what the record and its neighbour are called.
func (m *model) inputs() mechanism.Names {
	if m.own != nil {
		return mechanism.Names{lang.Say("filtering.input.own"), lang.Say("filtering.input.own.other")}
	}
	return mechanism.Names{lang.Say("filtering.input.record"), lang.Say("filtering.input.neighbour")}
}

// Facts are the noise and the errors by theory.
func (m *model) Facts() []lab.Fact {
	n := func(v float64) sheet.Cell { return sheet.Number(v, 4) }
	share := m.spec.Float("half")
	metre, speed, before := lang.Verbatim("m"), lang.Verbatim("m/s"), 0.0
	if m.own != nil {
		metre, speed, before = "", "", m.plain.rmse(m.tr.N, 0, 0)
	} else {
		before = m.base.RMSE
	}
	out := []lab.Fact{
		{Name: "rmse", Unit: speed, Value: n(m.rmse(share)), Key: true},
		{Name: "rmse_plain", Unit: speed, Value: n(before), Key: true},
	}
	if m.own != nil {
		out[0].Label, out[0].Help = lang.Say("filtering.fact.own.rmse"), lang.Say("filtering.fact.own.rmse.help")
	}
	noise := func(label, unit lang.Message, v float64) {
		help := lang.Say("filtering.fact.noise.help")
		if share != 1 {
			help = lang.Say("filtering.fact.noise.asked", "sd", v, "unit", unit)
		}
		out = append(out, lab.Fact{Name: "noise", Label: label, Unit: unit, Value: n(share * v), Key: true, Help: help})
	}
	switch {
	case m.spec.Text("arch") == sum:
		noise(lang.Say("filtering.fact.noise.sum"), metre, m.in)
	case m.in > 0:
		noise(lang.Say("filtering.fact.noise.reports"), metre, m.in)
	case m.out > 0:
		noise(lang.Say("filtering.fact.noise.result"), speed, m.out)
	}
	out = append(out, lab.Fact{Name: "kappa", Symbol: "κ", Value: n(m.tr.Kappa)})
	if m.own != nil {
		return append(out, lab.Fact{Name: "hinf", Symbol: "‖G‖_∞", Value: n(m.own.HInf),
			Label: lang.Say("filtering.fact.own.hinf"), Help: lang.Say("filtering.fact.own.hinf.help")},
			lab.Fact{Name: "h2", Symbol: "‖G‖₂", Value: n(m.own.H2)})
	}
	f := m.plan.Filter
	return append(out, lab.Fact{Name: "hinf", Symbol: "‖G‖_∞", Unit: lang.Verbatim("1/s"), Value: n(f.HInf),
		Help: lang.Say("filtering.fact.hinf.help", "omega", f.Omega)},
		lab.Fact{Name: "gains", Symbol: "K",
			Value: sheet.Words(lang.Say("filtering.fact.gains.value", "k1", f.K1, "k2", f.K2))})
}

// Complete adds what this laboratory knows.
func (m *model) Complete(r *lab.Report) {
	r.Distance = sheet.Real(m.tr.Rho)
	what := "result"
	if m.in > 0 {
		what = "reports"
	}
	tested := lang.Say("filtering.tested", "what", what, "steps", m.spec.Int("length"), "rho", m.tr.Rho)
	if m.own != nil {
		tested = lang.Say("filtering.tested.own", "what", what, "steps", m.spec.Int("length"), "rho", m.tr.Rho)
	}
	r.Notes = append(r.Notes, tested)
	none := m.spec.Text("arch") == traffic.None
	if none {
		r.Warnings = append(r.Warnings, lang.Say("filtering.warning.none"))
	}
	if share := m.spec.Float("half"); share < 1 && !none {
		r.Warnings = append(r.Warnings, lang.Say("filtering.warning.scaled", "share", share))
	}
}
