package clock

import "indistinct/core/film"

// Glides reports whether a layer moves between key frames rather than jumping
// from one to the next.
func Glides(f *film.Film, l *film.Layer) bool { return l.Moving && l.Ease && f.Steps > 1 }

// Sample returns a gliding layer's numbers at a time, in dst grown as needed.
// Positions follow a Catmull–Rom curve through the key frames, so that a target
// on an orbit does not cut its corners; radii, angles and values change
// linearly.
func Sample(dst []float32, f *film.Film, l *film.Layer, at float64) []float32 {
	k := min(max(int(at), 0), f.Steps-1)
	t := float32(at - float64(k))
	p0, p1, p2, p3 := around(f, l, k)
	stride, places := l.Kind.Stride(), positions(l.Kind)
	dst = dst[:0]
	if t <= 0 {
		return append(dst, p1...)
	}
	// The weights of the four key frames.
	t2, t3 := t*t, t*t*t
	w0, w1, w2, w3 := (-t+2*t2-t3)/2, (2-5*t2+3*t3)/2, (t+4*t2-3*t3)/2, (t3-t2)/2
	for j := range p1 {
		if l.Wrap > 0 && j%stride < places && j%stride%2 == 0 {
			a, c, d := beside(p0[j], p1[j], l.Wrap), beside(p2[j], p1[j], l.Wrap), beside(p3[j], p1[j], l.Wrap)
			dst = append(dst, round(w0*a+w1*p1[j]+w2*c+w3*d, l.Wrap))
			continue
		}
		if j%stride < places {
			dst = append(dst, w0*p0[j]+w1*p1[j]+w2*p2[j]+w3*p3[j])
		} else {
			dst = append(dst, p1[j]+(p2[j]-p1[j])*t)
		}
	}
	return dst
}

// beside is x or its image a turn away, whichever is nearer to ref.
func beside(x, ref, wrap float32) float32 {
	switch {
	case x-ref > wrap/2:
		return x - wrap
	case ref-x > wrap/2:
		return x + wrap
	}
	return x
}

// round brings x back into [0, wrap).
func round(x, wrap float32) float32 {
	switch {
	case x < 0:
		return x + wrap
	case x >= wrap:
		return x - wrap
	}
	return x
}

// frame brings a step into the film: round where it loops, held at the ends
// where it does not.
func frame(f *film.Film, k int) int {
	if f.Loop {
		return (k%f.Steps + f.Steps) % f.Steps
	}
	return min(max(k, 0), f.Steps-1)
}

// around returns a layer's numbers at the step before k, at k and at the two after it.
func around(f *film.Film, l *film.Layer, k int) (p0, p1, p2, p3 []float32) {
	block := func(k int) []float32 { return l.Block(f.Steps, frame(f, k)) }
	return block(k - 1), block(k), block(k + 1), block(k + 2)
}

// positions returns how many of an item's leading numbers are coordinates.
func positions(k film.Kind) int {
	switch k {
	case film.Segments:
		return 4
	case film.Quads:
		return 8
	}
	return 2
}

// SamplePoint returns the position of one item of a moving layer at a time.
func SamplePoint(f *film.Film, l *film.Layer, item int, at float64) (x, y float32) {
	k := int(at)
	if at < 0 {
		k--
	}
	t := float32(at - float64(k))
	j := item * l.Kind.Stride()
	p0, p1, p2, p3 := around(f, l, k)
	t2, t3 := t*t, t*t*t
	w0, w1, w2, w3 := (-t+2*t2-t3)/2, (2-5*t2+3*t3)/2, (t+4*t2-3*t3)/2, (t3-t2)/2
	if l.Wrap > 0 {
		a, c, d := beside(p0[j], p1[j], l.Wrap), beside(p2[j], p1[j], l.Wrap), beside(p3[j], p1[j], l.Wrap)
		return round(w0*a+w1*p1[j]+w2*c+w3*d, l.Wrap), w0*p0[j+1] + w1*p1[j+1] + w2*p2[j+1] + w3*p3[j+1]
	}
	return w0*p0[j] + w1*p1[j] + w2*p2[j] + w3*p3[j], w0*p0[j+1] + w1*p1[j+1] + w2*p2[j+1] + w3*p3[j+1]
}
