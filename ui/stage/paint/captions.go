package paint

import (
	"unicode/utf8"

	"indistinct/core/film"
	"indistinct/core/lang"
	"indistinct/ui/axis"
	"indistinct/ui/stage/layout"
	"indistinct/ui/stage/mesh"
)

// captions makes the names of the views.
func (p *Painter) captions() {
	s, small := p.s, float32(0)
	if s.Layout.Small {
		small = 11 * p.weight
	}
	for i := range s.Film.Views {
		v, r := &s.Film.Views[i], s.Layout.Panels[i].Frame
		name, label := s.Words.Say(v.Name), s.Words.Say(v.YLabel)
		if r.Empty() {
			continue
		}
		switch {
		case v.Equal && i == 0:
			if name != "" && !s.Narrow() {
				p.text(Label{Text: name, Style: Caption, X: r.X0 + 14, Y: r.Y0 + 19, Align: -1, Max: r.W() - 28})
			}
		case v.Place == film.Lens:
			p.text(Label{Text: p.shortly(v, r.W()), Style: Caption, X: (r.X0 + r.X1) / 2, Y: r.Y0 + layout.LensName/2,
				Max: r.W(), Size: small})
		case i > 0 && s.Layout.TwoLines(v, r.W()):
			p.text(Label{Text: p.shortly(v, r.W()-18), Style: Caption, X: r.X0 + 10, Y: r.Y0 + 14, Align: -1,
				Max: r.W() - 18, Size: small})
			p.text(Label{Text: label, Style: Axis, X: r.X0 + 10, Y: r.Y0 + 14 + 15*s.Layout.Type, Align: -1,
				Max: r.W() - 18})
		default:
			left := label
			if left == "" {
				left = name
			} else if name != "" && (i > 0 || len(s.Film.Clock) == 0) {
				p.text(Label{Text: name, Style: Caption, X: r.X1 - 14, Y: r.Y0 + 14, Align: 1,
					Max: max(r.W()-34-axis.Width(left, 12*s.Layout.Type), 40), Size: small})
			}
			if left != "" {
				room := r.W() - 18
				l := Label{Text: left, Style: Axis, Role: "soft", X: r.X0 + 10, Y: r.Y0 + 14, Align: -1, Max: room,
					Size: float32(12 * p.kind), Alpha: 1}
				if i == 0 && len(s.Film.Clock) > 0 { // on the same line
					l.Max *= 0.46
				}
				l = p.fit(l)
				l.Max = room
				p.fixed, p.named = append(p.fixed, l), l.X+1.06*axis.Width(left, float64(l.Size))
			}
		}
		if s.Words.Say(v.Note) != "" {
			p.fixed = append(p.fixed, p.note(i, v))
		}
	}
}

// shortly is a view's name, its short one where the other has no room.
func (p *Painter) shortly(v *film.View, room float64) string {
	if name := p.s.Words.Say(v.Name); axis.Width(name, 13.5*p.kind) <= room {
		return name
	}
	return p.s.Words.Called(v)
}

// fit makes the type of a text smaller where it would be cut in a typeface that runs
// wide, down to the least.
func (k *inks) fit(l Label) Label {
	size, least := float64(l.Size), float64(k.least())
	if size == 0 {
		size = 12 * k.kind
	}
	if w := 1.06 * axis.Width(l.Text, size); w > l.Max && l.Max > 0 {
		l.Size = float32(min(size, max(size*l.Max/w, least)))
	}
	return l
}

// within makes a text fit into a width: by smaller type, and where that is not
// enough by fewer letters.
func (k *inks) within(l Label, width float64) Label {
	l.Max = width
	l = k.fit(l)
	l.Max = 0
	whole := l.Text
	for n := utf8.RuneCountInString(whole) - 1; n > 0 && axis.Width(l.Text, float64(l.Size)) > width; n-- {
		l.Text = lang.Clip(whole, n)
	}
	return l
}

// least is the height of the smallest letters that can still be read: on a phone
// in the hand, or from the last row of a room. A film's names may be a little smaller
// where there is no room.
func (k *inks) least() float32 {
	least := float32(12)
	if k.phone {
		least = 11
	}
	return (least - k.spare) * float32(k.kind)
}

