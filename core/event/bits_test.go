package event

import (
	"math"
	"slices"
	"testing"

	"indistinct/core/mechanism"
	"indistinct/core/test/english"
)

// TestBitValues: features of the representation, of numbers whose bits and shortest texts
// are known.
func TestBitValues(t *testing.T) {
	nan, tenth, most := math.NaN(), 0.1, 0.63 // constants would be exact
	for _, c := range []struct {
		x                                        float64
		lowest, zeros, decimals, digit, fraction float64
	}{
		{0, lowestOfZero, 53, 0, 0, 0},
		{math.Copysign(0, -1), lowestOfZero, 53, 0, 0, 0},
		{1, 0, 52, 0, 1, 0},
		{-3, 0, 51, 0, 3, 0},
		{12, 2, 51, 0, 2, 0},
		{1200, 4, 46, 0, 0, 0},
		{0.75, -2, 51, 2, 5, 0.75},
		{-0.25, -2, 52, 2, 5, 0.75},
		{0.1, -55, 1, 1, 1, 0.1}, // 0x1.999999999999ap-4
		{tenth + 0.2, -52, 2, 17, 4, 0.30000000000000004},
		{1 - most, -53, 1, 2, 7, 0.37},
		{0.125, -3, 52, 3, 5, 0.125},
		{1e22, 22, 1, 0, 0, 0}, // 5²² has 52 bits
		{1 << 53, 53, 52, 0, 2, 0},
		{math.MaxFloat64, 971, 0, 0, 0, 0},
		{0x1p-1022, -1022, 52, 324, 4, 0x1p-1022}, // 2.2250738585072014e-308
		{0x1p-1074, -1074, 0, 324, 5, 0x1p-1074},  // the least subnormal
		{0x3p-1070, -1070, 4, 324, 7, 0x3p-1070},  // 2.37e-322
		{mechanism.Word("no"), nan, nan, nan, nan, nan},
		{mechanism.Absent(), nan, nan, nan, nan, nan},
	} {
		for kind, want := range map[string]float64{lowest: c.lowest, zeros: c.zeros, decimals: c.decimals,
			digit: c.digit, fraction: c.fraction} {
			f := Feature{Kind: kind, I: 1}
			row := []float64{7, c.x}
			if got := f.value(row); got != want && (got == got || want == want) {
				t.Errorf("%s of %v is %v, want %v", kind, c.x, got, want)
			}
			if n := testing.AllocsPerRun(10, func() { f.value(row) }); n != 0 {
				t.Errorf("%s: %v allocations", kind, n)
			}
		}
	}
	row := []float64{mechanism.Word("no"), 3, 0.5, 0.25, mechanism.Absent()}
	for kind, want := range map[string]float64{lowest: -2, decimals: 2} {
		f := Feature{Kind: kind, I: pooled}
		if got := f.value(row); got != want {
			t.Errorf("%s of all is %v, want %v", kind, got, want)
		}
		if got := f.value(row[4:]); got == got {
			t.Errorf("%s of no number is %v", kind, got)
		}
	}
}

// TestBitFeatures: of cells that vary there are features of the representation, of at
// most so many cells, and of a zero's sign where it varies. Without bits there are none.
func TestBitFeatures(t *testing.T) {
	row := func(in, i int) []float64 {
		out := make([]float64, 12)
		for k := range out {
			out[k] = float64(i) / float64(k+1)
		}
		out[0], out[1] = 5, math.Copysign(0, float64(i%2)-0.5)
		return out
	}
	plain, _ := Features(12, 50, row, false)
	if slices.ContainsFunc(plain, func(f Feature) bool { return f.ofBits() }) {
		t.Errorf("%v without bits", plain)
	}
	count := map[int]int{}
	for _, f := range bitFeatures(12, 50, row) {
		count[f.I]++
	}
	if count[0] != 0 || count[1] != 6 || count[2] != 5 || count[8] != 5 || count[9] != 0 || count[pooled] != 2 {
		t.Errorf("features of each cell: %v", count)
	}
	// The last cell tells the inputs apart.
	fine := func(in, i int) []float64 {
		out := row(in, i)
		out[11] = float64(2*i + in)
		return out
	}
	if !slices.ContainsFunc(bitFeatures(12, 50, fine), func(f Feature) bool { return f.Kind == digit && f.I == 11 }) {
		t.Error("the cell whose digits differ is not looked at")
	}
}

