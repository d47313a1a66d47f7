package attack

import (
	"fmt"
	"strconv"

	"indistinct/core/lab"
	"indistinct/core/labs/ring/estimator"
	"indistinct/core/labs/ring/system"
	"indistinct/core/mechanism"
	"indistinct/core/sheet"
)

// Setting is an opened laboratory as an adversary knows it: all but the hidden sensor's
// place. That the place is among its fields serves to draw releases and to hold guesses
// against the truth.
type Setting struct {
	Lab       lab.Laboratory // whose analyses they are
	Spec      lab.Spec
	Options   estimator.W2Options // of the Spec
	Scenario  *system.Scenario
	Mech      mechanism.Mechanism // between the hidden sensor's place and the neighbour's
	Law       Law                 // of the mechanism
	Particles bool                // it is made of many: its releases take long
	// Reopen opens the Spec with some fields changed, each a name and a value.
	Reopen func(set ...string) (*Setting, error)
}

// Law is what is known of a mechanism's releases.
type Law struct {
	// Build makes the mechanism for two records.
	Build func(s *Setting, records [2][]float64) (mechanism.Mechanism, error)

	// Likelihood is how the adversary computes how likely a release is at a place;
	// logNoise, for byNoise, is the log density, up to a constant, of one step's noise.
	Likelihood likelihood
	LogNoise   func(dx, dy, sigma float64) float64

	// What is known of the releases at two places; nil where nothing is. shift is their
	// distance in standard deviations, of a Gaussian law; affinity is ln ∫√(p₁p₂) or a
	// bound below it; pure bounds ε at δ = 0.
	Shift, Affinity, Pure func(s *Adversary, a, b *Place) float64
	// Why no guarantee is known, or none at δ = 0; empty where there is one.
	NoLaw, NoPure string
}

// likelihood is a way to compute how likely a release is at a place.
type likelihood int

const (
	ByDensity  likelihood = 1 + iota // W₂-MHE: quadrature
	ByNoise                          // the density of noise about the deterministic estimate
	BySupport                        // the mechanism's own density, of bounded support
	BySampling                       // normal law fitted to simulated releases
	byNothing                        // of a deterministic step: the place is given away
)

// Build makes the mechanism for two records. What it refuses is a sentence.
func (m *Setting) Build(records [2][]float64) (mechanism.Mechanism, error) {
	mech, err := m.Law.Build(m, records)
	if err != nil {
		return nil, &lab.Problem{Say: lab.Sentence(err)}
	}
	return mech, nil
}

// Affordable refuses to draw so many releases of a mechanism where that takes longer, in
// µs, than somebody would wait for it: where they come from many particles.
func (m *Setting) Affordable(mech mechanism.Mechanism, releases int, long float64) error {
	most := long / float64(releases) / mechanism.Pace(mech)
	if !m.Particles || most >= 1 {
		return nil
	}
	steps, _ := mech.Shape()
	return &lab.Problem{Field: "particles", Say: fmt.Sprintf(sayTooManyParticles, sheet.Group(int64(m.Spec.Int("particles"))), steps,
		sheet.Group(int64(most*m.Spec.Float("particles"))))}
}

// Metres writes a length with a unit that suits it.
func Metres(r float64) string {
	switch {
	case r < 1e-3:
		return sheet.Format(1e6*r, 3) + " µm"
	case r < 1:
		return sheet.Format(1e3*r, 3) + " mm"
	}
	return sheet.Format(r, 3) + " m"
}

func Digits(v float64) string { return strconv.FormatFloat(v, 'g', -1, 64) }
