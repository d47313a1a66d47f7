package ring

import (
	"indistinct/core/work"
)

// Analyse returns the job of one of them.
func (m *model) Analyse(name string) (work.Job, error) {
	switch name {
	case "disk":
		return m.Promised(), nil
	case "attack":
		return m.Attack(), m.unfitted()
	case "tradeoff":
		return m.tradeoff(), nil
	case "passing":
		return m.passing(), nil
	case "smooth":
		return m.smooth(), nil
	}
	return m.evaluation().Experiment(name)
}
