package learn

import (
	"math"
	"slices"
	"testing"

	"indistinct/core/event"
	"indistinct/core/rng"
)

// TestNumbersBeforeDigits: an event on real numbers comes before those on digits that promise little more,
// wherever it stands among them.
func TestNumbersBeforeDigits(t *testing.T) {
	a := aim(2)
	a.Bits = true
	q := newSearch(sample(2, 1000, func(in int, s *rng.Stream, row []float64) {
		for k := range row {
			if row[k] = float64(in) + s.Norm(); in == 1 {
				row[k] = math.Round(row[k]*1e6) / 1e6
			}
		}
	}), a)
	found := q.search()
	digits := slices.DeleteFunc(slices.Clone(found), func(f Found) bool { return !f.Event.OfDigits() })
	numbers := slices.DeleteFunc(slices.Clone(found), func(f Found) bool {
		return f.Event.OfDigits() || f.Event.Plain() || f.Event.OfValue() // plain ones come first for that alone
	})
	if len(digits) < 1 || len(numbers) < 1 {
		t.Fatalf("%d events on digits, %d on numbers", len(digits), len(numbers))
	}
	for at := 1; at < 4; at++ {
		var list []Found
		for k := range 4 {
			f := digits[0]
			if f.Gain, f.Error = 1, 0.05; k == at {
				f = numbers[0]
				f.Gain, f.Error = 0.98, 0.05
			}
			list = append(list, f)
		}
		if q.plainFirst(list); list[0].Event.OfDigits() {
			t.Errorf("one on digits comes before one on numbers at place %d", at)
		}
		list[at], list[0] = numbers[0], digits[0]
		list[0].Gain, list[0].Error, list[at].Gain, list[at].Error = 1, 0.2, 0.7, 0.2
		if q.plainFirst(list); !list[0].Event.OfDigits() {
			t.Errorf("one on numbers that promises far less comes first from place %d", at)
		}
	}
}

// TestManyColumns: a design of many columns is made where there are releases enough for them, of bends only
// where products of all columns can be added up.
func TestManyColumns(t *testing.T) {
	for width, bends := range map[int]bool{20: true, mostGram + 10: false} {
		q := newSearch(sample(width, fewRows*(width+100), func(in int, s *rng.Stream, row []float64) {
			for k := range row {
				row[k] = s.Norm()
			}
		}), aim(width))
		var feats []event.Feature
		for i := range width {
			feats = append(feats, event.Entry(i))
		}
		table := q.tableOf(feats, 0)
		for _, how := range []int{whole, middle, every} {
			if d := q.newDesign(table, how); len(d.cols) != width {
				t.Errorf("%d entries, kind %d: %d columns", width, how, len(d.cols))
			}
		}
		if d := q.newDesign(table, bent); (len(d.cols) > 0) != bends {
			t.Errorf("%d entries with bends: %d columns", width, len(d.cols))
		}
	}
}
