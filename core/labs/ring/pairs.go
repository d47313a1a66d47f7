package ring

import (
	"fmt"

	"indistinct/core/lab"
)

// candidate is a pair of adjacent records: whose sensor moves, and by what angle,
// rad, anticlockwise.
type candidate struct {
	star   int
	dTheta float64
}

// others are every sensor as the starred one, moved along the ring either
// way as far as adjacency allows; the pair that the Spec sets comes first. Sensors
// that cannot be moved so far are left out.
func (m *model) others() []candidate {
	given := candidate{m.Scenario.Star, m.dTheta}
	out := []candidate{given}
	for _, turn := range []float64{1, -1} {
		for i := range m.Scenario.Sensors {
			sc := *m.Scenario
			sc.Star = i
			if dTheta, err := adjacency(m.Spec, &sc, turn); err == nil && (candidate{i, dTheta}) != given {
				out = append(out, candidate{i, dTheta})
			}
		}
	}
	return out
}

// pairs names the candidates where the Spec asks for the search and none of them is
// chosen yet.
func (m *model) pairs() (names []string) {
	if !m.Spec.Searches() || m.candidates == nil {
		return nil
	}
	for _, c := range m.candidates() {
		way := "anticlockwise"
		if c.dTheta < 0 {
			way = "clockwise"
		}
		names = append(names, fmt.Sprintf("sensor %d, moved %s", c.star+1, way))
	}
	return names
}

// on returns the model with another sensor starred, moved in another direction:
// target and readings are the same.
func (m *model) on(pair int) (lab.Model, error) {
	c := m.candidates()[pair]
	sc := *m.Scenario
	sc.Star = c.star
	on := newModel(m.Spec.Set(Lab{}.Params(), "star", float64(c.star+1)), &sc)
	on.found = pair > 0
	return on, on.move(c.dTheta)
}
