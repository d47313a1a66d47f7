package paint

import (
	"cmp"

	"indistinct/core/film"
	"indistinct/ui/axis"
	"indistinct/ui/stage/layout"
)

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
			if len(s.Layout.Tabs) == 0 { // else it stands on a button
				p.text(Label{Text: name, Style: Caption, X: r.X0 + 14, Y: r.Y0 + 19, Align: -1, Max: r.W() - 28})
			}
		case v.Place == film.Lens:
			p.text(Label{Text: p.shortly(v, r.W()), Style: Caption, X: (r.X0 + r.X1) / 2, Y: r.Y0 + layout.LensName/2,
				Max: r.W(), Size: small})
		default:
			room, clock := r.W()-18, i == 0 && len(s.Film.Clock) > 0
			l := Label{Text: cmp.Or(label, name), Style: Axis, Role: "soft", X: r.X0 + 10, Y: r.Y0 + 14, Align: -1,
				Max: room, Size: float32(12 * p.kind), Alpha: 1}
			if label == "" {
				l.Style = Caption
			}
			switch {
			case clock: // on the same line
				l.Max *= 0.46
			case i > 0 && s.Layout.TwoLines(v, r.W()):
				p.text(Label{Text: p.shortly(v, room), Style: Caption, X: l.X, Y: l.Y, Align: -1, Max: room,
					Size: small})
				l.Y += 15 * s.Layout.Type
			case label != "":
				p.text(Label{Text: name, Style: Caption, X: r.X1 - 14, Y: l.Y, Align: 1,
					Max: max(room-16-axis.Width(label, 12*s.Layout.Type), 40), Size: small})
			}
			l = p.fit(l)
			if l.Max = room; i == 0 {
				p.named = l.X + 1.06*axis.Width(l.Text, float64(l.Size))
			}
			p.fixed = append(p.fixed, l)
		}
		if s.Words.Say(v.Note) != "" {
			p.fixed = append(p.fixed, p.note(i, v))
		}
	}
}

// shortly is a view's name, its short one where the other has no room.
func (p *Painter) shortly(v *film.View, room float64) string {
	return fitting(room, 12.7*p.kind, p.s.Words.Say(v.Name), p.s.Words.Called(v))
}

// fit makes the type of a text smaller where it would be cut in a typeface that runs
// wide, down to the least.
func (k *inks) fit(l Label) Label {
	size, least := cmp.Or(float64(l.Size), 12*k.kind), float64(k.least())
	if w := 1.06 * axis.Width(l.Text, size); w > l.Max && l.Max > 0 {
		l.Size = float32(min(size, max(size*l.Max/w, least)))
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

func (p *Painter) note(i int, v *film.View) Label {
	lay := &p.s.Layout
	x, y := lay.NoteEnd(v, i)
	room := lay.Panels[i].Frame.W() - 28
	if i == 0 && v.Equal {
		room = x - lay.Free.X0 - 14
	}
	return p.fit(Label{Text: p.s.Words.Say(v.Note), Style: Tick, Role: "soft", X: x, Y: y, Align: 1,
		Size: float32(12 * p.kind), Max: room, Alpha: 1})
}

// tabs draws the buttons that bring a view forward.
func (p *Painter) tabs() {
	s, m := p.s, &p.top
	for _, t := range s.Layout.Tabs {
		ground, role := p.card.Fade(0.92), "soft"
		if !s.Layout.Panels[t.View].Frame.Empty() {
			ground, role = p.line, "ink"
		}
		panel(m, t.Rect, 11, p.weight, ground, p.line)
		p.label(p.fit(Label{Text: s.Words.Called(&s.Film.Views[t.View]), Style: Button, Role: role,
			X: (t.Rect.X0 + t.Rect.X1) / 2, Y: (t.Rect.Y0 + t.Rect.Y1) / 2, Size: 12, Max: t.Rect.W() - 10,
			Alpha: 1}))
	}
}
