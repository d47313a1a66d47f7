package filtering

import (
	"slices"

	"indistinct/core/lab"
	"indistinct/core/lang"
)

// candidates are the ways in which one vehicle's stream may differ by ρ; the one
// that the Spec sets comes first. Whose stream it is makes no difference: the
// published mean takes all vehicles alike, and so does noise on reports. Nor does
// its sign: the noise is symmetric.
func (m *model) candidates() []displacement {
	h := m.through()
	out := []displacement{m.moved.settled(h, m.tr.Laplace)}
	add := func(p displacement) {
		if p = p.settled(h, m.tr.Laplace); !slices.Contains(out, p) {
			out = append(out, p)
		}
	}
	if len(h) == 1 {
		return out // at one step there is one way
	}
	if !m.event() {
		add(displacement{shape: "worst"})
	}
	for i := range h {
		add(displacement{"bump", i})
	}
	if !m.event() {
		add(displacement{shape: "flat"})
	}
	return out
}

// say names a displacement.
func (p displacement) say() lang.Message { return lang.Say("filtering.pair."+p.shape, "step", p.at+1) }

// on returns the model with the vehicle moved in another way.
func (m *model) on(pair int) (lab.Model, error) {
	on := *m
	on.moved = m.candidates()[pair]
	on.mech = on.stream()
	return &on, nil
}

func (m *model) Extras() lab.ModelExtras {
	return lab.ModelExtras{Pairs: lab.Pairs(m.spec, m.candidates, displacement.say), On: m.on}
}
