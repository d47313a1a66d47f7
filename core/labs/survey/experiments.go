package survey

import (
	"math"

	"indistinct/core/lang"

	"indistinct/core/lab"
	"indistinct/core/labs/survey/figures"
	"indistinct/core/labs/survey/release"
	"indistinct/core/mechanism"
	"indistinct/core/num"
	"indistinct/core/sheet"
	"indistinct/core/work"
)

// Analyses lists what is computed beside the audit.
func (Lab) Analyses() []lab.Analysis {
	const page = "experiments"
	return []lab.Analysis{
		{Name: "own", Live: true},
		{Name: "laws"},
		{Name: "power"},
		{Name: "accuracy"},
		{Name: "size", Page: page},
	}
}

// Analyse returns the job of an analysis.
func (m *model) Analyse(name string) (work.Job, error) {
	switch name {
	case "own":
		return once(m.own), nil
	case "laws":
		return once(m.laws), nil
	case "power":
		return once(m.comparison().Power), nil
	case "accuracy":
		return once(m.comparison().Accuracy), nil
	case "size":
		return m.comparison().Size(), nil
	}
	return nil, lab.NoAnalysis(Lab{}, name)
}

// comparison is what the figures of the methods are drawn for.
func (m *model) comparison() figures.Setting {
	return figures.Setting{
		Question: m.question(), Epsilon: m.fair, Trunc: m.trunc(), Theta: m.spec.Float("theta"), Unequal: m.unequal(),
	}
}

// laws shows how the published number is distributed for record and neighbour.
func (m *model) laws() sheet.Sheet {
	c := m.mech.Laws(241, m.eps)
	x := m.axis()
	x.Min, x.Max = sheet.Real(c.Lo), sheet.Real(c.Hi)
	style, what := sheet.Line, lang.Say("survey.laws.density")
	if c.Discrete {
		style, what = sheet.Dots, lang.Say("survey.laws.probability")
	}
	eps := m.spec.Float("eps") // that is claimed
	e := num.Exp(min(eps, 700))
	top := 0.0
	for i := range c.X {
		top = max(top, c.P[0][i], c.P[1][i])
	}
	var lo, hi, l []float64
	biggest := 0.0
	for i := range c.X {
		lo = append(lo, c.P[0][i]/e)
		hi = append(hi, min(c.P[0][i]*e, 1.25*top))
		v := release.Loss(c.P[0][i], c.P[1][i])
		l = append(l, v)
		if !math.IsInf(v, 0) {
			biggest = max(biggest, math.Abs(v))
		}
	}
	bound := max(1.35*max(biggest, min(eps, 3*biggest)), 0.1)
	var lx, ly []float64 // where at least one law allows a release
	for i, v := range l {
		if c.P[0][i]+c.P[1][i] > 0 {
			lx, ly = append(lx, c.X[i]), append(ly, min(max(v, -bound), bound))
		}
	}
	s := sheet.Sheet{Title: lang.Say("survey.analysis.laws"), Lead: lang.Say("survey.laws.lead", "eps", eps)}
	if d := m.spec.Float("delta"); d > 0 {
		s.Lead = lang.Say("survey.laws.lead.delta", "eps", eps, "delta", d)
	}
	first := sheet.NewChart("laws", "survey.laws.", x, sheet.Axis{Label: what, Max: sheet.Real(1.25 * top)})
	area := first.Draw(lang.Say("survey.laws.series.allowed"), sheet.Muted, sheet.Area, sheet.Reals(c.X), nil)
	area.Lo, area.Hi = sheet.Reals(lo), sheet.Reals(hi)
	first.Draw(mechanism.Record.Say(), sheet.Record, style, sheet.Reals(c.X), sheet.Reals(c.P[0]))
	first.Draw(mechanism.Adjacent.Say(), sheet.Adjacent, style, sheet.Reals(c.X), sheet.Reals(c.P[1]))
	second := sheet.NewChart("loss", "survey.laws.loss.", x,
		sheet.Axis{Min: sheet.Real(-bound), Max: sheet.Real(bound)}, lang.Say("survey.laws.loss.caption"))
	second.Draw(lang.Say("survey.laws.series.loss"), sheet.Truth, style, sheet.Reals(lx), sheet.Reals(ly))
	if eps < bound {
		second.MarkY(lang.Verbatim("ε"), sheet.Strong, eps)
		second.MarkY(lang.Verbatim("−ε"), sheet.Strong, -eps)
	}
	s.Charts = []sheet.Chart{first, second}
	if m.name == misprint {
		s.Notes = []lang.Message{lang.Say("survey.laws.misprint")}
	}
	return s
}

// once is a job of one trial that makes a sheet.
func once(f func() sheet.Sheet) work.Job {
	return work.Once("work.sums", func() (sheet.Sheet, error) { return f(), nil })
}
