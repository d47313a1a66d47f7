package chart

import (
	"encoding/xml"
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"
	"testing"

	"indistinct/core/sheet"
	"indistinct/ui/axis"
)

func TestFit(t *testing.T) {
	nan, inf := math.NaN(), math.Inf(1)
	tests := []struct {
		axis sheet.Axis
		data []float64
		lo   float64
		hi   float64
		log  bool
	}{
		{sheet.Axis{}, []float64{0, 10, nan, inf}, 0, 10.4, false},
		{sheet.Axis{}, []float64{5, 10}, 4.8, 10.2, false},
		{sheet.Axis{}, nil, 0, 1, false},
		{sheet.Axis{}, []float64{3}, 2.5, 3.5, false},
		{sheet.Axis{Log: true}, []float64{-1, 0}, -1.04, 0.04, false}, // nothing positive: linear after all
		{sheet.Axis{Log: true}, []float64{0, 1}, 1. / 3, 3, true},
		{sheet.Axis{Min: 2, Max: 7}, []float64{0, 100}, 2, 7, false},
		{sheet.Axis{Min: 0, Max: 100, Log: true}, []float64{0, 1e-3, 7}, 1e-3, 100, true},
	}
	for _, x := range tests {
		lo, hi, log := fit(x.axis, x.data, false)
		if math.Abs(lo-x.lo) > 1e-9 || math.Abs(hi-x.hi) > 1e-9 || log != x.log {
			t.Errorf("fit(%+v, %v) = %v %v %v, want %v %v %v", x.axis, x.data, lo, hi, log, x.lo, x.hi, x.log)
		}
	}
}

func TestRuns(t *testing.T) {
	tests := map[string]string{
		"privacy loss ε":       "privacy loss [ε]",
		"ε_c = 0.41":           "[ε]{c} = 0.41",
		"p-value":              "[p]-value",
		"a step of I at A":     "a step of I at A",
		"‖y¹ − y²‖":            "‖[y¹] − [y²]‖",
		"Δθ and Γ":             "[Δθ] and [Γ]",
		"s̄ = 0.9":             "[s̄] = 0.9",
		"W₂-MHE":               "[W₂]-MHE",
		"step k, 10 of 20":     "step [k], 10 of 20",
		"":                     "",
		"<script>x</script>":   "<script>[x]</script>",
		"σ_v":                  "[σ]{v}",
		"Table 2b of 3d":       "Table 2b of 3d",
		"p₁ ≤ e^ε p₂":          "[p₁] ≤ [e]^ε^ [p₂]",
		"r^(2·4) cells":        "[r]^(2·4) cells",
		"2^10 and x^":          "2^10 and [x]^",
		"Kalman's gain in ms":  "Kalman's gain in ms",
		"the adversary's odds": "the adversary's odds",

		"Section V e: the theorem's ε": "Section V e: the theorem's [ε]",
		"Section VI B and C":           "Section VI B and [C]",
		"Table I: s against r":         "Table I: [s] against [r]",
		"Figure 4, s = 1":              "Figure 4, [s] = 1",
		"change by 1 m/s in 0.5 s":     "change by 1 m/s in 0.5 s",
		"E_correct, m":                 "[E]{correct}, m",
		"error, m/s":                   "error, m/s",
		"n, m and s":                   "[n], [m] and [s]",
		"m = 10 000, s = 2":            "[m] = 10 000, [s] = 2",
		"Y. Han and S. Martínez":       "Y. Han and S. Martínez",
		"b.csv has x > 2.":             "b.csv has [x] > 2.",
		"windows of N. The step":       "windows of [N]. The step",
	}
	for in, want := range tests {
		var b strings.Builder
		for _, r := range parseRuns(in) {
			switch {
			case r.Sub:
				b.WriteString("{" + r.Text + "}")
			case r.Sup:
				b.WriteString("^" + r.Text + "^")
			case r.Italic:
				b.WriteString("[" + r.Text + "]")
			default:
				b.WriteString(r.Text)
			}
		}
		if b.String() != want {
			t.Errorf("Runs(%q) = %q, want %q", in, b.String(), want)
		}
	}
}

