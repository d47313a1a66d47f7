package chart

import (
	"math"
	"slices"
	"strings"

	"indistinct/core/sheet"
)

// finite reports whether a value has a place on an axis; beyond 1e300 the
// width of a range would overflow.
func finite(v float64) bool { return math.Abs(v) <= 1e300 }

func at(v []sheet.Real, i int) float64 {
	if i >= len(v) {
		return math.NaN()
	}
	return float64(v[i])
}

func (p *Plot) draw(g *Node, s *sheet.Series, paint Paint) {
	colour := paint(s.Role)
	if s.Style == sheet.Dots {
		p.dots(g, s, colour)
		return
	}
	p.band(g, s, colour)
	ends := []string{"stroke-linecap", "round"}
	if s.Style == sheet.Dash || s.Style == sheet.Area { // an edge is told from a curve that runs along it
		ends = []string{"stroke-dasharray", "5 4"}
	}
	g.Add(El("path", append([]string{"d", p.path(s), "fill", "none", "stroke", colour, "stroke-width", "1.8",
		"stroke-linejoin", "round"}, ends...)...))
}

// path writes a series' line, with a gap where a value is missing.
func (p *Plot) path(s *sheet.Series) string {
	var b strings.Builder
	pen := false
	lastX, lastY := math.Inf(-1), math.Inf(-1)
	n := min(len(s.X), len(s.Y))
	for i := range n {
		xv, yv := float64(s.X[i]), float64(s.Y[i])
		if !finite(xv) || !finite(yv) || p.X.Log && xv <= 0 {
			pen = false
			continue
		}
		x, y := bound(p.X.At(xv)), bound(p.Y.At(yv))
		switch {
		case !pen:
			b.WriteString("M" + num(x) + " " + num(y))
		case math.Abs(x-lastX) < 0.3 && math.Abs(y-lastY) < 0.3 && i+1 < n:
			continue
		case s.Style == sheet.Step:
			b.WriteString("H" + num(x) + "V" + num(y))
		default:
			b.WriteString("L" + num(x) + " " + num(y))
		}
		pen, lastX, lastY = true, x, y
	}
	return b.String()
}

// bound keeps coordinates far outside the picture printable.
func bound(px float64) float64 { return math.Max(-2000, math.Min(4000, px)) }

// band fills between Lo and Hi, with a gap where one of them is missing.
func (p *Plot) band(g *Node, s *sheet.Series, colour string) {
	var over, under []string
	n := min(len(s.X), len(s.Lo), len(s.Hi))
	for i := 0; i <= n; i++ {
		if x, lo, hi := at(s.X, i), at(s.Lo, i), at(s.Hi, i); i < n && finite(x) && lo == lo && hi == hi &&
			(!p.X.Log || x > 0) {
			px := num(bound(p.X.At(x))) + " "
			over, under = append(over, px+num(p.edge(hi))), append(under, px+num(p.edge(lo)))
			continue
		}
		if len(over) > 1 {
			slices.Reverse(under)
			g.Add(El("path", "d", "M"+strings.Join(append(over, under...), "L")+"Z", "fill", colour,
				"fill-opacity", "0.18", "stroke", "none"))
		}
		over, under = nil, nil
	}
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
			g.Add(El("path", "d", "M"+num(px-4)+" "+num(t+8)+"L"+num(px)+" "+num(t)+"L"+num(px+4)+" "+num(t+8),
				"stroke", colour, "stroke-width", "1.8", "fill", "none"))
		}
	}
}

func dot(x, y float64, r string, s *sheet.Series, colour string) *Node {
	if s.Hollow {
		return El("circle", "cx", num(x), "cy", num(y), "r", r, "fill", "none", "stroke", colour, "stroke-width", "1.4")
	}
	return El("circle", "cx", num(x), "cy", num(y), "r", r, "fill", colour)
}
