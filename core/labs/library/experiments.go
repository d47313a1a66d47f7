package library

import (
	"indistinct/core/lab"
	"indistinct/core/lang"
	"indistinct/core/sheet"
	"indistinct/core/work"
)

// Analyses lists what is computed beside the audit.
func (Lab) Analyses() []lab.Analysis { return []lab.Analysis{{Name: "laws", Live: true}} }

// Analyse returns the job of an analysis.
func (m *model) Analyse(name string) (work.Job, error) {
	return map[string]work.Job{"laws": work.Once("work.densities", m.laws)}[name], nil
}

// laws shows what the documented densities give away, as promised and as told. The stage shows the
// densities themselves.
func (m *model) laws() (s sheet.Sheet, err error) {
	lo, hi := m.span()
	x := sheet.Even(lo, hi, 241)
	s.Title = lang.Say("library.analysis.laws")
	s.Lead = lang.Say("library.laws.lead", "needed", m.mech.promised, "scale", m.spec.Float("scale"),
		"added", m.mech.sd)
	c := s.Chart("loss", "library.loss.", sheet.Axis{Label: lang.Say("library.mean"), Min: sheet.Real(lo),
		Max: sheet.Real(hi)}, sheet.Axis{}, lang.Say("library.loss.caption"))
	over := sheet.Over(c, x, x)
	over.Line("added", sheet.Leak, sheet.Line, m.mech.loss(m.mech.sd))
	over.Line("needed", sheet.Muted, sheet.Dash, m.mech.loss(m.mech.promised))
	c.MarkY(lang.Verbatim("ε"), sheet.Strong, m.mech.epsilon)
	c.MarkY(lang.Verbatim("−ε"), sheet.Strong, -m.mech.epsilon)
	return s, nil
}
