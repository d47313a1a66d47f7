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
		v, labels := f.Views[0], map[lang.Message]bool{}
		travelled := float32(0)
		for _, l := range v.Layers {
			switch {
			case l.Kind == film.Labels:
				labels[l.Text[0]] = true
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
		for _, m := range []lang.Message{inputs[0], inputs[1], lang.Say("lqg.film.at.reference"),
			lang.Say("lqg.film.output.sent"), lang.Say("lqg.film.at.guess")} {
			if !labels[m] || len(labels) > 5 {
				t.Errorf("%v: nothing is called %q among %v", set, m, labels)
			}
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
