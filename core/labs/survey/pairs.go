package survey

import (
	"fmt"

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
		who, says, then := c.Yes, "yes", "no"
		if !c.Star() {
			who, says, then = c.N-c.Yes, "no", "yes"
		}
		name := fmt.Sprintf("one of %d %s turned into a %s", who, says, then)
		if who == 1 {
			name = fmt.Sprintf("the only %s turned into a %s", says, then)
		}
		names = append(names, lang.Verbatim(name))
	}
	return names
}

// on returns the model with another star.
func (m *model) on(pair int) (lab.Model, error) { return ask(m.spec, m.candidates()[pair]) }

// Extras are the search among the candidates.
func (m *model) Extras() lab.ModelExtras {
	return lab.ModelExtras{Pairs: m.pairs(), On: m.on}
}
