package figures

import (
	"fmt"

	"indistinct/core/lab"
	"indistinct/core/lang"
	"indistinct/core/num"
	"indistinct/core/paper"
	"indistinct/core/sheet"
	"indistinct/core/work"
)

// smallerP returns the smaller of p⁺ and p₊ over ε for counts out of 1,000.
func smallerP(c1, c2 int64) func(e float64) float64 {
	plus, minus := paper.NewThinning(c1, c2, 1000), paper.NewThinning(c2, c1, 1000)
	return func(e float64) float64 { return min(plus.P(e), minus.P(e)) }
}

type countPair struct {
	c1, c2 int64
	role   sheet.Role
	style  sheet.Style
}

// pairsSheet lays out figure 2 or 3.
func pairsSheet(id string, pairs []countPair, note lang.Message) sheet.Sheet {
	const top = 1.2
	var x []float64
	for i := range 101 {
		x = append(x, top*float64(i)/100)
	}
	ch := pChart(id, sheet.Axis{}, lang.Say("ring.figures."+id+".caption"))
	t := sheet.NewTable(id+"_table", "ring.figures.pairs.", lang.Say("ring.figures.pairs.caption"), lang.Verbatim("c₁"),
		lang.Verbatim("c₂"), lang.Say("ring.figures.pairs.column.epsilon", "alpha", alpha))
	for _, p := range pairs {
		ch.Plot(lang.Verbatim(fmt.Sprintf("(%d, %d)", p.c1, p.c2)), p.role, p.style, x, smallerP(p.c1, p.c2))
		t.Add(sheet.Count(float64(p.c1)), sheet.Count(float64(p.c2)),
			sheet.Number(paper.CriticalEpsilon(p.c1, p.c2, 1000, alpha), 5))
	}
	return sheet.Sheet{Title: lang.Say("ring.analysis." + id), Lead: lang.Say("ring.figures." + id + ".lead"),
		Charts: []sheet.Chart{ch}, Tables: []sheet.Table{t}, Notes: []lang.Message{note}}
}

// alpha is the level at which the paper tests.
const alpha = 0.05

// pChart returns a chart of p-values over ε with the level marked.
func pChart(id string, y sheet.Axis, caption ...lang.Message) sheet.Chart {
	ch := sheet.NewChart(id, "ring.figures.p.", sheet.Axis{}, y, caption...)
	ch.MarkY(lang.Say("ring.figures.p.level", "alpha", alpha), sheet.Muted, alpha)
	return ch
}

// Figure2 returns the figure of p-values over ε of some pairs of counts.
func (at Setting) Figure2() (sheet.Sheet, error) {
	return pairsSheet("fig2",
		[]countPair{{12, 27, sheet.Record, sheet.Line}, {14, 27, sheet.Target, sheet.Line},
			{13, 0, sheet.Adjacent, sheet.Dash}, {300, 170, sheet.Fourth, sheet.Dash}},
		lang.Say("ring.figures.fig2.note", "eps", Crossing())), nil
}

// Crossing is where the p-values of (13, 0) and (300, 170) change places.
func Crossing() float64 {
	a, b := smallerP(13, 0), smallerP(300, 170)
	return num.Bisect(0.2, 0.4, 1e-4, func(e float64) bool { return (a(e) < b(e)) != (a(0.2) < b(0.2)) })
}

func (at Setting) figure3() (sheet.Sheet, error) {
	return pairsSheet("fig3",
		[]countPair{{10, 20, sheet.Record, sheet.Line}, {15, 30, sheet.Target, sheet.Line},
			{20, 40, sheet.Adjacent, sheet.Line}},
		lang.Say("ring.figures.fig3.note", "least", paper.CriticalEpsilon(10, 20, 1000, alpha),
			"most", paper.CriticalEpsilon(20, 40, 1000, alpha))), nil
}

// columns are headings of which several tables have the same.
func columns(names ...any) []lang.Message { return sheet.Columns("ring.figures.column.", names...) }

// runs says over what the means of a table are taken.
func runs() lang.Message { return lang.Say("ring.figures.runs", "seeds", Repeats) }

