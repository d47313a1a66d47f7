package sheet

import (
	"encoding/binary"
	"encoding/json"
	"fmt"
	"unsafe"
)

// What holds many numbers travels as one block of bytes, which a browser hands from
// thread to thread without copying it and without a number being written as text:
//
//	4 bytes   a name
//	4 bytes   length of the head, little-endian
//	the head  JSON: what is not an array of numbers, and the arrays' lengths
//	the rest  the arrays one after the other, little-endian
//
// Every number comes back bit by bit. (What package binary does with arrays of other names
// goes by reflection, which is slower and 80 kB of a program.) arrays calls its argument for each array, in the
// order in which the value has them.

// head is the part of a block that is text.
type head[T any] struct {
	Lengths []int `json:"lengths"` // of the arrays, in numbers
	Value   *T    `json:"value"`   // its arrays are empty
}

// Pack returns a value as one block. It calls arrays once, before the head is written: what
// has a place in the value's JSON is to be nil after that.
func Pack[T any, N ~float32 | ~float64](name string, value *T, arrays func(func(*[]N))) ([]byte, error) {
	h := head[T]{Value: value, Lengths: []int{}}
	var all [][]N
	arrays(func(a *[]N) {
		all = append(all, *a)
		h.Lengths = append(h.Lengths, len(*a))
	})
	text, err := json.Marshal(h)
	if err != nil {
		return nil, err
	}
	out := binary.LittleEndian.AppendUint32([]byte(name), uint32(len(text)))
	out = append(out, text...)
	for _, a := range all {
		out = append(out, bytesOf(a)...)
	}
	return out, nil
}

// Unpack reads what Pack wrote. The error is part of a sentence.
func Unpack[T any, N ~float32 | ~float64](name string, data []byte, value *T, arrays func(func(*[]N))) error {
	if len(data) < 8 || string(data[:4]) != name {
		return fmt.Errorf("the data does not begin as a %s does", name)
	}
	size := uint64(binary.LittleEndian.Uint32(data[4:]))
	if size > uint64(len(data)-8) {
		return fmt.Errorf("the data has %d bytes, its head alone should have %d", len(data), size)
	}
	text, block := data[8:8+size], data[8+size:]
	var zero T
	*value = zero
	h := head[T]{Value: value}
	if err := json.Unmarshal(text, &h); err != nil {
		return fmt.Errorf("the head cannot be read: %w", err)
	}
	if h.Value != value { // "value": null
		return fmt.Errorf("the head holds nothing")
	}
	left, each := len(block), int(unsafe.Sizeof(N(0)))
	for i, n := range h.Lengths {
		if n < 0 || n > left/each {
			return fmt.Errorf("array %d has %d numbers; 0 to %d are accepted", i, n, left/each)
		}
		left -= each * n
	}
	have := 0
	arrays(func(*[]N) { have++ })
	if left > 0 || have != len(h.Lengths) {
		return fmt.Errorf("there are %d lengths for %d arrays, and %d bytes too many", len(h.Lengths), have, left)
	}
	i := 0
	arrays(func(a *[]N) {
		if n := h.Lengths[i]; n > 0 {
			*a = make([]N, n)
			block = block[copy(bytesOf(*a), block):]
		}
		i++
	})
	return nil
}

// bytesOf returns the memory of an array: little-endian, as on all machines that this is built for.
func bytesOf[N ~float32 | ~float64](a []N) []byte {
	return unsafe.Slice((*byte)(unsafe.Pointer(unsafe.SliceData(a))), len(a)*int(unsafe.Sizeof(N(0))))
}

// EachArray calls do with the numbers of every series, in a fixed order.
func EachArray(sheets []Sheet, do func(list *[]Real)) {
	for i := range sheets {
		for j := range sheets[i].Charts {
			for k := range sheets[i].Charts[j].Series {
				s := &sheets[i].Charts[j].Series[k]
				for _, list := range []*[]Real{&s.X, &s.Y, &s.Lo, &s.Hi, &s.XLo, &s.XHi} {
					do(list)
				}
			}
		}
	}
}
