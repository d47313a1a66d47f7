package library

import (
	"indistinct/core/lab"
	"indistinct/core/lang"
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

// laws shows what the documented densities give away, as promised and as told. The stage shows the
// densities themselves.
func (m *model) laws() (sheet.Sheet, error) {
	const points = 241
	lo, hi := m.span()
	series := func(name string, role sheet.Role, style sheet.Style, y func(x float64) float64) sheet.Series {
		s := sheet.Series{Name: lang.Say("library.loss.series." + name), Role: role, Style: style}
		for i := range points {
			x := lo + (hi-lo)*float64(i)/(points-1)
			s.X, s.Y = append(s.X, sheet.Real(x)), append(s.Y, sheet.Real(y(x)))
		}
		return s
	}
	return sheet.Sheet{
		Title: lang.Say("library.analysis.laws"),
		Lead: lang.Say("library.laws.lead", "needed", m.mech.promised, "scale", m.spec.Float("scale"),
			"added", m.mech.sd),
		Charts: []sheet.Chart{{ID: "loss", Title: lang.Say("library.loss.title"),
			X:       sheet.Axis{Label: lang.Say("library.mean"), Min: sheet.Real(lo), Max: sheet.Real(hi)},
			Y:       sheet.Axis{Label: lang.Say("library.loss.y")},
			Caption: lang.Say("library.loss.caption"),
			Series: []sheet.Series{series("added", sheet.Leak, sheet.Line, m.mech.loss(m.mech.sd)),
				series("needed", sheet.Muted, sheet.Dash, m.mech.loss(m.mech.promised))},
			Marks: []sheet.Mark{
				{Label: lang.Verbatim("ε"), Role: sheet.Strong, At: sheet.Real(m.mech.epsilon)},
				{Label: lang.Verbatim("−ε"), Role: sheet.Strong, At: sheet.Real(-m.mech.epsilon)},
			}}},
	}, nil
}
