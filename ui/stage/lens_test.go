package stage

import (
	"math"
	"testing"

	"indistinct/core/film"
	"indistinct/core/lang"
)

// enlarging is a film whose lens shows so much, with a handle in it.
func enlarging(half float64) *film.Film {
	return &film.Film{Steps: 1, Rate: 1, Views: []film.View{
		{Place: film.Main, Equal: true, Box: [4]float64{-10, -10, 10, 10},
			Layers: []film.Layer{{Kind: film.Dots, Data: []float32{1, 2}, Handles: []string{"main"}}}},
		{Place: film.Lens, Equal: true, Box: [4]float64{-half, -half, half, half}, Layers: []film.Layer{
			{Kind: film.Dots, Data: []float32{0, 0}, Handles: []string{"lens"}},
			{Kind: film.Dots, Data: []float32{0, 0}, When: film.Pointed},
			{Kind: film.Dots, Data: []float32{0, 0}, When: film.Untouched}}}}}
}

func (s *Stage) half(i int) float64 { return s.Film.Views[i].Box[2] }

// TestALensKeepsItsScale: while what it shows shrinks within it, a lens stands still; what has
// left it or is lost in it is followed within half a second, and not under a hand.
func TestALensKeepsItsScale(t *testing.T) {
	s := english()
	s.Resize(800, 600, 1)
	s.Show(enlarging(1), false)
	if s.half(1) != 1 || s.Zoom(1) {
		t.Fatalf("a new film's lens shows %v", s.half(1))
	}
	s.Show(enlarging(0.3), true)
	if s.Zoom(0.1) || s.half(1) != 1 {
		t.Errorf("what shrinks within the lens makes it show %v", s.half(1))
	}
	for _, want := range []float64{2, 0.2} {
		s.Show(enlarging(want), true)
		before := s.half(1)
		if !s.Zoom(0.05) || s.half(1) == before || s.half(1) == want {
			t.Errorf("after .05 s the lens shows %v, before %v, wanted %v", s.half(1), before, want)
		}
		for range 12 {
			s.Zoom(0.05)
		}
		if math.Abs(s.half(1)/want-1) > 1e-9 {
			t.Errorf("after .65 s the lens shows %v, wanted %v", s.half(1), want)
		}
	}
	p := s.Layout.Panels[1].Plot
	x, y := (p.X0+p.X1)/2, (p.Y0+p.Y1)/2
	if !s.Press(x, y, ReachMouse) {
		t.Fatal("the press missed")
	}
	s.Move(x+20, y)
	s.Show(enlarging(5), true)
	if s.Zoom(1) || s.half(1) != 0.2 {
		t.Errorf("under the hand the lens shows %v", s.half(1))
	}
	s.Release(x+20, y)
	for range 12 {
		s.Zoom(0.05)
	}
	if math.Abs(s.half(1)-5) > 1e-9 {
		t.Errorf("after the drag the lens shows %v", s.half(1))
	}
}

// TestWhatIsNotAlwaysSeen: some labels are seen while the pointer is over their view, a lens or
// the main one, or after a tap, the hint until the first drag.
func TestWhatIsNotAlwaysSeen(t *testing.T) {
	s := english()
	s.Resize(800, 600, 1)
	s.Show(enlarging(1), false)
	pointed, untouched := &s.Film.Views[1].Layers[1], &s.Film.Views[1].Layers[2]
	p := s.Layout.Panels[1].Plot
	x, y := (p.X0+p.X1)/2, p.Y0+20
	if s.Sees(1, pointed) || !s.Sees(1, untouched) {
		t.Error("seen at the beginning")
	}
	s.Point(x, y)
	if !s.Sees(1, pointed) || !s.Leave() || s.Sees(1, pointed) {
		t.Error("it does not follow the pointer")
	}
	tap := func() { s.Press(x, y, ReachTouch); s.Release(x, y) }
	if tap(); !s.Sees(1, pointed) {
		t.Error("a tap does not show it")
	}
	if tap(); s.Sees(1, pointed) {
		t.Error("a second tap does not hide it")
	}
	main := s.Layout.Panels[0].Plot
	if s.Sees(0, pointed) {
		t.Error("in the main view it is seen before one points there")
	}
	if s.Point(main.X0+5, main.Y0+5); !s.Sees(0, pointed) || s.Sees(1, pointed) || !s.Leave() || s.Sees(0, pointed) {
		t.Error("in the main view it does not follow the pointer")
	}
	k := main.W() / 20
	s.Press((main.X0+main.X1)/2+k, (main.Y0+main.Y1)/2-2*k, ReachMouse)
	s.Move((main.X0+main.X1)/2+k+30, (main.Y0+main.Y1)/2)
	if s.Sees(1, untouched) {
		t.Error("the hint outlives a drag")
	}
}

// TestNamesOfWhatIsPointedAt: a layer's name is written where a pointer or a finger touches its
// marks, and on top where several lie there; not what a label says already.
func TestNamesOfWhatIsPointedAt(t *testing.T) {
	name := lang.Verbatim
	s := english()
	s.Resize(600, 600, 1)
	s.Show(&film.Film{Steps: 1, Rate: 1, Views: []film.View{{Place: film.Main, Equal: true,
		Box: [4]float64{0, 0, 100, 100}, Layers: []film.Layer{
			{Name: name("area"), Kind: film.Disk, Data: []float32{50, 50, 40}},
			{Name: name("line"), Kind: film.Segments, Data: []float32{20, 50, 80, 50}},
			{Name: name("dot"), Kind: film.Dots, Data: []float32{30, 50, 50, 20}},
			{Name: name("said"), Kind: film.Dots, Data: []float32{70, 70}},
			{Name: name("hidden"), Kind: film.Dots, Data: []float32{95, 95}, When: film.Weighed},
			{Kind: film.Labels, Data: []float32{70, 70, 4}, Text: []lang.Message{name("said")}},
		}}}}, false)
	for _, c := range []struct {
		x, y float64
		want string
	}{{50, 30, "area"}, {60, 51, "line"}, {30.4, 50, "dot"}, {70, 70, ""}, {95, 95, ""}, {5, 5, ""}, {50, 10, "area"}} {
		x, y := s.at(c.x, c.y)
		s.Point(x, y)
		if got := s.Words.Say(s.Named.Text); got != c.want {
			t.Errorf("at %v, %v a mouse reads %q, want %q", c.x, c.y, got, c.want)
		}
		s.Leave()
		s.Press(x, y, ReachTouch)
		if s.Release(x, y); c.want != "" && s.Named.Text == "" {
			t.Errorf("at %v, %v a tap names nothing", c.x, c.y)
		}
		if s.Leave(); s.Named.Text != "" {
			t.Error("the name stays where the pointer has left")
		}
	}
}
