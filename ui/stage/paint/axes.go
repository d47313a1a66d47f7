package paint

import (
	"math"

	"indistinct/core/film"
	"indistinct/core/lang"
	"indistinct/core/sheet"
	"indistinct/ui/axis"
	"indistinct/ui/stage/layout"
	"indistinct/ui/stage/mesh"
)

// ticks returns the ticks of a chart's axes, which is drawn in r: at least far enough from each
// other for their numbers, and no more than about seven along a side. Where the vertical axis
// stands for items, or has no name, it has none; items have none below 0 on the other.
func (p *Painter) ticks(v *film.View, r layout.Rect) (across, up axis.Ticks) {
	b, left, x, y := v.Box, v.Box[0], 92.0, 32.0
	if p.s.Layout.Small {
		x, y = 74, 26
	}
	x, y = max(min(x, r.W()/2.5), 46), max(min(y, max(r.H()/2.6, 18)), r.H()/7)
	if v.Bars {
		left = max(left, 0)
	} else if v.YLabel != "" {
		up = axis.Linear(b[1], b[3], (b[3]-b[1])*y/max(r.H(), 1))
	}
	return axis.Linear(left, b[2], (b[2]-b[0])*x/max(r.W(), 1)), up
}

// grid draws the lines of a chart behind its layers.
func (p *Painter) grid(m *mesh.Mesh, i int) {
	v, r := &p.s.Film.Views[i], p.s.Layout.Panels[i].Plot
	cam := layout.NewCamera(v, r)
	x0, y0, x1, y1 := float32(r.X0), float32(r.Y0), float32(r.X1), float32(r.Y1)
	thin, line := p.weight, p.line.Fade(0.7)
	across, up := p.ticks(v, r)
	for n := range across.N {
		x, _ := cam.Px(across.At(n), 0)
		m.Line(float32(x), y0, float32(x), y1, thin, line)
	}
	for n := range up.N {
		_, y := cam.Px(0, up.At(n))
		m.Line(x0, float32(y), x1, float32(y), thin, line)
	}
	muted := p.colours[sheet.Muted]
	m.Line(x0, y1, x1, y1, 1.2*p.weight, muted)
}

// numbers makes the numbers of two axes, where they are inside: those of the upright one end at the
// place of a label, whose size they have, those of the other stand on its line.
func (k *inks) numbers(l *lang.Language, across, up axis.Ticks, cam layout.Camera, inside layout.Rect, at Label) {
	for n := range across.N {
		if x, _ := cam.Px(across.At(n), 0); x > inside.X0 && x < inside.X1 {
			k.text(Label{Text: across.Label(l, n), Style: Tick, X: x, Y: at.Y, Size: at.Size})
		}
	}
	for n := range up.N {
		if _, y := cam.Px(0, up.At(n)); y > inside.Y0 && y < inside.Y1 {
			k.text(Label{Text: up.Label(l, n), Style: Tick, X: at.X, Y: y, Align: 1, Size: at.Size})
		}
	}
}

// axes makes the numbers and names of the axes of all charts.
func (p *Painter) axes() {
	s := p.s
	for i := range s.Film.Views {
		v, r := &s.Film.Views[i], s.Layout.Panels[i].Plot
		if v.Equal || s.Layout.Panels[i].Frame.Empty() {
			continue
		}
		cam := layout.NewCamera(v, r)
		across, up := p.ticks(v, r)
		p.numbers(s.Words.Language, across, up, cam, r.Inset(-1, -1, -1, -1), Label{X: r.X0 - 6, Y: r.Y1 + 10})
		if f := s.Layout.Panels[i].Frame; f.Y1-r.Y1 > 30 {
			p.text(Label{Text: s.Words.Say(v.XLabel), Style: Axis, X: r.X1, Y: r.Y1 + 25, Align: 1,
				Max: r.X1 - f.X0 - 8})
		}
	}
}

// bar is a scale bar: so many pixels are so much.
type bar struct {
	scale  float64 // pixels for each unit, for which the rest holds
	pixels float64
	text   string
	zoom   string // how many times larger than the main view
}

func (p *Painter) scaleBar(i int, at float64) {
	s := p.s
	v, panel := &s.Film.Views[i], s.Layout.Panels[i]
	if !v.Equal || s.Words.Say(v.Unit) == "" || panel.Frame.Empty() {
		return
	}
	scale := layout.NewCamera(v, panel.Plot).Scale()
	b := &p.bars[i]
	if math.Abs(b.scale-scale) > 1e-9*scale {
		length := 0.0
		if room := s.Layout.BarRoom(i); room > 0 {
			length = axis.RoundDown(room / scale)
		}
		main := layout.NewCamera(&s.Film.Views[0], s.Layout.Panels[0].Plot).Scale()
		*b = bar{scale, length * scale, withUnit(s.Words, length, v.Unit), s.Words.Times(scale / main)}
	}
	if v.Place == film.Lens {
		p.rim(i, at, b.zoom)
	}
	if b.pixels == 0 {
		return
	}
	m := &p.top
	x0, y := float32(s.Layout.Free.X0+14), float32(s.Layout.Free.Y1-14)
	if i > 0 {
		x0, y = float32(panel.Frame.X0), float32(panel.Frame.Y1-6)
	}
	x1 := x0 + float32(b.pixels)
	w := 1.5 * p.weight
	m.Line(x0, y, x1, y, w, p.soft)
	m.Line(x0, y-3, x0, y+3, w, p.soft)
	m.Line(x1, y-3, x1, y+3, w, p.soft)
	p.label(Label{Text: b.text, Style: Tick, Role: "soft", X: float64(x1) + 7, Y: float64(y), Align: -1, Alpha: 1})
}

// withUnit writes a round length with its unit; metres with the prefix that suits.
func withUnit(w *layout.Words, v float64, of lang.Message) string {
	unit := w.Say(of)
	if unit == "m" {
		for _, u := range []struct {
			least, size float64
			name        string
		}{{1e3, 1e3, "km"}, {1, 1, "m"}, {1e-2, 1e-2, "cm"}, {1e-3, 1e-3, "mm"}, {1e-6, 1e-6, "µm"}, {0, 1e-9, "nm"}} {
			if v >= u.least*0.999 {
				v, unit = v/u.size, u.name
				break
			}
		}
	}
	return w.Number(v, "1z") + " " + unit
}
