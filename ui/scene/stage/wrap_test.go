package stage

import (
	"testing"

	"indistinct/core/film"
)

// TestWrap: a mark that leaves a road of length 100 at 98 and enters at 4 is
// halfway at 1, not at 51.
func TestWrap(t *testing.T) {
	l := &film.Layer{Kind: film.Dots, Moving: true, Ease: true, Wrap: 100, Data: []float32{92, 5, 98, 5, 4, 5, 10, 5}}
	f := &film.Film{Steps: 4}
	if got := Sample(nil, f, l, 1.5); got[0] < 0.9 || got[0] > 1.1 || got[1] != 5 {
		t.Errorf("halfway the mark is at %v, want about (1, 5)", got)
	}
	if x, _ := SamplePoint(f, l, 0, 1.5); x < 0.9 || x > 1.1 {
		t.Errorf("a trail passes x = %v, want about 1", x)
	}
	l.Wrap = 0
	if got := Sample(nil, f, l, 1.5); got[0] < 40 || got[0] > 60 {
		t.Errorf("without wrap the mark is at %v, want about 51", got)
	}
}
