package chart

import (
	"strconv"
	"strings"

	"indistinct/core/lang"
	"indistinct/core/sheet"
	"indistinct/ui/axis"
)

// SVG returns a chart in a language as a file of its own, with colours written out,
// title, caption and a background.
func SVG(l *lang.Language, c *sheet.Chart, width float64, colour Paint) string {
	p := New(l, c, "x", width, colour)
	const head = 26.0
	inner := p.Tree
	h := p.H + head + 6
	root := El("svg", "xmlns", "http://www.w3.org/2000/svg", "viewBox", "0 0 "+num(p.W)+" "+num(h),
		"width", num(p.W), "height", num(h), "font-family", sans, "font-size", num(small), "color", colour(sheet.Ink))
	root.Add(El("rect", "width", "100%", "height", "100%", "fill", colour(Ground)))
	root.Add(runs(axis.Runs(l, c.Title), 4, 18, "font-size", "14", "font-weight", "600", "fill", colour(sheet.Ink)))
	g := El("g", "transform", "translate(0 "+num(head)+")")
	g.Kids = inner.Kids
	root.Add(g)
	return `<?xml version="1.0" encoding="UTF-8"?>` + "\n" + root.XML() + "\n"
}

// ChartCSV returns a chart's numbers, one point a row: series, x, y, lo, hi. Names are
// in a language; numbers have points, for programs read them.
func ChartCSV(l *lang.Language, c *sheet.Chart) string {
	var b strings.Builder
	wide := false
	for _, s := range c.Series {
		wide = wide || len(s.XLo) > 0
	}
	head := []string{l.Text("chart.csv.series"), l.Say(axisTitle(l, c.X)), l.Say(axisTitle(l, c.Y)),
		l.Text("chart.csv.lo"), l.Text("chart.csv.hi")}
	if wide {
		head = append(head, l.Text("chart.csv.x-lo"), l.Text("chart.csv.x-hi"))
	}
	row(&b, head...)
	for _, s := range c.Series {
		for i := range s.X {
			fields := []string{l.Say(s.Name), cell(s.X, i), cell(s.Y, i), cell(s.Lo, i), cell(s.Hi, i)}
			if wide {
				fields = append(fields, cell(s.XLo, i), cell(s.XHi, i))
			}
			row(&b, fields...)
		}
	}
	for _, m := range c.Marks {
		v := strconv.FormatFloat(float64(m.At), 'g', -1, 64)
		name := l.Text("chart.csv.mark", "label", m.Label)
		if m.Vertical {
			row(&b, name, v, "", "", "")
		} else {
			row(&b, name, "", v, "", "")
		}
	}
	return b.String()
}

// TableCSV returns a table: numbers with all their digits and with points, words in a
// language.
func TableCSV(l *lang.Language, t *sheet.Table) string {
	var b strings.Builder
	head := make([]string, len(t.Columns))
	for i, c := range t.Columns {
		head[i] = l.Say(c)
	}
	row(&b, head...)
	for _, r := range t.Rows {
		fields := make([]string, len(r))
		for i, c := range r {
			fields[i] = l.Say(c.Text)
			if c.Num != nil {
				fields[i] = strconv.FormatFloat(float64(*c.Num), 'g', -1, 64)
			}
		}
		row(&b, fields...)
	}
	return b.String()
}

func cell(v []sheet.Real, i int) string {
	if i >= len(v) {
		return ""
	}
	return strconv.FormatFloat(float64(v[i]), 'g', -1, 64)
}

// CSV writes rows of text and numbers.
func CSV(rows [][]string) string {
	var b strings.Builder
	for _, r := range rows {
		row(&b, r...)
	}
	return b.String()
}

// harmless keeps a spreadsheet from taking a text for a formula: an apostrophe
// stands before a text that begins like one. Numbers stay numbers.
func harmless(f string) string {
	if f == "" || !strings.ContainsRune("=+-@\t\r", rune(f[0])) {
		return f
	}
	if _, err := strconv.ParseFloat(f, 64); err == nil {
		return f
	}
	return "'" + f
}

// row writes one line as RFC 4180 has it.
func row(b *strings.Builder, fields ...string) {
	for i, f := range fields {
		if i > 0 {
			b.WriteByte(',')
		}
		f = harmless(f)
		if strings.ContainsAny(f, ",\"\r\n") {
			f = `"` + strings.ReplaceAll(f, `"`, `""`) + `"`
		}
		b.WriteString(f)
	}
	b.WriteString("\r\n")
}
