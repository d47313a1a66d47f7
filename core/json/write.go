package json

import (
	"errors"
	"math"
	"reflect"
	"sort"
	"strconv"
	"unicode/utf8"
)

// Marshal returns v in JSON.
func Marshal(v any) ([]byte, error) {
	w := writer{plans: plans{}}
	if err := w.any(reflect.ValueOf(v), 0); err != nil {
		return nil, err
	}
	return w.b, nil
}

type writer struct {
	plans plans
	b     []byte
}

func (w *writer) any(v reflect.Value, depth int) error {
	if !v.IsValid() {
		w.b = append(w.b, "null"...)
		return nil
	}
	p, err := w.plans.of(v.Type())
	if err != nil {
		return err
	}
	return w.value(v, p, depth)
}

func (w *writer) value(v reflect.Value, p *plan, depth int) error {
	if depth > maxDepth {
		return errDeep
	}
	switch {
	case p.marshals:
		if (p.kind == reflect.Pointer || p.kind == reflect.Interface) && v.IsNil() {
			w.b = append(w.b, "null"...)
			return nil
		}
		return w.itself(v)
	case p.ptrWrites && v.CanAddr():
		return w.itself(v.Addr())
	}
	switch p.kind {
	case reflect.Bool:
		w.b = strconv.AppendBool(w.b, v.Bool())
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		w.b = strconv.AppendInt(w.b, v.Int(), 10)
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64, reflect.Uintptr:
		w.b = strconv.AppendUint(w.b, v.Uint(), 10)
	case reflect.Float32:
		return w.float(v.Float(), 32)
	case reflect.Float64:
		return w.float(v.Float(), 64)
	case reflect.String:
		w.b = appendString(w.b, v.String())
	case reflect.Struct:
		return w.struc(v, p, depth)
	case reflect.Map:
		return w.mapping(v, p, depth)
	case reflect.Slice:
		if v.IsNil() {
			w.b = append(w.b, "null"...)
			return nil
		}
		return w.list(v, p, depth)
	case reflect.Array:
		return w.list(v, p, depth)
	case reflect.Pointer:
		if v.IsNil() {
			w.b = append(w.b, "null"...)
			return nil
		}
		return w.value(v.Elem(), p.elem, depth+1)
	case reflect.Interface:
		return w.any(v.Elem(), depth+1)
	default:
		return unknown(p.t)
	}
	return nil
}

func (w *writer) list(v reflect.Value, p *plan, depth int) error {
	w.b = append(w.b, '[')
	for i := range v.Len() {
		if i > 0 {
			w.b = append(w.b, ',')
		}
		if err := w.value(v.Index(i), p.elem, depth+1); err != nil {
			return err
		}
	}
	w.b = append(w.b, ']')
	return nil
}

func (w *writer) mapping(v reflect.Value, p *plan, depth int) error {
	if v.IsNil() {
		w.b = append(w.b, "null"...)
		return nil
	}
	keys := v.MapKeys()
	sort.Slice(keys, func(i, j int) bool { return keys[i].String() < keys[j].String() })
	w.b = append(w.b, '{')
	for i, k := range keys {
		if i > 0 {
			w.b = append(w.b, ',')
		}
		w.b = append(appendString(w.b, k.String()), ':')
		if err := w.value(v.MapIndex(k), p.elem, depth+1); err != nil {
			return err
		}
	}
	w.b = append(w.b, '}')
	return nil
}

func (w *writer) struc(v reflect.Value, p *plan, depth int) error {
	w.b = append(w.b, '{')
	first := true
fields:
	for i := range p.fields {
		f := &p.fields[i]
		x := v
		for _, k := range f.index {
			if x.Kind() == reflect.Pointer {
				if x.IsNil() {
					continue fields
				}
				x = x.Elem()
			}
			x = x.Field(k)
		}
		if f.omitEmpty && empty(x) || f.omitZero && zero(x, f.plan) {
			continue
		}
		if !first {
			w.b = append(w.b, ',')
		}
		first = false
		w.b = append(w.b, f.key...)
		if err := w.value(x, f.plan, depth+1); err != nil {
			return err
		}
	}
	w.b = append(w.b, '}')
	return nil
}

func empty(v reflect.Value) bool {
	switch v.Kind() {
	case reflect.Array, reflect.Map, reflect.Slice, reflect.String:
		return v.Len() == 0
	case reflect.Struct:
		return false
	}
	return v.IsZero()
}

