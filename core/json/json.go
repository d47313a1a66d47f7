// Package json writes and reads the project's plain data as encoding/json does,
// byte for byte, with a fraction of its weight in a WebAssembly file.
//
// It knows booleans, whole and floating-point numbers, strings, arrays, slices,
// maps with strings as keys, pointers, interfaces (writing only) and structs
// with the tags name, omitempty, omitzero and "-", whose embedded structs are
// flattened by Go's rules. Types that implement Marshaler or Unmarshaler look
// after themselves. It does not know bytes as base64, the tag string, text
// marshalers, and reading into interfaces: these are errors.
//
// Where it differs: reading stops at the first value of a wrong type; names of
// fields match in any case of ASCII letters only.
package json

import (
	"errors"
	"reflect"
	"sort"
	"strings"
)

// Marshaler is what writes itself; the same interface as in encoding/json.
type Marshaler interface {
	MarshalJSON() ([]byte, error)
}

// Unmarshaler is what reads itself; the same interface as in encoding/json.
type Unmarshaler interface {
	UnmarshalJSON([]byte) error
}

// RawMessage is JSON as it stands.
type RawMessage []byte

// MarshalJSON returns m, null if there is nothing.
func (m RawMessage) MarshalJSON() ([]byte, error) {
	if m == nil {
		return []byte("null"), nil
	}
	return m, nil
}

// UnmarshalJSON takes a copy of data.
func (m *RawMessage) UnmarshalJSON(data []byte) error {
	*m = append((*m)[:0], data...)
	return nil
}

// maxDepth bounds how deep values may nest, as in encoding/json.
const maxDepth = 10000

var errDeep = errors.New("json: values are nested more than 10000 deep")

// plan is how a type is written and read.
type plan struct {
	t          reflect.Type
	kind       reflect.Kind
	marshals   bool // the type
	ptrWrites  bool // a pointer to it
	unmarshals bool // a pointer to it
	zeroes     bool // the type has IsZero
	elem       *plan
	fields     []field
}

// field is one name of an object.
type field struct {
	name      string
	key       string // quoted, with a colon
	index     []int
	tagged    bool
	omitEmpty bool
	omitZero  bool
	plan      *plan
}

// plans are those of one call.
type plans map[reflect.Type]*plan

func (ps plans) of(t reflect.Type) (*plan, error) {
	if p := ps[t]; p != nil {
		return p, nil
	}
	p := &plan{t: t, kind: t.Kind()}
	ps[t] = p
	writes, reads := reflect.TypeFor[Marshaler](), reflect.TypeFor[Unmarshaler]()
	p.marshals = t.Implements(writes)
	if p.kind != reflect.Pointer && p.kind != reflect.Interface {
		ptr := reflect.PointerTo(t)
		p.ptrWrites, p.unmarshals = ptr.Implements(writes), ptr.Implements(reads)
	}
	p.zeroes = t.Implements(reflect.TypeFor[interface{ IsZero() bool }]())
	var err error
	switch p.kind {
	case reflect.Bool, reflect.String, reflect.Float32, reflect.Float64, reflect.Interface,
		reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64,
		reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64, reflect.Uintptr:
		return p, nil
	case reflect.Struct:
		err = ps.struc(p)
	case reflect.Map:
		if t.Key().Kind() != reflect.String {
			err = unknown(t)
			break
		}
		p.elem, err = ps.of(t.Elem())
	case reflect.Slice:
		if t.Elem().Kind() == reflect.Uint8 && !p.marshals && !p.ptrWrites {
			err = unknown(t)
			break
		}
		p.elem, err = ps.of(t.Elem())
	case reflect.Array, reflect.Pointer:
		p.elem, err = ps.of(t.Elem())
	default:
		err = unknown(t)
	}
	if err != nil && (p.marshals || p.ptrWrites) && (p.unmarshals || p.kind == reflect.Pointer) {
		err = nil // it looks after itself
	}
	if err != nil {
		delete(ps, t)
		return nil, err
	}
	return p, nil
}

