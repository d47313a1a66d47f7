package chart

import (
	"math"

	"indistinct/core/sheet"
	"indistinct/ui/axis"
	"indistinct/ui/palette"
)

// square is the size, in px, of the squares by which a sketch knows a plot.
const square = 4.0

type point [2]float64 // in px

func (at point) square() [2]int { return [2]int{int(at[0] / square), int(at[1] / square)} }

// sketch tells what is drawn in each square of a plot, by a number.
type sketch map[[2]int]int

func (k sketch) add(trail []point, as int) {
	for _, at := range trail {
		k[at.square()] = as
	}
}

// free reports whether a text of width w from (x, y) on keeps so far apart from what else is drawn, and off the line
// that it names.
func (k sketch) free(x, y, w, apart float64, as int) bool {
	for cy := y - 8 - apart; cy <= y+1+apart; cy += square {
		for cx := x - 2 - apart; cx <= x+w+2+apart; cx += square {
			beside := cy < y-8 || cy > y+1 || cx < x-2 || cx > x+w+2
			if found := k[point{cx, cy}.square()]; found != 0 && (found != as || !beside) {
				return false
			}
		}
	}
	return true
}

// name is a text for a line of a plot, and where that is drawn.
type name struct {
	text  []axis.Run
	trail []point
	role  sheet.Role
}

// place returns the text at its line, as near to the end and as clear of what else is drawn as there is room; nil where
// there is none.
func (p *Plot) place(k sketch, n name, as int, paint Paint) *Node {
	w, f := axis.RunsWidth(n.text, letters), p.Frame
	for _, apart := range []float64{10, 2} {
		for i := len(n.trail) - 1; i >= 0; i -= 4 {
			for _, by := range []point{{9, 4}, {-9 - w, 4}, {-w, -6}, {-w, 14}, {0, -6}, {0, 14}, {-w / 2, -6},
				{-w / 2, 14}} {
				x, y := min(n.trail[i][0], f[2]-4)+by[0], n.trail[i][1]+by[1]
				inside := x > f[0]+3 && x+w < f[2]-3 && y > f[1]+10 && y < f[3]-3
				if !inside || !k.free(x, y, w, apart, as) {
					continue
				}
				k.add(stroke(nil, point{x, y - 8}, point{x + w, y - 8}), -1)
				k.add(stroke(nil, point{x, y - 3}, point{x + w, y - 3}), -1)
				return runs(n.text, x, y, "fill", paint.text(n.role), "stroke", paint(palette.Card),
					"stroke-width", "3", "paint-order", "stroke", "stroke-linejoin", "round")
			}
		}
	}
	return nil
}

// write draws the levels and names them and the series where they are drawn; it returns the series that are left for
// the legend. The plot's upper edge is 0.
func (p *Plot) write(flags []flag, paint Paint) (g *Node, rest []*sheet.Series) {
	g = El("g")
	k, named, names := sketch{}, 0, make([]name, len(p.Chart.Series))
	for i := range p.Chart.Series {
		s := &p.Chart.Series[i]
		names[i] = name{axis.Runs(p.l, s.Name), p.trail(s), s.Role}
		named += min(len(names[i].text), 1)
		k.add(names[i].trail, i+1)
	}
	for _, f := range flags {
		k.add(stroke(nil, point{f.X, p.Frame[1]}, point{f.X, p.Frame[3]}), -1)
	}
	for i := range p.Chart.Marks {
		m := &p.Chart.Marks[i]
		v, as := float64(m.At), len(names)+i+1
		if m.Vertical || math.IsNaN(v) {
			continue
		}
		y := min(max(p.Y.At(v), p.Frame[1]), p.Frame[3])
		from, to := point{p.Frame[0], y}, point{p.Frame[2], y}
		n := name{axis.Runs(p.l, m.Label), stroke(nil, from, to), m.Role}
		switch {
		case v > p.Y.Max: // the label may stand lower, where points are
			n.text = p.valued(m, "", " ↑")
			n.trail = append(stroke(nil, point{from[0], 15}, point{to[0], 15}), n.trail...)
		case v < p.Y.Min:
			n.text = p.valued(m, "", " ↓")
		default:
			k.add(n.trail, as)
			g.Add(El("line", "x1", num(from[0]), "x2", num(to[0]), "y1", num(y), "y2", num(y), "stroke", paint(m.Role),
				"stroke-width", "1.4", "stroke-dasharray", "2 3"))
		}
		n.text = cut(n.text, p.Frame[2]-p.Frame[0]-10)
		text := p.place(k, n, as, paint)
		if text == nil {
			text = runs(n.text, p.Frame[2]-4, max(y-5, 12), "text-anchor", "end", "fill", paint.text(m.Role))
		}
		g.Add(text)
	}
	for i, n := range names {
		if len(n.text) == 0 {
			continue
		}
		if named < 7 && p.W > 340 { // not on phones
			if text := p.place(k, n, i+1, paint); text != nil {
				g.Add(text)
				continue
			}
		}
		rest = append(rest, &p.Chart.Series[i])
	}
	return g, rest
}

func stroke(trail []point, from, to point) []point {
	n := math.Ceil(math.Hypot(to[0]-from[0], to[1]-from[1]) / (square - 1))
	for i := 0.0; i <= n; i++ {
		part := i / max(n, 1)
		trail = append(trail, point{from[0] + part*(to[0]-from[0]), from[1] + part*(to[1]-from[1])})
	}
	return trail
}

// trail is where a series is drawn, from left to right.
func (p *Plot) trail(s *sheet.Series) (out []point) {
	for i := range s.X {
		x, y, lo, hi := at(s.X, i), at(s.Y, i), at(s.Lo, i), at(s.Hi, i)
		if len(s.Y) == 0 {
			y = (lo + hi) / 2
		}
		if !finite(x) || !finite(y) || p.X.Log && x <= 0 {
			continue
		}
		next := point{bound(p.X.At(x)), bound(p.Y.At(y))}
		if s.Style != sheet.Dots && len(out) > 0 && len(s.X) < 1000 {
			out = stroke(out, out[len(out)-1], next)
		} else if s.Style == sheet.Dots && finite(lo) && finite(hi) {
			out = stroke(out, point{next[0], bound(p.Y.At(lo))}, point{next[0], bound(p.Y.At(hi))})
		}
		out = append(out, next)
	}
	return out
}
