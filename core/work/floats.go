package work

import (
	"encoding/binary"
	"math"
)

// AppendFloats appends numbers to a part, 8 bytes each: bit for bit, also those that JSON
// does not know.
func AppendFloats(part []byte, x []float64) []byte {
	for _, v := range x {
		part = binary.LittleEndian.AppendUint64(part, math.Float64bits(v))
	}
	return part
}

// ReadFloats appends the numbers of a part to x; bytes that make no whole number are left.
func ReadFloats(x []float64, part []byte) []float64 {
	for ; len(part) >= 8; part = part[8:] {
		x = append(x, math.Float64frombits(binary.LittleEndian.Uint64(part)))
	}
	return x
}
