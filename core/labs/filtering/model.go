// Package filtering is the laboratory of differentially private filtering
// (Le Ny & Pappas 2014): many users stream signals, an aggregate is published,
// and no user's stream may be learned. Where the noise goes, before or after
// the filter, and whether the filter knows of it, matters more than its law.
package filtering

import (
	"math"

	about "indistinct/core/about/filtering"
	"indistinct/core/film"
	"indistinct/core/lab"
	"indistinct/core/lab/show"
	"indistinct/core/labs/filtering/traffic"
	"indistinct/core/lang"
	"indistinct/core/mechanism"
	"indistinct/core/privacy"
	"indistinct/core/sheet"
)

// Lab is the filtering laboratory.
type Lab struct{ about.Lab }

// model is an opened Spec.
type model struct {
	spec  lab.Spec
	tr    traffic.Setting
	plan  *traffic.Plan
	base  *traffic.Plan // without privacy
	own   *own          // what the visitor brings, nil for vehicles
	kinds []*model      // of each kind of its users; this one is that of number kind, from 0, which decides
	kind  int
	reach float64 // by how much reports move at most for what is private where that moves by 1, σ_max(C S)
	moves float64 // γᵢρᵢ: by how much a user's stream may move what is published
	mech  *mechanism.Additive
	moved displacement // how the starred vehicle's stream differs
	sd    float64      // of the noise on what is audited
	diff  []float64    // the same over the audited steps, m
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
	m := &model{spec: s, reach: 1}
	k, err := multiplier(s)
	if err != nil {
		return nil, err
	}
	m.tr = traffic.Setting{N: s.Int("cars"), Ts: s.Float("ts"), Sigma1: s.Float("sigma1"), Sigma2: s.Float("sigma2"),
		Rho: s.Float("rho"), Kappa: k, Laplace: s.Text("law") == "laplace"}
	if s.Text("plant") != about.Vehicles {
		err = m.designKinds()
	} else if m.plan, err = m.tr.Plan(s.Text("arch")); err == nil {
		m.base, err = m.tr.Plan(about.None)
	}
	if err != nil {
		return nil, lab.Blame("plant", err)
	}
	if m.moved.shape = s.Text("shape"); m.event() {
		m.moved.shape = "bump"
	}
	m.mech = m.stream()
	return m, nil
}

// stream is what the audit looks at: the published mean for noise on the
// result, the vehicle's own noisy reports for noise on reports.
func (m *model) stream() *mechanism.Additive {
	steps := m.spec.Int("length")
	atReport := m.plan.InNoise > 0
	through := m.through()
	d := m.moved.difference(through, m.tr.Laplace)
	s := &mechanism.Additive{Dim: 1, Noise: mechanism.NormalNoise{}, Mean: [2][]float64{make([]float64, steps),
		make([]float64, steps)}}
	m.diff = make([]float64, steps)
	for i := range d {
		m.diff[i] = d[i] * m.tr.Rho
	}
	for i := range steps {
		v := 0.0
		for j := range i + 1 {
			v += through[i-j] * m.diff[j]
		}
		if !atReport && m.own == nil {
			v /= float64(m.tr.N)
		}
		s.Mean[1][i] = v
	}
	m.sd = m.plan.OutNoise
	if atReport {
		m.sd = m.plan.InNoise
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
	}
	if m.event() {
		s.Says.Source, s.Says.Note = lang.Say("filtering.claim.event"), lang.Say("filtering.claim.once")
	}
	if m.sd == 0 || m.spec.Float("half") < 1 {
		s.Says = mechanism.Claim{Budget: privacy.Budget{Epsilon: math.Inf(1)}} // no theorem covers it
	}
	return s
}

// through is the impulse response from a vehicle's reports to what is audited.
func (m *model) through() []float64 {
	steps := m.spec.Int("length")
	if m.plan.InNoise > 0 {
		h := make([]float64, steps)
		h[0] = m.reach
		return h
	}
	if m.own != nil {
		f, _ := m.own.along()
		return f.Impulse(steps)
	}
	return m.plan.Filter.Impulse(steps)
}

func (m *model) Mechanism() mechanism.Mechanism { return m.mech }

