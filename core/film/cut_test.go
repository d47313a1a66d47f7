package film_test

import (
	"slices"
	"testing"

	"indistinct/core/film"
	"indistinct/core/lang"
	"indistinct/core/sheet"
	"indistinct/core/test/filmtest"
)

// A cut shows at each of its key frames what the film showed there, and nothing
// of what came later.
func TestCut(t *testing.T) {
	f := &film.Film{Steps: 4, Rate: 1, Loop: true, Hold: 1, Clock: lang.Verbatims([]string{"a", "b", "c", "d"}),
		Alt: said("Four frames."),
		Views: []film.View{{Name: said("v"), Place: film.Main, Box: [4]float64{0, 0, 9, 9},
			Layers: []film.Layer{
				{Kind: film.Dots, Role: sheet.Leak, Data: []float32{1, 1}},
				{Kind: film.Dots, Role: sheet.Leak, Moving: true, Data: []float32{1, 1, 2, 2, 3, 3, 4, 4}},
				{Kind: film.Dots, Role: sheet.Leak, Moving: true, Data: []float32{1, 1, 2, 2, 3, 3},
					Blocks: []int{0, 1, 1, 2}},
				{Kind: film.Dots, Role: sheet.Leak, Moving: true, Data: []float32{1, 1, 2, 2, 3, 3},
					Blocks: []int{0, 0, 0, 0}, Shown: []int{0, 1, 2, 3}},
			}}}}
	if err := filmtest.Check(f); err != nil {
		t.Fatal(err)
	}
	for from := range 4 {
		for to := from; to < 4; to++ {
			c := f.Cut(from, to)
			if err := filmtest.Check(c); err != nil {
				t.Fatalf("%d to %d: %v", from, to, err)
			}
			if c.Steps != to-from+1 || c.Loop || c.Clock[0] != f.Clock[from] {
				t.Errorf("%d to %d: %+v", from, to, c)
			}
			for j := range c.Views[0].Layers {
				for k := range c.Steps {
					got, want := c.Views[0].Layers[j].Block(c.Steps, k), f.Views[0].Layers[j].Block(4, from+k)
					if !slices.Equal(got, want) {
						t.Errorf("%d to %d, layer %d: frame %d shows %v, want %v", from, to, j, k, got, want)
					}
				}
			}
		}
	}
	for _, c := range []*film.Film{f.Cut(0, 1), f.Cut(2, 3)} {
		if n := len(c.Views[0].Layers[2].Data); n != 4 {
			t.Errorf("the cut holds %d numbers of a layer of which it shows 4", n)
		}
	}
	if f.Steps != 4 || f.Views[0].Layers[2].Blocks[3] != 2 || len(f.Views[0].Layers[1].Data) != 8 {
		t.Error("the film itself was cut")
	}
}
