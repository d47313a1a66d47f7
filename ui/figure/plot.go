package figure

import (
	"math"
	"sort"
	"strings"

	"indistinct/core/sheet"
)

// Paint gives the colour of a role: a CSS variable on the page, a value in an
// exported file.
type Paint func(sheet.Role) string

// Variables paints with the page's CSS variables.
func Variables(r sheet.Role) string { return "var(--" + string(r) + ")" }

// Plot is a chart laid out in pixels.
type Plot struct {
	W, H float64
	X, Y Scale
	// Frame is the plotting area: left, top, right, bottom.
	Frame [4]float64
	Tree  *Node
	Chart *sheet.Chart
	xs    []float64 // where there is something to read out, ascending
}

const (
	small  = 11.0 // font sizes in px
	normal = 12.0
	// maxPath is the longest path written, in bytes: vugu refuses attributes of
	// 16,384 bytes, and short paths draw faster.
	maxPath = 8000
)

// New lays a chart out for a width in pixels; id makes names inside the SVG
// unique on the page.
func New(c *sheet.Chart, id string, width float64, paint Paint) *Plot {
	width = fitting(width)
	p := &Plot{W: width, Chart: c}
	plotH := math.Max(180, math.Min(300, 0.52*width))
	if shares(c.X) && shares(c.Y) { // a square of two probabilities
		plotH = math.Max(220, math.Min(420, 0.75*width))
	}

	xdata, ydata, bars := p.data()
	x0, x1, xlog := fit(c.X, xdata, false)
	y0, y1, ylog := fit(widened(c), ydata, bars)
	if bars && !(float64(c.X.Min) < float64(c.X.Max)) { // room for the outer bars
		if w := barWidth(c); xlog {
			x0, x1 = x0/1.3, x1*1.3
		} else {
			x0, x1 = x0-w*0.7, x1+w*0.7
		}
	}
	// From left to right: the axis label, turned, then the ticks, then the plot.
	p.Y = Scale{Min: y0, Max: y1, P0: plotH, P1: 0, Log: ylog}
	yticks := p.Y.Ticks(int(plotH / 42))
	left := 20.0
	for _, t := range yticks {
		left = math.Max(left, measure(t.Label, small)+12)
	}
	left += 16
	p.X = Scale{x0, x1, left, width - 14, xlog}
	xticks := p.xticks()
	// From top to bottom: the legend, the labels of vertical marks, the plot.
	legend, top := p.legend(paint)
	flags := p.flags()
	rows := 0
	for _, f := range flags {
		rows = max(rows, f.row+1)
	}
	top += 8 + 14*float64(rows)
	p.Y.P0, p.Y.P1 = top+plotH, top
	p.Frame = [4]float64{left, top, width - 14, top + plotH}
	p.H = math.Ceil(top + plotH + 40)

	root := El("svg", "xmlns", "http://www.w3.org/2000/svg", "viewBox", "0 0 "+num(p.W)+" "+num(p.H),
		"width", num(p.W), "height", num(p.H), "font-family", Sans, "font-size", num(small))
	root.Add(El("title"))
	root.Kids[0].Text = c.Title
	if c.Caption != "" {
		d := El("desc")
		d.Text = c.Caption
		root.Add(d)
	}
	muted, ink := paint(sheet.Muted), paint(sheet.Ink)
	clip := "clip-" + id
	clipRect := El("rect", "x", num(p.Frame[0]), "y", num(p.Frame[1]-1), "width", num(p.Frame[2]-p.Frame[0]+1), "height", num(plotH+2))
	root.Add(El("defs").Add(El("clipPath", "id", clip).Add(clipRect)))

	// Grid and axes.
	grid := El("g", "stroke", muted, "stroke-width", "1", "stroke-opacity", "0.22")
	labels := El("g", "fill", ink, "fill-opacity", "0.75", "font-size", num(small))
	for _, t := range yticks {
		y := crisp(p.Y.At(t.At))
		grid.Add(El("line", "x1", num(left), "x2", num(p.Frame[2]), "y1", num(y), "y2", num(y)))
		labels.Add(text(t.Label, left-7, y+3.8, "text-anchor", "end"))
	}
	for _, t := range xticks {
		x := crisp(p.X.At(t.At))
		grid.Add(El("line", "x1", num(x), "x2", num(x), "y1", num(top), "y2", num(top+plotH)))
		labels.Add(text(t.Label, x, top+plotH+15, "text-anchor", "middle"))
	}
	root.Add(grid)
	axis := El("path", "d", "M"+num(left)+" "+num(crisp(top+plotH))+"H"+num(p.Frame[2]),
		"stroke", ink, "stroke-opacity", "0.55", "fill", "none")
	names := El("g", "fill", ink)
	names.Add(runs(axisRuns(c.X), (left+p.Frame[2])/2, p.H-6, "text-anchor", "middle", "font-size", fitted(c.X, width-8)))
	mid := top + plotH/2
	names.Add(runs(axisRuns(c.Y), 0, 0, "text-anchor", "middle", "font-size", fitted(c.Y, plotH+40), "transform", "translate(12 "+num(mid)+") rotate(-90)"))

	body := El("g", "clip-path", "url(#"+clip+")")
	for i := range c.Series {
		p.draw(body, &c.Series[i], paint)
	}
	root.Add(body, axis, labels, names)
	p.marks(root, flags, paint)
	root.Add(legend)
	p.Tree = root
	p.collect()
	return p
}

