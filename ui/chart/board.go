package chart

import (
	"encoding/json"
	"maps"
	"math"
	"time"

	js "github.com/vugu/vugu/js"

	"indistinct/core/lang"
	"indistinct/core/sheet"
	"indistinct/ui/palette"
)

// Board holds the plots that are on the page, draws them and answers pointer
// and keys. It keeps drawing apart from vugu's rendering: a chart is drawn
// again only when its data, its language or its width changed, and a read-out changes two
// elements and nothing else.
//
// Only what is in sight, or nearly, is drawn, and not for long at a time: the
// rest follows when the page is at rest or is scrolled. Charts go by the ids of
// their elements, which public/charts.js finds.
type Board struct {
	l      *lang.Language
	plots  map[string]*pinned
	wanted map[string]*sheet.Chart // what a render has put into the elements of these ids
	later  map[string]*sheet.Chart
}

type pinned struct {
	plot  *Plot
	scale float64 // pixels of the page for each of the plot's
	place int     // last place read, −1 before
}

func NewBoard() *Board {
	return &Board{plots: map[string]*pinned{}, wanted: map[string]*sheet.Chart{}, later: map[string]*sheet.Chart{}}
}

// SetLanguage says all charts in a language from the next render on.
func (b *Board) SetLanguage(l *lang.Language) { b.l = l }

// Draw is called after each render: from now on More draws what was pinned and
// does not stand there yet; the rest is forgotten.
func (b *Board) Draw() {
	maps.DeleteFunc(b.plots, func(id string, _ *pinned) bool { return b.wanted[id] == nil })
	b.later, b.wanted = b.wanted, b.later
	clear(b.wanted)
}

const (
	spell = 4 * time.Millisecond // of drawing at a time
	near  = 300.0                // px beyond the window that count as in sight
)

// browser is what public/charts.js offers.
func browser() js.Value { return js.Global().Get("indistinctCharts") }

// measures are what it finds out about the page, in its pixels.
type measures struct {
	Height  float64 `json:"height"`
	Letters float64 `json:"letters"`
	Charts  map[string]struct {
		Width  float64 `json:"width"`
		Top    float64 `json:"top"`
		Bottom float64 `json:"bottom"`
		Drawn  bool    `json:"drawn"`
	} `json:"charts"`
}

// More draws what is due, all of it or what is in sight; it reports whether it
// should be called again soon. The page's widths must be known.
func (b *Board) More(all bool) (more bool) {
	if len(b.later) == 0 {
		return false
	}
	ids := make([]any, 0, len(b.later))
	for id := range b.later {
		ids = append(ids, id)
	}
	var m measures
	if json.Unmarshal([]byte(browser().Call("measure", ids).String()), &m) != nil {
		return false
	}
	scale := math.Max(1, m.Letters/15)
	widths := map[string]float64{}
	for id, at := range m.Charts {
		if at.Width == 0 { // not laid out: another render will come
			continue
		}
		if p := b.plots[id]; at.Drawn && p != nil && p.plot.Chart == b.later[id] && p.plot.l == b.l &&
			p.scale == scale && p.plot.W == fitting(at.Width/scale) {
			delete(b.later, id)
			continue
		}
		if all || at.Top <= m.Height+near && at.Bottom >= -near {
			widths[id] = at.Width
		}
	}
	start := time.Now()
	for id, width := range widths {
		plot := New(b.l, b.later[id], id, width/scale, Variables)
		browser().Call("draw", id, plot.Picture(scale, "aria-hidden", "true").XML())
		b.plots[id] = &pinned{plot: plot, scale: scale, place: -1}
		delete(b.later, id)
		delete(widths, id)
		if !all && time.Since(start) > spell {
			break
		}
	}
	return len(widths) > 0
}

// Point reads out under a pointer, x pixels from the left of the element of that
// id.
func (b *Board) Point(id string, x float64) {
	if p := b.plots[id]; p != nil {
		b.showReading(id, p, p.plot.Nearest(x/p.scale))
	}
}

// Leave takes the read-out away.
func (b *Board) Leave(id string) {
	if p := b.plots[id]; p != nil {
		p.place = -1
		browser().Call("read", id, "", "")
	}
}

// Key moves the read-out; it reports whether the key meant something.
func (b *Board) Key(id, key string) bool {
	p := b.plots[id]
	if p == nil || len(p.plot.xs) == 0 {
		return false
	}
	last := len(p.plot.xs) - 1
	next := p.place
	switch key {
	case "ArrowRight":
		next++
	case "ArrowLeft":
		next--
		if p.place < 0 {
			next = last
		}
	case "PageDown":
		next += max(1, last/10)
	case "PageUp":
		next -= max(1, last/10)
	case "Home":
		next = 0
	case "End":
		next = last
	case "Escape":
		b.Leave(id)
		return true
	default:
		return false
	}
	b.showReading(id, p, min(max(next, 0), last))
	return true
}

// showReading moves a chart's cursor to a place and says what stands there.
func (b *Board) showReading(id string, p *pinned, place int) {
	r, ok := p.plot.Read(place)
	if !ok || place == p.place {
		return
	}
	p.place = place
	browser().Call("read", id, p.plot.cursor(r, Variables).XML(), p.plot.text(r))
}

// cursor is the picture of a reading: a line with a dot on each series, and at most three
// numbers, where it stands and what the first two series are there. The text of the reading
// has all of them, with their names.
func (p *Plot) cursor(r Reading, paint Paint) *Node {
	g := El("g", "class", "cursor", "pointer-events", "none")
	x := num(r.Px)
	g.Add(El("line", "x1", x, "x2", x, "y1", num(p.Frame[1]), "y2", num(p.Frame[3]), "stroke", paint(sheet.Ink),
		"stroke-opacity", "0.5"))
	number := func(v, x, y float64, anchor string, role sheet.Role) {
		g.Add(text(p.l.Text("chart.reading.number", "y", v), x, y, "text-anchor", anchor, "fill", paint(role),
			"font-size", num(letters), "font-weight", "600", "stroke", paint(palette.Card), "stroke-width", "4",
			"paint-order", "stroke"))
	}
	number(r.X, r.Px, p.Frame[3]+15, "middle", sheet.Ink)
	beside, anchor := r.Px+8, "start"
	if r.Px > (p.Frame[0]+p.Frame[2])/2 {
		beside, anchor = r.Px-8, "end"
	}
	var at []float64 // lines of the numbers
	for _, it := range r.Items {
		if it.Py != it.Py {
			continue
		}
		g.Add(El("circle", "cx", x, "cy", num(it.Py), "r", "4", "fill", paint(it.Role), "stroke", paint(palette.Card),
			"stroke-width", "1.5"))
		if it.Role == sheet.Muted || len(at) == 2 {
			continue
		}
		y := max(it.Py-6, p.Frame[1]+10)
		if len(at) > 0 && math.Abs(y-at[0]) < 14 {
			y = at[0] + 14
		}
		at = append(at, y)
		number(it.Value, beside, y, anchor, it.Role)
	}
	return g
}
