package paint

import (
	"cmp"
	"math"
	"slices"

	"indistinct/core/film"
	"indistinct/core/sheet"
	"indistinct/ui/axis"
	"indistinct/ui/palette"
	"indistinct/ui/stage/clock"
	"indistinct/ui/stage/layout"
	"indistinct/ui/stage/mesh"
)

func (p *Painter) view(m *mesh.Mesh, i int, at float64) {
	s, f := p.s, p.s.Film
	v, panel := &f.Views[i], s.Layout.Panels[i]
	if panel.Frame.Empty() {
		return
	}
	k := clock.Frame(f, at)
	if !v.Equal {
		p.grid(m, i)
	}
	cam := layout.NewCamera(v, panel.Plot)
	p.worded = 0
	for j := range v.Layers {
		l := &v.Layers[j]
		if !s.Sees(i, l) {
			continue
		}
		a := cmp.Or(l.Alpha, 1)
		if s.Theme == palette.Projector { // faint marks drown in daylight
			a = 1 - (1-a)*0.65
		}
		d := draw{m: m, l: l, cam: cam, clip: panel.Clip, k: k, at: at, view: i, alpha: a, data: l.Block(f.Steps, k)}
		if clock.Glides(f, l) {
			p.sample = clock.Sample(p.sample, f, l, at)
			d.data, d.gliding = p.sample, true
		}
		p.layer(d)
	}
}

// draw is one layer in one state.
type draw struct {
	m       *mesh.Mesh
	l       *film.Layer
	cam     layout.Camera
	clip    layout.Rect
	data    []float32
	alpha   float32
	k       int     // key frame of data
	at      float64 // time of data
	gliding bool
	view    int
}

func (d *draw) px(i int) (float32, float32) {
	x, y := d.cam.Px(float64(d.data[i]), float64(d.data[i+1]))
	return float32(x), float32(y)
}

// near reports whether a point is within margin of the clip.
func (d *draw) near(x, y, margin float32) bool {
	return float64(x) > d.clip.X0-float64(margin) && float64(x) < d.clip.X1+float64(margin) &&
		float64(y) > d.clip.Y0-float64(margin) && float64(y) < d.clip.Y1+float64(margin)
}

// size returns a layer's size in CSS pixels.
func (p *Painter) size(l *film.Layer) float32 {
	s := l.Px(p.s.Film.Steps) * (1 + (p.weight-1)*0.8)
	if l.Kind == film.Dots && l.Size > 8 && p.s.Layout.Small {
		s *= 0.8
	}
	return s
}

func (p *Painter) layer(d draw) {
	l, m := d.l, d.m
	if d.alpha <= 0.003 {
		return
	}
	c := p.colours[l.Role].Fade(d.alpha)
	if l.Until != "" {
		c = c.Mix(p.colours[l.Until].Fade(d.alpha), l.Part(p.s.Film.Steps, d.k))
	}
	size := p.size(l)
	switch l.Kind {
	case film.Dots:
		p.dots(&d, c, size)
	case film.Path:
		p.path(&d, c, size)
	case film.Segments:
		for i := 0; i+3 < len(d.data); i += 4 {
			if l.Wrap > 0 && max(d.data[i]-d.data[i+2], d.data[i+2]-d.data[i]) > l.Wrap/2 {
				continue // across the seam
			}
			x0, y0 := d.px(i)
			x1, y1 := d.px(i + 2)
			if l.Dash {
				p.stroke(m, m.Points(size, x0, y0, x1, y1), c, true, false)
			} else {
				m.Line(x0, y0, x1, y1, size, c)
			}
		}
	case film.Disk, film.Ring, film.Ellipse:
		k := float32(d.cam.Scale()) // of a map: of both axes
		for n := l.Kind.Stride(); len(d.data) >= n; d.data = d.data[n:] {
			x, y := d.px(0)
			a, b, angle := l.Kind.Oval(d.data)
			if l.Kind == film.Disk {
				p.disk(m, x, y, a*k, c, size)
			} else { // world angles turn towards +y, which is up: against the canvas's y
				p.stroke(m, m.Ellipse(x, y, a*k, b*k, -angle, size), c, l.Dash, true)
			}
		}
	case film.Quads:
		p.quads(&d, c, size)
	case film.Heat:
		for i := 0; i+3 < len(d.data); i += 4 {
			v := min(max(d.data[i+3], 0), 1)
			x, y := d.px(i)
			if r := d.data[i+2] * float32(d.cam.Scale()); v > 0.004 && d.near(x, y, r) {
				m.Glow(x, y, r, c.Fade(v))
			}
		}
	case film.Words:
		p.words(&d, size)
	case film.Labels:
		p.tags(&d, c)
	}
}

