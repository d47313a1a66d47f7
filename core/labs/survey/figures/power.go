package figures

import (
	"fmt"

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
	unit := sheet.Axis{Label: sayProbabilityRejecting, Min: 0, Max: 1}
	eps := sheet.Brief(at.Epsilon, 3)
	about := fmt.Sprintf("θ₀ = %s, alternative %s, α = %s", sheet.Brief(q.Theta0, 3), q.Side.Alternative(),
		sheet.Brief(q.Alpha, 3))
	alpha := sheet.Mark{Label: "α", Role: sheet.Muted, At: sheet.Real(q.Alpha)}
	null := sheet.Mark{Label: "θ₀", Role: sheet.Muted, At: sheet.Real(q.Theta0), Vertical: true}
	s := sheet.Sheet{
		Title: at.Title("power"),
		Lead:  lang.Verbatim(fmt.Sprintf(sayPowerLead, eps, q.N)),
		Notes: []lang.Message{
			saySumsNote,
			sayBoughtPowerNote,
		},
	}
	s.Notes = append(s.Notes, at.Unequal...)
	s.Charts = append(s.Charts, sheet.Chart{
		ID: "power-theta", Title: "Power over the true share", Caption: lang.Verbatim(about + sayPriceOfPrivacyCaption),
		X: sheet.Axis{Label: sayTrueShare, Min: 0, Max: 1}, Y: unit, Series: lines(x, y),
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
	truth := fmt.Sprintf("at the assumed truth θ = %s", sheet.Brief(theta, 3))
	s.Charts = append(s.Charts, sheet.Chart{
		ID: "power-n", Title: "Power over the number of respondents",
		Caption: lang.Verbatim(about + ", " + truth + ", ε = " + eps + "."),
		X:       sheet.Axis{Label: "respondents n", Log: true}, Y: unit, Series: lines(x, y),
		Marks: []sheet.Mark{alpha, {Label: "this survey", Role: sheet.Muted, At: sheet.Real(q.N), Vertical: true}},
	})
	x = logspace(0.05, 10, 40)
	y = grid(len(contenders), len(x))
	for k, e := range x {
		for i, t := range testsOf(q, e, at.Trunc) {
			y[i][k] = t.Power(theta)
		}
	}
	s.Charts = append(s.Charts, sheet.Chart{
		ID: "power-epsilon", Title: "Power over the privacy budget",
		Caption: lang.Verbatim(about + ", " + truth + fmt.Sprintf(", n = %d.", q.N)),
		X:       sheet.Axis{Label: sayPrivacyBudget, Log: true}, Y: unit, Series: lines(x, y),
		Marks: []sheet.Mark{alpha, {Label: "this ε", Role: sheet.Muted, At: sheet.Real(at.Epsilon), Vertical: true}},
	})

	table := sheet.Table{ID: "rejection", Title: "Rejection probabilities", Caption: sayRejectionTableCaption,
		Columns: []lang.Message{"Test", lang.Verbatim("at θ₀ = " + sheet.Brief(q.Theta0, 3)), lang.Verbatim("at θ = " + sheet.Brief(theta, 3))}}
	tests = append(tests, q.RawJIMITest("JIMI without privacy, D ~ Beta(½, ½)", 0.5),
		q.RawJIMITest("JIMI without privacy, D ~ Beta(1, 1)", 1))
	for _, t := range tests {
		table.Rows = append(table.Rows, []sheet.Cell{sheet.Words(lang.Verbatim(t.Name)), fixed(t.Power(q.Theta0), 5),
			fixed(t.Power(theta), 5)})
	}
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
	return rows("size", len(points), 8,
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
				Lead:  lang.Verbatim(fmt.Sprintf(saySizeLead, sheet.Brief(q.Alpha, 3))),
				Notes: []lang.Message{
					saySizeNote,
					lang.Verbatim(fmt.Sprintf(sayTwoSidedNote, q.Side.Alternative())),
				},
			}
			for i, c := range []struct{ id, title, label, caption string }{
				{"size-theta", "Size over the hypothesis", "hypothesis θ₀",
					fmt.Sprintf("n = %d, ε = %s.", q.N, sheet.Brief(at.Epsilon, 3))},
				{"size-n", "Size over the number of respondents", "respondents n", fmt.Sprintf("θ₀ = %s, ε = %s.",
					sheet.Brief(q.Theta0, 3), sheet.Brief(at.Epsilon, 3))},
				{"size-epsilon", "Size over the privacy budget", sayPrivacyBudget,
					fmt.Sprintf("θ₀ = %s, n = %d.", sheet.Brief(q.Theta0, 3), q.N)},
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
				s.Charts = append(s.Charts, sheet.Chart{ID: c.id, Title: lang.Verbatim(c.title), Caption: lang.Verbatim(c.caption),
					X: sheet.Axis{Label: lang.Verbatim(c.label), Log: i > 0},
					Y: sheet.Axis{Label: "size"}, Series: lines(column(part, 1), y), Marks: []sheet.Mark{{Label: "α",
						Role: sheet.Muted, At: sheet.Real(q.Alpha)}}})
			}
			return s
		})
}
