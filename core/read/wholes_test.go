package read

import (
	"strconv"
	"strings"
	"testing"

	"indistinct/core/table"
)

// TestWholesBeyondFloat64: whole numbers are read as they are while float64 holds each of them, and less a base
// where some are 2⁵³ or more; of either sign.
func TestWholesBeyondFloat64(t *testing.T) {
	for _, sign := range []int64{1, -1} {
		for most, less := range map[int64]bool{1<<53 - 1: false, 1 << 53: true, 1<<53 + 7: true, 1<<52 + 9: false,
			5_000_000_000_000_000: false} {
			var b strings.Builder
			for i := range int64(60) {
				b.WriteString(strconv.FormatInt(sign*(most-i*i%7), 10) + "\n")
			}
			f, err := fileOf("a", []byte(b.String()))
			if err != nil {
				t.Fatal(err)
			}
			rows, err := Both([]*File{f, f}, table.Ask{})
			if err != nil {
				t.Fatal(err)
			}
			if kind := rows[0].Form.Columns[0].Kind; (kind == Less) != less {
				t.Errorf("numbers up to %d are read as %q", sign*most, kind)
			}
		}
	}
}
