package json

import (
	"errors"
	"reflect"
	"strconv"
	"unicode/utf8"
)

// Unmarshal reads data into what v points to. Nothing is changed if data is
// not JSON; after another error v may be half filled.
func Unmarshal(data []byte, v any) error {
	if err := valid(data); err != nil {
		return err
	}
	to := reflect.ValueOf(v)
	if to.Kind() != reflect.Pointer || to.IsNil() {
		return errors.New("json: reading needs a pointer that is not nil")
	}
	r := reader{b: data, plans: plans{}}
	if u, ok := v.(Unmarshaler); ok {
		from, end := r.span()
		return u.UnmarshalJSON(data[from:end])
	}
	p, err := r.plans.of(to.Type().Elem())
	if err != nil {
		return err
	}
	return r.value(to.Elem(), p)
}

// valid returns what is wrong with data as one JSON value, nil if nothing is.
func valid(data []byte) error {
	s := scan{b: data}
	s.space()
	if !s.value(0) {
		if s.deep {
			return errDeep
		}
		return s.fault()
	}
	if s.space(); s.at < len(data) {
		return s.fault()
	}
	return nil
}

// scan walks over JSON without looking at what it means.
type scan struct {
	b    []byte
	at   int
	deep bool
}

func (s *scan) fault() error {
	if s.at >= len(s.b) {
		return errors.New("json: the text ends in the middle of a value")
	}
	return errors.New("json: " + strconv.QuoteRune(rune(s.b[s.at])) + " is out of place at byte " + strconv.Itoa(s.at))
}

func (s *scan) space() {
	for s.at < len(s.b) {
		if c := s.b[s.at]; c != ' ' && c != '\n' && c != '\t' && c != '\r' {
			return
		}
		s.at++
	}
}

func (s *scan) peek() byte {
	if s.at < len(s.b) {
		return s.b[s.at]
	}
	return 0
}

func (s *scan) value(depth int) bool {
	if depth > maxDepth {
		s.deep = true
		return false
	}
	switch c := s.peek(); {
	case c == '{':
		return s.many(depth, '}', true)
	case c == '[':
		return s.many(depth, ']', false)
	case c == '"':
		return s.text()
	case c == 't':
		return s.word("true")
	case c == 'f':
		return s.word("false")
	case c == 'n':
		return s.word("null")
	}
	return s.number()
}

func (s *scan) many(depth int, end byte, named bool) bool {
	if depth+1 > maxDepth {
		s.deep = true
		return false
	}
	s.at++
	s.space()
	if s.peek() == end {
		s.at++
		return true
	}
	for {
		if named {
			if s.peek() != '"' || !s.text() {
				return false
			}
			if s.space(); s.peek() != ':' {
				return false
			}
			s.at++
			s.space()
		}
		if !s.value(depth + 1) {
			return false
		}
		s.space()
		c := s.peek()
		if c != ',' && c != end {
			return false
		}
		s.at++
		if c == end {
			return true
		}
		s.space()
	}
}

func (s *scan) word(w string) bool {
	for i := range len(w) {
		if s.peek() != w[i] {
			return false
		}
		s.at++
	}
	return true
}

func (s *scan) digits() bool {
	from := s.at
	for s.at < len(s.b) && s.b[s.at] >= '0' && s.b[s.at] <= '9' {
		s.at++
	}
	return s.at > from
}

func (s *scan) number() bool {
	if s.peek() == '-' {
		s.at++
	}
	if s.peek() == '0' {
		s.at++
	} else if !s.digits() {
		return false
	}
	if s.peek() == '.' {
		s.at++
		if !s.digits() {
			return false
		}
	}
	if c := s.peek(); c == 'e' || c == 'E' {
		s.at++
		if c := s.peek(); c == '+' || c == '-' {
			s.at++
		}
		return s.digits()
	}
	return true
}

