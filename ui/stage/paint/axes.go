package paint

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"indistinct/core/sheet"
	"indistinct/ui/stage/clock"
	"indistinct/ui/stage/layout"
	"indistinct/ui/stage/mesh"
)

// nice returns the number of the form 1, 2 or 5 times a power of ten that is
// nearest below v.
func nice(v float64) float64 {
	if !(v > 0) || math.IsInf(v, 1) {
		return 1
	}
	p := math.Pow(10, math.Floor(math.Log10(v)))
	switch m := v / p; {
	case m >= 5:
		return 5 * p
	case m >= 2:
		return 2 * p
	}
	return p
}

// tickStep returns the distance of ticks over a span so that they stand at
// least apart pixels from each other.
func tickStep(span, pixels, apart float64) float64 {
	want := span * apart / max(pixels, 1)
	if !(want > 0) || math.IsInf(want, 1) {
		return 1
	}
	p := math.Pow(10, math.Floor(math.Log10(want)))
	for _, k := range [3]float64{1, 2, 5} {
		if k*p >= want*0.999 {
			return k * p
		}
	}
	return 10 * p
}

// number writes a tick's value with no more digits than its step needs.
func number(v, step float64) string {
	if math.Abs(v) < step*1e-6 {
		return "0"
	}
	if a := math.Abs(v); a >= 1e6 || step < 1e-5 {
		return sheet.Format(v, 3)
	}
	dec := max(0, -int(math.Floor(math.Log10(step)+1e-9)))
	s := strconv.FormatFloat(v, 'f', dec, 64)
	return strings.Replace(s, "-", "−", 1)
}

// each calls do for the ticks of an axis.
func each(lo, hi, step float64, do func(v float64)) {
	n := math.Ceil(lo/step - 1e-6)
	for i := 0; i < 64; i++ {
		v := (n + float64(i)) * step
		if v > hi+step*1e-6 {
			return
		}
		do(v)
	}
}

// apart is how far ticks stand from each other in a chart's rectangle: at least
// far enough for their numbers, and no more than about seven along a side.
func (p *Painter) apart(r layout.Rect) (x, y float64) {
	x, y = 92, 32
	if p.s.Layout.Small {
		x, y = 74, 26
	}
	return max(min(x, r.W()/2.5), 46), max(min(y, max(r.H()/2.6, 18)), r.H()/7)
}

// grid draws the lines of a chart behind its layers.
func (p *Painter) grid(m *mesh.Mesh, i, k int) {
	v, r := &p.s.Film.Views[i], p.s.Layout.Panels[i].Plot
	b := layout.Box(v, k)
	cam := layout.NewCamera(v, r, k)
	ax, ay := p.apart(r)
	x0, y0, x1, y1 := float32(r.X0), float32(r.Y0), float32(r.X1), float32(r.Y1)
	thin := p.weight
	step := tickStep(b[2]-b[0], r.W(), ax)
	if v.Bars {
		b[0] = max(b[0], 0)
	}
	for n, j := math.Ceil(b[0]/step-1e-6), 0; j < 64 && (n+float64(j))*step <= b[2]+step*1e-6; j++ {
		x, _ := cam.Px((n+float64(j))*step, 0)
		m.Line(float32(x), y0, float32(x), y1, thin, p.line.Fade(0.7), p.line.Fade(0.7))
	}
	step = tickStep(b[3]-b[1], r.H(), ay)
	for n, j := math.Ceil(b[1]/step-1e-6), 0; !v.Bars && j < 64 && (n+float64(j))*step <= b[3]+step*1e-6; j++ {
		_, y := cam.Px(0, (n+float64(j))*step)
		m.Line(x0, float32(y), x1, float32(y), thin, p.line.Fade(0.7), p.line.Fade(0.7))
	}
	muted := p.colours[sheet.Muted]
	m.Line(x0, y1, x1, y1, 1.2*p.weight, muted, muted)
}

