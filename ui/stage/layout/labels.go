package layout

import (
	"math"
	"slices"

	"indistinct/core/film"
	"indistinct/ui/axis"
)

// Tag is where a label stands: so many pixels from its anchor, which may move,
// to the middle of its text.
type Tag struct {
	Layer, Item int
	DX, DY      float64
	W, H        float64 // of the text, about
	Hidden      bool    // there is no room for it
}

// LabelSize returns the height of a label's text in CSS pixels.
func (l *Layout) LabelSize(a *film.Layer) float64 {
	switch {
	case a.Size > 0:
		return float64(a.Size) * l.Type
	case l.Small:
		return 12 * l.Type
	}
	return 13.5 * l.Type
}

// What a label must and should not cover.
type (
	spot   struct{ x, y, w float64 } // a mark, with the cost of covering it
	moment struct {                  // a key frame that is looked at
		k      int
		cam    Camera
		spots  []spot
		blocks []Rect
	}
)

// lookAt is how many key frames a place is judged by.
const lookAt = 10

// Tags finds places for the labels of each view. A label keeps its offset from
// its anchor for the whole film, so it is judged by key frames from all of it.
// before are the places of the film that this one replaces during a drag: a
// label stays where it was unless that has become bad.
func Tags(f *film.Film, l *Layout, before [][]Tag) [][]Tag {
	out := make([][]Tag, len(f.Views))
	for i := range f.Views {
		var old []Tag
		if i < len(before) {
			old = before[i]
		}
		if !l.Panels[i].Frame.Empty() {
			out[i] = viewTags(f, l, i, old)
		}
	}
	return out
}

func viewTags(f *film.Film, l *Layout, i int, before []Tag) []Tag {
	v := &f.Views[i]
	var out []Tag
	for j := range v.Layers {
		a := &v.Layers[j]
		if a.Kind != film.Labels {
			continue
		}
		n := a.Items(f.Steps)
		size := l.LabelSize(a)
		for item := range n {
			wide := 0.0
			for t := item; t < len(a.Text); t += n { // of all the texts that it may show
				wide = max(wide, axis.Width(l.Words.Say(a.Text[t]), size))
			}
			out = append(out, Tag{Layer: j, Item: item, W: wide + 6, H: size * 1.3})
		}
	}
	if len(out) == 0 {
		return nil
	}
	room := Room(f, l, i)
	frames := look(f, l, i, room)
	for range 3 { // from the second time each knows where the others went
		last := slices.Clone(out)
		for t := range out {
			var old *Tag
			if len(before) == len(out) && before[t].Layer == out[t].Layer && !before[t].Hidden {
				old = &before[t]
			}
			place(f, i, out, t, frames, room, old)
		}
		if slices.Equal(out, last) {
			break
		}
	}
	return out
}

// Room returns where the labels of a view may stand.
func Room(f *film.Film, l *Layout, i int) Rect {
	p := l.Panels[i]
	if i == 0 {
		return l.Free.Inset(3, 3, 3, 3)
	}
	r := p.Clip.Inset(2, 2, 2, 2)
	if f.Views[i].Place == film.Lens {
		return r
	}
	r.Y0 = min(max(r.Y0, p.Frame.Y0+caption+4), r.Y1-1) // clear of the card's caption
	return r
}

// look gathers what lies where in some key frames of a view.
func look(f *film.Film, l *Layout, i int, room Rect) []moment {
	v := &f.Views[i]
	n := min(f.Steps, lookAt)
	var out []moment
	for s := range n {
		k := 0
		if n > 1 {
			k = s * (f.Steps - 1) / (n - 1)
		}
		fr := moment{k: k, cam: NewCamera(v, l.Panels[i].Plot)}
		for j := range v.Layers {
			fr.gather(f, &v.Layers[j], k, fr.cam, l)
		}
		fr.spots = slices.DeleteFunc(fr.spots, func(p spot) bool { return !room.Has(p.x, p.y) })
		fr.blocks = append(fr.blocks, l.Taken...)
		if i == 0 {
			for _, p := range l.Panels[1:] {
				if !p.Frame.Empty() {
					fr.blocks = append(fr.blocks, p.Frame.Inset(-5, -5, -5, -5))
				}
			}
		}
		if v.Place == film.Lens {
			x, y := l.FactorAt(i)
			fr.blocks = append(fr.blocks, Rect{x - 22*l.Type, y - 8, x + 22*l.Type, y + 8})
		}
		if note := l.Words.Say(v.Note); note != "" {
			x, y := l.NoteEnd(v, i)
			fr.blocks = append(fr.blocks, Rect{x - axis.Width(note, 12*l.Type), y - 8, x, y + 8})
		}
		out = append(out, fr)
	}
	return out
}