func (s *scan) text() bool {
	s.at++
	for s.at < len(s.b) {
		c := s.b[s.at]
		switch {
		case c == '"':
			s.at++
			return true
		case c < ' ':
			return false
		case c == '\\':
			s.at++
			switch s.peek() {
			case '"', '\\', '/', 'b', 'f', 'n', 'r', 't':
			case 'u':
				for range 4 {
					s.at++
					if nibble(s.peek()) < 0 {
						return false
					}
				}
			default:
				return false
			}
		}
		s.at++
	}
	return false
}

func nibble(c byte) rune {
	switch {
	case c >= '0' && c <= '9':
		return rune(c - '0')
	case c >= 'a' && c <= 'f':
		return rune(c-'a') + 10
	case c >= 'A' && c <= 'F':
		return rune(c-'A') + 10
	}
	return -1
}

// reader reads JSON that is known to be valid.
type reader struct {
	b     []byte
	at    int
	plans plans
}

func (r *reader) space() byte {
	for {
		if c := r.b[r.at]; c != ' ' && c != '\n' && c != '\t' && c != '\r' {
			return c
		}
		r.at++
	}
}

// span passes over the next value and says where it stands.
func (r *reader) span() (from, end int) {
	r.space()
	s := scan{b: r.b, at: r.at}
	s.value(0)
	from, r.at = r.at, s.at
	return from, s.at
}

func (r *reader) wrong(p *plan) error {
	from, end := r.span()
	what := "a number"
	switch r.b[from] {
	case '{':
		what = "an object"
	case '[':
		what = "an array"
	case '"':
		what = "a string"
	case 't', 'f':
		what = "true or false"
	}
	if what == "a number" {
		what += " " + string(r.b[from:min(end, from+30)])
	}
	return errors.New("json: " + what + " cannot be read as " + p.t.String())
}

func (r *reader) value(v reflect.Value, p *plan) error {
	c := r.space()
	if p.kind == reflect.Pointer {
		if c == 'n' {
			r.at += 4
			v.SetZero()
			return nil
		}
		if v.IsNil() {
			v.Set(reflect.New(p.t.Elem()))
		}
		return r.value(v.Elem(), p.elem)
	}
	if p.unmarshals && v.CanAddr() {
		if u, ok := v.Addr().Interface().(Unmarshaler); ok {
			from, end := r.span()
			return u.UnmarshalJSON(r.b[from:end])
		}
	}
	if c == 'n' {
		r.at += 4
		switch p.kind {
		case reflect.Interface, reflect.Map, reflect.Slice:
			v.SetZero()
		}
		return nil
	}
	switch p.kind {
	case reflect.Bool:
		if c == 't' || c == 'f' {
			v.SetBool(c == 't')
			r.span()
			return nil
		}
	case reflect.String:
		if c == '"' {
			v.SetString(string(r.text()))
			return nil
		}
	case reflect.Struct:
		if c == '{' {
			return r.struc(v, p)
		}
	case reflect.Map:
		if c == '{' {
			return r.mapping(v, p)
		}
	case reflect.Slice, reflect.Array:
		if c == '[' {
			return r.list(v, p)
		}
	default:
		if c == '-' || c >= '0' && c <= '9' {
			return r.number(v, p)
		}
	}
	return r.wrong(p)
}

func (r *reader) number(v reflect.Value, p *plan) error {
	start := r.at
	from, end := r.span()
	text := string(r.b[from:end])
	ok := false
	switch p.kind {
	case reflect.Float32, reflect.Float64:
		f, err := strconv.ParseFloat(text, p.t.Bits())
		if ok = err == nil; ok {
			v.SetFloat(f)
		}
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		n, err := strconv.ParseInt(text, 10, 64)
		if ok = err == nil && !v.OverflowInt(n); ok {
			v.SetInt(n)
		}
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64, reflect.Uintptr:
		n, err := strconv.ParseUint(text, 10, 64)
		if ok = err == nil && !v.OverflowUint(n); ok {
			v.SetUint(n)
		}
	}
	if !ok {
		r.at = start
		return r.wrong(p)
	}
	return nil
}

// next goes on to the next element, or past the end.
func (r *reader) next(first bool, end byte) bool {
	if first {
		r.at++
	}
	c := r.space()
	if c == end {
		r.at++
		return false
	}
	if !first {
		r.at++ // a comma
	}
	return true
}

