package library

import (
	"indistinct/core/lab"
	"indistinct/core/lang"
	"indistinct/core/mechanism"
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
	series := func(name lang.Message, role sheet.Role, style sheet.Style, y func(x float64) float64) sheet.Series {
		s := sheet.Series{Name: name, Role: role, Style: style}
		for i := range points {
			x := lo + (hi-lo)*float64(i)/(points-1)
			s.X, s.Y = append(s.X, sheet.Real(x)), append(s.Y, sheet.Real(y(x)))
		}
		return s
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
					series(mechanism.Record.Say(), sheet.Record, sheet.Line, m.mech.density(0, m.mech.sd)),
					series(mechanism.Adjacent.Say(), sheet.Adjacent, sheet.Line, m.mech.density(1, m.mech.sd)),
					series(lang.Say("library.laws.series.record"), sheet.Muted, sheet.Dash,
						m.mech.density(0, m.mech.promised)),
					series(lang.Say("library.laws.series.neighbour"), sheet.Muted, sheet.Dash,
						m.mech.density(1, m.mech.promised)),
				}},
			{ID: "loss", Title: lang.Say("library.loss.title"), X: axis,
				Y:       sheet.Axis{Label: lang.Say("library.loss.y")},
				Caption: lang.Say("library.loss.caption"),
				Series: []sheet.Series{series(added, sheet.Leak, sheet.Line, m.mech.loss(m.mech.sd)),
					series(needed, sheet.Muted, sheet.Dash, m.mech.loss(m.mech.promised))},
				Marks: []sheet.Mark{
					{Label: lang.Verbatim("ε"), Role: sheet.Strong, At: sheet.Real(m.mech.epsilon)},
					{Label: lang.Verbatim("−ε"), Role: sheet.Strong, At: sheet.Real(-m.mech.epsilon)},
				}},
		},
	}, nil
}
