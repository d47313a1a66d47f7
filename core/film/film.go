// Package film is plain data for what the scene shows: a few views, each a box
// of world coordinates with layers of marks, at a number of steps in time. A
// laboratory computes the film; the scene plays it and computes no physics.
package film

import (
	"slices"

	"indistinct/core/lang"
	"indistinct/core/sheet"
)

// Film is a whole animation. It is a pure function of a Spec and, after a run,
// of its Report.
type Film struct {
	Steps int     `json:"steps"` // number of key frames, ≥ 1
	Rate  float64 `json:"rate"`  // key frames a second at speed 1
	Loop  bool    `json:"loop"`  // whether the last key frame leads back into the first
	// Hold is the step at which a still picture says most (for visitors who
	// prefer reduced motion, and as the poster).
	Hold  int          `json:"hold"`
	Views []View       `json:"views"` // the first fills the canvas; the others are lenses or charts
	Alt   lang.Message `json:"alt"`   // one sentence describing the picture
	// Clock is the caption of each step, Steps strings, or empty: "k = 3, t = 0.15 s".
	Clock []lang.Message `json:"clock,omitempty"`
}

// Place is where a view stands on the canvas.
type Place string

// The places. A strip runs along the bottom, below the main view. A lens is a round
// view, beside or below it, of what is enlarged about a point of the main view.
const (
	Main  Place = "main"
	Lens  Place = "lens"
	Strip Place = "strip"
	Side  Place = "side" // right third of the canvas
)

// View is a window on world coordinates.
type View struct {
	Name  lang.Message `json:"name"`            // shown as a small caption
	Short lang.Message `json:"short,omitempty"` // its name on a narrow button: "published"; empty: Name
	Place Place        `json:"place"`           //
	// About is the layer of the main view about whose first item a lens enlarges.
	About int        `json:"about,omitempty"`
	Box   [4]float64 `json:"box"` // xmin, ymin, xmax, ymax in world units; of a lens a square
	// Equal keeps one scale on both axes (a map); false stretches (a chart).
	Equal  bool         `json:"equal"`
	Unit   lang.Message `json:"unit,omitempty"`   // of both axes of a map: a scale bar is drawn
	XLabel lang.Message `json:"xlabel,omitempty"` // of a chart
	YLabel lang.Message `json:"ylabel,omitempty"` // empty: the vertical axis has no numbers
	// Bars says that the vertical axis of a chart stands for items, one below the
	// other: it has no numbers, and the other axis none below 0.
	Bars bool `json:"bars,omitempty"`
	// Note stands in the view's corner: "disk drawn ×100", "lanes not to scale".
	Note   lang.Message `json:"note,omitempty"`
	Layers []Layer      `json:"layers"`
}

// Kind is what a layer's numbers mean. Data holds, for each item:
//
//	Dots      x, y                         markers of Size px
//	Path      x, y                         one polyline through all items
//	Segments  x0, y0, x1, y1               separate lines
//	Disk      x, y, r                      filled circles, r in world units
//	Ring      x, y, r                      circle outlines
//	Ellipse   x, y, a, b, angle            outlines on a map, semi-axes in world units, radians
//	Quads     x0, y0, … x3, y3             filled quadrilaterals
//	Heat      x, y, r, value in [0, 1]     soft spots, r in world units, opacity by value
//	Words     x, y                         one of Text at each item; in a lens, below or above
//	                                       its middle, clear of the one before, farther out
//	Labels    x, y, r                      one of Text beside each item, joined to it by a leader that
//	                                       ends r px from the point; the scene finds a place where it
//	                                       covers neither marks nor other labels
type Kind string

// The kinds.
const (
	Dots     Kind = "dots"
	Path     Kind = "path"
	Segments Kind = "segments"
	Disk     Kind = "disk"
	Ring     Kind = "ring"
	Ellipse  Kind = "ellipse"
	Quads    Kind = "quads"
	Heat     Kind = "heat"
	Words    Kind = "words"
	Labels   Kind = "labels"
)

// kinds are how many numbers an item has of each kind, how many of these are coordinates, and
// the size in px of a layer that says none, 0 for a thin line.
var kinds = map[Kind]struct {
	stride, places int
	size           float32
}{
	Dots: {2, 2, 8}, Path: {2, 2, 1.8}, Segments: {4, 4, 1.2}, Disk: {3, 2, 1.5}, Ring: {3, 2, 1.5},
	Ellipse: {5, 2, 1.5}, Quads: {8, 8, 1}, Heat: {4, 2, 1}, Words: {2, 2, 13}, Labels: {3, 2, 1},
}

// Stride returns the number of values per item.
func (k Kind) Stride() int { return max(kinds[k].stride, 1) }

// Places returns how many of an item's leading numbers are coordinates.
func (k Kind) Places() int { return kinds[k].places }

// Px returns the size of a layer's marks in px.
func (l *Layer) Px(steps int) float32 {
	switch n := l.Items(steps); {
	case l.Size > 0:
		return l.Size
	case l.Kind == Dots && l.Shape == Star:
		return 18
	case l.Kind == Dots && n > 150:
		return 3.4
	}
	return kinds[l.Kind].size
}