func unknown(t reflect.Type) error {
	return errors.New("json: the type " + t.String() + " cannot be written or read")
}

// struc fills in a struct's fields.
func (ps plans) struc(p *plan) error {
	var all []field
	if err := gather(p.t, nil, map[reflect.Type]bool{}, &all); err != nil {
		return err
	}
	// Of fields with one name the least deep one holds, then the one with a tag;
	// where two are alike, none holds.
	sort.SliceStable(all, func(i, j int) bool {
		a, b := &all[i], &all[j]
		if a.name != b.name {
			return a.name < b.name
		}
		if len(a.index) != len(b.index) {
			return len(a.index) < len(b.index)
		}
		return a.tagged && !b.tagged
	})
	kept := all[:0]
	for i := 0; i < len(all); {
		j := i + 1
		for j < len(all) && all[j].name == all[i].name {
			j++
		}
		if j == i+1 || len(all[i].index) != len(all[i+1].index) || all[i].tagged != all[i+1].tagged {
			kept = append(kept, all[i])
		}
		i = j
	}
	sort.Slice(kept, func(i, j int) bool { return before(kept[i].index, kept[j].index) })
	for i := range kept {
		f := &kept[i]
		q, err := ps.of(p.t.FieldByIndex(f.index).Type)
		if err != nil {
			return err
		}
		f.plan = q
		f.key = string(appendString(nil, f.name)) + ":"
	}
	p.fields = kept
	return nil
}

func before(a, b []int) bool {
	for k := range min(len(a), len(b)) {
		if a[k] != b[k] {
			return a[k] < b[k]
		}
	}
	return len(a) < len(b)
}

// gather appends the fields of t and of the structs embedded in it.
func gather(t reflect.Type, at []int, inside map[reflect.Type]bool, all *[]field) error {
	if inside[t] {
		return nil
	}
	inside[t] = true
	defer delete(inside, t)
	for i := range t.NumField() {
		sf := t.Field(i)
		inner := sf.Type
		if sf.Anonymous {
			if inner.Kind() == reflect.Pointer {
				inner = inner.Elem()
			}
			if !sf.IsExported() && (inner.Kind() != reflect.Struct || inner != sf.Type) {
				continue
			}
		} else if !sf.IsExported() {
			continue
		}
		tag := sf.Tag.Get("json")
		if tag == "-" {
			continue
		}
		name, options, _ := strings.Cut(tag, ",")
		f := field{name: name, tagged: name != "", index: append(at[:len(at):len(at)], i)}
		for o := range strings.SplitSeq(options, ",") {
			switch o {
			case "omitempty":
				f.omitEmpty = true
			case "omitzero":
				f.omitZero = true
			case "string":
				return errors.New("json: the tag string of " + t.String() + "." + sf.Name + " is not supported")
			}
		}
		if sf.Anonymous && name == "" && inner.Kind() == reflect.Struct {
			if err := gather(inner, f.index, inside, all); err != nil {
				return err
			}
			continue
		}
		if name == "" {
			f.name = sf.Name
		}
		*all = append(*all, f)
	}
	return nil
}

// find returns the field of that name, or of that name in another case.
func (p *plan) find(name []byte) *field {
	for i := range p.fields {
		if p.fields[i].name == string(name) {
			return &p.fields[i]
		}
	}
	for i := range p.fields {
		if sameFold(p.fields[i].name, name) {
			return &p.fields[i]
		}
	}
	return nil
}

func sameFold(a string, b []byte) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range b {
		x, y := a[i], b[i]
		if x >= 'A' && x <= 'Z' {
			x += 'a' - 'A'
		}
		if y >= 'A' && y <= 'Z' {
			y += 'a' - 'A'
		}
		if x != y {
			return false
		}
	}
	return true
}
