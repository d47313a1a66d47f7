package library

import (
	"cmp"
	"math"

	about "indistinct/core/about/library"
	"indistinct/core/lang"
	"indistinct/core/privacy"
	"indistinct/core/sheet"
	"indistinct/core/work"
)

// Analyse returns the job of an analysis.
func (m *model) Analyse(name string) (work.Job, error) {
	return map[string]work.Job{"laws": work.Once("work.densities", m.laws),
		"slip": work.Once("work.densities", m.slip)}[name], nil
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

// slip shows what ε is kept by any part or multiple of the noise needed.
func (m *model) slip() (s sheet.Sheet, err error) {
	exact := func(scale float64) float64 {
		part := *m.mech
		part.told, part.sd = part.sensitivity*scale, part.promised*scale
		delta := 0.0
		if part.law == about.Gauss {
			delta = part.delta
		}
		eps, failed := privacy.EpsilonAt(part.Profile(), delta)
		err = cmp.Or(err, failed)
		return eps
	}
	var scales []float64
	for i := range 61 {
		scales = append(scales, 0.1*math.Pow(40, float64(i)/60))
	}
	s.Title = lang.Say("library.analysis.slip")
	s.Lead = lang.Say("library.slip.lead", "half", exact(0.5), "eps", m.mech.epsilon)
	c := s.Chart("slip", "library.slip.", sheet.Axis{Log: true}, sheet.Axis{Log: true})
	sheet.Over(c, scales, scales).Line("exact", sheet.Leak, sheet.Line, exact)
	c.MarkY("claim", sheet.Ink, m.mech.epsilon)
	c.MarkX("now", sheet.Muted, m.spec.Float("scale"))
	return s, err
}
