package playback

import (
	"math"
	"slices"
	"strconv"

	"indistinct/core/film"
	"indistinct/core/lang"
	"indistinct/ui/axis"
	"indistinct/ui/stage/layout"
)

// Layout is where the parts of a show stand, in CSS pixels.
type Layout struct {
	W, H  float64
	Small bool        // a small canvas: smaller text
	Flat  bool        // a narrow and low one: the axis's name among its ticks
	Size  float64     // factor on the type, and on the room that it takes
	Head  layout.Rect // the names of the two inputs with their marks
	Event layout.Rect // the event in words, on as many lines as fit
	Plot  layout.Rect // the releases, within their axes
	// Key, where the names of bars are too long to stand below them, is where they
	// are listed, with their numbers, in so many columns and rows; empty elsewhere.
	// Where there is room for some, it is the first.
	Key              layout.Rect
	KeyCols, KeyRows int
	Rows             [2]Row      // the counters
	Scale            layout.Rect // below the bars: from nothing to how far both reach
	Claim            layout.Rect // what the claim allows, in words
	Badge            layout.Rect
}

// Row is the counter of one input.
type Row struct {
	Text layout.Rect
	Bar  layout.Rect
}

// Arrange places a show on a canvas of w × h CSS pixels: the releases with the
// counters beside them, or above them where the canvas is narrow and not flat.
// weight is the theme's: type is so many times larger in it.
func Arrange(s *film.Show, words *layout.Words, w, h, weight float64) Layout {
	w, h = max(w, 80), max(h, 80)
	l := Layout{W: w, H: h, Small: w < 520 || h < 340, Size: weight}
	margin, head, line, bar, scale, claim, badge := 8.0, 20.0, 19.0, 12.0, 15.0, 29.0, 28.0
	if !l.Small {
		l.Size = min(max(min(w/1000, h/600), 1), 1.5) * weight
		margin, head, line, bar = 20, 26*l.Size, 34*l.Size, 24*l.Size
		scale, claim, badge = 22*l.Size, 44*l.Size, 46*l.Size
	}
	left := 30.0
	if s.Form == film.Plane || s.Form == film.Stream {
		left = 44
	}
	below := 38 * l.Size // ticks and the axis's name
	if l.Small {
		left, below = left*0.8, 30
	}
	var side layout.Rect
	gap := 14.0 // above the badge
	more := 0.0 // what the event takes beyond a line
	rows := func() float64 { return 2*line + 2*bar + scale + claim }
	if w > 1.15*h && w >= 360 || w > 1.6*h && w >= 280 {
		cut := min(0.6*w, w-300)
		if l.Small {
			cut = 0.51 * w
		}
		want := rows() + gap + badge
		if !l.Small && (want > h-2*margin || w < 640) { // small for its letters: less air about them
			margin, line, bar, scale, claim, badge = 12, 29*l.Size, 16*l.Size, 17*l.Size, 34*l.Size, 36*l.Size
			gap = 6
			want = rows() + gap + badge
		}
		top := max((h-want)*0.42, margin)
		side = layout.Rect{X0: cut + margin, Y0: top, X1: w - margin, Y1: h - margin}
		l.Plot = layout.Rect{X0: margin + left, Y0: margin + 2*head, X1: cut - 6, Y1: h - margin - below}
		l.Head = layout.Rect{X0: margin, Y0: margin - 4, X1: cut, Y1: margin - 4 + head}
	} else {
		gap = 4
		if l.Flat = h < 300; l.Flat { // the releases need what the rest can spare
			line, bar, scale, claim, badge, gap = 16*l.Size, 9, 14, 14, 26, 2
			more = 5
			if s.Form != film.Bars { // the words take a row of their own
				below = 18
			}
		}
		top := max(h-rows()-gap-badge-margin/2, 0.42*h)
		side = layout.Rect{X0: margin, Y0: top, X1: w - margin, Y1: h - margin/2}
		l.Plot = layout.Rect{X0: margin + left, Y0: 4 + 2*head + more, X1: w - margin, Y1: top - below - 6}
		l.Head = layout.Rect{X0: margin, Y0: 4, X1: w - margin, Y1: 4 + head}
	}
	// Names of events are long: more lines over a narrow plot.
	l.Event = layout.Rect{X0: margin + 8, Y0: l.Head.Y1, X1: l.Plot.X1, Y1: l.Head.Y1 + head + more}
	if l.Plot.W() < 660*l.Size && l.Plot.H() > 0.3*h+0.8*head {
		l.Plot.Y0 += 0.8 * head
		l.Event.Y1 += 0.8 * head
	}
	if s.Form == film.Bars && l.long(s.Words, words) {
		l.key(s.Words, words, below)
	}
	l.Plot.Y1 = max(l.Plot.Y1, l.Plot.Y0+30)
	y := side.Y0
	row := func(high float64) layout.Rect {
		r := layout.Rect{X0: side.X0, Y0: y, X1: side.X1, Y1: y + high}
		y += high
		return r
	}
	for i := range l.Rows {
		l.Rows[i] = Row{Text: row(line), Bar: row(bar)}
	}
	l.Scale, l.Claim = row(scale), row(claim)
	y += max(min(side.Y1-y-badge-2*l.Size, gap), 0)
	l.Badge = row(badge)
	return l
}

