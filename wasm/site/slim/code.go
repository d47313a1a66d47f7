package slim

import (
	"encoding/binary"
	"slices"
)

// The code of a Go program is written instruction by instruction, without an optimiser: an
// address in the stack is computed in 64 bits and then used with the offset 0, each call
// writes its return address in full, and each jump goes through the table at the function's
// beginning. What is done here says the same in fewer bytes, which repeat more often:
//
//   - an offset is the load's or store's own;
//   - a return address is the function's part, kept in a local, and the block's;
//   - a call that is to unwind returns where it is;
//   - a jump forward leaves the block that ends there.

// The instructions that are looked at, by the number of the WebAssembly format.
const (
	opBlock        = 0x02
	opLoop         = 0x03
	opIf           = 0x04
	opElse         = 0x05
	opEnd          = 0x0b
	opBr           = 0x0c
	opBrIf         = 0x0d
	opBrTable      = 0x0e
	opReturn       = 0x0f
	opCall         = 0x10
	opCallIndirect = 0x11
	opDrop         = 0x1a
	opSelect       = 0x1b
	opLocalGet     = 0x20
	opLocalSet     = 0x21
	opLocalTee     = 0x22
	opGlobalGet    = 0x23
	opGlobalSet    = 0x24
	opI32Load      = 0x28 // the first of 14, of four bytes
	opI32Load8     = 0x2d // unsigned
	opI32Store     = 0x36 // the first of nine, of four bytes
	opI64Store     = 0x37
	opLastStore    = 0x3e
	opMemorySize   = 0x3f
	opMemoryGrow   = 0x40
	opI32Const     = 0x41
	opI64Const     = 0x42
	opF32Const     = 0x43
	opF64Const     = 0x44
	opI32Eqz       = 0x45 // the first that has nothing but its number
	opI32LtU       = 0x49
	opI32Add       = 0x6a
	opI32And       = 0x71
	opI32Shl       = 0x74
	opI32ShrU      = 0x76
	opI64Add       = 0x7c
	opI64Or        = 0x84
	opWrap         = 0xa7
	opExtend       = 0xad
	opLastPlain    = 0xc4
	opMany         = 0xfc

	emptyBlock = 0x40
	typeI32    = 0x7f
	typeI64    = 0x7e
)

// firstFunction is the program counter of a program's first function, without its 16 bits
// for blocks.
const firstFunction = 4096

// An instr is an instruction. Its number x is a local, an offset, a constant or which block it
// opens or branches to; raw are the bytes of what is not read.
type instr struct {
	op  byte
	x   int64
	raw []byte
}

// A body is a function's: groups of locals of a type, and instructions.
type body struct {
	locals [][2]int // how many, of which type
	code   []instr
	labels int // how many blocks there have been
}

// tighten rewrites those functions of the code section that plain names: Go's own, which
// take the block that they go on from and return whether the stack unwinds.
func tighten(section []byte, plain func(int) bool) ([]byte, bool) {
	r := reader{b: section}
	n := r.uint()
	out := binary.AppendUvarint(nil, uint64(n))
	for i := range n {
		f := r.bytes(r.uint())
		if plain(i) {
			f = shorten(f, int64(firstFunction+i)<<16)
		}
		out = binary.AppendUvarint(out, uint64(len(f)))
		out = append(out, f...)
	}
	return out, !r.bad && r.at == len(section)
}

// shorten rewrites a function whose program counter begins with pc. One with an instruction
// that Go does not write stays as it is.
func shorten(f []byte, pc int64) []byte {
	b, ok := decode(f)
	if !ok {
		return f
	}
	b.jumps()
	b.unwinding()
	b.returns(pc)
	b.offsets()
	return b.encode()
}

