package chart

import (
	"math"
	"slices"
	"strings"

	"indistinct/core/lang"
	"indistinct/core/sheet"
	"indistinct/ui/axis"
	"indistinct/ui/palette"
)

// Paint gives the colour of a role: a CSS variable on the page, a value in an
// exported file.
type Paint func(sheet.Role) string

// Variables paints with the page's CSS variables.
func Variables(r sheet.Role) string { return "var(--" + string(r) + ")" }

// text is the colour of a role's words.
func (paint Paint) text(r sheet.Role) string {
	if r == sheet.Muted {
		r = palette.Soft
	}
	return paint(r)
}

// Themed paints an exported chart in the colours of a theme.
func Themed(name string) Paint {
	t, _ := palette.Parse(name)
	return func(r sheet.Role) string { return palette.Of(t, r).Hex() }
}

// Plot is a chart laid out in pixels.
type Plot struct {
	W, H float64
	X, Y axis.Scale
	// Frame is the plotting area: left, top, right, bottom.
	Frame [4]float64
	Tree  *Node
	Chart *sheet.Chart
	l     *lang.Language
	xs    []float64 // where there is something to read out, ascending
}

const letters = 12.0 // their height in px

// New lays a chart out in a language for a width in pixels; id makes names inside the
// SVG unique on the page.
func New(l *lang.Language, c *sheet.Chart, id string, width float64, paint Paint) *Plot {
	width = fitting(width)
	plotH := math.Max(180, math.Min(300, 0.52*width))
	if shares(c.X) && shares(c.Y) { // a square of two probabilities
		plotH = math.Max(220, math.Min(420, 0.75*width))
	}
	return layOut(l, c, id, width, plotH, true, paint)
}

// Thumb is a chart as a small picture: its curves and its axes, without names.
func Thumb(l *lang.Language, c *sheet.Chart, id string, width, height float64, paint Paint) *Node {
	return layOut(l, c, id, width, height-66, false, paint).Picture(1)
}

func layOut(l *lang.Language, c *sheet.Chart, id string, width, plotH float64, named bool, paint Paint) *Plot {
	p := &Plot{W: width, Chart: c, l: l}
	xdata, ydata := p.data()
	x0, x1, xlog := fit(c.X, xdata)
	y0, y1, ylog := fit(widened(c), ydata)
	// From left to right: the ticks, then the plot.
	p.Y = axis.Scale{Min: y0, Max: y1, P0: plotH, P1: 0, Log: ylog}
	yticks := p.Y.Ticks(l, int(plotH/42))
	left := 24.0
	for _, t := range yticks {
		left = math.Max(left, axis.Width(t.Label, letters)+12)
	}
	p.X = axis.Scale{Min: x0, Max: x1, P0: left, P1: width - 14, Log: xlog}
	xticks := p.xticks()
	p.Frame = [4]float64{left, 0, width - 14, plotH}
	// From top to bottom: the legend, the title of the y axis, the labels of vertical marks, the plot.
	var flags []flag
	var written *Node
	legend, top := El("g"), 0.0
	if named {
		var unnamed []*sheet.Series
		flags = p.flags()
		written, unnamed = p.write(flags, paint)
		legend, top = p.legend(unnamed, paint)
	}
	rows := 0
	for _, f := range flags {
		rows = max(rows, f.Row+1)
	}
	title := top + 14
	top += 24 + 15*float64(rows)
	p.Y.P0, p.Y.P1 = top+plotH, top
	p.Frame[1], p.Frame[3] = top, top+plotH
	p.H = math.Ceil(top + plotH + 42)

	root := El("g").Add(&Node{Tag: "title", Text: l.Say(c.Title)})
	if caption := l.Say(c.Caption); caption != "" {
		root.Add(&Node{Tag: "desc", Text: caption})
	}
	muted, ink := paint(sheet.Muted), paint(sheet.Ink)
	clip := "clip-" + id
	clipRect := El("rect", "x", num(p.Frame[0]), "y", num(p.Frame[1]-1), "width", num(p.Frame[2]-p.Frame[0]+1),
		"height", num(plotH+2))
	root.Add(El("defs").Add(El("clipPath", "id", clip).Add(clipRect)))

	// Grid and axes.
	grid := El("g", "stroke", muted, "stroke-width", "1", "stroke-opacity", "0.22")
	labels := El("g", "fill", ink, "fill-opacity", "0.75", "font-size", num(letters))
	for _, t := range yticks {
		y := crisp(p.Y.At(t.At))
		grid.Add(El("line", "x1", num(left), "x2", num(p.Frame[2]), "y1", num(y), "y2", num(y)))
		labels.Add(text(t.Label, left-7, y+3.8, "text-anchor", "end"))
	}
	for _, t := range xticks {
		x := crisp(p.X.At(t.At))
		grid.Add(El("line", "x1", num(x), "x2", num(x), "y1", num(top), "y2", num(top+plotH)))
		labels.Add(text(t.Label, x, top+plotH+16, "text-anchor", "middle"))
	}
	root.Add(grid)
	base := El("path", "d", "M"+num(left)+" "+num(crisp(top+plotH))+"H"+num(p.Frame[2]),
		"stroke", ink, "stroke-opacity", "0.55", "fill", "none")
	names := El("g", "fill", ink, "font-size", num(letters))
	below := cut(axis.Runs(l, axisTitle(l, c.X)), width-8)
	half := axis.RunsWidth(below, letters) / 2
	names.Add(runs(cut(axis.Runs(l, axisTitle(l, c.Y)), width-8), 4, title),
		runs(below, max(min((left+p.Frame[2])/2, width-4-half), 4+half), p.H-6, "text-anchor", "middle"))

	body := El("g", "clip-path", "url(#"+clip+")")
	for i := range c.Series {
		p.draw(body, &c.Series[i], paint)
	}
	root.Add(body, base, labels, names)
	p.marks(root, flags, paint)
	if written != nil {
		written.Attr = append(written.Attr, "transform", "translate(0 "+num(top)+")")
		root.Add(written)
	}
	root.Add(legend)
	p.Tree = root
	p.collect()
	return p
}

