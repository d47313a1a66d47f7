// Package fmt makes sentences of numbers and words as the standard library's
// fmt does, without what a WebAssembly file would have to hold for files,
// scanning and structures.
//
// It knows the verbs v, s, q, d, g, e, f, x, c, t, w and %, the flags +, −,
// space and 0, widths and precisions, for booleans, numbers, strings, errors,
// values with a String method, and slices and arrays of them. What it does not
// know stands in the text as %!verb(type); a test reads every format in core.
package fmt

import (
	"io"
	"reflect"
	"strconv"
	"unicode/utf8"
)

// Sprintf returns the text that a format makes of its operands.
func Sprintf(format string, operands ...any) string {
	p := printer{args: operands}
	p.printf(format)
	return string(p.b)
}

// Errorf returns an error with this text. It wraps the operand of %w.
func Errorf(format string, operands ...any) error {
	p := printer{args: operands}
	p.printf(format)
	if p.wrapped != nil {
		return &wrapping{string(p.b), p.wrapped}
	}
	return &plain{string(p.b)}
}

// Fprintf writes the text to w.
func Fprintf(w io.Writer, format string, operands ...any) (int, error) {
	p := printer{args: operands}
	p.printf(format)
	return w.Write(p.b)
}

// Sprint returns the operands with a space between two that are not strings.
func Sprint(operands ...any) string {
	p := printer{width: -1, prec: -1}
	word := true
	for i, a := range operands {
		isWord := a != nil && reflect.TypeOf(a).Kind() == reflect.String
		if i > 0 && !isWord && !word {
			p.b = append(p.b, ' ')
		}
		word = isWord
		p.value(a, 'v')
	}
	return string(p.b)
}

type plain struct{ text string }

func (e *plain) Error() string { return e.text }

type wrapping struct {
	text string
	err  error
}

func (e *wrapping) Error() string { return e.text }

// Unwrap returns the operand of %w.
func (e *wrapping) Unwrap() error { return e.err }

type stringer interface{ String() string }

type printer struct {
	b       []byte
	args    []any
	next    int
	wrapped error

	plus, minus, space, zero bool
	width, prec              int // −1: not given
}

func (p *printer) printf(format string) {
	for i := 0; i < len(format); {
		from := i
		for i < len(format) && format[i] != '%' {
			i++
		}
		p.b = append(p.b, format[from:i]...)
		if i++; i >= len(format) {
			if i == len(format) {
				p.b = append(p.b, "%!(NOVERB)"...)
			}
			break
		}
		p.plus, p.minus, p.space, p.zero, p.width, p.prec = false, false, false, false, -1, -1
	flags:
		for ; i < len(format); i++ {
			switch format[i] {
			case '+':
				p.plus = true
			case '-':
				p.minus = true
			case ' ':
				p.space = true
			case '0':
				p.zero = true
			default:
				break flags
			}
		}
		p.width, i = p.count(format, i)
		if p.width < -1 {
			p.minus, p.width = true, -p.width
		}
		if i < len(format) && format[i] == '.' {
			if p.prec, i = p.count(format, i+1); p.prec < 0 {
				p.prec = 0
			}
		}
		if i >= len(format) {
			p.b = append(p.b, "%!(NOVERB)"...)
			break
		}
		verb, n := utf8.DecodeRuneInString(format[i:])
		i += n
		switch {
		case verb == '%':
			p.b = append(p.b, '%')
		case p.next >= len(p.args):
			p.b = append(append(append(p.b, '%', '!'), string(verb)...), "(MISSING)"...)
		default:
			a := p.args[p.next]
			p.next++
			if verb == 'w' {
				p.wrapped, _ = a.(error)
				verb = 'v'
			}
			if verb == 'v' {
				p.plus = false
			}
			p.value(a, verb)
		}
	}
	if p.next < len(p.args) {
		p.b = append(p.b, "%!(EXTRA)"...)
	}
}

// count reads a width or a precision: digits, or * for an operand. −1 if there
// is none.
func (p *printer) count(format string, i int) (n, after int) {
	n = -1
	if i < len(format) && format[i] == '*' {
		if p.next < len(p.args) {
			n, _ = p.args[p.next].(int)
			p.next++
		}
		return n, i + 1
	}
	for ; i < len(format) && format[i] >= '0' && format[i] <= '9' && n < 1000; i++ {
		n = max(n, 0)*10 + int(format[i]-'0')
	}
	return n, i
}