func TestRichKeepsMarksOut(t *testing.T) {
	if got := Rich("a\x01b\x02c\x03 ε_c"); got != "abc \x01ε\x03\x02c\x03" {
		t.Errorf("Rich = %q", got)
	}
}

// No line breaks between a symbol and the number that it is, nor before a percent
// sign; other spaces are as they were.
func TestRichKeepsNumbersWhole(t *testing.T) {
	for in, want := range map[string]string{
		"one proportion at ε = 1.":   "one proportion at \x01ε\x03_=_1.",
		"proves x ≥ −0.5 and b < .2": "proves \x01x\x03_≥_−0.5 and \x01b\x03_<_.2",
		"ε = 1 = 2, 95 % of it":      "\x01ε\x03_=_1_=_2, 95_% of it",
		"a fact = another, = ε":      "a fact = another, = \x01ε\x03",
		"it ends = ":                 "it ends = ",
	} {
		if got := strings.ReplaceAll(Rich(in), "\u00a0", "_"); got != want {
			t.Errorf("Rich(%q) = %q, want %q", in, got, want)
		}
	}
}

func sample() *sheet.Chart {
	return &sheet.Chart{
		ID: "demo", Title: "p-value against ε", Caption: "Where the curve crosses α.",
		X: sheet.Axis{Label: "privacy loss ε"}, Y: sheet.Axis{Label: "p", Unit: "m"},
		Series: []sheet.Series{
			{Name: "p⁺", Role: sheet.Paper, Style: sheet.Line, X: sheet.Reals([]float64{0, 1, 2, 3}),
				Y: sheet.Reals([]float64{0, 0.5, math.NaN(), 1})},
			{Name: "band", Role: sheet.Leak, Style: sheet.Area, X: sheet.Reals([]float64{0, 1, 2}),
				Lo: sheet.Reals([]float64{0, 0.1, 0.2}), Hi: sheet.Reals([]float64{0.2, math.Inf(1), 0.4})},
			{Name: "runs <b>", Role: sheet.Strong, Style: sheet.Dots, X: sheet.Reals([]float64{1, 2}),
				Y: sheet.Reals([]float64{0.3, math.Inf(1)}), Lo: sheet.Reals([]float64{0.2, 0.3}),
				Hi: sheet.Reals([]float64{0.4, math.Inf(1)})},
			{Name: "steps", Role: sheet.Truth, Style: sheet.Step, X: sheet.Reals([]float64{0, 2, 3}),
				Y: sheet.Reals([]float64{1, 0.5, 0})},
			{Name: "count", Role: sheet.Third, Style: sheet.Bars, X: sheet.Reals([]float64{0, 1, 2, 3}),
				Y: sheet.Reals([]float64{0.1, 0.2, 0.3, 0.1})},
		},
		Marks: []sheet.Mark{
			{Label: "α", Role: sheet.Bad, At: 0.05},
			{Label: "ε_c", Role: sheet.Paper, At: 1.5, Vertical: true},
			{Label: "exact", Role: sheet.Truth, At: 1011, Vertical: true},
			{Label: "nowhere", Role: sheet.Truth, At: sheet.Real(math.NaN())},
			{Label: "never", Role: sheet.Truth, At: sheet.Real(math.Inf(1))},
		},
	}
}

func attr(n *Node, name string) string {
	for i := 0; i+1 < len(n.Attr); i += 2 {
		if n.Attr[i] == name {
			return n.Attr[i+1]
		}
	}
	return ""
}

// whole returns all text below a node.
func whole(n *Node) string {
	s := n.Text
	for _, k := range n.Kids {
		s += whole(k)
	}
	return s
}

