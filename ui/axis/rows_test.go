package axis

import (
	"math"
	"testing"
)

// TestClear: labels of one row need room between them on either side; one that stands higher has its
// line go down past those below.
func TestClear(t *testing.T) {
	label := func(x, x0, x1 float64, row int, lined bool) *Label {
		return &Label{X: x, X0: x0, X1: x1, Row: row, Lined: lined}
	}
	for _, c := range []struct {
		a, b  *Label
		clear bool
	}{
		{label(5, 0, 10, 0, true), label(25, 20, 30, 0, true), true},
		{label(5, 0, 10, 0, true), label(20, 14, 24, 0, true), false},
		{label(5, 0, 10, 0, true), label(12, 5, 15, 0, true), false},
		// The higher one's line, left of the other, right of it and through it.
		{label(50, 0, 60, 1, true), label(70, 55, 80, 0, true), true},
		{label(50, 40, 60, 1, true), label(30, 20, 45, 0, true), true},
		{label(50, 40, 60, 1, true), label(45, 20, 55, 0, true), false},
		{label(50, 40, 60, 1, false), label(45, 20, 55, 0, true), true},
	} {
		if got := c.a.Clear(c.b); got != c.clear {
			t.Errorf("%+v and %+v: %v", *c.a, *c.b, got)
		}
		if got := c.b.Clear(c.a); got != c.clear {
			t.Errorf("%+v and %+v: %v", *c.b, *c.a, got)
		}
	}
}

// TestPlace: labels that need it take another row, and those that cannot be clear one each.
func TestPlace(t *testing.T) {
	at := func(xs ...float64) []Label {
		return Place(len(xs), func(i int) []Label { return Ways(xs[i], 40, 0, 200, true) })
	}
	for _, xs := range [][]float64{{20, 100, 180}, {100, 104}, {50, 60, 70}, {0, 200}} {
		placed := at(xs...)
		for i := range placed {
			for j := range i {
				if !placed[i].Clear(&placed[j]) {
					t.Errorf("of lines at %v labels %d and %d touch: %+v", xs, i, j, placed)
				}
			}
		}
	}
	if placed := at(20, 100, 180); placed[0].Row+placed[1].Row+placed[2].Row != 0 {
		t.Errorf("there is room in one row: %+v", placed)
	}
	crowd := make([]float64, 14)
	for i := range crowd {
		crowd[i] = 100
	}
	for i, l := range at(crowd...) {
		if l.Row != i {
			t.Errorf("label %d of a crowd stands in row %d", i, l.Row)
		}
	}
}

// TestWays: each place that a text may take is as wide as the text, within its ends, and anchored where it says; the
// first is about the line or, where there is no room for that, at the end; beside the line it keeps off it.
func TestWays(t *testing.T) {
	const left, right = 0, 200
	for _, w := range []float64{30, 80} {
		for x := 0.0; x <= right; x++ {
			ways := Ways(x, w, left, right, true)
			for i, l := range ways {
				anchor := map[string]float64{"start": l.X0, "middle": (l.X0 + l.X1) / 2, "end": l.X1}[l.Anchor]
				if math.Abs(l.X1-l.X0-w) > 1e-9 || l.X0 < left || l.X1 > right || math.Abs(l.TextX-anchor) > 1e-9 &&
					!(i >= 3 || l.X0 <= x && x <= l.X1) ||
					l.X != x || !l.Lined || l.X1 < x-5 || l.X0 > x+5 {
					t.Errorf("at %v a text of %v may stand at %+v", x, w, l)
				}
			}
			if first := ways[0]; math.Abs(min(max(x-w/2, left), right-w)-first.X0) > 1e-9 {
				t.Errorf("at %v a text of %v stands first at %+v", x, w, first)
			}
			beside := map[bool]bool{}
			for _, l := range ways[1:] {
				if l.X0 >= x+4 || l.X1 <= x-4 {
					beside[l.X0 > x] = true
				}
			}
			if beside[true] != (x+4+w < right) || beside[false] != (x-4-w > left) {
				t.Errorf("at %v a text of %v may stand to the right: %t, to the left: %t", x, w, beside[true],
					beside[false])
			}
		}
	}
}

// TestClearIsExact: labels of two rows touch where the higher one's line is within two pixels of the lower one.
func TestClearIsExact(t *testing.T) {
	low := Label{X0: 10, X1: 30, X: 20, Row: 0, Lined: true}
	for x := 0.0; x <= 40; x += 0.5 {
		high := Label{X0: x - 1, X1: x + 1, X: x, Row: 1, Lined: true}
		if want := x < 8 || x > 32; high.Clear(&low) != want || low.Clear(&high) != want {
			t.Errorf("a line at %v is clear of a label from 10 to 30: %t, %t", x, high.Clear(&low), low.Clear(&high))
		}
	}
}
