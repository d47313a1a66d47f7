package paint

import (
	"math"

	"indistinct/core/film"
	"indistinct/core/sheet"
	"indistinct/ui/axis"
	"indistinct/ui/stage/playback"
)

// The counters of a show, what its claim allows them and its badge.

// counters draws how many of the test releases of each input the event held, on one
// scale from 0, and what the claim allows the greater.
func (p *Run) counters() {
	sh, m, a := p.play.Show, &p.front, p.now.Enter
	for i := range p.layout.Rows {
		row, c := &p.layout.Rows[i], p.colours[roles[i]]
		b := row.Bar
		x0, y0, y1 := float32(b.X0), float32(b.Y0), float32(b.Y1)
		if end := p.barAt(playback.Share(sh, i, p.now.Count)); end > x0+0.5 {
			m.Box(x0, y0, end, y1, 3, c)
			if i == 1 {
				p.hatch(m, x0, y0, end, y1, p.page.Fade(0.55))
			}
		}
		p.kept(i)
		y := (row.Text.Y0+row.Text.Y1)/2 - 1 // clear of the ghost about the bar below
		p.label(Label{Text: p.s.Words.Say(sh.Names[i]), Style: Tag, Role: string(roles[i]), X: row.Text.X0, Y: y,
			Align: -1, Size: p.small(15, 11.5) * p.words.fit, Alpha: a})
		if p.now.Count > 0 {
			text := p.words.counts[i]
			if p.now.Count < 1 {
				text = p.s.Words.Number(math.Round(float64(sh.Counts[i])*float64(p.now.Count)), ",")
			}
			x := row.Text.X1
			if p.words.of != "" {
				p.label(Label{Text: p.words.of, Style: Tick, Role: "soft", X: x, Y: y + 2, Align: 1,
					Size: p.small(12, 11), Alpha: a})
				x -= 1.06*p.ofWide() + 6
			}
			p.label(Label{Text: text, Style: Count, Role: string(roles[i]), X: x,
				Y: y, Align: 1, Size: max(0.7*float32(row.Text.H())*p.words.fit, p.least()), Alpha: a})
		}
	}
	p.scale()
	p.claim()
	if sh.Verdict == "" {
		r := p.layout.Badge // in its place
		p.label(p.fit(Label{Text: p.words.progress, Style: Axis, Role: "soft", X: r.X0, Y: (r.Y0 + r.Y1) / 2,
			Align: -1, Size: p.small(14, 11), Max: r.W(), Alpha: a}))
	}
}

// barAt is where a bar ends that stands for a share of the test releases.
func (p *Run) barAt(share float64) float32 {
	b := p.layout.Rows[0].Bar
	return float32(b.X0 + b.W()*min(share*float64(max(p.play.Show.Drawn, 1))/p.full, 1))
}

// scale is the axis of both bars: where they begin, and how many releases a whole one
// stands for.
func (p *Run) scale() {
	r, m, t := p.layout.Scale, &p.front, p.now.Count
	if t <= 0 {
		return
	}
	x0, x1, y := float32(r.X0), float32(r.X1), float32(r.Y0)+3
	c := p.colours[sheet.Muted].Fade(t)
	m.Line(x0, y, x1, y, 1.2*p.weight, c)
	m.Line(x0, y-3, x0, y+3, 1.2*p.weight, c)
	m.Line(x1, y-3, x1, y+3, 1.2*p.weight, c)
	size := p.small(12, 11)
	for i, text := range p.words.scale {
		p.label(Label{Text: text, Style: Tick, Role: "soft", X: r.X0 + r.W()*float64(i), Y: r.Y1 - 0.45*float64(size),
			Align: int8(2*i - 1), Size: size, Alpha: t})
	}
}

// kept outlines how often run A's event came up, dashed, about an input's bar.
func (p *Run) kept(i int) {
	if p.play.Kept == nil {
		return
	}
	const out = 3 // beyond the bar
	m, b, a := &p.front, p.layout.Rows[i].Bar, p.now.Enter
	c := p.ink.Fade(0.8 * a)
	end := float64(p.barAt(p.play.Kept[i]))
	x0, x1, y0, y1 := float32(b.X0)-out, float32(end), float32(b.Y0)-out, float32(b.Y1)+out
	p.dashes(m, c, x0, y0, x1, y0, x1, y1, x0, y1)
	l := Label{Text: "A", Style: Tag, Role: "ink", X: end + 4, Y: (b.Y0 + b.Y1) / 2, Align: -1,
		Size: p.small(13, 11), Alpha: a}
	if l.X > b.X1-12 {
		l.X, l.Align = end-4, 1
	}
	p.label(l)
}