func TestPlot(t *testing.T) {
	p := New(sample(), "x", 600, Variables)
	var texts []string
	p.Tree.Walk(func(n *Node) {
		if n.Tag == "text" {
			texts = append(texts, whole(n))
		}
		for i := 1; i < len(n.Attr); i += 2 {
			if strings.Contains(n.Attr[i], "NaN") || strings.Contains(n.Attr[i], "Inf") {
				t.Errorf("<%s %s=%q>: not a coordinate", n.Tag, n.Attr[i-1], n.Attr[i])
			}
			if len(n.Attr[i]) >= 16384 {
				t.Errorf("<%s %s> is %d bytes long", n.Tag, n.Attr[i-1], len(n.Attr[i]))
			}
		}
	})
	p.Tree.Walk(func(n *Node) {
		if n.Tag != "clipPath" {
			return
		}
		var r [4]float64
		for i, name := range []string{"x", "y", "width", "height"} {
			r[i], _ = strconv.ParseFloat(attr(n.Kids[0], name), 64)
		}
		for i := range 2 { // what is cut away lies outside the frame
			if math.Abs(r[i]-p.Frame[i]) > 2 || math.Abs(r[i]+r[i+2]-p.Frame[i+2]) > 2 {
				t.Errorf("curves are cut at %v, the frame is %v", r, p.Frame)
			}
		}
	})
	all := strings.Join(texts, "|")
	for _, want := range []string{"exact 1011 →", "never ∞ ↑", "εc", "p⁺", "privacy loss ε", "p, m"} {
		if !strings.Contains(all, want) {
			t.Errorf("no text %q in %s", want, all)
		}
	}
	if strings.Contains(all, "nowhere") {
		t.Error("a mark at NaN was drawn")
	}
	for _, w := range []float64{-1, 0, 100, 362, 5000, math.NaN()} {
		q := New(sample(), "x", w, Variables)
		if q.Frame[2] <= q.Frame[0] || q.Frame[3] <= q.Frame[1] || q.Frame[3] > q.H {
			t.Errorf("width %v: frame %v in %v × %v", w, q.Frame, q.W, q.H)
		}
	}
}

// textAt is where a text stands, and its right end where it begins there.
func textAt(t *testing.T, n *Node) (x, y, end float64) {
	t.Helper()
	x, errX := strconv.ParseFloat(attr(n, "x"), 64)
	y, errY := strconv.ParseFloat(attr(n, "y"), 64)
	if errX != nil || errY != nil {
		t.Fatalf("the text %q stands at %q, %q", whole(n), attr(n, "x"), attr(n, "y"))
	}
	return x, y, x + axis.Width(whole(n), small)
}

// TestLegendKeepsToTheWidth: names stand side by side as far as they fit, and none
// on another or, but where it is alone in its row, over the edge.
func TestLegendKeepsToTheWidth(t *testing.T) {
	c := sample()
	for i := range c.Series {
		c.Series[i].Name = fmt.Sprintf("%d after the second release", i)
	}
	for _, w := range []struct{ width, rows float64 }{{180, 5}, {400, 3}, {1200, 1}} {
		p := New(c, "x", w.width, Variables)
		g, high := p.legend(Variables)
		ends := map[float64]float64{}
		g.Walk(func(n *Node) {
			if n.Tag != "text" {
				return
			}
			x, y, end := textAt(t, n)
			if before, ok := ends[y]; ok && (end > p.W || x-24 < before) {
				t.Errorf("width %g: %q from %g to %g stands on the name before it, which ends at %g, or over the edge", w.width, whole(n), x, end, before)
			}
			ends[y] = end
			if y > high {
				t.Errorf("width %g: %q stands at %g, below the legend's %g", w.width, whole(n), y, high)
			}
		})
		if float64(len(ends)) != w.rows {
			t.Errorf("width %g: %d rows of names, want %g", w.width, len(ends), w.rows)
		}
	}
}

