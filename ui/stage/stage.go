// Package stage draws a film and computes nothing of what it shows. Stage is its
// state without a picture: which time of which film is shown, where each view
// stands, what a pointer touches and which messages follow from that.
//
//	clock/     which time of a film is shown, and where its marks are then
//	layout/    where views and labels stand
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
	Tab   int     // the view that the visitor brought forward on a narrow canvas
	Scale float64 // everything is so many times larger than usual
	Weigh bool    // what a verdict rests on is open beside the stage
	Words *layout.Words

	Layout layout.Layout
	Tags   [][]layout.Tag // the labels of each view
	Hover  Hit            // Handle "" if there is none under the pointer
	Drag   Hit            // what is being dragged, with X and Y at the pointer
	Named  Named          // what the pointer touches, or tapped

	down          bool
	moved         bool
	downX, downY  float64
	grabX, grabY  float64 // from the pointer to the item's middle
	width, height float64
	pressed       Hit
	buffer        []float32
	lively        bool // the film moves between its key frames
	lenses        []lens
	over, tapped  int  // 1 + the view under the pointer, and that which was tapped; 0 if none
	touched       bool // something has been dragged
	later         bool // the film has come round, or been replaced by another of its kind
	pull          Hit  // what is shown to be dragged: see Pull
	pulled        float64
}

// Hit is an item of a layer that a pointer touches.
type Hit struct {
	Handle      string
	View, Layer int
	X, Y        float64 // the item's middle on the canvas, in CSS pixels
}

// Named is the name of a layer that a pointer touches, and where it is written on the
// canvas, in CSS pixels; empty: none.
type Named struct {
	Text lang.Message
	X, Y float64
}

// New returns a stage without a film and without a language.
func New() *Stage {
	return &Stage{Theme: palette.Light, DPR: 1, Scale: 1, Words: &layout.Words{}, width: 640,
		height: 480}
}

// Speak says everything in a language from now on.
func (s *Stage) Speak(l *lang.Language) {
	s.Words, s.Tags = &layout.Words{Language: l}, nil
	s.arrange()
}

// Show puts a film on the stage, which must be whole (film.Film.Whole). With keep
// the clock goes on; a drag goes on too where the film still has its handle.
func (s *Stage) Show(f *film.Film, keep bool) {
	s.Film, s.later = f, keep
	if !keep {
		s.Tags, s.Tab = nil, 0
	}
	if !keep || s.pull.View >= len(f.Views) {
		s.pull = Hit{}
	}
	s.Clock.Load(f, keep)
	moves := func(l film.Layer) bool { return clock.Glides(f, &l) || l.Trail < 0 || l.Fall > 0 }
	s.lively = slices.ContainsFunc(f.Views, func(v film.View) bool { return slices.ContainsFunc(v.Layers, moves) })
	s.Hover, s.Named = Hit{}, Named{}
	s.focus(keep)
	s.arrange()
}