// shares reports whether an axis shows all probabilities.
func shares(a sheet.Axis) bool { return a.Min == 0 && a.Max == 1 && !a.Log }

// fitted is the size of an axis's label that fits its room.
func fitted(a sheet.Axis, room float64) string {
	w := measure(axisTitle(a), normal)
	return num(math.Max(9, math.Min(normal, normal*room/math.Max(w, 1))))
}

// fitting is the width at which a chart is drawn.
func fitting(width float64) float64 {
	if !(width >= 240) {
		return 240
	}
	return math.Min(width, 1400)
}

func axisTitle(a sheet.Axis) string {
	if a.Unit == "" {
		return a.Label
	}
	return a.Label + ", " + a.Unit
}

// crisp puts a hairline on the middle of a pixel.
func crisp(v float64) float64 { return math.Floor(v) + 0.5 }

// xticks returns as many ticks as fit without touching.
func (p *Plot) xticks() []Tick {
	room := p.X.P1 - p.X.P0
	for want := int(room / 56); ; want-- {
		ticks := p.X.Ticks(want)
		end, ok := math.Inf(-1), true
		for _, t := range ticks {
			w := measure(t.Label, small)
			x := p.X.At(t.At)
			if x-w/2 < end+6 {
				ok = false
			}
			end = x + w/2
		}
		if ok || want <= 2 {
			return ticks
		}
	}
}

// data gathers the values that the axes must show. Marks take part where they
// do not stretch the picture beyond recognition.
func (p *Plot) data() (x, y []float64, bars bool) {
	for _, s := range p.Chart.Series {
		for _, v := range s.X {
			x = append(x, float64(v))
		}
		if s.Style != sheet.Area {
			for _, v := range s.Y {
				y = append(y, float64(v))
			}
		}
		for _, v := range s.Lo {
			y = append(y, float64(v))
		}
		for _, v := range s.Hi {
			y = append(y, float64(v))
		}
		bars = bars || s.Style == sheet.Bars
	}
	for _, m := range p.Chart.Marks {
		if m.Vertical {
			x = withMark(x, float64(m.At), p.Chart.X.Log)
		} else {
			y = withMark(y, float64(m.At), p.Chart.Y.Log)
		}
	}
	return x, y, bars
}

// widened is the y axis of a chart. A range that was fixed gives way to points
// and bars that would silently lie outside it, unless they would squeeze the
// rest beyond recognition; lines may leave the picture.
func widened(c *sheet.Chart) sheet.Axis {
	y := c.Y
	room := 4 * float64(y.Max-y.Min)
	if !(room > 0) || y.Log {
		return y
	}
	least, most := float64(y.Min)-room, float64(y.Max)+room
	for _, s := range c.Series {
		if s.Style != sheet.Dots && s.Style != sheet.Bars {
			continue
		}
		for _, v := range [][]sheet.Real{s.Y, s.Lo, s.Hi} {
			for _, v := range v {
				if f := float64(v); f >= least && f <= most {
					y.Min, y.Max = min(y.Min, v), max(y.Max, v)
				}
			}
		}
	}
	return y
}

