package figures

import (
	"math"

	"indistinct/core/lang"

	"indistinct/core/labs/survey/law"
	"indistinct/core/labs/survey/release"
	"indistinct/core/sheet"
)

// Accuracy shows the noise of each mechanism over n and ε, and the n that it takes.
func (at Setting) Accuracy() sheet.Sheet {
	eps := at.Epsilon
	bias := release.ResponseBias(eps)
	theta := at.Theta
	rr := release.ResponseVariance(bias)
	kinds := []struct {
		name  lang.Message
		role  sheet.Role
		style sheet.Style
		sd    func(n, eps float64) float64
	}{
		{lang.Say("survey.method.rr"), sheet.Third, sheet.Line, func(n, e float64) float64 {
			return math.Sqrt(release.ResponseVariance(release.ResponseBias(e)) / n)
		}},
		{lang.Verbatim("Laplace"), sheet.Target, sheet.Line, func(n, e float64) float64 {
			return math.Sqrt(law.Laplace{Epsilon: e}.Variance()) / n
		}},
		{lang.Verbatim("Tulap"), sheet.Strong, sheet.Dash, func(n, e float64) float64 {
			return math.Sqrt(law.NewTulap(e, at.Trunc).Variance()) / n
		}},
		{lang.Say("survey.figures.accuracy.series.sampling"), sheet.Muted, sheet.Dash, func(n, _ float64) float64 {
			return math.Sqrt(theta * (1 - theta) / n)
		}},
	}
	over := func(x []float64, at func(v float64) (n, e float64)) []sheet.Series {
		var out []sheet.Series
		for _, k := range kinds {
			y := make([]float64, len(x))
			for i, v := range x {
				y[i] = k.sd(at(v))
			}
			out = append(out, sheet.Series{Name: k.name, Role: k.role, Style: k.style, X: sheet.Reals(x),
				Y: sheet.Reals(y)})
		}
		return out
	}
	n := float64(at.Question.N)
	ns := logspace(1, 1e5, 61)
	es := logspace(0.02, 10, 61)
	equal := 2 / (eps * eps * theta * (1 - theta)) // 2/(εn)² = θ(1−θ)/n
	respondents, budget := lang.Say("survey.figures.respondents"), lang.Say("survey.figures.budget")
	sd := sheet.Axis{Label: lang.Say("survey.figures.accuracy.y"), Log: true}
	s := sheet.Sheet{
		Title: lang.Say("survey.analysis.accuracy"),
		Lead:  lang.Say("survey.figures.accuracy.lead", "eps", eps, "bias", bias),
		Notes: append([]lang.Message{
			lang.Say("survey.figures.accuracy.enough", "n", math.Ceil(equal), "theta", theta),
		}, at.Unequal...),
		Charts: []sheet.Chart{
			{ID: "error-n", Title: lang.Say("survey.figures.accuracy.n.title"),
				Caption: lang.Say("survey.figures.accuracy.n.caption"),
				X:       sheet.Axis{Label: respondents, Log: true}, Y: sd,
				Series: over(ns, func(v float64) (float64, float64) { return v, eps }),
				Marks:  []sheet.Mark{at.thisSurvey()}},
			{ID: "error-epsilon", Title: lang.Say("survey.figures.accuracy.epsilon.title"),
				Caption: lang.Say("survey.figures.accuracy.epsilon.caption", "n", at.Question.N),
				X:       sheet.Axis{Label: budget, Log: true}, Y: sd,
				Series: over(es, func(v float64) (float64, float64) { return n, v }),
				Marks:  []sheet.Mark{at.thisEpsilon()}},
		},
	}
	t := sheet.Table{ID: "needed", Title: lang.Say("survey.figures.accuracy.needed.title"),
		Caption: lang.Say("survey.figures.accuracy.needed.caption"),
		Columns: []lang.Message{lang.Say("survey.figures.accuracy.needed.column.sd"), kinds[0].name, kinds[1].name,
			kinds[2].name}}
	tul := law.NewTulap(eps, at.Trunc)
	for _, sd := range []float64{0.1, 0.05, 0.02, 0.01} {
		t.Rows = append(t.Rows, []sheet.Cell{
			sheet.Number(sd, 1),
			upTo(rr / (sd * sd)), upTo(math.Sqrt(law.Laplace{Epsilon: eps}.Variance()) / sd),
			upTo(math.Sqrt(tul.Variance()) / sd),
		})
	}
	s.Tables = []sheet.Table{t}
	return s
}

// upTo is a cell with v rounded up to a whole number.
func upTo(v float64) sheet.Cell { return sheet.Count(math.Ceil(v - 1e-9)) }