// costs are what it costs a label to cover a mark of each kind, at each point of its outline.
var costs = map[film.Kind]float64{film.Dots: 0.6, film.Path: 0.9, film.Heat: 0.6, film.Disk: 0.5, film.Ring: 0.5,
	film.Ellipse: 0.5, film.Segments: 0.3, film.Quads: 0.3}

// gather adds what a layer shows at a key frame.
func (fr *moment) gather(f *film.Film, l *film.Layer, k int, cam Camera, lay *Layout) {
	d := l.Block(f.Steps, k)
	n := len(d) / l.Kind.Stride()
	every, w := max(n/80, 1), costs[l.Kind]
	if l.Kind == film.Path {
		every = max(n/200, 1)
	}
	marks(l, d, cam, every, 10, func(i int, x, y float64) {
		switch {
		case l.Kind == film.Labels:
		case l.Kind == film.Words:
			wide := axis.Width(lay.Words.Say(l.Text[i%len(l.Text)]), lay.LabelSize(l)) / 2
			fr.blocks = append(fr.blocks, Rect{x - wide, y - 9, x + wide, y + 9})
		case l.Kind == film.Heat:
			fr.spots = append(fr.spots, spot{x, y, w * float64(d[4*i+3])})
		case l.Kind == film.Dots && n <= 80:
			r, w := max(float64(l.Size), 8)/2, 2.0
			if l.Shape == film.Star { // what the picture is about
				w = 5
			}
			for _, o := range [5][2]float64{{}, {r, 0}, {-r, 0}, {0, r}, {0, -r}} {
				fr.spots = append(fr.spots, spot{x + o[0], y + o[1], w})
			}
		default:
			fr.spots = append(fr.spots, spot{x, y, w})
		}
	})
}

// marks calls do for points of the marks of every so manieth item of a layer with these
// numbers, on the canvas: for its place, or so many pixels apart on its lines.
func marks(l *film.Layer, data []float32, cam Camera, every int, apart float64, do func(item int, x, y float64)) {
	s := l.Kind.Stride()
	px := func(i int) (float64, float64) { return cam.Px(float64(data[i]), float64(data[i+1])) }
	for i := 0; (i+1)*s <= len(data); i += every {
		at := i * s
		along := func(from, to int) {
			x, y := px(from)
			qx, qy := px(to)
			n := min(math.Ceil(math.Hypot(qx-x, qy-y)/apart), 600/apart)
			for t := range int(n) {
				do(i, x+(qx-x)*float64(t)/n, y+(qy-y)*float64(t)/n)
			}
		}
		switch l.Kind {
		case film.Disk, film.Ring, film.Ellipse:
			a, b, angle := l.Kind.Oval(data[at:])
			es, ec := math.Sincos(float64(angle))
			for t := range 24 {
				sin, cos := math.Sincos(float64(t) * math.Pi / 12)
				u, v := float64(a)*cos, float64(b)*sin
				x, y := cam.Px(float64(data[at])+u*ec-v*es, float64(data[at+1])+u*es+v*ec)
				do(i, x, y)
			}
		case film.Segments:
			along(at, at+2)
		case film.Quads:
			for c := 0; c < 8; c += 2 {
				along(at+c, at+(c+2)%8)
			}
		default:
			if l.Kind == film.Path && i > 0 { // a steep flank has few points of its own
				along(at-every*s, at)
			}
			x, y := px(at)
			do(i, x, y)
		}
	}
}

