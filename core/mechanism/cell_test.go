package mechanism

import "testing"

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
