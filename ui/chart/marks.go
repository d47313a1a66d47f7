package chart

import (
	"math"
	"slices"
	"strings"

	"indistinct/core/sheet"
	"indistinct/ui/axis"
)

// flag is the label of a vertical mark, above the plot.
type flag struct {
	axis.Label
	mark *sheet.Mark
	text []axis.Run
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
		f.text = cut(f.text, p.X.P1-p.X.P0)
		at := len(out)
		for at > 0 && out[at-1].X > f.X {
			at--
		}
		out = slices.Insert(out, at, f)
	}
	placed := axis.Place(len(out), func(i int) []axis.Label {
		return axis.Ways(out[i].X, axis.RunsWidth(out[i].text, letters), p.X.P0, p.X.P1, out[i].Lined)
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

func (p *Plot) marks(root *Node, flags []flag, paint Paint) {
	for _, f := range flags {
		colour := paint(f.mark.Role)
		y := p.Frame[1] - 5 - 15*float64(f.Row)
		if f.Lined {
			top := y + 3
			if f.X < f.X0 || f.X > f.X1 { // the text stands beside its line
				top = y - 9
			}
			root.Add(El("line", "x1", num(f.X), "x2", num(f.X), "y1", num(top), "y2", num(p.Frame[3]),
				"stroke", colour, "stroke-width", "1.4", "stroke-dasharray", "2 3"))
		}
		root.Add(runs(f.text, f.TextX, y, "fill", paint.text(f.mark.Role), "text-anchor", f.Anchor))
	}
}

// legend returns the rows of names above the plot and their height.
func (p *Plot) legend(of []*sheet.Series, paint Paint) (*Node, float64) {
	g := El("g", "fill", paint(sheet.Ink))
	if len(of) == 0 {
		return g, 0
	}
	x, y := 4.0, 12.0
	for i, s := range of {
		name := cut(axis.Runs(p.l, s.Name), p.W-32)
		w := 24 + axis.RunsWidth(name, letters) + 14
		if i > 0 && x+w > p.W-4 {
			x, y = 4, y+17
		}
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
		g.Add(runs(name, x+24, y))
		x += w
	}
	return g, y + 4
}
