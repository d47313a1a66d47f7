package mechanism

import (
	"math"
	"math/bits"

	"indistinct/core/num"
)

// fft transforms x in place; len(x) is a power of two. Products are rounded by
// themselves, so the bits are the same on every platform.
func fft(x []complex128, inverse bool) {
	n := len(x)
	shift := bits.LeadingZeros64(uint64(n)) + 1
	for i := range x {
		if j := int(bits.Reverse64(uint64(i)) >> shift); j > i {
			x[i], x[j] = x[j], x[i]
		}
	}
	tw := make([]complex128, n/2)
	for i := range tw {
		s, c := num.Sincos(2 * math.Pi * float64(i) / float64(n))
		if !inverse {
			s = -s
		}
		tw[i] = complex(c, s)
	}
	for size := 2; size <= n; size *= 2 {
		half, step := size/2, n/size
		for i := 0; i < n; i += size {
			for j := range half {
				t := times(tw[j*step], x[i+j+half])
				u := x[i+j]
				x[i+j] = u + t
				x[i+j+half] = u - t
			}
		}
	}
	if inverse {
		f := 1 / float64(n)
		for i, v := range x {
			x[i] = complex(real(v)*f, imag(v)*f)
		}
	}
}

// times multiplies without fusing.
func times(a, b complex128) complex128 {
	return complex(float64(real(a)*real(b))-float64(imag(a)*imag(b)), float64(real(a)*imag(b))+float64(imag(a)*real(b)))
}
