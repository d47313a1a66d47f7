// Package paint turns a stage into triangles and labels: one batch of triangles
// for each view and one over all, so that a frame is a handful of draw calls.
// It is a pure function of the stage; it imports no graphics library, and a
// frame like the one before allocates nothing.
//
// Texts are not drawn into the canvas but handed out as labels, which the page
// lays over it as HTML: the browser's own type is crisp at any pixel ratio,
// knows every letter and symbol, costs no download, and labels are few and
// mostly stand still.
package paint

import (
	"cmp"

	"indistinct/core/film"
	"indistinct/core/sheet"
	"indistinct/ui/palette"
	"indistinct/ui/stage"
	"indistinct/ui/stage/clock"
	"indistinct/ui/stage/layout"
	"indistinct/ui/stage/mesh"
)

// Batch is triangles with the rectangle, in CSS pixels, that clips them.
type Batch struct {
	Mesh *mesh.Mesh
	Clip layout.Rect
	Blend
}

// Blend is how triangles meet what lies below them.
type Blend uint8

// Over covers; Darken and Lighten add up, so that places where much lies on top
// of each other, of one colour or of two, stand out on a light and on a dark
// ground.
const (
	Over Blend = iota
	Darken
	Lighten
)

// Style is the look of a label; the page's style sheet has a class for each.
type Style string

const (
	Caption Style = "caption" // the name of a view
	Clock   Style = "clock"   // the time
	Tick    Style = "tick"    // numbers along axes, scale bars
	Axis    Style = "axis"    // names of axes
	Button  Style = "button"  // brings a view forward
	Name    Style = "name"    // what is under the pointer
	Word    Style = "word"    // texts of the film
	Tag     Style = "tag"     // labels with leaders
	Count   Style = "count"   // the numbers of a show
	Badge   Style = "badge"   // its verdict
)

// Label is a text laid over the canvas, in the browser's own type.
type Label struct {
	Text  string // letters of symbols have marks before them: see package layout
	Style Style
	Role  string  // a role or surface of the palette: the colour
	X, Y  float64 // CSS pixels; Y is the middle of the line, of a Clock its top
	Align int8    // −1: X is the left end, 0: the middle, 1: the right end
	Size  float32 // height of Word in CSS pixels, 0: the style's own
	Max   float64 // longest width in CSS pixels, 0: any; the rest is cut with an ellipsis
	Alpha float32
}

// Painter keeps what it reuses from frame to frame.
type Painter struct {
	base, over, top mesh.Mesh
	cards           []mesh.Mesh
	named           float64 // end of the upright axis's name, on whose line the time stands
	bars            []bar
	worded          float64 // how far from a lens's middle its last words stand, px
	sample          []float32
	inks
}

// inks are what is drawn, and with it: a theme's colours and the factor on its lines.
type inks struct {
	s               *stage.Stage
	batches         []Batch
	labels          []Label
	key             key
	colours         map[sheet.Role]mesh.Color
	page, card      mesh.Color
	line, soft, ink mesh.Color
	weight          float32
	kind            float64 // factor on its type
	phone           bool    // the canvas is small
	spare           float32 // by how much a film's smallest letters are smaller than a run's
	fixed           []Label // labels that stay while the layout does
}

// take makes them a theme's.
func (k *inks) take(t palette.Theme) {
	if k.colours == nil {
		k.colours = map[sheet.Role]mesh.Color{}
	}
	k.weight, k.kind = t.Weight(), t.Type()
	for _, r := range append(palette.Names, "") {
		c := palette.Of(t, r)
		k.colours[r] = mesh.Color{R: float32(c.R) / 255, G: float32(c.G) / 255, B: float32(c.B) / 255, A: 1}
	}
	k.page, k.card, k.line = k.colours[palette.Page], k.colours[palette.Card], k.colours[palette.Line]
	k.soft, k.ink = k.colours[palette.Soft], k.colours[sheet.Ink]
}

// key is what the fixed labels depend on: a film, or a show and the run that it is held against.
type key struct {
	of, beside any
	w, h, dpr  float64
	theme      palette.Theme
	tab        int
	words      *layout.Words
}

// begin begins a picture on some meshes, and reports whether the fixed labels have to be made anew.
func (k *inks) begin(s *stage.Stage, of, beside any, on ...*mesh.Mesh) (anew bool) {
	k.s, k.batches, k.labels = s, k.batches[:0], k.labels[:0]
	for _, m := range on {
		m.Reset(float32(s.DPR))
	}
	now := key{of: of, beside: beside, dpr: s.DPR, theme: s.Theme, tab: s.Tab, words: s.Words}
	now.w, now.h = s.Size()
	if anew = k.key != now; anew {
		k.key, k.fixed = now, k.fixed[:0]
		k.take(s.Theme)
	}
	return anew
}

func New() *Painter { return &Painter{inks: inks{spare: 1.5}} }