// Distance returns how far a point of the canvas is from the edge of the nearest item of a layer
// with these numbers, px, and which that is; within where the point lies in an area.
func Distance(f *film.Film, l *film.Layer, data []float32, cam Camera, x, y float64) (near float64, item int) {
	size := float64(l.Px(f.Steps)) / 2
	near, at, box := math.Inf(1), -1, Rect{}
	marks(l, data, cam, 1, 3, func(i int, px, py float64) {
		d := math.Hypot(px-x, py-y) - size
		if i != at {
			at, box = i, Rect{px, py, px, py}
		}
		box = Rect{min(box.X0, px), min(box.Y0, py), max(box.X1, px), max(box.Y1, py)}
		switch l.Kind {
		case film.Heat:
			if d = max(d, within); data[4*i+3] < faint {
				return
			}
		case film.Disk, film.Quads:
			if math.Hypot((2*x-box.X0-box.X1)/box.W(), (2*y-box.Y0-box.Y1)/box.H()) <= 1 {
				d = min(d, within)
			}
		}
		if d <= near {
			near, item = d, i
		}
	})
	return near, item
}

// within is how far a point counts to be from an area in which it lies, px: what is drawn
// there is meant first. A faint spot is none.
const (
	within = 6
	faint  = 0.04
)

// Anchor returns where a label's item is at a time, on the canvas, and the
// radius at which its leader ends.
func Anchor(f *film.Film, l *film.Layer, item int, k int, cam Camera) (x, y, r float64) {
	d := l.Block(f.Steps, k)
	x, y = cam.Px(float64(d[3*item]), float64(d[3*item+1]))
	return x, y, float64(d[3*item+2])
}

// farthest is how far a label may be from the edge of its mark, px.
const farthest = 76

// place gives label t the best of many places round its anchor.
func place(f *film.Film, view int, all []Tag, t int, frames []moment, room Rect, old *Tag) {
	tag := &all[t]
	layer := &f.Views[view].Layers[tag.Layer]
	best, share := math.Inf(1), 1/float64(len(frames))
	tag.Hidden = true
	try := func(dx, dy, bonus float64) {
		c := bonus + math.Hypot(dx, dy)*0.012
		for i := range frames {
			if c >= best {
				return
			}
			fr := &frames[i]
			c += share * fr.cost(f, view, all, t, layer, dx, dy, room, (best-c)/share)
		}
		if c < best {
			best = c
			tag.DX, tag.DY, tag.Hidden = dx, dy, c > 60
		}
	}
	if old != nil {
		if try(old.DX, old.DY, -1.5); best < 4 { // good enough: nothing jumps, and a drag goes on smoothly
			return
		}
	}
	_, _, r := Anchor(f, layer, tag.Item, frames[0].k, frames[0].cam)
	// Marks that no place reaches cost nothing, and are most of them.
	frames = slices.Clone(frames)
	w, h := r+farthest+tag.W+6, r+farthest+tag.H+6
	var spots []spot
	for i := range frames {
		fr, from := &frames[i], len(spots)
		x, y, _ := Anchor(f, layer, tag.Item, fr.k, fr.cam)
		around := Rect{x - w, y - h, x + w, y + h}
		for _, s := range fr.spots {
			if around.Has(s.x, s.y) {
				spots = append(spots, s)
			}
		}
		fr.spots = spots[from:]
	}
	for _, far := range [4]float64{12, 26, 46, farthest} {
		for a := range 16 {
			sin, cos := math.Sincos(float64(a) * math.Pi / 8)
			// The nearest point of the text is far from the mark's edge.
			dx, dy := cos*(r+far+tag.W/2*math.Abs(cos)), -sin*(r+far+tag.H/2*math.Abs(sin))
			if a == 4 || a == 12 { // straight above and below
				dx = 0
			}
			try(dx, dy, 0)
		}
	}
}

