package film_test

import (
	"fmt"
	"math"
	"reflect"
	"strings"
	"testing"

	"indistinct/core/film"
	"indistinct/core/lang"
	"indistinct/core/sheet"
	"indistinct/core/test/filmtest"
)

// said is a message of words alone.
var said = lang.Verbatim

func good() *film.Film {
	return &film.Film{
		Steps: 2, Rate: 4, Hold: 1, Alt: said("A dot moves."),
		Clock: lang.Verbatims([]string{"k = 0", "k = 1"}),
		Views: []film.View{
			{Name: said("map"), Place: film.Main, Box: [4]float64{-1, -1, 1, 1}, Equal: true,
				Unit: said("m"), Layers: []film.Layer{
					{Name: said("target"), Kind: film.Dots, Role: sheet.Target, Moving: true,
						Data:    []float32{0, 0, 1, 1},
						Handles: []string{"t"}},
					{Kind: film.Ellipse, Data: []float32{0, 0, 1, .5, .3}},
					{Kind: film.Words, Data: []float32{0, 0}, Text: lang.Verbatims([]string{"here"})},
				}},
			{Name: said("zoom"), Place: film.Lens, Equal: true, Box: [4]float64{0, 0, 2, 2}},
		},
	}
}

func TestCheckAccepts(t *testing.T) {
	if err := filmtest.Check(good()); err != nil {
		t.Fatal(err)
	}
	f := good()
	f.Views[0].Layers = append(f.Views[0].Layers, film.Layer{Kind: film.Dots},
		film.Layer{Kind: film.Path, Moving: true})
	if err := filmtest.Check(f); err != nil {
		t.Fatalf("empty layers: %v", err)
	}
}

func TestBlocksSpareRepetition(t *testing.T) {
	l := film.Layer{Kind: film.Dots, Moving: true, Data: []float32{0, 0, 1, 1, 2, 2, 3, 3}, Blocks: []int{0, 0, 1},
		Shown: []int{1, 2, 9}}
	f := &film.Film{Steps: 3, Rate: 1, Views: []film.View{{Place: film.Main, Box: [4]float64{0, 0, 1, 1},
		Layers: []film.Layer{l}}}}
	if err := filmtest.Check(f); err != nil {
		t.Fatal(err)
	}
	for k, want := range []string{"[0 0]", "[0 0 1 1]", "[2 2 3 3]"} {
		if got := fmt.Sprint(l.Block(3, k)); got != want {
			t.Errorf("step %d shows %s, want %s", k, got, want)
		}
	}
}

func TestCheckRefuses(t *testing.T) {
	inf := float32(math.Inf(1))
	for _, c := range []struct {
		name string
		do   func(f *film.Film)
		want string // part of the sentence
	}{
		{"no steps", func(f *film.Film) { f.Steps = 0 }, "0 steps"},
		{"rate", func(f *film.Film) { f.Rate = math.NaN() }, "rate"},
		{"hold", func(f *film.Film) { f.Hold = 2 }, "step 2"},
		{"clock", func(f *film.Film) { f.Clock = f.Clock[:1] }, "clock"},
		{"no views", func(f *film.Film) { f.Views = nil }, "0 views"},
		{"first not main", func(f *film.Film) { f.Views[0].Place = film.Lens }, "main"},
		{"two mains", func(f *film.Film) { f.Views[1].Place = film.Main }, "main"},
		{"place", func(f *film.Film) { f.Views[1].Place = "attic" }, "attic"},
		{"box", func(f *film.Film) { f.Views[0].Box = [4]float64{0, 0, 0, 1} }, "box"},
		{"a lens's box", func(f *film.Film) { f.Views[1].Box[2] = 3 }, "square"},
		{"kind", func(f *film.Film) { f.Views[0].Layers[0].Kind = "cake" }, "cake"},
		{"role", func(f *film.Film) { f.Views[0].Layers[0].Role = "villain" }, "villain"},
		{"shape", func(f *film.Film) { f.Views[0].Layers[0].Shape = "blob" }, "blob"},
		{"size", func(f *film.Film) { f.Views[0].Layers[0].Size = -1 }, "size"},
		{"alpha", func(f *film.Film) { f.Views[0].Layers[0].Alpha = 1.5 }, "alpha"},
		{"short", func(f *film.Film) { f.Views[0].Layers[0].Data = f.Views[0].Layers[0].Data[:3] }, "multiple"},
		{"infinite", func(f *film.Film) { f.Views[0].Layers[0].Data[2] = inf }, "number 2"},
		{"semi-axis", func(f *film.Film) { f.Views[0].Layers[1].Data[3] = -1 }, "semi-axis"},
		{"text", func(f *film.Film) { f.Views[0].Layers[2].Text = nil }, "texts"},
		{"long text", func(f *film.Film) { f.Views[0].Layers[2].Text[0] = said(strings.Repeat("x", 1000)) }, "letters"},
		{"blocks", func(f *film.Film) { f.Views[0].Layers[0].Blocks = []int{0} }, "block numbers"},
		{"a block", func(f *film.Film) { f.Views[0].Layers[0].Blocks = []int{0, 2} }, "block 2"},
		{"blocks that ease", func(f *film.Film) {
			f.Views[0].Layers[0].Blocks, f.Views[0].Layers[0].Ease = []int{0, 1}, true
		}, "ease"},
		{"shown", func(f *film.Film) {
			f.Views[0].Layers[0].Handles, f.Views[0].Layers[0].Shown = nil, []int{1, -1}
		}, "-1 items"},
		{"handles", func(f *film.Film) { f.Views[0].Layers[0].Handles = []string{"a", "b"} }, "handles"},
	} {
		f := good()
		c.do(f)
		err := filmtest.Check(f)
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: got %v, want a sentence with %q", c.name, err, c.want)
		}
	}
	if filmtest.Check(nil) == nil {
		t.Error("nil passed")
	}
}

