package sound

import (
	"math"
	"testing"
)

// A curve goes from left to right without a gap but where it has none, its pitch with
// its height.
func TestCurve(t *testing.T) {
	got := Curve([]float64{0, 0.5, 1, math.NaN(), 1, 2}, 2)
	want := [][3]float64{{0, 220, 440}, {0.4, 440, 880}, {1.6, 880, 880}}
	if len(got) != len(want) {
		t.Fatalf("%+v", got)
	}
	for i, w := range want {
		g := [3]float64{got[i].At, got[i].From, got[i].To}
		for k := range w {
			if math.Abs(g[k]-w[k]) > 1e-9 {
				t.Errorf("tone %d: %v, want %v", i, g, w)
			}
		}
	}
	if one := Curve([]float64{0.5}, 1); len(one) != 1 || one[0].Length != 1 {
		t.Errorf("one point: %+v", one)
	}
	if len(Curve(nil, 1)) != 0 {
		t.Error("nothing is heard as something")
	}
}

// Nothing is ever louder than gentle, however many tones sound at once.
func TestGentle(t *testing.T) {
	all := [][]Tone{Curve([]float64{0, 1, 0}, 1), Curve([]float64{1}, 1)}
	for i, tones := range all {
		for _, at := range tones {
			sum := 0.0
			for _, o := range tones {
				if o.At <= at.At && at.At < o.At+o.Length {
					sum += o.Gain
				}
			}
			if sum > Gentle+1e-12 {
				t.Errorf("%d: %g at %g s", i, sum, at.At)
			}
		}
	}
}

// Flat holds all numbers of the tones in a row; Later puts each off, and changes no other.
func TestFlat(t *testing.T) {
	tones := []Tone{{1, 2, 3, 4, 5, 6}, {7, 8, 9, 10, 11, 12}}
	for i, v := range Flat(Later(tones, 0.5)) {
		want := float64(i + 1)
		if i%6 == 0 {
			want += 0.5
		}
		if v != want {
			t.Errorf("number %d is %v, want %v", i, v, want)
		}
	}
	if tones[0].At != 1 || len(Flat(tones)) != 12 || len(Flat(nil)) != 0 {
		t.Errorf("the tones have become %v", tones)
	}
}
