package ring

import (
	"fmt"

	"indistinct/core/lab"
	"indistinct/core/mechanism"
)

// build makes the mechanism of the Spec for two records.
func (m *model) build(records [2][]float64) (mechanism.Mechanism, error) {
	switch name := m.spec.Text("mech"); name {
	case w2mhe:
		return mechanism.NewW2MHE(m.sc, records, options(m.spec))
	default:
		return nil, &lab.Problem{Field: "mech", Say: fmt.Sprintf("The mechanism %q is not known.", name)}
	}
}
