// Package entropy lends the process's secure random generator to a stream of
// package rng, so that a library that draws from crypto/rand can be run again
// with the same numbers.
//
// It replaces crypto/rand.Reader when the program starts, with a reader that
// passes everything on to the real one unless a stream has been lent. A
// library that keeps crypto/rand.Reader in a variable of its own must be
// initialised after this package. Go initialises packages whose imports are
// ready in the order of their paths: this one needs little and is ready early.
// Test that the library you lend to really draws from the stream.
package entropy

import (
	"crypto/rand"
	"io"

	"indistinct/core/rng"
)

// lent is the only state: the stream in use, nil for the real generator. The
// library that draws has global state as well, so its caller holds a lock.
var (
	lent   *rng.Stream
	word   uint64
	left   int
	reads  int
	secure = rand.Reader
)

func init() { rand.Reader = reader{} }

type reader struct{}

// Read fills p from the secure generator, or writes a single byte of the lent
// stream: readers that buffer then never hold bytes back for later.
func (reader) Read(p []byte) (int, error) {
	if lent == nil {
		return io.ReadFull(secure, p)
	}
	if len(p) == 0 {
		return 0, nil
	}
	if left == 0 {
		word, left = lent.Uint64(), 8
	}
	p[0] = byte(word)
	word, left = word>>8, left-1
	reads++
	return 1, nil
}

// Lend makes the process's generator draw from s until Return is called.
func Lend(s *rng.Stream) { lent, left, reads = s, 0, 0 }

// Return gives the real generator back.
func Return() { lent = nil }

// Reads returns how many bytes have been taken from the lent stream.
func Reads() int { return reads }
