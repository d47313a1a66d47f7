package mechanism

import (
	"fmt"
	"hash/fnv"
	"math"
	"slices"
	"strconv"
	"strings"
	"testing"

	"indistinct/core/lang"
)

// Numbers that programs release beside each other differ as texts: whole ones always, others from 1,000 on by
// thousandths. Small ones have four digits.
func TestCellText(t *testing.T) {
	for cell, want := range map[float64]string{
		0: "0", -7: "-7", 0.123456: "0.1235", 12.3456: "12.35", 1000.5: "1000.5", 1234.5678: "1234.568",
		1000.0001: "1000", -2999.9996: "-3000",
		16777216: "16777216", 16777217: "16777217", 16777217.25: "16777217.25",
		9007199254740990: "9007199254740990", 9007199254740991: "9007199254740991", 1e16: "1e+16",
	} {
		if got := CellText(cell, nil); got != want {
			t.Errorf("%v is %q, want %q", cell, got, want)
		}
	}
}

// TestRowHash: rows of equal numbers have one hash, −0 and 0 among them, and others have others.
func TestRowHash(t *testing.T) {
	minus := math.Copysign(0, -1)
	if RowHash([]float64{minus, 1, minus}) != RowHash([]float64{0, 1, 0}) {
		t.Error("−0 and 0 are two numbers")
	}
	seen := map[uint64][]float64{}
	for _, row := range [][]float64{{0, 0}, {0, 1}, {1, 0}, {0, 0, 0}, {-1, 0}, {Absent(), 0}, {Word("a"), 0}} {
		if other, ok := seen[RowHash(row)]; ok {
			t.Errorf("%v and %v have one hash", row, other)
		}
		seen[RowHash(row)] = row
	}
}

// TestHashesScatter: words and rows that differ in one bit anywhere differ in about half of the bits that their
// hashes keep, each of which changes now and then; hashes are not 0 and words of any length read as words.
func TestHashesScatter(t *testing.T) {
	flips := func(name string, bits int, pairs func(yield func(a, b uint64))) {
		var each [64]int
		n, all := 0, 0
		pairs(func(a, b uint64) {
			n++
			for k := range bits {
				if (a^b)>>k&1 == 1 {
					each[k]++
					all++
				}
			}
		})
		if share := float64(all) / float64(n*bits); share < 0.45 || share > 0.55 {
			t.Errorf("%s: %v of the bits change", name, share)
		}
		for k := range bits {
			if share := float64(each[k]) / float64(n); share < 0.3 || share > 0.7 {
				t.Errorf("%s: bit %d changes in %v of all pairs", name, k, share)
			}
		}
	}
	flips("rows", 64, func(yield func(a, b uint64)) {
		for i := range 200 {
			row := []float64{float64(i) + 0.5, float64(i * i), -3}
			for cell := range row {
				for bit := range 52 {
					other := slices.Clone(row)
					other[cell] = math.Float64frombits(math.Float64bits(row[cell]) ^ 1<<bit)
					yield(RowHash(row), RowHash(other))
				}
			}
		}
	})
	// SplitMix64 (Vigna 2015), of whose state at seed 0 the first three outputs are published.
	for k, want := range []uint64{0xe220a8397b1dcdaf, 0x6e789e6aa1b965f4, 0x06c45d188009454f} {
		const gamma = 0x9e3779b97f4a7c15
		if got := RowHash([]float64{math.Float64frombits(gamma*uint64(k+1) ^ gamma)}); got != want {
			t.Errorf("output %d is %x, want %x", k, got, want)
		}
	}
	seen := map[float64]string{}
	for i := range 4000 {
		w := fmt.Sprintf("word%05d", i)
		cell := Word(w)
		text := CellText(cell, nil)
		low, err := strconv.ParseUint(strings.Trim(text, "‹›"), 16, 64)
		if h := fnv.New64a(); true {
			h.Write([]byte(w))
			if sum := h.Sum64(); err != nil || low != (sum^sum>>48)&(1<<48-1) || !IsWord(cell) || IsAbsent(cell) {
				t.Fatalf("%s is %s", w, text)
			}
		}
		if other := seen[float64(low)]; other != "" {
			t.Fatalf("%s and %s are one word", w, other)
		}
		seen[float64(low)] = w
	}
}

