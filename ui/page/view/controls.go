package view

import (
	"indistinct/core/lang"
	"indistinct/ui/page/laboratory"
	"indistinct/ui/page/state"
)

// Controls are the settings in the drawer.
type Controls struct {
	M *state.Model
	D *laboratory.State
}

func (c *Controls) groups() []*laboratory.Group { return c.D.ControlGroups(c.M.L) }

// more names what a fold holds.
func (c *Controls) more(g *laboratory.Group) lang.Message {
	if g.Open {
		return lang.Say("page.fold.less")
	}
	var names []lang.Message
	for _, f := range g.More {
		name := f.P.Label()
		if f.P.Symbol != "" && len([]rune(f.P.Symbol)) <= 4 {
			name = lang.Say("page.symbol", "symbol", f.P.Symbol)
		}
		names = append(names, name)
	}
	const most = 4
	if n := len(names); n > most {
		return lang.Say("page.fold.more.than", "names", names[:most])
	}
	return lang.Say("page.fold.more", "names", names)
}
