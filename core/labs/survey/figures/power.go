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
		Title: at.Title("power"),
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
	ns := sizes(4, at.largest(), 40)
	x = make([]float64, len(ns))
	y = grid(len(contenders), len(ns))
	for k, n := range ns {
		x[k] = float64(n)
		ask := *q
		ask.N = n
		for i, t := range testsOf(&ask, at.Epsilon, at.Trunc) {
			y[i][k] = t.Power(theta)
		}
	}
	truth := lang.Say("survey.figures.power.truth", "theta", theta)
	s.Charts = append(s.Charts, sheet.Chart{
		ID: "power-n", Title: lang.Say("survey.figures.power.n.title"), Caption: truth,
		X: sheet.Axis{Label: lang.Say("survey.figures.respondents"), Log: true}, Y: unit, Series: lines(x, y),
		Marks: []sheet.Mark{alpha, at.thisSurvey()},
	})
	x = logspace(0.05, 10, 40)
	y = grid(len(contenders), len(x))
	for k, e := range x {
		for i, t := range testsOf(q, e, at.Trunc) {
			y[i][k] = t.Power(theta)
		}
	}
	s.Charts = append(s.Charts, sheet.Chart{
		ID: "power-epsilon", Title: lang.Say("survey.figures.power.epsilon.title"), Caption: truth,
		X: sheet.Axis{Label: lang.Say("survey.figures.budget"), Log: true}, Y: unit, Series: lines(x, y),
		Marks: []sheet.Mark{alpha, at.thisEpsilon()},
	})

	table := sheet.Table{ID: "rejection", Title: lang.Say("survey.figures.power.table.title"),
		Caption: lang.Say("survey.figures.power.table.caption"),
		Columns: []lang.Message{lang.Say("survey.figures.power.column.test"),
			lang.Say("survey.figures.power.column.null", "theta0", q.Theta0),
			lang.Say("survey.figures.power.column.truth", "theta", theta)}}
	add := func(name lang.Message, t *inference.Decision) {
		table.Rows = append(table.Rows, []sheet.Cell{sheet.Words(name), fixed(t.Power(q.Theta0)),
			fixed(t.Power(theta))})
	}
	for i, t := range tests {
		add(contenders[i].title(), t)
	}
	add(lang.Say("survey.method.jeffreys"), q.RawJIMITest(0.5))
	add(lang.Say("survey.method.uniform"), q.RawJIMITest(1))
	s.Tables = append(s.Tables, table)
	return s
}

// Size computes the size over θ₀, over n and over ε: one row is
// (which curve, abscissa, size of each test).
func (at Setting) Size() work.Job {
	q := at.Question
	var points [][2]float64
	for k := range 99 {
		points = append(points, [2]float64{0, float64(k+1) / 100})
	}
	for _, n := range sizes(4, at.largest(), 50) {
		points = append(points, [2]float64{1, float64(n)})
	}
	for _, e := range logspace(0.05, 10, 50) {
		points = append(points, [2]float64{2, e})
	}
	return rows(len(points), 8,
		func(i int) []float64 {
			p := points[i]
			ask, eps := *q, at.Epsilon
			switch p[0] {
			case 0:
				ask.Theta0 = p[1]
			case 1:
				ask.N = int(p[1])
			default:
				eps = p[1]
			}
			out := []float64{p[0], p[1]}
			for _, t := range testsOf(&ask, eps, at.Trunc) {
				out = append(out, t.Power(ask.Theta0))
			}
			return out
		},
		func(all [][]float64) sheet.Sheet {
			s := sheet.Sheet{
				Title: at.Title("size"),
				Lead:  lang.Say("survey.figures.size.lead", "alpha", q.Alpha, "side", at.side()),
				Notes: []lang.Message{lang.Say("survey.figures.size.note")},
			}
			if q.Side == inference.TwoSided {
				s.Notes = append(s.Notes, lang.Say("survey.figures.size.two"))
			}
			n, eps, theta0 := q.N, at.Epsilon, q.Theta0
			for i, c := range []struct {
				id                    string
				title, label, caption lang.Message
			}{
				{"size-theta", lang.Say("survey.figures.size.theta.title"), lang.Say("survey.figures.size.theta.x"),
					lang.Say("survey.figures.size.theta.caption", "n", n, "eps", eps)},
				{"size-n", lang.Say("survey.figures.size.n.title"), lang.Say("survey.figures.respondents"),
					lang.Say("survey.figures.size.n.caption", "theta0", theta0, "eps", eps)},
				{"size-epsilon", lang.Say("survey.figures.size.epsilon.title"), lang.Say("survey.figures.budget"),
					lang.Say("survey.figures.size.epsilon.caption", "theta0", theta0, "n", n)},
			} {
				var part [][]float64
				for _, r := range all {
					if int(r[0]) == i {
						part = append(part, r)
					}
				}
				var y [][]float64
				for k := range contenders {
					y = append(y, column(part, k+2))
				}
				s.Charts = append(s.Charts, sheet.Chart{ID: c.id, Title: c.title, Caption: c.caption,
					X: sheet.Axis{Label: c.label, Log: i > 0}, Y: sheet.Axis{Label: lang.Say("survey.figures.size.y")},
					Series: lines(column(part, 1), y),
					Marks:  []sheet.Mark{{Label: lang.Verbatim("α"), Role: sheet.Muted, At: sheet.Real(q.Alpha)}}})
			}
			return s
		})
}