func withMark(data []float64, at float64, log bool) []float64 {
	lo, hi := math.Inf(1), math.Inf(-1)
	for _, v := range data {
		if !math.IsNaN(v) && !math.IsInf(v, 0) && (!log || v > 0) {
			lo, hi = math.Min(lo, v), math.Max(hi, v)
		}
	}
	switch {
	case math.IsNaN(at) || math.IsInf(at, 0) || log && at <= 0:
		return data
	case lo > hi:
	case log:
		if d := math.Log(hi/lo) + 2; math.Log(at/hi) > d || math.Log(lo/at) > d {
			return data
		}
	default:
		if d := 0.6 * (hi - lo); hi > lo && (at > hi+d || at < lo-d) {
			return data
		}
	}
	return append(data, at)
}

// barWidth is the least distance between neighbouring bars, in data units.
func barWidth(c *sheet.Chart) float64 {
	var xs []float64
	for _, s := range c.Series {
		if s.Style == sheet.Bars {
			for _, v := range s.X {
				if finite(float64(v)) {
					xs = append(xs, float64(v))
				}
			}
		}
	}
	sort.Float64s(xs)
	w := math.Inf(1)
	for i := 1; i < len(xs); i++ {
		if d := xs[i] - xs[i-1]; d > 0 {
			w = math.Min(w, d)
		}
	}
	if math.IsInf(w, 1) {
		return 1
	}
	return w
}

// finite reports whether a value has a place on an axis; beyond 1e300 the
// width of a range would overflow.
func finite(v float64) bool { return math.Abs(v) <= 1e300 }

func at(v []sheet.Real, i int) float64 {
	if i >= len(v) {
		return math.NaN()
	}
	return float64(v[i])
}

// draw adds one series.
func (p *Plot) draw(g *Node, s *sheet.Series, paint Paint) {
	colour := paint(s.Role)
	line := []string{"fill", "none", "stroke", colour, "stroke-width", "1.8", "stroke-linejoin", "round", "stroke-linecap", "round"}
	switch s.Style {
	case sheet.Dash:
		line = append(line[:len(line)-2], "stroke-dasharray", "5 4")
		fallthrough
	case sheet.Line, sheet.Step, "":
		if len(s.Lo) > 0 && len(s.Hi) > 0 {
			p.band(g, s, colour)
		}
		for _, d := range p.paths(s, s.Style == sheet.Step) {
			g.Add(El("path", append([]string{"d", d}, line...)...))
		}
	case sheet.Area:
		p.band(g, s, colour)
		for _, d := range p.paths(s, false) {
			g.Add(El("path", append([]string{"d", d}, line...)...))
		}
	case sheet.Bars:
		p.bars(g, s, colour)
	case sheet.Dots:
		p.dots(g, s, colour)
	}
}

// paths writes a series' line as one or more paths: a gap where a value is
// missing, and a new path, overlapping by one point, where one would grow too
// long.
func (p *Plot) paths(s *sheet.Series, step bool) []string {
	var out []string
	var b strings.Builder
	pen := false
	lastX, lastY := math.Inf(-1), math.Inf(-1)
	end := func() {
		if strings.Contains(b.String(), "L") || strings.Contains(b.String(), "H") {
			out = append(out, b.String())
		}
		b.Reset()
	}
	n := min(len(s.X), len(s.Y))
	for i := 0; i < n; i++ {
		xv, yv := float64(s.X[i]), float64(s.Y[i])
		if !finite(xv) || !finite(yv) || p.X.Log && xv <= 0 {
			pen = false
			continue
		}
		x, y := bound(p.X.At(xv)), bound(p.Y.At(yv))
		if !pen {
			b.WriteString("M" + num(x) + " " + num(y))
			pen, lastX, lastY = true, x, y
			continue
		}
		if math.Abs(x-lastX) < 0.3 && math.Abs(y-lastY) < 0.3 && i+1 < n {
			continue
		}
		if step {
			b.WriteString("H" + num(x) + "L" + num(x) + " " + num(y))
		} else {
			b.WriteString("L" + num(x) + " " + num(y))
		}
		lastX, lastY = x, y
		if b.Len() > maxPath-64 {
			end()
			b.WriteString("M" + num(x) + " " + num(y))
		}
	}
	end()
	return out
}

