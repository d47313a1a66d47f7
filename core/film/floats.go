package film

import (
	"strconv"

	"indistinct/core/fmt"
)

// Floats is a block of numbers with a JSON form that is written and read many
// times faster than encoding/json does by itself: a film holds tens of
// thousands of numbers and is sent anew at every move of a drag. A []float32 can
// be assigned to it as it is.
type Floats []float32

// AppendJSON appends the numbers as a JSON array in the shortest form that
// reads back as the same float32. What is not finite, which JSON cannot hold
// and Check refuses, becomes null.
func (f Floats) AppendJSON(b []byte) []byte {
	b = append(b, '[')
	for i, v := range f {
		if i > 0 {
			b = append(b, ',')
		}
		switch {
		case v-v != 0:
			b = append(b, "null"...)
		case v == float32(int32(v)) && v > -1e6 && v < 1e6:
			b = strconv.AppendInt(b, int64(v), 10)
		default:
			b = strconv.AppendFloat(b, float64(v), 'g', -1, 32)
		}
	}
	return append(b, ']')
}

// MarshalJSON writes a JSON array; an error if a number is not finite.
func (f Floats) MarshalJSON() ([]byte, error) {
	for i, v := range f {
		if v-v != 0 {
			return nil, fmt.Errorf("number %d is %v; finite numbers are accepted", i, v)
		}
	}
	return f.AppendJSON(make([]byte, 0, 10*len(f)+2)), nil
}

// UnmarshalJSON reads a JSON array of numbers, or null for none.
func (f *Floats) UnmarshalJSON(b []byte) error {
	if string(b) == "null" {
		*f = nil
		return nil
	}
	if len(b) < 2 || b[0] != '[' {
		return fmt.Errorf("numbers should stand in an array, not as %s", clip(string(b)))
	}
	n := 1
	for _, c := range b {
		if c == ',' {
			n++
		}
	}
	out := make([]float32, 0, n)
	for i := 1; i < len(b); {
		switch c := b[i]; {
		case c == ']' || c == ',' || c == ' ' || c == '\t' || c == '\n' || c == '\r':
			i++
		case c == '-' || c >= '0' && c <= '9':
			v, k, err := number(b[i:])
			if err != nil {
				return err
			}
			out = append(out, v)
			i += k
		default:
			return fmt.Errorf("there is %s among numbers", clip(string(b[i:])))
		}
	}
	*f = out
	return nil
}

// powers are exact in float64, so that one division rounds once.
var powers = [...]float64{1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22}

// number reads the number at the beginning of b and returns its length. Up to
// 15 digits and small exponents, which is all that AppendJSON writes in
// practice, go without strconv.
func number(b []byte) (float32, int, error) {
	i, neg := 0, false
	if b[0] == '-' {
		neg, i = true, 1
	}
	var digits uint64
	count, exp, dot := 0, 0, false
	for ; i < len(b); i++ {
		c := b[i]
		if c >= '0' && c <= '9' {
			digits = digits*10 + uint64(c-'0')
			if digits > 0 {
				count++
			}
			if dot {
				exp--
			}
			continue
		}
		if c == '.' && !dot {
			dot = true
			continue
		}
		break
	}
	plain := i
	for i < len(b) && (b[i] >= '0' && b[i] <= '9' || b[i] == 'e' || b[i] == 'E' || b[i] == '+' || b[i] == '-' || b[i] == '.') {
		i++
	}
	if i == plain && count <= 15 && exp >= -22 {
		v := float64(digits) / powers[-exp]
		if neg {
			v = -v
		}
		return float32(v), i, nil
	}
	v, err := strconv.ParseFloat(string(b[:i]), 32)
	if err != nil {
		return 0, 0, fmt.Errorf("%s is not a number of single precision", clip(string(b[:i])))
	}
	return float32(v), i, nil
}
