package film

import (
	"encoding/binary"
	"encoding/json"
	"fmt"
	"math"
)

// A film and a show travel as one block of bytes, which a browser hands from a
// worker to the scene without copying it and without a number being written as
// text:
//
//	4 bytes   "FILM" or "SHOW"
//	4 bytes   length of the head, little-endian
//	the head  JSON: what is not an array of numbers, and the arrays' lengths
//	the rest  the arrays one after the other, float32, little-endian
//
// The arrays stand in the order in which the value has them. Every number comes
// back bit by bit; Whole says whether the arrays fit together.

// head is the part of a block that is text.
type head[T any] struct {
	Lengths []int `json:"lengths"` // of the arrays, in numbers
	Value   *T    `json:"value"`   // its arrays are empty
}

// arrays calls do for each array of numbers of a film, in order.
func (f *Film) arrays(do func(*[]float32)) {
	for i := range f.Views {
		v := &f.Views[i]
		do(&v.Boxes)
		for j := range v.Layers {
			do(&v.Layers[j].Data)
		}
	}
}

// MarshalBinary returns the film as one block of bytes.
func (f *Film) MarshalBinary() ([]byte, error) { return pack("FILM", f, f.arrays) }

// UnmarshalBinary reads what MarshalBinary wrote. Whether the film can be drawn
// is for Whole to say. The error is part of a sentence.
func (f *Film) UnmarshalBinary(data []byte) error { return unpack("FILM", data, f, f.arrays) }

// arrays calls do for each array of numbers of a show, in order.
func (s *Show) arrays(do func(*[]float32)) {
	do(&s.Edge)
	for i := range s.Clouds {
		do(&s.Clouds[i].Data)
		do(&s.Clouds[i].In)
	}
}

// MarshalBinary returns the show as one block of bytes.
func (s *Show) MarshalBinary() ([]byte, error) { return pack("SHOW", s, s.arrays) }

// UnmarshalBinary reads what MarshalBinary wrote. Whether the show can be drawn
// is for Whole to say. The error is part of a sentence.
func (s *Show) UnmarshalBinary(data []byte) error { return unpack("SHOW", data, s, s.arrays) }

func pack[T any](name string, value *T, arrays func(func(*[]float32))) ([]byte, error) {
	h := head[T]{Value: value, Lengths: []int{}}
	n := 0
	arrays(func(a *[]float32) {
		h.Lengths = append(h.Lengths, len(*a))
		n += len(*a)
	})
	text, err := json.Marshal(h)
	if err != nil {
		return nil, err
	}
	out := make([]byte, 0, 8+len(text)+4*n)
	out = append(out, name...)
	out = binary.LittleEndian.AppendUint32(out, uint32(len(text)))
	out = append(out, text...)
	arrays(func(a *[]float32) {
		for _, v := range *a {
			out = binary.LittleEndian.AppendUint32(out, math.Float32bits(v))
		}
	})
	return out, nil
}

func unpack[T any](name string, data []byte, value *T, arrays func(func(*[]float32))) error {
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
	total := uint64(0)
	for i, n := range h.Lengths {
		if n < 0 || n > MaxValues {
			return fmt.Errorf("array %d has %d numbers; 0 to %d are accepted", i, n, MaxValues)
		}
		total += uint64(n)
	}
	if uint64(len(block)) != 4*total {
		return fmt.Errorf("there are %d bytes of numbers; the head speaks of %d numbers, which take %d", len(block),
			total, 4*total)
	}
	have := 0
	arrays(func(*[]float32) { have++ })
	if have != len(h.Lengths) {
		return fmt.Errorf("there are %d lengths for %d arrays", len(h.Lengths), have)
	}
	all := make([]float32, total)
	for i := range all {
		all[i] = math.Float32frombits(binary.LittleEndian.Uint32(block[4*i:]))
	}
	i := 0
	arrays(func(a *[]float32) {
		if n := h.Lengths[i]; n > 0 {
			*a, all = all[:n:n], all[n:]
		}
		i++
	})
	return nil
}
