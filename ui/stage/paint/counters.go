package paint

import (
	"math"

	"indistinct/core/film"
	"indistinct/core/sheet"
	"indistinct/ui/axis"
	"indistinct/ui/stage/playback"
)

// The counters of a show, the bracket of its claim and its badge.

// counters draws how many of the test releases the event held: a bar is full where it
// held all of them.
func (p *Run) counters() {
	sh := p.play.Show
	size, small := p.small(25, 15)*p.words.fit, p.small(13, 10.5)*p.words.fit
	for i := range p.layout.Rows {
		row, c := &p.layout.Rows[i], p.colours[roles[i]]
		m, b := &p.front, row.Bar
		x0, y0, x1, y1 := float32(b.X0), float32(b.Y0), float32(b.X1), float32(b.Y1)
		a := p.now.Enter
		m.Box(x0, y0, x1, y1, 3, p.line.Fade(0.55*a))
		if end := x0 + (x1-x0)*float32(playback.Share(sh, i, p.now.Count)); end > x0+0.5 {
			m.Box(x0, y0, end, y1, 3, c)
			if i == 1 {
				p.hatch(m, x0, y0, end, y1, p.page.Fade(0.55))
			}
		}
		p.whisker(i)
		p.kept(i)
		y := (row.Text.Y0 + row.Text.Y1) / 2
		p.label(Label{Text: p.s.Words.Say(sh.Names[i]), Style: Tag, Role: string(roles[i]), X: row.Text.X0, Y: y,
			Align: -1, Size: p.small(15, 11.5) * p.words.fit, Alpha: a})
		if p.now.Count <= 0 {
			continue
		}
		n := int64(math.Round(float64(sh.Counts[i]) * float64(p.now.Count)))
		p.label(Label{Text: p.words.of, Style: Axis, Role: "soft", X: row.Text.X1, Y: y + 1, Align: 1, Size: small,
			Alpha: p.now.Enter})
		p.label(Label{Text: p.number[i].of(p.s.Words, n), Style: Count, Role: string(roles[i]),
			X: row.Text.X1 - p.words.wide - 8, Y: y, Align: 1, Size: size, Alpha: p.now.Enter})
	}
	if sh.Verdict == "" {
		r := p.layout.Badge // in its place
		p.label(p.fit(Label{Text: p.words.progress, Style: Axis, Role: "soft", X: r.X0, Y: (r.Y0 + r.Y1) / 2,
			Align: -1, Size: p.small(14, 11), Max: r.W(), Alpha: p.now.Enter}))
	}
}

// whisker draws the confidence limits of a probability over its bar.
func (p *Run) whisker(i int) {
	lim := p.play.Show.Limits[i]
	if lim[1] <= 0 || p.now.Claim <= 0 {
		return
	}
	b := p.layout.Rows[i].Bar
	p.span(b.X0+b.W()*lim[0], b.X0+b.W()*lim[1], (b.Y0+b.Y1)/2)
}

// span draws an interval.
func (p *Run) span(from, to, at float64) {
	m, c := &p.front, p.ink.Fade(0.85*p.now.Claim)
	x0, x1, y := float32(from), float32(to), float32(at)
	w, cap := 1.6*p.weight, float32(p.layout.Rows[0].Bar.H()*0.26)
	m.Line(x0, y, x1, y, w, c)
	m.Line(x0, y-cap, x0, y+cap, w, c)
	m.Line(x1, y-cap, x1, y+cap, w, c)
}