// bound keeps coordinates far outside the picture printable.
func bound(px float64) float64 { return math.Max(-2000, math.Min(4000, px)) }

// band fills between Lo and Hi, in pieces short enough for one path each.
func (p *Plot) band(g *Node, s *sheet.Series, colour string) {
	const piece = 300 // points: 2 × 300 × about 12 bytes
	n := min(len(s.X), len(s.Lo), len(s.Hi))
	usable := func(i int) bool {
		x := float64(s.X[i])
		return finite(x) && !math.IsNaN(float64(s.Lo[i])) && !math.IsNaN(float64(s.Hi[i])) && (!p.X.Log || x > 0)
	}
	for i := 0; i < n; {
		if !usable(i) {
			i++
			continue
		}
		j := i + 1
		for j < n && usable(j) && j-i < piece {
			j++
		}
		if j-i > 1 {
			var b strings.Builder
			for k := i; k < j; k++ {
				b.WriteString(letter(k == i) + num(bound(p.X.At(float64(s.X[k])))) + " " + num(p.edge(float64(s.Hi[k]))))
			}
			for k := j - 1; k >= i; k-- {
				b.WriteString("L" + num(bound(p.X.At(float64(s.X[k])))) + " " + num(p.edge(float64(s.Lo[k]))))
			}
			g.Add(El("path", "d", b.String()+"Z", "fill", colour, "fill-opacity", "0.18", "stroke", "none"))
		}
		if j < n && usable(j) {
			j-- // pieces share a point
		}
		i = max(j, i+1)
	}
}

func letter(first bool) string {
	if first {
		return "M"
	}
	return "L"
}

// edge is the pixel of a y value that may be infinite.
func (p *Plot) edge(v float64) float64 {
	switch {
	case math.IsInf(v, 1):
		return p.Frame[1] - 4
	case math.IsInf(v, -1):
		return p.Frame[3] + 4
	}
	return bound(p.Y.At(v))
}

func (p *Plot) bars(g *Node, s *sheet.Series, colour string) {
	kinds, mine := 0, 0
	for i := range p.Chart.Series {
		if p.Chart.Series[i].Style == sheet.Bars {
			if &p.Chart.Series[i] == s {
				mine = kinds
			}
			kinds++
		}
	}
	slot := barWidth(p.Chart) * math.Abs(p.X.P1-p.X.P0) / (p.X.Max - p.X.Min)
	if p.X.Log {
		slot = math.Abs(p.X.P1-p.X.P0) / float64(len(s.X)+1)
	}
	slot = math.Max(1, math.Min(slot*0.84, 90))
	w := slot / float64(kinds)
	base := p.Frame[3]
	if !p.Y.Log && p.Y.Min < 0 {
		base = p.Y.At(math.Min(0, p.Y.Max))
	}
	for i := range s.X {
		x, y := at(s.X, i), at(s.Y, i)
		if !finite(x) || math.IsNaN(y) {
			continue
		}
		px := p.X.At(x) - slot/2 + w*float64(mine)
		py := p.edge(y)
		g.Add(El("rect", "x", num(px), "y", num(math.Min(py, base)), "width", num(math.Max(0.8, w-math.Min(1.5, w*0.15))),
			"height", num(math.Abs(base-py)), "fill", colour, "fill-opacity", "0.72"))
		p.whisker(g, s, i, px+w/2, paintDark)
	}
}

const paintDark = "currentColor"

