package view

import (
	"indistinct/core/lang"
	"indistinct/core/sheet"
	"indistinct/ui/page/state"
)

// cell is what a cell of a table shows.
func cell(m *state.Model, c sheet.Cell) string {
	if c.Num != nil && c.Form != "" {
		return c.Say(m.L)
	}
	return m.Rich(c.Text)
}

// symbol is a symbol in italics.
func symbol(m *state.Model, s string) string {
	if s == "" {
		return ""
	}
	return m.Rich(lang.Say("page.symbol", "symbol", s))
}

func cellClass(c sheet.Cell) string {
	s := ""
	if c.Num != nil {
		s = "num"
	}
	if c.Role != "" {
		s += " role-" + string(c.Role)
	}
	return s
}

// when is a CSS class under a condition.
func when(on bool, class string) string {
	if on {
		return class
	}
	return ""
}

// yes writes an aria state.
func yes(b bool) string {
	if b {
		return "true"
	}
	return "false"
}
