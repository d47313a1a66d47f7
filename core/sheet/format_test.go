package sheet

import (
	"encoding/json"
	"fmt"
	"math"
	"strings"
	"testing"

	"indistinct/core/test/english"
)

func TestFormat(t *testing.T) {
	for _, c := range []struct {
		v      float64
		digits int
		want   string
	}{
		{12, 4, "12"}, {-12, 4, "−12"}, {0, 3, "0"}, {math.Copysign(0, -1), 3, "0"},
		{0.5, 4, "0.5000"}, {87.449611, 5, "87.450"}, {-0.25, 2, "−0.25"}, {999.96, 4, "1000"}, {0.09996, 3, "0.100"},
		{12345.6, 3, "12346"}, {9999999, 3, "9999999"}, {1e7, 4, "1·10⁷"}, {12345678, 3, "1.23·10⁷"},
		{1e-4, 3, "0.000100"}, {3e-5, 3, "3·10⁻⁵"}, {3.14159e-5, 3, "3.14·10⁻⁵"}, {-2e-12, 4, "−2·10⁻¹²"},
		{5e-324, 3, "5·10⁻³²⁴"}, {math.MaxFloat64, 3, "1.80·10³⁰⁸"},
		{math.Inf(1), 3, "∞"}, {math.Inf(-1), 3, "−∞"}, {math.NaN(), 3, "–"},
		{1.5, 0, "2"}, {2.5e-7, 0, "2·10⁻⁷"},
	} {
		if got := Format(c.v, c.digits); got != c.want {
			t.Errorf("Format(%v, %d) = %q, want %q", c.v, c.digits, got, c.want)
		}
	}
}

func TestBrief(t *testing.T) {
	for _, c := range []struct {
		v    float64
		want string
	}{{0.5, "0.5"}, {100, "100"}, {1.25e-6, "1.25·10⁻⁶"}, {1.2e-6, "1.2·10⁻⁶"}, {0.1 + 0.2, "0.3"}, {-1.1, "−1.1"},
		{math.Inf(1), "∞"}} {
		if got := Brief(c.v, 4); got != c.want {
			t.Errorf("Brief(%v) = %q, want %q", c.v, got, c.want)
		}
	}
}

func TestCells(t *testing.T) {
	for _, c := range []struct {
		cell Cell
		text string
		num  float64
	}{
		{Count(27), "27", 27}, {Count(26.6), "27", 26.6}, {Count(-3), "−3", -3}, {Count(-0.2), "0", -0.2},
		{Count(1e12), "1·10¹²", 1e12},
		{Count(math.Inf(1)), "∞", math.Inf(1)}, {Number(0.333333, 2), "0.33", 0.333333},
	} {
		if c.cell.Text != c.text || float64(*c.cell.Num) != c.num {
			t.Errorf("cell %q with %v, want %q with %v", c.cell.Text, *c.cell.Num, c.text, c.num)
		}
	}
	if c := Text("words"); c.Text != "words" || c.Num != nil {
		t.Errorf("a cell of words is %+v", c)
	}
}

// A spread that is rounding alone is none: ten equal η = 1, whose mean and standard
// deviation are computed, are not "1.0 ± 1.2·10⁻¹⁶".
func TestSpread(t *testing.T) {
	for _, c := range []struct {
		mean, sd float64
		digits   int
		want     string
	}{
		{1 - 1e-16, 1.2e-16, 2, "1.0 ± 0"}, {335.123, 1.2e-13, 3, "335 ± 0"}, {-335.123, 1.2e-13, 3, "−335 ± 0"},
		{5, 0, 3, "5 ± 0"},
		{1, 1e-9, 2, "1 ± 1·10⁻⁹"}, {0.0040, 0.0001, 2, "0.0040 ± 0.00010"}, {0, 1e-15, 2, "0 ± 1·10⁻¹⁵"},
		{0, 0, 2, "0 ± 0"},
	} {
		if got := Spread(c.mean, c.sd, c.digits); got.Text != c.want || float64(*got.Num) != c.mean {
			t.Errorf("Spread(%v, %v, %d) = %q with %v, want %q", c.mean, c.sd, c.digits, got.Text, *got.Num, c.want)
		}
	}
}

// Every float64 survives its JSON, those that JSON has no number for as well.
func TestReal(t *testing.T) {
	for _, v := range []float64{0, -1.5, 0.1, 5e-324, math.MaxFloat64, math.Inf(1), math.Inf(-1)} {
		data, err := json.Marshal(Real(v))
		if err != nil {
			t.Fatal(err)
		}
		var got Real
		if err := json.Unmarshal(data, &got); err != nil || float64(got) != v {
			t.Errorf("%v became %s and %v (%v)", v, data, got, err)
		}
	}
	var got Real
	if data, err := json.Marshal(Real(math.NaN())); err != nil || json.Unmarshal(data, &got) != nil ||
		!math.IsNaN(float64(got)) {
		t.Errorf("NaN became %s and %v", data, got)
	}
	for _, bad := range []string{`"much"`, `{}`, `null`, `true`} {
		if err := json.Unmarshal([]byte(bad), &got); err == nil {
			t.Errorf("%s was read as %v", bad, got)
		}
	}
}

// What is shown of a lower bound has been proven, and one above a claim shows it.
func TestLowerBoundsRoundDown(t *testing.T) {
	for v, want := range map[float64]string{5.697: "5.69", 0.2999: "0.299", 7.4: "7.4", 1011.9: "1010", 0: "0", 3: "3",
		0.3:    "0.3",
		0.9996: "0.999", 0.95579: "0.955",
		9.9999e-7: "9.99·10⁻⁷", 1.29999e8: "1.29·10⁸", math.Inf(1): "∞"} {
		if got := AtLeast(v); got != want {
			t.Errorf("AtLeast(%v) = %s, want %s", v, got, want)
		}
	}
	for _, c := range []struct {
		v, claim float64
		want     string
	}{{1.154, 1.15, "1.154"}, {1.1500021, 1.15, "1.150002"}, {1.16, 1.15, "1.16"}, {4.7239, 1, "4.72"},
		{12.34, 12.3, "12.34"}, {0.95579, 1, "0.955"}, {math.Inf(1), 1, "∞"}} {
		if got := Above(c.v, c.claim); got != c.want {
			t.Errorf("Above(%v, %v) = %s, want %s", c.v, c.claim, got, c.want)
		}
	}
}

func TestShare(t *testing.T) {
	for v, want := range map[float64]string{0.5: "50 %", 0.812: "81 %", 0.9961: "99.61 %", 0.999951: "over 99.99 %",
		1: "100 %"} {
		if got := Share(v); got != want {
			t.Errorf("Share(%v) = %q, want %q", v, got, want)
		}
	}
}

// No text of Format holds a sign that is not typeset, whatever the number.
func FuzzFormat(f *testing.F) {
	f.Add(12.0, 3)
	f.Add(-1e-300, 17)
	f.Fuzz(func(t *testing.T, v float64, digits int) {
		digits = min(max(digits, 0), 17)
		for _, s := range []string{Format(v, digits), Brief(v, digits), english.Say(Count(v).Text)} {
			if s == "" || strings.ContainsAny(s, "-eEIN+") {
				t.Errorf("%v with %d digits is %q", v, digits, s)
			}
		}
	})
}

func ExampleFormat() {
	fmt.Println(Format(12, 4), Format(87.449611, 4), Format(0.00003, 3), Format(-0.5, 2))
	// Output: 12 87.45 3·10⁻⁵ −0.50
}