// explained says, where there is room, what the intervals are, and what is crossed out where the
// claim is broken.
func (p *Run) explained() {
	row, size := p.layout.Rows[1].Text, p.small(12, 9.5)
	x, y := row.X0, (row.Y1+p.layout.Badge.Y0)/2
	if p.now.Claim <= 0 || p.layout.Badge.Y0-row.Y1 < 1.4*float64(size) {
		return
	}
	say := func(text string, t float32) {
		p.label(Label{Text: text, Style: Axis, Role: "soft", X: x + 20, Y: y, Align: -1, Size: size, Alpha: t})
		x += 32 + 1.1*axis.Width(text, float64(size))
	}
	if p.play.Show.Limits[0][1] > 0 {
		p.span(x, x+15, y)
		say(p.words.interval, p.now.Claim)
	}
	sh, t := p.play.Show, p.now.Break
	if sh.Verdict == film.Violation && t > 0 && playback.Share(sh, playback.Greater(sh), 1) > playback.Allowed(sh) {
		p.hatch(&p.front, float32(x), float32(y-5), float32(x+15), float32(y+5), p.colours[sheet.Bad].Fade(0.9*t))
		say(p.words.excess, t)
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
	end := b.X0 + b.W()*p.play.Kept.Shares[i]
	x0, x1, y0, y1 := float32(b.X0)-out, float32(end), float32(b.Y0)-out, float32(b.Y1)+out
	p.dashes(m, x0, y0, x1, y0, c)
	p.dashes(m, x0, y1, x1, y1, c)
	p.dashes(m, x1, y0, x1, y1, c)
	l := Label{Text: "A", Style: Tag, Role: "ink", X: end + 4, Y: (b.Y0 + b.Y1) / 2, Align: -1,
		Size: p.small(13, 10.5), Alpha: a}
	if l.X > b.X1-12 {
		l.X, l.Align = end-4, 1
	}
	p.label(l)
}

// claim draws the bracket: from how often the smaller came up to how often the
// greater then may.
func (p *Run) claim() {
	sh := p.play.Show
	t := p.now.Claim
	if t <= 0 {
		return
	}
	great := playback.Greater(sh)
	big, little, zone := p.layout.Rows[great].Bar, p.layout.Rows[1-great].Bar, p.layout.Claim
	at := func(share float64) float32 { return float32(big.X0 + big.W()*share) }
	from := at(playback.Share(sh, 1-great, 1))
	to := from + (at(playback.Allowed(sh))-from)*t
	// From the smaller's bar across the space between to the greater's.
	// The stop ends below the digits of the count above it.
	over := float32(min(big.H()*0.2, 5))
	y, near, far := float32(zone.Y0+zone.H()*0.3), float32(little.Y0), float32(big.Y0)-over
	edge := float32(big.Y1)
	if great == 1 {
		y, near, far, edge = float32(zone.Y1-zone.H()*0.3), float32(little.Y1), float32(big.Y1)+over, float32(big.Y0)
	}
	m, w := &p.front, p.small(3, 2.2)
	role, end := sheet.Record, p.now.Break
	switch {
	case sh.Verdict == film.Violation && end > 0:
		role = sheet.Bad
	case sh.Verdict == film.Inconclusive:
		role = sheet.Paper
	}
	c := p.colours[role]
	switch most := at(playback.Share(sh, great, 1)); {
	case sh.Verdict == film.NoViolation && end > 0: // it holds: one calm glow
		glow := c.Fade(end*(1-end) + 0.1)
		m.Line(to, edge, to, far, 9*p.weight, glow)
	case sh.Verdict == film.Violation && most > to: // what the claim does not allow is crossed out
		p.hatch(m, to, float32(big.Y0), to+(most-to)*end, float32(big.Y1), c.Fade(0.9))
	case sh.Verdict == film.Inconclusive:
		m.Disc(to, far, 3*p.weight, c)
	}
	m.Line(from, near, from, y, w, c)
	m.Line(from, y, to, y, w, c)
	m.Line(to, y, to, far, w, c)
	// What the claim allows is said beside the bracket's start, in as many words
	// as fit.
	size, text, align := p.small(13.5, 10.5), "", int8(-1)
	right, left := zone.X1-float64(from)-6, float64(from)-6-zone.X0
	for _, text = range p.words.claim {
		if wide := 1.1 * axis.Width(text, float64(size)); wide <= max(right, left) { // some typefaces run wide
			if wide > right {
				align = 1
			}
			break
		}
	}
	x := float64(from) - 6*float64(align)
	ty := zone.Y1 - zone.H()*0.28
	if great == 1 {
		ty = zone.Y0 + zone.H()*0.28
	}
	p.label(p.fit(Label{Text: text, Style: Axis, Role: string(role), X: x, Y: ty, Align: align, Size: size,
		Max: max(left, right), Alpha: t}))
}

// badge draws the verdict.
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
	c := p.colours[role]
	r, size := p.layout.Badge, p.small(21, 14)
	grow := 0.8 + 0.2*t + 0.25*t*(1-t) // a little over, then back
	high := float32(r.H())
	text := p.words.badge
	if room := float32(r.W()) - high*1.35; room < 1.15*float32(axis.Width(text, float64(size))) {
		size = max(room/(1.15*float32(axis.Width(text, 1))), 9)
	}
	wide := float32(math.Min(1.15*axis.Width(text, float64(size))+float64(high)*1.35, r.W()))
	cx, cy := float32(r.X0)+wide/2, float32((r.Y0+r.Y1)/2)
	x0, y0, x1, y1 := cx-wide/2*grow, cy-high/2*grow, cx+wide/2*grow, cy+high/2*grow
	m.Fill(cx, cy, m.RoundRect(x0, y0, x1, y1, high/2, 1), p.card.Fade(t))
	m.Fill(cx, cy, m.RoundRect(x0, y0, x1, y1, high/2, 1), c.Fade(0.13*t))
	m.Stroke(m.RoundRect(x0, y0, x1, y1, high/2, 1.6*p.weight), c.Fade(t), true)
	ix, k := x0+high*0.5*grow, high*0.30*grow
	m.Disc(ix, cy, k, c.Fade(t))
	ground := p.card.Fade(t)
	w := max(high*0.065, 1.6) * p.weight
	switch sh.Verdict {
	case film.Violation:
		d := k * 0.42
		m.Line(ix-d, cy-d, ix+d, cy+d, w, ground)
		m.Line(ix-d, cy+d, ix+d, cy-d, w, ground)
	case film.NoViolation:
		m.Circle(ix, cy, k*0.45, w, ground)
	default:
		p.label(Label{Text: "?", Style: Badge, Role: "card", X: float64(ix), Y: float64(cy), Size: k * 1.35, Alpha: t})
	}
	p.label(Label{Text: text, Style: Badge, Role: string(role), X: float64(ix + k + high*0.2), Y: float64(cy),
		Align: -1, Size: size, Max: float64(wide), Alpha: t})
	b := p.layout.Bound
	p.label(p.fit(Label{Text: p.words.bound, Style: Axis, Role: "ink", X: b.X0 + 2, Y: (b.Y0 + b.Y1) / 2, Align: -1,
		Size: p.small(14, 11), Max: b.W(), Alpha: t}))
}