// Oval returns the semi-axes of an item of a Disk, a Ring or an Ellipse, and its angle.
func (k Kind) Oval(item []float32) (a, b, angle float32) {
	if k == Ellipse {
		return item[2], item[3], item[4]
	}
	return item[2], item[2], 0
}

// Shape is the form of a marker.
type Shape string

// The shapes.
const (
	Circle  Shape = "circle"
	Square  Shape = "square"
	Star    Shape = "star"
	Cross   Shape = "cross"
	Diamond Shape = "diamond"
	Car     Shape = "car"  // heading right
	Hand    Shape = "hand" // that holds what it points at
)

// Block returns the numbers of the items that step k of the film shows.
func (l *Layer) Block(steps, k int) []float32 {
	if !l.Moving {
		return l.Data
	}
	d := l.block(steps, k)
	if len(l.Shown) > 0 {
		d = d[:min(l.Shown[k]*l.Kind.Stride(), len(d))]
	}
	return d
}

// block returns all numbers of a moving layer's step k.
func (l *Layer) block(steps, k int) []float32 {
	n := len(l.Data) / max(l.blocks(steps), 1)
	if len(l.Blocks) > 0 {
		k = l.Blocks[k]
	}
	return l.Data[k*n : (k+1)*n]
}

// Part is which of a moving layer's blocks a step shows, from 0 for the first to 1 for the last.
func (l *Layer) Part(steps, k int) float32 {
	if len(l.Blocks) > 0 {
		k = l.Blocks[k]
	}
	return float32(k) / float32(max(l.blocks(steps)-1, 1))
}

// Items returns how many items a block of the layer holds.
func (l *Layer) Items(steps int) int {
	n := len(l.Data) / l.Kind.Stride()
	if l.Moving {
		n /= max(l.blocks(steps), 1)
	}
	return n
}

// blocks returns how many blocks Data of a moving layer holds.
func (l *Layer) blocks(steps int) int {
	if len(l.Blocks) == 0 {
		return steps
	}
	return max(slices.Max(l.Blocks)+1, 0)
}

// Numbers are a layer's data.
func Numbers(v ...float64) []float32 {
	out := make([]float32, len(v))
	for i, x := range v {
		out[i] = float32(x)
	}
	return out
}

// Layer is one set of marks of one kind and role.
type Layer struct {
	Name  lang.Message `json:"name"` // written where a pointer touches the marks; empty: none
	Kind  Kind         `json:"kind"`
	Role  sheet.Role   `json:"role"`
	Until sheet.Role   `json:"until,omitempty"` // the colour runs from Role in the first block to this in the last
	Shape Shape        `json:"shape,omitempty"`
	Size  float32      `json:"size,omitempty"`  // px: marker diameter, line width, text height; 0: a default
	Alpha float32      `json:"alpha,omitempty"` // 0 to 1; 0: 1
	Dash  bool         `json:"dash,omitempty"`  // lines; a star that is a ghost
	Fill  bool         `json:"fill,omitempty"`  // markers: filled; default outlined
	// Moving says that Data has one block for each step, all of one length;
	// otherwise Data is one block that stays.
	Moving bool      `json:"moving,omitempty"`
	Data   []float32 `json:"-"`
	// Blocks, for a moving layer that stays the same over several steps, says
	// which block of Data each step shows, from 0; Data then holds only as many
	// blocks as the greatest of them needs. Not with Ease.
	Blocks []int `json:"blocks,omitempty"`
	// Shown, for a moving layer, is how many of its items each step shows:
	// releases that arrive one after another. Not with Ease, Trail or Handles.
	Shown []int `json:"shown,omitempty"`
	// Fall, of Dots in a lens with Shown, is for how many key frames a dot is on its way
	// into the lens from the mark that this enlarges about.
	Fall int            `json:"fall,omitempty"`
	Text []lang.Message `json:"text,omitempty"`
	// Ease interpolates positions between steps. Without it a step's marks
	// stay until the next step (releases jump; targets glide).
	Ease bool `json:"ease,omitempty"`
	// Wrap, with Ease, is the length after which x comes round, such as that of
	// a road seen as a loop: marks glide the shorter way and leave on one side
	// to enter on the other. 0: x does not come round.
	Wrap float32 `json:"wrap,omitempty"`
	// Trail of a Dots layer that glides: draw the way of this many past steps,
	// fading. Of a still Path: show only up to the current step when Trail < 0.
	Trail int `json:"trail,omitempty"`
	// Lit makes the layer glow: an event after a run.
	Lit bool `json:"lit,omitempty"`
	// Handles, one per item, let a visitor drag or pick items; the scene
	// reports the handle and the world position.
	Handles []string `json:"handles,omitempty"`
	// When says when the layer is seen; empty: always.
	When When `json:"when,omitempty"`
}

// When is when a layer is seen.
type When string

// What is seen not always.
const (
	Pointed   When = "pointed"   // while the pointer is over its view, or after a tap on that
	Untouched When = "untouched" // until something has been dragged
	Later     When = "later"     // when the film has come round or been replaced by another of its kind
	Weighed   When = "weighed"   // while what a verdict rests on is open
)
