package slim

import (
	"bytes"
	"encoding/binary"
)

// What the linker writes into memory for each function is in large part arithmetic: function
// i begins at the program counter 4096 + i, its record follows the one before, and the sixteen
// buckets in which it is looked up name it alone. A function that the browser calls
// when the program is made writes that instead.

// arithmetic takes such tables out of memory and returns the body of the function that
// writes them; nil where they are not what it would write.
func arithmetic(mem []byte, start int, h header) []byte {
	n := int(h.Funcs)
	if n < 2 {
		return nil
	}
	index, size := start+int(h.FuncTable), binary.Size(function{})
	le := binary.LittleEndian
	off := 8*n + 8
	var offs []int
	for i := range n {
		if off+size > len(mem)-index || int(le.Uint32(mem[index+8*i:])) != firstFunction+i ||
			int(le.Uint32(mem[index+8*i+4:])) != off || int(le.Uint32(mem[index+off:])) != firstFunction+i {
			return nil
		}
		offs = append(offs, off)
		off += (size + 4*int(le.Uint32(mem[index+off+28:])) + 4*int(mem[index+off+43]) + 7) &^ 7
	}
	buckets := make([]byte, 16*20*(n-1)) // the last function may have fewer
	for b := range 16 * (n - 1) {
		le.PutUint32(buckets[20*b:], uint32(b/16))
	}
	at := bytes.Index(mem, buckets[16*20:]) - 16*20
	if at < 0 || len(bytes.Trim(mem[at:at+16*20], "\x00")) > 0 {
		return nil
	}
	clear(mem[at : at+len(buckets)])
	clear(mem[index : index+8*n])
	for _, off := range offs {
		clear(mem[index+off : index+off+4])
	}

	const i, p, o = 0, 1, 2 // a function, or a bucket; where its entry is; its record's offset
	set := func(to byte, value ...instr) []instr { return append(value, instr{op: opLocalSet, x: int64(to)}) }
	get := func(from byte) instr { return instr{op: opLocalGet, x: int64(from)} }
	add := func(x instr, n int) []instr { return []instr{x, number(n), {op: opI32Add}} }
	write := func(at instr, offset int, value ...instr) []instr {
		return append(append([]instr{at}, value...), instr{op: opI32Store, raw: []byte{2}, x: int64(offset)})
	}
	again := func(times int) []instr { // while i, one more, is below times
		return append(set(i, add(get(i), 1)...), get(i), number(times), instr{op: opI32LtU},
			instr{op: opBrIf, x: 1}, instr{op: opEnd})
	}
	pc := add(get(i), firstFunction)
	loop := instr{op: opLoop, x: 1, raw: []byte{emptyBlock}}
	code := append(set(p, number(index)), set(o, number(8*n+8))...)
	for _, part := range [][]instr{
		{loop}, write(get(p), 0, pc...), write(get(p), 4, get(o)), write(get(o), index, pc...),
		set(p, add(get(p), 8)...),
		// o += (size + 4·(tables + data) + 7) &^ 7
		{get(o), get(o), {op: opI32Load, raw: []byte{2}, x: int64(index + 28)}, get(o),
			{op: opI32Load8, raw: []byte{0}, x: int64(index + 43)}, {op: opI32Add}, number(2), {op: opI32Shl},
			number(size + 7), {op: opI32Add}, number(-8), {op: opI32And}, {op: opI32Add}, {op: opLocalSet, x: o}},
		again(n),
		set(i, number(0)), set(p, number(at)),
		{loop}, write(get(p), 0, get(i), number(4), instr{op: opI32ShrU}), set(p, add(get(p), 20)...),
		again(16 * (n - 1)),
		{{op: opEnd}},
	} {
		code = append(code, part...)
	}
	return (&body{locals: [][2]int{{3, typeI32}}, code: code}).encode()
}

func number(n int) instr { return instr{op: opI32Const, x: int64(n)} }

// kept are names that the runtime reads, at new offsets: how its own functions begin, a method's
// form, which a call by a nil pointer takes apart, and two whose frames have no map of pointers.
var kept = map[string]int{"runtime.": 1, "(*go).method": 16, "reflect.makeFuncStub": 32, "reflect.methodValueCall": 64}

// shortName is the offset of what stands for the name at an offset; 0 is no name.
func shortName(names []byte, at uint32) uint32 {
	if int(at) >= len(names) {
		return 0
	}
	text, _, _ := bytes.Cut(names[at:], []byte{0})
	switch {
	case kept[string(text)] > 0:
		return uint32(kept[string(text)])
	case bytes.HasPrefix(text, []byte("runtime.")):
		return uint32(kept["runtime."])
	case bytes.Contains(text, []byte(".(*")):
		return uint32(kept["(*go).method"])
	}
	return 0
}