// Description names the released signal, which is told from what it would be without
// noise and with the vehicle at its place.
func (m *model) Description() show.Description {
	s := show.Description{Inputs: m.inputs()}
	if m.own != nil {
		s.Axes, s.Time.Label = []film.Axis{{Label: lang.Say("filtering.own.released")}}, lang.Say("filtering.own.step")
		return s
	}
	s.Time = film.Axis{Label: lang.Say("filtering.time"), Unit: lang.Verbatim("s")}
	s.Axes = []film.Axis{{Label: lang.Say("filtering.stage.result"), Unit: lang.Verbatim("m/s")}}
	s.Time.Max = m.tr.Ts * float64(m.spec.Int("length")-1)
	if m.plan.InNoise > 0 {
		s.Axes[0] = film.Axis{Label: lang.Say("filtering.stage.reports"), Unit: lang.Verbatim("m")}
	}
	return s
}

// inputs are what the record and its neighbour are called.
func (m *model) inputs() mechanism.Names {
	return mechanism.Names{m.either(lang.Say("filtering.input.record"), lang.Say("filtering.own.record")),
		m.either(lang.Say("filtering.input.neighbour"), lang.Say("filtering.own.neighbour"))}
}

// either is what is said of vehicles, or of what the visitor brings.
func (m *model) either(cars, own lang.Message) lang.Message {
	if m.own != nil {
		return own
	}
	return cars
}

// Facts are the noise and the errors by theory.
func (m *model) Facts() []lab.Fact {
	n := func(v float64) sheet.Cell { return sheet.Number(v, 4) }
	f, share := m.plan.Filter, m.spec.Float("half")
	metre, speed := m.either(lang.Verbatim("m"), ""), m.either(lang.Verbatim("m/s"), "")
	out := []lab.Fact{
		{Name: "rmse", Unit: speed, Value: n(m.rmse(share)), Key: true},
		{Name: "rmse_plain", Unit: speed, Value: n(m.base.RMSE), Key: true},
	}
	noise := func(label, unit lang.Message, v float64) {
		help := lang.Say("filtering.fact.noise.help")
		if share != 1 && m.own == nil {
			help = lang.Say("filtering.fact.noise.asked", "sd", v, "unit", unit)
		}
		out = append(out, lab.Fact{Name: "noise", Label: label, Unit: unit, Value: n(share * v), Key: true, Help: help})
	}
	if m.plan.InNoise > 0 {
		label := lang.Say("filtering.fact.noise.reports")
		if m.plan.Name == about.Sum {
			label = lang.Say("filtering.fact.noise.sum")
		}
		noise(label, metre, m.plan.InNoise)
	}
	if m.plan.OutNoise > 0 {
		noise(lang.Say("filtering.fact.noise.result"), speed, m.plan.OutNoise)
	}
	out = append(out, lab.Fact{Name: "kappa", Symbol: "κ", Value: n(m.tr.Kappa)})
	if m.own != nil {
		out[0].Label, out[1].Label = lang.Say("filtering.own.rmse"), lang.Say("filtering.own.plain")
		return append(out, lab.Fact{Name: "h2", Symbol: "‖G‖₂", Value: n(m.own.h2)}, lab.Fact{Name: "hinf",
			Symbol: "‖G‖_∞", Value: n(m.own.hinf), Help: lang.Say("filtering.own.hinf", "omega", m.own.omega)})
	}
	return append(out,
		lab.Fact{Name: "hinf", Symbol: "‖G‖_∞", Unit: lang.Verbatim("1/s"), Value: n(f.HInf),
			Help: lang.Say("filtering.fact.hinf.help", "omega", f.Omega)},
		lab.Fact{Name: "gains", Symbol: "K",
			Value: sheet.Words(lang.Say("filtering.fact.gains.value", "k1", f.K1, "k2", f.K2))})
}

func (m *model) Complete(r *lab.Report) {
	r.Distance = sheet.Real(m.tr.Rho)
	what := "result"
	if m.plan.InNoise > 0 {
		what = "reports"
	}
	r.Notes = append(r.Notes, m.either(
		lang.Say("filtering.tested", "what", what, "steps", len(m.diff), "rho", m.tr.Rho),
		lang.Say("filtering.own.tested", "what", what, "steps", len(m.diff), "rho", m.tr.Rho)))
	if len(m.kinds) > 1 {
		r.Notes = append(r.Notes, lang.Say("filtering.kinds.tested", "kind", m.kind+1, "moves", m.moves))
	}
	if m.plan.Name == about.None {
		r.Warnings = append(r.Warnings, lang.Say("filtering.warning.none"))
	}
	if share := m.spec.Float("half"); share < 1 && m.plan.Name != about.None {
		r.Warnings = append(r.Warnings, lang.Say("filtering.warning.scaled", "share", share))
	}
}
