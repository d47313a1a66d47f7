package ring

import (
	"indistinct/core/fmt"
	"indistinct/core/lab"
	"indistinct/core/mechanism"
)

// build makes the mechanism of the Spec for two records.
func (m *model) build(records [2][]float64) (mechanism.Mechanism, error) {
	s := m.spec
	terms := options(s).Terms
	switch name := s.Text("mech"); name {
	case w2mhe:
		return mechanism.NewW2MHE(m.sc, records, options(s))
	case klmhe:
		o := mechanism.DefaultKL()
		o.S, o.Particles, o.Kappa, o.Terms = []float64{s.Float("s")}, s.Int("particles"), s.Float("kappa"), terms
		return mechanism.NewKLMHE(m.sc, records, o)
	case input:
		return mechanism.NewInputPerturbation(m.sc, records, options(s), s.Float("sbar"))
	case ekf:
		o := mechanism.DefaultEKF()
		o.Shat = s.Float("shat")
		return mechanism.NewEKF(m.sc, records, o)
	case laplace, gauss:
		return mechanism.NewOutput(m.sc, records, options(s), mechanism.OutputLaw(name), s.Float("noise"))
	default:
		return nil, &lab.Problem{Field: "mech", Say: fmt.Sprintf("The mechanism %q is not known.", name)}
	}
}
