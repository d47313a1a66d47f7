package read

import (
	"math"
	"strings"
	"testing"
)

// Fields that hardly are numbers are numbers where a float64 holds them, and words where not.
func TestOddNumbers(t *testing.T) {
	ones := func(n int) string { return strings.Repeat("1", n) }
	for field, want := range map[string]float64{
		"5e-324": 5e-324, "-2e-310": -2e-310, "1e-400": 0, "+.5": 0.5, "5.": 5, "-0": math.Copysign(0, -1), "−1": -1,
		"0." + ones(900): 1.0 / 9, ones(300) + "." + ones(600): 1.1111111111111111e299, "inf": math.Inf(1),
		"-Infinity": math.Inf(-1), "nan": math.NaN(), "1e308": 1e308,
		"0x1.8p+1": 3, "-0x1p-2": -0.25, "1.5D-3": 0.0015, "2.5f0": 2.5,
	} {
		if f, ok := plain([]byte(field)); !ok || math.Float64bits(f.v) != math.Float64bits(want) && want == want {
			t.Errorf("%.20s: %v %v, want %v", field, f.v, ok, want)
		}
	}
	for _, field := range []string{"", "1e400", "-" + ones(400), "0x10", "1_000", "1e", "--1", "١", "1,5",
		"1 2", "infinite", "word", "(3)"} {
		if f, ok := plain([]byte(field)); ok {
			t.Errorf("%q is the number %v", field, f.v)
		}
	}
}
