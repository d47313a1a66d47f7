// Package digest is SHA-256 without the standard library's module of cryptography.
package digest

import (
	"encoding/binary"
	"fmt"
	"math/bits"
)

// Sum is the SHA-256 of data in hexadecimal.
func Sum(data []byte) string {
	d := New()
	d.Write(data)
	return d.String()
}

// digester computes the SHA-256 of what is written to it (FIPS 180-4, section 6.2):
// what sha256sum prints, so that a file can be told from another without the page.
// The standard library's package brings a whole module of cryptography along,
// 65 kB of what every visitor loads; nothing here is secret.
type digester struct {
	h    [8]uint32
	rest [64]byte // the bytes of a block that is not full
	n    uint64   // bytes so far
}

// New returns a digest of what will be written to it.
func New() *digester {
	return &digester{h: [8]uint32{0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab,
		0x5be0cd19}}
}

// Write never fails.
func (d *digester) Write(data []byte) (int, error) {
	all := len(data)
	if k := int(d.n % 64); k > 0 {
		k = copy(d.rest[k:], data)
		if int(d.n%64)+k == 64 {
			digestBlock(&d.h, d.rest[:])
		}
		data, d.n = data[k:], d.n+uint64(k)
	}
	for ; len(data) >= 64; data = data[64:] {
		digestBlock(&d.h, data[:64])
		d.n += 64
	}
	copy(d.rest[d.n%64:], data)
	d.n += uint64(len(data))
	return all, nil
}

// String is the digest in hexadecimal of what was written so far.
func (d *digester) String() string {
	last := *d
	bits := 8 * d.n
	pad := make([]byte, 64-(d.n+8)%64, 72) // 1 to 64 bytes
	pad[0] = 0x80
	last.Write(binary.BigEndian.AppendUint64(pad, bits))
	out := ""
	for _, v := range last.h {
		out += fmt.Sprintf("%08x", v)
	}
	return out
}

func digestBlock(h *[8]uint32, block []byte) {
	var w [64]uint32
	for i := range 16 {
		w[i] = binary.BigEndian.Uint32(block[4*i:])
	}
	turn := func(x uint32, k int) uint32 { return bits.RotateLeft32(x, -k) }
	for i := 16; i < 64; i++ {
		x, y := w[i-15], w[i-2]
		w[i] = w[i-16] + (turn(x, 7) ^ turn(x, 18) ^ x>>3) + w[i-7] + (turn(y, 17) ^ turn(y, 19) ^ y>>10)
	}
	a, b, c, d, e, f, g, k := h[0], h[1], h[2], h[3], h[4], h[5], h[6], h[7]
	for i := range 64 {
		s := k + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + (e&f ^ ^e&g) + digestRound[i] + w[i]
		t := (turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + (a&b ^ a&c ^ b&c)
		a, b, c, d, e, f, g, k = s+t, a, b, c, d+s, e, f, g
	}
	for i, v := range [8]uint32{a, b, c, d, e, f, g, k} {
		h[i] += v
	}
}

// digestRound are the first 32 bits of the fractional parts of the cube roots of
// the first 64 primes.
var digestRound = [64]uint32{
	0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
	0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
	0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
	0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
	0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
	0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
	0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
	0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2,
}
