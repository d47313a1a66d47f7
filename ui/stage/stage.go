// Package stage draws a film and computes nothing of what it shows. Stage is its
// state without a picture: which time of which film is shown, where each view
// stands, what a pointer touches and which messages follow from that.
//
//	clock/     which time of a film is shown, and where its marks are then
//	layout/    where views, legend and labels stand
//	playback/  a run on the stage: its timing, its places, its words
//	mesh/      shapes as triangles with soft edges
//	paint/     a stage as triangles and labels
//	say/       the messages between the page and the stage's iframe
//	canvas/    the program that shows them with Ebitengine
//	still/     the same picture as an image, for the build
package stage

import (
	"math"
	"slices"

	"indistinct/core/film"
	"indistinct/core/lang"
	"indistinct/ui/palette"
	"indistinct/ui/stage/clock"
	"indistinct/ui/stage/layout"
	"indistinct/ui/stage/say"
)

// Stage is everything the picture is a function of.
type Stage struct {
	Film  *film.Film // nil before the first
	Clock clock.Clock
	Theme palette.Theme
	DPR   float64 // device pixels for each CSS pixel
	Open  bool    // the visitor opened the legend where it is closed
	Tab   int     // the view that the visitor brought forward on a narrow canvas
	Scale float64 // everything is so many times larger than usual
	Weigh bool    // what a verdict rests on is open beside the stage
	Words *layout.Words

	Layout layout.Layout
	Legend []layout.Entry
	Tags   [][]layout.Tag // the labels of each view
	Hover  Hit            // Handle "" if there is nothing under the pointer
	Drag   Hit            // what is being dragged, with X and Y at the pointer

	down          bool
	moved         bool
	downX, downY  float64
	grabX, grabY  float64 // from the pointer to the item's middle
	width, height float64
	pressed       Hit
	buffer        []float32
	lastX, lastY  float64
	onChip        bool
	lively        bool // the film moves between its key frames
	onTab         int  // the view of the button under the press, −1 if none
	lenses        []lens
	over, tapped  int  // 1 + the view under the pointer, and that which was tapped; 0 if none
	touched       bool // something has been dragged
}

// Hit is an item of a layer that a pointer touches.
type Hit struct {
	Handle            string
	View, Layer, Item int
	X, Y              float64 // the item's middle on the canvas, in CSS pixels
}

// New returns a stage without a film and without a language.
func New() *Stage {
	return &Stage{Clock: clock.NewClock(), Theme: palette.Light, DPR: 1, Scale: 1, Words: &layout.Words{}, width: 640,
		height: 480}
}

// Speak says everything in a language from now on.
func (s *Stage) Speak(l *lang.Language) {
	s.Words, s.Tags = &layout.Words{Language: l}, nil
	if s.Film != nil {
		s.Legend = layout.Legend(s.Film, s.Words, s.Weigh)
	}
	s.arrange()
}

// Show puts a film on the stage, which must be whole (film.Film.Whole). With keep
// the clock goes on; a drag goes on too where the film still has its handle.
func (s *Stage) Show(f *film.Film, keep bool) {
	s.Film = f
	if !keep {
		s.Tags, s.Tab = nil, 0
	}
	s.Clock.Load(f, keep)
	s.Legend, s.lively = layout.Legend(f, s.Words, s.Weigh), lively(f)
	s.Hover = Hit{}
	s.focus(keep)
	s.arrange()
}

// Differs reports whether the film looks different at two times.
func (s *Stage) Differs(a, b float64) bool {
	if s.lively {
		return true
	}
	return clock.Frame(s.Film, a) != clock.Frame(s.Film, b)
}

// lively reports whether something moves between the key frames of a film.
func lively(f *film.Film) bool {
	for i := range f.Views {
		for j := range f.Views[i].Layers {
			if l := &f.Views[i].Layers[j]; clock.Glides(f, l) || l.Lit || l.Trail < 0 {
				return true
			}
		}
	}
	return false
}

// Resize takes the size of the canvas in CSS pixels and reports whether it is
// new.
func (s *Stage) Resize(w, h, dpr float64) bool {
	if w == s.width && h == s.height && dpr == s.DPR {
		return false
	}
	s.width, s.height, s.DPR = w, h, dpr
	s.Tags = nil
	s.arrange()
	return true
}

// Size returns the size of the canvas in CSS pixels.
func (s *Stage) Size() (w, h float64) { return s.width, s.height }

