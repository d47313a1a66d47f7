package take

import (
	"strconv"
	"strings"

	"rsc.io/qr/coding"

	"indistinct/ui/chart"
)

// mostQR is the largest version that a phone reads from a screen: 105 modules a
// side.
const mostQR = 22

// QrCode draws a text as a QR code, dark on light in every theme and with the margin
// of four modules that readers need (ISO/IEC 18004, section 9.1); nil where the
// text is too long to be read from a screen.
func QrCode(text, label string) *chart.Node {
	enc := coding.String(text)
	for _, level := range [2]coding.Level{coding.M, coding.L} {
		for v := coding.Version(coding.MinVersion); v <= mostQR; v++ {
			if enc.Bits(v) > v.DataBytes(level)*8 {
				continue
			}
			plan, err := coding.NewPlan(v, level, 0)
			if err != nil {
				return nil
			}
			code, err := plan.Encode(enc)
			if err != nil {
				return nil
			}
			return drawQR(code, label)
		}
	}
	return nil
}

// drawQR draws each row's runs of dark modules.
func drawQR(code *coding.Code, label string) *chart.Node {
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