func FuzzCheck(f *testing.F) {
	seed, _ := good().MarshalBinary()
	f.Add(seed)
	heat := film.Film{Steps: 1, Rate: 1, Views: []film.View{{Place: film.Main, Box: [4]float64{0, 0, 1, 1},
		Layers: []film.Layer{{Kind: film.Heat, Data: []float32{0, 0, 1, 1}}}}}}
	seed, _ = heat.MarshalBinary()
	f.Add(seed)
	f.Fuzz(func(t *testing.T, data []byte) {
		var x film.Film
		if x.UnmarshalBinary(data) != nil {
			return
		}
		if filmtest.Check(&x) != nil {
			return
		}
		// Whoever reads what was written sees the same.
		again, err := x.MarshalBinary()
		if err != nil {
			t.Fatal(err)
		}
		var y film.Film
		if err := y.UnmarshalBinary(again); err != nil || !reflect.DeepEqual(x, y) {
			t.Fatalf("%+v came back as %+v, %v", x, y, err)
		}
		// What passes can be read step by step without an index out of range.
		for _, v := range x.Views {
			for _, l := range v.Layers {
				for k := 0; k < x.Steps; k++ {
					if d := l.Block(x.Steps, k); len(d)%l.Kind.Stride() != 0 {
						t.Fatalf("step %d has %d numbers", k, len(d))
					}
				}
			}
		}
	})
}

func Example_check() {
	f := &film.Film{Steps: 2, Rate: 4, Views: []film.View{{
		Name: said("map"), Place: film.Main, Box: [4]float64{0, 0, 1, 1},
		Layers: []film.Layer{{Name: said("target"), Kind: film.Dots, Moving: true, Data: []float32{0, 0}}},
	}}}
	fmt.Println(filmtest.Check(f))
	// Output: view 0 ("map"), layer 0 ("target"): there are 2 numbers; a moving layer of dots needs a multiple of 2 steps × 2 numbers an item
}

// TestWholeRefuses: no array of a film that passes is read past its end.
func TestWholeRefuses(t *testing.T) {
	for name, do := range map[string]func(f *film.Film){
		"no views": func(f *film.Film) { f.Views = nil },
		"lens":     func(f *film.Film) { f.Views[1].About = 3 },
		"data":     func(f *film.Film) { f.Views[0].Layers[0].Data = []float32{0, 0, 1} },
		"blocks":   func(f *film.Film) { f.Views[0].Layers[0].Blocks = []int{0, -1} },
		"shown":    func(f *film.Film) { f.Views[0].Layers[0].Shown = []int{1} },
		"texts":    func(f *film.Film) { f.Views[0].Layers[2].Text = nil },
		"handles":  func(f *film.Film) { f.Views[0].Layers[0].Handles = []string{"a", "b"} },
	} {
		f := good()
		if err := f.Whole(); err != nil {
			t.Fatal(err)
		}
		if do(f); f.Whole() == nil {
			t.Errorf("%s: a film whose lengths do not agree is taken", name)
		}
	}
	s := plane()
	s.Clouds[1].Data = s.Clouds[1].Data[1:]
	if s.Whole() == nil {
		t.Error("a show with half a release is taken")
	}
}
