package filtering

import (
	"math"
	"testing"

	"indistinct/core/film"
	"indistinct/core/sheet"
	"indistinct/core/test/filmtest"
)

// The road is one: cars stand out where they overlap, the followed one is filled where the
// record has it and hollow where its neighbour has it, and all go once round the loop. The
// needle above it is what is published.
func TestRoad(t *testing.T) {
	for _, set := range [][]string{nil, {"arch", "input"}, {"arch", "none"},
		{"cars", "1", "sigma1", "20", "brake", "20"}} {
		m := open(t, set...)
		f, err := m.Film(nil)
		if err == nil {
			err = filmtest.Check(f)
		}
		if err != nil {
			t.Fatal(set, err)
		}
		d := m.drive()
		labels, needles := 0, 0
		for _, v := range f.Views {
			for _, l := range v.Layers {
				switch {
				case l.Kind == film.Labels:
					labels++
				case l.Shape == film.Car && l.Fill != (l.Role == sheet.Record):
					t.Errorf("%v: a car in the colour of %q is filled: %v", set, l.Role, l.Fill)
				case l.Shape == film.Car && l.Role == sheet.Record:
					round := 0.0
					for k := range f.Steps {
						here, next := l.Block(f.Steps, k)[0], l.Block(f.Steps, (k+1)%f.Steps)[0]
						round += math.Remainder(float64(next-here), road)
					}
					if set == nil && math.Abs(round-road) > 1e-3 {
						t.Errorf("%v: the followed car goes %v round the loop of %v", set, round, road)
					}
				case l.Kind == film.Segments && l.Moving && l.Role == sheet.Record && v.Place == film.Main:
					needles++
					for k := range f.Steps {
						for o := range k { // a greater speed stands further right
							a, b := l.Block(f.Steps, k)[2], l.Block(f.Steps, o)[2]
							if p := d.published[0]; (a-b)*float32(p[k]-p[o]) < -1e-3 {
								t.Errorf("%v: the needle is at %v for %v, at %v for %v", set, a, p[k], b, p[o])
							}
						}
					}
				}
			}
		}
		if labels > 3 || needles != 1 {
			t.Errorf("%v: %d labels and %d needles", set, labels, needles)
		}
	}
}
