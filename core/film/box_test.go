package film_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"indistinct/core/film"
	"indistinct/core/test/filmtest"
)

func TestFitIsNotLedAstrayByAFewPoints(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	var a, b []float32
	for range 1000 {
		a = append(a, float32(r.NormFloat64()), float32(10+0.1*r.NormFloat64()))
		b = append(b, float32(5+r.NormFloat64()), float32(10+0.1*r.NormFloat64()))
	}
	box := film.Fit(0.005, a, b)
	far := film.Fit(0.005, append(a, 1e6, -1e6, float32(math.NaN()), 3), b)
	for i := range box {
		if math.Abs(box[i]-far[i]) > 0.2 {
			t.Errorf("one far point moves the box from %v to %v", box, far)
		}
	}
	if box[0] > -2 || box[2] < 7 || box[1] > 9.8 || box[3] < 10.2 || box[0] < -5 || box[2] > 10 || box[1] < 9.3 {
		t.Errorf("box %v", box)
	}
}

func TestFitAlwaysGivesABox(t *testing.T) {
	nan := float32(math.NaN())
	for _, c := range [][]float32{nil, {nan, nan}, {3, 4}, {3, 4, 3, 4}, {1e7, 0, 1e7, 1}, {0, 0, 1, 0},
		{-1e-12, 0, 1e-12, 0}} {
		b := film.Fit(0.01, c)
		f := &film.Film{Steps: 1, Rate: 1, Views: []film.View{{Place: film.Main, Box: b}}}
		if err := filmtest.Check(f); err != nil {
			t.Errorf("%v: %v", c, err)
		}
	}
}

func ExampleFit() {
	fmt.Println(film.Fit(0, []float32{0, 0, 12, 24}))
	// Output: [-1 -2 13 26]
}