// note is a view's remark.
func (p *Painter) note(i int, v *film.View) Label {
	lay := &p.s.Layout
	x, y := lay.NoteEnd(v, i)
	room := lay.Panels[i].Frame.W() - 28
	if i == 0 && v.Equal {
		room = x - lay.Free.X0 - 14
	}
	return p.within(Label{Text: p.s.Words.Say(v.Note), Style: Tick, Role: "soft", X: x, Y: y, Align: 1,
		Size: float32(12 * p.kind), Alpha: 1}, room)
}

// legend lists the named layers, each with a small picture of its mark.
func (p *Painter) legend() {
	s, m := p.s, &p.top
	if c := s.Layout.Chip; !c.Empty() {
		p.panel(m, c, 11, p.card.Fade(0.92))
		p.label(Label{Text: p.button, Style: Chip, Role: "soft", X: (c.X0 + c.X1) / 2, Y: (c.Y0 + c.Y1) / 2, Alpha: 1})
	}
	r := s.Layout.Legend
	if r.Empty() {
		return
	}
	if s.Open && !s.Layout.Chip.Empty() {
		p.panel(m, r.Inset(-8, -4, -4, -2), 8, p.card.Fade(0.97))
	}
	if !s.Film.Views[0].Equal && !s.Open {
		m.Box(float32(r.X0-2), float32(r.Y0-2), float32(r.X1+2), float32(r.Y1), 6, p.page.Fade(0.8))
	}
	for i := range s.Legend {
		y := r.Y0 + (float64(i)+0.5)*layout.RowHeight + 2
		p.swatch(m, s.Legend[i].Layer, float32(r.X0+10), float32(y))
		p.label(p.fit(Label{Text: s.Legend[i].Name, Style: Key, Role: "soft", X: r.X0 + layout.KeyLeft, Y: y,
			Align: -1, Max: r.W() - layout.KeyLeft - 2, Alpha: 1}))
	}
}

// tabs draws the buttons that bring a view forward.
func (p *Painter) tabs() {
	s, m := p.s, &p.top
	for _, t := range s.Layout.Tabs {
		ground, role := p.card.Fade(0.92), "soft"
		if !s.Layout.Panels[t.View].Frame.Empty() {
			ground, role = p.line, "ink"
		}
		p.panel(m, t.Rect, 11, ground)
		p.label(p.fit(Label{Text: s.Words.Called(&s.Film.Views[t.View]), Style: Chip, Role: role,
			X: (t.Rect.X0 + t.Rect.X1) / 2, Y: (t.Rect.Y0 + t.Rect.Y1) / 2, Size: 12, Max: t.Rect.W() - 10,
			Alpha: 1}))
	}
}

// swatches are items of each kind as the legend shows them, about (0, 0) and in pixels; any other
// is a marker.
var swatches = map[film.Kind][]float32{
	film.Path: {-9, 0, 9, 0}, film.Segments: {-9, 0, 9, 0}, film.Disk: {0, 0, 7}, film.Ring: {0, 0, 6.5},
	film.Ellipse: {0, 0, 6.5, 6.5, 0}, film.Quads: {-6, -6, 6, -6, 6, 6, -6, 6}, film.Heat: {0, 0, 9, 1},
}

// swatch draws a small picture of a layer's mark.
func (p *Painter) swatch(m *mesh.Mesh, l *film.Layer, x, y float32) {
	data, ok := swatches[l.Kind]
	if !ok {
		p.marker(m, l, x, y, 5, p.colours[l.Role])
		return
	}
	one := film.Layer{Kind: l.Kind, Role: l.Role, Dash: l.Dash, Lit: l.Lit, Size: 1.6}
	at := layout.Rect{X0: float64(x) - 10, Y0: float64(y) - 10, X1: float64(x) + 10, Y1: float64(y) + 10}
	p.layer(draw{m: m, l: &one, cam: layout.CameraOn([4]float64{-10, -10, 10, 10}, true, at), clip: at, data: data,
		alpha: 1})
}
