package survey

import (
	"math"

	about "indistinct/core/about/survey"
	"indistinct/core/labs/survey/figures"
	"indistinct/core/labs/survey/release"
	"indistinct/core/lang"
	"indistinct/core/mechanism"
	"indistinct/core/num"
	"indistinct/core/sheet"
	"indistinct/core/work"
)

func (m *model) Analyse(name string) (work.Job, error) {
	once := func(f func() sheet.Sheet) work.Job {
		return work.Once("work.sums", func() (sheet.Sheet, error) { return f(), nil })
	}
	return map[string]work.Job{
		"own":      once(m.own),
		"laws":     once(m.laws),
		"power":    once(m.comparison().Power),
		"accuracy": once(m.comparison().Accuracy),
		"size":     m.comparison().Size(),
		"jimi":     m.comparison().JIMI(),
		"coverage": m.comparison().Coverage(),
		"clipping": m.comparison().Clipping(),
	}[name], nil
}

// comparison is what the figures of the methods are drawn for.
func (m *model) comparison() figures.Setting {
	share := releaseNumber(release.NewLaplace(m.counts, m.fair), m.spec.Seed())
	var unequal []lang.Message // what a comparison at one ε does not hold equal
	if d := m.trunc(); d > 0 {
		unequal = append(unequal, lang.Say("survey.unequal.delta", "delta", d))
	}
	if m.fair != m.eps {
		unequal = append(unequal, lang.Say("survey.unequal.eps", "eps", m.eps, "takes", m.fair))
	}
	return figures.Setting{
		Question: m.question(), Epsilon: m.fair, Trunc: m.trunc(), Theta: m.spec.Float("theta"), Unequal: unequal,
		Seed: m.spec.Seed(), Yes: m.counts.Yes, Release: share * float64(m.counts.N),
	}
}

// laws shows how the published number is distributed for record and neighbour.
func (m *model) laws() (s sheet.Sheet) {
	c := m.mech.Laws(241, m.eps)
	x := m.axis()
	x.Min, x.Max = sheet.Real(c.Lo), sheet.Real(c.Hi)
	style, what := sheet.Line, "density"
	if c.Discrete {
		style, what = sheet.Dots, "probability"
	}
	eps := m.spec.Float("eps") // that is claimed
	s.Title, s.Lead = lang.Say("survey.analysis.laws"), lang.Say("survey.laws.lead", "eps", eps)
	if d := m.spec.Float("delta"); d > 0 {
		s.Lead = lang.Say("survey.laws.lead.delta", "eps", eps, "delta", d)
	}
	if m.name == about.Misprint {
		s.Notes = []lang.Message{lang.Say("survey.laws.misprint")}
	}
	e, top, biggest := num.Exp(min(eps, 700)), 0.0, 0.0
	var loss []float64
	for i := range c.X {
		top = max(top, c.P[0][i], c.P[1][i])
		loss = append(loss, release.Loss(c.P[0][i], c.P[1][i]))
		if !math.IsInf(loss[i], 0) {
			biggest = max(biggest, math.Abs(loss[i]))
		}
	}
	first := s.Chart("laws", "survey.laws.", x,
		sheet.Axis{Label: lang.Say("survey.laws." + what), Max: sheet.Real(1.25 * top)})
	area := first.Draw("allowed", sheet.Muted, sheet.Area, sheet.Reals(c.X), nil)
	first.Draw(mechanism.Record.Say(), sheet.Record, style, sheet.Reals(c.X), sheet.Reals(c.P[0]))
	first.Draw(mechanism.Adjacent.Say(), sheet.Adjacent, style, sheet.Reals(c.X), sheet.Reals(c.P[1]))
	bound := max(1.35*max(biggest, min(eps, 3*biggest)), 0.1)
	second := s.Chart("loss", "survey.laws.loss.", x, sheet.Axis{Min: sheet.Real(-bound), Max: sheet.Real(bound)},
		lang.Say("survey.laws.loss.caption"))
	line := second.Draw("loss", sheet.Truth, style, nil, nil)
	for i, p := range c.P[0] {
		area.Lo = append(area.Lo, sheet.Real(p/e))
		area.Hi = append(area.Hi, sheet.Real(min(p*e, 1.25*top)))
		if p+c.P[1][i] > 0 { // where at least one law allows a release
			line.Add(c.X[i], min(max(loss[i], -bound), bound))
		}
	}
	if eps < bound {
		second.MarkY(lang.Verbatim("ε"), sheet.Strong, eps)
		second.MarkY(lang.Verbatim("−ε"), sheet.Strong, -eps)
	}
	return s
}
