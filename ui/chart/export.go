package chart

import (
	"slices"
	"strconv"
	"strings"

	"indistinct/core/lang"
	"indistinct/core/sheet"
	"indistinct/ui/axis"
	"indistinct/ui/palette"
)

// SVG returns a chart in a language as a file of its own, with colours written out,
// title, caption and a background.
func SVG(l *lang.Language, c *sheet.Chart, width float64, colour Paint) string {
	p := New(l, c, "x", width, colour)
	const head = 26.0
	h := p.H + head + 6
	root := El("svg", "xmlns", "http://www.w3.org/2000/svg", "viewBox", "0 0 "+num(p.W)+" "+num(h),
		"width", num(p.W), "height", num(h), "font-family", sans, "font-size", num(letters), "color", colour(sheet.Ink))
	root.Add(El("rect", "width", "100%", "height", "100%", "fill", colour(palette.Card)))
	root.Add(runs(axis.Runs(l, c.Title), 4, 18, "font-size", "14", "font-weight", "600", "fill", colour(sheet.Ink)))
	root.Add(El("g", "transform", "translate(0 "+num(head)+")").Add(p.Tree.Kids...))
	return `<?xml version="1.0" encoding="UTF-8"?>` + "\n" + root.XML() + "\n"
}

// ChartCSV returns a chart's numbers, one point a row: series, x, y, lo, hi. Names are
// in a language; numbers have points, for programs read them.
func ChartCSV(l *lang.Language, c *sheet.Chart) string {
	wide := slices.ContainsFunc(c.Series, func(s sheet.Series) bool { return len(s.XLo) > 0 })
	head := []string{l.Text("chart.csv.series"), l.Say(axisTitle(l, c.X)), l.Say(axisTitle(l, c.Y)),
		l.Text("chart.csv.lo"), l.Text("chart.csv.hi")}
	if wide {
		head = append(head, l.Text("chart.csv.x-lo"), l.Text("chart.csv.x-hi"))
	}
	rows := [][]string{head}
	for _, s := range c.Series {
		for i := range s.X {
			fields := []string{l.Say(s.Name), cell(s.X, i), cell(s.Y, i), cell(s.Lo, i), cell(s.Hi, i)}
			if wide {
				fields = append(fields, cell(s.XLo, i), cell(s.XHi, i))
			}
			rows = append(rows, fields)
		}
	}
	for _, m := range c.Marks {
		fields := []string{l.Text("chart.csv.mark", "label", m.Label), "", digits(m.At), "", ""}
		if m.Vertical {
			fields[1], fields[2] = fields[2], ""
		}
		rows = append(rows, fields)
	}
	return CSV(rows)
}

// TableCSV returns a table: numbers with all their digits and with points, words in a
// language.
func TableCSV(l *lang.Language, t *sheet.Table) string {
	return CSV(t.Texts(l, func(c sheet.Cell) string {
		if c.Num != nil {
			return digits(*c.Num)
		}
		return l.Say(c.Text)
	}))
}

func cell(v []sheet.Real, i int) string {
	if i >= len(v) {
		return ""
	}
	return digits(v[i])
}

func digits(v sheet.Real) string { return strconv.FormatFloat(float64(v), 'g', -1, 64) }

// CSV writes rows of text and numbers as RFC 4180 has them. An apostrophe stands before a
// text that a spreadsheet would take for a formula. Numbers stay numbers.
func CSV(rows [][]string) string {
	var b strings.Builder
	for _, r := range rows {
		for i, f := range r {
			if i > 0 {
				b.WriteByte(',')
			}
			_, err := strconv.ParseFloat(f, 64)
			if err != nil && f != "" && strings.ContainsRune("=+-@\t\r", rune(f[0])) {
				f = "'" + f
			}
			if strings.ContainsAny(f, ",\"\r\n") {
				f = `"` + strings.ReplaceAll(f, `"`, `""`) + `"`
			}
			b.WriteString(f)
		}
		b.WriteString("\r\n")
	}
	return b.String()
}