func (p *Plot) whisker(g *Node, s *sheet.Series, i int, x float64, colour string) {
	lo, hi := at(s.Lo, i), at(s.Hi, i)
	if math.IsNaN(lo) || math.IsNaN(hi) {
		return
	}
	a, b := p.edge(lo), p.edge(hi)
	g.Add(El("path", "d", "M"+num(x)+" "+num(a)+"V"+num(b)+"M"+num(x-3)+" "+num(a)+"h6M"+num(x-3)+" "+num(b)+"h6",
		"stroke", colour, "stroke-width", "1.2", "stroke-opacity", "0.75", "fill", "none"))
}

// area draws the box of a point that is uncertain along both axes; it reports
// whether there is one.
func (p *Plot) area(g *Node, s *sheet.Series, i int, colour string) bool {
	x0, x1, lo, hi := at(s.XLo, i), at(s.XHi, i), at(s.Lo, i), at(s.Hi, i)
	if !finite(x0) || !finite(x1) || math.IsNaN(lo) || math.IsNaN(hi) {
		return false
	}
	a, b := bound(p.X.At(x0)), bound(p.X.At(x1))
	top, bottom := p.edge(hi), p.edge(lo)
	g.Add(El("rect", "x", num(a), "y", num(top), "width", num(math.Max(b-a, 1)), "height", num(math.Max(bottom-top, 1)),
		"fill", colour, "fill-opacity", "0.16", "stroke", colour, "stroke-opacity", "0.55"))
	return true
}

func (p *Plot) dots(g *Node, s *sheet.Series, colour string) {
	r := "3.2"
	if len(s.X) > 120 {
		r = "1.8"
	}
	for i := range s.X {
		x, y := at(s.X, i), at(s.Y, i)
		if !finite(x) || p.X.Log && x <= 0 {
			continue
		}
		px := bound(p.X.At(x))
		if !p.area(g, s, i, colour) {
			p.whisker(g, s, i, px, colour)
		}
		if finite(y) {
			g.Add(dot(px, bound(p.Y.At(y)), r, s, colour))
		} else if math.IsInf(y, 1) { // beyond the picture: an arrow at the edge
			t := p.Frame[1] + 2
			g.Add(El("path", "d", "M"+num(px-4)+" "+num(t+8)+"L"+num(px)+" "+num(t)+"L"+num(px+4)+" "+num(t+8), "stroke", colour, "stroke-width", "1.8", "fill", "none"))
		}
	}
}

// dot is a point, or a ring.
func dot(x, y float64, r string, s *sheet.Series, colour string) *Node {
	if s.Hollow {
		return El("circle", "cx", num(x), "cy", num(y), "r", r, "fill", "none", "stroke", colour, "stroke-width", "1.4")
	}
	return El("circle", "cx", num(x), "cy", num(y), "r", r, "fill", colour)
}

// flag is the label of a vertical mark, above the plot.
type flag struct {
	label
	mark *sheet.Mark
	text string
}

// flags lays the labels of vertical marks out so that they touch neither one
// another nor another's line. A mark outside the range stands at the edge with
// an arrow and its value.
func (p *Plot) flags() []flag {
	var out []flag
	for i := range p.Chart.Marks {
		m := &p.Chart.Marks[i]
		v := float64(m.At)
		if !m.Vertical || math.IsNaN(v) {
			continue
		}
		f := flag{mark: m, text: m.Label}
		switch {
		case v > p.X.Max:
			f.text, f.x = valued(m)+" →", p.X.P1
		case v < p.X.Min:
			f.text, f.x = "← "+valued(m), p.X.P0
		default:
			f.lined, f.x = true, p.X.At(v)
		}
		out = append(out, f)
	}
	sort.SliceStable(out, func(i, j int) bool { return out[i].x < out[j].x })
	placed := place(len(out), func(i int) []label {
		return ways(out[i].x, measure(out[i].text, small), p.X.P0, p.X.P1, out[i].lined)
	})
	for i := range out {
		out[i].label = placed[i]
	}
	return out
}

// valued is a mark's label with its value.
func valued(m *sheet.Mark) string {
	if strings.ContainsAny(m.Label, "0123456789∞") {
		return m.Label
	}
	return m.Label + " " + sheet.Format(float64(m.At), 3)
}

