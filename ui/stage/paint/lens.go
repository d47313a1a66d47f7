package paint

import (
	"math"

	"indistinct/ui/axis"
	"indistinct/ui/stage/clock"
	"indistinct/ui/stage/layout"
)

// round returns the centre and the radius of a lens in CSS pixels.
func (p *Painter) round(i int) (x, y, r float32) {
	c := p.s.Layout.Panels[i].Clip
	return float32(c.X0+c.X1) / 2, float32(c.Y0+c.Y1) / 2, float32(c.W()) / 2
}

// rim draws the rim of a lens with its factor on it, and the two lines that tie it to the
// small frame that it enlarges.
func (p *Painter) rim(i int, at float64, factor string) {
	s, m := p.s, &p.top
	x, y, r := p.round(i)
	main := &s.Film.Views[0]
	l := &main.Layers[s.Film.Views[i].About]
	c := p.colours[l.Role]
	m.Circle(x, y, r-1, 2*p.weight, c.Fade(0.85))
	wx, wy := clock.SamplePoint(s.Film, l, 0, at)
	px, py := layout.NewCamera(main, s.Layout.Panels[0].Plot).Px(float64(wx), float64(wy))
	ax, ay, small := float32(px), float32(py), p.size(l)/2+5
	// A frame: a circle would be taken for a disk about what it marks.
	m.Stroke(m.RoundRect(ax-small, ay-small, ax+small, ay+small, 3, 1.2*p.weight), c.Fade(0.85), true)
	// The common tangents of the lens and a circle in the frame, on either side.
	apart := math.Hypot(float64(x-ax), float64(y-ay))
	if apart > float64(r+small) {
		towards := math.Atan2(float64(y-ay), float64(x-ax))
		turn := math.Acos(float64(small-r) / apart)
		for _, side := range [2]float64{turn, -turn} {
			sin, cos := math.Sincos(towards + side)
			u, v := float32(cos), float32(sin)
			m.Line(ax+small*u, ay+small*v, x+(r-1)*u, y+(r-1)*v, p.weight, c.Fade(0.45))
		}
	}
	wide := float32(axis.Width(factor, 11.5*p.kind))/2 + 5
	fx, fy := s.Layout.FactorAt(i)
	m.Box(float32(fx)-wide, float32(fy)-8, float32(fx)+wide, float32(fy)+8, 8, p.page)
	p.label(Label{Text: factor, Style: Tick, Role: "ink", X: fx, Y: fy, Alpha: 1})
}
