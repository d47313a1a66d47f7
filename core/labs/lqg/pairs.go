package lqg

import (
	"indistinct/core/lab"
	"indistinct/core/lang"
)

// candidate is a pair of adjacent trajectories: whose they are, and whether they
// differ at the first step alone or evenly at all steps.
type candidate struct {
	agent int
	once  bool
}

// candidates are every agent as the starred one, its trajectory moved in either
// way; the one that the Spec sets comes first.
func (m *model) candidates() []candidate {
	given := candidate{agent: m.star()}
	out := []candidate{given}
	for i := range m.net.Agents {
		for _, once := range []bool{false, true} {
			if c := (candidate{i, once}); c != given && !(once && m.mech.steps == 1) {
				out = append(out, c)
			}
		}
	}
	return out
}

// on returns the model with another agent starred: the design and its price are
// those of the whole network.
func (m *model) on(pair int) (lab.Model, error) {
	c := m.candidates()[pair]
	on := *m
	on.spec, on.once = m.spec.Set(Lab{}.Params(), "star", float64(c.agent+1)), c.once
	on.mech = newTransmission(&on)
	return &on, nil
}

func (m *model) Extras() lab.ModelExtras {
	say := func(c candidate) lang.Message {
		return lang.Say("lqg.pair", "agent", c.agent+1, "way", (&model{mech: m.mech, once: c.once}).way())
	}
	return lab.ModelExtras{Pairs: lab.Pairs(m.spec, m.candidates, say), On: m.on}
}