// Type is the size of what stands below bars.
func (l *Layout) Type() float64 {
	if l.Small {
		return 10 * l.Size
	}
	return 11.5 * l.Size
}

// long reports whether names of bars do not fit below them. Numbers are no such
// names: where not all fit, some can be left out.
func (l *Layout) long(names []lang.Message, words *layout.Words) bool {
	wide := l.Plot.W() / float64(max(len(names), 1))
	return slices.ContainsFunc(names, func(m lang.Message) bool {
		name := words.Say(m)
		_, err := strconv.ParseFloat(name, 64)
		return err != nil && axis.Width(name, l.Type())+4 > wide
	})
}

// key makes room for a list of names, or of the first of them, below the bars'
// numbers; below is what the axis has taken.
func (l *Layout) key(names []lang.Message, words *layout.Words, below float64) {
	line, n := 1.25*l.Type(), len(names)
	least := 0.24 * l.H
	room := min(6, int((l.Plot.H()+below-least)/line)-2)
	l.KeyCols = 2
	if l.Small || n <= room && slices.ContainsFunc(names, func(m lang.Message) bool {
		return axis.Width(words.Say(m), l.Type())+24 > (l.Plot.X1-l.Head.X0)/2
	}) {
		l.KeyCols = 1
	}
	l.KeyRows = min((n+l.KeyCols-1)/l.KeyCols, room)
	if l.KeyRows < 1 {
		l.KeyRows = 0
		return
	}
	bottom := l.Plot.Y1 + below
	l.Plot.Y1 = bottom - line*(float64(l.KeyRows)+2)
	l.Key = layout.Rect{X0: l.Head.X0, Y0: l.Plot.Y1 + 1.6*line, X1: l.Plot.X1, Y1: bottom - 0.4*line}
}

// Share is the fraction of the test releases of an input that the event held,
// at a moment of the counters' filling.
func Share(s *film.Show, i int, count float32) float64 {
	if s.Drawn == 0 {
		return 0
	}
	return float64(s.Counts[i]) / float64(s.Drawn) * float64(count)
}

// Greater is the input of which the event held more.
func Greater(s *film.Show) int {
	if s.Counts[1] > s.Counts[0] {
		return 1
	}
	return 0
}

// Allowed is how often the greater may come up where the claim holds and the
// smaller comes up as often as it did: e^ε p + δ, at most 1.
func Allowed(s *film.Show) float64 {
	return min(math.Exp(s.Epsilon)*Share(s, 1-Greater(s), 1)+s.Delta, 1)
}

// Exceeds reports whether the greater came up more often than that.
func Exceeds(s *film.Show) bool { return Share(s, Greater(s), 1) > Allowed(s) }

// Full is how many test releases a whole bar stands for: both counts and what the claim
// allows fit, and so do the shares of run A's, if there is one.
func Full(s *film.Show, a *Kept) float64 {
	most := max(Share(s, Greater(s), 1), Allowed(s))
	if a != nil {
		most = max(most, a[0], a[1])
	}
	all := float64(max(s.Drawn, 1))
	for full := 1.0; full < all; full *= 10 {
		for _, step := range [...]float64{1, 2, 5} {
			if step*full >= max(most*all, 1) && step*full < all {
				return step * full
			}
		}
	}
	return all
}

// Claim says what the claim allows the greater count, in a sentence or short.
func Claim(s *film.Show, short bool) lang.Message {
	great, more := Greater(s), math.Ceil(s.Delta*float64(s.Drawn)-1e-9)
	factor := lang.Say("stage.factor", "factor", lang.Beside(math.Exp(s.Epsilon),
		(float64(s.Counts[great])-more)/float64(s.Counts[1-great])))
	if s.Epsilon >= 12 { // the number says nothing
		factor = lang.Say("stage.factor.power", "eps", s.Epsilon)
	}
	id, beyond := "stage.claim", ""
	switch {
	case short:
		id = "stage.claim.short"
	case s.Verdict == film.Violation && !Exceeds(s):
		beyond = "others"
	case s.Verdict != film.Violation && Exceeds(s):
		beyond = "chance"
	}
	return lang.Say(id, "factor", factor, "more", more, "beyond", beyond)
}

func Badge(v film.Verdict) lang.Message {
	switch v {
	case film.Violation:
		return lang.Say("stage.badge.violation")
	case film.NoViolation:
		return lang.Say("stage.badge.none")
	}
	return lang.Say("stage.badge.inconclusive")
}
