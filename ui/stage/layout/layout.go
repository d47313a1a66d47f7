// Package layout says where everything of a film stands on a canvas of a certain
// size, in CSS pixels: the views (layout.go; narrow.go on a narrow canvas), the
// main view's own texts (taken.go) and the labels beside the marks (labels.go). It
// draws nothing.
package layout

import (
	"image"
	"slices"

	"indistinct/core/film"
	"indistinct/ui/axis"
)

// Rect is a rectangle on the canvas in CSS pixels, y downwards.
type Rect struct{ X0, Y0, X1, Y1 float64 }

func (r Rect) W() float64 { return r.X1 - r.X0 }

func (r Rect) H() float64 { return r.Y1 - r.Y0 }

func (r Rect) Has(x, y float64) bool { return x >= r.X0 && x < r.X1 && y >= r.Y0 && y < r.Y1 }

func (r Rect) Inset(left, top, right, bottom float64) Rect {
	s := Rect{r.X0 + left, r.Y0 + top, r.X1 - right, r.Y1 - bottom}
	s.X1, s.Y1 = max(s.X1, s.X0+1), max(s.Y1, s.Y0+1)
	return s
}

func (r Rect) Empty() bool { return r.X1 <= r.X0 || r.Y1 <= r.Y0 }

// Pixels is r on a screen with so many pixels for each of CSS.
func (r Rect) Pixels(scale float64) image.Rectangle {
	return image.Rect(int(r.X0*scale), int(r.Y0*scale), int(r.X1*scale+0.999), int(r.Y1*scale+0.999))
}

// Panel is where a view stands.
type Panel struct {
	Frame Rect // the card; for the main view all that is left of the canvas
	Plot  Rect // where the view's box is fitted
	Clip  Rect // nothing of the view is drawn outside
}

// Layout is where everything stands on a canvas of a certain size.
type Layout struct {
	W, H   float64
	Panels []Panel // one for each view
	Free   Rect    // what the main view has to itself, without the lenses' column or row
	Small  bool    // a small canvas: fewer ticks, smaller text
	Type   float64 // how many times larger than usual letters are
	Words  *Words  // say the film's texts, which take room
	Taken  []Rect  // where the main view's own texts stand: clock, name, scale bar
	Tabs   []Tab   // buttons for the views of which a narrow canvas shows one at a time
}

// Tab is a button that brings a view forward.
type Tab struct {
	View int
	Rect Rect
}

const (
	gap     = 10 // between cards and to the edge
	caption = 24 // height of a card's caption
)

// Arrange places the views of a film on a canvas of w × h CSS pixels. The main view
// keeps the canvas to itself as far as it can: lenses stand in a column beside it or
// in a row below it. A narrow canvas shows charts one at a time, and so does any
// canvas lenses for which it has too little room; tab is the view that was chosen. A
// view without marks gets no place. Letters are so many times larger than usual as
// kind says, the theme's. The result is a function of the film and the arguments
// alone.
func Arrange(f *film.Film, words *Words, w, h float64, tab int, kind float64) Layout {
	w, h = max(w, 40), max(h, 40)
	l := Layout{W: w, H: h, Panels: make([]Panel, len(f.Views)), Small: w < 520 || h < 340, Type: kind, Words: words}
	area := Rect{0, 0, w, h}

	var charts, lenses []int
	for i := range f.Views {
		v := &f.Views[i]
		switch {
		case i > 0 && !slices.ContainsFunc(v.Layers, func(l film.Layer) bool { return len(l.Data) > 0 }):
		case v.Place == film.Lens:
			lenses = append(lenses, i)
		case i > 0 && w < NarrowBelow:
			charts = append(charts, i)
		case v.Place == film.Side && w >= 560:
			width := w / 3
			l.card(f, i, Rect{area.X1 - width + gap/2, gap, area.X1 - gap, area.Y1 - gap})
			area.X1 -= width
		case v.Place == film.Strip || v.Place == film.Side:
			height := min(max(0.26*h, 76), 170, 0.4*h)
			l.card(f, i, Rect{area.X0 + gap, area.Y1 - height - gap/2, area.X1 - gap, area.Y1 - gap})
			area.Y1 -= height + gap/2
		}
	}

	if len(charts) > 0 {
		l.narrow(f, area, charts, tab)
		return l
	}
	fit := area
	if len(lenses) > 0 {
		area, fit = l.lenses(f, area, lenses, tab)
	}
	l.main(f, area, fit)
	return l
}

// main gives the main view its place: all of area, of which fit is free. A map stands below its
// name and its clock.
func (l *Layout) main(f *film.Film, area, fit Rect) {
	main := &f.Views[0]
	l.Panels[0] = Panel{Frame: area, Clip: area}
	l.Free = fit
	foot := l.taken(f)
	if !main.Equal {
		l.Panels[0].Plot = l.plot(main, fit, 28)
		l.Panels[0].Clip = fit
		return
	}
	fit.Y0 = min(foot, fit.Y0+0.3*fit.H())
	l.Free = fit
	m := 10.0
	if l.Small {
		m = 4
	}
	l.Panels[0].Plot = fit.Inset(m, m, m, m)
}

// LensName is the height of a lens's name, above it.
const LensName = 20

// barLens is the diameter, px, from which a lens has a scale bar beside its factor.
const barLens = 200

