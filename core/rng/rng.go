// Package rng gives every trial of a run a random stream of its own.
//
// A stream is named by (seed, phase, input, trial) and by nothing else: not by
// the worker that draws it, not by the order in which trials are drawn. So a
// run gives the same numbers in one goroutine, in eight Web Workers, and when
// a chunk is drawn again after a worker died.
//
// The generator is xoshiro256++ (Blackman & Vigna 2021) seeded through
// SplitMix64. It uses only 64-bit additions, shifts, rotations and xors, which
// WebAssembly has as instructions; 128-bit multiplications it has not.
package rng

import (
	"math"
	"math/bits"
)

// Key names a stream.
type Key struct {
	Seed  uint64
	Phase uint32 // which part of a run draws: see the packages that draw
	Input uint32 // 0 for the first record, 1 for the adjacent one
	Trial uint64
}

// Stream is a xoshiro256++ generator. It is a value: copy it to fork it, keep
// it on the stack. A Stream is for one goroutine.
type Stream struct{ s0, s1, s2, s3 uint64 }

// mix is the output function of SplitMix64 (Steele, Lea & Flood 2014).
func mix(z uint64) uint64 {
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return z ^ z>>31
}

const golden = 0x9e3779b97f4a7c15

// New returns the stream of a key. Streams of two different keys with the same
// seed are never the same stream: the third word of the state tells (seed,
// phase, input) apart, the first two the trials.
func New(k Key) Stream {
	h := mix(k.Seed + golden)
	h = mix(h ^ mix(uint64(k.Phase)<<32|uint64(k.Input))*3)
	g := mix(h ^ (k.Trial*golden + 1))
	// Consecutive SplitMix64 outputs are not both zero, so the state is not.
	return Stream{mix(g + golden), mix(g + 2*golden&(1<<64-1)), mix(g+3*golden&(1<<64-1)) + h,
		mix(g + 4*golden&(1<<64-1))}
}

// Uint64 returns 64 uniform bits.
func (s *Stream) Uint64() uint64 {
	r := bits.RotateLeft64(s.s0+s.s3, 23) + s.s0
	t := s.s1 << 17
	s.s2 ^= s.s0
	s.s3 ^= s.s1
	s.s1 ^= s.s2
	s.s0 ^= s.s3
	s.s2 ^= t
	s.s3 = bits.RotateLeft64(s.s3, 45)
	return r
}

// Float64 returns a uniform multiple of 2⁻⁵³ in [0, 1).
func (s *Stream) Float64() float64 { return float64(s.Uint64()>>11) * 0x1p-53 }

// Open returns a uniform number in (0, 1): an odd multiple of 2⁻⁵³, never 0 or
// 1, symmetric about one half.
func (s *Stream) Open() float64 { return float64(s.Uint64()>>12)*0x1p-52 + 0x1p-53 }

// Uniform returns a uniform number in [lo, hi).
func (s *Stream) Uniform(lo, hi float64) float64 { return lo + (hi-lo)*s.Float64() }

// Intn returns a uniform integer in [0, n). It panics if n < 1.
func (s *Stream) Intn(n int) int {
	if n < 1 {
		panic("rng: Intn of a number below 1")
	}
	// Reject the tail that would make small values likelier.
	max := math.MaxUint64 - (math.MaxUint64%uint64(n)+1)%uint64(n)
	for {
		if v := s.Uint64(); v <= max {
			return int(v % uint64(n))
		}
	}
}