// Narrow reports whether the canvas shows its views one at a time, with their
// names on buttons.
func (s *Stage) Narrow() bool { return len(s.Layout.Tabs) > 0 }

// Forward brings a view forward on a canvas that shows one at a time.
func (s *Stage) Forward(view int) {
	s.Tab = view
	s.Tags = nil
	s.arrange()
}

// Toggle opens or closes the legend.
func (s *Stage) Toggle() {
	s.Open = !s.Open
	s.arrange()
}

func (s *Stage) arrange() {
	if s.Film != nil {
		s.Layout = layout.Arrange(s.Film, s.Words, s.width, s.height, s.Legend, s.Open, s.Tab, s.Theme.Type())
		s.Tags = layout.Tags(s.Film, &s.Layout, s.Tags)
	}
}

// hit finds the item with a handle nearest to a point, within reach pixels of
// its edge, in the topmost view there.
func (s *Stage) hit(x, y, reach float64) Hit {
	best, near := Hit{}, math.Inf(1)
	if s.Film == nil {
		return best
	}
	v := s.viewAt(x, y)
	view := &s.Film.Views[v]
	at := s.Clock.Shown()
	k := clock.Frame(s.Film, at)
	cam := layout.NewCamera(view, s.Layout.Panels[v].Plot)
	for i := range view.Layers {
		l := &view.Layers[i]
		if len(l.Handles) == 0 {
			continue
		}
		data := l.Block(s.Film.Steps, k)
		if clock.Glides(s.Film, l) {
			s.buffer = clock.Sample(s.buffer, s.Film, l, at)
			data = s.buffer
		}
		stride := l.Kind.Stride()
		for j := range l.Handles {
			if l.Handles[j] == "" {
				continue
			}
			px, py := cam.Px(float64(data[j*stride]), float64(data[j*stride+1]))
			d := math.Hypot(px-x, py-y)
			if d <= reach+float64(l.Size)/2 && d <= near {
				best, near = Hit{l.Handles[j], v, i, j, px, py}, d
			}
		}
	}
	return best
}

// viewAt returns the view under a point: a card before the main view.
func (s *Stage) viewAt(x, y float64) int {
	for i := len(s.Layout.Panels) - 1; i > 0; i-- {
		if s.Layout.Panels[i].Frame.Has(x, y) {
			return i
		}
	}
	// The view behind all others that has a place.
	return max(slices.IndexFunc(s.Layout.Panels, func(p layout.Panel) bool { return !p.Frame.Empty() }), 0)
}

// Tabs returns the message about the views that can be brought forward.
func (s *Stage) Tabs() say.FromScene {
	m := say.FromScene{Type: say.Tabs}
	for i, t := range s.Layout.Tabs {
		m.Names = append(m.Names, layout.Plain(s.Words.Called(&s.Film.Views[t.View])))
		if !s.Layout.Panels[t.View].Frame.Empty() {
			m.Tab = i
		}
	}
	return m
}

// world returns the world coordinates of a point in a view.
func (s *Stage) world(v int, x, y float64) (float64, float64) {
	return layout.NewCamera(&s.Film.Views[v], s.Layout.Panels[v].Plot).World(x, y)
}

// How near a pointer must come, in CSS pixels, and how far it must move before
// a press becomes a drag.
const (
	ReachMouse = 7
	ReachTouch = 20
	Slack      = 4
)

// Point moves the pointer without a press and reports whether the picture
// changed.
func (s *Stage) Point(x, y float64) bool {
	if s.down {
		return false
	}
	h, over := s.hit(x, y, ReachMouse), s.viewAt(x, y)+1
	changed := h.Handle != s.Hover.Handle || over != s.over
	s.Hover, s.over = h, over
	return changed
}

// OverChip reports whether a point lies on a button: that of the legend, or one
// that brings a view forward.
func (s *Stage) OverChip(x, y float64) bool {
	c := s.Layout.Chip
	return !c.Empty() && x >= c.X0-6 && x < c.X1+6 && y >= c.Y0-6 && y < c.Y1+6 || s.tabAt(x, y) >= 0
}

// tabAt returns the view of the button at a point, −1 if there is none.
func (s *Stage) tabAt(x, y float64) int {
	for _, t := range s.Layout.Tabs {
		if t.Rect.Inset(-3, -6, -3, -6).Has(x, y) {
			return t.View
		}
	}
	return -1
}

