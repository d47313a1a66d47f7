package read

import (
	"bytes"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// figure is a number as it stands in a field.
type figure struct {
	v      float64
	digits int // significant ones
	before int // digits before the point
	after  int // and after it
	point  bool
	power  bool // an exponent
	zero   bool // a zero stands before other digits: "007", "0.5" is one too
	last0  bool // the last digit is 0
}

// three reports whether the sign in a number may stand between thousands: three digits follow it.
func (f figure) three() bool {
	return f.point && !f.power && f.after == 3 && f.before > 0 && f.before < 4 && !f.zero
}

// What numbers have beside digits and a point: exponents, those of Fortran and of Julia's 32 bits too,
// words, and all of a hexadecimal number of C, Python and R.
var (
	exponent    = regexp.MustCompile(`^[eEdDf][-+]?\d+$`)
	infinite    = regexp.MustCompile(`(?i)^[-+]?inf(inity)?$`)
	notANumber  = regexp.MustCompile(`(?i)^[-+]?nan$`)
	hexadecimal = regexp.MustCompile(`(?i)^[-+]?0x[0-9a-f.]+p[-+]?\d+$`)
)

// plain reads a number with a point, or none; ok is false for all else, a number beyond the
// range of float64 among it.
func plain(b []byte) (f figure, ok bool) {
	start := 0
	if len(b) > 0 && (b[0] == '-' || b[0] == '+') {
		start = 1
	}
	i := start
	for ; i < len(b) && (b[i] >= '0' && b[i] <= '9' || b[i] == '.' && !f.point); i++ {
		switch {
		case b[i] == '.':
			f.point = true
			continue
		case f.point:
			f.after++
		default:
			f.before++
		}
		if f.last0 = b[i] == '0'; f.digits > 0 || !f.last0 {
			f.digits++
		}
	}
	text, number := string(b), f.before+f.after > 0
	switch f.zero = number && b[start] == '0' && f.before+f.after > 1; {
	case number && i == len(b), infinite.Match(b):
	case number && exponent.Match(b[i:]):
		f.power = true
		text = string(b[:i]) + "e" + string(b[i+1:])
	case len(b) > 2 && b[0] == '(' && b[len(b)-1] == ')' && b[1] >= '0' && b[1] <= '9':
		f, ok = plain(b[1 : len(b)-1]) // as accountants write what is below 0
		f.v = -f.v
		return f, ok
	case notANumber.Match(b):
		return figure{v: math.NaN()}, true
	case hexadecimal.Match(b):
		f = figure{point: true, power: true}
	case strings.Contains(text, "−"):
		return plain([]byte(strings.Replace(text, "−", "-", 1)))
	default:
		return f, false
	}
	v, err := strconv.ParseFloat(text, 64)
	if f.v = v; f.power && b[i] == 'f' { // Julia's numbers of 32 bits
		f.v = float64(float32(v))
	}
	return f, err == nil
}

// number reads a number with a point, or with a decimal comma.
func number(b []byte, comma bool) (f figure, ok bool) {
	if !comma {
		return plain(b)
	}
	if bytes.ContainsAny(b, ".xX") || bytes.HasSuffix(b, []byte(",")) {
		return f, false
	}
	return plain(bytes.Replace(b, []byte(","), []byte("."), 1))
}

// isNumber reports whether a field is a number, be it one with thousands, which is refused later.
func isNumber(b []byte) bool {
	_, point := plain(b)
	_, comma := number(b, true)
	return point || comma || inThousands.Match(b)
}

// inThousands are numbers with signs between their thousands. A single comma or point without another
// sign may stand before three decimals.
var inThousands = regexp.MustCompile(`^[-+−]?[1-9]\d{0,2}(` + strings.Join([]string{
	`(,\d{3})+\.\d*`, `(,\d{3}){2,}`,
	`(\.\d{3})+,\d+`, `(\.\d{3}){2,}`,
	`([ '’\x{a0}\x{2009}\x{202f}]\d{3})+(\.\d*|,\d+)?`,
}, "|") + `)$`)

// beside is a number with the sign of a currency before it, or a unit or such a sign behind it.
var beside = regexp.MustCompile(`^([-+−(]?)\pZ*(\p{Sc}|[A-Z]{3}\pZ|)\pZ*([-+−]?[\d.][\d.,]*(?:[eE][-+]?\d+)?)\pZ*` +
	`([^-+−\d\pZ.,;:|()\[\]{}<>="'][^\d\pZ,;|()\[\]{}<>="']{0,11}|)(\)?)$`)

// mark cuts off the sign or unit that stands beside a number; it is "" where there is none, or two.
func mark(b []byte) (sign string, number []byte) {
	if m := beside.FindSubmatch(b); m != nil && len(m[2])*len(m[4]) == 0 && !isNumber(b) {
		sign, number = strings.TrimSpace(string(m[2]))+string(m[4]), slices.Concat(m[1], m[3], m[5])
	}
	if missing([]byte(sign)) || !isNumber(number) {
		return "", b
	}
	return sign, number
}

// single reports whether a field is the shortest text of its 32-bit number.
func single(b []byte) bool {
	v, err := strconv.ParseFloat(string(b), 32)
	return err == nil && bytes.Equal(significant(strconv.AppendFloat(nil, v, 'e', -1, 32)), significant(b))
}

// significant returns the digits of a number without zeros at either end.
func significant(b []byte) []byte {
	mantissa, _, _ := bytes.Cut(bytes.ToLower(b), []byte("e"))
	return bytes.Trim(bytes.Join(bytes.FieldsFunc(mantissa, func(r rune) bool { return r < '0' || r > '9' }), nil), "0")
}

// missing reports whether a field says that there is no value.
func missing(b []byte) bool {
	switch string(b) {
	case "", "NA", "N/A", "n/a", "na", "null", "NULL", "Null", "None", "nil", "nothing", "missing",
		"<NA>", "NaT", "#N/A", "#NA", ".", "-", "--", "?":
		return true
	}
	return false
}