func zero(v reflect.Value, p *plan) bool {
	if p.zeroes && !((p.kind == reflect.Pointer || p.kind == reflect.Interface) && v.IsNil()) {
		return v.Interface().(interface{ IsZero() bool }).IsZero()
	}
	return v.IsZero()
}

// itself lets a Marshaler write, and checks what it wrote.
func (w *writer) itself(v reflect.Value) error {
	m, ok := v.Interface().(Marshaler)
	if !ok {
		return unknown(v.Type())
	}
	b, err := m.MarshalJSON()
	if err != nil {
		return errors.New("json: " + v.Type().String() + ": " + err.Error())
	}
	if err := valid(b); err != nil {
		return errors.New("json: what " + v.Type().String() + " writes is not JSON: " + err.Error())
	}
	w.b = appendCompact(w.b, b)
	return nil
}

// appendCompact leaves out what JSON does not need and escapes what HTML could
// mistake.
func appendCompact(to, b []byte) []byte {
	from, quoted := 0, false
	for i := 0; i < len(b); i++ {
		switch c := b[i]; {
		case c > '>' && c != '\\' && c < 0x80:
		case c >= '0' && c <= '9' || c == ',' || c == '.' || c == '-':
		case c == '"':
			quoted = !quoted
		case c == '\\':
			i++
		case c == '<' || c == '>' || c == '&':
			to = append(append(to, b[from:i]...), '\\', 'u', '0', '0', hex[c>>4], hex[c&15])
			from = i + 1
		case c == 0xe2 && i+2 < len(b) && b[i+1] == 0x80 && b[i+2]&^1 == 0xa8:
			to = append(append(to, b[from:i]...), '\\', 'u', '2', '0', '2', hex[b[i+2]&15])
			from = i + 3
			i += 2
		case !quoted && (c == ' ' || c == '\n' || c == '\t' || c == '\r'):
			to = append(to, b[from:i]...)
			from = i + 1
		}
	}
	return append(to, b[from:]...)
}

// float writes a number as ES6 does.
func (w *writer) float(f float64, bits int) error {
	if math.IsInf(f, 0) || math.IsNaN(f) {
		return errors.New("json: " + strconv.FormatFloat(f, 'g', -1, bits) + " is not a finite number")
	}
	a := math.Abs(f)
	format := byte('f')
	if a != 0 && (bits == 64 && (a < 1e-6 || a >= 1e21) || bits == 32 && (float32(a) < 1e-6 || float32(a) >= 1e21)) {
		format = 'e'
	}
	w.b = strconv.AppendFloat(w.b, f, format, -1, bits)
	if n := len(w.b); format == 'e' && n >= 4 && w.b[n-4] == 'e' && w.b[n-3] == '-' && w.b[n-2] == '0' {
		w.b[n-2] = w.b[n-1] // e-09 is e-9
		w.b = w.b[:n-1]
	}
	return nil
}

const hex = "0123456789abcdef"

// appendString writes a string between quotes. What is not UTF-8 becomes
// U+FFFD; what HTML or JavaScript could mistake is escaped.
func appendString(b []byte, s string) []byte {
	b = append(b, '"')
	from := 0
	for i := 0; i < len(s); {
		c := s[i]
		if c < utf8.RuneSelf {
			if c >= ' ' && c != '"' && c != '\\' && c != '<' && c != '>' && c != '&' {
				i++
				continue
			}
			b = append(b, s[from:i]...)
			switch c {
			case '"', '\\':
				b = append(b, '\\', c)
			case '\b':
				b = append(b, '\\', 'b')
			case '\f':
				b = append(b, '\\', 'f')
			case '\n':
				b = append(b, '\\', 'n')
			case '\r':
				b = append(b, '\\', 'r')
			case '\t':
				b = append(b, '\\', 't')
			default:
				b = append(b, '\\', 'u', '0', '0', hex[c>>4], hex[c&15])
			}
			i++
			from = i
			continue
		}
		r, n := utf8.DecodeRuneInString(s[i:])
		switch {
		case r == utf8.RuneError && n == 1:
			b = append(append(b, s[from:i]...), `\ufffd`...)
			from = i + n
		case r == '\u2028' || r == '\u2029':
			b = append(append(b, s[from:i]...), '\\', 'u', '2', '0', '2', hex[r&15])
			from = i + n
		}
		i += n
	}
	return append(append(b, s[from:]...), '"')
}
