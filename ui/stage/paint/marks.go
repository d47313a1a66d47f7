package paint

import (
	"math"

	"indistinct/core/film"
	"indistinct/core/sheet"
	"indistinct/ui/stage/clock"
	"indistinct/ui/stage/layout"
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
		if l.Fall > 0 && p.falls(d, i, x, y, r, c) {
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

// falls draws item i of a layer of a lens, which stands at (x, y), on its way there from what the lens
// is about; false where it has arrived.
func (p *Painter) falls(d *draw, i int, x, y, r float32, c mesh.Color) bool {
	f, l, from := p.s.Film, d.l, d.k
	for from > 0 && d.k-from < l.Fall && l.Shown[from-1] > i &&
		(len(l.Blocks) == 0 || l.Blocks[from-1] == l.Blocks[d.k]) {
		from--
	}
	t := float32(d.at-float64(from)) / float32(l.Fall)
	if t >= 1 || from == 0 {
		return false
	}
	main := &f.Views[0]
	wx, wy := clock.SamplePoint(f, &main.Layers[f.Views[d.view].About], 0, float64(from))
	x0, y0 := layout.NewCamera(main, p.s.Layout.Panels[0].Plot).Px(float64(wx), float64(wy))
	way := func(t float32) (float32, float32) {
		t = t * t * (3 - 2*t)
		return float32(x0) + (x-float32(x0))*t, float32(y0) + (y-float32(y0))*t
	}
	ax, ay := way(max(t-0.12, 0))
	bx, by := way(t)
	p.top.Line(ax, ay, bx, by, r, c.Fade(0.35))
	p.marker(&p.top, l, bx, by, r, c)
	return true
}

// hand draws an open hand that points at (x, y), of fingers r long.
func (p *Painter) hand(m *mesh.Mesh, x, y, r float32, c mesh.Color) {
	for _, rim := range [2]float32{1.5, 0} { // the ground's about it first
		ink := c
		if rim > 0 {
			ink = p.page.Fade(c.A)
		}
		for _, b := range [...][4]float32{{0, 0.9, 1.7, 2.4}, {0, 0, 0.4, 1.6}, {0.43, 0.45, 0.83, 1.6},
			{0.87, 0.5, 1.27, 1.6}, {1.3, 0.65, 1.7, 1.6}, {-0.6, 1.1, 0.2, 1.55}} {
			m.Box(x+b[0]*r-rim, y+b[1]*r-rim, x+b[2]*r+rim, y+b[3]*r+rim, 0.2*r+rim, ink)
		}
	}
}

// marker draws a layer's mark at a point. Open marks are filled with the
// background, so that lines that end there do not show through.
func (p *Painter) marker(m *mesh.Mesh, l *film.Layer, x, y, r float32, c mesh.Color) {
	w := min(1.5*p.weight, max(r*0.7, 0.8))
	ground := p.page.Fade(c.A)
	var q []mesh.Point // its outline
	switch l.Shape {
	case film.Square:
		q = m.RoundRect(x-r*0.9, y-r*0.9, x+r*0.9, y+r*0.9, r*0.15, w)
	case film.Star:
		// A rim of the background keeps the star apart from what lies below.
		if r > 4 {
			m.Fill(x, y, m.Star(x, y, r+3.2, (r+3.2)*0.52, 5, w), ground.Fade(0.85))
		}
		q = m.Star(x, y, r, r*0.44, 5, w)
	case film.Diamond:
		q = m.Diamond(x, y, r*1.1, w)
	case film.Car:
		q = m.RoundRect(x-1.2*r, y-0.62*r, x+1.2*r, y+0.62*r, 0.35*r, w)
	case film.Hand:
		p.hand(m, x, y, r, c)
		return
	case film.Cross:
		k := r * 0.75
		m.Line(x-k, y-k, x+k, y+k, w*1.1, c)
		m.Line(x-k, y+k, x+k, y-k, w*1.1, c)
		return
	default:
		if l.Fill || r < 2.2 {
			m.Disc(x, y, r, c)
			return
		}
		q = m.Ellipse(x, y, r-w/2, r-w/2, 0, w)
	}
	glass := c.Fade(0.4)
	switch {
	case l.Fill:
		m.Fill(x, y, q, c)
		glass = ground.Fade(0.75)
	case l.Dash: // a ghost: it is not there, and can be taken elsewhere
		m.Fill(x, y, q, ground)
		m.Dashed(q, 3.2*p.weight, 2.2*p.weight, c, true)
	default:
		m.Fill(x, y, q, ground)
		m.Stroke(q, c, true)
	}
	if l.Shape == film.Car {
		m.Box(x-0.3*r, y-0.4*r, x+0.4*r, y+0.4*r, 0.15*r, glass)
	}
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
		m.Begin()
		for s := range steps + 1 {
			t := float32(s) / float32(steps)
			wx, wy := clock.SamplePoint(p.s.Film, l, i, from+(d.at-from)*float64(t))
			x, y := d.cam.Px(float64(wx), float64(wy))
			// The share of the whole trail, so that a short one near the start
			// of the film is not darker.
			u := 1 - float32((d.at-from)*float64(1-t)/float64(l.Trail))
			m.To(float32(x), float32(y), width*(0.3+0.7*u), 0.7*u)
		}
		m.Stroke(m.Path(), c, false)
	}
}
