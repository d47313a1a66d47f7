package library

import (
	"indistinct/core/lab"
	"indistinct/core/lang"
	"indistinct/core/mechanism"
	"indistinct/core/num"
	"indistinct/core/sheet"
	"indistinct/core/work"
)

// Analyses lists what is computed beside the audit.
func (Lab) Analyses() []lab.Analysis {
	return []lab.Analysis{
		{Name: "laws", Live: true},
	}
}

// Analyse returns the job of an analysis.
func (m *model) Analyse(name string) (work.Job, error) {
	if name != "laws" {
		return nil, lab.NoAnalysis(Lab{}, name)
	}
	return work.Once("work.densities", m.laws), nil
}

// laws shows the documented densities, as promised and as told, and what they
// give away.
func (m *model) laws() (sheet.Sheet, error) {
	const points = 241
	lo, hi := m.span()
	var x []float64
	var promised, actual [2][]float64 // of the record and its neighbour
	var loss [2][]float64             // as promised, as told
	for i := range points {
		at := lo + (hi-lo)*float64(i)/(points-1)
		x = append(x, at)
		for in, c := range m.mech.value {
			promised[in] = append(promised[in], num.Exp(m.mech.log(at, c, m.mech.promised)))
			actual[in] = append(actual[in], num.Exp(m.mech.log(at, c, m.mech.sd)))
		}
		loss[0], loss[1] = append(loss[0], m.mech.loss(at, m.mech.promised)),
			append(loss[1], m.mech.loss(at, m.mech.sd))
	}
	series := func(name lang.Message, role sheet.Role, style sheet.Style, y []float64) sheet.Series {
		return sheet.Series{Name: name, Role: role, Style: style, X: sheet.Reals(x), Y: sheet.Reals(y)}
	}
	added, needed := lang.Say("library.loss.series.added"), lang.Say("library.loss.series.needed")
	axis := sheet.Axis{Label: lang.Say("library.mean"), Min: sheet.Real(lo), Max: sheet.Real(hi)}
	return sheet.Sheet{
		Title: lang.Say("library.analysis.laws"),
		Lead: lang.Say("library.laws.lead", "needed", m.mech.promised, "scale", m.spec.Float("scale"),
			"added", m.mech.sd),
		Charts: []sheet.Chart{
			{ID: "laws", Title: lang.Say("library.laws.title"), X: axis,
				Y:       sheet.Axis{Label: lang.Say("library.density")},
				Caption: lang.Say("library.laws.caption"),
				Series: []sheet.Series{
					series(mechanism.Record.Say(), sheet.Record, sheet.Line, actual[0]),
					series(mechanism.Adjacent.Say(), sheet.Adjacent, sheet.Line, actual[1]),
					series(lang.Say("library.laws.series.record"), sheet.Muted, sheet.Dash, promised[0]),
					series(lang.Say("library.laws.series.neighbour"), sheet.Muted, sheet.Dash, promised[1]),
				}},
			{ID: "loss", Title: lang.Say("library.loss.title"), X: axis,
				Y:       sheet.Axis{Label: lang.Say("library.loss.y")},
				Caption: lang.Say("library.loss.caption"),
				Series: []sheet.Series{series(added, sheet.Leak, sheet.Line, loss[1]),
					series(needed, sheet.Muted, sheet.Dash, loss[0])},
				Marks: []sheet.Mark{
					{Label: lang.Verbatim("ε"), Role: sheet.Strong, At: sheet.Real(m.mech.epsilon)},
					{Label: lang.Verbatim("−ε"), Role: sheet.Strong, At: sheet.Real(-m.mech.epsilon)},
				}},
		},
	}, nil
}
