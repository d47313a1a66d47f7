package library

import (
	"errors"
	"fmt"
	"math"

	"indistinct/core/lang"

	"indistinct/core/film"
	"indistinct/core/lab"
	"indistinct/core/lab/show"
	"indistinct/core/mechanism"
	"indistinct/core/rng"
	"indistinct/core/sheet"
)

// model is an opened Spec.
type model struct {
	spec lab.Spec
	mech *mean
}

// Open averages the data and asks the library once, so that a refusal is known
// before a run.
func (l Lab) Open(s lab.Spec) (lab.Model, error) {
	if l.Noise == nil {
		return nil, errors.New(sayNoLibrary)
	}
	lo, hi := s.Float("lower"), s.Float("upper")
	n := s.Int("people")
	r := rng.New(rng.Key{Seed: s.Seed(), Phase: rng.PhaseLibraryData})
	sum := 0.0
	for range n - 1 {
		sum += r.Uniform(lo, hi)
	}
	m := &mean{noise: l.Noise, law: Law(s.Text("law")), epsilon: s.Float("eps"), delta: s.Float("delta"),
		sensitivity: (hi - lo) / float64(n)}
	m.value = [2]float64{(sum + lo) / float64(n), (sum + hi) / float64(n)}
	m.told = m.sensitivity * s.Float("scale")
	probe := rng.New(rng.Key{Seed: s.Seed(), Phase: rng.PhaseLibraryFilm, Input: 2})
	if _, err := l.Noise.Add(m.law, 0, m.told, m.epsilon, m.delta, &probe); err != nil {
		return nil, fmt.Errorf(sayLibraryRefuses, err)
	}
	m.sd, m.promised = m.told/m.epsilon*math.Sqrt2, m.sensitivity/m.epsilon*math.Sqrt2
	if m.law == Gauss {
		m.sd, m.promised = l.Noise.Sigma(m.told, m.epsilon, m.delta), l.Noise.Sigma(m.sensitivity, m.epsilon, m.delta)
	}
	return &model{s, m}, nil
}

// Mechanism is what Run test audits.
func (m *model) Mechanism() mechanism.Mechanism { return m.mech }

// Extras: there are none.
func (m *model) Extras() lab.ModelExtras { return lab.ModelExtras{} }

// Stage names the released mean.
func (m *model) Stage() show.Stage {
	return show.Stage{Axes: []film.Axis{{Label: "released mean"}}}
}

// Facts are the sensitivities and the noise.
func (m *model) Facts() []lab.Fact {
	n := func(v float64) sheet.Cell { return sheet.Number(v, 4) }
	return []lab.Fact{
		{Name: "sensitivity", Label: "True sensitivity", Value: n(m.mech.sensitivity), Key: true,
			Help: saySensitivityHelp},
		{Name: "told", Label: "Sensitivity told to it", Value: n(m.mech.told), Key: true, Help: sayToldHelp},
		{Name: "exact_epsilon", Label: "Exact ε of what is released", Value: n(m.mech.Profile().Pure()), Key: true,
			Help: sayExactHelp},
		{Name: "noise", Label: "Noise added", Value: n(m.mech.sd), Key: true, Help: sayNoiseHelp},
		{Name: "noise_needed", Label: "Noise that the claim takes", Value: n(m.mech.promised),
			Help: sayPromisedNoiseHelp},
	}
}

// Complete adds what this laboratory knows.
func (m *model) Complete(r *lab.Report) {
	r.Distance = 1
	r.Meaning = append(r.Meaning, sayTestedMeaning)
	if s := m.spec.Float("scale"); s < 1 {
		r.Warnings = append(r.Warnings, lang.Verbatim(fmt.Sprintf(sayToldWarning, s)))
	}
}
