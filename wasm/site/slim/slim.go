// Package slim makes the WebAssembly files of a Go program smaller, by a fifth of what a
// visitor would load: tables that only stack traces need leave, among them the names of
// functions (tables.go), and instructions say the same in fewer bytes, which repeat more
// often (code.go). Optimisers for any WebAssembly, as wasm-opt, take as many bytes out of
// the file but make what is left harder to compress. What is computed stays the same.
//
// To read a stack trace, compile the program by go build, which keeps the names.
package slim

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"os"
	"slices"
)

// Section numbers of the WebAssembly format.
const (
	customSection = 0
	typeSection   = 1
	importSection = 2 // of functions alone, in a Go program
	funcSection   = 3
	startSection  = 8
	codeSection   = 10
	dataSection   = 11
)

// gap is how many zero bytes in a row end a segment: fewer are cheaper to write
// than the head of another segment.
const gap = 32

var errFormat = errors.New("it is not a WebAssembly file as Go writes it")

// File makes a file smaller. One whose tables are not laid out as this package
// knows them (Go 1.20 to 1.26) is left as it is, and the error says so.
func File(name string) error {
	data, err := os.ReadFile(name)
	if err == nil {
		data, err = slim(data)
	}
	if err == nil {
		err = os.WriteFile(name, data, 0o644)
	}
	if err != nil {
		return fmt.Errorf("%s was left as it is: %w", name, err)
	}
	return nil
}

// slim returns a Go program in WebAssembly in fewer bytes.
func slim(wasm []byte) ([]byte, error) {
	if !bytes.HasPrefix(wasm, []byte("\x00asm\x01\x00\x00\x00")) {
		return nil, errFormat
	}
	var ids []int
	sections := map[int][]byte{}
	r := reader{b: wasm, at: 8}
	for r.at < len(wasm) {
		id := int(r.byte())
		if id == customSection {
			r.bytes(r.uint())
			continue
		}
		ids = append(ids, id)
		sections[id] = r.bytes(r.uint())
		if r.bad || len(ids) > 1 && ids[len(ids)-2] >= id {
			return nil, errFormat
		}
	}
	mem, err := load(sections[dataSection])
	if err != nil {
		return nil, err
	}
	code, ok := tighten(sections[codeSection], plain(sections[typeSection], sections[funcSection]))
	if !ok {
		return nil, errFormat
	}
	sections[codeSection] = code
	start, err := strip(mem)
	if err != nil {
		return nil, err
	}
	if start != nil && sections[startSection] == nil {
		begin(sections, start)
		ids = append(ids, startSection)
		slices.Sort(ids)
	}
	sections[dataSection] = store(mem)
	out := slices.Clone(wasm[:8])
	for _, id := range ids {
		out = append(out, byte(id))
		out = binary.AppendUvarint(out, uint64(len(sections[id])))
		out = append(out, sections[id]...)
	}
	return out, nil
}

// begin adds a function without parameters, which is called when the program is made.
func begin(sections map[int][]byte, body []byte) {
	add := func(section int, entry ...byte) (number int) {
		r := reader{b: sections[section]}
		number = r.uint()
		all := binary.AppendUvarint(nil, uint64(number+1))
		sections[section] = append(append(all, r.b[r.at:]...), entry...)
		return number
	}
	kind := add(typeSection, 0x60, 0, 0)
	own := add(funcSection, binary.AppendUvarint(nil, uint64(kind))...)
	add(codeSection, append(binary.AppendUvarint(nil, uint64(len(body))), body...)...)
	imports := reader{b: sections[importSection]}
	sections[startSection] = binary.AppendUvarint(nil, uint64(imports.uint()+own))
}

// load lays the segments of a data section out in memory.
func load(body []byte) ([]byte, error) {
	var mem []byte
	r := reader{b: body}
	for range r.uint() {
		flags, op := r.uint(), r.byte() // memory 0, at i32.const
		at := r.int()
		end := r.byte()
		data := r.bytes(r.uint())
		if r.bad || flags != 0 || op != 0x41 || end != 0x0b || at < 0 || at > 1<<27 {
			return nil, errFormat
		}
		if n := at + len(data); n > len(mem) {
			mem = append(mem, make([]byte, n-len(mem))...)
		}
		copy(mem[at:], data)
	}
	return mem, nil
}

// store writes memory as a data section, without long runs of zeros.
func store(mem []byte) []byte {
	var body []byte
	count := 0
	zeros := make([]byte, gap)
	for at := 0; at < len(mem); {
		if mem[at] == 0 {
			at++
			continue
		}
		n := bytes.Index(mem[at:], zeros)
		if n < 0 {
			n = len(bytes.TrimRight(mem[at:], "\x00"))
		}
		body = append(body, 0, 0x41)
		body = appendInt(body, at)
		body = append(body, 0x0b)
		body = binary.AppendUvarint(body, uint64(n))
		body = append(body, mem[at:at+n]...)
		count++
		at += n
	}
	return append(binary.AppendUvarint(nil, uint64(count)), body...)
}

// header is runtime.pcHeader, _func runtime._func (Go 1.20 to 1.26); offsets
// count from the header.
type header struct {
	Magic                            uint32
	_, _, Quantum, Pointer           uint8
	Funcs, Files, Text, Names, Units uint64
	FileTable, PCTable, FuncTable    uint64
}

type function struct {
	Entry, Name, Args, DeferReturn uint32
	SP, File, Line, Tables         uint32
	Unit, Start                    uint32
	ID, Flag, _, Data              uint8
}