// Differs reports whether the film looks different at two times.
func (s *Stage) Differs(a, b float64) bool {
	return s.lively || clock.Frame(s.Film, a) != clock.Frame(s.Film, b)
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

// Forward brings a view forward on a canvas that shows one at a time.
func (s *Stage) Forward(view int) {
	s.Tab = view
	s.Tags = nil
	s.arrange()
}

func (s *Stage) arrange() {
	if s.Film != nil {
		s.Layout = layout.Arrange(s.Film, s.Words, s.width, s.height, s.Tab, s.Theme.Type())
	}
	if s.Film != nil && s.Words.Language != nil { // until then nobody knows how wide a label is
		s.Tags = layout.Tags(s.Film, &s.Layout, s.Tags)
	}
}

// touch finds what lies within reach of a point, in the topmost view there, px: the nearest item
// with a handle, and the name of the layer with the nearest marks, or in whose marks the point
// lies; of several that which lies over the others. A name that a label of the view says
// already is none.
func (s *Stage) touch(x, y, reach float64) (h Hit, name Named) {
	held, near := reach, reach
	v := s.viewAt(x, y)
	view, panel := &s.Film.Views[v], s.Layout.Panels[v]
	cam := layout.NewCamera(view, panel.Plot)
	for i := range view.Layers {
		l := &view.Layers[i]
		if l.Name == "" && len(l.Handles) == 0 || !s.Sees(v, l) {
			continue
		}
		data := s.data(l)
		d, item := layout.Distance(s.Film, l, data, cam, x, y)
		if len(l.Handles) > 0 && d <= held {
			at := item * l.Kind.Stride()
			px, py := cam.Px(float64(data[at]), float64(data[at+1]))
			h, held = Hit{l.Handles[item], v, i, px, py}, d
		}
		if l.Name != "" && d <= near {
			name.Text, near = l.Name, d
		}
	}
	said := func(l film.Layer) bool {
		return l.Kind == film.Labels && slices.Contains(l.Text, name.Text) && s.Sees(v, &l)
	}
	if name.Text == "" || slices.ContainsFunc(view.Layers, said) || !panel.Clip.Has(x, y) {
		return h, Named{}
	}
	if name.X, name.Y = x, y-nameAway; name.Y < nameAway {
		name.Y = y + nameAway
	}
	return h, name
}

// data are the numbers of a layer at the time that is shown, until the next call.
func (s *Stage) data(l *film.Layer) []float32 {
	at := s.Clock.Shown()
	if !clock.Glides(s.Film, l) {
		return l.Block(s.Film.Steps, clock.Frame(s.Film, at))
	}
	s.buffer = clock.Sample(s.buffer, s.Film, l, at)
	return s.buffer
}

// nameAway is how far from the pointer a name is written, in CSS pixels.
const nameAway = 24

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
	if s.down || s.Film == nil {
		return false
	}
	h, name := s.touch(x, y, ReachMouse)
	over := s.viewAt(x, y) + 1
	changed := h.Handle != s.Hover.Handle || name != s.Named || over != s.over
	s.Hover, s.Named, s.over = h, name, over
	return changed
}

// OnTab returns the view of the button at a point that brings it forward, −1 if there is none.
func (s *Stage) OnTab(x, y float64) int {
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
	if s.Film == nil {
		return false
	}
	h, _ := s.touch(x, y, reach)
	return h.Handle != "" || s.OnTab(x, y) >= 0
}

// Advance lets so many seconds of the film pass, and reports whether its clock moved, and whether
// the film has come round for the first time and nothing has been dragged yet.
func (s *Stage) Advance(seconds float64) (moved, round bool) {
	before := s.Clock.At()
	moved = s.Clock.Advance(seconds)
	if round = moved && s.Clock.At() < before && !s.later; round {
		s.later = true
	}
	return moved, round && !s.touched
}

// Pull shows how what has a handle is dragged: towards the middle of its view and back, once, by
// the messages that Pulling then returns.
func (s *Stage) Pull(handle string) {
	for v := range s.Film.Views {
		for i := range s.Film.Views[v].Layers {
			l := &s.Film.Views[v].Layers[i]
			item := slices.Index(l.Handles, handle)
			if item < 0 || s.Layout.Panels[v].Frame.Empty() || s.down {
				continue
			}
			x, y := clock.SamplePoint(s.Film, l, item, s.Clock.Shown())
			px, py := layout.NewCamera(&s.Film.Views[v], s.Layout.Panels[v].Plot).Px(float64(x), float64(y))
			s.pull, s.pulled = Hit{handle, v, i, px, py}, 0
		}
	}
}

// pullTime is how long it takes to show that, s.
const pullTime = 1.4

// Pulling lets so many seconds of that pass. It returns the message to send, if its Type is not "".
func (s *Stage) Pulling(seconds float64) (m say.FromScene) {
	if s.pull.Handle == "" {
		return m
	}
	s.pulled += seconds
	way := 0.9 * math.Pow(math.Sin(math.Pi*s.pulled/pullTime), 2)
	h, r := s.pull, s.Layout.Panels[s.pull.View].Plot
	h.X, h.Y = h.X+way*((r.X0+r.X1)/2-h.X), h.Y+way*((r.Y0+r.Y1)/2-h.Y)
	if s.Hover = h; s.down || s.pulled >= pullTime {
		s.pull, s.Hover = Hit{}, Hit{}
	}
	m = say.FromScene{Type: say.Drag, Handle: h.Handle, View: h.View, Pulled: true, Ended: s.pull.Handle == ""}
	m.X, m.Y = s.world(h.View, h.X, h.Y)
	return m
}

