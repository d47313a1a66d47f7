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

// pairs names the candidates where the Spec asks for the search.
func (m *model) pairs() (names []lang.Message) {
	if !m.spec.Searches() {
		return nil
	}
	for _, c := range m.candidates() {
		if c.Star() {
			names = append(names, lang.Say("survey.pair.yes", "n", c.Yes))
		} else {
			names = append(names, lang.Say("survey.pair.no", "n", c.N-c.Yes))
		}
	}
	return names
}

// on returns the model with another star.
func (m *model) on(pair int) (lab.Model, error) { return ask(m.spec, m.candidates()[pair]), nil }

// Extras are the search among the candidates.
func (m *model) Extras() lab.ModelExtras {
	return lab.ModelExtras{Pairs: m.pairs(), On: m.on}
}
