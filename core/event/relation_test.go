package event

import (
	"encoding/json"
	"math"
	"reflect"
	"testing"

	"indistinct/core/lang"
	"indistinct/core/mechanism"
	"indistinct/core/test/english"
)

// Features of how numbers lie to each other and of remainders are what they are called, of
// negative numbers, ties, zeros and cells that hold none too; nothing is allocated, and a
// report's text holds them whole.
func TestRelations(t *testing.T) {
	word, nan, inf := mechanism.Word("yes"), math.NaN(), math.Inf(1)
	a, b, c := []float64{7, -4, 7}, []float64{-0.5, word, 0}, []float64{1 << 60, -7, inf}
	for _, k := range []struct {
		f    Feature
		row  []float64
		want float64
	}{
		{Leaves(0, 3, 1), a, 1}, {Leaves(0, 3, 2), a, 0}, {Leaves(1, 3, 2), a, 1}, // −4 = −2·3 + 2
		{Leaves(1, 2, 0), a, 1}, {Leaves(0, 2, 0), b, 0}, {Leaves(1, 2, 0), b, 0},
		{Leaves(2, 5, 0), b, 1}, {Leaves(0, 7, 1), c, 1}, {Leaves(1, 7, 0), c, 1}, {Leaves(2, 2, 0), c, 0},
		{Feature{Kind: Logarithm, I: 1}, a, 2 * math.Ln2}, {Feature{Kind: Logarithm, I: 0}, b, -math.Ln2},
		{Feature{Kind: Logarithm, I: 2}, b, -1074 * math.Ln2}, {Feature{Kind: Logarithm, I: 1}, b, nan},
		{Together(0, 1, true), a, -1.75}, {Together(0, 1, false), a, -28},
		{Together(0, 2, true), b, math.Inf(-1)},
		{Together(1, 2, true), b, nan},
		{Feature{Kind: order, I: 0, J: 1}, a, 1}, {Feature{Kind: order, I: 1, J: 0}, a, -1},
		{Feature{Kind: order, I: 0, J: 2}, a, 0}, {Feature{Kind: order, I: 0, J: 1}, b, nan},
		{Feature{Kind: rank, I: 0}, a, 0}, {Feature{Kind: rank, I: 1}, a, 2}, {Feature{Kind: rank, I: 2}, a, 0},
		{Feature{Kind: rank, I: 2}, []float64{word, 3, 2}, 1}, {Feature{Kind: rank, I: 0}, b, 1},
		{Feature{Kind: rank, I: 1}, b, nan},
		{Feature{Kind: distinct}, a, 2}, {Feature{Kind: distinct}, b, 2}, {Feature{Kind: distinct}, c, 3},
		{Above(-0.5), b, 1}, {Above(-5), a, 3},
		{Spreads(1)[0], a, 17.0 / 3}, {Spreads(1)[1], a, 97.0 / 3}, {Spreads(0)[0], b, 0.25}, {Spreads(0)[1], b, 0.125},
		{Spreads(0)[1], []float64{word, nan}, nan},
	} {
		value := k.f.Evaluator()
		if got := value(k.row); !(math.Abs(got-k.want) < 1e-12 || got == k.want) && (got == got || k.want == k.want) {
			t.Errorf("%+v of %v is %v, want %v", k.f, k.row, got, k.want)
		}
		if n := testing.AllocsPerRun(10, func() { value(k.row) }); n != 0 {
			t.Errorf("%+v: %v allocations", k.f, n)
		}
		text, err := json.Marshal(k.f)
		var back Feature
		if err == nil {
			err = json.Unmarshal(text, &back)
		}
		if err != nil || !reflect.DeepEqual(back, k.f) {
			t.Errorf("%s is read as %+v: %v", text, back, err)
		}
	}
	orders, ranks := Orders([]int{0, 2, 3})
	if len(orders) != 4 || orders[3] != (Feature{Kind: order, I: 3, J: 2}) || len(ranks) != 3 || ranks[2].I != 3 {
		t.Errorf("%+v and %+v of entries 1, 3 and 4", orders, ranks)
	}
}

// Their conditions are plain sentences, whichever side of the border an event is on.
func TestNamesOfRelations(t *testing.T) {
	inf := math.Inf(1)
	for _, c := range []struct {
		f         Feature
		low, high float64
		width     int
		want      string
	}{
		{Leaves(0, 3, 1), 0.5, inf, 1, "the release leaves 1 when divided by 3"},
		{Leaves(1, 12, 0), -inf, 0.5, 3, "entry 2 does not leave 0 when divided by 12"},
		{Together(1, 4, true), 1.3, inf, 5, "entry 2 divided by entry 5 > 1.3"},
		{Together(1, 4, false), -inf, 1.3, 5, "entry 2 × entry 5 < 1.3"},
		{Feature{Kind: order, I: 2, J: 1}, 0, inf, 3, "entry 3 > entry 2"},
		{Feature{Kind: order, I: 2, J: 1}, 0.5, inf, 3, "entry 3 > entry 2"},
		{Feature{Kind: order, I: 2, J: 1}, -1, inf, 3, "entry 3 ≥ entry 2"},
		{Feature{Kind: order, I: 2, J: 1}, -inf, 0, 3, "entry 3 < entry 2"},
		{Feature{Kind: order, I: 2, J: 1}, -inf, 0.5, 3, "entry 3 ≤ entry 2"},
		{Feature{Kind: rank, I: 2}, -inf, 0.5, 5, "entry 3 is the largest"},
		{Feature{Kind: rank, I: 2}, 0, inf, 5, "entry 3 is not the largest"},
		{Feature{Kind: rank, I: 2}, 3, inf, 5, "entry 3 is the smallest"},
		{Feature{Kind: rank, I: 2}, -inf, 3.5, 5, "entry 3 is not the smallest"},
		{Feature{Kind: rank, I: 2}, 1.5, inf, 5, "count of entries above entry 3 > 1.5"},
		{Feature{Kind: rank, I: 2}, 0.5, 2.5, 5, "0.5 < count of entries above entry 3 < 2.5"},
		{Feature{Kind: distinct}, -inf, 3.5, 5, "count of different numbers < 3.5"},
		{Feature{Kind: Logarithm, I: 1}, 0.5, inf, 5, "ln |entry 2| > 0.5"},
	} {
		m := c.f.condition(c.low, c.high, Layout{Width: c.width})
		if got := english.Say(m); got != c.want {
			t.Errorf("%q, want %q", got, c.want)
		}
		if err := english.Lacks([]lang.Message{m, c.f.part(Layout{Width: c.width})}); err != nil {
			t.Error(err)
		}
	}
	const want = "whether entry 2 leaves 2 when divided by 3"
	f := Leaves(1, 3, 2)
	if got := english.Say(f.part(Layout{Width: 2})); got != want {
		t.Errorf("as a part of a score it is %q", got)
	}
}
