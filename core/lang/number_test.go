package lang

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"testing"
)

func TestFormat(t *testing.T) {
	for _, c := range []struct {
		v      float64
		digits int
		want   string
	}{
		{12, 4, "12"}, {-12, 4, "−12"}, {0, 3, "0"}, {math.Copysign(0, -1), 3, "0"},
		{0.5, 4, "0.5000"}, {87.449611, 5, "87.450"}, {-0.25, 2, "−0.25"}, {999.96, 4, "1000"}, {0.09996, 3, "0.100"},
		{12345.6, 3, "12,346"}, {9999999, 3, "9,999,999"}, {1e7, 4, "1·10⁷"}, {12345678, 3, "1.23·10⁷"},
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

// Each format of a place, in English and as a language with other signs writes it.
func TestNumber(t *testing.T) {
	german := test(t, "de", map[string]string{decimalID: ",", groupID: "\u202f"})
	dotted := test(t, "it", map[string]string{decimalID: ",", groupID: "."})
	for _, c := range []struct {
		v                  float64
		format, want, also string
	}{
		{0.5, "", "0.5", "0,5"}, {100, "", "100", "100"}, {1.25e-6, "", "1.25·10⁻⁶", "1,25·10⁻⁶"},
		{1.2e-6, "", "1.2·10⁻⁶", "1,2·10⁻⁶"}, {0.1 + 0.2, "", "0.3", "0,3"}, {-1.1, "", "−1.1", "−1,1"},
		{math.Inf(1), "", "∞", "∞"}, {math.Pi, "3", "3.14", "3,14"}, {0.5, "3z", "0.500", "0,500"},
		{math.Pi, ".1", "3.1", "3,1"}, {-0.25, ".0", "0", "0"},
		{27, ",", "27", "27"}, {26.6, ",", "27", "27"}, {-0.2, ",", "0", "0"}, {5915, ",", "5,915", "5915"},
		{-9999, ",", "−9,999", "−9999"}, {9999.6, ",", "10,000", "10\u202f000"},
		{1234567, ",", "1,234,567", "1\u202f234\u202f567"}, {1e12, ",", "1·10¹²", "1·10¹²"},
		{0.5, "%", "50 %", "50 %"}, {0.812, "%", "81 %", "81 %"}, {0.9961, "%", "99.61 %", "99,61 %"},
		{0.999951, "%", "> 99.99 %", "> 99,99 %"}, {1, "%", "100 %", "100 %"},
		{5.697, "down", "5.69", "5,69"}, {0.2999, "down", "0.299", "0,299"}, {0.3, "down", "0.3", "0,3"},
		{20.599999999999998, "down", "20.6", "20,6"}, {1.29999e8, "down", "1.29·10⁸", "1,29·10⁸"},
		{1.2341, "up", "1.24", "1,24"}, {0.1231, "up", "0.124", "0,124"}, {10.01, "up", "10.1", "10,1"},
	} {
		if got := number(c.v, c.format); got != c.want {
			t.Errorf("%v as {v:%s} is %q, want %q", c.v, c.format, got, c.want)
		}
		if got := german.Number(c.v, c.format); got != c.also {
			t.Errorf("%v as {v:%s} is %q in German, want %q", c.v, c.format, got, c.also)
		}
	}
	if got := dotted.Number(5915.5, ","); got != "5.916" {
		t.Errorf("5915.5 is %q where a point groups", got)
	}
}

// What is shown of a lower bound has been proven, and one above a claim shows it.
func TestAbove(t *testing.T) {
	for _, c := range []struct {
		v, claim float64
		want     string
	}{{1.154, 1.15, "1.154"}, {1.1500021, 1.15, "1.150002"}, {1.16, 1.15, "1.16"}, {4.7239, 1, "4.72"},
		{12.34, 12.3, "12.34"}, {0.95579, 1, "0.955"}, {math.Inf(1), 1, "∞"}, {0, 1, "0"}} {
		got := Above(c.v, c.claim)
		if s := number(got, "12"); s != c.want || got > c.v {
			t.Errorf("Above(%v, %v) = %s, want %s", c.v, c.claim, s, c.want)
		}
	}
}

// No number is written with a sign that is not typeset, whatever it is.
func FuzzNumber(f *testing.F) {
	f.Add(12.0, 3)
	f.Add(-1e-300, 17)
	f.Fuzz(func(t *testing.T, v float64, k int) {
		k = min(max(k, 0), len(formats)-1)
		if s := number(v, formats[k]); s == "" || strings.ContainsAny(s, "-eEN+") {
			t.Errorf("%v as {v:%s} is %q", v, formats[k], s)
		}
	})
}

func ExampleFormat() {
	fmt.Println(Format(12, 4), Format(87.449611, 4), Format(0.00003, 3), Format(-0.5, 2))
	// Output: 12 87.45 3·10⁻⁵ −0.50
}

// TestClip: words are shortened, and characters that nobody sees, or that turn the writing round, stand as
// their numbers: of each range the first, the last and the neighbours outside.
func TestClip(t *testing.T) {
	for in, want := range map[string]string{"abc": "abc", "abcd": "abc…", "äöü": "äöü", "a\nb": "a b", "\t": " "} {
		if got := Clip(in, 3); got != want {
			t.Errorf("%q is shortened to %q, want %q", in, got, want)
		}
	}
	for _, c := range []struct{ first, last rune }{{0x7f, 0x9f}, {0x200b, 0x200f}, {0x2028, 0x202e}, {0x2060, 0x2069},
		{0xfeff, 0xfeff}} {
		for _, r := range []rune{c.first, c.last} {
			if got, want := Clip(string(r), 3), fmt.Sprintf("‹U+%04X›", r); got != want {
				t.Errorf("%U is written as %q, want %q", r, got, want)
			}
		}
		for _, r := range []rune{c.first - 1, c.last + 1} {
			if got := Clip(string(r), 3); got != string(r) {
				t.Errorf("%U, which is seen, is written as %q", r, got)
			}
		}
	}
}

// TestDigits: so many digits are as many as there are formats for.
func TestDigits(t *testing.T) {
	for n, want := range map[int]string{-1: "1z", 0: "1z", 1: "1z", 3: "3z", 6: "6z", 7: "6z", 99: "6z"} {
		if got := Digits(n); got != want || !slices.Contains(formats, got) {
			t.Errorf("%d digits are %q, want %q", n, got, want)
		}
	}
}

// TestDown: a number that is rounded down has no more digits than it may, is not above the number but for rounding in
// its own last places, and is the largest such; twice changes nothing, and what is not positive or finite stays.
func TestDown(t *testing.T) {
	for digits := 1; digits <= 9; digits++ {
		for v := 1.2345678e-7; v < 1e9; v *= 1.2345 {
			w := Down(v, digits)
			unit := math.Pow(10, math.Floor(math.Log10(v))+1-float64(digits))
			if w > v*(1+2e-12) || w < v-unit*(1+1e-9) || Down(w, digits) != w || float(strconv.FormatFloat(w, 'e',
				digits-1, 64)) != w {
				t.Errorf("%v in %d digits is %v", v, digits, w)
			}
		}
		for _, v := range []float64{0, -1.55, math.Inf(1), math.Inf(-1), 5, 2e-9} {
			if w := Down(v, digits); w != v && (v > 0 || digits > 2) {
				t.Errorf("%v in %d digits is %v", v, digits, w)
			}
		}
	}
	for v, want := range map[float64]float64{20.599999999999998: 20.6, 20.5999999: 20.5, 9.999: 9.99, 0.0999: 0.0999,
		99.96: 99.9, 1000: 1000} {
		if got := Down(v, 3); got != want {
			t.Errorf("%v in three digits is %v, want %v", v, got, want)
		}
	}
}

// TestTyped: lists are typed with the language's decimal sign, and with semicolons where that is a comma.
func TestTyped(t *testing.T) {
	for decimal, want := range map[string]string{".": "1.5,-2,3e-7", ",": "1,5;-2;3e-7"} {
		if got := test(t, "xx", map[string]string{decimalID: decimal}).Typed("1.5,-2,3e-7"); got != want {
			t.Errorf("with %q it is %q, want %q", decimal, got, want)
		}
	}
}

// TestTruthValues: what is so and what is not are said in their own cases.
func TestTruthValues(t *testing.T) {
	l := test(t, "en", map[string]string{"found": "{it, select, yes {found} no {missed} other {?}}"})
	for it, want := range map[bool]string{true: "found", false: "missed"} {
		if got := l.Say(Say("found", "it", it)); got != want {
			t.Errorf("%t is said %q", it, got)
		}
	}
}

// TestBeside: two digits say a number, and as many more as keep it on its side of another.
func TestBeside(t *testing.T) {
	for _, c := range []struct{ v, other, want float64 }{{math.E, 9, 2.7}, {math.E, 2.7178, 2.72},
		{math.E, 2.719, 2.7}, {math.E, math.Inf(1), 2.7}, {math.E, math.NaN(), 2.7},
		{7.389, 7.389, 7.389}, {20, 20, 20}, {148.4, 1, 150}} {
		if got := Beside(c.v, c.other); got != c.want {
			t.Errorf("%v beside %v is %v, want %v", c.v, c.other, got, c.want)
		}
	}
}
