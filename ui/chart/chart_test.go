package chart

import (
	"encoding/xml"
	"fmt"
	"io"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"
	"testing"

	"indistinct/core/lang"
	"indistinct/core/sheet"
	"indistinct/core/test/pseudo"
	"indistinct/core/texts"
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
		lo, hi, log := fit(x.axis, x.data)
		if math.Abs(lo-x.lo) > 1e-9 || math.Abs(hi-x.hi) > 1e-9 || log != x.log {
			t.Errorf("fit(%+v, %v) = %v %v %v, want %v %v %v", x.axis, x.data, lo, hi, log, x.lo, x.hi, x.log)
		}
	}
}

// texting is a language with some texts of its own.
func texting(t *testing.T, own map[string]string) *lang.Language {
	t.Helper()
	all := texts.English().Texts()
	maps.Copy(all, own)
	l, err := lang.New("en", all)
	if err != nil {
		t.Fatal(err)
	}
	return l
}

func TestRichKeepsMarksOut(t *testing.T) {
	l := texting(t, map[string]string{"rich": "{x} *ε_c*"})
	if got := Rich(l, lang.Say("rich", "x", "a\x01b\x03c\x04")); got != "abc \x01ε\x03\x02c\x03" {
		t.Errorf("Rich = %q", got)
	}
}

// No line breaks between a symbol and the number that it is, nor before a percent
// sign or a symbol that ends a name; other spaces are as they were.
func TestRichKeepsNumbersWhole(t *testing.T) {
	for in, want := range map[string]string{
		"one proportion at *ε* = 1.":     "one proportion at \x01ε\x03_=_1.",
		"proves *x* ≥ −0.5 and *b* < .2": "proves \x01x\x03_≥_−0.5 and \x01b\x03_<_.2",
		"*ε* = 1 = 2, 95 % of it":        "\x01ε\x03_=_1_=_2, 95_% of it",
		"a fact = another, = *ε*":        "a fact = another, =_\x01ε\x03",
		"Mechanism's budget *ε*":         "Mechanism's budget_\x01ε\x03",
		"*ε* of the claim":               "\x01ε\x03 of the claim",
		"it ends = ":                     "it ends = ",
	} {
		l := texting(t, map[string]string{"rich": in})
		if got := strings.ReplaceAll(Rich(l, lang.Say("rich")), "\u00a0", "_"); got != want {
			t.Errorf("Rich(%q) = %q, want %q", in, got, want)
		}
	}
}

// The same message is another text in another language, and only there.
func TestRichInTwoLanguages(t *testing.T) {
	m := lang.Say("chart.csv.lo")
	disguised := pseudo.Language(t, texts.English())
	if a, b, c := Rich(texts.English(), m), Rich(disguised, m), Rich(texts.English(), m); a == b || a != c {
		t.Errorf("%q, %q, then %q", a, b, c)
	}
}

func words(s string) lang.Message { return lang.Verbatim(s) }
func plain(m lang.Message) string { return texts.English().Say(m) }

