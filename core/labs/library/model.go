// Package library is a laboratory for a mechanism from someone else's code:
// the noise package of Google's differential privacy library (version 3) on a
// bounded mean. It is audited like all others, at its claim and mis-scaled.
package library

import (
	"math"

	about "indistinct/core/about/library"
	"indistinct/core/film"
	"indistinct/core/lab"
	"indistinct/core/lab/show"
	"indistinct/core/lang"
	"indistinct/core/mechanism"
	"indistinct/core/rng"
	"indistinct/core/sheet"
	"indistinct/core/tell"
)

// Lab is the library laboratory.
type Lab struct {
	about.Lab
	// Noise is the library's own code; nil in binaries that do not link it,
	// where the laboratory can be described but not opened.
	Noise Noise
}

// Noise is what is used of the library.
type Noise interface {
	// Add adds noise to x, with every random byte drawn from s. The error is
	// the library's own.
	Add(law about.Law, x, sensitivity, epsilon, delta float64, s *rng.Stream) (float64, error)
	// Sigma is the standard deviation of its Gaussian noise, in the unit of the
	// sensitivity.
	Sigma(sensitivity, epsilon, delta float64) float64
}

// model is an opened Spec.
type model struct {
	lab.ModelBase
	spec lab.Spec
	mech *mean
}

// Open averages the data and asks the library once, so that a refusal is known
// before a run.
func (l Lab) Open(s lab.Spec) (lab.Model, error) {
	if l.Noise == nil {
		return nil, lang.Errorf("library.missing")
	}
	lo, hi := s.Float("lower"), s.Float("upper")
	n := s.Int("people")
	r := rng.New(rng.Key{Seed: s.Seed(), Phase: rng.PhaseLibraryData})
	sum := 0.0
	for range n - 1 {
		sum += r.Uniform(lo, hi)
	}
	m := &mean{noise: l.Noise, law: about.Law(s.Text("law")), epsilon: s.Float("eps"), delta: s.Float("delta"),
		sensitivity: (hi - lo) / float64(n)}
	m.value = [2]float64{(sum + lo) / float64(n), (sum + hi) / float64(n)}
	m.told = m.sensitivity * s.Float("scale")
	probe := rng.New(rng.Key{Seed: s.Seed(), Phase: rng.PhaseLibraryFilm, Input: 2})
	if _, err := l.Noise.Add(m.law, 0, m.told, m.epsilon, m.delta, &probe); err != nil {
		return nil, lang.Errorf("library.refuses", "error", err)
	}
	m.sd, m.promised = m.told/m.epsilon*math.Sqrt2, m.sensitivity/m.epsilon*math.Sqrt2
	if m.law == about.Gauss {
		m.sd, m.promised = l.Noise.Sigma(m.told, m.epsilon, m.delta), l.Noise.Sigma(m.sensitivity, m.epsilon, m.delta)
	}
	return &model{spec: s, mech: m}, nil
}

func (m *model) Mechanism() mechanism.Mechanism { return m.mech }

// Description names the released mean.
func (m *model) Description() show.Description {
	return show.Description{Inputs: inputs, Axes: []film.Axis{{Label: lang.Say("library.mean")}}}
}

var inputs = mechanism.Names{lang.Say("library.input.record"), lang.Say("library.input.neighbour")}

// Facts are the sensitivities and the noise.
func (m *model) Facts() []lab.Fact {
	fact := func(name string, value float64, key bool) lab.Fact {
		return lab.Fact{Name: name, Value: sheet.Number(value, 4), Key: key}
	}
	facts := []lab.Fact{
		fact("sensitivity", m.mech.sensitivity, true),
		fact("told", m.mech.told, true),
	}
	if p := m.mech.Profile(); p != nil {
		facts = append(facts, fact("exact_epsilon", p.Pure(), true))
	}
	return append(facts,
		fact("noise", m.mech.sd, true),
		fact("noise_needed", m.mech.promised, false))
}

func (m *model) Complete(r *lab.Report) {
	r.Distance = 1
	r.Notes = append(r.Notes, lang.Say("library.tested"))
	if r.Bits {
		r.Notes = append(r.Notes, tell.Representation(&r.Report))
	}
	if m.mech.law == about.Gauss && m.spec.Flag("bits") {
		r.Notes = append(r.Notes, lang.Say("library.rounded"))
	}
	if s := m.spec.Float("scale"); s < 1 {
		r.Warnings = append(r.Warnings, lang.Say("library.told", "scale", s))
	}
}