func (p *Painter) stroke(m *mesh.Mesh, q []mesh.Point, c mesh.Color, dash, closed bool) {
	if dash {
		m.Dashed(q, 5.5*p.weight, 4*p.weight, c, closed)
	} else {
		m.Stroke(q, c, closed)
	}
}

// disk draws a filled circle that is densest towards its rim.
func (p *Painter) disk(m *mesh.Mesh, x, y, r float32, c mesh.Color, rim float32) {
	if r < 2.5 {
		if r > 0 { // else it is not there
			m.Disc(x, y, max(r, 2), c)
		}
		return
	}
	h := m.Half()
	m.Radial(x, y, c, []mesh.Stop{{R: 0, A: 0.07}, {R: r * 0.55, A: 0.10}, {R: r * 0.85, A: 0.17}, {R: r - h, A: 0.27},
		{R: r + h, A: 0}})
	m.Circle(x, y, r, rim, c.Fade(0.85))
}

func (p *Painter) path(d *draw, c mesh.Color, size float32) {
	l, m := d.l, d.m
	n := len(d.data) / 2
	if n == 0 {
		return
	}
	end := float64(n - 1)
	growing := l.Trail < 0 && !l.Moving
	if growing {
		t := p.s.Clock.Shown()
		if n != p.s.Film.Steps && p.s.Film.Steps > 1 {
			t *= float64(n-1) / float64(p.s.Film.Steps-1)
		}
		end = min(t, end)
	}
	m.Begin()
	whole := int(end)
	for i := 0; i <= whole; i++ {
		x, y := d.px(2 * i)
		m.To(x, y, size, 1)
	}
	if t := float32(end - float64(whole)); t > 0 && whole+1 < n {
		x0, y0 := d.px(2 * whole)
		x1, y1 := d.px(2*whole + 2)
		m.To(x0+(x1-x0)*t, y0+(y1-y0)*t, size, 1)
	}
	q := m.Path()
	head := q[len(q)-1]
	p.stroke(m, q, c, l.Dash, false)
	if growing {
		m.Disc(head.X, head.Y, size*1.2+1.6, c)
	}
}

func (p *Painter) quads(d *draw, c mesh.Color, size float32) {
	l, m := d.l, d.m
	fill, edge := float32(0.34), float32(0.6)
	if l.Lit {
		fill, edge = 0.5, 0.95
	}
	for i := 0; i+7 < len(d.data); i += 8 {
		m.Begin()
		var cx, cy float32
		for j := 0; j < 8; j += 2 {
			x, y := d.px(i + j)
			cx, cy = cx+x/4, cy+y/4
			m.To(x, y, size, 1)
		}
		q := m.Path()
		x0, x1 := min(q[0].X, q[1].X, q[2].X, q[3].X), max(q[0].X, q[1].X, q[2].X, q[3].X)
		y0, y1 := min(q[0].Y, q[1].Y, q[2].Y, q[3].Y), max(q[0].Y, q[1].Y, q[2].Y, q[3].Y)
		if float64(x1) < d.clip.X0 || float64(x0) > d.clip.X1 || float64(y1) < d.clip.Y0 || float64(y0) > d.clip.Y1 {
			continue
		}
		if l.Lit {
			for j := range q {
				q[j].W = 6 * p.weight
			}
			m.Stroke(q, c.Fade(0.2), true)
			for j := range q {
				q[j].W = size
			}
		}
		m.Fill(cx, cy, q, c.Fade(fill))
		if x1-x0 > 3 || y1-y0 > 3 {
			m.Stroke(q, c.Fade(edge), true)
		}
	}
}

