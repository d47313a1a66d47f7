package read

import (
	"math"
	"strconv"
	"strings"
	"testing"

	"indistinct/core/rng"
	"indistinct/core/table"
)

// Fields that hardly are numbers are numbers where a float64 holds them, and words where not.
func TestOddNumbers(t *testing.T) {
	ones := func(n int) string { return strings.Repeat("1", n) }
	for field, want := range map[string]float64{
		"5e-324": 5e-324, "-2e-310": -2e-310, "1e-400": 0, "+.5": 0.5, "5.": 5, "-0": math.Copysign(0, -1), "−1": -1,
		"0." + ones(900): 1.0 / 9, ones(300) + "." + ones(600): 1.1111111111111111e299, "inf": math.Inf(1),
		"-Infinity": math.Inf(-1), "nan": math.NaN(), "1e308": 1e308,
		"0x1.8p+1": 3, "-0x1p-2": -0.25, "1.5D-3": 0.0015, "2.5f0": 2.5, "(3)": -3,
	} {
		if f, ok := plain([]byte(field)); !ok || math.Float64bits(f.v) != math.Float64bits(want) && want == want {
			t.Errorf("%.20s: %v %v, want %v", field, f.v, ok, want)
		}
	}
	for _, field := range []string{"", "1e400", "-" + ones(400), "0x10", "1_000", "1e", "--1", "١", "1,5",
		"1 2", "infinite", "word"} {
		if f, ok := plain([]byte(field)); ok {
			t.Errorf("%q is the number %v", field, f.v)
		}
	}
}

// TestSingle: numbers are of 32 bits where all of them are the shortest texts of such, and not
// where they were printed with so many decimals that some end in zeros.
func TestSingle(t *testing.T) {
	for name, c := range map[string]struct {
		print func(v float64) string
		want  bool
	}{
		"shortest of 32 bits": {func(v float64) string { return strconv.FormatFloat(v, 'g', -1, 32) }, true},
		"shortest of 64 bits": {func(v float64) string { return strconv.FormatFloat(v, 'g', -1, 64) }, false},
		"six decimals":        {func(v float64) string { return strconv.FormatFloat(v, 'f', 6, 64) }, false},
		"seven digits":        {func(v float64) string { return strconv.FormatFloat(v, 'e', 6, 64) }, false},
	} {
		s, text := rng.New(rng.Key{Seed: 3}), ""
		for range 3000 {
			text += c.print(s.Uniform(8, 15)) + "\n"
		}
		f, err := fileOf("a", []byte(text))
		if err != nil {
			t.Fatal(name, err)
		}
		rows, err := Both([]*File{f, f}, table.Ask{})
		if err != nil {
			t.Fatal(name, err)
		}
		if got := rows[0].Form.Columns[0].Single; got != c.want {
			t.Errorf("%s: 32 bits %v", name, got)
		}
	}
}

// TestThousands: a sign may stand between thousands only where one to three digits without a zero in
// front stand before it and three follow.
func TestThousands(t *testing.T) {
	for field, want := range map[string]bool{"1.234": true, "12.345": true, "123.456": true, "-123.456": true,
		"1234.567": false, "0.234": false, "012.345": false, ".234": false, "1.23": false, "1.2345": false,
		"1.234e5": false, "1234": false} {
		if f, ok := plain([]byte(field)); !ok || f.three() != want {
			t.Errorf("%q: %v, want %v", field, f.three(), want)
		}
	}
}
