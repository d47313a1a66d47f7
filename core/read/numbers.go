package read

import (
	"bytes"
	"math"
	"regexp"
	"strconv"
	"strings"
)

// figure is a number as it stands in a field.
type figure struct {
	v       float64
	digits  int // significant ones
	before  int // digits before the point
	after   int // and after it
	point   bool
	power   bool // an exponent
	zero    bool // a zero stands before other digits: "007", "0.5" is one too
	endZero bool // the last digit is 0
}

// three reports whether the sign in a number may stand between thousands: three digits follow it.
func (f figure) three() bool {
	return f.point && !f.power && f.after == 3 && f.before > 0 && f.before < 4 && !f.zero
}

// exactPower is the largest whole power of ten that float64 holds.
const exactPower = 22

// plain reads a number with a point, or none; ok is false for all else, a number beyond the
// range of float64 among it. It allocates nothing.
func plain(b []byte) (f figure, ok bool) {
	i, mantissa := 0, uint64(0)
	if len(b) > 0 && (b[0] == '-' || b[0] == '+') {
		i++
	}
	start := i
	for ; i < len(b); i++ {
		c := b[i]
		switch {
		case c >= '0' && c <= '9':
			if f.digits > 0 || c != '0' {
				if f.digits++; f.digits < 19 {
					mantissa = 10*mantissa + uint64(c-'0')
				}
			}
			if f.endZero = c == '0'; f.point {
				f.after++
			} else {
				f.before++
			}
			continue
		case c == '.' && !f.point:
			f.point = true
			continue
		}
		break
	}
	if f.before+f.after == 0 {
		return special(b)
	}
	f.zero = b[start] == '0' && f.before+f.after > 1
	if i == len(b) && f.digits <= 15 && f.after <= exactPower { // both are exact, and so is one division (Clinger 1990)
		if f.v = float64(mantissa) / math.Pow10(f.after); b[0] == '-' {
			f.v = -f.v
		}
		return f, true
	}
	if i < len(b) {
		switch b[i] {
		case 'e', 'E':
			f.power = true
		default:
			return special(b)
		}
		if len(bytes.Trim(b[i+1:], "+-0123456789")) > 0 {
			return f, false
		}
	}
	v, err := strconv.ParseFloat(string(b), 64)
	f.v = v
	return f, err == nil
}

// special reads what numbers look like elsewhere: NaN and infinities, a minus sign of its
// own, exponents of Fortran and of Julia's 32 bits, hexadecimal ones of C and Python.
func special(b []byte) (f figure, ok bool) {
	if len(b) == 0 || len(b) > 64 || bytes.IndexByte(b, '_') >= 0 {
		return f, false
	}
	s := string(b)
	if s[0] == '(' && s[len(s)-1] == ')' && len(s) > 2 && s[1] >= '0' && s[1] <= '9' {
		f, ok = plain(b[1 : len(b)-1]) // as accountants write what is below 0
		f.v = -f.v
		return f, ok
	}
	if strings.Contains(s, "−") {
		if s = strings.Replace(s, "−", "-", 1); strings.Contains(s, "−") {
			return f, false
		}
		return plain([]byte(s))
	}
	bare := strings.ToLower(strings.TrimLeft(s, "+-"))
	switch {
	case bare == "", len(s)-len(bare) > 1:
		return f, false
	case bare == "nan", bare == "inf", bare == "infinity":
		if f.v, _ = strconv.ParseFloat(bare, 64); s[0] == '-' {
			f.v = -f.v
		}
		return f, true
	case strings.HasPrefix(bare, "0x"):
		v, err := strconv.ParseFloat(s, 64)
		return figure{v: v, power: true, point: true}, err == nil
	case bare[0] >= '0' && bare[0] <= '9' || bare[0] == '.':
		if k := strings.IndexAny(s, "dDf"); k > 0 && k+1 < len(s) && strings.Trim(s[k+1:], "0123456789+-") == "" {
			f, ok = plain([]byte(s[:k] + "e" + s[k+1:]))
			if s[k] == 'f' { // Julia's numbers of 32 bits
				f.v = float64(float32(f.v))
			}
			return f, ok
		}
	}
	return f, false
}

// number reads a number with a point, or with a decimal comma.
func number(b []byte, comma bool) (f figure, ok bool) {
	if !comma {
		return plain(b)
	}
	var buf [80]byte
	if len(b) > 72 || bytes.ContainsAny(b, ".xX") || bytes.HasSuffix(b, []byte(",")) {
		return f, false
	}
	text := append(buf[:0], b...)
	if i := bytes.IndexByte(text, ','); i >= 0 {
		text[i] = '.'
	}
	return plain(text)
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

// single reports whether a field is the shortest text of its 32-bit number.
func single(b []byte) bool {
	v, err := strconv.ParseFloat(string(b), 32)
	if err != nil {
		return false
	}
	var buf [32]byte
	return bytes.Equal(significant(strconv.AppendFloat(buf[:0], v, 'e', -1, 32)), significant(b))
}

// significant returns the digits of a number without zeros at either end.
func significant(b []byte) []byte {
	out := make([]byte, 0, 32)
	for _, c := range b {
		if c == 'e' || c == 'E' {
			break
		}
		if c >= '0' && c <= '9' {
			out = append(out, c)
		}
	}
	return bytes.Trim(out, "0")
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

// whole reports whether a number is one of the integers that float64 tells apart.
func whole(v float64) bool { return v == math.Trunc(v) && math.Abs(v) <= math.MaxFloat64 }