// TestLevelMarksOffPoints: the label of a level stands where it covers no point, if
// there is such a place.
func TestLevelMarksOffPoints(t *testing.T) {
	c := sample()
	s := sheet.Series{Name: "points", Style: sheet.Dots}
	for i := range 9 {
		s.X, s.Y = append(s.X, sheet.Real(0.92+0.01*float64(i))), append(s.Y, sheet.Real(0.5+0.005*float64(i%3)))
	}
	c.X, c.Y, c.Series = sheet.Axis{Min: 0, Max: 1}, sheet.Axis{Min: 0, Max: 1}, []sheet.Series{s}
	c.Marks = []sheet.Mark{{Label: "inscribed in the contour", At: 0.5}}
	p := New(c, "x", 600, Variables)
	found := false
	p.Tree.Walk(func(n *Node) {
		if n.Tag != "text" || whole(n) != "inscribed in the contour" {
			return
		}
		x, y, _ := textAt(t, n)
		found = true
		if n := p.covered(box{x - axis.Width("inscribed in the contour", small), x, y}); n > 0 {
			t.Errorf("it covers %d points at %v, %v", n, x, y)
		}
		if math.Abs(y-p.Y.At(0.5)) > 20 {
			t.Errorf("it stands %v from its line", y-p.Y.At(0.5))
		}
	})
	if !found {
		t.Error("there is no label")
	}
}

// TestLevelMarksKeepApart: labels of levels close to one another stand apart, the
// one of a level by itself at its line.
func TestLevelMarksKeepApart(t *testing.T) {
	c := sample()
	c.Marks = []sheet.Mark{{Label: "one", At: 0.5}, {Label: "two", At: 0.505}, {Label: "three", At: 0.51},
		{Label: "alone", At: 0.15}}
	p := New(c, "x", 600, Variables)
	at := map[string]float64{}
	p.Tree.Walk(func(n *Node) {
		for _, m := range c.Marks {
			if n.Tag == "text" && whole(n) == m.Label {
				_, at[m.Label], _ = textAt(t, n)
			}
		}
	})
	if len(at) != len(c.Marks) {
		t.Fatalf("labels stand at %v", at)
	}
	for a, ya := range at {
		for b, yb := range at {
			if a != b && math.Abs(ya-yb) < 13 {
				t.Errorf("%s stands at %g, %s at %g", a, ya, b, yb)
			}
		}
	}
	if d := p.Y.At(0.15) - at["alone"]; d < 0 || d > 10 {
		t.Errorf("the label of a level by itself stands %g above its line", d)
	}
}

// TestUprightMarksHaveRoom: labels of upright marks stand between the legend and
// the plot, in as many rows as they need.
func TestUprightMarksHaveRoom(t *testing.T) {
	for _, n := range []int{0, 1, 3} {
		c := sample()
		c.Marks = nil
		for i := range n {
			c.Marks = append(c.Marks, sheet.Mark{Label: fmt.Sprintf("a label that needs its room %d", i), At: 1.5,
				Vertical: true})
		}
		p := New(c, "x", 420, Variables)
		_, high := p.legend(Variables)
		rows := map[float64]bool{}
		p.Tree.Walk(func(n *Node) {
			if n.Tag == "text" && strings.HasPrefix(whole(n), "a label") {
				_, y, _ := textAt(t, n)
				rows[y] = true
				if y-small < high || y > p.Frame[1] {
					t.Errorf("%q stands at %g, between a legend that ends at %g and a plot that begins at %g", whole(n),
						y, high, p.Frame[1])
				}
			}
		})
		if n == 3 && len(rows) < 2 {
			t.Errorf("three labels of the same place stand in %d rows", len(rows))
		}
	}
}

