package figures

import (
	"math"

	"indistinct/core/lang"

	"indistinct/core/labs/survey/law"
	"indistinct/core/labs/survey/release"
	"indistinct/core/sheet"
)

// Accuracy shows the noise of each mechanism over n, and the n that it takes.
func (at Setting) Accuracy() sheet.Sheet {
	eps, theta, bias := at.Epsilon, at.Theta, release.ResponseBias(at.Epsilon)
	coins, laplace := release.ResponseVariance(bias), law.Laplace{Epsilon: eps}.Variance()
	tulap := law.NewTulap(eps, at.Trunc).Variance()
	kinds := []struct {
		name  lang.Message
		role  sheet.Role
		style sheet.Style
		sd    func(n float64) float64
	}{
		{lang.Say("survey.method.rr"), sheet.Third, sheet.Line,
			func(n float64) float64 { return math.Sqrt(coins / n) }},
		{lang.Verbatim("Laplace"), sheet.Target, sheet.Line,
			func(n float64) float64 { return math.Sqrt(laplace) / n }},
		{lang.Verbatim("Tulap"), sheet.Strong, sheet.Dash,
			func(n float64) float64 { return math.Sqrt(tulap) / n }},
		{lang.Say("survey.figures.accuracy.series.sampling"), sheet.Muted, sheet.Dash,
			func(n float64) float64 { return math.Sqrt(theta * (1 - theta) / n) }},
	}
	chart := sheet.Chart{ID: "error-n", Title: lang.Say("survey.figures.accuracy.n.title"),
		Caption: lang.Say("survey.figures.accuracy.n.caption"),
		X:       sheet.Axis{Label: lang.Say("survey.figures.respondents"), Log: true},
		Y:       sheet.Axis{Label: lang.Say("survey.figures.accuracy.y"), Log: true},
		Marks:   []sheet.Mark{at.thisSurvey()}}
	t := sheet.Table{ID: "needed", Title: lang.Say("survey.figures.accuracy.needed.title"),
		Caption: lang.Say("survey.figures.accuracy.needed.caption"),
		Columns: []lang.Message{lang.Say("survey.figures.accuracy.needed.column.sd"), kinds[0].name, kinds[1].name,
			kinds[2].name}}
	ns := logspace(1, 1e5, 61)
	for _, k := range kinds {
		var y []float64
		for _, n := range ns {
			y = append(y, k.sd(n))
		}
		chart.Series = append(chart.Series, sheet.Series{Name: k.name, Role: k.role, Style: k.style,
			X: sheet.Reals(ns), Y: sheet.Reals(y)})
	}
	for _, sd := range []float64{0.1, 0.05, 0.02, 0.01} {
		t.Rows = append(t.Rows, []sheet.Cell{sheet.Number(sd, 1), upTo(coins / (sd * sd)),
			upTo(math.Sqrt(laplace) / sd), upTo(math.Sqrt(tulap) / sd)})
	}
	equal := 2 / (eps * eps * theta * (1 - theta)) // 2/(εn)² = θ(1−θ)/n
	return sheet.Sheet{
		Title: lang.Say("survey.analysis.accuracy"),
		Lead:  lang.Say("survey.figures.accuracy.lead", "eps", eps, "bias", bias),
		Notes: append([]lang.Message{
			lang.Say("survey.figures.accuracy.enough", "n", math.Ceil(equal), "theta", theta),
		}, at.Unequal...),
		Charts: []sheet.Chart{chart}, Tables: []sheet.Table{t},
	}
}

// upTo is a cell with v rounded up to a whole number.
func upTo(v float64) sheet.Cell { return sheet.Count(math.Ceil(v - 1e-9)) }