// Pulls reports whether that goes on.
func (s *Stage) Pulls() bool { return s.pull.Handle != "" }

// Leave says that the pointer left the canvas.
func (s *Stage) Leave() bool {
	changed := s.Hover.Handle != "" || s.Named.Text != "" || s.over > 0
	s.Hover, s.Named, s.over = Hit{}, Named{}, 0
	return changed
}

// Press says that the pointer went down, and reports whether on a handle.
func (s *Stage) Press(x, y, reach float64) bool {
	if s.Film == nil {
		return false
	}
	s.down, s.moved, s.downX, s.downY, s.pressed = true, false, x, y, Hit{}
	if s.OnTab(x, y) < 0 {
		s.pressed, s.Named = s.touch(x, y, reach)
	}
	s.grabX, s.grabY = s.pressed.X-x, s.pressed.Y-y
	if s.pressed.Handle != "" {
		s.Hover = s.pressed
	}
	return s.pressed.Handle != ""
}

// Move says that the pressed pointer moved. It returns the message to send, if
// its Type is not "".
func (s *Stage) Move(x, y float64) (m say.FromScene) {
	if s.down && math.Hypot(x-s.downX, y-s.downY) >= Slack {
		s.moved = true
	}
	if s.down && s.moved && s.pressed.Handle != "" {
		s.touched, s.Named = true, Named{}
		m = s.drag(x, y, false)
	}
	return m
}

// Release says that the pointer went up. It returns the message to send, if
// its Type is not "".
func (s *Stage) Release(x, y float64) (m say.FromScene) {
	switch {
	case !s.down:
		return m
	case s.moved:
		return s.end(x, y)
	}
	s.down = false
	if v := s.OnTab(x, y); v >= 0 {
		s.Forward(v)
		return m
	}
	v := s.viewAt(x, y)
	if s.tapped == v+1 {
		s.tapped = 0
	} else {
		s.tapped = v + 1
	}
	if s.pressed.Handle != "" {
		v = s.pressed.View
	} else if !s.Layout.Panels[v].Clip.Has(x, y) {
		return m
	}
	wx, wy := s.world(v, x, y)
	return say.FromScene{Type: say.Pick, Handle: s.pressed.Handle, View: v, X: wx, Y: wy}
}

// Cancel says that the browser took the pointer away.
func (s *Stage) Cancel() say.FromScene { return s.end(s.Drag.X-s.grabX, s.Drag.Y-s.grabY) }

func (s *Stage) end(x, y float64) (m say.FromScene) {
	if s.Dragging() {
		m = s.drag(x, y, true)
	}
	s.down, s.Drag, s.Hover, s.Named = false, Hit{}, Hit{}, Named{}
	return m
}

func (s *Stage) drag(x, y float64, ended bool) say.FromScene {
	s.Drag = s.pressed
	s.Drag.X, s.Drag.Y = x+s.grabX, y+s.grabY
	if s.Drag.View >= len(s.Film.Views) {
		s.Drag.View = 0
	}
	wx, wy := s.world(s.Drag.View, s.Drag.X, s.Drag.Y)
	return say.FromScene{Type: say.Drag, Handle: s.Drag.Handle, View: s.Drag.View, X: wx, Y: wy, Ended: ended}
}

func (s *Stage) Dragging() bool { return s.Drag.Handle != "" }

// Time returns the message about the clock and the views that can be brought forward.
func (s *Stage) Time() say.FromScene {
	m := say.FromScene{Type: say.Time, At: s.Clock.At(), Steps: s.Clock.Steps, Playing: s.Clock.Playing}
	if s.Film != nil {
		m.Clock = layout.Plain(s.Words.Say(clock.Caption(s.Film, s.Clock.Shown())))
	}
	for i, t := range s.Layout.Tabs {
		m.Names = append(m.Names, layout.Plain(s.Words.Called(&s.Film.Views[t.View])))
		if !s.Layout.Panels[t.View].Frame.Empty() {
			m.Tab = i
		}
	}
	return m
}
