package view

import (
	"indistinct/ui/page/laboratory"
	"indistinct/ui/page/state"
)

// Controls are the settings in the drawer.
type Controls struct {
	M *state.Model
	D *laboratory.State
}

func (c *Controls) more(g *laboratory.Group) string {
	if g.Open {
		return "fewer of " + g.Title
	}
	names := ""
	for i, f := range g.More {
		if i == 4 {
			names += ", …"
			break
		}
		if i > 0 {
			names += ", "
		}
		if f.P.Symbol != "" && len([]rune(f.P.Symbol)) <= 4 {
			names += f.P.Symbol
		} else {
			names += f.P.Label
		}
	}
	return "more: " + names
}
