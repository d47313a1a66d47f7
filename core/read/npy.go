package read

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"fmt"
	"io"
	"reflect"
	"regexp"
	"strconv"
	"strings"
	"unicode/utf8"
)

// array is an array of NumPy's (.npy, format 1 to 3): its first axis counts releases, the
// others are their fields. The parser is ours because what there is (npyio) brings packages
// along that the page would load, for a header of three entries.
type array struct {
	name        string       // in its archive
	number      reflect.Type // of its elements
	kind        byte         // of other elements: 'U' or 'S'
	size        int          // bytes of an element
	order       binary.ByteOrder
	rows, width int
	columnwise  bool // in Fortran's order
	in          *bufio.Reader
	all         []byte
}

func (f *File) readArray(name string, r *bufio.Reader) (*array, error) {
	damaged := fault(f.subject, "read.packed", "line", 1)
	var head [12]byte
	_, err := io.ReadFull(r, head[:10])
	n := int(binary.LittleEndian.Uint16(head[8:]))
	if head[6] > 1 && err == nil { // versions 2 and 3
		_, err = io.ReadFull(r, head[10:])
		n = int(binary.LittleEndian.Uint32(head[8:]))
	}
	if err != nil || n > 1<<16 {
		return nil, damaged
	}
	text := make([]byte, n)
	_, err = io.ReadFull(r, text)
	items := map[string]string{} // in any order, as the format demands of readers
	for _, m := range header.FindAllSubmatch(text, -1) {
		items[string(m[1])] = string(m[2])
	}
	if err != nil || len(items) < 3 {
		return nil, damaged
	}
	a := &array{name: name, in: r, order: binary.LittleEndian, width: 1, columnwise: items["fortran_order"] == "True"}
	descr := strings.Trim(items["descr"], "'")
	if strings.HasPrefix(descr, ">") {
		a.order = binary.BigEndian
	}
	element := strings.TrimLeft(descr, "<>|=")
	if a.number = reflect.TypeOf(elements[element]); a.number != nil {
		a.size = int(a.number.Size())
	} else if len(element) > 1 {
		a.kind = element[0]
		a.size, _ = strconv.Atoi(element[1:])
	}
	switch most := map[byte]int{'S': 4 * MostField, 'U': MostField}[a.kind]; {
	case a.number == nil && (a.size < 1 || a.size > most):
		return nil, fault(f.subject, "read.dtype", "dtype", descr)
	case a.kind == 'U':
		a.size *= 4
	}
	shape := strings.Trim(items["shape"], "()")
	for i, s := range strings.Split(strings.TrimRight(shape, ", "), ",") {
		k, err := strconv.Atoi(strings.TrimSpace(s))
		if i == 0 {
			a.rows = k
		} else {
			a.width *= min(k, MostColumns+1)
		}
		if err != nil || k < 0 || a.width < 1 || a.width > MostColumns {
			return nil, fault(f.subject, "read.shape", "shape", shape)
		}
	}
	if a.rows > MostBytes/(a.width*a.size) {
		return nil, damaged
	}
	n = a.rows * a.width * a.size
	if a.all, err = io.ReadAll(io.LimitReader(r, int64(n))); err != nil || len(a.all) < n {
		if a.columnwise { // the end of a column is missing, and so something of many rows
			return nil, damaged
		}
		return nil, fault(f.subject, "read.packed", "line", len(a.all)/(a.width*a.size)+1)
	}
	return a, nil
}

// header is an item of the dictionary that stands at the beginning of an array.
var header = regexp.MustCompile(`'(descr|fortran_order|shape)': *('[^']*'|\[.*\]|True|False|\([^)]*\))`)

// elements are zeros of the types of numbers and truth values, by what NumPy calls these.
var elements = map[string]any{"b1": false, "i1": int8(0), "i2": int16(0), "i4": int32(0), "i8": int64(0),
	"u1": uint8(0), "u2": uint16(0), "u4": uint32(0), "u8": uint64(0), "f4": float32(0), "f8": float64(0)}

// read appends the texts of row i to out, one a field.
func (a *array) read(i int, out [][]byte) [][]byte {
	for c := range a.width {
		at := i*a.width + c
		if a.columnwise {
			at = c*a.rows + i
		}
		out = append(out, a.text(a.all[at*a.size:][:a.size]))
	}
	return out
}

// text is an element as it would be printed.
func (a *array) text(b []byte) []byte {
	switch a.kind {
	case 'S':
		return bytes.TrimRight(b, "\x00")
	case 'U':
		var out []byte
		for ; len(b) > 0; b = b[4:] {
			if r := rune(a.order.Uint32(b)); r != 0 {
				out = utf8.AppendRune(out, r)
			}
		}
		return out
	}
	v := reflect.New(a.number)
	binary.Decode(b, a.order, v.Interface())
	text := fmt.Append(nil, v.Elem())
	if a.number.Kind() == reflect.Bool { // True, as Python prints it
		text[0] &^= ' '
	}
	return text
}

// arrays are those of an archive, or one alone.
type arrays []*array

func (all arrays) begin(f *File) error {
	f.form = &Form{Shape: Arrays, subject: f.subject}
	for _, a := range all {
		for c := range a.width {
			name := a.name
			switch {
			case a.width > 1 && strings.HasPrefix(name, "arr_"):
				name = ""
			case a.width > 1 && name != "":
				name = fmt.Sprintf("%s %d", name, c+1)
			}
			f.form.Names = append(f.form.Names, name)
		}
	}
	if f.form.Width = len(f.form.Names); strings.Join(f.form.Names, "") == "" {
		f.form.Names = nil
	} else {
		f.form.From = "arrays"
	}
	return nil
}

// each implements format: the rows of arrays, which have as many, or end where they do.
func (all arrays) each(f *File, use func(fields [][]byte, line int) error) error {
	first, most := all[0], 0
	for _, a := range all {
		if most = max(most, a.rows); a.rows != first.rows && !f.scores {
			return fault(f.subject, "read.arrays", "name", first.name, "n", first.rows, "other", a.name, "m", a.rows)
		}
	}
	var fields [][]byte
	for i := range most {
		fields = fields[:0]
		for _, a := range all {
			if i < a.rows {
				fields = a.read(i, fields)
			} else {
				fields = append(fields, make([][]byte, a.width)...)
			}
		}
		if err := use(fields, i+1); err != nil {
			return err
		}
	}
	for _, a := range all {
		if next, err := a.in.Peek(1); len(next) > 0 {
			return fault(f.subject, "read.behind", "rows", a.rows)
		} else if err != io.EOF { // a wrong check sum
			return fault(f.subject, "read.packed", "line", a.rows)
		}
	}
	return nil
}
