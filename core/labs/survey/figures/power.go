package figures

import (
	"indistinct/core/lang"

	"indistinct/core/labs/survey/inference"
	"indistinct/core/sheet"
	"indistinct/core/work"
)

// Power shows how often each test rejects: over the true share, n and ε.
func (at Setting) Power() sheet.Sheet {
	q := at.Question
	theta := at.Theta
	tests := testsOf(q, at.Epsilon, at.Trunc)
	x, y := inference.PowerOverTheta(tests, 200)
	unit := sheet.Axis{Label: lang.Say("survey.figures.rejecting"), Min: 0, Max: 1}
	alpha := sheet.Mark{Label: lang.Verbatim("α"), Role: sheet.Muted, At: sheet.Real(q.Alpha)}
	null := sheet.Mark{Label: lang.Verbatim("θ₀"), Role: sheet.Muted, At: sheet.Real(q.Theta0), Vertical: true}
	s := sheet.Sheet{
		Title: lang.Say("survey.analysis.power"),
		Lead: lang.Say("survey.figures.power.lead", "theta0", q.Theta0, "side", at.side(), "alpha", q.Alpha,
			"eps", at.Epsilon, "n", q.N),
		Notes: append([]lang.Message{lang.Say("survey.figures.power.bought")}, at.Unequal...),
	}
	s.Charts = append(s.Charts, sheet.Chart{
		ID: "power-theta", Title: lang.Say("survey.figures.power.theta.title"),
		Caption: lang.Say("survey.figures.power.theta.caption"),
		X:       sheet.Axis{Label: lang.Say("survey.figures.share"), Min: 0, Max: 1}, Y: unit, Series: lines(x, y),
		Marks: []sheet.Mark{null, alpha},
	})

	// Over n and over ε, at the assumed truth.
	over := func(x []float64, tests func(v float64) []*inference.Decision) []sheet.Series {
		y := make([][]float64, len(contenders))
		for _, v := range x {
			for i, t := range tests(v) {
				y[i] = append(y[i], t.Power(theta))
			}
		}
		return lines(x, y)
	}
	truth := lang.Say("survey.figures.power.truth", "theta", theta)
	s.Charts = append(s.Charts, sheet.Chart{
		ID: "power-n", Title: lang.Say("survey.figures.power.n.title"), Caption: truth,
		X: sheet.Axis{Label: lang.Say("survey.figures.respondents"), Log: true}, Y: unit,
		Series: over(sizes(4, at.largest(), 40), func(n float64) []*inference.Decision {
			ask := *q
			ask.N = int(n)
			return testsOf(&ask, at.Epsilon, at.Trunc)
		}),
		Marks: []sheet.Mark{alpha, at.thisSurvey()},
	}, sheet.Chart{
		ID: "power-epsilon", Title: lang.Say("survey.figures.power.epsilon.title"), Caption: truth,
		X: sheet.Axis{Label: lang.Say("survey.figures.budget"), Log: true}, Y: unit,
		Series: over(logspace(0.05, 10, 40), func(e float64) []*inference.Decision { return testsOf(q, e, at.Trunc) }),
		Marks:  []sheet.Mark{alpha, at.thisEpsilon()},
	})

	table := sheet.Table{ID: "rejection", Title: lang.Say("survey.figures.power.table.title"),
		Caption: lang.Say("survey.figures.power.table.caption"),
		Columns: []lang.Message{lang.Say("survey.figures.power.column.test"),
			lang.Say("survey.figures.power.column.null", "theta0", q.Theta0),
			lang.Say("survey.figures.power.column.truth", "theta", theta)}}
	for i, t := range tests {
		table.Rows = append(table.Rows, []sheet.Cell{sheet.Words(contenders[i].title()), fixed(t.Power(q.Theta0)),
			fixed(t.Power(theta))})
	}
	s.Tables = append(s.Tables, table)
	return s
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
			return sheet.Sheet{
				Title: lang.Say("survey.analysis.size"),
				Lead:  lang.Say("survey.figures.size.lead", "alpha", q.Alpha, "side", at.side()),
				Notes: notes,
				Charts: []sheet.Chart{{ID: "size-theta", Title: lang.Say("survey.figures.size.theta.title"),
					Caption: lang.Say("survey.figures.size.theta.caption", "n", q.N, "eps", at.Epsilon),
					X:       sheet.Axis{Label: lang.Say("survey.figures.size.theta.x")},
					Y:       sheet.Axis{Label: lang.Say("survey.figures.size.y")},
					Series:  lines(column(all, 0), y),
					Marks:   []sheet.Mark{{Label: lang.Verbatim("α"), Role: sheet.Muted, At: sheet.Real(q.Alpha)}}}},
			}, nil
		})
}
