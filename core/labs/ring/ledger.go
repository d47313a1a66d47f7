package ring

import (
	"math"

	"indistinct/core/lab"
	"indistinct/core/labs/ring/estimator"
	"indistinct/core/lang"
	"indistinct/core/privacy"
	"indistinct/core/replay"
	"indistinct/core/sheet"
)

// losses are what is known of the steps' privacy losses.
func (m *model) losses() (l lab.Losses) {
	switch mech := m.Mech.(type) {
	case *estimator.Output:
		l.Steps = mech.Losses()
	case *estimator.W2MHE:
		if l.Steps, l.First = mech.Losses(); l.Steps != nil {
			l.Notes = append(l.Notes, lang.Say("ring.ledger.w2mhe"))
		}
	case *estimator.InputPerturbation:
		l.Steps, l.AtMost = m.readings(mech), true
		l.Notes = append(l.Notes, lang.Say("ring.ledger.input"))
	}
	if l.Steps == nil {
		l.Notes = append(l.Notes, lang.Say("ring.ledger.unknown", "mech", m.offer.title()), m.Mech.Claim().Note)
	}
	return l
}

// readings are the steps of input perturbation: each is computed from noisy readings up to
// the end of its window, of which those of the windows before it are no news.
func (m *model) readings(p *estimator.InputPerturbation) (steps []privacy.Step) {
	sc := m.Scenario
	q := p.Blocks()[sc.Star]
	det, square, end := q[0]*q[2]-q[1]*q[1], 0.0, 0
	for k := range sc.T + 1 - sc.N {
		for square = 0; end <= k+sc.N; end++ {
			a, b := sc.Row(sc.Y, end)[2*sc.Star:], sc.Row(m.adjacent, end)[2*sc.Star:]
			x, y := a[0]-b[0], a[1]-b[1]
			square += (q[2]*x*x - 2*(q[1]*x*y) + q[0]*y*y) / det
		}
		steps = append(steps, privacy.Step{Mu: math.Sqrt(square)})
	}
	return steps
}

// replay measures by how much the releases for the two records differ. Only noise on the result
// assumes a bound.
func (m *model) replay() (sheet.Sheet, error) {
	e := replay.Entry{Result: replay.Run(m.Mech, m.Spec.Seed()), Assumed: math.NaN()}
	var notes []lang.Message
	o, _ := m.Mech.(*estimator.Output)
	switch eps, delta := m.Spec.Float("eps"), m.Spec.Float("delta"); {
	case o == nil:
	case o.Noise == estimator.Laplace{}:
		e.Assumed, e.ByL1 = o.Scale*eps, true
	case delta > 0:
		k, err := privacy.GaussianSigma(delta, eps)
		if err != nil {
			return sheet.Sheet{}, err
		}
		e.Assumed = o.Scale / k
	default:
		notes = append(notes, lang.Say("ring.replay.gauss"))
	}
	return replay.Sheet([]replay.Entry{e}, notes...), nil
}