// Picture is the plot as an element of a page, so many times larger, with more attributes.
func (p *Plot) Picture(scale float64, attr ...string) *Node {
	return El("svg", append(attr, "xmlns", "http://www.w3.org/2000/svg", "viewBox", "0 0 "+num(p.W)+" "+num(p.H),
		"width", num(p.W*scale), "height", num(p.H*scale), "font-family", sans, "font-size", num(letters))...).
		Add(p.Tree.Kids...)
}

// shares reports whether an axis shows all probabilities.
func shares(a sheet.Axis) bool { return a.Min == 0 && a.Max == 1 && !a.Log }

// cut is a text as far as there is room for it, with an ellipsis where that is not all.
func cut(text []axis.Run, room float64) []axis.Run {
	text = slices.Clone(text)
	for n := len(text) - 1; n >= 0 && axis.RunsWidth(text, letters) > room; {
		r := []rune(strings.TrimRight(text[n].Text, " …"))
		if len(r) < 2 {
			text, n = text[:n], n-1
			continue
		}
		text[n].Text = string(r[:len(r)-1]) + "…"
	}
	return text
}

// fitting is the width at which a chart is drawn.
func fitting(width float64) float64 { return max(240, min(width, 1400)) }

// axisTitle is an axis's label with its unit.
func axisTitle(l *lang.Language, a sheet.Axis) lang.Message {
	if l.Say(a.Unit) == "" {
		return a.Label
	}
	return lang.Say("chart.axis", "label", a.Label, "unit", a.Unit)
}

// crisp puts a hairline on the middle of a pixel.
func crisp(v float64) float64 { return math.Floor(v) + 0.5 }

// xticks returns as many ticks as fit without touching.
func (p *Plot) xticks() []axis.Tick {
	room := p.X.P1 - p.X.P0
	for want := int(room / 56); ; want-- {
		ticks := p.X.Ticks(p.l, want)
		end, ok := math.Inf(-1), true
		for _, t := range ticks {
			w := axis.Width(t.Label, letters)
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
func (p *Plot) data() (x, y []float64) {
	for _, s := range p.Chart.Series {
		x = append(x, sheet.Floats(s.X)...)
		if s.Style != sheet.Area {
			y = append(y, sheet.Floats(s.Y)...)
		}
		y = slices.Concat(y, sheet.Floats(s.Lo), sheet.Floats(s.Hi))
	}
	for _, m := range p.Chart.Marks {
		if m.Vertical {
			x = withMark(x, float64(m.At), p.Chart.X.Log)
		} else {
			y = withMark(y, float64(m.At), p.Chart.Y.Log)
		}
	}
	return x, y
}

// widened is the y axis of a chart. A range that was fixed gives way to points
// that would silently lie outside it, unless they would squeeze the
// rest beyond recognition; lines may leave the picture.
func widened(c *sheet.Chart) sheet.Axis {
	y := c.Y
	room := 4 * float64(y.Max-y.Min)
	if !(room > 0) || y.Log {
		return y
	}
	least, most := float64(y.Min)-room, float64(y.Max)+room
	for _, s := range c.Series {
		if s.Style != sheet.Dots {
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

// extent is the range of the finite values, or of those above 0; lo > hi where there are none.
func extent(data []float64, positive bool) (lo, hi float64) {
	lo, hi = math.Inf(1), math.Inf(-1)
	for _, v := range data {
		if finite(v) && (!positive || v > 0) {
			lo, hi = math.Min(lo, v), math.Max(hi, v)
		}
	}
	return lo, hi
}

func withMark(data []float64, at float64, log bool) []float64 {
	lo, hi := extent(data, log)
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

// fit returns the range that an axis shows: fixed by the axis, else the data's
// with a little room.
func fit(a sheet.Axis, data []float64) (lo, hi float64, log bool) {
	lo, hi = extent(data, false)
	least, _ := extent(data, true)
	fixed := float64(a.Min) < float64(a.Max) && finite(float64(a.Min)) && finite(float64(a.Max))
	log = a.Log && (hi > 0 || fixed && a.Max > 0)
	if fixed {
		lo, hi = float64(a.Min), float64(a.Max)
		if log && lo <= 0 {
			lo = math.Min(least, hi/10)
		}
		return lo, hi, log
	}
	if hi > lo && hi-lo < 1e-12*math.Abs(hi) { // the rounding of one value
		lo = hi
	}
	if lo > hi { // nothing to show
		if log {
			return 0.1, 10, true
		}
		return 0, 1, false
	}
	if log {
		lo = math.Max(least, 1e-300)
		if lo == hi {
			return lo / 3, hi * 3, true
		}
		room := math.Pow(hi/lo, 0.03)
		return math.Max(lo/room, 1e-305), hi * room, true
	}
	if lo == hi {
		d := math.Max(math.Abs(lo)*0.1, 0.5)
		return lo - d, hi + d, false
	}
	room := 0.04 * (hi - lo)
	if lo >= 0 && lo < 0.25*hi {
		return 0, hi + room, false
	}
	return lo - room, hi + room, false
}