// cost is how bad a place is at a key frame: up to 1 for each mark covered, 100
// for each text or card, or for leaving the view. What is worse than the limit
// is not looked at further.
func (fr *moment) cost(f *film.Film, view int, all []Tag, t int, layer *film.Layer, dx, dy float64, room Rect,
	limit float64) float64 {
	tag := &all[t]
	ax, ay, r := Anchor(f, layer, tag.Item, fr.k, fr.cam)
	if !room.Has(ax, ay) {
		return 0 // it is not shown then
	}
	x, y := Keep(room, ax+dx, ay+dy, tag.W, tag.H)
	box := Rect{x - tag.W/2, y - tag.H/2, x + tag.W/2, y + tag.H/2}
	c := 0.25 * (math.Abs(x-ax-dx) + math.Abs(y-ay-dy)) // pushed back into the view
	if ax > box.X0-r && ax < box.X1+r && ay > box.Y0-r && ay < box.Y1+r {
		c += 100
	}
	if tag.W > room.W()+1 || tag.H > room.H()+1 {
		c += 100
	}
	for _, b := range fr.blocks {
		if box.meets(b) {
			c += 100
		}
	}
	lx, ly := nearest(box, ax, ay)
	for _, s := range fr.spots {
		if c >= limit {
			return c
		}
		if box.Has(s.x, s.y) {
			c += s.w
		}
		// A leader should not seem to lead to another mark.
		near := Rect{s.x - 5, s.y - 5, s.x + 5, s.y + 5}
		if s.w >= 1 && math.Hypot(s.x-ax, s.y-ay) > r+3 && near.cut(ax, ay, lx, ly) {
			c += 0.5 * s.w
		}
	}
	for o := range all {
		other := &all[o]
		if o == t || other.Hidden || other.DX == 0 && other.DY == 0 {
			continue
		}
		ol := &f.Views[view].Layers[other.Layer]
		ox, oy, _ := Anchor(f, ol, other.Item, fr.k, fr.cam)
		px, py := Keep(room, ox+other.DX, oy+other.DY, other.W, other.H)
		b := Rect{px - other.W/2, py - other.H/2, px + other.W/2, py + other.H/2}
		if box.Inset(-7, -5, -7, -5).meets(b) {
			c += 100
		}
		if b.cut(ax, ay, lx, ly) {
			c += 30
		}
		if nx, ny := nearest(b, ox, oy); box.cut(ox, oy, nx, ny) {
			c += 30
		}
	}
	return c
}

// Keep moves the middle of a text of w × h so that it stays within a room.
func Keep(room Rect, x, y, w, h float64) (float64, float64) {
	x = min(max(x, room.X0+w/2), max(room.X1-w/2, room.X0+w/2))
	y = min(max(y, room.Y0+h/2), max(room.Y1-h/2, room.Y0+h/2))
	return x, y
}

func (r Rect) meets(o Rect) bool {
	return !o.Empty() && r.X0 < o.X1 && r.X1 > o.X0 && r.Y0 < o.Y1 && r.Y1 > o.Y0
}

// nearest returns the point of a rectangle nearest to (x, y).
func nearest(r Rect, x, y float64) (float64, float64) {
	return min(max(x, r.X0), r.X1), min(max(y, r.Y0), r.Y1)
}

// Leader returns from where to where a label's leader runs, for a text of w × h
// at (x, y) and a mark of radius r at (ax, ay); ok is false where they touch.
func Leader(x, y, w, h, ax, ay, r float64) (x0, y0, x1, y1 float64, ok bool) {
	x0, y0 = nearest(Rect{x - w/2, y - h/2, x + w/2, y + h/2}, ax, ay)
	d := math.Hypot(ax-x0, ay-y0)
	if d < r+4 {
		return 0, 0, 0, 0, false
	}
	s := (d - r) / d
	return x0, y0, x0 + (ax-x0)*s, y0 + (ay-y0)*s, true
}

// cut reports whether a line passes through the rectangle.
func (r Rect) cut(x0, y0, x1, y1 float64) bool {
	for t := 0.05; t < 1; t += 0.1 {
		if r.Has(x0+(x1-x0)*t, y0+(y1-y0)*t) {
			return true
		}
	}
	return false
}
