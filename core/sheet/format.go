package sheet

import (
	"math"
	"strconv"
	"strings"
)

// Number returns a cell that shows v with the given number of significant
// digits.
func Number(v float64, digits int) Cell {
	r := Real(v)
	return Cell{Text: Format(v, digits), Num: &r}
}

// Spread returns a cell that shows "mean ± sd". A spread below the rounding error
// of the mean is shown as 0.
func Spread(mean, sd float64, digits int) Cell {
	if math.Abs(sd) < 1e-12*math.Abs(mean) {
		sd = 0
	}
	c := Number(mean, digits)
	c.Text += " ± " + Format(sd, 2)
	return c
}

// Count returns a cell that shows a count: rounded to a whole number, in powers
// of ten from 10¹² on.
func Count(v float64) Cell {
	r := Real(v)
	if w := math.Round(v); math.Abs(w) < 1e12 {
		return Cell{Text: minus(strconv.FormatFloat(w+0, 'f', 0, 64)), Num: &r}
	}
	return Cell{Text: Format(v, 3), Num: &r}
}

// Group writes a count with commas: "10,000".
func Group(n int64) string {
	s := strconv.FormatInt(n, 10)
	for i := len(s) - 3; i > 0 && s[i-1] != '-'; i -= 3 {
		s = s[:i] + "," + s[i:]
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
	if a >= 1e-4 && a < 1e7 {
		if a == math.Trunc(a) {
			return minus(strconv.FormatFloat(v, 'f', 0, 64))
		}
		return minus(strconv.FormatFloat(v, 'f', min(max(digits-1-exponent(a, digits), 0), 12), 64))
	}
	// 3·10⁻⁵ and not 3.00·10⁻⁵, where that is the number itself.
	if s := strconv.FormatFloat(v, 'e', 0, 64); digits > 1 && parse(s) == v {
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

// AtLeast writes a lower bound with three significant digits, rounded down: what
// is shown has been proven.
func AtLeast(v float64) string { return Brief(down(v, 3), 3) }

// Above is AtLeast with as many digits more as show that v is above the claim
// that it exceeds. A bound on ε is written by it wherever it is shown.
func Above(v, claim float64) string {
	for digits := 3; v > claim && digits < 12; digits++ {
		if w := down(v, digits); w > claim {
			return Brief(w, digits)
		}
	}
	return AtLeast(v)
}

// down rounds a positive number down to so many significant digits.
func down(v float64, digits int) float64 {
	if !(v > 0) || math.IsInf(v, 1) {
		return v
	}
	w := parse(strconv.FormatFloat(v, 'e', digits-1, 64))
	if w > v*(1+1e-12) { // 20.6 that was computed as 20.599999999999998 is 20.6
		w -= math.Pow(10, float64(exponent(v, 17)+1-digits))
	}
	return parse(strconv.FormatFloat(w, 'e', digits-1, 64))
}

// Share writes a part of the whole in per cent, never rounded to all of it.
func Share(v float64) string {
	switch p := 100 * v; {
	case p >= 100:
		return "100 %"
	case p > 99.99:
		return "over 99.99 %"
	case p > 99:
		return Format(p, 4) + " %"
	default:
		return Format(p, 2) + " %"
	}
}

// exponent is the power of ten of v after rounding to so many digits.
func exponent(v float64, digits int) int {
	_, e, _ := strings.Cut(strconv.FormatFloat(v, 'e', max(digits-1, 0), 64), "e")
	n, _ := strconv.Atoi(e)
	return n
}

// Clip shortens a text to so many letters for use in a sentence.
func Clip(s string, letters int) string {
	if r := []rune(s); len(r) > letters {
		return string(r[:letters]) + "…"
	}
	return s
}

func parse(s string) float64 { v, _ := strconv.ParseFloat(s, 64); return v }

// minus sets the sign of a number as type does.
func minus(s string) string {
	if strings.HasPrefix(s, "-") {
		return "−" + s[1:]
	}
	return s
}

// Superscript writes a whole number as an exponent.
func Superscript(n int) string {
	digits := []rune("⁰¹²³⁴⁵⁶⁷⁸⁹")
	out := ""
	for _, c := range strconv.Itoa(n) {
		if c == '-' {
			out += "⁻"
		} else {
			out += string(digits[c-'0'])
		}
	}
	return out
}