func decode(f []byte) (b *body, ok bool) {
	b = &body{}
	r := reader{b: f}
	for range r.uint() {
		b.locals = append(b.locals, [2]int{r.uint(), int(r.byte())})
	}
	open := []int64{0}
	for r.at < len(f) && !r.bad {
		in := instr{op: r.byte()}
		from := r.at
		switch op := in.op; {
		case op == opBlock || op == opLoop || op == opIf:
			b.labels++
			in.x = int64(b.labels)
			open = append(open, in.x)
			in.raw = []byte{r.byte()}
		case op == opEnd:
			if len(open) == 0 {
				return nil, false
			}
			open = open[:len(open)-1]
		case op == opBr || op == opBrIf:
			depth := r.uint()
			if depth >= len(open) {
				return nil, false
			}
			in.x = open[len(open)-1-depth]
		case op == opBrTable:
			for range r.uint() + 1 {
				r.uint()
			}
			in.raw = f[from:r.at]
		case op == opCall || opLocalGet <= op && op <= opGlobalSet:
			in.x = int64(r.uint())
		case op == opCallIndirect:
			r.uint()
			r.uint()
			in.raw = f[from:r.at]
		case opI32Load <= op && op <= opLastStore:
			in.raw = []byte{r.byte()}
			in.x = int64(r.uint())
		case op == opMemorySize || op == opMemoryGrow:
			in.raw = r.bytes(1)
		case op == opI32Const || op == opI64Const:
			in.x = int64(r.int())
		case op == opF32Const:
			in.raw = r.bytes(4)
		case op == opF64Const:
			in.raw = r.bytes(8)
		case op == opMany:
			switch r.uint() {
			case 0, 1, 2, 3, 4, 5, 6, 7: // truncations
			case 10: // memory.copy
				r.bytes(2)
			case 11: // memory.fill
				r.bytes(1)
			default:
				return nil, false
			}
			in.raw = f[from:r.at]
		case op <= 1 || op == opElse || op == opReturn || op == opDrop || op == opSelect:
		case opI32Eqz <= op && op <= opLastPlain:
		default:
			return nil, false
		}
		b.code = append(b.code, in)
	}
	return b, !r.bad && len(open) == 0
}

func (b *body) encode() []byte {
	out := binary.AppendUvarint(nil, uint64(len(b.locals)))
	for _, g := range b.locals {
		out = append(binary.AppendUvarint(out, uint64(g[0])), byte(g[1]))
	}
	open := []int64{0}
	for _, in := range b.code {
		out = append(out, in.op)
		switch op := in.op; {
		case op == opBr || op == opBrIf:
			out = binary.AppendUvarint(out, uint64(len(open)-1-slices.Index(open, in.x)))
		case op == opBlock || op == opLoop || op == opIf:
			open = append(open, in.x)
			out = append(out, in.raw...)
		case op == opEnd:
			open = open[:len(open)-1]
		case op == opI32Const || op == opI64Const:
			out = appendInt(out, int(in.x))
		case op == opCall || opLocalGet <= op && op <= opGlobalSet || opI32Load <= op && op <= opLastStore:
			out = append(out, in.raw...)
			out = binary.AppendUvarint(out, uint64(in.x))
		default:
			out = append(out, in.raw...)
		}
	}
	return out
}

// is reports whether instructions from i on are these.
func (b *body) is(i int, ops ...byte) bool {
	if i < 0 || i+len(ops) > len(b.code) {
		return false
	}
	return slices.EqualFunc(b.code[i:i+len(ops)], ops, func(in instr, op byte) bool { return in.op == op })
}

// jumps lets a jump forward leave the block that ends at its target, instead of going
// through the table: what is in local 0 matters to the table alone.
func (b *body) jumps() {
	at := slices.IndexFunc(b.code, func(in instr) bool { return in.op == opBrTable })
	if at < 0 {
		return
	}
	var open []int64 // at the table
	loop := int64(-1)
	for _, in := range b.code[:at] {
		switch in.op {
		case opLoop:
			loop = in.x
			fallthrough
		case opBlock:
			open = append(open, in.x)
		}
	}
	r := reader{b: b.code[at].raw}
	var targets []int64 // by the block of the program counter
	for range r.uint() + 1 {
		depth := r.uint()
		if depth >= len(open) {
			return
		}
		targets = append(targets, open[len(open)-1-depth])
	}
	out := slices.Clone(b.code[:at+1])
	for i := at + 1; i < len(b.code); i++ {
		in := b.code[i]
		switch in.op {
		case opBlock, opLoop, opIf:
			open = append(open, in.x)
		case opEnd:
			if len(open) > 0 {
				open = open[:len(open)-1]
			}
		}
		jump := i
		if in.op == opIf {
			jump++
		}
		if b.is(jump, opI32Const, opLocalSet, opBr) && b.code[jump+1].x == 0 && b.code[jump+2].x == loop {
			target := targets[min(int(uint32(b.code[jump].x)), len(targets)-1)]
			switch {
			case !slices.Contains(open, target):
			case jump == i:
				out = append(out, instr{op: opBr, x: target})
				i += 2
				continue
			case b.is(jump+3, opEnd):
				out = append(out, instr{op: opBrIf, x: target})
				open = open[:len(open)-1]
				i += 4
				continue
			}
		}
		out = append(out, in)
	}
	b.code = out
}

