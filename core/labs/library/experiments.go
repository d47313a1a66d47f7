package library

import (
	"fmt"

	"indistinct/core/lang"

	"indistinct/core/lab"
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
	return work.Once("densities", m.laws), nil
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
	series := func(name string, role sheet.Role, style sheet.Style, y []float64) sheet.Series {
		return sheet.Series{Name: lang.Verbatim(name), Role: role, Style: style, X: sheet.Reals(x), Y: sheet.Reals(y)}
	}
	axis := sheet.Axis{Label: "released mean", Min: sheet.Real(lo), Max: sheet.Real(hi)}
	return sheet.Sheet{
		Title: lang.Say("library.analysis.laws"),
		Lead: lang.Verbatim(fmt.Sprintf(sayLawsLead,
			sheet.Brief(m.mech.promised, 3), sheet.Brief(m.spec.Float("scale"), 3), sheet.Brief(m.mech.sd, 3))),
		Charts: []sheet.Chart{
			{ID: "laws", Title: "Release laws", X: axis, Y: sheet.Axis{Label: "density"},
				Caption: sayLawsCaption,
				Series: []sheet.Series{
					series("record", sheet.Record, sheet.Line, actual[0]),
					series("neighbour", sheet.Adjacent, sheet.Line, actual[1]),
					series("record, as promised", sheet.Muted, sheet.Dash, promised[0]),
					series("neighbour, as promised", sheet.Muted, sheet.Dash, promised[1]),
				}},
			{ID: "loss", Title: "Privacy loss of each possible release", X: axis,
				Y:       sheet.Axis{Label: "privacy loss ln(p/p′)"},
				Caption: sayLossCaption,
				Series: []sheet.Series{series("as added", sheet.Leak, sheet.Line, loss[1]),
					series("as promised", sheet.Muted, sheet.Dash, loss[0])},
				Marks: []sheet.Mark{
					{Label: "ε", Role: sheet.Strong, At: sheet.Real(m.mech.epsilon)},
					{Label: "−ε", Role: sheet.Strong, At: sheet.Real(-m.mech.epsilon)},
				}},
		},
	}, nil
}
