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
	Close bool        // a canvas that is small for its large letters: less air about them
	Flat  bool        // a narrow and low one: the axis's name among its ticks, the line beside the badge
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
	Claim            layout.Rect // between the two bars: the bracket
	Badge            layout.Rect
	Bound            layout.Rect // the line below the badge
	// Region is the square of false alarms and misses; empty where there is no
	// room for it.
	Region layout.Rect
}

// Row is the counter of one input.
type Row struct {
	Text layout.Rect
	Bar  layout.Rect
}

// around is what the region's title and the names of its axes take above and
// below it, and the least side at which it can be read; a small canvas has no
// title.
func (l *Layout) around() (over, foot, least float64) {
	switch {
	case l.Small:
		return 22 * l.Size, 16 * l.Size, 70
	case l.Close:
		return 50 * l.Size, 20 * l.Size, 96
	}
	return 54 * l.Size, 26 * l.Size, 130
}

// Arrange places a show on a canvas of w × h CSS pixels: the releases with the
// counters beside them, or above them where the canvas is narrow and not flat.
// weight is the theme's: type is so many times larger in it.
func Arrange(s *film.Show, words *layout.Words, w, h, weight float64) Layout {
	w, h = max(w, 80), max(h, 80)
	l := Layout{W: w, H: h, Small: w < 520 || h < 340, Size: weight}
	margin, head, line, bar, zone, badge := 8.0, 20.0, 18.0, 11.0, 30.0, 28.0
	if !l.Small {
		l.Size = min(max(min(w/1000, h/600), 1), 1.5) * weight
		margin, head, line, bar, zone, badge = 20, 26*l.Size, 34*l.Size, 26*l.Size, 56*l.Size, 48*l.Size
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
	square := 0.0
	gap, apart, under := 26.0, 6*l.Size, 22*l.Size // above the badge, between it and the line below it, and that line
	more := 0.0                                    // what the event takes beyond a line
	rows := 2*line + 2*bar + zone
	if w > 1.15*h && w >= 360 || w > 1.6*h && w >= 280 {
		cut := min(0.6*w, w-300)
		if l.Small {
			cut = 0.56 * w
		}
		// As high as the counters, the badge and the region are together.
		want := 0.0
		arrange := func() (fits bool) {
			want = rows + gap + badge + apart + under
			over, foot, least := l.around()
			square = min(h-2*margin-want-over-foot, 0.8*(w-cut-2*margin), 380)
			if fits = square >= least; fits {
				want += over + square + foot
			} else {
				square = 0
			}
			return fits
		}
		if !arrange() && !l.Small {
			l.Close = true
			margin, line, bar, zone, badge = 12, 29*l.Size, 18*l.Size, 42*l.Size, 38*l.Size
			gap, apart, under = 14, 3*l.Size, 18*l.Size
			rows = 2*line + 2*bar + zone
			arrange()
		}
		top := max((h-want)*0.42, margin)
		side = layout.Rect{X0: cut + margin, Y0: top, X1: w - margin, Y1: h - margin}
		l.Plot = layout.Rect{X0: margin + left, Y0: margin + 2*head, X1: cut - 6, Y1: h - margin - below}
		l.Head = layout.Rect{X0: margin, Y0: margin - 4, X1: cut, Y1: margin - 4 + head}
	} else {
		apart = 0
		want := rows + 8 + badge + 24*l.Size
		if l.Flat = h < 300; l.Flat { // the releases need what the rest can spare
			line, bar, zone, under = 16*l.Size, 9, 24*l.Size, 0
			want = 2*line + 2*bar + zone + 4 + badge
			more = 5
			if s.Form != film.Bars { // the words take a row of their own
				below = 18
			}
		}
		top := max(h-want-margin/2, 0.42*h)
		side = layout.Rect{X0: margin, Y0: top, X1: w - margin, Y1: h - margin/2}
		l.Plot = layout.Rect{X0: margin + left, Y0: 4 + 2*head + more, X1: w - margin, Y1: top - below - 6}
		l.Head = layout.Rect{X0: margin, Y0: 4, X1: w - margin, Y1: 4 + head}
	}
	// Names of events are long: more lines over a narrow plot.
	l.Event = layout.Rect{X0: l.Plot.X0, Y0: l.Head.Y1, X1: l.Plot.X1, Y1: l.Head.Y1 + head + more}
	if l.Small || l.Close {
		l.Event.X0 = margin + 8
	}
	if l.Plot.W() < 660*l.Size && l.Plot.H() > 0.3*h+0.8*head {
		l.Plot.Y0 += 0.8 * head
		l.Event.Y1 += 0.8 * head
	}
	if s.Form == film.Bars && l.long(s.Words, words) {
		l.key(s.Words, words, below)
	}
	if l.Plot.Y1 < l.Plot.Y0+30 {
		l.Plot.Y1 = l.Plot.Y0 + 30
	}
	y := side.Y0
	row := func(high float64) layout.Rect {
		r := layout.Rect{X0: side.X0, Y0: y, X1: side.X1, Y1: y + high}
		y += high
		return r
	}
	l.Rows[0].Text = row(line)
	l.Rows[0].Bar = row(bar)
	l.Claim = row(zone)
	l.Rows[1].Bar = row(bar)
	l.Rows[1].Text = row(line)
	if room := side.Y1 - y - badge - apart - under - 2*l.Size; room > 0 {
		y += min(room, gap)
	}
	l.Badge = row(badge)
	y += apart
	if l.Bound = l.Badge; l.Flat {
		l.Badge.X1 = side.X0 + 0.54*side.W()
		l.Bound.X0 = l.Badge.X1 + 4
	} else {
		l.Bound = row(under)
	}
	if square > 0 {
		over, _, _ := l.around()
		y += over
		l.Region = layout.Rect{X0: side.X0 + 16, Y0: y, X1: side.X0 + 16 + square, Y1: y + square}
	}
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

// Rates are the point of the region that the event stands for: who takes a
// release inside it for the record's, or outside it where it is likelier under
// the neighbour, raises so many false alarms and misses so often. The limits are
// those of both counts.
func Rates(s *film.Show) (falseAlarms, misses float64, limits [2][2]float64) {
	x, y := Share(s, 1, 1), 1-Share(s, 0, 1)
	lx, ly := s.Limits[1], [2]float64{1 - s.Limits[0][1], 1 - s.Limits[0][0]}
	if Greater(s) == 1 {
		x, y = 1-x, 1-y
		lx, ly = [2]float64{1 - lx[1], 1 - lx[0]}, [2]float64{1 - ly[1], 1 - ly[0]}
	}
	return x, y, [2][2]float64{lx, ly}
}

// Corner is where the border of what the claim allows turns: with as many false
// alarms as misses, (1 − δ)/(1 + e^ε) of each (Kairouz, Oh & Viswanath 2015).
func Corner(s *film.Show) float64 { return (1 - s.Delta) / (1 + math.Exp(s.Epsilon)) }

// Claims say what the claim allows, in ever fewer words.
func Claims(s *film.Show) []lang.Message {
	factor := lang.Say("stage.factor", "factor", math.Exp(s.Epsilon))
	if s.Epsilon >= 12 { // the number says nothing
		factor = lang.Say("stage.factor.power", "eps", s.Epsilon)
	}
	if s.Delta > 0 {
		factor = lang.Say("stage.factor.delta", "factor", factor, "delta", s.Delta)
	}
	whole := lang.Say("stage.claim.whole", "notion", s.Notion, "claim", claim(s), "factor", factor)
	if s.Epsilon >= 12 && s.Notion == "" {
		whole = lang.Say("stage.claim.large", "factor", factor)
	}
	return []lang.Message{whole, lang.Say("stage.claim.short", "factor", factor), factor}
}

// claim is the number that is claimed.
func claim(s *film.Show) float64 {
	if s.Notion != "" {
		return s.Claimed
	}
	return s.Epsilon
}

// Bounds say what the run proved, in ever fewer words; the first says the claim too.
func Bounds(s *film.Show) []lang.Message {
	bound := lang.Above(s.Bound, claim(s))
	say := func(id string) lang.Message {
		return lang.Say(id, "notion", s.Notion, "bound", bound, "claim", claim(s))
	}
	if bound <= 0 {
		return []lang.Message{say("stage.bound.none.whole"), say("stage.bound.none"),
			lang.Say("stage.bound.none.short")}
	}
	return []lang.Message{say("stage.bound.whole"), say("stage.bound"), say("stage.bound.short")}
}

// Beside is what this run proved and, after it, what run A did.
func Beside(bound lang.Message, a *Kept) lang.Message {
	if a.Bound <= 0 {
		return lang.Say("stage.kept.none", "bound", bound)
	}
	return lang.Say("stage.kept", "bound", bound, "a", lang.Above(a.Bound, a.Claim))
}

// Badge is the verdict in words.
func Badge(v film.Verdict) lang.Message {
	switch v {
	case film.Violation:
		return lang.Say("stage.badge.violation")
	case film.NoViolation:
		return lang.Say("stage.badge.none")
	}
	return lang.Say("stage.badge.inconclusive")
}

// Bins counts the first n releases of a cloud of single numbers in equal bins
// from lo to hi; what lies outside counts in the first or the last.
func Bins(into []int, data []float32, n int, lo, hi float64) []int {
	clear(into)
	for _, v := range data[:min(n, len(data))] {
		b := int((float64(v) - lo) / (hi - lo) * float64(len(into)))
		into[min(max(b, 0), len(into)-1)]++
	}
	return into
}
