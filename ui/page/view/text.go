package view

import (
	"strconv"

	"github.com/vugu/vugu"

	"indistinct/core/lang"
	"indistinct/core/sheet"
	"indistinct/ui/page/state"
)

// Ground is the ground of the theme on show, of which there are pictures.
func Ground(m *state.Model) string {
	if m.ThemeShown == "dark" {
		return "dark"
	}
	return "light"
}

// Cell is what a cell of a table shows.
func Cell(m *state.Model, c sheet.Cell) string {
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

// CellClass is its CSS class.
func CellClass(c sheet.Cell) string {
	s := ""
	if c.Num != nil {
		s = "num"
	}
	if c.Role != "" {
		s += " role-" + string(c.Role)
	}
	return s
}

// When is a CSS class under a condition.
func When(on bool, class string) string {
	if on {
		return class
	}
	return ""
}

// Yes writes an aria state.
func Yes(b bool) string { return strconv.FormatBool(b) }

// Follow reports whether a click on a link within the page is followed here: it asks for no
// new tab. The browser then does not follow it.
func Follow(e vugu.DOMEvent) bool {
	if e.PropBool("ctrlKey") || e.PropBool("metaKey") || e.PropBool("shiftKey") {
		return false
	}
	e.PreventDefault()
	return true
}

// Value is what the field holds that an event is of.
func Value(e vugu.DOMEvent) string { return e.PropString("target", "value") }

// Checked reports whether the box is checked that an event is of.
func Checked(e vugu.DOMEvent) bool { return e.PropBool("target", "checked") }
