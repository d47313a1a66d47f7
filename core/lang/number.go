package lang

import (
	"math"
	"strconv"
	"strings"
)

// formats are those that a place may have.
var formats = []string{"", ",", "%", "down", "up", ".0", ".1", ".2", ".3", ".4", "1", "2", "3", "4", "5", "6", "12",
	"1z", "2z", "3z", "4z", "5z", "6z"}

// Number writes a number with one of the formats of a place, as the language does.
func (l *Language) Number(v float64, format string) string {
	s := number(v, format)
	decimal, group := l.raw[decimalID], l.raw[groupID]
	if decimal == "." && group == "," {
		return s
	}
	if strings.TrimSpace(group) == "" && math.Abs(v) < 9999.5 { // a space groups from five digits on
		group = ""
	}
	whole, fraction, found := strings.Cut(s, ".")
	if whole = strings.ReplaceAll(whole, ",", group); found {
		whole += decimal + fraction
	}
	return whole
}

// number writes a number in English.
func number(v float64, format string) string {
	switch format {
	case "":
		return Brief(v, 4)
	case ",", ".0":
		return Group(v)
	case "%":
		return Share(v)
	case "down":
		return Brief(Down(v, 3), 3)
	case "up":
		return Brief(up(v), 12)
	}
	if d, ok := strings.CutPrefix(format, "."); ok {
		n, _ := strconv.Atoi(d)
		return minus(strconv.FormatFloat(v, 'f', n, 64))
	}
	if d, ok := strings.CutSuffix(format, "z"); ok {
		n, _ := strconv.Atoi(d)
		return Format(v, n)
	}
	n, _ := strconv.Atoi(format)
	return Brief(v, n)
}

// up rounds a limit up to about three digits.
func up(v float64) float64 {
	q := 100.0
	if v >= 10 {
		q = 10
	} else if v < 1 {
		q = 1000
	}
	return math.Ceil(v*q) / q
}

// Group writes a count with commas, "10,000", and in powers of ten from 10¹² on.
func Group(v float64) string {
	w := math.Round(v) + 0
	if !(math.Abs(w) < 1e12) {
		return Format(v, 3)
	}
	s := strconv.FormatFloat(math.Abs(w), 'f', 0, 64)
	for i := len(s) - 3; i > 0; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	if w < 0 {
		s = "−" + s
	}
	return s
}

// Format writes v with the given number of significant digits: whole numbers
// whole, ∞ for +Inf, – for NaN, and powers of ten where the plain form would be
// long.
func Format(v float64, digits int) string {
	switch {
	case math.IsNaN(v):
		return "–"
	case math.IsInf(v, 1):
		return "∞"
	case math.IsInf(v, -1):
		return "−∞"
	case v == 0:
		return "0"
	}
	a := math.Abs(v)
	if a >= 1e4 && a < 1e7 && (digits < 6 || a == math.Trunc(a)) {
		return Group(v)
	}
	if a >= 1e-4 && a < 1e7 {
		if a == math.Trunc(a) {
			return minus(strconv.FormatFloat(v, 'f', 0, 64))
		}
		return minus(strconv.FormatFloat(v, 'f', min(max(digits-1-exponent(a, digits), 0), 12), 64))
	}
	// 3·10⁻⁵ and not 3.00·10⁻⁵, where that is the number itself.
	if s := strconv.FormatFloat(v, 'e', 0, 64); digits > 1 && float(s) == v {
		digits = 1
	}
	m, _, _ := strings.Cut(strconv.FormatFloat(v, 'e', max(digits-1, 0), 64), "e")
	return minus(m) + "·10" + Superscript(exponent(v, digits))
}

// Brief writes a number within a sentence: like Format, without zeros at the
// end of a fraction.
func Brief(v float64, digits int) string {
	s := Format(v, digits)
	m, power, _ := strings.Cut(s, "·")
	if strings.Contains(m, ".") {
		m = strings.TrimRight(strings.TrimRight(m, "0"), ".")
	}
	if power != "" {
		m += "·" + power
	}
	return m
}

// Beside returns v with two significant digits, and as many more as show on which side of another
// number it lies.
func Beside(v, other float64) float64 {
	for digits := 2; digits < 12; digits++ {
		f, _ := strconv.ParseFloat(strconv.FormatFloat(v, 'e', digits-1, 64), 64)
		if (f > other) == (v > other) && (f < other) == (v < other) {
			return f
		}
	}
	return v
}

// Above returns a lower bound rounded down: to three significant digits, and to as many
// more as show that it is above the claim that it exceeds. A bound on ε is written so
// wherever it is shown but for the ruler, where two digits may do.
func Above(v, claim float64) float64 { return AboveBy(v, claim, 3) }

// AboveBy is Above with so many digits to begin with.
func AboveBy(v, claim float64, least int) float64 {
	for digits := least; v > claim && digits < 12; digits++ {
		if w := Down(v, digits); w > claim {
			return w
		}
	}
	return Down(v, least)
}

// Down rounds a positive number down to so many significant digits.
func Down(v float64, digits int) float64 {
	if !(v > 0) || math.IsInf(v, 1) {
		return v
	}
	w := float(strconv.FormatFloat(v, 'e', digits-1, 64))
	if w > v*(1+1e-12) { // 20.6 that was computed as 20.599999999999998 is 20.6
		w -= math.Pow(10, float64(exponent(v, 17)+1-digits))
	}
	return float(strconv.FormatFloat(w, 'e', digits-1, 64))
}

// Share writes a part of the whole in per cent, never rounded to all of it.
func Share(v float64) string {
	switch p := 100 * v; {
	case p >= 100:
		return "100 %"
	case p > 99.99:
		return "> 99.99 %"
	case p > 99:
		return Format(p, 4) + " %"
	default:
		return Format(p, 2) + " %"
	}
}

// Superscript writes a whole number as an exponent.
func Superscript(n int) string {
	digits := []rune("⁰¹²³⁴⁵⁶⁷⁸⁹")
	return strings.Map(func(r rune) rune {
		if r == '-' {
			return '⁻'
		}
		return digits[r-'0']
	}, strconv.Itoa(n))
}

// Clip shortens words to so many letters for use in a sentence. Characters that nobody
// sees, or that turn the writing round, stand there as their numbers.
func Clip(s string, letters int) string {
	var b strings.Builder
	for _, r := range s {
		if letters--; letters < 0 {
			return b.String() + "…"
		}
		switch {
		case r == '\n' || r == '\t':
			b.WriteByte(' ')
		case r < ' ', r >= 0x7f && r < 0xa0, r >= 0x200b && r <= 0x200f, r >= 0x2028 && r <= 0x202e,
			r >= 0x2060 && r <= 0x2069, r == 0xfeff:
			b.WriteString("‹U+" + strings.ToUpper(strconv.FormatInt(0x10000|int64(r), 16)[1:]) + "›")
		default:
			b.WriteRune(r)
		}
	}
	return b.String()
}

// exponent is the power of ten of v after rounding to so many digits.
func exponent(v float64, digits int) int {
	_, e, _ := strings.Cut(strconv.FormatFloat(v, 'e', max(digits-1, 0), 64), "e")
	n, _ := strconv.Atoi(e)
	return n
}

func float(s string) float64 { v, _ := strconv.ParseFloat(s, 64); return v }

// minus sets the sign of a number as type does.
func minus(s string) string {
	if strings.HasPrefix(s, "-") {
		return "−" + s[1:]
	}
	return s
}

// Digits is the format of a number with so many significant digits, zeros at the end
// included.
func Digits(n int) string { return strconv.Itoa(min(max(n, 1), 6)) + "z" }
