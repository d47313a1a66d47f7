package event

import (
	"math"
	"testing"

	"indistinct/core/lang"
	"indistinct/core/mechanism"
)

// TestSame: events are the same if all that decides what they hold is: kind, direction, rule, cells and opposite; names
// are not, nor what a name shows. An outline is the event without rules.
func TestSame(t *testing.T) {
	rule := func(above float64) *Rule {
		return &Rule{Kind: Threshold, Features: []Feature{Entry(0)}, Above: above, Sign: 1}
	}
	make := func() []Event { // all of which differ
		one, two := Event{Kind: "learned", Rule: rule(1)}, Event{Kind: "learned", Rule: rule(2)}
		return []Event{{Kind: "escape"}, {Kind: "escape", Swap: true}, {Kind: "cell"}, {Kind: "cell",
			Cells: [][]int32{{1}}},
			{Kind: "cell", Cells: [][]int32{{2}}}, {Kind: "cell", Cells: [][]int32{{1},
				{1}}}, one, two, {Kind: "learned"},
			{Kind: "learned", Rule: rule(1), Opposite: &one}, {Kind: "learned", Rule: rule(1), Opposite: &two},
			{Kind: "learned", Rule: rule(1), Swap: true}}
	}
	a, b := make(), make()
	for i := range a {
		b[i].Name = lang.Verbatim("another")
		if b[i].Rule != nil {
			b[i].Rule.Shown = [][]float64{{math.NaN()}}
		}
		for j := range b {
			if a[i].Same(b[j]) != (i == j) || b[j].Same(a[i]) != (i == j) {
				t.Errorf("events %d and %d are the same: %t", i, j, i != j)
			}
		}
		o := b[i].Outline()
		if o.Rule != nil || o.Kind != b[i].Kind || o.Swap != b[i].Swap || o.Name != b[i].Name ||
			(o.Opposite == nil) != (b[i].Opposite == nil) ||
			o.Opposite != nil && o.Opposite.Rule != nil || b[i].Opposite != nil && b[i].Opposite.Rule == nil {
			t.Errorf("the outline of event %d is %+v", i, o)
		}
	}
	var none *Rule
	if !none.Same(nil) || none.Same(rule(1)) || rule(1).Same(nil) || !rule(1).Same(rule(1)) {
		t.Error("a rule is the same as none")
	}
}

// TestFeatureValues: each feature of a row of numbers, words and empty cells, by what its comment says.
func TestFeatureValues(t *testing.T) {
	word, other, absent, nan := mechanism.Word("a"), mechanism.Word("b"), mechanism.Absent(), math.NaN()
	bits := math.Float64bits
	row := []float64{2.5, word, -1, other, 4, word, 0, -1, absent}
	for _, c := range []struct {
		f    Feature
		want float64
	}{
		{Entry(0), 2.5}, {Entry(1), nan}, {Feature{Kind: is, I: 1, Cell: bits(word)}, 1}, {Feature{Kind: is, I: 3,
			Cell: bits(word)}, 0},
		{Feature{Kind: is, I: 6, Cell: bits(0)}, 1}, {Feature{Kind: is, I: 6, Cell: bits(math.Copysign(0, -1))}, 0},
		{Feature{Kind: number, I: 4}, 1}, {Feature{Kind: number, I: 3}, 0}, {Feature{Kind: number, I: 8}, 0},
		{Feature{Kind: count, Cell: bits(word)}, 2}, {Feature{Kind: count, Cell: bits(-1)}, 2}, {Feature{Kind: count,
			Cell: bits(9)}, 0},
		{Feature{Kind: first, Cell: bits(word)}, 1}, {Feature{Kind: first, Cell: bits(other)}, 3}, {Feature{Kind: first,
			Cell: bits(9)}, 9},
		{Feature{Kind: length}, 8}, {Feature{Kind: numbers}, 5}, {Feature{Kind: sum}, 4.5}, {Feature{Kind: least}, -1},
		{Feature{Kind: greatest}, 4}, {Feature{Kind: sumTo, I: 2}, 1.5}, {Feature{Kind: sumTo, I: 0},
			2.5}, {Feature{Kind: step, I: 7}, -1},
		{Feature{Kind: step, I: 1}, nan}, {Above(0), 2}, {Above(-2), 5}, {Above(4), 0}, {Feature{Kind: distinct}, 4},
		{Leaves(4, 3, 1), 1}, {Leaves(4, 3, 2), 0}, {Leaves(2, 3, 2), 1}, {Leaves(0, 3, 2), 0}, {Leaves(1, 3, 0), 0},
		{Feature{Kind: Logarithm, I: 4}, math.Log(4)}, {Feature{Kind: Logarithm, I: 2}, 0}, {Together(4, 0, true),
			1.6}, {Together(4, 0, false), 10},
		{Feature{Kind: order, I: 4, J: 0}, 1}, {Feature{Kind: order, I: 0, J: 4}, -1}, {Feature{Kind: order, I: 2,
			J: 7}, 0},
		{Feature{Kind: order, I: 2, J: 1}, nan}, {Feature{Kind: rank, I: 4}, 0}, {Feature{Kind: rank, I: 2},
			3}, {Feature{Kind: rank, I: 1}, nan},
	} {
		if got := c.f.Evaluator()(row); math.Abs(got-c.want) > 1e-14 || (got == got) != (c.want == c.want) {
			t.Errorf("%+v is %v, want %v", c.f, got, c.want)
		}
	}
	for _, kind := range []string{sum, least, greatest} {
		if got := (&Feature{Kind: kind}).Evaluator()([]float64{word, absent}); got == got {
			t.Errorf("%s of no number is %v", kind, got)
		}
	}
}
