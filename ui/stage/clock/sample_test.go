package clock

import (
	"math"
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

func TestSampleGlides(t *testing.T) {
	f := &film.Film{Steps: 4, Rate: 1, Loop: true}
	l := &film.Layer{Kind: film.Disk, Moving: true, Ease: true, Data: []float32{1, 0, 1, 0, 1, 2, -1, 0, 3, 0, -1, 4}}
	if got := Sample(nil, f, l, 1); got[0] != 0 || got[1] != 1 || got[2] != 2 {
		t.Errorf("a key frame is shown as it is: %v", got)
	}
	got := Sample(nil, f, l, 0.5)
	if want := float32(0.5); math.Abs(float64(got[0]-want)) > 1e-6 || math.Abs(float64(got[1]-want)) > 1e-6 ||
		got[2] != 1.5 {
		t.Errorf("half way: %v, want %v, %v, 1.5", got, want, want)
	}
	if got := Sample(nil, f, l, 3.5); math.Abs(float64(got[2])-2.5) > 1e-6 {
		t.Errorf("the last key frame leads back to the first: radius %v, want 2.5", got[2])
	}
	x, y := SamplePoint(f, l, 0, 0.5)
	if math.Abs(float64(x)-.5)+math.Abs(float64(y)-.5) > 1e-6 {
		t.Errorf("SamplePoint: %v, %v", x, y)
	}
	if x, _ := SamplePoint(f, l, 0, -1); x != 0 {
		t.Errorf("one step before the first is the last: %v", x)
	}
}