// tags makes labels with leaders of a layer's texts, where the stage found room.
func (p *Painter) tags(d *draw, c mesh.Color) {
	l, s := d.l, p.s
	n := len(d.data) / 3
	role := written(l)
	if role == "soft" {
		c = p.soft.Fade(d.alpha)
	}
	room := layout.Room(s.Film, &s.Layout, d.view)
	for i := range s.Tags[d.view] {
		t := &s.Tags[d.view][i]
		if t.Hidden || &s.Film.Views[d.view].Layers[t.Layer] != l || t.Item >= n {
			continue
		}
		ax, ay := d.cam.Px(float64(d.data[3*t.Item]), float64(d.data[3*t.Item+1]))
		if !room.Has(ax, ay) {
			continue
		}
		text := p.said(d, t.Item, n)
		if text == "" {
			continue
		}
		x, y := layout.Keep(room, ax+t.DX, ay+t.DY, t.W, t.H)
		// The text may be narrower than the widest that it shows in turn.
		size := s.Layout.LabelSize(l)
		if x0, y0, x1, y1, ok := layout.Leader(x, y, t.W, t.H, ax, ay, float64(d.data[3*t.Item+2])); ok {
			m := &p.top
			m.Line(float32(x0), float32(y0), float32(x1), float32(y1), 1.1*p.weight, c.Fade(0.75))
			m.Disc(float32(x1), float32(y1), 1.8*p.weight, c.Fade(0.9))
		}
		p.label(Label{Text: text, Style: Tag, Role: role, X: x, Y: y, Size: float32(size), Max: t.W + 14,
			Alpha: d.alpha})
	}
}

// said is the text of one of the n items that a layer shows, of its key frame where it has one
// for each.
func (p *Painter) said(d *draw, item, n int) string {
	if len(d.l.Text) > n {
		item += d.k * n
	}
	return p.s.Words.Say(d.l.Text[item])
}

// written is the role of a layer's texts: muted is for marks, too faint for words.
func written(l *film.Layer) string {
	if l.Role == "" || l.Role == sheet.Muted {
		return "soft"
	}
	return string(l.Role)
}

// words makes labels of a layer's texts, unless a card covers their place.
func (p *Painter) words(d *draw, size float32) {
	l, s := d.l, p.s
	n := len(d.data) / 2
	role := written(l)
	lens := s.Film.Views[d.view].Place == film.Lens
	// Names of bars stand between the frame and the axis, all in one size.
	bars := s.Film.Views[d.view].Bars
	room := func(x float64) float64 {
		axis, _ := d.cam.Px(0, 0)
		return 2*min(x-d.clip.X0, axis-x) - 8
	}
	if bars && len(l.Text) == n {
		least := size
		for i, m := range l.Text {
			x, _ := d.cam.Px(float64(d.data[2*i]), float64(d.data[2*i+1]))
			least = min(least, p.fit(Label{Text: s.Words.Say(m), Size: size, Max: room(x)}).Size)
		}
		size = least
	}
	for i := 0; i < n; i++ {
		x, y := d.cam.Px(float64(d.data[2*i]), float64(d.data[2*i+1]))
		if !d.clip.Has(x, y) {
			continue
		}
		if d.view == 0 {
			covered := func(q layout.Panel) bool { return q.Frame.Inset(-10, -8, -10, -8).Has(x, y) }
			if slices.ContainsFunc(s.Layout.Panels[1:], covered) {
				continue
			}
		}
		text := p.said(d, i, n)
		if text == "" {
			continue
		}
		word := Label{Text: text, Style: Word, Role: role, X: x, Y: y, Size: size, Alpha: d.alpha}
		if lens {
			mid, r, high := (d.clip.Y0+d.clip.Y1)/2, d.clip.H()/2, 1.15*float64(size)
			p.worded = max(math.Abs(y-mid), p.worded+high)
			word.Y, word.Max = mid+math.Copysign(p.worded, y-mid), 2*math.Sqrt(max(r*r-p.worded*p.worded, 0))+10
			word = p.fit(word)
			wide := axis.Width(text, float64(word.Size))
			if p.worded > r-high/2 || wide > word.Max {
				continue
			}
			p.top.Box(float32(x-wide/2), float32(word.Y-high/2), float32(x+wide/2), float32(word.Y+high/2), 4,
				p.card.Fade(0.7)) // no line strikes it out
		}
		if bars {
			word.Max = room(x)
			word = p.fit(word)
		}
		p.label(word)
	}
}
