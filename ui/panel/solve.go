package panel

import (
	"indistinct/core/lab"
)

// solve is the analysis of a laboratory that finds the main slider's value.
const solve = "solve"

// solves returns the analysis, nil where the laboratory has none.
func (d *Desk) solves() *lab.Analysis {
	for _, a := range d.experiments() {
		if a.Name == solve && d.Table.Find("goal") != nil && d.Table.Find("target") != nil && d.mainSlider() != nil {
			return &a
		}
	}
	return nil
}

// solving reports whether a parameter stands beside the slider that it sets.
func (d *Desk) solving(p *lab.Param) bool {
	return (p.Name == "goal" || p.Name == "target") && d.solves() != nil
}
