package chart

import (
	"math"

	"indistinct/core/sheet"
	"indistinct/ui/axis"
)

// square is the size, in px, of the squares by which a sketch knows a plot.
const square = 4.0

// sketch tells what is drawn in each square of a plot, by a number: 0 is nothing.
type sketch struct {
	p     *Plot
	wide  int // squares in a row
	drawn []byte
}

func newSketch(p *Plot) sketch {
	wide := int(p.W/square) + 1
	return sketch{p, wide, make([]byte, wide*(int(p.Frame[3]/square)+1))}
}

// at is what is drawn in the square of a point; for all outside the plot one square serves, which nobody asks for.
func (k sketch) at(x, y float64) *byte {
	if x < 0 || y < 0 || x > k.p.W || y > k.p.Frame[3] {
		return &k.drawn[0]
	}
	return &k.drawn[int(y/square)*k.wide+int(x/square)]
}

func (k sketch) add(trail [][2]float64, as byte) {
	for _, at := range trail {
		*k.at(at[0], at[1]) = as
	}
}

// free reports whether a text of width w from (x, y) on keeps so far apart from what else is drawn, and off the line
// that it names.
func (k sketch) free(x, y, w, apart float64, as byte) bool {
	f := k.p.Frame
	if x < f[0]+3 || x+w > f[2]-3 || y-10 < f[1] || y+3 > f[3] {
		return false
	}
	for cy := y - 8 - apart; cy <= y+1+apart; cy += square {
		for cx := x - 2 - apart; cx <= x+w+2+apart; cx += square {
			own := cy < y-8 || cy > y+1 || cx < x-2 || cx > x+w+2
			if d := *k.at(cx, cy); d != 0 && (d != as || !own) {
				return false
			}
		}
	}
	return true
}

// write returns a text at a line, as near to its end and as clear of what else is drawn as there is room; nil where
// there is none.
func (k sketch) write(text []axis.Run, trail [][2]float64, as byte, colour string, paint Paint) *Node {
	w := axis.RunsWidth(text, letters)
	for _, apart := range []float64{10, 2} {
		for i := len(trail) - 1; i >= 0; i -= 4 {
			for _, by := range [][2]float64{{9, 4}, {-9 - w, 4}, {-w, -6}, {-w, 14}, {0, -6}, {0, 14}, {-w / 2, -6},
				{-w / 2, 14}} {
				x, y := min(trail[i][0], k.p.Frame[2]-4)+by[0], trail[i][1]+by[1]
				if !k.free(x, y, w, apart, as) {
					continue
				}
				for dx := 0.0; dx < w; dx += square {
					k.add([][2]float64{{x + dx, y - 8}, {x + dx, y - 4}, {x + dx, y}}, 255)
				}
				return runs(text, x, y, "fill", colour, "stroke", paint(Ground), "stroke-width", "3", "paint-order",
					"stroke", "stroke-linejoin", "round")
			}
		}
	}
	return nil
}

// write draws the levels and names them and the series where they are drawn; it returns the series that are left for
// the legend. The plot's upper edge is 0.
func (p *Plot) write(flags []flag, paint Paint) (g *Node, rest []*sheet.Series) {
	g, k := El("g"), newSketch(p)
	var named []int
	trails := make([][][2]float64, len(p.Chart.Series))
	for i := range p.Chart.Series {
		trails[i] = p.trail(&p.Chart.Series[i])
		k.add(trails[i], byte(i+1))
	}
	for _, f := range flags {
		k.add(stroke(nil, [2]float64{f.X, p.Frame[1]}, [2]float64{f.X, p.Frame[3]}), 254)
	}
	for i := range p.Chart.Marks {
		m := &p.Chart.Marks[i]
		v := float64(m.At)
		if m.Vertical || math.IsNaN(v) {
			continue
		}
		label, y, colour := axis.Runs(p.l, m.Label), 0.0, paint.text(m.Role)
		switch {
		case v > p.Y.Max:
			label, y = p.valued(m, "", " ↑"), p.Frame[1]
		case v < p.Y.Min:
			label, y = p.valued(m, "", " ↓"), p.Frame[3]
		default:
			y = p.Y.At(v)
			g.Add(El("line", "x1", num(p.Frame[0]), "x2", num(p.Frame[2]), "y1", num(y), "y2", num(y), "stroke", colour,
				"stroke-width", "1.4", "stroke-dasharray", "2 3"))
		}
		label = cut(label, p.Frame[2]-p.Frame[0]-10)
		line := stroke(nil, [2]float64{p.Frame[0], y}, [2]float64{p.Frame[2], y})
		as := byte(200 + i%50)
		k.add(line, as)
		if y == p.Frame[1] { // the line is outside, and the label may stand lower
			line = append(stroke(nil, [2]float64{p.Frame[0], y + 15}, [2]float64{p.Frame[2], y + 15}), line...)
		}
		text := k.write(label, line, as, colour, paint)
		if text == nil {
			text = runs(label, p.Frame[2]-4, max(y-5, p.Frame[1]+12), "text-anchor", "end", "fill", colour)
		}
		g.Add(text)
	}
	for i := range p.Chart.Series {
		s := &p.Chart.Series[i]
		if name := axis.Runs(p.l, s.Name); len(name) > 0 {
			named = append(named, i)
		}
	}
	for _, i := range named {
		s := &p.Chart.Series[i]
		var text *Node
		if len(named) < 7 && p.W > 340 { // not on phones
			text = k.write(axis.Runs(p.l, s.Name), trails[i], byte(i+1), paint.text(s.Role), paint)
		}
		if text == nil {
			rest = append(rest, s)
		} else {
			g.Add(text)
		}
	}
	return g, rest
}

// stroke appends a straight line to a trail.
func stroke(trail [][2]float64, from, to [2]float64) [][2]float64 {
	n := math.Ceil(math.Hypot(to[0]-from[0], to[1]-from[1]) / (square - 1))
	for i := 0.0; i <= n; i++ {
		part := i / max(n, 1)
		trail = append(trail, [2]float64{from[0] + part*(to[0]-from[0]), from[1] + part*(to[1]-from[1])})
	}
	return trail
}

// trail is where a series is drawn, from left to right.
func (p *Plot) trail(s *sheet.Series) (out [][2]float64) {
	joined := false
	for i := range s.X {
		x, y, lo, hi := at(s.X, i), at(s.Y, i), at(s.Lo, i), at(s.Hi, i)
		if len(s.Y) == 0 {
			y = (lo + hi) / 2
		}
		if !finite(x) || !finite(y) || p.X.Log && x <= 0 {
			joined = false
			continue
		}
		next := [2]float64{bound(p.X.At(x)), bound(p.Y.At(y))}
		switch {
		case s.Style == sheet.Dots && finite(lo) && finite(hi):
			out = stroke(out, [2]float64{next[0], bound(p.Y.At(lo))}, [2]float64{next[0], bound(p.Y.At(hi))})
		case joined && len(s.X) < 1000:
			last := out[len(out)-1]
			if s.Style == sheet.Step {
				out = stroke(out, last, [2]float64{next[0], last[1]})
				last = out[len(out)-1]
			}
			out = stroke(out, last, next)
		}
		out = append(out, next)
		joined = s.Style != sheet.Dots
	}
	return out
}