// TestPlain: numbers stay, listed words are their places, what is absent −1 and what else −2.
func TestPlain(t *testing.T) {
	row := []float64{2.5, ListedWord(3), Absent(), Word("six"), Word("a longer word"), Failed(), 0, -7}
	Plain(row)
	if want := []float64{2.5, 3, -1, -2, -2, -2, 0, -7}; !slices.Equal(row, want) {
		t.Errorf("%v, want %v", row, want)
	}
}

// TestRowTextCounts: a row is written with eight parts at most, equal entries are counted in rows of more than two,
// and what is absent at the end is left out.
func TestRowTextCounts(t *testing.T) {
	row := []float64{1, 2, 3, 4, 5, 6, 7, 8, 9}
	for want, r := range map[string][]float64{
		"( )": {Absent(), Absent()}, "3": {3}, "(3, 3)": {3, 3}, "(3 × 3)": {3, 3, 3}, "(3, 2 × 4)": {3, 4, 4,
			Absent()},
		"(4, 4)": {4, 4, Absent(), Absent()}, "(1, 2, 3, 4, 5, 6, 7, 8)": row[:8], "(1, 2, 3, 4, 5, 6, 7, 8, …)": row,
		"(1, 2, 3, 4, 5, 6, 7, 2 × 8)": {1, 2, 3, 4, 5, 6, 7, 8, 8},
	} {
		if got := RowText(r, nil); got != want {
			t.Errorf("%v is %q, want %q", r, got, want)
		}
	}
}

// TestLikelier: both inputs have names, and the one that is said is the likelier one's.
func TestLikelier(t *testing.T) {
	for _, n := range []Names{{}, {lang.Verbatim("with"), lang.Verbatim("without")}, {"", lang.Verbatim("without")}} {
		if Record.Say() == Adjacent.Say() || Record.Say() == "" || Adjacent.Say() == "" || n.Of(0) == n.Of(1) {
			t.Errorf("%v: both inputs are called %q", n, n.Of(0))
		}
		if n.Likelier(false) != n.Of(0) || n.Likelier(true) != n.Of(1) {
			t.Errorf("%v: %q, swapped %q", n, n.Likelier(false), n.Likelier(true))
		}
	}
}

// TestSample: rows follow one another, each as wide as its steps and their numbers, and there are as many as both
// inputs have.
func TestSample(t *testing.T) {
	s := Sample{Steps: 3, Dim: 2}
	for i := range 24 {
		s.R[0] = append(s.R[0], float64(i))
		if i < 18 {
			s.R[1] = append(s.R[1], -float64(i))
		}
	}
	if s.Width() != 6 || s.Trials(Record) != 4 || s.Trials(Adjacent) != 3 || s.Count() != 3 || (Sample{}).Count() != 0 {
		t.Errorf("%d wide, %d and %d rows, %d of both", s.Width(), s.Trials(Record), s.Trials(Adjacent), s.Count())
	}
	if !slices.Equal(s.Row(0, 2), []float64{12, 13, 14, 15, 16, 17}) || !slices.Equal(s.Row(1, 0), []float64{0, -1, -2,
		-3, -4, -5}) {
		t.Errorf("rows %v, %v", s.Row(0, 2), s.Row(1, 0))
	}
}

// TestNumberCells: a finite number is its own cell; what is not finite, and what failed, are words that read as such,
// each another.
func TestNumberCells(t *testing.T) {
	for _, x := range []float64{0, -1.5, math.MaxFloat64, -math.MaxFloat64, 5e-324} {
		if got := Number(x); got != x || IsWord(got) {
			t.Errorf("the cell of %v is %v", x, got)
		}
	}
	for want, cell := range map[string]float64{"NaN": Number(math.NaN()), "inf": Number(math.Inf(1)),
		"-inf": Number(math.Inf(-1)), FailedText: Failed()} {
		if got := CellText(cell, nil); got != want || !IsWord(cell) || cell == cell {
			t.Errorf("%s reads %q", want, got)
		}
	}
	a := &Additive{Mean: [2][]float64{make([]float64, 6), make([]float64, 6)}, Dim: 2}
	if steps, dim := a.Shape(); steps != 3 || dim != 2 || Pace(a) <= 0 {
		t.Errorf("%d steps of %d numbers", steps, dim)
	}
}
