package figures

import (
	"math"

	"indistinct/core/labs/survey/law"
	"indistinct/core/labs/survey/release"
	"indistinct/core/lang"
	"indistinct/core/sheet"
)

// Accuracy shows the noise of each mechanism over n, and the n that it takes.
func (at Setting) Accuracy() (s sheet.Sheet) {
	eps, theta, bias := at.Epsilon, at.Theta, release.ResponseBias(at.Epsilon)
	coins, laplace := release.ResponseVariance(bias), law.Laplace{Epsilon: eps}.Variance()
	tulap := law.NewTulap(eps, at.Trunc).Variance()
	equal := 2 / (eps * eps * theta * (1 - theta)) // 2/(εn)² = θ(1−θ)/n
	s = at.sheet("accuracy", "eps", eps, "bias", bias, "n", math.Ceil(equal), "theta", theta)
	c := s.Chart("error-n", "survey.figures.accuracy.n.", respondents,
		sheet.Axis{Label: lang.Say("survey.figures.accuracy.y"), Log: true},
		lang.Say("survey.figures.accuracy.n.caption"))
	c.MarkX(lang.Say("survey.figures.mark.survey"), sheet.Muted, float64(at.Question.N))
	ns := logspace(1, 1e5, 61)
	over := sheet.Over(c, ns, ns)
	over.Line(lang.Say("survey.method.rr"), sheet.Adjacent, sheet.Line,
		func(n float64) float64 { return math.Sqrt(coins / n) })
	over.Line(lang.Verbatim("Laplace"), sheet.Target, sheet.Line,
		func(n float64) float64 { return math.Sqrt(laplace) / n })
	over.Line(lang.Verbatim("Tulap"), sheet.Strong, sheet.Dash, func(n float64) float64 { return math.Sqrt(tulap) / n })
	over.Line("sampling", sheet.Muted, sheet.Dash,
		func(n float64) float64 { return math.Sqrt(theta * (1 - theta) / n) })
	t := s.Table("needed", "survey.figures.accuracy.needed.",
		lang.Say("survey.figures.accuracy.needed.caption"), "sd", c.Series[0].Name, c.Series[1].Name, c.Series[2].Name)
	for _, sd := range []float64{0.1, 0.05, 0.02, 0.01} {
		t.Add(sheet.Number(sd, 1), upTo(coins/(sd*sd)), upTo(math.Sqrt(laplace)/sd), upTo(math.Sqrt(tulap)/sd))
	}
	return s
}

// upTo is a cell with v rounded up to a whole number.
func upTo(v float64) sheet.Cell { return sheet.Count(math.Ceil(v - 1e-9)) }
