package state

import (
	"indistinct/core/lab"
)

// SolveTask is the analysis of a laboratory that finds the main slider's value.
const SolveTask = "solve"

// Solves returns the analysis, nil where the laboratory has none.
func (d *Laboratory) Solves() *lab.Analysis {
	for _, a := range d.Experiments() {
		if a.Name == SolveTask && d.Table.Find("goal") != nil && d.Table.Find("target") != nil && d.MainSlider() != nil {
			return &a
		}
	}
	return nil
}

// solving reports whether a parameter stands beside the slider that it sets.
func (d *Laboratory) solving(p *lab.Param) bool {
	return (p.Name == "goal" || p.Name == "target") && d.Solves() != nil
}
