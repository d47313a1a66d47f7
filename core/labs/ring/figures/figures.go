package figures

import (
	"fmt"
	"math"

	"indistinct/core/lang"

	"indistinct/core/lab"
	"indistinct/core/num"
	"indistinct/core/paper"
	"indistinct/core/sheet"
	"indistinct/core/work"
)

// pCurve tabulates the smaller of p⁺ and p₊ for counts out of 1,000.
func pCurve(c1, c2 int64, top float64) (x, y []sheet.Real) {
	plus, minus := paper.NewThinning(c1, c2, 1000), paper.NewThinning(c2, c1, 1000)
	for i := range 101 {
		e := top * float64(i) / 100
		x = append(x, sheet.Real(e))
		y = append(y, sheet.Real(min(plus.P(e), minus.P(e))))
	}
	return x, y
}

type countPair struct {
	c1, c2 int64
	role   sheet.Role
	style  sheet.Style
}

func pairsSheet(id, title, caption string, top float64, pairs []countPair, notes ...lang.Message) sheet.Sheet {
	ch := sheet.Chart{ID: id, Title: lang.Verbatim(title), Caption: lang.Verbatim(caption), X: sheet.Axis{Label: sayPrivacyLoss},
		Y:     sheet.Axis{Label: "p-value"},
		Marks: []sheet.Mark{{Label: "α = 0.05", Role: sheet.Muted, At: 0.05}}}
	t := sheet.Table{ID: id + "_table", Title: "Critical ε of each pair",
		Columns: []lang.Message{"c₁", "c₂", "ε_c at α = 0.05"},
		Caption: sayPairsTableCaption}
	for _, p := range pairs {
		x, y := pCurve(p.c1, p.c2, top)
		ch.Series = append(ch.Series, sheet.Series{Name: lang.Verbatim(fmt.Sprintf("(%d, %d)", p.c1, p.c2)), Role: p.role,
			Style: p.style, X: x, Y: y})
		t.Rows = append(t.Rows, []sheet.Cell{sheet.Number(float64(p.c1), 4), sheet.Number(float64(p.c2), 4),
			sheet.Number(paper.CriticalEpsilon(p.c1, p.c2, 1000, 0.05), 5)})
	}
	return sheet.Sheet{Title: lang.Verbatim(title), Charts: []sheet.Chart{ch}, Tables: []sheet.Table{t}, Notes: notes}
}

func (at Setting) Figure2() (sheet.Sheet, error) {
	s := pairsSheet("fig2", "p-value against ε for different counts", sayFigure2Caption, 1.2,
		[]countPair{{12, 27, sheet.Record, sheet.Line}, {14, 27, sheet.Target, sheet.Line},
			{13, 0, sheet.Adjacent, sheet.Dash}, {300, 170, sheet.Fourth, sheet.Dash}},
		lang.Verbatim(fmt.Sprintf(sayFigure2Note, sheet.Format(Crossing(), 2))))
	s.Lead = sayFigure2Lead
	return s, nil
}

// Crossing is where the p-values of (13, 0) and (300, 170) change places.
func Crossing() float64 {
	p := func(c1, c2 int64) func(e float64) float64 {
		plus, minus := paper.NewThinning(c1, c2, 1000), paper.NewThinning(c2, c1, 1000)
		return func(e float64) float64 { return min(plus.P(e), minus.P(e)) }
	}
	a, b := p(13, 0), p(300, 170)
	return num.Bisect(0.2, 0.4, 1e-4, func(e float64) bool { return (a(e) < b(e)) != (a(0.2) < b(0.2)) })
}

func (at Setting) figure3() (sheet.Sheet, error) {
	s := pairsSheet("fig3", "Counts of equal ratio", sayFigure3Caption, 1.2,
		[]countPair{{10, 20, sheet.Record, sheet.Line}, {15, 30, sheet.Target, sheet.Line},
			{20, 40, sheet.Adjacent, sheet.Line}},
		lang.Verbatim(fmt.Sprintf(sayFigure3Note,
			sheet.Format(paper.CriticalEpsilon(10, 20, 1000, 0.05), 2),
			sheet.Format(paper.CriticalEpsilon(20, 40, 1000, 0.05), 2))))
	s.Lead = sayFigure3Lead
	return s, nil
}

