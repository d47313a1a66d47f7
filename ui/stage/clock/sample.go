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
	p, w := around(f, l, k), weights(t)
	stride, places := l.Kind.Stride(), positions(l.Kind)
	dst = dst[:0]
	if t <= 0 {
		return append(dst, p[1]...)
	}
	for j := range p[1] {
		switch {
		case j%stride >= places:
			dst = append(dst, p[1][j]+(p[2][j]-p[1][j])*t)
		case j%stride%2 == 0:
			dst = append(dst, along(p, w, j, l.Wrap))
		default:
			dst = append(dst, along(p, w, j, 0))
		}
	}
	return dst
}

// weights are those of the four key frames about a time between the two in the middle.
func weights(t float32) [4]float32 {
	t2, t3 := t*t, t*t*t
	return [4]float32{(-t + 2*t2 - t3) / 2, (2 - 5*t2 + 3*t3) / 2, (t + 4*t2 - 3*t3) / 2, (t3 - t2) / 2}
}

// along is number j on the curve through four key frames; one that wraps is an angle or the
// like, 0 for none.
func along(p [4][]float32, w [4]float32, j int, wrap float32) float32 {
	a, b, c, d := p[0][j], p[1][j], p[2][j], p[3][j]
	if wrap > 0 {
		return round(w[0]*beside(a, b, wrap)+w[1]*b+w[2]*beside(c, b, wrap)+w[3]*beside(d, b, wrap), wrap)
	}
	return w[0]*a + w[1]*b + w[2]*c + w[3]*d
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
func around(f *film.Film, l *film.Layer, k int) (p [4][]float32) {
	for i := range p {
		p[i] = l.Block(f.Steps, frame(f, k-1+i))
	}
	return p
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
	j := item * l.Kind.Stride()
	p, w := around(f, l, k), weights(float32(at-float64(k)))
	return along(p, w, j, l.Wrap), along(p, w, j+1, 0)
}
