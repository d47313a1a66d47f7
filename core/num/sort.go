package num

import (
	"math"
	"math/bits"
	"slices"
)

// OrderedBits returns bits that are in the order of the numbers, those of −0 and 0 the same.
func OrderedBits(x float64) uint64 {
	b := math.Float64bits(x + 0)
	return b ^ (uint64(int64(b)>>63) | 1<<63)
}

// Indices returns 0, 1, …, n−1.
func Indices(n int) []int {
	out := make([]int, n)
	for i := range out {
		out[i] = i
	}
	return out
}

// Sorter sorts numbers by digits of their bits, which takes a quarter of the time of comparing
// them (Knuth 1998, 5.2.5). It keeps its memory, and its zero value is ready; it is for one
// goroutine.
type Sorter struct{ keys, moved []uint64 }

// Sort sorts numbers, none of which is NaN, as slices.Sort does: by the leading digits of how far
// their bits are from the least's, and by insertion what these leave.
func (s *Sorter) Sort(x []float64) {
	const few, many, digit = 100, 1 << 14, 11
	if len(x) < few || slices.ContainsFunc(x, func(v float64) bool { return v == 0 && math.Signbit(v) }) {
		slices.Sort(x) // which of −0 and 0 comes first is up to it
		return
	}
	n := len(x)
	s.keys, s.moved = slices.Grow(s.keys[:0], n)[:n], slices.Grow(s.moved[:0], n)[:n]
	from, to := s.keys, s.moved
	least, most := ^uint64(0), uint64(0)
	for i, v := range x {
		key := OrderedBits(v)
		from[i], least, most = key, min(least, key), max(most, key)
	}
	passes := 2
	if n > many {
		passes = 3
	}
	for shift := max(bits.Len64(most-least)-passes*digit, 0); passes > 0; passes, shift = passes-1, shift+digit {
		var at [1 << digit]int32 // where the next number with a digit goes
		for _, key := range from {
			at[(key-least)>>shift%(1<<digit)]++
		}
		next := int32(0)
		for d, count := range at {
			at[d], next = next, next+count
		}
		for _, key := range from {
			place := &at[(key-least)>>shift%(1<<digit)]
			to[*place] = key
			*place++
		}
		from, to = to, from
	}
	left := 16 * n // places that numbers may still be moved by
	for i, key := range from {
		v := math.Float64frombits(key ^ (^uint64(int64(key)>>63) | 1<<63))
		j := i
		for ; j > 0 && x[j-1] > v && left > 0; j, left = j-1, left-1 {
			x[j] = x[j-1]
		}
		x[j] = v
	}
	if left == 0 {
		slices.Sort(x)
	}
}