// curves repeats one of the figures that show p against ε.
func (at Setting) curves(id string, arms []Arm, note string) (work.Job, error) {
	return at.Sweep(arms, Repeats, true, func(by [][]Outcome) (sheet.Sheet, error) {
		s := sheet.Sheet{Title: lang.Say("ring.analysis." + id), Notes: []lang.Message{lang.Verbatim(note)}}
		t := sheet.Table{ID: id + "_table", Title: "Ours beside the paper's",
			Columns: []lang.Message{"", SayPrintedRule, "ε_c with the escape event", "proven ε ≥", "E_correct",
				"E_adjacent", "η", "λ"},
			Caption: lang.Verbatim(fmt.Sprintf(sayCurvesCaption, Repeats))}
		ch := sheet.Chart{ID: id, Title: "p-value against ε, one thin line a seed",
			X: sheet.Axis{Label: sayPrivacyLoss}, Y: sheet.Axis{Label: "p-value", Min: 0, Max: 1},
			Marks: []sheet.Mark{{Label: "α = 0.05", Role: sheet.Muted, At: 0.05}}}
		for i, a := range arms {
			if len(by[i]) == 0 {
				continue
			}
			for j, o := range by[i] {
				if j >= 5 {
					break
				}
				var x, y []sheet.Real
				for _, p := range o.Curve {
					if p.Epsilon > 6 {
						break
					}
					x, y = append(x, p.Epsilon), append(y, min(p.Plus, p.Minus))
				}
				name := ""
				if j == 0 {
					name = a.Name
				}
				style := sheet.Line
				if i%2 == 1 {
					style = sheet.Dash // the arms may lie on each other
				}
				ch.Series = append(ch.Series, sheet.Series{Name: lang.Verbatim(name), Role: a.role, Style: style, X: x, Y: y})
			}
			if !math.IsInf(a.eps, 0) {
				ch.Marks = append(ch.Marks, sheet.Mark{Label: lang.Verbatim("paper, " + a.Name), Role: sheet.Paper,
					At: sheet.Real(a.eps), Vertical: true})
			}
			t.Rows = append(t.Rows,
				[]sheet.Cell{sheet.Words(lang.Verbatim(a.Name)), PlusMinus(by[i], 3, EpsilonC), PlusMinus(by[i], 3, EscapeC),
					PlusMinus(by[i], 3, ProvenEpsilon),
					PlusMinus(by[i], 3, ECorrect), PlusMinus(by[i], 3, eAdjacent), PlusMinus(by[i], 2, eta),
					PlusMinus(by[i], 3, lambda)},
				[]sheet.Cell{sheet.Words(lang.Verbatim(a.Name + ", paper")), printed(a.eps, 5), sheet.Words("–"), sheet.Words("–"),
					printed(a.error, 6), printed(a.adjacent, 5), printed(a.eta, 2), printed(a.lambda, 4)})
		}
		s.Charts, s.Tables = []sheet.Chart{ch}, []sheet.Table{t}
		mean, sd := SpreadOf(by[0], EpsilonC)
		s.Lead = lang.Verbatim(fmt.Sprintf(sayCurvesLead, arms[0].Name, sheet.Format(mean, 3), sheet.Format(sd, 2), len(by[0]),
			sheet.Format(arms[0].eps, 5)))
		return s, nil
	})
}

// Experiment returns the job of one of the paper's figures or tables.
func (at Setting) Experiment(name string) (work.Job, error) {
	switch name {
	case "fig2":
		return work.Once("p-values", at.Figure2), nil
	case "fig3":
		return work.Once("p-values", at.figure3), nil
	case "fig4":
		return at.curves("fig4", []Arm{{Name: "s = 1", Spec: at.paper("mech", "w2mhe", "s", "1"), role: sheet.Leak,
			eps: math.Inf(1)}},
			fmt.Sprintf(sayPaperAtSOne, sheet.Format(paper.CriticalEpsilon(1000, 0, 1000, 0.05), 3)))
	case "fig5":
		return at.curves("fig5", []Arm{
			{"s = 0.8", at.paper("mech", "w2mhe", "s", "0.8"), sheet.Record, 0.39947, 0.0040408, 0.026032,
				0.013, 0.0888},
			{"s = 0.7", at.paper("mech", "w2mhe", "s", "0.7"), sheet.Target, 0.11485, 0.00599996, 0, 0.010, 0.0724}},
			sayPrintedRuleGrid)
	case "fig6":
		return at.curves("fig6", []Arm{
			{"s̄ = 0.944", at.paper("mech", "input", "sbar", "0.944"), sheet.Record, 0.70306, 0.0010771, 0, 0, 0.1550},
			{"s̄ = 0.894", at.paper("mech", "input", "sbar", "0.894"), sheet.Target, 0.41844, 0.0013998, 0, 0, 0.1351}},
			sayNoReadingReproducesPaper)
	case "table1":
		return at.table1()
	case "table2":
		return at.table2()
	case "theorem":
		return at.theorem()
	}
	return nil, lab.NoAnalysis(at.Lab, name)
}