// curves repeats one of the figures that show p against ε.
func (at Setting) curves(id string, arms []Arm, note lang.Message) work.Job {
	return at.Sweep(arms, Repeats, true, func(by [][]Outcome) (sheet.Sheet, error) {
		s := sheet.Sheet{Title: lang.Say("ring.analysis." + id), Notes: []lang.Message{note}}
		t := sheet.Table{ID: id + "_table", Title: lang.Say("ring.figures.curves.title"),
			Columns: columns(lang.Verbatim(""), "printed", "escape", "proven", "error", "adjacent", "eta", "lambda"),
			Caption: lang.Sentences(runs(), lang.Say("ring.figures.curves.caption"))}
		ch := pChart(id, sheet.Axis{Max: 1})
		ch.Title = lang.Say("ring.figures.p.title.seeds")
		for i, a := range arms {
			if len(by[i]) == 0 {
				continue
			}
			for j, o := range by[i] {
				if j >= 5 {
					break
				}
				var x, y []sheet.Real
				for k, e := range o.Curve.Epsilon {
					if e > 6 {
						break
					}
					x, y = append(x, e), append(y, min(o.Curve.Plus[k], o.Curve.Minus[k]))
				}
				var name lang.Message
				if j == 0 {
					name = a.Name
				}
				style := sheet.Line
				if i%2 == 1 {
					style = sheet.Dash // the arms may lie on each other
				}
				ch.Draw(name, a.role, style, x, y)
			}
			ofPaper := lang.Say("ring.figures.curves.paper", "arm", a.Name)
			if a.eps > 0 {
				ch.MarkX(ofPaper, sheet.Paper, a.eps)
			}
			t.Add(sheet.Words(a.Name), PlusMinus(by[i], 3, EpsilonC), PlusMinus(by[i], 3, EscapeC),
				PlusMinus(by[i], 3, ProvenEpsilon), PlusMinus(by[i], 3, ECorrect), PlusMinus(by[i], 3, eAdjacent),
				PlusMinus(by[i], 2, eta), PlusMinus(by[i], 3, lambda))
			t.Add(sheet.Words(ofPaper), printed(a.eps, 5), absent, absent,
				printed(a.error, 6), printed(a.adjacent, 5), printed(a.eta, 2), printed(a.lambda, 4))
		}
		s.Charts, s.Tables = []sheet.Chart{ch}, []sheet.Table{t}
		mean, sd := SpreadOf(by[0], EpsilonC)
		s.Lead = lang.Say("ring.figures.curves.lead", "arm", arms[0].Name, "mean", mean, "sd", sd, "seeds", len(by[0]),
			"paper", arms[0].eps)
		return s, nil
	})
}

// Experiment returns the job of one of the paper's figures or tables.
func (at Setting) Experiment(name string) (work.Job, error) {
	switch name {
	case "fig2":
		return work.Once("work.p-values", at.Figure2), nil
	case "fig3":
		return work.Once("work.p-values", at.figure3), nil
	case "fig4":
		arm := Arm{Name: entropyOf(1), Spec: at.paper("mech", "w2mhe", "s", "1"), role: sheet.Leak}
		return at.curves("fig4", []Arm{arm},
			lang.Say("ring.figures.fig4.note", "most", paper.CriticalEpsilon(1000, 0, 1000, alpha))), nil
	case "fig5":
		return at.curves("fig5", []Arm{
			{entropyOf(0.8), at.paper("mech", "w2mhe", "s", "0.8"), sheet.Record, 0.39947, 0.0040408, 0.026032,
				0.013, 0.0888},
			{entropyOf(0.7), at.paper("mech", "w2mhe", "s", "0.7"), sheet.Target, 0.11485, 0.00599996, 0,
				0.010, 0.0724}},
			lang.Say("ring.figures.fig5.note")), nil
	case "fig6":
		return at.curves("fig6", []Arm{
			{noiseOf(0.944), at.paper("mech", "input", "sbar", "0.944"), sheet.Record, 0.70306, 0.0010771, 0,
				0, 0.1550},
			{noiseOf(0.894), at.paper("mech", "input", "sbar", "0.894"), sheet.Target, 0.41844, 0.0013998, 0,
				0, 0.1351}},
			lang.Say("ring.figures.fig6.note")), nil
	case "table1":
		return at.table1(), nil
	case "table2":
		return at.table2(), nil
	case "theorem":
		return at.theorem()
	}
	return nil, lab.NoAnalysis(at.Lab, name)
}

// entropyOf and noiseOf name arms by the factor that they are run with.
func entropyOf(s float64) lang.Message  { return lang.Say("ring.figures.arm.s", "s", s) }
func noiseOf(sbar float64) lang.Message { return lang.Say("ring.figures.arm.sbar", "sbar", sbar) }
