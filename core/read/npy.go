package read

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"fmt"
	"io"
	"math"
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
	all         []byte // of a columnwise one
	row         []byte
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
	after := func(key string) string {
		_, rest, _ := strings.Cut(string(text), "'"+key+"':")
		return strings.TrimSpace(rest)
	}
	a := &array{name: name, in: r, order: binary.LittleEndian, width: 1,
		columnwise: strings.HasPrefix(after("fortran_order"), "True")}
	if !a.columnwise && !strings.HasPrefix(after("fortran_order"), "False") {
		return nil, damaged
	}
	descr, _, _ := strings.Cut(after("descr"), ", '")
	letters := strings.Trim(descr, "'<>|=")
	if strings.HasPrefix(strings.Trim(descr, "'"), ">") {
		a.order = binary.BigEndian
	}
	if len(letters) > 1 {
		a.kind = letters[0]
		a.size, _ = strconv.Atoi(letters[1:])
	}
	switch known := a.size == 1 || a.size == 2 || a.size == 4 || a.size == 8; {
	case a.kind == 'f' && (a.size == 4 || a.size == 8), a.kind == 'b' && a.size == 1:
	case (a.kind == 'i' || a.kind == 'u') && known, a.kind == 'S' && a.size > 0 && a.size <= 4*MostField:
	case a.kind == 'U' && a.size > 0 && a.size <= MostField:
		a.size *= 4
	default:
		return nil, fault(f.subject, "read.dtype", "dtype", strings.Trim(descr, "'"))
	}
	shape, _, _ := strings.Cut(strings.TrimPrefix(after("shape"), "("), ")")
	for i, s := range strings.Split(strings.TrimSuffix(strings.TrimSpace(shape), ","), ",") {
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
	if !a.columnwise {
		a.row = make([]byte, a.width*a.size)
		return a, nil
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

// read appends the texts of row i to out, one a field. Rows are asked for in their order.
func (a *array) read(i int, out [][]byte) ([][]byte, error) {
	if !a.columnwise {
		if _, err := io.ReadFull(a.in, a.row); err != nil {
			return nil, io.ErrUnexpectedEOF
		}
	}
	for c := range a.width {
		if a.columnwise {
			out = append(out, a.text(a.all[(c*a.rows+i)*a.size:][:a.size]))
		} else {
			out = append(out, a.text(a.row[c*a.size:][:a.size]))
		}
	}
	return out, nil
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

// names are the columns of arrays of one archive.
func names(arrays []*array) (out []string) {
	for _, a := range arrays {
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