// TestLongPaths: no path reaches the 16,384 bytes at which vugu gives up, and
// pieces join up.
func TestLongPaths(t *testing.T) {
	n := 60000
	x, y := make([]float64, n), make([]float64, n)
	for i := range x {
		x[i] = float64(i)
		y[i] = math.Sin(float64(i))
	}
	c := &sheet.Chart{ID: "long", Series: []sheet.Series{
		{Style: sheet.Line, X: sheet.Reals(x), Y: sheet.Reals(y)},
		{Style: sheet.Area, X: sheet.Reals(x), Lo: sheet.Reals(y), Hi: sheet.Reals(x)},
	}}
	p := New(c, "x", 900, Variables)
	paths := 0
	p.Tree.Walk(func(k *Node) {
		if k.Tag == "path" {
			paths++
			if l := len(attr(k, "d")); l >= 16384 {
				t.Errorf("a path of %d bytes", l)
			}
		}
	})
	if paths < 10 {
		t.Errorf("%d paths for 60,000 points", paths)
	}
	pieces := p.paths(&c.Series[0], false)
	for i := 1; i < len(pieces); i++ {
		end := pieces[i-1][strings.LastIndex(pieces[i-1], "L")+1:]
		if start, _, _ := strings.Cut(pieces[i][1:], "L"); start != end {
			t.Fatalf("piece %d begins at %q, the one before ends at %q", i, start, end)
		}
	}
}

func TestGapsAtMissingValues(t *testing.T) {
	p := New(sample(), "x", 600, Variables)
	got := p.paths(&p.Chart.Series[0], false)
	if len(got) != 1 || strings.Count(got[0], "M") != 2 {
		t.Errorf("a line with one missing value is %q, want one path with two beginnings", got)
	}
}

func TestRead(t *testing.T) {
	p := New(sample(), "x", 600, Variables)
	if p.Places() != 4 {
		t.Fatalf("%d places to read, want 4", p.Places())
	}
	i := p.Nearest(p.X.At(1.2))
	r, ok := p.Read(i)
	if !ok || r.X != 1 {
		t.Fatalf("nearest to 1.2 is %v", r.X)
	}
	got := r.Text(p.Chart.X)
	want := "privacy loss ε 1: p⁺ 0.5000 · band (0.100 to ∞) · runs <b> 0.3000 (0.200 to 0.400) · steps 1 · count 0.2000"
	if got != want {
		t.Errorf("reading\n%s\nwant\n%s", got, want)
	}
	if _, ok := p.Read(-1); ok {
		t.Error("there is a reading at −1")
	}
	empty := New(&sheet.Chart{ID: "e", Title: "nothing"}, "e", 400, Variables)
	if empty.Nearest(100) != -1 || empty.Places() != 0 {
		t.Error("an empty chart reads out something")
	}
}

func TestReadBetweenPoints(t *testing.T) {
	c := &sheet.Chart{Y: sheet.Axis{Log: true}, Series: []sheet.Series{
		{Name: "line", Style: sheet.Line, X: sheet.Reals([]float64{0, 2}), Y: sheet.Reals([]float64{1, 100})},
		{Name: "dots", Style: sheet.Dots, X: sheet.Reals([]float64{1}), Y: sheet.Reals([]float64{7})},
	}}
	p := New(c, "x", 500, Variables)
	r, _ := p.Read(1)
	if len(r.Items) != 2 || math.Abs(r.Items[0].Value-10) > 1e-9 {
		t.Errorf("between 1 and 100 on a logarithmic axis: %+v, want 10", r.Items)
	}
}

func wellFormed(t *testing.T, s string) {
	t.Helper()
	d := xml.NewDecoder(strings.NewReader(s))
	for {
		if _, err := d.Token(); err == io.EOF {
			return
		} else if err != nil {
			t.Fatalf("not well-formed: %v\n%.400s", err, s)
		}
	}
}

func red(sheet.Role) string { return "#cc0000" }

func TestSVGStandsAlone(t *testing.T) {
	s := SVG(sample(), 640, red)
	wellFormed(t, s)
	for _, bad := range []string{"var(", "<b>", " style=", "script"} {
		if strings.Contains(s, bad) {
			t.Errorf("the file contains %q", bad)
		}
	}
	for _, want := range []string{`<?xml`, `xmlns="http://www.w3.org/2000/svg"`, "#cc0000", "runs &lt;", "against"} {
		if !strings.Contains(s, want) {
			t.Errorf("the file lacks %q", want)
		}
	}
}