// claim draws the ghost of a bar about the greater one, as long as the claim allows that
// to be, and says so.
func (p *Run) claim() {
	sh, t := p.play.Show, p.now.Claim
	if t <= 0 {
		return
	}
	role := sheet.Ink
	if sh.Verdict == film.Violation && p.now.Break > 0 {
		role = sheet.Bad
	}
	c, m, w := p.colours[role].Fade(t), &p.front, p.small(2.2, 1.6)*p.weight
	ghost := func(x0, y0, x1, y1 float32) { m.Stroke(m.RoundRect(x0, y0, x1, y1, 3, w), c, true) }
	b, out := p.layout.Rows[playback.Greater(sh)].Bar, 1.5*w
	allowed := p.barAt(playback.Allowed(sh) * float64(t))
	ghost(float32(b.X0)-out, float32(b.Y0)-out, allowed+out, float32(b.Y1)+out)
	r, size := p.layout.Claim, p.words.small
	line := leading * float64(size)
	y := r.Y0 + (r.H()-line*float64(len(p.words.claim)-1))/2
	ghost(float32(r.X0)+1, float32(y)-0.4*size, float32(r.X0)+1+1.5*size, float32(y)+0.4*size)
	for i, text := range p.words.claim {
		p.label(Label{Text: text, Style: Axis, Role: string(role), X: r.X0 + keyed*float64(size),
			Y: y + line*float64(i), Align: -1, Size: size, Alpha: t})
	}
}

// keyed is what the key of the ghost takes before its words, in heights of their letters.
const keyed = 2.1

// badge turns over what stands in the verdict's place and shows that.
func (p *Run) badge() {
	sh, m := p.play.Show, &p.front
	t := p.now.Badge
	if t <= 0 || sh.Verdict == "" {
		return
	}
	role := sheet.Paper
	switch sh.Verdict {
	case film.Violation:
		role = sheet.Bad
	case film.NoViolation:
		role = sheet.Record
	}
	c, said := p.colours[role], max(2*t-1, 0) // of the turn, and of the side with the words
	if said == 0 {
		c = p.colours[sheet.Muted]
	}
	r, size := p.layout.Badge, p.small(21, 14)
	high := float32(r.H())
	text := p.words.badge
	letters, around := 1.2*float32(axis.Width(text, 1)), 1.25*high // they are bold; the disc and the round ends
	size = min(size, max((float32(r.W())-around)/letters, 9))
	wide := min(letters*size+around, float32(r.W()))
	x0, x1, cy := float32(r.X0), float32(r.X0)+wide, float32((r.Y0+r.Y1)/2)
	half := max(high/2*float32(math.Abs(math.Cos(math.Pi*float64(t)))), 1)
	m.Fill((x0+x1)/2, cy, m.RoundRect(x0, cy-half, x1, cy+half, half, 1), p.card)
	m.Fill((x0+x1)/2, cy, m.RoundRect(x0, cy-half, x1, cy+half, half, 1), c.Fade(0.13))
	m.Stroke(m.RoundRect(x0, cy-half, x1, cy+half, half, 1.6*p.weight), c, true)
	if said == 0 {
		return
	}
	ix, k := x0+high*0.5, high*0.30*said
	m.Disc(ix, cy, k, c)
	w := max(high*0.065, 1.6) * p.weight
	switch sh.Verdict {
	case film.Violation:
		d := k * 0.42
		m.Line(ix-d, cy-d, ix+d, cy+d, w, p.card)
		m.Line(ix-d, cy+d, ix+d, cy-d, w, p.card)
	case film.NoViolation:
		m.Circle(ix, cy, k*0.45, w, p.card)
	default:
		p.label(Label{Text: "?", Style: Badge, Role: "card", X: float64(ix), Y: float64(cy), Size: high * 0.4,
			Alpha: said})
	}
	p.label(Label{Text: text, Style: Badge, Role: string(role), X: float64(ix + high*0.5), Y: float64(cy),
		Align: -1, Size: size, Max: float64(wide), Alpha: said})
}
