package stage

import (
	"indistinct/core/lang"
	"math"
	"testing"

	"indistinct/core/film"
	"indistinct/ui/stage/layout"
	"indistinct/ui/stage/say"
)

// board is a stage with two draggable dots on a map of 100 × 100 units that
// fills a canvas of 420 × 420 pixels, and a lens beside it.
func board() *Stage {
	s := english()
	s.Resize(420, 420, 1)
	s.Show(&film.Film{Steps: 3, Rate: 1, Views: []film.View{
		{Name: lang.Verbatim("map"), Place: film.Main, Box: [4]float64{0, 0, 100, 100}, Equal: true,
			Layers: []film.Layer{
				{Kind: film.Dots, Data: []float32{20, 20, 80, 50}, Size: 8, Handles: []string{"a", "b"}},
				{Kind: film.Dots, Moving: true, Ease: true, Data: []float32{0, 100, 50, 100, 100, 100},
					Handles: []string{"m"}},
			}},
	}}, false)
	s.Clock.Playing = false
	return s
}

func (s *Stage) at(x, y float64) (float64, float64) {
	return layout.NewCamera(&s.Film.Views[0], s.Layout.Panels[0].Plot).Px(x, y)
}

func TestDrag(t *testing.T) {
	s := board()
	x, y := s.at(20, 20)
	if !s.Point(x+3, y) || s.Hover.Handle != "a" {
		t.Fatalf("hover %+v", s.Hover)
	}
	if !s.Press(x+3, y, ReachMouse) {
		t.Fatal("the press missed")
	}
	if m := s.Move(x+4, y); m.Type != "" {
		t.Errorf("a pixel is not a drag: %+v", m)
	}
	m := s.Move(x+3+40, y)
	scale := layout.NewCamera(&s.Film.Views[0], s.Layout.Panels[0].Plot).Scale()
	if m.Type != say.Drag || m.Ended || m.Handle != "a" || m.View != 0 {
		t.Errorf("start: %+v", m)
	}
	// The item keeps its place under the pointer: no jump of three pixels.
	if math.Abs(m.X-(20+40/scale)) > 1e-6 || math.Abs(m.Y-20) > 1e-6 {
		t.Errorf("dragged to %v, %v", m.X, m.Y)
	}
	if m = s.Move(x+3, y-40); m.Ended || math.Abs(m.Y-(20+40/scale)) > 1e-6 {
		t.Errorf("move: %+v", m)
	}
	s.Show(s.Film, true) // the page answers with a new film
	if !s.Dragging() {
		t.Error("a new film ends the drag")
	}
	if m = s.Release(x+3, y-40); !m.Ended || s.Dragging() {
		t.Errorf("end: %+v", m)
	}
	if m = s.Move(x, y); m.Type != "" {
		t.Errorf("after the end: %+v", m)
	}
}

func TestPick(t *testing.T) {
	s := board()
	x, y := s.at(80, 50)
	s.Press(x, y, ReachMouse)
	if m := s.Release(x, y); m.Type != say.Pick || m.Handle != "b" {
		t.Errorf("on an item: %+v", m)
	}
	x, y = s.at(50, 50)
	if s.Press(x, y, ReachMouse) {
		t.Error("empty space is a handle")
	}
	if m := s.Release(x, y); m.Type != say.Pick || m.Handle != "" || math.Abs(m.X-50) > 1e-6 ||
		math.Abs(m.Y-50) > 1e-6 {
		t.Errorf("on empty space: %+v", m)
	}
	s.Press(x, y, ReachMouse)
	s.Move(x+30, y)
	if m := s.Release(x+30, y); m.Type != "" {
		t.Errorf("a swipe over empty space says %+v", m)
	}
}

func TestTouchReachesFurther(t *testing.T) {
	s := board()
	x, y := s.at(20, 20)
	if s.Takes(x+18, y, ReachMouse) || !s.Takes(x+18, y, ReachTouch) {
		t.Error("a finger should reach 18 px, a mouse should not")
	}
	if s.Takes(x+60, y, ReachTouch) {
		t.Error("a finger far from any handle should scroll")
	}
}

