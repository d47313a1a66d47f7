package figure

import (
	"math"
	"strconv"
	"strings"
	"time"

	js "github.com/vugu/vugu/js"

	"indistinct/core/sheet"
)

// Board holds the plots that are on the page, draws them and answers pointer
// and keys. It keeps drawing apart from vugu's rendering: a chart is drawn
// again only when its data or its width changed, and a read-out changes two
// elements and nothing else.
//
// Only what is in sight, or nearly, is drawn, and not for long at a time: the
// rest follows when the page is at rest or is scrolled.
type Board struct {
	plots  map[string]*pinned
	wanted map[string]want
	later  map[string]want
}

type pinned struct {
	plot  *Plot
	el    js.Value
	scale float64 // pixels of the page for each of the plot's
	place int     // last place read, −1 before
}

type want struct {
	chart *sheet.Chart
	el    js.Value
}

// NewBoard returns an empty board.
func NewBoard() *Board {
	return &Board{plots: map[string]*pinned{}, wanted: map[string]want{}, later: map[string]want{}}
}

// Pin says, during a render, that chart c belongs into the element el of the
// given id.
func (b *Board) Pin(id string, c *sheet.Chart, el js.Value) { b.wanted[id] = want{c, el} }

// Draw is called after each render: from now on More draws what was pinned and
// does not stand there yet; the rest is forgotten.
func (b *Board) Draw() {
	for id := range b.plots {
		if _, ok := b.wanted[id]; !ok {
			delete(b.plots, id)
		}
	}
	b.later, b.wanted = b.wanted, b.later
	clear(b.wanted)
}

const (
	spell = 4 * time.Millisecond // of drawing at a time
	near  = 300.0                // px beyond the window that count as in sight
)

// More draws what is due, all of it or what is in sight; it reports whether it
// should be called again soon. The page's widths must be known.
func (b *Board) More(all bool) (more bool) {
	if len(b.later) == 0 {
		return false
	}
	window := js.Global().Get("window")
	height := window.Get("innerHeight").Float()
	root := window.Call("getComputedStyle", js.Global().Get("document").Get("documentElement")).Get("fontSize").String()
	letters, _ := strconv.ParseFloat(strings.TrimSuffix(root, "px"), 64)
	scale := math.Max(1, letters/15)
	// Everything is measured before anything is drawn: the browser lays the page
	// out once.
	widths := map[string]float64{}
	for id, w := range b.later {
		width := w.el.Get("clientWidth").Float()
		if width == 0 { // not laid out: another render will come
			continue
		}
		stands := w.el.Get("plotId")
		if p := b.plots[id]; p != nil && p.plot.Chart == w.chart && p.scale == scale && p.plot.W == fitting(width/scale) &&
			stands.Truthy() && stands.String() == id && w.el.Get("firstElementChild").Truthy() {
			p.el = w.el
			delete(b.later, id)
			continue
		}
		if box := w.el.Call("getBoundingClientRect"); all || box.Get("top").Float() <= height+near && box.Get("bottom").Float() >= -near {
			widths[id] = width
		}
	}
	start := time.Now()
	for id, width := range widths {
		b.draw(id, b.later[id], width, scale)
		delete(b.later, id)
		delete(widths, id)
		if !all && time.Since(start) > spell {
			break
		}
	}
	return len(widths) > 0
}

func (b *Board) draw(id string, w want, width, scale float64) {
	plot := New(w.chart, id, width/scale, Variables)
	svg := *plot.Tree
	svg.Attr = append([]string(nil), svg.Attr...)
	for i := 0; i+1 < len(svg.Attr); i += 2 {
		switch svg.Attr[i] {
		case "width":
			svg.Attr[i+1] = num(plot.W * scale)
		case "height":
			svg.Attr[i+1] = num(plot.H * scale)
		}
	}
	svg.Attr = append(svg.Attr, "aria-hidden", "true")
	w.el.Set("innerHTML", svg.XML()) // every text in it is escaped
	w.el.Set("plotId", id)
	b.plots[id] = &pinned{plot: plot, el: w.el, scale: scale, place: -1}
	b.say(b.plots[id], "")
}

// Point reads out under a pointer at clientX over the element of that id.
func (b *Board) Point(id string, clientX float64) {
	p := b.plots[id]
	if p == nil {
		return
	}
	left := p.el.Call("getBoundingClientRect").Get("left").Float()
	b.read(p, p.plot.Nearest((clientX-left)/p.scale))
}

// Leave takes the read-out away.
func (b *Board) Leave(id string) {
	if p := b.plots[id]; p != nil {
		p.place = -1
		b.cursor(p, nil)
		b.say(p, "")
	}
}

// Key moves the read-out; it reports whether the key meant something.
func (b *Board) Key(id, key string) bool {
	p := b.plots[id]
	if p == nil || p.plot.Places() == 0 {
		return false
	}
	last := p.plot.Places() - 1
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
	b.read(p, min(max(next, 0), last))
	return true
}

func (b *Board) read(p *pinned, place int) {
	r, ok := p.plot.Read(place)
	if !ok || place == p.place {
		return
	}
	p.place = place
	b.cursor(p, &r)
	b.say(p, r.Text(p.plot.Chart.X))
}

// cursor draws the line and the dots of a reading.
func (b *Board) cursor(p *pinned, r *Reading) {
	svg := p.el.Get("firstElementChild")
	if !svg.Truthy() {
		return
	}
	if old := svg.Call("querySelector", ".cursor"); old.Truthy() {
		old.Call("remove")
	}
	if r == nil {
		return
	}
	svg.Call("insertAdjacentHTML", "beforeend", p.plot.Cursor(*r, Variables).XML())
}

// Cursor is the picture of a reading: a line with a dot on each series.
func (p *Plot) Cursor(r Reading, paint Paint) *Node {
	g := El("g", "class", "cursor", "pointer-events", "none")
	x := num(r.Px)
	g.Add(El("line", "x1", x, "x2", x, "y1", num(p.Frame[1]), "y2", num(p.Frame[3]), "stroke", paint(sheet.Ink), "stroke-opacity", "0.5"))
	for _, it := range r.Items {
		if it.Py == it.Py {
			g.Add(El("circle", "cx", x, "cy", num(it.Py), "r", "4", "fill", paint(it.Role), "stroke", paint(Ground), "stroke-width", "1.5"))
		}
	}
	return g
}

// say writes the reading into the element that follows the plot.
func (b *Board) say(p *pinned, s string) {
	if out := p.el.Get("nextElementSibling"); out.Truthy() {
		out.Set("textContent", s)
	}
}
