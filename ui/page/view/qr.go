package view

import (
	"strconv"
	"strings"

	"github.com/vugu/vugu"
	"rsc.io/qr"

	"indistinct/ui/chart"
)

// QR is a text's QR code, drawn once for each text.
type QR struct {
	text string
	code vugu.HTMLer
}

// Of returns the code; nil where the text is too long for one.
func (d *QR) Of(text, label string) vugu.HTMLer {
	if d.text != text {
		d.text, d.code = text, nil
		if n := qrCode(text, label); n != nil {
			d.code = vugu.HTML(n.XML())
		}
	}
	return d.code
}

// mostModules is the longest side that a phone reads from a screen: version 22.
const mostModules = 105

// qrCode draws a text as a QR code, dark on light in every theme and with the margin
// of four modules that readers need (ISO/IEC 18004, section 9.1); nil where the
// text is too long to be read from a screen.
func qrCode(text, label string) *chart.Node {
	for _, level := range [2]qr.Level{qr.M, qr.L} {
		if code, err := qr.Encode(text, level); err == nil && code.Size <= mostModules {
			return drawQR(code, label)
		}
	}
	return nil
}

// drawQR draws each row's runs of dark modules.
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
