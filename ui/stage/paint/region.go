package paint

import (
	"indistinct/core/film"
	"indistinct/core/sheet"
	"indistinct/ui/axis"
	"indistinct/ui/stage/mesh"
	"indistinct/ui/stage/playback"
)

// The region of false alarms and misses, beside the releases: what the claim
// rules out, and where the counts put the event while they come in.

// region draws the square; its point comes in as the counters fill.
func (p *Run) region() {
	r := p.layout.Region
	if r.Empty() {
		return
	}
	sh, m, a := p.play.Show, &p.front, p.now.Enter
	at := func(x, y float64) mesh.Point { // of rates from 0 to 1
		return mesh.Point{X: float32(r.X0 + r.W()*x), Y: float32(r.Y1 - r.H()*y), W: 1, A: 1}
	}
	line := func(f, t mesh.Point, w float32, c mesh.Color) { m.Line(f.X, f.Y, t.X, t.Y, w*p.weight, c) }
	corner, end := playback.Corner(sh), 1-sh.Delta
	m.Begin()
	for _, q := range [4]mesh.Point{at(0, 0), at(0, end), at(corner, corner), at(end, 0)} {
		m.To(q.X, q.Y, 1, 1)
	}
	mid := at(corner/2, corner/2)
	m.Fill(mid.X, mid.Y, m.Path(), p.ink.Fade(0.13*a))
	if x := float32(p.ruledOut.X); x > 0 { // the key of what is ruled out, before its words
		y := float32(p.ruledOut.Y)
		m.Fill(x-11, y, m.RoundRect(x-16, y-5, x-6, y+5, 1.5, 1), p.ink.Fade(0.13*a))
		m.Stroke(m.RoundRect(x-16, y-5, x-6, y+5, 1.5, p.weight), p.ink.Fade(0.8*a), true)
	}
	line(at(0, end), at(corner, corner), 1.6, p.ink.Fade(0.8*a))
	line(at(corner, corner), at(end, 0), 1.6, p.ink.Fade(0.8*a))
	muted := p.colours[sheet.Muted].Fade(a)
	from, to := at(0, 1), at(1, 0)
	p.dashes(m, muted, from.X, from.Y, to.X, to.Y)
	line(at(0, 0), at(1, 0), 1.2, muted)
	line(at(0, 0), at(0, 1), 1.2, muted)

	if kept := p.play.Kept; kept != nil { // run A, as a ring
		x, y := kept[1], 1-kept[0]
		if y+x > 1 {
			x, y = 1-x, 1-y
		}
		q := at(x, y)
		m.Circle(q.X, q.Y, p.small(5, 4), 1.6*p.weight, p.colours[sheet.Leak].Fade(0.8*a))
	}
	t := p.now.Count * a
	if t <= 0 || sh.Drawn == 0 {
		return
	}
	x, y, lim := playback.Rates(sh)
	role := sheet.Leak
	if p.now.Break > 0 && sh.Verdict == film.Violation {
		role = sheet.Bad
	}
	c := p.colours[role]
	if lim[0][1] > 0 {
		lo, hi := at(lim[0][0], lim[1][0]), at(lim[0][1], lim[1][1])
		// A box of a hair's breadth is still seen.
		x0, y0, x1, y1 := lo.X-1.5, hi.Y-1.5, hi.X+1.5, lo.Y+1.5
		m.Box(x0, y0, x1, y1, 1.5, c.Fade(0.22*t))
		m.Stroke(m.RoundRect(x0, y0, x1, y1, 1.5, 1.2*p.weight), c.Fade(0.9*t), true)
	}
	dot := at(x, y)
	m.Disc(dot.X, dot.Y, p.small(6, 4.5), p.page.Fade(t))
	m.Disc(dot.X, dot.Y, p.small(4.5, 3.5), c.Fade(t))
}

// regionNames says what the square's axes and marks are.
func (p *Run) regionNames() {
	r := p.layout.Region
	if p.ruledOut = (Label{}); r.Empty() {
		return
	}
	k, w, size, most := p.layout.Size, p.s.Words, p.small(12, 11), p.layout.Badge.X1
	text := func(s string, x, y float64, align int8, role string, size float32) Label {
		l := p.fit(Label{Text: s, Style: Axis, Role: role, X: x, Y: y, Align: align, Size: size,
			Max: p.layout.Badge.W() / 1.15, Alpha: 1})
		l.Max = p.layout.Badge.W()
		p.fixed = append(p.fixed, l)
		return l
	}
	wide := func(l Label) float64 { return 1.06 * axis.Width(l.Text, float64(l.Size)) }
	if !p.layout.Small {
		text(w.Text("stage.region"), r.X0-16, r.Y0-36*k, -1, "ink", p.small(13, 11))
		text("0", r.X0-9, r.Y1+9*k, 0, "soft", size)
		blindly := Label{Text: w.Text("stage.region.blindly"), Size: size}
		text(blindly.Text, min(r.X0+r.W()*0.54, most-wide(blindly)), r.Y0+r.H()*0.38, -1, "soft", size)
	}
	misses := text(w.Text("stage.region.misses"), r.X0-8, r.Y0-12*k, -1, "soft", size)
	// The key stands clear of the axis's name, at the square's end where it fits there.
	out := Label{Text: w.Text("stage.region.ruled-out"), Style: Axis, X: misses.X + wide(misses) + 27, Y: misses.Y,
		Align: -1, Size: size}
	out.Max = most - out.X
	if out = p.fit(out); wide(out) <= out.Max+0.5 {
		out.X = max(r.X1-wide(out), out.X)
		p.text(out)
		p.ruledOut = out
	}
	alarms := Label{Text: w.Text("stage.region.alarms"), Size: size}
	end := r.X1
	if wide := wide(alarms); wide > r.W() { // it goes on to the right
		end = min(r.X0+wide, most)
	}
	text(alarms.Text, end, r.Y1+2.5+float64(size), 1, "soft", size)
	text("1", r.X0-9, r.Y0+5*k, 0, "soft", size)
	text("1", r.X1+9, r.Y1-1, 0, "soft", size)
}