// Frame draws the stage. What it returns holds until the next call.
func (p *Painter) Frame(s *stage.Stage) ([]Batch, []Label) {
	if s.Film == nil {
		return nil, nil
	}
	if p.begin(s, s.Film, nil, &p.base, &p.over, &p.top) {
		p.phone = s.Layout.Small
		p.bars = make([]bar, len(s.Film.Views))
		p.captions()
		p.axes()
	}
	f, at := s.Film, s.Clock.Shown()
	for len(p.cards) < len(f.Views) {
		p.cards = append(p.cards, mesh.Mesh{})
	}

	p.view(&p.base, 0, at)
	p.batches = append(p.batches, Batch{Mesh: &p.base, Clip: s.Layout.Panels[0].Clip})

	for i := 1; i < len(f.Views); i++ {
		if f.Views[i].Place == film.Lens {
			x, y, r := p.round(i)
			p.over.Disc(x, y, r, p.card)
			continue
		}
		if r := s.Layout.Panels[i].Frame; !r.Empty() {
			panel(&p.over, r, 8, p.weight, p.card, p.line)
		}
	}
	p.batches = append(p.batches, Batch{Mesh: &p.over, Clip: layout.Rect{X1: s.Layout.W, Y1: s.Layout.H}})
	for i := 1; i < len(f.Views); i++ {
		m := &p.cards[i]
		m.Reset(float32(s.DPR))
		p.view(m, i, at)
		if f.Views[i].Place == film.Lens {
			x, y, r := p.round(i) // what was drawn outside the circle is covered
			h := m.Half()
			m.Radial(x, y, p.page, []mesh.Stop{{R: r - 1 - h, A: 0}, {R: r - 1 + h, A: 1}, {R: 1.5 * r, A: 1}})
		}
		p.batches = append(p.batches, Batch{Mesh: m, Clip: s.Layout.Panels[i].Clip})
	}

	for i := range f.Views {
		p.scaleBar(i, at)
	}
	p.tabs()
	p.pointer()
	// Where another view has the whole canvas, there is no room for the caption.
	if c := s.Words.Say(clock.Caption(f, at)); c != "" && !s.Layout.Panels[0].Frame.Empty() {
		// A caption may be a sentence: it wraps within the room of the main view.
		l := Label{Text: c, Style: Clock, Role: "ink", X: 14, Y: 11, Align: -1, Alpha: 1}
		if s.Layout.Small {
			l.Size = 12.5 * p.weight
		}
		if f.Views[0].Equal {
			l.Max = max(s.Layout.Free.W()-28, 100)
			if s.Words.Say(f.Views[0].Name) != "" && len(s.Layout.Tabs) == 0 {
				l.Y = 30
			}
		} else {
			l.X, l.Y, l.Align = s.Layout.Panels[0].Frame.X1-14, 7, 1
			l.Size = cmp.Or(l.Size, float32(14*p.kind))
			l.Max = l.X - p.named - 12
			l = p.fit(l)
		}
		p.label(l)
	}
	p.batches = append(p.batches, Batch{Mesh: &p.top, Clip: layout.Rect{X1: s.Layout.W, Y1: s.Layout.H}})
	p.labels = append(p.labels, p.fixed...)
	if n := s.Named; n.Text != "" { // after all others, which it covers
		p.label(Label{Text: s.Words.Say(n.Text), Style: Name, Role: "ink", X: n.X, Y: n.Y, Max: s.Layout.W, Alpha: 1})
	}
	return p.batches, p.labels
}

// text adds a label that stays, in soft ink where it has no role, in smaller type where it must be.
func (k *inks) text(l Label) {
	if l.Role, l.Alpha = cmp.Or(l.Role, "soft"), 1; l.Text != "" {
		k.fixed = append(k.fixed, k.fit(l))
	}
}

func (k *inks) label(l Label) { k.labels = append(k.labels, l) }

// panel draws a rectangle with rounded corners and an outline of a width.
func panel(m *mesh.Mesh, r layout.Rect, radius, width float32, ground, outline mesh.Color) {
	x0, y0, x1, y1 := float32(r.X0), float32(r.Y0), float32(r.X1), float32(r.Y1)
	m.Box(x0, y0, x1, y1, radius, ground)
	m.Stroke(m.RoundRect(x0, y0, x1, y1, radius, width), outline, true)
}

// pointer draws what is under the pointer and what is being dragged.
func (p *Painter) pointer() {
	s, m := p.s, &p.top
	h := s.Hover
	if s.Dragging() {
		h = s.Drag
	}
	if h.Handle == "" || h.View >= len(s.Film.Views) || h.Layer >= len(s.Film.Views[h.View].Layers) {
		return
	}
	l := &s.Film.Views[h.View].Layers[h.Layer]
	r := p.size(l)/2 + 6
	c := p.colours[l.Role]
	x, y := float32(h.X), float32(h.Y)
	m.Disc(x, y, r, c.Fade(0.14))
	m.Circle(x, y, r, 1.5*p.weight, c.Fade(0.9))
	if (s.Dragging() || s.Pulls()) && l.Kind == film.Dots {
		p.marker(m, l, x, y, p.size(l)/2, c.Fade(0.8))
	}
	if s.Pulls() {
		p.hand(m, x, y, 8.5, p.ink)
	}
}
