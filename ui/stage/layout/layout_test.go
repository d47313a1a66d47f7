package layout

import (
	"fmt"
	"indistinct/core/lang"
	"indistinct/core/texts"
	"math"
	"testing"

	"indistinct/core/film"
	"indistinct/ui/axis"
	"indistinct/ui/stage/test/demo"
)

func overlap(a, b Rect) float64 {
	w, h := min(a.X1, b.X1)-max(a.X0, b.X0), min(a.Y1, b.Y1)-max(a.Y0, b.Y0)
	return max(w, 0) * max(h, 0)
}

var english = &Words{Language: texts.English()}

var sizes = [][2]float64{{1280, 800}, {1920, 1080}, {760, 480}, {700, 500}, {390, 300}, {390, 700}, {320, 240},
	{600, 600}, {300, 900}, {40, 40}}

func TestEverythingStandsOnTheCanvas(t *testing.T) {
	side := demo.Chart()
	side.Views[1].Place = film.Side
	two := demo.Ring(true)
	two.Views = append(two.Views, film.View{Name: lang.Verbatim("more"), Place: film.Lens, Box: [4]float64{0, 0, 1, 1},
		Equal: true, Layers: []film.Layer{{Kind: film.Dots, Data: []float32{1, .5}}}})
	for name, f := range map[string]*film.Film{"ring": demo.Ring(true), "chart": demo.Chart(), "side": side,
		"two lenses": two} {
		for _, s := range sizes {
			for tab := range 3 {
				l := Arrange(f, english, s[0], s[1], tab, 1)
				canvas := Rect{-1, -1, max(s[0], 40) + 1, max(s[1], 40) + 1}
				for i, p := range l.Panels {
					alone := len(l.Tabs) > 0 && i != tab // another view was brought forward
					if (p.Frame.Empty() || p.Plot.Empty()) && !alone && s[0] >= 300 {
						t.Errorf("%s at %v, tab %d: view %d is empty: %+v", name, s, tab, i, p)
					}
					if s[0] >= 300 && overlap(p.Frame, canvas) < p.Frame.W()*p.Frame.H()*0.999 {
						t.Errorf("%s at %v: view %d leaves the canvas: %+v", name, s, i, p.Frame)
					}
					for j := 1; j < i; j++ {
						if s[0] >= 300 && overlap(p.Frame, l.Panels[j].Frame) > 1 {
							t.Errorf("%s at %v: views %d and %d overlap", name, s, i, j)
						}
					}
				}
			}
		}
	}
}

func TestLensesLeaveTheRingInView(t *testing.T) {
	f := demo.Ring(true)
	for _, s := range sizes {
		if s[0] < NarrowBelow {
			continue
		}
		l := Arrange(f, english, s[0], s[1], 0, 1)
		alone := min(s[0], s[1]) - 20
		if got := min(l.Panels[0].Plot.W(), l.Panels[0].Plot.H()); got < 0.58*alone {
			t.Errorf("at %v the ring has %.0f px, alone it had %.0f", s, got, alone)
		}
		if o := overlap(l.Panels[0].Plot, l.Panels[1].Frame); o > 0 {
			t.Errorf("at %v the lens covers %.0f px² of the ring", s, o)
		}
		if in := l.Panels[1].Frame; in.W() < 85 || in.H() < 60 {
			t.Errorf("at %v the lens is only %.0f × %.0f", s, in.W(), in.H())
		}
	}
}

// TestNarrowCanvasesGiveAChartTheirWidth: one view at a time, each as wide as the
// canvas, and a button for each; where there is height the main one stays above.
func TestNarrowCanvasesGiveAChartTheirWidth(t *testing.T) {
	f := demo.Chart()
	f.Views = append(f.Views, f.Views[1])
	for _, s := range [][2]float64{{390, 300}, {360, 340}, {390, 800}} {
		for tab := range f.Views {
			l := Arrange(f, english, s[0], s[1], tab, 1)
			tall := s[1] > 700
			shown := 0
			for i, p := range l.Panels {
				if p.Frame.Empty() {
					continue
				}
				shown++
				if p.Frame.W() < s[0]-2*gap {
					t.Errorf("at %v view %d is %v px wide", s, i, p.Frame.W())
				}
			}
			if want := map[bool]int{true: 2, false: 1}[tall]; shown != want {
				t.Errorf("at %v, tab %d: %d views, want %d", s, tab, shown, want)
			}
			if want := map[bool]int{true: 2, false: 3}[tall]; len(l.Tabs) != want {
				t.Errorf("at %v: %d buttons, want %d", s, len(l.Tabs), want)
			}
			if l.Panels[tab].Frame.Empty() && !(tall && tab == 0) {
				t.Errorf("at %v: view %d was not brought forward", s, tab)
			}
			keepApart(t, &l, s)
		}
	}
}

// keepApart fails a test in which buttons are small or lie on each other.
func keepApart(t *testing.T, l *Layout, size [2]float64) {
	t.Helper()
	for i, b := range l.Tabs {
		if b.Rect.H() < 24 || b.Rect.W() < 24 || i > 0 && overlap(b.Rect, l.Tabs[i-1].Rect) > 0 {
			t.Errorf("at %v: button %d stands at %+v", size, i, b.Rect)
		}
	}
}