// marks draws reference lines.
func (p *Plot) marks(root *Node, flags []flag, paint Paint) {
	for _, f := range flags {
		colour := paint(f.mark.Role)
		y := p.Frame[1] - 5 - 14*float64(f.row)
		if f.lined {
			top := y + 3
			if f.x < f.x0 || f.x > f.x1 { // the text stands beside its line
				top = y - 9
			}
			root.Add(El("line", "x1", num(f.x), "x2", num(f.x), "y1", num(top), "y2", num(p.Frame[3]),
				"stroke", colour, "stroke-width", "1.4", "stroke-dasharray", "2 3"))
		}
		root.Add(text(f.text, f.tx, y, "fill", colour, "font-size", num(small), "text-anchor", f.anchor))
	}
	var used []box
	for i := range p.Chart.Marks {
		m := &p.Chart.Marks[i]
		v := float64(m.At)
		if m.Vertical || math.IsNaN(v) {
			continue
		}
		colour := paint(m.Role)
		label, y := m.Label, 0.0
		switch {
		case v > p.Y.Max:
			label, y = valued(m)+" ↑", p.Frame[1]+13
		case v < p.Y.Min:
			label, y = valued(m)+" ↓", p.Frame[3]-6
		default:
			py := p.Y.At(v)
			root.Add(El("line", "x1", num(p.Frame[0]), "x2", num(p.Frame[2]), "y1", num(py), "y2", num(py),
				"stroke", colour, "stroke-width", "1.4", "stroke-dasharray", "2 3"))
			if y = py - 5; y < p.Frame[1]+10 {
				y = py + 13
			}
		}
		y = stack(&used, p.Frame[2]-4, y, measure(label, small), -14)
		root.Add(text(label, p.Frame[2]-4, y, "text-anchor", "end", "fill", colour, "font-size", num(small),
			"stroke", paint(Ground), "stroke-width", "3", "paint-order", "stroke", "stroke-linejoin", "round"))
	}
}

type box struct{ x0, x1, y float64 }

// stack moves a label that ends at x by whole lines until it touches no other.
func stack(used *[]box, x, y, w, line float64) float64 {
	b := box{x - w, x, y}
	for range 6 {
		hit := false
		for _, o := range *used {
			hit = hit || b.x0 < o.x1+4 && o.x0 < b.x1+4 && math.Abs(b.y-o.y) < 13
		}
		if !hit {
			break
		}
		b.y += line
	}
	*used = append(*used, b)
	return b.y
}

// legend returns the row of names above the plot and its height.
func (p *Plot) legend(paint Paint) (*Node, float64) {
	g := El("g", "font-size", num(small), "fill", paint(sheet.Ink))
	x, y := 4.0, 12.0
	any := false
	for i := range p.Chart.Series {
		s := &p.Chart.Series[i]
		if s.Name == "" {
			continue
		}
		w := 24 + measure(s.Name, small) + 14
		if any && x+w > p.W-4 {
			x, y = 4, y+17
		}
		any = true
		c := paint(s.Role)
		switch s.Style {
		case sheet.Dots:
			g.Add(dot(x+9, y-4, "3.2", s, c))
		case sheet.Bars, sheet.Area:
			op := "0.72"
			if s.Style == sheet.Area {
				op = "0.3"
			}
			g.Add(El("rect", "x", num(x+2), "y", num(y-9), "width", "14", "height", "9", "rx", "1", "fill", c, "fill-opacity", op))
		default:
			attr := []string{"x1", num(x), "x2", num(x + 18), "y1", num(y - 4), "y2", num(y - 4), "stroke", c, "stroke-width", "2"}
			if s.Style == sheet.Dash {
				attr = append(attr, "stroke-dasharray", "5 4")
			}
			g.Add(El("line", attr...))
		}
		g.Add(text(s.Name, x+24, y))
		x += w
	}
	if !any {
		return g, 0
	}
	return g, y + 4
}

// Ground is the background that a Paint is also asked for, Soft the colour of
// secondary text.
const (
	Ground sheet.Role = "card"
	Soft   sheet.Role = "soft"
)