// unwinding lets a call that is to unwind return 1 where it stands, as the end of the
// function does that it would go to.
func (b *body) unwinding() {
	n := len(b.code)
	first := slices.IndexFunc(b.code, func(in instr) bool { return in.op == opBlock })
	if first < 0 || !b.is(n-3, opEnd, opI32Const, opEnd) || b.code[n-2].x != 1 {
		return
	}
	var out []instr
	for _, in := range b.code {
		if in.op != opBrIf || in.x != b.code[first].x {
			out = append(out, in)
			continue
		}
		b.labels++
		out = append(out, instr{op: opIf, x: int64(b.labels), raw: []byte{emptyBlock}}, instr{op: opI32Const, x: 1},
			instr{op: opReturn}, instr{op: opEnd})
	}
	b.code = out
}

// returns keeps the function's part of return addresses in a local of its own, beside that
// of the stack pointer.
func (b *body) returns(pc int64) {
	found := 0
	for i, in := range b.code {
		if in.op == opI64Const && in.x&^0xffff == pc && b.is(i+1, opI64Store) {
			found++
		}
	}
	if found < 2 || len(b.locals) == 0 || b.locals[0] != [2]int{1, typeI32} {
		return
	}
	b.locals = slices.Insert(b.locals, 1, [2]int{1, typeI64})
	out := []instr{{op: opI64Const, x: pc}, {op: opLocalSet, x: 2}}
	for i, in := range b.code {
		switch {
		case opLocalGet <= in.op && in.op <= opLocalTee && in.x >= 2:
			in.x++
			out = append(out, in)
		case in.op == opI64Const && in.x&^0xffff == pc && b.is(i+1, opI64Store):
			out = append(out, instr{op: opLocalGet, x: 2}, instr{op: opI64Const, x: in.x - pc}, instr{op: opI64Or})
		default:
			out = append(out, in)
		}
	}
	b.code = out
}

// offsets lets loads and stores take the offset that is added to the stack pointer, which
// with it stays below 2³².
func (b *body) offsets() {
	var out []instr
	for i := 0; i < len(b.code); i++ {
		out = append(out, b.code[i])
		if !b.is(i, opLocalGet, opExtend, opI64Const, opI64Add, opWrap) || b.code[i].x != 1 || b.code[i+2].x < 0 {
			continue
		}
		if user := b.user(i + 5); user > 0 {
			b.code[user].x += b.code[i+2].x
			i += 4
		}
	}
	b.code = out
}

// user is the load or store that takes the address which is on the stack before i, 0 if
// it is something else.
func (b *body) user(i int) int {
	for above := 0; i < len(b.code); i++ { // values above the address
		switch op := b.code[i].op; {
		case opI32Load <= op && op < opI32Store:
			if above == 0 {
				return i
			}
		case opI32Store <= op && op <= opLastStore:
			if above == 1 {
				return i
			}
			above -= 2
		case op == opLocalGet || op == opGlobalGet || opI32Const <= op && op <= opF64Const:
			above++
		case op == opLocalSet:
			above--
		case op == opLocalTee || unary(op):
		case opI32Eqz <= op && op <= opLastPlain: // of two values one
			above--
		default:
			return 0
		}
		if above < 0 {
			return 0
		}
	}
	return 0
}

// unary reports whether an instruction makes a value of one.
func unary(op byte) bool {
	return op == 0x45 || op == 0x50 || 0x67 <= op && op <= 0x69 || 0x79 <= op && op <= 0x7b ||
		0x8b <= op && op <= 0x91 || 0x99 <= op && op <= 0x9f || 0xa7 <= op
}
