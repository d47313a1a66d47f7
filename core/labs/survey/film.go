package survey

import (
	"indistinct/core/film"
	"indistinct/core/lab"
	"indistinct/core/labs/survey/animation"
)

// Film tells the survey's story, from the question to the two laws.
func (m *model) Film(r *lab.Report) (*film.Film, error) {
	a := animation.Survey{
		Answers: m.counts, Mechanism: m.mech, Published: releaseNumber(m.mech, m.spec.Seed()),
		Claim: m.spec.Float("eps"), Label: m.axis().Label, Cells: m.spec.Int("r"), Seed: m.spec.Seed(),
	}
	return a.Film(r), nil
}
