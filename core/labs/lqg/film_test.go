package lqg

import (
	"testing"

	"indistinct/core/film"
	"indistinct/core/lang"
	"indistinct/core/sheet"
	"indistinct/core/test/filmtest"
)

// The stage holds still and the agents move on it: they chase references that move, each
// with an arrow along its control, and none leaves the picture.
func TestAgentsAct(t *testing.T) {
	for _, set := range [][]string{nil, {"plant", "formation", "N", "8"}, {"plant", "teams", "N", "6"},
		{"plant", "chain", "N", "6"}, {"plant", "custom"}, append(unlike, "moves", "1")} {
		m := open(t, set...)
		f, err := m.Film(nil)
		if err == nil {
			err = filmtest.Check(f)
		}
		if err != nil {
			t.Fatal(set, err)
		}
		s, err := m.play()
		if err != nil {
			t.Fatal(err)
		}
		v, labels, arrows := f.Views[0], 0, 0
		for _, w := range f.Views {
			for _, l := range w.Layers {
				if l.Kind == film.Labels {
					labels++
				}
			}
		}
		travelled := float32(0)
		for _, l := range v.Layers {
			switch {
			case l.Name == lang.Say("lqg.film.control"):
				for k := range f.Steps {
					b := l.Block(f.Steps, k)
					for i := range m.net.Agents {
						q, u := b[12*i:], s.by[k][i]
						if dx, dy := q[2]-q[0], q[3]-q[1]; float64(dx)*u[0] < 0 || float64(dy)*u[1] < 0 || dx == 0 &&
							u[0] != 0 {
							t.Fatalf("%v, step %d: agent %d has an arrow (%v, %v) for its control %v", set, k, i+1, dx,
								dy, u)
						}
						arrows++
					}
				}
			case l.Kind == film.Dots && l.Role == sheet.Leak && l.Shape == film.Star:
				for k := range f.Steps {
					q := l.Block(f.Steps, k)
					x, y := float64(q[0]), float64(q[1])
					if x < v.Box[0] || x > v.Box[2] || y < v.Box[1] || y > v.Box[3] {
						t.Errorf("%v, step %d: the starred agent is at (%v, %v), outside of %v", set, k, x, y, v.Box)
					}
					travelled = max(travelled, q[0]-l.Data[0], l.Data[0]-q[0])
				}
			}
		}
		if labels > 3 || arrows == 0 {
			t.Errorf("%v: %d labels, %d arrows", set, labels, arrows)
		}
		if w := float32(v.Box[2] - v.Box[0]); travelled < w/8 {
			t.Errorf("%v: the starred agent travels %v of %v", set, travelled, w)
		}
	}
}

// The picture's scale hardly follows the noise, so that more of it is seen.
func TestTheScaleStandsStill(t *testing.T) {
	width := func(half string) float64 {
		f, err := open(t, "half", half).Film(nil)
		if err != nil {
			t.Fatal(err)
		}
		return f.Views[0].Box[2] - f.Views[0].Box[0]
	}
	for _, half := range []string{"0.2", "0.5", "2"} {
		if r := width(half) / width("1"); r < 0.93 || r > 1.07 {
			t.Errorf("with noise times %s the picture is %.2f times as wide", half, r)
		}
	}
}
