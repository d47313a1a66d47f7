package paint

import (
	"math"

	"indistinct/core/film"
	"indistinct/core/sheet"
	"indistinct/ui/stage/clock"
	"indistinct/ui/stage/mesh"
)

func (p *Painter) dots(d *draw, c mesh.Color, size float32) {
	l, m, f := d.l, d.m, p.s.Film
	n := len(d.data) / 2
	if l.Items(f.Steps) > 150 { // a cloud stays one in a small view
		size *= min(max(float32(d.clip.W())/300, 0.55), 1)
	}
	r := size / 2
	if d.gliding && l.Trail > 0 {
		p.trail(d, c, size)
	}
	glow := l.Lit || l.Role == sheet.Target && n == 1 && (l.Shape == film.Circle || l.Shape == "")
	for i := 0; i < n; i++ {
		x, y := d.px(2 * i)
		if !d.near(x, y, 4*size) {
			continue
		}
		if glow && n <= 64 {
			m.Glow(x, y, 4.4*r, c.Fade(0.5))
		}
		if l.Shape == film.Star {
			m.Glow(x, y, 2.1*r, c.Fade(0.30))
		}
		p.marker(m, l, x, y, r, c)
	}
}

// marker draws a layer's mark at a point. Open marks are filled with the
// background, so that lines that end there do not show through.
func (p *Painter) marker(m *mesh.Mesh, l *film.Layer, x, y, r float32, c mesh.Color) {
	w := min(1.5*p.weight, max(r*0.7, 0.8))
	ground := p.page.Fade(c.A)
	switch l.Shape {
	case film.Square:
		q := m.RoundRect(x-r*0.9, y-r*0.9, x+r*0.9, y+r*0.9, r*0.15, w)
		p.mark(m, x, y, q, c, ground, l.Fill)
	case film.Star:
		// A rim of the background keeps the star apart from what lies below.
		if r > 4 {
			m.Fill(x, y, m.Star(x, y, r+3.2, (r+3.2)*0.52, 5, w), ground.Fade(0.85))
		}
		if l.Dash { // a ghost: it is not there, and can be taken elsewhere
			q := m.Star(x, y, r, r*0.44, 5, w)
			m.Fill(x, y, q, ground)
			m.Dashed(m.Star(x, y, r, r*0.44, 5, w), 3.2*p.weight, 2.2*p.weight, c, true)
			return
		}
		p.mark(m, x, y, m.Star(x, y, r, r*0.44, 5, w), c, ground, l.Fill)
	case film.Diamond:
		p.mark(m, x, y, m.Diamond(x, y, r*1.1, w), c, ground, l.Fill)
	case film.Car:
		p.mark(m, x, y, m.RoundRect(x-1.2*r, y-0.62*r, x+1.2*r, y+0.62*r, 0.35*r, w), c, ground, l.Fill)
		glass := c.Fade(0.4)
		if l.Fill {
			glass = ground.Fade(0.75)
		}
		m.Box(x-0.3*r, y-0.4*r, x+0.4*r, y+0.4*r, 0.15*r, glass)
	case film.Cross:
		k := r * 0.75
		m.Line(x-k, y-k, x+k, y+k, w*1.1, c)
		m.Line(x-k, y+k, x+k, y-k, w*1.1, c)
	default:
		if l.Fill || r < 2.2 {
			m.Disc(x, y, r, c)
			return
		}
		if r > 3 {
			m.Disc(x, y, r, ground)
		}
		m.Circle(x, y, r-w/2, w, c)
	}
}

func (p *Painter) mark(m *mesh.Mesh, x, y float32, q []mesh.Point, c, ground mesh.Color, fill bool) {
	if fill {
		m.Fill(x, y, q, c)
		return
	}
	m.Fill(x, y, q, ground)
	m.Stroke(q, c, true)
}

// trail draws where the items of a gliding layer were, as a line that thins out.
func (p *Painter) trail(d *draw, c mesh.Color, size float32) {
	l, m := d.l, d.m
	// A film that loops need not lead back to where it began.
	from := max(d.at-float64(l.Trail), 0)
	steps := min(int(math.Ceil((d.at-from)*8))+1, 400)
	if d.at <= from {
		return
	}
	width := min(size*0.42, 4.5*p.weight)
	for i := range min(len(d.data)/2, 256) {
		q := m.Scratch()
		for s := range steps + 1 {
			t := float32(s) / float32(steps)
			wx, wy := clock.SamplePoint(p.s.Film, l, i, from+(d.at-from)*float64(t))
			x, y := d.cam.Px(float64(wx), float64(wy))
			// The share of the whole trail, so that a short one near the start
			// of the film is not darker.
			u := 1 - float32((d.at-from)*float64(1-t)/float64(l.Trail))
			q = append(q, mesh.Point{X: float32(x), Y: float32(y), W: width * (0.3 + 0.7*u), A: 0.7 * u})
		}
		m.Stroke(q, c, false)
		m.Keep(q)
	}
}
