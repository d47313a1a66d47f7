package read

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"fmt"
	"io"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

// array is an array of NumPy's (.npy, format 1 to 3): its first axis counts releases, the
// others are their fields. The parser is ours because what there is (npyio) brings packages
// along that the page would load, for a header of three entries.
type array struct {
	name        string // in its archive
	kind        byte   // 'f', 'i', 'u', 'b', 'U' or 'S'
	size        int    // bytes of an element
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
	if _, err := io.ReadFull(r, text); err != nil {
		return nil, damaged
	}
	h := header.FindSubmatch(text)
	if h == nil {
		return nil, damaged
	}
	a := &array{name: name, in: r, order: binary.LittleEndian, width: 1, columnwise: string(h[2]) == "True"}
	descr := bytes.Trim(h[1], "' ,")
	if d := element.FindSubmatch(descr); d != nil {
		a.kind = d[2][0]
		if a.size, _ = strconv.Atoi(string(d[3])); string(d[1]) == ">" {
			a.order = binary.BigEndian
		}
	}
	switch known := a.size == 1 || a.size == 2 || a.size == 4 || a.size == 8; {
	case a.kind == 'f' && known && a.size > 2, a.kind == 'b' && a.size == 1:
	case (a.kind == 'i' || a.kind == 'u') && known, a.kind == 'S' && a.size > 0 && a.size <= 4*MostField:
	case a.kind == 'U' && a.size > 0 && a.size <= MostField:
		a.size *= 4
	default:
		return nil, fault(f.subject, "read.dtype", "dtype", string(descr))
	}
	shape := string(h[3])
	for i, s := range strings.Split(strings.TrimRight(shape, ", "), ",") {
		k, err := strconv.Atoi(strings.TrimSpace(s))
		switch {
		case err != nil || k < 0 || i > 0 && k > MostColumns:
			return nil, fault(f.subject, "read.shape", "shape", shape)
		case i == 0:
			a.rows = k
		default:
			a.width *= k
		}
	}
	if a.width < 1 || a.width > MostColumns {
		return nil, fault(f.subject, "read.shape", "shape", shape)
	}
	if a.rows > MostBytes/(a.width*a.size) {
		return nil, damaged
	}
	n = a.rows * a.width * a.size
	if a.all, err = io.ReadAll(io.LimitReader(r, int64(n))); err != nil || len(a.all) < n {
		return nil, damaged
	}
	return a, nil
}

// header is what stands at the beginning of an array, element its type: order, kind and size.
var (
	header  = regexp.MustCompile(`'descr':(.+)'fortran_order': *(True|False), *'shape': *\(([^)]*)\)`)
	element = regexp.MustCompile(`^([<>|=])([a-zA-Z])(\d+)$`)
)

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
	case 'b':
		if b[0] == 0 {
			return []byte("False")
		}
		return []byte("True")
	}
	wide := make([]byte, 8)
	if copy(wide, b); a.order == binary.BigEndian {
		slices.Reverse(wide[:a.size])
	}
	bits := binary.LittleEndian.Uint64(wide)
	switch spare := 64 - 8*a.size; {
	case a.kind == 'u':
		return strconv.AppendUint(nil, bits, 10)
	case a.kind == 'i':
		return strconv.AppendInt(nil, int64(bits<<spare)>>spare, 10)
	case a.size == 4:
		return strconv.AppendFloat(nil, float64(math.Float32frombits(uint32(bits))), 'g', -1, 32)
	}
	return strconv.AppendFloat(nil, math.Float64frombits(bits), 'g', -1, 64)
}

// arrays are those of an archive, or one alone.
type arrays []*array

// begin implements format.
func (all arrays) begin(f *File) error {
	f.form = &Form{Shape: Arrays, Names: all.names(), From: "arrays", subject: f.subject}
	if f.form.Width = len(f.form.Names); strings.Join(f.form.Names, "") == "" {
		f.form.Names, f.form.From = nil, ""
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

// names are the columns of the arrays.
func (all arrays) names() (out []string) {
	for _, a := range all {
		for c := range a.width {
			switch {
			case a.name == "" || a.width > 1 && strings.HasPrefix(a.name, "arr_"):
				out = append(out, "")
			case a.width == 1:
				out = append(out, a.name)
			default:
				out = append(out, fmt.Sprintf("%s %d", a.name, c+1))
			}
		}
	}
	return out
}