// Takes reports whether a press at a point would be for the scene rather than
// the start of a scroll.
func (s *Stage) Takes(x, y, reach float64) bool {
	return s.Film != nil && (s.OverChip(x, y) || s.hit(x, y, reach).Handle != "")
}

// Leave says that the pointer left the canvas.
func (s *Stage) Leave() bool {
	changed := s.Hover.Handle != "" || s.over > 0
	s.Hover, s.over = Hit{}, 0
	return changed
}

// Press says that the pointer went down, and reports whether on a handle.
func (s *Stage) Press(x, y, reach float64) bool {
	if s.Film == nil {
		return false
	}
	s.down, s.moved, s.downX, s.downY, s.lastX, s.lastY = true, false, x, y, x, y
	s.onChip, s.onTab = s.OverChip(x, y), s.tabAt(x, y)
	s.pressed = Hit{}
	if !s.onChip {
		s.pressed = s.hit(x, y, reach)
	}
	s.grabX, s.grabY = s.pressed.X-x, s.pressed.Y-y
	if s.onHandle() {
		s.Hover = s.pressed
	}
	return s.onHandle()
}

// onHandle reports whether the press was on one.
func (s *Stage) onHandle() bool { return s.pressed.Handle != "" }

// Move says that the pressed pointer moved. It returns the message to send, if
// its Type is not "".
func (s *Stage) Move(x, y float64) say.FromScene {
	if !s.down || s.Film == nil {
		return say.FromScene{}
	}
	s.lastX, s.lastY = x, y
	phase := say.DragMove
	if !s.moved {
		if math.Hypot(x-s.downX, y-s.downY) < Slack {
			return say.FromScene{}
		}
		s.moved, phase = true, say.DragStart
	}
	if !s.onHandle() {
		return say.FromScene{}
	}
	s.touched = true
	return s.drag(x, y, phase)
}

// Release says that the pointer went up. It returns the message to send, if
// its Type is not "".
func (s *Stage) Release(x, y float64) say.FromScene {
	if !s.down || s.Film == nil {
		s.down = false
		return say.FromScene{}
	}
	s.down = false
	switch {
	case s.moved && s.onHandle():
		m := s.drag(x, y, say.DragEnd)
		s.Drag, s.Hover = Hit{}, Hit{}
		return m
	case s.moved:
		return say.FromScene{}
	case s.onTab >= 0:
		s.Forward(s.onTab)
		return s.Tabs()
	case s.onChip:
		s.Toggle()
		return say.FromScene{}
	}
	v := s.viewAt(x, y)
	if s.tapped == v+1 {
		s.tapped = 0
	} else {
		s.tapped = v + 1
	}
	if s.onHandle() {
		v = s.pressed.View
	} else if !s.Layout.Panels[v].Clip.Has(x, y) {
		return say.FromScene{}
	}
	wx, wy := s.world(v, x, y)
	return say.FromScene{Type: say.Pick, Handle: s.pressed.Handle, View: v, X: wx, Y: wy}
}

// Cancel says that the browser took the pointer away.
func (s *Stage) Cancel() say.FromScene {
	var m say.FromScene
	if s.down && s.moved && s.onHandle() && s.Film != nil {
		m = s.drag(s.lastX, s.lastY, say.DragEnd)
	}
	s.down, s.Drag, s.Hover = false, Hit{}, Hit{}
	return m
}

func (s *Stage) drag(x, y float64, phase string) say.FromScene {
	s.Drag = s.pressed
	s.Drag.X, s.Drag.Y = x+s.grabX, y+s.grabY
	if s.Drag.View >= len(s.Film.Views) {
		s.Drag.View = 0
	}
	wx, wy := s.world(s.Drag.View, s.Drag.X, s.Drag.Y)
	return say.FromScene{Type: say.Drag, Handle: s.Drag.Handle, View: s.Drag.View, X: wx, Y: wy, Phase: phase}
}

// Dragging reports whether a drag is under way.
func (s *Stage) Dragging() bool { return s.Drag.Handle != "" }

// Time returns the message about the clock.
func (s *Stage) Time() say.FromScene {
	m := say.FromScene{Type: say.Time, At: s.Clock.At(), Steps: s.Clock.Steps(), Playing: s.Clock.Playing}
	if s.Film != nil {
		m.Clock = layout.Plain(s.Words.Say(clock.Caption(s.Film, s.Clock.Shown())))
	}
	return m
}