func (p *printer) value(a any, verb rune) {
	switch verb {
	case 'v', 's', 'q', 'x':
		switch x := a.(type) {
		case error:
			p.text(x.Error(), verb)
			return
		case stringer:
			p.text(x.String(), verb)
			return
		}
	}
	switch x := a.(type) {
	case nil:
		if verb == 'v' {
			p.pad("<nil>")
		} else {
			p.unknown(verb, "<nil>")
		}
		return
	case string:
		p.text(x, verb)
		return
	}
	v := reflect.ValueOf(a)
	switch v.Kind() {
	case reflect.String:
		p.text(v.String(), verb)
	case reflect.Bool:
		if verb != 'v' && verb != 't' {
			p.unknown(verb, v.Type().String())
			return
		}
		p.pad(strconv.FormatBool(v.Bool()))
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		n := v.Int()
		u := uint64(n)
		if n < 0 {
			u = -u
		}
		p.integer(u, n < 0, verb, v)
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64, reflect.Uintptr:
		p.integer(v.Uint(), false, verb, v)
	case reflect.Float32, reflect.Float64:
		p.float(v.Float(), v.Type().Bits(), verb, v)
	case reflect.Slice, reflect.Array:
		p.b = append(p.b, '[')
		for i := range v.Len() {
			if i > 0 {
				p.b = append(p.b, ' ')
			}
			p.value(v.Index(i).Interface(), verb)
		}
		p.b = append(p.b, ']')
	default:
		p.unknown(verb, v.Type().String())
	}
}

func (p *printer) unknown(verb rune, what string) {
	p.b = append(append(append(p.b, '%', '!'), string(verb)...), '(')
	p.b = append(append(p.b, what...), ')')
}

func (p *printer) text(s string, verb rune) {
	switch verb {
	case 'v', 's', 'q':
		if p.prec >= 0 {
			n := 0
			for i := range s {
				if n++; n > p.prec {
					s = s[:i]
					break
				}
			}
		}
		if verb == 'q' {
			s = strconv.Quote(s)
		}
		p.pad(s)
	default:
		p.unknown(verb, "string")
	}
}

func (p *printer) integer(u uint64, negative bool, verb rune, v reflect.Value) {
	base := 10
	switch verb {
	case 'v', 'd':
	case 'x':
		base = 16
	case 'c', 'q':
		r := rune(u)
		if u > utf8.MaxRune || negative {
			r = utf8.RuneError
		}
		if verb == 'c' {
			p.pad(string(r))
		} else {
			p.pad(strconv.QuoteRune(r))
		}
		return
	default:
		p.unknown(verb, v.Type().String())
		return
	}
	sign := p.sign(negative)
	digits := strconv.FormatUint(u, base)
	if p.prec == 0 && u == 0 {
		digits = ""
		sign = ""
	}
	want := p.prec
	if want < 0 && p.zero && !p.minus {
		want = p.width - len(sign)
	}
	for len(digits) < want {
		digits = "0" + digits
	}
	p.pad(sign + digits)
}

func (p *printer) sign(negative bool) string {
	switch {
	case negative:
		return "-"
	case p.plus:
		return "+"
	case p.space:
		return " "
	}
	return ""
}

func (p *printer) float(f float64, bits int, verb rune, v reflect.Value) {
	form, prec := byte(verb), p.prec
	switch verb {
	case 'v':
		form = 'g'
	case 'g':
	case 'e', 'f':
		if prec < 0 {
			prec = 6
		}
	default:
		p.unknown(verb, v.Type().String())
		return
	}
	s := strconv.FormatFloat(f, form, prec, bits)
	if s == "+Inf" || s == "NaN" || s == "-Inf" {
		if s[0] == 'N' {
			s = p.sign(false) + s
		} else if s[0] == '+' && p.space && !p.plus {
			s = " Inf"
		}
		p.pad(s)
		return
	}
	sign := ""
	if s[0] == '-' {
		sign, s = "-", s[1:]
	} else {
		sign = p.sign(false)
	}
	for p.zero && !p.minus && len(sign)+len(s) < p.width {
		s = "0" + s
	}
	p.pad(sign + s)
}

// pad brings a text to the width.
func (p *printer) pad(s string) {
	n := p.width - utf8.RuneCountInString(s)
	for ; n > 0 && !p.minus; n-- {
		p.b = append(p.b, ' ')
	}
	p.b = append(p.b, s...)
	for ; n > 0; n-- {
		p.b = append(p.b, ' ')
	}
}
