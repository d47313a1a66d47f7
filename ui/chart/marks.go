package chart

import (
	"math"
	"slices"
	"sort"
	"strings"

	"indistinct/core/sheet"
	"indistinct/ui/axis"
)

// flag is the label of a vertical mark, above the plot.
type flag struct {
	axis.Label
	mark *sheet.Mark
	text []axis.Run
	size float64 // of its letters
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
		f := flag{mark: m, text: axis.Runs(p.l, m.Label)}
		switch {
		case v > p.X.Max:
			f.text, f.X = p.valued(m, "", " →"), p.X.P1
		case v < p.X.Min:
			f.text, f.X = p.valued(m, "← ", ""), p.X.P0
		default:
			f.Lined, f.X = true, p.X.At(v)
		}
		f.size = fitted(f.text, small, p.X.P1-p.X.P0)
		out = append(out, f)
	}
	sort.SliceStable(out, func(i, j int) bool { return out[i].X < out[j].X })
	placed := axis.Place(len(out), func(i int) []axis.Label {
		return axis.Ways(out[i].X, axis.RunsWidth(out[i].text, out[i].size), p.X.P0, p.X.P1, out[i].Lined)
	})
	for i := range out {
		out[i].Label = placed[i]
	}
	return out
}

// valued is a mark's label with its value, between two texts.
func (p *Plot) valued(m *sheet.Mark, before, after string) []axis.Run {
	if !strings.ContainsAny(p.l.Say(m.Label), "0123456789∞") {
		after = " " + p.l.Number(float64(m.At), "3z") + after
	}
	return slices.Concat(axis.Plain(before), axis.Runs(p.l, m.Label), axis.Plain(after))
}

// marks draws reference lines.
func (p *Plot) marks(root *Node, flags []flag, paint Paint) {
	for _, f := range flags {
		colour := paint(f.mark.Role)
		y := p.Frame[1] - 5 - 14*float64(f.Row)
		if f.Lined {
			top := y + 3
			if f.X < f.X0 || f.X > f.X1 { // the text stands beside its line
				top = y - 9
			}
			root.Add(El("line", "x1", num(f.X), "x2", num(f.X), "y1", num(top), "y2", num(p.Frame[3]),
				"stroke", colour, "stroke-width", "1.4", "stroke-dasharray", "2 3"))
		}
		root.Add(runs(f.text, f.TextX, y, "fill", colour, "font-size", num(f.size), "text-anchor", f.Anchor))
	}
	var used []box
	for i := range p.Chart.Marks {
		m := &p.Chart.Marks[i]
		v := float64(m.At)
		if m.Vertical || math.IsNaN(v) {
			continue
		}
		colour := paint(m.Role)
		label, y := axis.Runs(p.l, m.Label), 0.0
		switch {
		case v > p.Y.Max:
			label, y = p.valued(m, "", " ↑"), p.Frame[1]+13
		case v < p.Y.Min:
			label, y = p.valued(m, "", " ↓"), p.Frame[3]-6
		default:
			py := p.Y.At(v)
			root.Add(El("line", "x1", num(p.Frame[0]), "x2", num(p.Frame[2]), "y1", num(py), "y2", num(py),
				"stroke", colour, "stroke-width", "1.4", "stroke-dasharray", "2 3"))
			if y = py - 5; y < p.Frame[1]+10 {
				y = py + 13
			}
		}
		size := fitted(label, small, p.X.P1-p.X.P0-10)
		x, y := p.beside(&used, y, axis.RunsWidth(label, size))
		root.Add(runs(label, x, y, "text-anchor", "end", "fill", colour, "font-size", num(size),
			"stroke", paint(Ground), "stroke-width", "3", "paint-order", "stroke", "stroke-linejoin", "round"))
	}
}

type box struct{ x0, x1, y float64 }

// beside returns where the label of a level line ends and stands: over the line
// at y or under it, as far to the right as it covers the fewest points, and no
// other label.
func (p *Plot) beside(used *[]box, y, w float64) (float64, float64) {
	best, least := box{}, math.Inf(1)
	for up := range 6 { // lines further up only where no place is free
		for _, by := range [2]float64{-14 * float64(up), 18 + 14*float64(up)} {
			if y+by < p.Frame[1]+10 || y+by > p.Frame[3]-2 {
				continue
			}
			for x := p.Frame[2] - 4; x-w > p.Frame[0]; x -= 20 {
				b := box{x - w, x, y + by}
				cost := 3*float64(up) + float64(p.covered(b))
				for _, o := range *used {
					switch {
					case math.Abs(b.y-o.y) >= 13:
					case b.x0 < o.x1+4 && o.x0 < b.x1+4:
						cost += 1000
					default: // side by side: which line is whose?
						cost += 100
					}
				}
				if cost < least {
					best, least = b, cost
				}
			}
		}
	}
	if math.IsInf(least, 1) { // a label wider than the plot
		best = box{p.Frame[2] - 4 - w, p.Frame[2] - 4, y}
	}
	*used = append(*used, best)
	return best.x1, best.y
}

// covered counts the points, with their ranges, that a line of text would cover.
func (p *Plot) covered(b box) int {
	n := 0
	for i := range p.Chart.Series {
		s := &p.Chart.Series[i]
		for k := range s.X {
			if x := p.X.At(float64(s.X[k])); x < b.x0-4 || x > b.x1+4 || k >= len(s.Y) {
				continue
			}
			y0 := p.Y.At(float64(s.Y[k]))
			y1 := y0
			if k < len(s.Lo) && k < len(s.Hi) {
				y0, y1 = p.Y.At(float64(s.Hi[k])), p.Y.At(float64(s.Lo[k]))
			}
			if y1 > b.y-13 && y0 < b.y+6 {
				n++
			}
		}
	}
	return n
}

// legend returns the row of names above the plot and its height.
func (p *Plot) legend(paint Paint) (*Node, float64) {
	g := El("g", "font-size", num(small), "fill", paint(sheet.Ink))
	x, y := 4.0, 12.0
	any := false
	for i := range p.Chart.Series {
		s := &p.Chart.Series[i]
		name := axis.Runs(p.l, s.Name)
		if len(name) == 0 {
			continue
		}
		size := fitted(name, small, p.W-32)
		w := 24 + axis.RunsWidth(name, size) + 14
		if any && x+w > p.W-4 {
			x, y = 4, y+17
		}
		any = true
		c := paint(s.Role)
		switch s.Style {
		case sheet.Dots:
			g.Add(dot(x+9, y-4, "3.2", s, c))
		case sheet.Area:
			g.Add(El("rect", "x", num(x+2), "y", num(y-9), "width", "14", "height", "9", "rx", "1", "fill", c,
				"fill-opacity", "0.3"))
		default:
			attr := []string{"x1", num(x), "x2", num(x + 18), "y1", num(y - 4), "y2", num(y - 4), "stroke", c,
				"stroke-width", "2"}
			if s.Style == sheet.Dash {
				attr = append(attr, "stroke-dasharray", "5 4")
			}
			g.Add(El("line", attr...))
		}
		g.Add(runs(name, x+24, y, "font-size", num(size)))
		x += w
	}
	if !any {
		return g, 0
	}
	return g, y + 4
}
