package mechanism

import (
	"math"
	"testing"
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
