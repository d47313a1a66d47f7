package view

import (
	"indistinct/core/sheet"
	"indistinct/ui/chart"
)

// rich marks the symbols of a text for the page.
func rich(s string) string { return chart.Rich(s) }

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
