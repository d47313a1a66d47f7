package num

import (
	"encoding/binary"
	"errors"
	"math"
	"math/bits"
)

const (
	sumLimbs = 6
	sumLow   = -256 // the lowest bit of a Sum stands for 2⁻²⁵⁶
)

// Sum adds float64 numbers exactly, so that the total does not depend on the
// order in which they came or on how they were split over workers: the result
// of Merge is that of adding all terms to one Sum, bit for bit.
//
// It is a fixed-point number of 384 bits from 2⁻²⁵⁶ to 2¹²⁷ (a small
// superaccumulator, Kulisch & Miranker 1986). Terms of magnitude 10⁻⁶¹ to 10³⁰
// are added exactly, 10⁷ of the largest without overflow; bits of a term below
// 2⁻²⁵⁶ are dropped, each term by itself; a term of 2¹⁰⁰ or more counts as
// infinite. The zero value is an empty sum.
type Sum struct {
	limb    [sumLimbs]uint64 // two's complement, least significant first
	special float64          // the sum of those that are not finite; 0 where there are none
}

// Add adds x.
func (s *Sum) Add(x float64) {
	b := math.Float64bits(x)
	e := int(b >> 52 & 0x7ff)
	m := b&(1<<52-1) | 1<<52
	if e >= 1023+100 {
		s.special += x * math.MaxFloat64
		return
	}
	pos := e - 1075 - sumLow // the position of m's lowest bit
	if pos < 0 {
		if pos < -52 {
			return
		}
		m >>= uint(-pos)
		pos = 0
	}
	off := uint(pos & 63)
	lo, hi, rest := m<<off, m>>1>>(63-off), uint64(0)
	if b>>63 != 0 { // its two's complement
		var borrow uint64
		lo, borrow = bits.Sub64(0, lo, 0)
		hi, _ = bits.Sub64(0, hi, borrow)
		rest = math.MaxUint64
	}
	c := uint64(0)
	for i := pos >> 6; i < sumLimbs; i++ {
		s.limb[i], c = bits.Add64(s.limb[i], lo, c)
		lo, hi = hi, rest
	}
}

// Merge adds what t has added.
func (s *Sum) Merge(t *Sum) {
	var c uint64
	for i := range s.limb {
		s.limb[i], c = bits.Add64(s.limb[i], t.limb[i], c)
	}
	s.special += t.special
}

// Value returns the sum, rounded once to the nearest float64.
func (s *Sum) Value() float64 {
	if s.special != 0 {
		return s.special
	}
	a := s.limb
	neg := a[sumLimbs-1]>>63 != 0
	if neg {
		var b uint64
		for i := range a {
			a[i], b = bits.Sub64(0, a[i], b)
		}
	}
	i := sumLimbs - 1
	for i >= 0 && a[i] == 0 {
		i--
	}
	if i < 0 {
		return 0
	}
	// The 64 leading bits, with everything below them in the last.
	lz := uint(bits.LeadingZeros64(a[i]))
	m := a[i] << lz
	sticky := false
	if i > 0 {
		m |= a[i-1] >> 1 >> (63 - lz)
		sticky = a[i-1]<<lz != 0
		for j := 0; j < i-1; j++ {
			sticky = sticky || a[j] != 0
		}
	}
	if sticky {
		m |= 1
	}
	v := float64(m) * pow2(int64(64*i-int(lz)+sumLow))
	if neg {
		return -v
	}
	return v
}

// SumBytes is the length of an encoded Sum.
const SumBytes = 8*sumLimbs + 8

// AppendBinary appends the encoding of s, 56 bytes, to b. It never fails.
func (s *Sum) AppendBinary(b []byte) ([]byte, error) {
	for _, l := range s.limb {
		b = binary.LittleEndian.AppendUint64(b, l)
	}
	return binary.LittleEndian.AppendUint64(b, math.Float64bits(s.special)), nil
}

// UnmarshalBinary reads what AppendBinary wrote.
func (s *Sum) UnmarshalBinary(b []byte) error {
	if len(b) != SumBytes {
		return errors.New("num: an encoded sum has 56 bytes")
	}
	for i := range s.limb {
		s.limb[i] = binary.LittleEndian.Uint64(b[8*i:])
	}
	s.special = math.Float64frombits(binary.LittleEndian.Uint64(b[8*sumLimbs:]))
	if s.special != 0 && math.Abs(s.special) <= math.MaxFloat64 {
		return errors.New("num: an encoded sum ends in a number that is not finite, or in 0")
	}
	return nil
}
