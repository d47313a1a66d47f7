package survey

import (
	"indistinct/core/film"
	"indistinct/core/lab"
	"indistinct/core/labs/survey/animation"
)

// Film tells the survey's story, from the question to the two laws.
func (m *model) Film(r *lab.Report) (*film.Film, error) {
	k, sum := m.released(), 0.0
	for j := range k {
		sum += releaseNumber(m.mech, m.spec.Seed(), j+1)
	}
	a := animation.Survey{
		Answers: m.counts, Mechanism: m.mech, Released: k, Published: sum / float64(k), Claim: m.spec.Float("eps"),
		Label: m.axis().Label, Cells: m.spec.Int("r"), Seed: m.spec.Seed(),
	}
	return a.Film(r), nil
}