func sample() *sheet.Chart {
	return &sheet.Chart{
		ID: "demo", Title: words("p-value against ε"), Caption: words("Where the curve crosses α."),
		X: sheet.Axis{Label: words("privacy loss ε")}, Y: sheet.Axis{Label: words("p"), Unit: words("m")},
		Series: []sheet.Series{
			{Name: words("p⁺"), Role: sheet.Paper, Style: sheet.Line, X: sheet.Reals([]float64{0, 1, 2, 3}),
				Y: sheet.Reals([]float64{0, 0.5, math.NaN(), 1})},
			{Name: words("band"), Role: sheet.Leak, Style: sheet.Area, X: sheet.Reals([]float64{0, 1, 2}),
				Lo: sheet.Reals([]float64{0, 0.1, 0.2}), Hi: sheet.Reals([]float64{0.2, math.Inf(1), 0.4})},
			{Name: words("runs <b>"), Role: sheet.Strong, Style: sheet.Dots, X: sheet.Reals([]float64{1, 2}),
				Y: sheet.Reals([]float64{0.3, math.Inf(1)}), Lo: sheet.Reals([]float64{0.2, 0.3}),
				Hi: sheet.Reals([]float64{0.4, math.Inf(1)})},
			{Name: words("steps"), Role: sheet.Truth, Style: sheet.Step, X: sheet.Reals([]float64{0, 2, 3}),
				Y: sheet.Reals([]float64{1, 0.5, 0})},
			{Name: words("count"), Role: sheet.Third, Style: sheet.Dash, X: sheet.Reals([]float64{0, 1, 2, 3}),
				Y: sheet.Reals([]float64{0.1, 0.2, 0.3, 0.1})},
		},
		Marks: []sheet.Mark{
			{Label: words("α"), Role: sheet.Bad, At: 0.05},
			{Label: lang.Say("critical"), Role: sheet.Paper, At: 1.5, Vertical: true},
			{Label: words("exact"), Role: sheet.Truth, At: 1011, Vertical: true},
			{Label: words("nowhere"), Role: sheet.Truth, At: sheet.Real(math.NaN())},
			{Label: words("never"), Role: sheet.Truth, At: sheet.Real(math.Inf(1))},
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
	l := texting(t, map[string]string{"critical": "*ε_c*"})
	p := New(l, sample(), "x", 600, Variables)
	var shown []string
	p.Tree.Walk(func(n *Node) {
		if n.Tag == "text" {
			shown = append(shown, whole(n))
		}
		for i := 1; i < len(n.Attr); i += 2 {
			if strings.Contains(n.Attr[i], "NaN") || strings.Contains(n.Attr[i], "Inf") {
				t.Errorf("<%s %s=%q>: not a coordinate", n.Tag, n.Attr[i-1], n.Attr[i])
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
	all := strings.Join(shown, "|")
	for _, want := range []string{"exact 1011 →", "never ∞ ↑", "εc", "p⁺", "privacy loss ε", "p, m"} {
		if !strings.Contains(all, want) {
			t.Errorf("no text %q in %s", want, all)
		}
	}
	if strings.Contains(all, "nowhere") {
		t.Error("a mark at NaN was drawn")
	}
	for _, w := range []float64{-1, 0, 100, 362, 5000, math.NaN()} {
		q := New(texts.English(), sample(), "x", w, Variables)
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
	return x, y, x + axis.Width(whole(n), letters)
}

// all are the series of a chart, for the legend.
func all(c *sheet.Chart) (out []*sheet.Series) {
	for i := range c.Series {
		out = append(out, &c.Series[i])
	}
	return out
}

// TestLegendKeepsToTheWidth: names stand side by side as far as they fit, and none
// on another or, but where it is alone in its row, over the edge.
func TestLegendKeepsToTheWidth(t *testing.T) {
	c := sample()
	for i := range c.Series {
		c.Series[i].Name = words(fmt.Sprintf("%d after the second release", i))
	}
	for _, w := range []struct{ width, rows float64 }{{180, 5}, {400, 3}, {1200, 1}} {
		p := New(texts.English(), c, "x", w.width, Variables)
		g, high := p.legend(all(c), Variables)
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

// placed is where a text of a plot stands: its left and right end and its line.
func placed(t *testing.T, p *Plot, what string) (x0, x1, y float64) {
	t.Helper()
	p.Tree.Walk(func(n *Node) {
		if n.Tag == "g" && attr(n, "transform") != "" {
			for _, k := range n.Kids {
				if k.Tag == "text" && whole(k) == what {
					x0, y, x1 = textAt(t, k)
				}
			}
		}
	})
	if x1 == 0 {
		t.Fatalf("%q is not in the plot", what)
	}
	return x0, x1, y + p.Frame[1]
}

// Walk calls f for n and everything below it.
func (n *Node) Walk(f func(*Node)) {
	f(n)
	for _, k := range n.Kids {
		k.Walk(f)
	}
}

// TestLevelMarksOffPoints: the label of a level stands at its line, where it covers no point.
func TestLevelMarksOffPoints(t *testing.T) {
	c := sample()
	s := sheet.Series{Style: sheet.Dots}
	for i := range 9 {
		s.X, s.Y = append(s.X, sheet.Real(0.92+0.01*float64(i))), append(s.Y, sheet.Real(0.5+0.005*float64(i%3)))
	}
	c.X, c.Y, c.Series = sheet.Axis{Min: 0, Max: 1}, sheet.Axis{Min: 0, Max: 1}, []sheet.Series{s}
	c.Marks = []sheet.Mark{{Label: words("inscribed in the contour"), At: 0.5}}
	p := New(texts.English(), c, "x", 600, Variables)
	_, end, y := placed(t, p, "inscribed in the contour")
	if math.Abs(y-p.Y.At(0.5)) > 20 || end > p.X.At(0.92) {
		t.Errorf("it stands %v from its line and ends at %v, where points begin at %v", y-p.Y.At(0.5), end,
			p.X.At(0.92))
	}
}

// TestLevelMarksKeepApart: labels of levels close to one another do not touch.
func TestLevelMarksKeepApart(t *testing.T) {
	c := sample()
	c.Marks = []sheet.Mark{{Label: words("one"), At: 0.5}, {Label: words("two"), At: 0.505},
		{Label: words("three"), At: 0.51}, {Label: words("alone"), At: 0.15}}
	p := New(texts.English(), c, "x", 600, Variables)
	for i, a := range c.Marks {
		ax0, ax1, ay := placed(t, p, plain(a.Label))
		for _, b := range c.Marks[:i] {
			if bx0, bx1, by := placed(t, p, plain(b.Label)); math.Abs(ay-by) < 13 && ax0 < bx1+2 && bx0 < ax1+2 {
				t.Errorf("%s stands on %s", plain(a.Label), plain(b.Label))
			}
		}
		if d := math.Abs(p.Y.At(float64(a.At)) - ay); d > 20 {
			t.Errorf("the label %s stands %g from its line", plain(a.Label), d)
		}
	}
}

// TestNamesAtTheirLines: where there is room, each series and the point of a series of one is named beside it, off all
// other lines; the others, and all where a plot is narrow or has many, in the legend.
func TestNamesAtTheirLines(t *testing.T) {
	c := &sheet.Chart{X: sheet.Axis{Max: 1}, Y: sheet.Axis{Max: 1}, Series: []sheet.Series{
		{Name: words("rising"), X: []sheet.Real{0, 1}, Y: []sheet.Real{0, 1}},
		{Name: words("falling"), Role: sheet.Muted, X: []sheet.Real{0, 1}, Y: []sheet.Real{1, 0}},
		{Name: words("this rule"), Style: sheet.Dots, X: []sheet.Real{0.5}, Y: []sheet.Real{0.25}},
		{Name: words("nowhere"), Style: sheet.Dots, X: []sheet.Real{0.5}, Y: []sheet.Real{7}},
	}}
	legend := func(p *Plot) (out []string) {
		for _, n := range p.Tree.Kids[len(p.Tree.Kids)-1].Kids {
			if n.Tag == "text" {
				out = append(out, whole(n))
			}
		}
		return out
	}
	p := New(texts.English(), c, "x", 400, Variables)
	for i, at := range []float64{1, -1} {
		x0, x1, y := placed(t, p, plain(c.Series[i].Name))
		for _, x := range []float64{x0, x1} {
			share := (x - p.Frame[0]) / (p.Frame[2] - p.Frame[0])
			if line := p.Y.At(0.5 + at*(share-0.5)); line > y-9 && line < y+2 {
				t.Errorf("%s stands on its line", plain(c.Series[i].Name))
			}
		}
	}
	if x0, x1, y := placed(t, p, "this rule"); math.Abs(y-p.Y.At(0.25)) > 20 || x0 > p.X.At(0.5)+15 ||
		x1 < p.X.At(0.5)-15 {
		t.Errorf("the point's name stands from %v to %v at %v", x0, x1, y)
	}
	if got := legend(p); !slices.Equal(got, []string{"nowhere"}) {
		t.Errorf("the legend has %q", got)
	}
	if got := legend(New(texts.English(), c, "x", 318, Variables)); len(got) != 4 {
		t.Errorf("on a phone the legend has %q", got)
	}
	for range 3 {
		c.Series = append(c.Series, c.Series[0])
	}
	if got := legend(New(texts.English(), c, "x", 400, Variables)); len(got) != 7 {
		t.Errorf("of seven series the legend has %q", got)
	}
}

// TestUprightMarksHaveRoom: labels of upright marks stand between the legend and
// the plot, in as many rows as they need.
func TestUprightMarksHaveRoom(t *testing.T) {
	for _, n := range []int{0, 1, 3} {
		c := sample()
		c.Marks = nil
		for i := range n {
			c.Marks = append(c.Marks, sheet.Mark{Label: words(fmt.Sprintf("a label that needs its room %d", i)),
				At: 1.5, Vertical: true})
		}
		p := New(texts.English(), c, "x", 420, Variables)
		high := 0.0 // of the title of the y axis, below the legend
		p.Tree.Walk(func(n *Node) {
			if n.Tag == "text" && whole(n) == "p, m" {
				_, high, _ = textAt(t, n)
			}
		})
		rows := map[float64]bool{}
		p.Tree.Walk(func(n *Node) {
			if n.Tag == "text" && strings.HasPrefix(whole(n), "a label") {
				_, y, _ := textAt(t, n)
				rows[y] = true
				if y-letters < high || y > p.Frame[1] {
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

// TestLongWordsStayInThePicture: on a phone no text of words two fifths longer than
// English leaves the picture.
func TestLongWordsStayInThePicture(t *testing.T) {
	three := sheet.Reals([]float64{0, 1, 2})
	c := &sheet.Chart{X: sheet.Axis{Label: words("⟦privacy loss that is proven from releases ẋ ẋ ẋ ẋ ẋ ẋ ẋ ẋ⟧")},
		Y: sheet.Axis{Label: words("⟦share of the releases in the event ẋ ẋ ẋ ẋ ẋ ẋ⟧"), Unit: words("m")},
		Series: []sheet.Series{{Name: words("⟦proven with the stronger test at 95 % ẋ ẋ ẋ ẋ ẋ ẋ⟧"), X: three, Y: three},
			{Name: words("⟦exact ẋ⟧"), Style: sheet.Dots, X: three, Y: three}},
		Marks: []sheet.Mark{{Label: words("⟦what the claim allows at this level of the test ẋ ẋ ẋ ẋ ẋ ẋ ẋ⟧"), At: 1},
			{Label: words("⟦the claim of the mechanism in the paper ẋ ẋ ẋ ẋ ẋ⟧"), At: 1, Vertical: true}}}
	for _, width := range []float64{262, 332, 600} {
		p := New(texts.English(), c, "x", width, Variables)
		p.Tree.Walk(func(n *Node) {
			if n.Tag != "text" || attr(n, "transform") != "" {
				return
			}
			x, _, _ := textAt(t, n)
			size, err := strconv.ParseFloat(attr(n, "font-size"), 64)
			if err != nil {
				size = letters
			}
			wide := axis.Width(whole(n), size)
			x -= wide * map[string]float64{"middle": 0.5, "end": 1}[attr(n, "text-anchor")]
			if x < 0 || x+wide > p.W {
				t.Errorf("%v wide: %q stands from %.0f to %.0f", p.W, whole(n), x, x+wide)
			}
		})
	}
}

func TestGapsAtMissingValues(t *testing.T) {
	p := New(texts.English(), sample(), "x", 600, Variables)
	if got := p.path(&p.Chart.Series[0]); strings.Count(got, "M") != 2 || strings.Count(got, "L") != 1 {
		t.Errorf("a line with one missing value is %q, want two beginnings", got)
	}
}

func TestRead(t *testing.T) {
	p := New(texts.English(), sample(), "x", 600, Variables)
	if len(p.xs) != 4 {
		t.Fatalf("%d places to read, want 4", len(p.xs))
	}
	i := p.Nearest(p.X.At(1.2))
	r, ok := p.Read(i)
	if !ok || r.X != 1 {
		t.Fatalf("nearest to 1.2 is %v", r.X)
	}
	got := p.text(r)
	want := "privacy loss ε 1: p⁺ 0.5000 · band (0.100 to ∞) · runs <b> 0.3000 (0.200 to 0.400) · steps 1 · count 0.2000"
	if got != want {
		t.Errorf("reading\n%s\nwant\n%s", got, want)
	}
	// At the crosshair stand three numbers and no names.
	var said []string
	p.cursor(r, Variables).Walk(func(n *Node) {
		if n.Tag == "text" {
			said = append(said, n.Text)
		}
	})
	if want := []string{"1", "0.5", "0.3"}; !slices.Equal(said, want) {
		t.Errorf("at the crosshair stands %q, want %q", said, want)
	}
	if _, ok := p.Read(-1); ok {
		t.Error("there is a reading at −1")
	}
	empty := New(texts.English(), &sheet.Chart{ID: "e", Title: words("nothing")}, "e", 400, Variables)
	if empty.Nearest(100) != -1 || len(empty.xs) != 0 {
		t.Error("an empty chart reads out something")
	}
}

func TestReadBetweenPoints(t *testing.T) {
	c := &sheet.Chart{Y: sheet.Axis{Log: true}, Series: []sheet.Series{
		{Name: words("line"), Style: sheet.Line, X: sheet.Reals([]float64{0, 2}), Y: sheet.Reals([]float64{1, 100})},
		{Name: words("dots"), Style: sheet.Dots, X: sheet.Reals([]float64{1}), Y: sheet.Reals([]float64{7})},
	}}
	p := New(texts.English(), c, "x", 500, Variables)
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
	s := SVG(texts.English(), sample(), 640, red)
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
		for _, style := range []sheet.Style{sheet.Line, sheet.Dots, sheet.Step, sheet.Area, sheet.Dash} {
			c := &sheet.Chart{ID: name, Title: words(title), X: sheet.Axis{Label: words(name), Log: log},
				Y: sheet.Axis{Label: words(title), Log: log},
				Series: []sheet.Series{{Name: words(name), Style: style, X: sheet.Reals([]float64{a, b, 1}),
					Y: sheet.Reals([]float64{b, a, 2}), Lo: sheet.Reals([]float64{a, a, 0}),
					Hi: sheet.Reals([]float64{b, b, 3})}},
				Marks: []sheet.Mark{{Label: words(title), At: sheet.Real(a), Vertical: log},
					{Label: words(name), At: sheet.Real(b)}}}
			wellFormed(t, SVG(texts.English(), c, 500, red))
			p := New(texts.English(), c, "x", 400, Variables)
			for i := range len(p.xs) {
				p.Read(i)
			}
		}
	})
}

func TestCSV(t *testing.T) {
	c := sample()
	c.Series = c.Series[1:3]
	got := ChartCSV(texting(t, map[string]string{"critical": "*ε_c*"}), c)
	want := "series,privacy loss ε,\"p, m\",lower end,upper end\r\n" +
		"band,0,,0,0.2\r\nband,1,,0.1,+Inf\r\nband,2,,0.2,0.4\r\n" +
		"runs <b>,1,0.3,0.2,0.4\r\nruns <b>,2,+Inf,0.3,+Inf\r\n" +
		"line: α,,0.05,,\r\nline: ε_c,1.5,,,\r\nline: exact,1011,,,\r\nline: nowhere,,NaN,,\r\nline: never,,+Inf,,\r\n"
	if got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	tab := &sheet.Table{Columns: lang.Verbatims([]string{"name", "value, \"m\""}),
		Rows: [][]sheet.Cell{{sheet.Words("a\nb"), sheet.Number(1.0/3, 3)}}}
	if got, want := TableCSV(texts.English(), tab),
		"name,\"value, \"\"m\"\"\"\r\n\"a\nb\",0.3333333333333333\r\n"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	// No text is a formula; numbers stay numbers.
	formulas := &sheet.Table{Columns: lang.Verbatims([]string{"=1+1", "-a"}),
		Rows: [][]sheet.Cell{{sheet.Words("@x"), sheet.Number(-2, 3)}, {sheet.Words("+Inf"), sheet.Words("-3.5")}}}
	if got, want := TableCSV(texts.English(), formulas), "'=1+1,'-a\r\n'@x,-2\r\n+Inf,-3.5\r\n"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

func BenchmarkPlot(b *testing.B) {
	n := 400
	x, y := make([]float64, n), make([]float64, n)
	for i := range x {
		x[i], y[i] = float64(i), math.Sin(float64(i)/20)
	}
	c := &sheet.Chart{Series: []sheet.Series{{Name: words("y"), Style: sheet.Line, X: sheet.Reals(x),
		Y: sheet.Reals(y)}}}
	for b.Loop() {
		New(texts.English(), c, "x", 600, Variables)
	}
}

func ExampleChartCSV() {
	c := &sheet.Chart{X: sheet.Axis{Label: words("n")}, Y: sheet.Axis{Label: words("error"), Unit: words("m")},
		Series: []sheet.Series{{Name: words("ours"), X: sheet.Reals([]float64{1, 2}),
			Y: sheet.Reals([]float64{0.5, 0.25})}}}
	fmt.Println(strings.ReplaceAll(ChartCSV(texts.English(), c), "\r\n", "\n"))
	// Output:
	// series,n,"error, m",lower end,upper end
	// ours,1,0.5,,
	// ours,2,0.25,,
}
