package stage

import (
	"math"
	"testing"

	"indistinct/core/film"
	"indistinct/core/lang"
	"indistinct/ui/stage/say"
)

// enlarging is a film whose lens shows so much, with a handle in it.
func enlarging(half float64) *film.Film {
	return &film.Film{Steps: 1, Rate: 1, Views: []film.View{
		{Place: film.Main, Equal: true, Box: [4]float64{-10, -10, 10, 10},
			Layers: []film.Layer{{Kind: film.Dots, Data: []float32{1, 2}, Handles: []string{"main"}}}},
		{Place: film.Lens, Equal: true, Box: [4]float64{-half, -half, half, half}, Layers: []film.Layer{
			{Kind: film.Dots, Data: []float32{0, 0}, Handles: []string{"lens"}},
			{Kind: film.Dots, Data: []float32{0, 0}, When: film.Pointed},
			{Kind: film.Dots, Data: []float32{0, 0}, When: film.Untouched},
			{Kind: film.Dots, Data: []float32{0, 0}, When: film.Later}}}}}
}

func (s *Stage) half(i int) float64 { return s.Film.Views[i].Box[2] }

// TestALensKeepsItsScale: while what it shows shrinks within it, a lens stands still; what has
// left it is followed within half a second, and not under a hand, and when it is within again
// the lens has the scale that it began with.
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
	for shows, want := range map[float64]float64{2: 2, 0.01: 1} {
		s.Show(enlarging(2), true)
		s.Zoom(9)
		s.Show(enlarging(1), true)
		if shows == 2 {
			s.Zoom(9)
		}
		s.Show(enlarging(shows), true)
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
	if before := s.half(1); s.Zoom(1) || s.half(1) != before {
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
	later := &s.Film.Views[1].Layers[3]
	if s.Sees(1, pointed) || !s.Sees(1, untouched) || s.Sees(1, later) {
		t.Error("seen at the beginning")
	}
	if s.Show(enlarging(1), true); !s.Sees(1, later) {
		t.Error("of other settings it is not seen")
	}
	pointed, untouched = &s.Film.Views[1].Layers[1], &s.Film.Views[1].Layers[2]
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

// TestPull: what has a handle is pulled towards the middle of its lens and back, by messages that say so and the last
// that it has ended, with the hint hidden; whoever presses ends it.
func TestPull(t *testing.T) {
	for _, pressed := range []bool{false, true} {
		s := english()
		s.Resize(800, 600, 1)
		f := enlarging(1)
		f.Views[1].Layers[0].Data = []float32{0, 0.8}
		s.Show(f, false)
		if s.Pulling(1).Type != "" {
			t.Fatal("it pulls before it is asked to")
		}
		s.Pull("nothing")
		if s.Pull("lens"); !s.Pulls() || s.Sees(1, &f.Views[1].Layers[2]) {
			t.Fatal("it does not pull, or the hint is seen meanwhile")
		}
		var all []say.FromScene
		for s.Pulls() && len(all) < 100 {
			all = append(all, s.Pulling(0.1))
			if pressed && len(all) == 4 {
				s.Press(20, 20, ReachMouse)
			}
		}
		least := 1.0
		for i, m := range all {
			least = min(least, m.Y)
			if m.Type != say.Drag || !m.Pulled || m.Handle != "lens" || m.View != 1 || m.Ended != (i == len(all)-1) {
				t.Fatalf("message %d of %d is %+v", i, len(all), m)
			}
		}
		last := all[len(all)-1]
		if pressed && len(all) != 5 || !pressed && (least > 0.2 || math.Abs(last.Y-0.8) > 0.05) {
			t.Errorf("pressed: %v: it came to %v and ended at %v after %d messages", pressed, least, last.Y, len(all))
		}
	}
}

// TestRound: that the film has come round is said once, and only while nothing has been dragged.
func TestRound(t *testing.T) {
	for _, touched := range []bool{false, true} {
		s := english()
		f := enlarging(1)
		f.Steps, f.Rate, f.Loop = 4, 1, true
		s.Show(f, false)
		s.touched = touched
		rounds := 0
		for range 30 {
			if _, round := s.Advance(0.5); round {
				rounds++
			}
		}
		if want := map[bool]int{false: 1, true: 0}[touched]; rounds != want || !s.Sees(1, &f.Views[1].Layers[3]) {
			t.Errorf("dragged: %v: it came round %d times", touched, rounds)
		}
	}
}

// TestPullEndsWithItsView: a film of the same kind without the view in which something is pulled ends that.
func TestPullEndsWithItsView(t *testing.T) {
	s := english()
	s.Resize(800, 600, 1)
	s.Show(enlarging(1), false)
	s.Pull("lens")
	f := enlarging(1)
	f.Views = f.Views[:1]
	s.Show(f, true)
	if s.Pulls() || s.Pulling(0.1).Type != "" {
		t.Error("it pulls in a view that is gone")
	}
}
