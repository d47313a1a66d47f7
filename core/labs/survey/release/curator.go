package release

import (
	"math"

	"indistinct/core/labs/survey/law"
	"indistinct/core/lang"
	"indistinct/core/mechanism"
	"indistinct/core/num"
	"indistinct/core/privacy"
	"indistinct/core/rng"
)

// Curator is a curator's mechanism: the count of yes answers plus noise,
// released as a proportion (scaled by 1/n) or as a count.
type Curator struct {
	counts Answers
	Noise  law.Noise
	Scale  float64 // 1/n, or 1
	claim  mechanism.Claim
}

// NewLaplace releases the proportion plus Lap(1/(εn)) (Dwork, McSherry,
// Nissim & Smith 2006; Boulaguiem 2023).
func NewLaplace(c Answers, epsilon float64) *Curator {
	return &Curator{c, law.Laplace{Epsilon: epsilon}, 1 / float64(c.N), mechanism.Claim{
		Budget: privacy.Budget{Epsilon: epsilon},
		Source: lang.Verbatim("Dwork, McSherry, Nissim & Smith (2006), Prop. 1"),
		Note:   lang.Say("survey.release.laplace"),
	}}
}

// NewTulap releases the count plus Tulap noise (Awan & Slavković 2018).
func NewTulap(c Answers, epsilon, delta float64) *Curator {
	return &Curator{c, law.NewTulap(epsilon, delta), 1, mechanism.Claim{
		Budget: privacy.Budget{Epsilon: epsilon, Delta: delta},
		Source: lang.Verbatim("Awan & Slavković (2018)"),
		Note:   lang.Say("survey.release.tulap"),
	}}
}

// NewMisprint releases the proportion plus the noise of the slide's inverse
// as printed. The claim is the slide's, and false.
func NewMisprint(c Answers, epsilon float64) *Curator {
	return &Curator{c, law.Misprint{Epsilon: epsilon}, 1 / float64(c.N), mechanism.Claim{
		Budget: privacy.Budget{Epsilon: epsilon},
		Source: lang.Say("survey.release.misprint.source", "paper", "Boulaguiem (2023)"),
		Note:   lang.Say("survey.release.misprint"),
	}}
}

func (m *Curator) Shape() (steps, dim int) { return 1, 1 }

// Release writes the noisy proportion or count.
func (m *Curator) Release(in mechanism.Input, s *rng.Stream, out []float64) {
	out[0] = (float64(m.counts.Of(in)) + m.Noise.Draw(s)) * m.Scale
}

func (m *Curator) Fork() mechanism.Mechanism { return m }

func (m *Curator) Claim() mechanism.Claim { return m.claim }

// Truth returns the true proportion or count.
func (m *Curator) Truth() []float64 { return []float64{float64(m.counts.Yes) * m.Scale} }

// LogDensity is per unit of the release.
func (m *Curator) LogDensity(in mechanism.Input, release []float64) float64 {
	return m.Noise.LogPDF(release[0]/m.Scale-float64(m.counts.Of(in))) - num.Log(m.Scale)
}

// Profile is exact: every noise here is symmetric with a likelihood ratio that
// falls along the axis, so the worst event at ε is a half-line.
func (m *Curator) Profile() privacy.Profile {
	pure := math.Inf(1) // of bounded noise
	switch d := m.Noise.(type) {
	case law.Laplace:
		return privacy.LaplaceProfile{Shift: d.Epsilon}
	case law.Tulap:
		if d.Q == 0 && d.B > 0 {
			pure = -num.Log(d.B)
		}
	}
	return privacy.Curve{At: m.delta, PureEpsilon: pure, How: privacy.Closed()}
}

// delta returns sup over τ of P(N ≤ τ) − e^ε P(N + 1 ≤ τ).
func (m *Curator) delta(epsilon float64) float64 {
	var tau float64
	switch d := m.Noise.(type) {
	case law.Misprint:
		tau = 1 - d.Reach() // below it the neighbour's count cannot be
		if epsilon < d.Epsilon {
			tau = max(tau, 0.5*(1-epsilon/d.Epsilon))
		}
	case law.Tulap:
		tau = 1 - d.Cut
		if epsilon < -num.Log(d.B) {
			tau = max(tau, 0.5)
		}
		if math.IsInf(tau, -1) {
			return 0
		}
	}
	first, second := m.Noise.CDF(tau), m.Noise.CDF(tau-1)
	if second == 0 {
		return first // also where e^ε is infinite
	}
	return first - num.Exp(epsilon)*second
}