// ticks makes the numbers and names of the axes of all charts.
func (p *Painter) ticks() {
	s := p.s
	for i := range s.Film.Views {
		v, r := &s.Film.Views[i], s.Layout.Panels[i].Plot
		if v.Equal || s.Layout.Panels[i].Frame.Empty() {
			continue
		}
		ax, ay := p.apart(r)
		b := layout.Box(v, p.key.step)
		cam := layout.NewCamera(v, r, p.key.step)
		step := tickStep(b[2]-b[0], r.W(), ax)
		if v.Bars {
			b[0] = max(b[0], 0)
		}
		each(b[0], b[2], step, func(t float64) {
			x, _ := cam.Px(t, 0)
			p.fixed = append(p.fixed, Label{Text: number(t, step), Style: Tick, Role: "soft", X: x, Y: r.Y1 + 10, Alpha: 1})
		})
		step = tickStep(b[3]-b[1], r.H(), ay)
		if !v.Bars {
			each(b[1], b[3], step, func(t float64) {
				_, y := cam.Px(0, t)
				p.fixed = append(p.fixed, Label{Text: number(t, step), Style: Tick, Role: "soft", X: r.X0 - 6, Y: y, Align: 1, Alpha: 1})
			})
		}
		if f := s.Layout.Panels[i].Frame; v.XLabel != "" && f.Y1-r.Y1 > 30 {
			p.fixed = append(p.fixed, p.fit(Label{Text: v.XLabel, Style: Axis, Role: "soft", X: r.X1, Y: r.Y1 + 25, Align: 1, Max: r.X1 - f.X0 - 8, Alpha: 1}))
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

// scaleBar draws the scale of a map.
func (p *Painter) scaleBar(i int, at float64) {
	s := p.s
	v, panel := &s.Film.Views[i], s.Layout.Panels[i]
	if !v.Equal || v.Unit == "" || panel.Frame.Empty() {
		return
	}
	k, next, t := clock.Split(s.Film, at)
	if t > 0.5 {
		k = next
	}
	scale := layout.NewCamera(v, panel.Plot, k).Scale()
	b := &p.bars[i]
	if math.Abs(b.scale-scale) > 1e-9*scale {
		length := nice(s.Layout.BarRoom(i) / scale)
		main := layout.NewCamera(&s.Film.Views[0], s.Layout.Panels[0].Plot, k).Scale()
		*b = bar{scale, length * scale, measure(length, v.Unit), times(scale / main)}
	}
	m := &p.top
	x0, y := float32(s.Layout.Free.X0+14), float32(s.Layout.Free.Y1-14)
	if i > 0 {
		x0, y = float32(panel.Frame.X0+11), float32(panel.Frame.Y1-11)
	}
	x1 := x0 + float32(b.pixels)
	w := 1.5 * p.weight
	m.Line(x0, y, x1, y, w, p.soft, p.soft)
	m.Line(x0, y-3, x0, y+3, w, p.soft, p.soft)
	m.Line(x1, y-3, x1, y+3, w, p.soft, p.soft)
	p.label(Label{Text: b.text, Style: Tick, Role: "soft", X: float64(x1) + 7, Y: float64(y), Align: -1, Alpha: 1})
	if i > 0 && v.Note == "" && v.Unit == s.Film.Views[0].Unit && s.Film.Views[0].Equal && !s.Layout.Panels[0].Frame.Empty() {
		p.label(Label{Text: b.zoom, Style: Tick, Role: "soft", X: panel.Frame.X1 - 11, Y: float64(y), Align: 1, Alpha: 1})
	}
}

// times writes how many times larger something is drawn: "×1,300".
func times(v float64) string {
	text := []byte(rounded(v))
	if n := len(text); v < 1e6 {
		for i := n - 3; i > 0 && v >= 1000; i -= 3 {
			text = slices.Insert(text, i, ',')
		}
	} else {
		return "×" + sheet.Format(v, 2)
	}
	return "×" + string(text)
}

// rounded writes a number with two significant digits.
func rounded(v float64) string {
	p := math.Pow(10, math.Floor(math.Log10(v))-1)
	if v = math.Round(v/p) * p; v >= 10 {
		return strconv.FormatFloat(v, 'f', 0, 64)
	}
	return sheet.Format(v, 2)
}

// measure writes a length with its unit; metres with the prefix that suits.
func measure(v float64, unit string) string {
	if unit == "m" {
		for _, u := range []struct {
			least float64
			name  string
		}{{1e3, "km"}, {1, "m"}, {1e-2, "cm"}, {1e-3, "mm"}, {1e-6, "µm"}, {0, "nm"}} {
			if v >= u.least*0.999 {
				if u.least == 0 {
					return number(v*1e9, nice(v*1e9)) + " nm"
				}
				return number(v/u.least, nice(v/u.least)) + " " + u.name
			}
		}
	}
	return number(v, nice(v)) + " " + unit
}
