package filtering

import (
	"math"
	"slices"
	"testing"

	"indistinct/core/film"
	"indistinct/core/lang"
	"indistinct/core/sheet"
	"indistinct/core/test/filmtest"
)

// The road is one: cars stand out where they overlap, the followed one is filled where the
// record has it and hollow where its neighbour has it, and all go once round the loop. The
// needle above it is what is published.
func TestRoad(t *testing.T) {
	for _, set := range [][]string{nil, {"arch", "input"}, {"arch", "none"},
		{"cars", "1", "sigma1", "20"}} {
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
				case l.Kind == film.Labels && v.Place == film.Main:
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
		if labels < 3 || labels > 5 || needles != 1 {
			t.Errorf("%v: %d labels and %d needles", set, labels, needles)
		}
	}
}

// The dial's scale is that of the noise that is promised, so that less or more of it is seen.
func TestTheDialStandsStill(t *testing.T) {
	ticks := func(half string) (texts []lang.Message, spread float32) {
		f, err := open(t, "half", half).Film(nil)
		if err != nil {
			t.Fatal(err)
		}
		for _, l := range f.Views[0].Layers {
			switch {
			case l.Kind == film.Words && !l.Moving:
				texts = l.Text
			case l.Name == lang.Say("filtering.film.speed.record"):
				lo, hi := l.Data[2], l.Data[2]
				for i := 2; i < len(l.Data); i += 4 {
					lo, hi = min(lo, l.Data[i]), max(hi, l.Data[i])
				}
				spread = hi - lo
			}
		}
		return texts, spread
	}
	want, wide := ticks("1")
	for _, half := range []string{"0.3", "3"} {
		if got, _ := ticks(half); len(want) == 0 || !slices.Equal(got, want) {
			t.Errorf("with %s of the noise the dial has the numbers %v, not %v", half, got, want)
		}
	}
	if _, little := ticks("0.3"); little > 0.6*wide {
		t.Errorf("with 0.3 of the noise the needle moves over %v, with all of it over %v", little, wide)
	}
}