// strip takes out the tables of files, lines, inlined calls and names, and returns what
// writes the rest that is arithmetic. The garbage collector and the stack need the others.
// The runtime takes a table for absent where its offset is 0, data for absent where it is −1.
func strip(mem []byte) (begin []byte, err error) {
	errLayout := errors.New("its tables are not laid out as in Go 1.20 to 1.26")
	start := bytes.Index(mem, []byte{0xf1, 0xff, 0xff, 0xff, 0, 0, 1, 8})
	if start < 0 {
		return nil, errLayout
	}
	tab := mem[start:]
	var h header
	if _, err := binary.Decode(tab, binary.LittleEndian, &h); err != nil {
		return nil, errLayout
	}
	if !(h.Names < h.Units && h.Units <= h.FileTable && h.FileTable <= h.PCTable && h.PCTable < h.FuncTable &&
		h.FuncTable < uint64(len(tab)) && h.Funcs < 1<<20) {
		return nil, errLayout
	}
	pcs, funcs := tab[h.PCTable:h.FuncTable], tab[h.FuncTable:]
	needed := map[uint32]bool{} // whether a table is
	drop := func(table uint32) { needed[table] = needed[table] || false }
	size := binary.Size(function{})
	for i := range int(h.Funcs) {
		if 8*i+8 > len(funcs) {
			return nil, errLayout
		}
		at := int(binary.LittleEndian.Uint32(funcs[8*i+4:]))
		var f function
		if _, err := binary.Decode(funcs[min(at, len(funcs)):], binary.LittleEndian, &f); err != nil || f.Tables > 16 ||
			at+size+4*int(f.Tables) > len(funcs) {
			return nil, errLayout
		}
		needed[f.SP] = true
		drop(f.File)
		drop(f.Line)
		binary.LittleEndian.PutUint32(funcs[at+4:], shortName(tab[h.Names:h.Units], f.Name))
		clear(funcs[at+20 : at+28]) // File, Line
		clear(funcs[at+32 : at+40]) // Unit, Start
		for t := range int(f.Tables) {
			o := at + size + 4*t
			table := binary.LittleEndian.Uint32(funcs[o:])
			if t == 1 { // stack maps; the others are of preemption, which is not here, inlining and live arguments
				needed[table] = true
				continue
			}
			drop(table)
			clear(funcs[o : o+4])
		}
		data := at + size + 4*int(f.Tables)
		if data+4*int(f.Data) > len(funcs) {
			return nil, errLayout
		}
		for _, d := range []int{3, 5, 6} { // inlined calls; arguments and which are live
			if d < int(f.Data) {
				binary.LittleEndian.PutUint32(funcs[data+4*d:], 1<<32-1)
			}
		}
	}
	// Every byte belongs to a table that is kept or dropped, or it is not what
	// it seems.
	total := 1
	for o, keep := range needed {
		if o == 0 {
			continue
		}
		n := tableLength(pcs, o)
		if n < 0 {
			return nil, errLayout
		}
		total += n
		if !keep {
			clear(pcs[o : int(o)+n])
		}
	}
	clear(tab[h.Units:h.PCTable]) // names of files
	names := tab[h.Names:h.Units]
	clear(names)
	for n, at := range kept {
		copy(names[at:], n)
	}
	if total > len(pcs) || total < len(pcs)-len(pcs)/100 {
		return nil, errLayout
	}
	return arithmetic(mem, start, h), nil
}

// tableLength is the length of the table at o: pairs of variable-length
// numbers up to a zero that is not the first one. −1 if it does not end.
func tableLength(pcs []byte, o uint32) int {
	r := reader{b: pcs, at: int(o)}
	for first := true; ; first = false {
		if value := r.uint(); value == 0 && !first {
			break
		}
		r.uint()
		if r.bad {
			return -1
		}
	}
	return r.at - int(o)
}

// reader reads the format's numbers. After reading past the end, bad is true
// and everything is zero.
type reader struct {
	b   []byte
	at  int
	bad bool
}

func (r *reader) byte() byte {
	if r.at >= len(r.b) {
		r.bad = true
		return 0
	}
	r.at++
	return r.b[r.at-1]
}

func (r *reader) bytes(n int) []byte {
	if n < 0 || n > len(r.b)-r.at {
		r.bad = true
		return nil
	}
	r.at += n
	return r.b[r.at-n : r.at]
}

func (r *reader) uint() int {
	x, n := binary.Uvarint(r.b[min(r.at, len(r.b)):])
	if n <= 0 || n > 5 {
		r.bad = true
		return 0
	}
	r.at += n
	return int(x)
}

// int reads a signed number of 64 bits.
func (r *reader) int() int {
	x := 0
	for s := 0; s < 70; s += 7 {
		c := r.byte()
		x |= int(c&0x7f) << s
		if c < 0x80 {
			if c&0x40 != 0 && s < 63 {
				x -= 1 << (s + 7)
			}
			return x
		}
	}
	r.bad = true
	return 0
}

func appendInt(b []byte, x int) []byte {
	for {
		c := byte(x & 0x7f)
		x >>= 7
		if x == 0 && c&0x40 == 0 || x == -1 && c&0x40 != 0 {
			return append(b, c)
		}
		b = append(b, c|0x80)
	}
}

// plain tells which functions are of the type i32 → i32, as all are that Go compiles.
func plain(types, funcs []byte) func(int) bool {
	var is []bool
	r := reader{b: types}
	for range r.uint() {
		from := r.at
		r.byte()
		r.bytes(r.uint())
		r.bytes(r.uint())
		is = append(is, string(types[from:r.at]) == "\x60\x01\x7f\x01\x7f")
	}
	var all []bool
	r = reader{b: funcs}
	for range r.uint() {
		t := r.uint()
		all = append(all, t < len(is) && is[t])
	}
	return func(i int) bool { return i < len(all) && all[i] }
}
