package event

import (
	"math"
	"slices"
	"testing"

	"indistinct/core/mechanism"
)

// TestCorner: a box is named by the last bound on either side of each feature.
func TestCorner(t *testing.T) {
	r := Rule{Kind: Box, Features: []Feature{{Kind: entry, I: 1}, {Kind: length}}, Above: 3.5,
		Sides: []Side{{0, 1, -math.MaxFloat64}, {1, 1, 2.5}, {0, -1, -9}, {1, -1, -8.5}, {0, -1, -4}}}
	if got, want := r.name(9, nil), "entry 2 below 9; the list's length above 2.500 and below 8.500"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	r.Above = 0.5
	if got, want := r.name(9, nil), "entry 2 is a number"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

// TestWithout: what two lists of releases share is taken from one of them, also from
// what is shown of it.
func TestWithout(t *testing.T) {
	list := func(rows ...[]float64) (r Rule) {
		r.Kind, r.Shown = Atoms, rows
		for _, row := range rows {
			r.Keys = append(r.Keys, mechanism.RowHash(row))
		}
		slices.Sort(r.Keys)
		return r
	}
	a, b, c := []float64{1, 2}, []float64{mechanism.Word("no"), math.NaN()}, []float64{3, 3}
	one, two := list(a, b), list(b, c)
	rest := two.Without(&one)
	if match := rest.Matcher(); match(b) || !match(c) || len(rest.Shown) != 1 || len(two.Keys) != 2 {
		t.Errorf("%v shows %v", rest.Keys, rest.Shown)
	}
}
