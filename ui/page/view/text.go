package view

import (
	"strconv"
	"strings"

	"github.com/vugu/vugu"
	"rsc.io/qr"

	"indistinct/core/lang"
	"indistinct/core/sheet"
	"indistinct/ui/chart"
	"indistinct/ui/page/state"
)

// Ground is the ground of the theme on show, of which there are pictures.
func Ground(m *state.Model) string {
	return Either(m.ThemeShown == "dark", "dark", "light")
}

func Cell(m *state.Model, c sheet.Cell) string {
	if c.Num != nil && c.Form != "" {
		return c.Say(m.L)
	}
	return m.Rich(c.Text)
}

func symbol(m *state.Model, s string) string {
	if s == "" {
		return ""
	}
	return m.Rich(lang.Say("page.symbol", "symbol", s))
}

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

func When(on bool, class string) string { return Either(on, class, "") }

// Either is one of two texts or ids of texts, by a condition.
func Either(on bool, yes, no string) string {
	if on {
		return yes
	}
	return no
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

// Go follows a link to a page unless it asks for a new tab.
func Go(e vugu.DOMEvent, m *state.Model, lab, page string) {
	if Follow(e) {
		m.Go(lab, page)
	}
}

// Value is what the field holds that an event is of.
func Value(e vugu.DOMEvent) string { return e.PropString("target", "value") }

// Checked reports whether the box is checked that an event is of.
func Checked(e vugu.DOMEvent) bool { return e.PropBool("target", "checked") }

// QR is a text's QR code, drawn once for each text.
type QR struct {
	text string
	code vugu.HTMLer
}

// Of returns the code; nil where the text is too long for one to be read from a screen.
func (d *QR) Of(text, label string) vugu.HTMLer {
	if d.text == text {
		return d.code
	}
	d.text, d.code = text, nil
	for _, level := range [2]qr.Level{qr.M, qr.L} {
		if code, err := qr.Encode(text, level); err == nil && code.Size <= mostModules {
			d.code = vugu.HTML(drawQR(code, label).XML())
			break
		}
	}
	return d.code
}

// mostModules is the longest side that a phone reads from a screen: version 22.
const mostModules = 105

// drawQR draws each row's runs of dark modules, on light in every theme and with the margin
// of four modules that readers need (ISO/IEC 18004, section 9.1).
func drawQR(code *qr.Code, label string) *chart.Node {
	var d strings.Builder
	for y := range code.Size {
		for x := 0; x < code.Size; x++ {
			from := x
			for x < code.Size && code.Black(x, y) {
				x++
			}
			if x > from {
				d.WriteString("M" + strconv.Itoa(from+4) + " " + strconv.Itoa(y+4) + "h" + strconv.Itoa(x-from) +
					"v1h-" + strconv.Itoa(x-from) + "z")
			}
		}
	}
	side := strconv.Itoa(code.Size + 8)
	return chart.El("svg", "xmlns", "http://www.w3.org/2000/svg", "viewBox", "0 0 "+side+" "+side, "role", "img",
		"aria-label", label,
		"shape-rendering", "crispEdges").Add(
		chart.El("rect", "width", side, "height", side, "fill", "#ffffff"),
		chart.El("path", "d", d.String(), "fill", "#000000"))
}