func FuzzSVG(f *testing.F) {
	f.Add("p-value ε_c", "a\x00<&>\"'", 1.0, 2.0, true)
	f.Add("", "\xff", math.Inf(1), math.NaN(), false)
	f.Add("_", "__ε_", -1e308, 1e308, true)
	f.Fuzz(func(t *testing.T, title, name string, a, b float64, log bool) {
		for _, style := range []sheet.Style{sheet.Line, sheet.Dots, sheet.Step, sheet.Bars, sheet.Area, sheet.Dash} {
			c := &sheet.Chart{ID: name, Title: title, X: sheet.Axis{Label: name, Log: log},
				Y: sheet.Axis{Label: title, Log: log},
				Series: []sheet.Series{{Name: name, Style: style, X: sheet.Reals([]float64{a, b, 1}),
					Y: sheet.Reals([]float64{b, a, 2}), Lo: sheet.Reals([]float64{a, a, 0}),
					Hi: sheet.Reals([]float64{b, b, 3})}},
				Marks: []sheet.Mark{{Label: title, At: sheet.Real(a), Vertical: log}, {Label: name, At: sheet.Real(b)}}}
			wellFormed(t, SVG(c, 500, red))
			p := New(c, "x", 400, Variables)
			for i := range p.Places() {
				p.Read(i)
			}
		}
	})
}

func TestCSV(t *testing.T) {
	c := sample()
	c.Series = c.Series[1:3]
	got := ChartCSV(c)
	want := "series,privacy loss ε,\"p, m\",lo,hi\r\n" +
		"band,0,,0,0.2\r\nband,1,,0.1,+Inf\r\nband,2,,0.2,0.4\r\n" +
		"runs <b>,1,0.3,0.2,0.4\r\nruns <b>,2,+Inf,0.3,+Inf\r\n" +
		"mark: α,,0.05,,\r\nmark: ε_c,1.5,,,\r\nmark: exact,1011,,,\r\nmark: nowhere,,NaN,,\r\nmark: never,,+Inf,,\r\n"
	if got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	tab := &sheet.Table{Columns: []string{"name", "value, \"m\""},
		Rows: [][]sheet.Cell{{sheet.Words("a\nb"), sheet.Number(1.0/3, 3)}}}
	if got, want := TableCSV(tab), "name,\"value, \"\"m\"\"\"\r\n\"a\nb\",0.3333333333333333\r\n"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	// No text is a formula; numbers stay numbers.
	formulas := &sheet.Table{Columns: []string{"=1+1", "-a"},
		Rows: [][]sheet.Cell{{sheet.Words("@x"), sheet.Number(-2, 3)}, {sheet.Words("+Inf"), sheet.Words("-3.5")}}}
	if got, want := TableCSV(formulas), "'=1+1,'-a\r\n'@x,-2\r\n+Inf,-3.5\r\n"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

func BenchmarkPlot(b *testing.B) {
	n := 400
	x, y := make([]float64, n), make([]float64, n)
	for i := range x {
		x[i], y[i] = float64(i), math.Sin(float64(i)/20)
	}
	c := &sheet.Chart{Series: []sheet.Series{{Name: "y", Style: sheet.Line, X: sheet.Reals(x), Y: sheet.Reals(y)}}}
	for b.Loop() {
		New(c, "x", 600, Variables)
	}
}

func ExampleChartCSV() {
	c := &sheet.Chart{X: sheet.Axis{Label: "n"}, Y: sheet.Axis{Label: "error", Unit: "m"},
		Series: []sheet.Series{{Name: "ours", X: sheet.Reals([]float64{1, 2}), Y: sheet.Reals([]float64{0.5, 0.25})}}}
	fmt.Println(strings.ReplaceAll(ChartCSV(c), "\r\n", "\n"))
	// Output:
	// series,n,"error, m",lo,hi
	// ours,1,0.5,,
	// ours,2,0.25,,
}