// TestBitNames: conditions on the representation are said as whole numbers.
func TestBitNames(t *testing.T) {
	inf := math.Inf(1)
	for _, c := range []struct {
		f         Feature
		low, high float64
		width     int
		want      string
	}{
		{Feature{Kind: lowest}, -53.5, inf, 1, "the release is a multiple of 2⁻⁵³"},
		{Feature{Kind: lowest}, -inf, -53.5, 1, "the release is no multiple of 2⁻⁵³"},
		{Feature{Kind: lowest}, -0.5, inf, 1, "the release is a multiple of 1"},
		{Feature{Kind: lowest, I: 1}, -53.5, 3.25, 3, "entry 2 is a multiple of 2⁻⁵³ and none of 16"},
		{Feature{Kind: lowest, I: pooled}, -inf, -3, 3, "some entry is no multiple of 2⁻³"},
		{Feature{Kind: lowest, I: pooled}, -3.5, inf, 3, "every entry is a multiple of 2⁻³"},
		{Feature{Kind: zeros}, 0.5, inf, 1, "the last bit of the release is 0"},
		{Feature{Kind: zeros}, 4.5, inf, 1, "the last 5 bits of the release are 0"},
		{Feature{Kind: zeros}, -inf, 0.5, 1, "the last bit of the release is 1"},
		{Feature{Kind: zeros}, -inf, 3.5, 1, "the release ends in at most 3 zero bits"},
		{Feature{Kind: decimals}, 15.5, inf, 1, "the release has more than 15 decimals"},
		{Feature{Kind: decimals}, -inf, 2.5, 1, "the release has at most 2 decimals"},
		{Feature{Kind: decimals, I: pooled}, 2.5, inf, 2, "some entry has more than 2 decimals"},
		{Feature{Kind: decimals, I: pooled}, -inf, 0.5, 2, "every entry has no decimals"},
		{Feature{Kind: digit}, 4.5, inf, 1, "the last digit of the release is 5 to 9"},
		{Feature{Kind: digit}, 4.5, 5.5, 1, "the last digit of the release is 5"},
		{Feature{Kind: digit}, -inf, 3.5, 1, "the last digit of the release is 0 to 3"},
		{Feature{Kind: fraction}, 0.25, inf, 1, "the part of the release after the point is 0.25 to 1"},
		{Feature{Kind: fraction}, -math.MaxFloat64, inf, 1, "the release is a number"},
		{Feature{Kind: decimals}, -math.MaxFloat64, 2.5, 1, "the release has at most 2 decimals"},
	} {
		if got := english.Say(c.f.condition(c.low, c.high, Layout{Width: c.width})); got != c.want {
			t.Errorf("%q, want %q", got, c.want)
		}
	}
}

// TestSameDecimals: releases that one input prints with more decimals are rounded to those of the
// other; numbers that repeat on a finer grid are not, since that grid is what tells the inputs apart.
func TestSameDecimals(t *testing.T) {
	const n = 60
	var tenths, hundredths, halves []float64
	for i := range n {
		tenths = append(tenths, float64(i)/10)
		hundredths = append(hundredths, float64(101*i)/100)
		halves = append(halves, float64(i%2)/2)
	}
	for fine := range 2 {
		r := [2][]float64{tenths, tenths}
		r[fine] = hundredths
		out, ok := SameDecimals(r)
		if !ok {
			t.Fatalf("input %d has two decimals, and it is not seen", fine)
		}
		for i, x := range hundredths {
			if want := math.Round(10*x) / 10; out[fine][i] != want || out[1-fine][i] != tenths[i] {
				t.Fatalf("%v and %v became %v and %v", x, tenths[i], out[fine][i], out[1-fine][i])
			}
		}
		r = [2][]float64{make([]float64, n), make([]float64, n)}
		r[fine] = halves
		if out, ok := SameDecimals(r); ok || !slices.Equal(out[fine], halves) {
			t.Errorf("input %d: a grid of halves was taken for a matter of printing", fine)
		}
	}
}
