package library

import (
	"cmp"

	about "indistinct/core/about/library"
	"indistinct/core/lang"
	"indistinct/core/privacy"
	"indistinct/core/sheet"
	"indistinct/core/work"
)

func (m *model) Analyse(name string) (work.Job, error) {
	return map[string]work.Job{"slip": work.Once("work.densities", m.slip)}[name], nil
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
	s.Title = lang.Say("library.analysis.slip")
	s.Lead = lang.Say("library.slip.lead", "half", exact(0.5), "eps", m.mech.epsilon)
	c := s.Chart("slip", "library.slip.", sheet.Axis{Log: true}, sheet.Axis{Log: true})
	scales := sheet.Even(0.1, 4, 79)
	sheet.Over(c, scales, scales).Line("exact", sheet.Leak, sheet.Line, exact)
	c.MarkY("claim", sheet.Ink, m.mech.epsilon)
	c.MarkX("now", sheet.Muted, m.spec.Float("scale"))
	return s, err
}
