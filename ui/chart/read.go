package chart

import (
	"math"
	"slices"
	"strings"

	"indistinct/core/lang"
	"indistinct/core/sheet"
)

// Reading is what a chart says at one x.
type Reading struct {
	X     float64 // the value
	Px    float64 // its pixel
	Items []Item
}

// Item is one series' value there.
type Item struct {
	Role  sheet.Role
	Value float64
	Py    float64 // its pixel, NaN where it lies outside the picture
	Text  lang.Message
}

// text says a reading in one line.
func (p *Plot) text(r Reading) string {
	x := p.Chart.X
	at := strings.TrimSpace(p.l.Text("chart.reading.at", "axis", x.Label, "x", r.X, "unit", x.Unit))
	if len(r.Items) == 0 {
		return at
	}
	items := make([]string, len(r.Items))
	for i, it := range r.Items {
		items[i] = p.l.Say(it.Text)
	}
	return p.l.Text("chart.reading", "at", lang.Verbatim(at), "values", lang.Verbatim(strings.Join(items, " · ")))
}

// collect gathers the places to read at.
func (p *Plot) collect() {
	var xs []float64
	for _, s := range p.Chart.Series {
		for _, v := range s.X {
			if x := float64(v); finite(x) && x >= p.X.Min && x <= p.X.Max {
				xs = append(xs, x)
			}
		}
	}
	slices.Sort(xs)
	for i, x := range xs {
		// Places closer than half a pixel are one place.
		if i == 0 || p.X.At(x)-p.X.At(p.xs[len(p.xs)-1]) > 0.5 {
			p.xs = append(p.xs, x)
		}
	}
}

// Nearest returns the place nearest to a pixel, −1 where there is none.
func (p *Plot) Nearest(px float64) int {
	best, dist := -1, math.Inf(1)
	for i, x := range p.xs {
		if d := math.Abs(p.X.At(x) - px); d < dist {
			best, dist = i, d
		}
	}
	return best
}

func (p *Plot) Read(place int) (Reading, bool) {
	if place < 0 || place >= len(p.xs) {
		return Reading{}, false
	}
	x := p.xs[place]
	r := Reading{X: x, Px: p.X.At(x)}
	for i := range p.Chart.Series {
		s := &p.Chart.Series[i]
		lo, hi := value(s, s.Lo, x, p), value(s, s.Hi, x, p)
		y := value(s, s.Y, x, p)
		hasY, hasBand := !math.IsNaN(y), !math.IsNaN(lo) && !math.IsNaN(hi)
		if !hasY && !hasBand {
			continue
		}
		it := Item{Role: s.Role, Value: y, Py: math.NaN()}
		if py := p.Y.At(y); finite(y) && py >= p.Frame[1]-1 && py <= p.Frame[3]+1 {
			it.Py = py
		}
		switch {
		case hasY && hasBand:
			it.Text = lang.Say("chart.reading.both", "name", s.Name, "y", y, "lo", lo, "hi", hi)
		case hasY:
			it.Text = lang.Say("chart.reading.value", "name", s.Name, "y", y)
		default:
			it.Text = lang.Say("chart.reading.range", "name", s.Name, "lo", lo, "hi", hi)
		}
		r.Items = append(r.Items, it)
	}
	return r, true
}

// value is a series' value at x: its own where it has a point within half a
// pixel; between two points of a line, on the line. NaN where it says nothing.
func value(s *sheet.Series, v []sheet.Real, x float64, p *Plot) float64 {
	n := min(len(s.X), len(v))
	px := p.X.At(x)
	below, above := -1, -1
	for i := range n {
		xi := float64(s.X[i])
		if !finite(xi) {
			continue
		}
		if math.Abs(p.X.At(xi)-px) <= 0.5 {
			return float64(v[i])
		}
		if xi < x && (below < 0 || xi > float64(s.X[below])) {
			below = i
		}
		if xi > x && (above < 0 || xi < float64(s.X[above])) {
			above = i
		}
	}
	if s.Style == sheet.Dots || below < 0 || above < 0 {
		return math.NaN()
	}
	a, b := float64(v[below]), float64(v[above])
	if s.Style == sheet.Step {
		return a
	}
	if !finite(a) || !finite(b) {
		return math.NaN()
	}
	t := (px - p.X.At(float64(s.X[below]))) / (p.X.At(float64(s.X[above])) - p.X.At(float64(s.X[below])))
	if p.Y.Log && a > 0 && b > 0 {
		return math.Exp(math.Log(a) + t*(math.Log(b)-math.Log(a)))
	}
	return a + t*(b-a)
}
