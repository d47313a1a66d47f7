package clock

import (
	"math"

	"indistinct/core/film"
)

// Glides reports whether a layer moves between key frames rather than jumping
// from one to the next.
func Glides(f *film.Film, l *film.Layer) bool { return l.Moving && l.Ease && f.Steps > 1 }

// Sample returns a gliding layer's numbers at a time, in dst grown as needed: on the straight
// way from one key frame to the next.
func Sample(dst []float32, f *film.Film, l *film.Layer, at float64) []float32 {
	a, b, t := between(f, l, at)
	stride, places := l.Kind.Stride(), l.Kind.Places()
	dst = dst[:0]
	for j := range a {
		wrap := l.Wrap
		if j%stride >= places || j%stride%2 == 1 { // no x
			wrap = 0
		}
		dst = append(dst, along(a[j], b[j], t, wrap))
	}
	return dst
}

// SamplePoint returns the position of one item of a layer at a time.
func SamplePoint(f *film.Film, l *film.Layer, item int, at float64) (x, y float32) {
	j := item * l.Kind.Stride()
	a, b, t := between(f, l, at)
	if !Glides(f, l) {
		t = 0
	}
	return along(a[j], b[j], t, l.Wrap), along(a[j+1], b[j+1], t, 0)
}

// between returns a layer's numbers at the key frames before and after a time, and how far it is
// from the one to the other, 0 to 1. A film comes round where it loops and is held at its ends
// where it does not.
func between(f *film.Film, l *film.Layer, at float64) (a, b []float32, t float32) {
	k := int(math.Floor(at))
	frame := func(k int) []float32 {
		if f.Loop {
			return l.Block(f.Steps, (k%f.Steps+f.Steps)%f.Steps)
		}
		return l.Block(f.Steps, min(max(k, 0), f.Steps-1))
	}
	return frame(k), frame(k + 1), float32(at - float64(k))
}

// along is a number on its way from a to b; one that wraps comes round after so much, 0 for none,
// and goes the shorter way.
func along(a, b, t, wrap float32) float32 {
	switch {
	case b-a > wrap/2 && wrap > 0:
		b -= wrap
	case a-b > wrap/2 && wrap > 0:
		b += wrap
	}
	x := a + (b-a)*t
	switch {
	case wrap > 0 && x < 0:
		return x + wrap
	case wrap > 0 && x >= wrap:
		return x - wrap
	}
	return x
}