// TestLensesOfAPhone: the ring is seen always, with both lenses below it where there is
// height, else with one beside it and a button for each; one lens alone has no button.
func TestLensesOfAPhone(t *testing.T) {
	two := demo.Ring(true)
	two.Views = append(two.Views, two.Views[1])
	one := demo.Ring(true)
	for _, s := range [][2]float64{{390, 226}, {320, 220}, {500, 300}, {390, 700}} {
		for tab := range two.Views {
			l := Arrange(two, english, s[0], s[1], tab, 1)
			shown := 0
			for _, p := range l.Panels[1:] {
				if !p.Frame.Empty() {
					shown++
				}
			}
			both := s[1] == 700
			if l.Panels[0].Plot.W() < 120 || both != (shown == 2) || shown == 0 || both != (len(l.Tabs) == 0) ||
				tab > 0 && l.Panels[tab].Frame.Empty() {
				t.Errorf("at %v, tab %d: %+v, %d buttons", s, tab, l.Panels, len(l.Tabs))
			}
			keepApart(t, &l, s)
		}
		l := Arrange(one, english, s[0], s[1], 0, 1)
		main, lens := l.Panels[0].Plot, l.Panels[1].Frame
		if lens.W() < 100 || overlap(main, lens) > 0 || len(l.Tabs) > 0 {
			t.Errorf("at %v the views stand at %+v and %+v, with %d buttons", s, main, lens, len(l.Tabs))
		}
	}
}

func TestABlankViewGetsNoPlace(t *testing.T) {
	f := demo.Ring(true)
	f.Views = append(f.Views, film.View{Name: lang.Verbatim("nothing"), Place: film.Lens, Box: [4]float64{0, 0, 1, 1},
		Layers: []film.Layer{{Kind: film.Dots}}})
	l := Arrange(f, english, 1280, 800, 0, 1)
	if !l.Panels[2].Frame.Empty() {
		t.Errorf("it stands at %+v", l.Panels[2].Frame)
	}
	without := *f
	without.Views = f.Views[:2]
	if got, want := l.Panels[1], Arrange(&without, english, 1280, 800, 0, 1).Panels[1]; got != want {
		t.Errorf("a blank lens moves the others: %+v, without it %+v", got, want)
	}
}

func TestCameraGoesBothWays(t *testing.T) {
	for _, equal := range []bool{true, false} {
		v := &film.View{Box: [4]float64{-2, 1, 6, 3}, Equal: equal}
		c := NewCamera(v, Rect{10, 20, 310, 220})
		for _, p := range [][2]float64{{-2, 1}, {6, 3}, {0, 0}, {1.5, 2.5}} {
			x, y := c.World(c.Px(p[0], p[1]))
			if math.Abs(x-p[0])+math.Abs(y-p[1]) > 1e-9 {
				t.Errorf("%v comes back as %v, %v", p, x, y)
			}
		}
		x0, y0 := c.Px(-2, 1)
		x1, y1 := c.Px(6, 3)
		if x0 < 10-1e-9 || x1 > 310+1e-9 || y1 < 20-1e-9 || y0 > 220+1e-9 || y1 >= y0 {
			t.Errorf("the box lies at %v %v %v %v", x0, y0, x1, y1)
		}
		if equal && math.Abs((x1-x0)/8-(y0-y1)/2) > 1e-9 {
			t.Error("a map has two scales")
		}
	}
}

func ExampleArrange() {
	f := &film.Film{Steps: 1, Rate: 1, Views: []film.View{
		{Place: film.Main, Box: [4]float64{-1, -1, 1, 1}, Equal: true},
		{Place: film.Lens, Box: [4]float64{-1, -1, 1, 1}, Equal: true,
			Layers: []film.Layer{{Kind: film.Dots, Data: []float32{0, 0}}}},
	}}
	l := Arrange(f, english, 800, 400, 0, 1)
	fmt.Printf("lens: %.0f × %.0f at %.0f, %.0f\n", l.Panels[1].Frame.W(), l.Panels[1].Frame.H(), l.Panels[1].Frame.X0,
		l.Panels[1].Frame.Y0)
	// Output: lens: 288 × 308 at 502, 46
}

// TestNoteKeepsOffTheScaleBar: beside the scale bar there may be no room for a map's
// remark; it stands above it then.
func TestNoteKeepsOffTheScaleBar(t *testing.T) {
	const note = "about the hidden sensor: ×100"
	for _, wide := range []float64{600, 350, 320} {
		l := Layout{Words: english, Free: Rect{0, 0, wide, 210}, Type: 1, Small: true, H: 300}
		x, y := l.NoteEnd(&film.View{Note: lang.Verbatim(note), Equal: true}, 0)
		text := Rect{x - axis.Width(note, 11), y - 7, x, y + 7}
		if bar := (Rect{0, 190, 128, 210}); text.meets(bar) || text.X0 < 0 || text.Y1 > 210 || text.X1 > wide {
			t.Errorf("on %v px the note stands at %+v", wide, text)
		}
	}
}
