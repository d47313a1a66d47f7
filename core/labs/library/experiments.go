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
	var x []float64
	for i := range points {
		x = append(x, lo+(hi-lo)*float64(i)/(points-1))
	}
	axis := sheet.Axis{Label: lang.Say("library.mean"), Min: sheet.Real(lo), Max: sheet.Real(hi)}
	c := sheet.NewChart("loss", "library.loss.", axis, sheet.Axis{}, lang.Say("library.loss.caption"))
	c.Plot(lang.Say("library.loss.series.added"), sheet.Leak, sheet.Line, x, m.mech.loss(m.mech.sd))
	c.Plot(lang.Say("library.loss.series.needed"), sheet.Muted, sheet.Dash, x, m.mech.loss(m.mech.promised))
	c.MarkY(lang.Verbatim("ε"), sheet.Strong, m.mech.epsilon)
	c.MarkY(lang.Verbatim("−ε"), sheet.Strong, -m.mech.epsilon)
	return sheet.Sheet{
		Title: lang.Say("library.analysis.laws"),
		Lead: lang.Say("library.laws.lead", "needed", m.mech.promised, "scale", m.spec.Float("scale"),
			"added", m.mech.sd),
		Charts: []sheet.Chart{c},
	}, nil
}
