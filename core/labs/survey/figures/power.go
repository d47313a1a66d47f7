package figures

import (
	"indistinct/core/lang"

	"indistinct/core/labs/survey/inference"
	"indistinct/core/sheet"
	"indistinct/core/work"
)

// respondents is the axis of n.
var respondents = sheet.Axis{Label: lang.Say("survey.figures.respondents"), Log: true}

// Power shows how often each test rejects: over the true share, n and ε.
func (at Setting) Power() sheet.Sheet {
	q := at.Question
	theta := at.Theta
	tests := testsOf(q, at.Epsilon, at.Trunc)
	x, y := inference.PowerOverTheta(tests, 200)
	unit := sheet.Axis{Label: lang.Say("survey.figures.rejecting"), Max: 1}
	overTheta := sheet.NewChart("power-theta", "survey.figures.power.theta.",
		sheet.Axis{Label: lang.Say("survey.figures.share"), Max: 1}, unit,
		lang.Say("survey.figures.power.theta.caption"))
	lines(&overTheta, x, y)
	overTheta.MarkX(lang.Verbatim("θ₀"), sheet.Muted, q.Theta0)
	overTheta.MarkY(lang.Verbatim("α"), sheet.Muted, q.Alpha)

	// Over n and over ε, at the assumed truth.
	truth := lang.Say("survey.figures.power.truth", "theta", theta)
	over := func(c *sheet.Chart, x []float64, tests func(v float64) []*inference.Decision) {
		y := make([][]float64, len(contenders))
		for _, v := range x {
			for i, t := range tests(v) {
				y[i] = append(y[i], t.Power(theta))
			}
		}
		lines(c, x, y)
		c.MarkY(lang.Verbatim("α"), sheet.Muted, q.Alpha)
	}
	overN := sheet.NewChart("power-n", "survey.figures.power.n.", respondents, unit, truth)
	over(&overN, sizes(4, at.largest(), 40), func(n float64) []*inference.Decision {
		ask := *q
		ask.N = int(n)
		return testsOf(&ask, at.Epsilon, at.Trunc)
	})
	overN.MarkX(lang.Say("survey.figures.mark.survey"), sheet.Muted, float64(q.N))
	overEpsilon := sheet.NewChart("power-epsilon", "survey.figures.power.epsilon.",
		sheet.Axis{Label: lang.Say("survey.figures.budget"), Log: true}, unit, truth)
	over(&overEpsilon, logspace(0.05, 10, 40),
		func(e float64) []*inference.Decision { return testsOf(q, e, at.Trunc) })
	overEpsilon.MarkX(lang.Say("survey.figures.mark.epsilon"), sheet.Muted, at.Epsilon)

	table := sheet.Table{ID: "rejection", Title: lang.Say("survey.figures.power.table.title"),
		Caption: lang.Say("survey.figures.power.table.caption"),
		Columns: []lang.Message{lang.Say("survey.figures.power.column.test"),
			lang.Say("survey.figures.power.column.null", "theta0", q.Theta0),
			lang.Say("survey.figures.power.column.truth", "theta", theta)}}
	for i, t := range tests {
		table.Add(sheet.Words(contenders[i].title()), fixed(t.Power(q.Theta0)), fixed(t.Power(theta)))
	}
	return sheet.Sheet{
		Title: lang.Say("survey.analysis.power"),
		Lead: lang.Say("survey.figures.power.lead", "theta0", q.Theta0, "side", at.side(), "alpha", q.Alpha,
			"eps", at.Epsilon, "n", q.N),
		Notes:  append([]lang.Message{lang.Say("survey.figures.power.bought")}, at.Unequal...),
		Charts: []sheet.Chart{overTheta, overN, overEpsilon}, Tables: []sheet.Table{table},
	}
}

// Size computes the size over θ₀: one row is θ₀ and the size of each test.
func (at Setting) Size() work.Job {
	q := at.Question
	return work.Batches("work.sums", 99, 1, 8,
		func(i int64) ([]sheet.Real, error) {
			ask := *q
			ask.Theta0 = float64(i+1) / 100
			out := []sheet.Real{sheet.Real(ask.Theta0)}
			for _, t := range testsOf(&ask, at.Epsilon, at.Trunc) {
				out = append(out, sheet.Real(t.Power(ask.Theta0)))
			}
			return out, nil
		},
		func(all [][]sheet.Real) (sheet.Sheet, error) {
			notes := []lang.Message{lang.Say("survey.figures.size.note")}
			if q.Side == inference.TwoSided {
				notes = append(notes, lang.Say("survey.figures.size.two"))
			}
			var y [][]float64
			for k := range contenders {
				y = append(y, column(all, k+1))
			}
			c := sheet.NewChart("size-theta", "survey.figures.size.theta.", sheet.Axis{},
				sheet.Axis{Label: lang.Say("survey.figures.size.y")},
				lang.Say("survey.figures.size.theta.caption", "n", q.N, "eps", at.Epsilon))
			lines(&c, column(all, 0), y)
			c.MarkY(lang.Verbatim("α"), sheet.Muted, q.Alpha)
			return sheet.Sheet{
				Title: lang.Say("survey.analysis.size"),
				Lead:  lang.Say("survey.figures.size.lead", "alpha", q.Alpha, "side", at.side()),
				Notes: notes, Charts: []sheet.Chart{c},
			}, nil
		})
}
