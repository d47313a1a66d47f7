package stage

import (
	"fmt"
	"indistinct/core/lang"
	"indistinct/core/texts"
	"math"
	"testing"

	"indistinct/core/film"
	"indistinct/core/lab"
	"indistinct/core/labs/ring"
	"indistinct/core/sheet"
	"indistinct/ui/stage/layout"
	"indistinct/ui/stage/test/demo"
)

// english is a stage that speaks English.
func english() *Stage {
	s := New()
	s.Speak(texts.English())
	return s
}

// shared returns the area that two rectangles have in common.
func shared(a, b layout.Rect) float64 {
	w, h := min(a.X1, b.X1)-max(a.X0, b.X0), min(a.Y1, b.Y1)-max(a.Y0, b.Y0)
	return max(w, 0) * max(h, 0)
}

// boxes returns where the labels of a view stand at a key frame.
func (s *Stage) boxes(view, k int) (out []layout.Rect) {
	v := &s.Film.Views[view]
	cam := layout.NewCamera(v, s.Layout.Panels[view].Plot)
	for _, t := range s.Tags[view] {
		if t.Hidden {
			continue
		}
		x, y, _ := layout.Anchor(s.Film, &v.Layers[t.Layer], t.Item, k, cam)
		if !layout.Room(s.Film, &s.Layout, view).Has(x, y) {
			continue
		}
		x, y = layout.Keep(layout.Room(s.Film, &s.Layout, view), x+t.DX, y+t.DY, t.W, t.H)
		out = append(out, layout.Rect{X0: x - t.W/2, Y0: y - t.H/2, X1: x + t.W/2, Y1: y + t.H/2})
	}
	return out
}

// TestLabelsCoverNothing: at every size and key frame no label lies on another,
// on a card, on a mark it names, or outside its view.
func TestLabelsCoverNothing(t *testing.T) {
	f := demo.Labelled()
	for _, size := range [][2]float64{{1280, 800}, {1000, 560}, {700, 500}, {390, 300}, {390, 800}} {
		s := english()
		s.Resize(size[0], size[1], 1)
		s.Show(f, false)
		shown := 0
		for _, t := range s.Tags[0] {
			if !t.Hidden {
				shown++
			}
		}
		if least := len(s.Tags[0]); size[0] >= 700 && shown < least || shown < least-3 {
			t.Errorf("at %v only %d of %d labels find room", size, shown, least)
		}
		for k := range f.Steps {
			all := s.boxes(0, k)
			for i, b := range all {
				if shared(b, layout.Rect{X1: size[0], Y1: size[1]}) < b.W()*b.H()*0.999 {
					t.Errorf("at %v, step %d: label %d leaves the canvas: %+v", size, k, i, b)
				}
				for j := range i {
					if shared(b, all[j]) > 0 {
						t.Errorf("at %v, step %d: labels %d and %d overlap", size, k, i, j)
					}
				}
				for p := 1; p < len(f.Views); p++ {
					if shared(b, s.Layout.Panels[p].Frame) > 0 {
						t.Errorf("at %v, step %d: label %d lies on a card", size, k, i)
					}
				}
			}
			// The hidden sensor and the target stay in sight.
			cam := layout.NewCamera(&f.Views[0], s.Layout.Panels[0].Plot)
			for j := range f.Views[0].Layers {
				l := &f.Views[0].Layers[j]
				if l.Role != sheet.Leak || l.Kind != film.Dots {
					continue
				}
				x, y := cam.Px(float64(l.Data[0]), float64(l.Data[1]))
				for i, b := range all {
					if b.Has(x, y) {
						t.Errorf("at %v, step %d: label %d covers the star", size, k, i)
					}
				}
			}
		}
	}
}

func TestLabelsStayDuringADrag(t *testing.T) {
	f := demo.Labelled()
	s := english()
	s.Resize(1280, 800, 1)
	s.Show(f, false)
	before := fmt.Sprint(s.Tags)
	g := demo.Labelled()
	for i := range g.Views[0].Layers { // everything a hair further to the right
		l := &g.Views[0].Layers[i]
		for j := 0; j < len(l.Data); j += l.Kind.Stride() {
			l.Data[j] += 0.02
		}
	}
	s.Show(g, true)
	if fmt.Sprint(s.Tags) != before {
		t.Error("labels jump while something is dragged")
	}
}

func TestALabelWithoutRoomIsLeftOut(t *testing.T) {
	f := &film.Film{Steps: 1, Rate: 1, Views: []film.View{{Place: film.Main, Equal: true, Box: [4]float64{0, 0, 1, 1},
		Layers: []film.Layer{
			{Kind: film.Labels, Data: []float32{.5, .5, 4, .5, .5, 4},
				Text: lang.Verbatims([]string{"a label that is as wide as the whole canvas",
					"and another one that is just as wide"})},
		}}}}
	s := english()
	s.Resize(260, 60, 1)
	s.Show(f, false)
	hidden := 0
	for _, t := range s.Tags[0] {
		if t.Hidden {
			hidden++
		}
	}
	if hidden == 0 {
		t.Errorf("%+v", s.Tags[0])
	}
}

// TestNamesOffRingAndGlow: on a phone the hidden sensor's name covers neither its
// ring nor the middle of its glow.
func TestNamesOffRingAndGlow(t *testing.T) {
	l := ring.Lab{}
	look, err := lab.LookAt(l, l.Params().Defaults("ring"), nil)
	if err != nil {
		t.Fatal(err)
	}
	f, found := look.Film, false
	for _, size := range [][2]float64{{390, 300}, {366, 270}, {390, 335}} {
		s := english()
		s.Resize(size[0], size[1], 2)
		s.Show(f, false)
		v := &f.Views[0]
		for _, tag := range s.Tags[0] {
			names := &v.Layers[tag.Layer]
			if tag.Hidden || names.Text[tag.Item].ID() != "ring.label.hidden" {
				continue
			}
			found = true
			cam := layout.NewCamera(v, s.Layout.Panels[0].Plot)
			ax, ay, _ := layout.Anchor(f, names, tag.Item, f.Hold, cam)
			x, y := layout.Keep(layout.Room(f, &s.Layout, 0), ax+tag.DX, ay+tag.DY, tag.W, tag.H)
			box := layout.Rect{X0: x - tag.W/2, Y0: y - tag.H/2, X1: x + tag.W/2, Y1: y + tag.H/2}
			for j := range v.Layers {
				d := v.Layers[j].Block(f.Steps, f.Hold)
				for i := 0; v.Layers[j].Kind == film.Ring && v.Layers[j].Role == sheet.Leak && i+2 < len(d); i += 3 {
					px, py := cam.Px(float64(d[i]), float64(d[i+1]))
					nx, ny := min(max(px, box.X0), box.X1), min(max(py, box.Y0), box.Y1)
					if math.Hypot(nx-px, ny-py) < float64(d[i+2])*cam.Scale() {
						t.Errorf("at %v the name at %+v lies on the ring about %v, %v", size, box, px, py)
					}
				}
			}
		}
	}
	if !found {
		t.Error("no stage shows the name")
	}
}

func BenchmarkTags(b *testing.B) {
	f := demo.Labelled()
	s := english()
	s.Resize(1280, 800, 1)
	s.Show(f, false)
	for b.Loop() {
		layout.Tags(f, &s.Layout, nil)
	}
}
