package axis

import "testing"

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
