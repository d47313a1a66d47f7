package survey

import (
	"cmp"
	"fmt"
	"math"

	"indistinct/core/labs/survey/law"
	"indistinct/core/mechanism"
	"indistinct/core/num"
	"indistinct/core/privacy"
	"indistinct/core/rng"
)

// releasing is what the audit and the reports ask of a mechanism.
type releasing interface {
	mechanism.Mechanism
	mechanism.Densitied
	mechanism.Truther
	mechanism.Profiled
}

// single publishes one number, whose law is known.
type single interface {
	releasing
	// Laws returns the laws of a release for both inputs, densities at so many points.
	Laws(points int) laws
	// Losses returns the law of the privacy loss ln(p/p′) of a release under an input.
	Losses(in mechanism.Input) []privacy.Loss
}

// answers is what a curator holds: N answers, of which Yes are yes. The
// neighbour is the same answers with the star's flipped: one yes fewer, or with
// More one more.
type answers struct {
	Yes, N int
	More   bool
}

// newAnswers stars someone who says yes, if anybody does.
func newAnswers(yes, n int) answers { return answers{yes, n, yes <= 0} }

// star is the starred respondent's true answer.
func (c answers) star() bool { return !c.More }

// Check returns one sentence if the counts are impossible.
func (c answers) Check() error {
	switch {
	case c.N < 1:
		return fmt.Errorf(sayRespondentsOutOfRange, c.N)
	case c.Yes < 0:
		return fmt.Errorf("%d yes answers are impossible: there must be 0 or more", c.Yes)
	case c.Yes > c.N:
		return fmt.Errorf(sayTooManyYes, c.Yes, c.N, c.N)
	}
	return nil
}

// Of returns the number of yes answers in the record (Record) or in the
// neighbour.
func (c answers) Of(in mechanism.Input) int {
	switch {
	case in == mechanism.Record:
		return c.Yes
	case c.More:
		return c.Yes + 1
	}
	return c.Yes - 1
}

// checkEpsilon refuses an ε that no noise has.
func checkEpsilon(epsilon float64) error {
	if !(epsilon > 0) || math.IsInf(epsilon, 1) {
		return fmt.Errorf("ε cannot be %v: the noise needs a number above 0", epsilon)
	}
	return nil
}

// central is a curator's mechanism: the count of yes answers plus noise,
// released as a proportion (scaled by 1/n) or as a count.
type central struct {
	counts answers
	noise  law.Noise
	scale  float64 // 1/n, or 1
	claim  mechanism.Claim
}

// newLaplace releases the proportion plus Lap(1/(εn)) (Dwork, McSherry,
// Nissim & Smith 2006; Boulaguiem 2023).
func newLaplace(c answers, epsilon float64) (*central, error) {
	if err := cmp.Or(c.Check(), checkEpsilon(epsilon)); err != nil {
		return nil, err
	}
	return &central{c, law.Laplace{Epsilon: epsilon}, 1 / float64(c.N), mechanism.Claim{
		Budget: privacy.Budget{Epsilon: epsilon},
		Source: "Dwork, McSherry, Nissim & Smith (2006), proposition 1",
		Note:   sayLaplaceNote,
	}}, nil
}

// newTulap releases the count plus Tulap noise (Awan & Slavković 2018).
func newTulap(c answers, epsilon, delta float64) (*central, error) {
	if err := cmp.Or(c.Check(), checkEpsilon(epsilon)); err != nil {
		return nil, err
	}
	if !(delta >= 0 && delta < 1) {
		return nil, fmt.Errorf("δ cannot be %v: the truncation needs a number from 0 to below 1", delta)
	}
	return &central{c, law.NewTulap(epsilon, delta), 1, mechanism.Claim{
		Budget: privacy.Budget{Epsilon: epsilon, Delta: delta},
		Source: "Awan & Slavković (2018)",
		Note:   sayTulapNote,
	}}, nil
}

// newMisprint releases the proportion plus the noise of the slide's inverse
// as printed. The claim is the slide's, and false.
func newMisprint(c answers, epsilon float64) (*central, error) {
	if err := cmp.Or(c.Check(), checkEpsilon(epsilon)); err != nil {
		return nil, err
	}
	return &central{c, law.Misprint{Epsilon: epsilon}, 1 / float64(c.N), mechanism.Claim{
		Budget: privacy.Budget{Epsilon: epsilon},
		Source: "Boulaguiem (2023), the inverse as printed",
		Note:   sayMisprintNote,
	}}, nil
}

// Shape is one number.
func (m *central) Shape() (steps, dim int) { return 1, 1 }

// Release writes the noisy proportion or count.
func (m *central) Release(in mechanism.Input, s *rng.Stream, out []float64) {
	out[0] = (float64(m.counts.Of(in)) + m.noise.Draw(s)) * m.scale
}

// Fork returns m: it has no scratch.
func (m *central) Fork() mechanism.Mechanism { return m }

// Claim returns the budget that is claimed.
func (m *central) Claim() mechanism.Claim { return m.claim }

// Truth returns the true proportion or count.
func (m *central) Truth() []float64 { return []float64{float64(m.counts.Yes) * m.scale} }

// LogDensity is per unit of the release.
func (m *central) LogDensity(in mechanism.Input, release []float64) float64 {
	return m.noise.LogPDF(release[0]/m.scale-float64(m.counts.Of(in))) - num.Log(m.scale)
}

// Profile is exact: every noise here is symmetric with a likelihood ratio that
// falls along the axis, so the worst event at ε is a half-line.
func (m *central) Profile() privacy.Profile {
	if d, ok := m.noise.(law.Laplace); ok {
		return privacy.LaplaceProfile{Shift: d.Epsilon}
	}
	return centralProfile{m.noise}
}

type centralProfile struct{ noise law.Noise }

// Delta returns sup over τ of P(N ≤ τ) − e^ε P(N + 1 ≤ τ).
func (p centralProfile) Delta(epsilon float64) float64 {
	e := num.Exp(epsilon)
	var tau float64
	switch d := p.noise.(type) {
	case law.Misprint:
		tau = 1 - d.End() // below it the neighbour's count cannot be
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
	first := p.noise.CDF(tau)
	second := p.noise.CDF(tau - 1)
	if second == 0 {
		return first // also where e^ε is infinite
	}
	return privacy.Clip(first-e*second, epsilon, p.Pure())
}

// Pure returns the noise's ε, or +Inf for bounded noise.
func (p centralProfile) Pure() float64 {
	if d, ok := p.noise.(law.Tulap); ok && d.Q == 0 && d.B > 0 {
		return -num.Log(d.B)
	}
	return math.Inf(1)
}

// Exact says how.
func (p centralProfile) Exact() string { return "closed form" }