func (r *reader) name() []byte {
	r.space()
	name := r.text()
	r.space()
	r.at++ // a colon
	return name
}

func (r *reader) struc(v reflect.Value, p *plan) error {
	for first := true; r.next(first, '}'); first = false {
		f := p.find(r.name())
		if f == nil {
			r.span()
			continue
		}
		x := v
		for _, k := range f.index {
			if x.Kind() == reflect.Pointer {
				if x.IsNil() {
					if !x.CanSet() {
						return unknown(x.Type())
					}
					x.Set(reflect.New(x.Type().Elem()))
				}
				x = x.Elem()
			}
			x = x.Field(k)
		}
		if err := r.value(x, f.plan); err != nil {
			return err
		}
	}
	return nil
}

func (r *reader) mapping(v reflect.Value, p *plan) error {
	if v.IsNil() {
		v.Set(reflect.MakeMap(p.t))
	}
	for first := true; r.next(first, '}'); first = false {
		key := reflect.New(p.t.Key()).Elem()
		key.SetString(string(r.name()))
		x := reflect.New(p.t.Elem()).Elem()
		if err := r.value(x, p.elem); err != nil {
			return err
		}
		v.SetMapIndex(key, x)
	}
	return nil
}

// list reads into the elements that are there already, as encoding/json does.
func (r *reader) list(v reflect.Value, p *plan) error {
	i := 0
	for first := true; r.next(first, ']'); first = false {
		if p.kind == reflect.Slice {
			if i >= v.Cap() {
				v.Grow(1)
			}
			if i >= v.Len() {
				v.SetLen(i + 1)
			}
		}
		if i >= v.Len() { // an array that is shorter
			r.span()
			continue
		}
		if err := r.value(v.Index(i), p.elem); err != nil {
			return err
		}
		i++
	}
	switch {
	case p.kind == reflect.Array:
		for ; i < v.Len(); i++ {
			v.Index(i).SetZero()
		}
	case i == 0:
		v.Set(reflect.MakeSlice(p.t, 0, 0))
	default:
		v.SetLen(i)
	}
	return nil
}

// text reads a string; the bytes hold until the next change of the source.
func (r *reader) text() []byte {
	r.at++
	from := r.at
	for {
		c := r.b[r.at]
		if c == '"' {
			r.at++
			return r.b[from : r.at-1]
		}
		if c == '\\' || c >= utf8.RuneSelf {
			break
		}
		r.at++
	}
	out := append([]byte(nil), r.b[from:r.at]...)
	for {
		switch c := r.b[r.at]; {
		case c == '"':
			r.at++
			return out
		case c == '\\':
			r.at += 2
			switch c = r.b[r.at-1]; c {
			case 'b':
				out = append(out, '\b')
			case 'f':
				out = append(out, '\f')
			case 'n':
				out = append(out, '\n')
			case 'r':
				out = append(out, '\r')
			case 't':
				out = append(out, '\t')
			case 'u':
				out = utf8.AppendRune(out, r.unicode())
			default:
				out = append(out, c)
			}
		case c < utf8.RuneSelf:
			out = append(out, c)
			r.at++
		default:
			x, n := utf8.DecodeRune(r.b[r.at:])
			out = utf8.AppendRune(out, x)
			r.at += n
		}
	}
}

// unicode reads four digits, and the second half of a pair of surrogates.
func (r *reader) unicode() rune {
	four := func(at int) (x rune) {
		for _, c := range r.b[at : at+4] {
			x = x<<4 | nibble(c)
		}
		return x
	}
	a := four(r.at)
	r.at += 4
	if a >= 0xd800 && a < 0xdc00 && r.b[r.at] == '\\' && r.b[r.at+1] == 'u' {
		if b := four(r.at + 2); b >= 0xdc00 && b < 0xe000 {
			r.at += 6
			return (a-0xd800)<<10 | (b - 0xdc00) + 0x10000
		}
	}
	return a // AppendRune writes U+FFFD for half a pair
}
