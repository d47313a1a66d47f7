package survey

import (
	"indistinct/core/lab"
	"indistinct/core/labs/survey/release"
	"indistinct/core/lang"
)

// candidates are the stars that can be: all who say yes are alike, and all who
// say no. The one that the Spec sets comes first.
func (m *model) candidates() []release.Answers {
	out := []release.Answers{m.counts}
	if c := m.counts; c.Yes > 0 && c.Yes < c.N {
		c.More = !c.More
		out = append(out, c)
	}
	return out
}

// starred names the star.
func starred(c release.Answers) lang.Message {
	if c.Star() {
		return lang.Say("survey.pair.yes", "n", c.Yes)
	}
	return lang.Say("survey.pair.no", "n", c.N-c.Yes)
}

// on returns the model with another star.
func (m *model) on(pair int) (lab.Model, error) { return ask(m.spec, m.candidates()[pair]), nil }

// Extras are the search among the candidates.
func (m *model) Extras() lab.ModelExtras {
	return lab.ModelExtras{Pairs: lab.Pairs(m.spec, m.candidates, starred), On: m.on}
}
