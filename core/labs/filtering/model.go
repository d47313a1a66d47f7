package filtering

import (
	"fmt"
	"math"

	"indistinct/core/lang"

	"indistinct/core/film"
	"indistinct/core/lab"
	"indistinct/core/lab/show"
	"indistinct/core/labs/filtering/traffic"
	"indistinct/core/mechanism"
	"indistinct/core/privacy"
	"indistinct/core/sheet"
)

// model is an opened Spec.
type model struct {
	spec  lab.Spec
	tr    traffic.Setting
	plan  *traffic.Plan
	base  *traffic.Plan // without privacy
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
	m := &model{spec: s}
	k, err := multiplier(s)
	if err != nil {
		return nil, err
	}
	m.tr = traffic.Setting{N: s.Int("cars"), Ts: s.Float("ts"), Sigma1: s.Float("sigma1"), Sigma2: s.Float("sigma2"),
		Rho: s.Float("rho"), Kappa: k, Laplace: s.Text("law") == "laplace"}
	if m.plan, err = m.tr.Plan(s.Text("arch")); err != nil {
		return nil, err
	}
	if m.base, err = m.tr.Plan(traffic.None); err != nil {
		return nil, err
	}
	m.moved.shape = s.Text("shape")
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
		if !atReport {
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
		Source: "Le Ny & Pappas 2014, theorem 5",
		Note:   sayAssumesL2,
	}
	switch {
	case m.tr.Laplace:
		s.Says.Budget.Delta = 0
		s.Says.Source, s.Says.Note = "Le Ny & Pappas 2014, Laplace mechanism for streams", sayAssumesL1
	case atReport:
		s.Says.Source = "Le Ny & Pappas 2014, input perturbation"
	}
	if m.sd == 0 || m.spec.Float("half") < 1 {
		s.Says = mechanism.Claim{Budget: privacy.Budget{Epsilon: math.Inf(1)}} // no theorem covers it
	}
	s.Exact = exact(s)
	return s
}

// through is the impulse response from a vehicle's reports to what is audited.
func (m *model) through() []float64 {
	steps := m.spec.Int("length")
	if m.plan.InNoise > 0 {
		h := make([]float64, steps)
		h[0] = 1
		return h
	}
	return m.plan.Filter.Impulse(steps)
}

// Mechanism is what Run test audits.
func (m *model) Mechanism() mechanism.Mechanism { return m.mech }

// Stage names the released signal, which is told from what it would be without
// noise and with the vehicle at its place.
func (m *model) Stage() show.Stage {
	s := show.Stage{Axes: []film.Axis{{Label: "published speed, from its mean", Unit: "m/s"}},
		Time: film.Axis{Label: "time", Unit: "s"}}
	s.Time.Max = m.tr.Ts * float64(m.spec.Int("length")-1)
	if m.plan.InNoise > 0 {
		s.Axes[0] = film.Axis{Label: "report, from the true place", Unit: "m"}
	}
	return s
}

// Facts are the noise and the errors by theory.
func (m *model) Facts() []lab.Fact {
	n := func(v float64) sheet.Cell { return sheet.Number(v, 4) }
	f, share := m.plan.Filter, m.spec.Float("half")
	out := []lab.Fact{
		{Name: "rmse", Label: "Error of the published speed", Unit: "m/s", Value: n(m.plan.RMSEAt(&m.tr, share)),
			Key: true, Help: sayErrorHelp},
		{Name: "rmse_plain", Label: "… without privacy", Unit: "m/s", Value: n(m.base.RMSE), Key: true,
			Help: sayNoPrivacyHelp},
	}
	noise := func(label, unit string, v float64) {
		help := "Standard deviation."
		if share != 1 {
			help = fmt.Sprintf(sayNoiseHelp, sheet.Brief(v, 4), unit)
		}
		out = append(out, lab.Fact{Name: "noise", Label: lang.Verbatim(label), Unit: lang.Verbatim(unit), Value: n(share * v), Key: true, Help: lang.Verbatim(help)})
	}
	if m.plan.InNoise > 0 {
		noise("Noise on each report", "m", m.plan.InNoise)
	}
	if m.plan.OutNoise > 0 {
		noise("Noise on the result", "m/s", m.plan.OutNoise)
	}
	out = append(out,
		lab.Fact{Name: "kappa", Label: "Noise multiplier", Symbol: "κ", Value: n(m.tr.Kappa), Help: sayKappaHelp},
		lab.Fact{Name: "hinf", Label: "Filter gain", Symbol: "‖G‖_∞", Unit: "1/s", Value: n(f.HInf),
			Help: lang.Verbatim(fmt.Sprintf(sayHInfHelp, sheet.Brief(f.Omega, 4)))},
		lab.Fact{Name: "gains", Label: "Gains", Symbol: "K",
			Value: sheet.Words(lang.Verbatim(sheet.Brief(f.K1, 4) + ", " + sheet.Brief(f.K2, 4))), Help: sayGainsHelp})
	return out
}

// Complete adds what this laboratory knows.
func (m *model) Complete(r *lab.Report) {
	r.Distance = sheet.Real(m.tr.Rho)
	what := "the published mean"
	if m.plan.InNoise > 0 {
		what = sayStarredReports
	}
	r.Meaning = append(r.Meaning, lang.Verbatim(fmt.Sprintf(sayTestedMeaning, what, len(m.diff), sheet.Format(m.tr.Rho, 4))))
	if m.plan.Name == traffic.None {
		r.Warnings = append(r.Warnings, sayNoNoiseWarning)
	}
	if share := m.spec.Float("half"); share < 1 && m.plan.Name != traffic.None {
		r.Warnings = append(r.Warnings, lang.Verbatim(fmt.Sprintf(sayNoiseScaledWarning, sheet.Brief(share, 4))))
	}
}