func TestCancelEndsADrag(t *testing.T) {
	s := board()
	x, y := s.at(20, 20)
	s.Press(x, y, ReachTouch)
	s.Move(x+50, y)
	if m := s.Cancel(); !m.Ended || s.Dragging() {
		t.Errorf("%+v", m)
	}
	if m := s.Cancel(); m.Type != "" {
		t.Errorf("twice: %+v", m)
	}
}

func TestHandlesMoveWithTheFilm(t *testing.T) {
	s := board()
	s.Clock.Seek(0.5)
	x, y := s.at(25, 100)
	if h, _ := s.touch(x, y, 1); h.Handle != "m" {
		t.Errorf("at half a step: %+v", h)
	}
	s.Clock.Seek(2)
	x, y = s.at(100, 100)
	if h, _ := s.touch(x, y, 3); h.Handle != "m" {
		t.Error("at the last key frame it should be at (100, 100)")
	}
}

func TestWithoutAFilmNothingHappens(t *testing.T) {
	s := english()
	s.Resize(100, 100, 2)
	s.Point(1, 1)
	s.Press(1, 1, 7)
	if m := s.Move(50, 50); m.Type != "" {
		t.Error(m)
	}
	if m := s.Release(50, 50); m.Type != "" {
		t.Error(m)
	}
	s.Cancel()
	s.Leave()
	if m := s.Time(); m.Type != say.Time {
		t.Error(m)
	}
}

func TestAFilmWithFewerViewsDuringADrag(t *testing.T) {
	s := board()
	f := *s.Film
	f.Views = append(f.Views, film.View{Name: lang.Verbatim("zoom"), Place: film.Lens, Box: [4]float64{0, 0, 1, 1},
		Equal: true, Layers: []film.Layer{{Kind: film.Dots, Data: []float32{.5, .5}, Handles: []string{"z"}}}})
	one := *s.Film
	s.Show(&f, false)
	s.Forward(1) // the canvas is narrow: it shows one view at a time
	p := s.Layout.Panels[1].Plot
	x, y := (p.X0+p.X1)/2, (p.Y0+p.Y1)/2
	if !s.Press(x, y, 7) {
		t.Fatal("missed")
	}
	s.Move(x+20, y)
	s.Show(&one, true)
	s.Move(x+30, y)
	if m := s.Release(x+30, y); !m.Ended {
		t.Errorf("%+v", m)
	}
}

// TestAFilmThatStandsStillIsNotDrawn: between key frames only what glides or grows asks for
// a picture.
func TestAFilmThatStandsStillIsNotDrawn(t *testing.T) {
	f := &film.Film{Steps: 3, Rate: 1, Views: []film.View{{Place: film.Main, Equal: true, Box: [4]float64{0, 0, 1, 1},
		Layers: []film.Layer{
			{Kind: film.Dots, Moving: true, Data: []float32{0, 0, .5, .5, 1, 1}}}}}}
	s := english()
	s.Show(f, false)
	for _, c := range []struct {
		a, b float64
		want bool
	}{{0.1, 0.5, false}, {0.5, 0.9, false}, {0.99, 1, true}, {1, 1.7, false}} {
		if got := s.Differs(c.a, c.b); got != c.want {
			t.Errorf("from %v to %v: %v", c.a, c.b, got)
		}
	}
	for _, change := range []func(*film.Layer){func(l *film.Layer) {
		l.Ease = true
	}, func(l *film.Layer) { l.Trail = -1 }} {
		g := *f
		g.Views = []film.View{f.Views[0]}
		g.Views[0].Layers = []film.Layer{f.Views[0].Layers[0]}
		change(&g.Views[0].Layers[0])
		s.Show(&g, false)
		if !s.Differs(0.1, 0.5) {
			t.Errorf("%+v stands still", g.Views[0].Layers[0])
		}
	}
}