// leastLens is the diameter, px, below which lenses beside each other are too small.
const leastLens = 118

// lenses gives lenses their places. It returns what is left of an area beside the buttons
// that bring forward a lens that is not shown, and what of that is the main view's.
func (l *Layout) lenses(f *film.Film, area Rect, lenses []int, tab int) (left, fit Rect) {
	shown := lenses
	d, beside := lensSize(area, len(shown))
	if d < leastLens && len(lenses) > 1 {
		shown = lenses[:1]
		if slices.Contains(lenses, tab) {
			shown = []int{tab}
		}
		area.Y1 -= tabHeight * float64(l.buttons(f, lenses, area))
		d, beside = lensSize(area, 1)
	}
	n := float64(len(shown))
	fit = area
	if beside {
		fit.X1 -= d + 2*gap
	} else {
		fit.Y1 -= d + LensName + gap
	}
	for i, v := range shown {
		x, y := area.X1-gap-d, area.Y1-gap/2-LensName-d
		if beside {
			y = area.Y0 + (area.H()-n*(LensName+d))/(n+1)*float64(i+1) + (LensName+d)*float64(i)
		} else {
			x = area.X0 + (area.W()-n*d)/(n+1)*float64(i+1) + d*float64(i)
		}
		frame := Rect{x, y, x + d, y + LensName + d}
		round := frame.Inset(0, LensName, 0, 0)
		l.Panels[v] = Panel{Frame: frame, Plot: round.Inset(2, 2, 2, 2), Clip: round}
	}
	return area, fit
}

// lensSize is the diameter of n lenses, and whether they stand in a column beside the main
// view or in a row below it: whichever leaves both larger.
func lensSize(area Rect, n int) (d float64, beside bool) {
	k, w, h := float64(n), area.W(), area.H()
	column := min((h-gap*(k+1))/k-LensName, 0.36*w)
	row := min((w-gap*(k+1))/k, 0.42*h-LensName)
	if column*min(h, w-column-2*gap) >= row*min(w, h-row-LensName-gap) {
		return max(column, 1), true
	}
	return max(row, 1), false
}

// card gives a chart a card with a caption.
func (l *Layout) card(f *film.Film, i int, r Rect) {
	plot := l.plot(&f.Views[i], r, caption)
	l.Panels[i] = Panel{Frame: r, Plot: plot, Clip: plot.Inset(-4, -4, -4, -4)}
}

// plot leaves room for the axes of a chart.
func (l *Layout) plot(v *film.View, r Rect, top float64) Rect {
	left, bottom := 44.0, 22.0
	if l.Small {
		left, bottom = 36, 18
	}
	if l.Words.Say(v.XLabel) != "" && r.H() > 110 {
		bottom += 15
	}
	switch {
	case l.Words.Say(v.Name) == "" && l.Words.Say(v.YLabel) == "":
		top = 8
	case v.Place != film.Main && l.TwoLines(v, r.W()):
		top += 15 * l.Type
	}
	return r.Inset(left, top, 14, bottom)
}

// TwoLines reports whether the name of a chart's card and that of its y axis
// need a line each.
func (l *Layout) TwoLines(v *film.View, w float64) bool {
	name, label := l.Words.Say(v.Name), l.Words.Say(v.YLabel)
	return name != "" && label != "" && (axis.Width(name, 12)+axis.Width(label, 12))*l.Type+30 > w
}

// Camera maps world coordinates to the canvas.
type Camera struct{ ax, bx, ay, by float64 } // px = ax + bx·x, py = ay + by·y

// NewCamera fits the box of a view into a rectangle: with one scale and centred for a
// map, stretched for a chart.
func NewCamera(v *film.View, p Rect) Camera { return CameraOn(v.Box, v.Equal, p) }

// CameraOn fits a box into a rectangle.
func CameraOn(b [4]float64, equal bool, p Rect) Camera {
	sx, sy := p.W()/(b[2]-b[0]), p.H()/(b[3]-b[1])
	if equal {
		sx = min(sx, sy)
		sy = sx
	}
	return Camera{
		ax: (p.X0+p.X1)/2 - sx*(b[0]+b[2])/2, bx: sx,
		ay: (p.Y0+p.Y1)/2 + sy*(b[1]+b[3])/2, by: -sy,
	}
}

// Mix returns r on its way to another rectangle, 0 to 1.
func (r Rect) Mix(o Rect, t float64) Rect {
	return Rect{r.X0 + (o.X0-r.X0)*t, r.Y0 + (o.Y0-r.Y0)*t, r.X1 + (o.X1-r.X1)*t, r.Y1 + (o.Y1-r.Y1)*t}
}

// Mix returns c on its way to another camera, 0 to 1.
func (c Camera) Mix(o Camera, t float64) Camera {
	return Camera{c.ax + (o.ax-c.ax)*t, c.bx + (o.bx-c.bx)*t, c.ay + (o.ay-c.ay)*t, c.by + (o.by-c.by)*t}
}

func (c Camera) Px(x, y float64) (float64, float64) { return c.ax + c.bx*x, c.ay + c.by*y }

func (c Camera) World(px, py float64) (float64, float64) {
	return (px - c.ax) / c.bx, (py - c.ay) / c.by
}

// Scale returns pixels for each world unit along x.
func (c Camera) Scale() float64 { return c.bx }
