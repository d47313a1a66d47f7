// Package mesh turns shapes into triangles whose edges fade over one device
// pixel, so that a plain triangle rasteriser draws them smooth at any pixel
// ratio without multisampling. It knows nothing of films or of ebiten.
//
// A shape's coverage is kept: the integral of alpha over its triangles equals
// its area times its colour's alpha, also for lines thinner than a pixel. The
// builder appends to slices that it keeps, so that a frame of a size seen
// before allocates nothing.
package mesh

import "math"

// Vertex has the memory layout of ebiten.Vertex. Colours have straight alpha.
type Vertex struct {
	DstX, DstY                         float32
	SrcX, SrcY                         float32
	ColorR, ColorG, ColorB, ColorA     float32
	Custom0, Custom1, Custom2, Custom3 float32
}

// Color is sRGB in [0, 1] with straight alpha.
type Color struct{ R, G, B, A float32 }

func (c Color) Fade(a float32) Color {
	c.A *= a
	return c
}

// Mix returns c with so much of another colour, 0 to 1.
func (c Color) Mix(o Color, part float32) Color {
	return Color{c.R + part*(o.R-c.R), c.G + part*(o.G-c.G), c.B + part*(o.B-c.B), c.A + part*(o.A-c.A)}
}

// Point is a point of a stroke with its own width and a factor on alpha.
type Point struct{ X, Y, W, A float32 }

// Stop is a radius and the factor on alpha there, for Radial.
type Stop struct{ R, A float32 }

// maxRing is the greatest number of corners of a circle.
const maxRing = 256

// Mesh collects triangles. Coordinates go in as CSS pixels and come out as
// device pixels. The zero Mesh needs a Reset before use.
type Mesh struct {
	V []Vertex
	I []uint32

	scale float32 // device pixels for each unit
	half  float32 // half the width of the fading edge, in units
	pts   []Point // scratch of shapes
	run   []Point // scratch of dashes
	rings [maxRing/4 + 1][]float32
}

// white is the source coordinate of every vertex: the middle of a white image
// of 3 × 3 pixels.
const white = 1.5

// Reset empties the mesh and sets the number of device pixels for each unit.
func (m *Mesh) Reset(scale float32) {
	if !(scale > 0) {
		scale = 1
	}
	m.V, m.I = m.V[:0], m.I[:0]
	m.scale, m.half = scale, 0.55/scale
}

func (m *Mesh) Half() float32 { return m.half }

// limit keeps coordinates where float32 still tells pixels apart.
const limit = 1 << 17

func (m *Mesh) vertex(x, y float32, c Color, a float32) uint32 {
	x = min(max(x*m.scale, -limit), limit)
	y = min(max(y*m.scale, -limit), limit)
	m.V = append(m.V, Vertex{DstX: x, DstY: y, SrcX: white, SrcY: white, ColorR: c.R, ColorG: c.G, ColorB: c.B,
		ColorA: c.A * a})
	return uint32(len(m.V) - 1)
}

func (m *Mesh) tri(a, b, c uint32) { m.I = append(m.I, a, b, c) }

func (m *Mesh) quad(a, b, c, d uint32) { m.I = append(m.I, a, b, c, a, c, d) }

// ring returns n points on the unit circle (n a multiple of 4) as x, y.
func (m *Mesh) ring(n int) []float32 {
	if r := m.rings[n/4]; r != nil {
		return r
	}
	r := make([]float32, 2*n)
	for i := 0; i < n; i++ {
		s, c := math.Sincos(2 * math.Pi * float64(i) / float64(n))
		r[2*i], r[2*i+1] = float32(c), float32(s)
	}
	m.rings[n/4] = r
	return r
}

// corners returns how many corners a circle of radius r needs to stay within a
// seventh of a device pixel.
func (m *Mesh) corners(r float32) int {
	n := (int(6*math.Sqrt(float64(max(r*m.scale, 0)))) + 3) / 4 * 4
	return min(max(n, 8), maxRing)
}

// Radial draws a disc whose alpha follows the stops from the centre outwards,
// linear between them; radii must not decrease.
func (m *Mesh) Radial(x, y float32, c Color, stops []Stop) {
	if len(stops) > 1 {
		m.radial(x, y, c, stops, m.corners(stops[len(stops)-1].R))
	}
}

func (m *Mesh) radial(x, y float32, c Color, stops []Stop, n int) {
	if !(stops[len(stops)-1].R > 0) {
		return
	}
	unit := m.ring(n)
	var prev uint32
	first := true
	for _, s := range stops {
		if s.R <= 0 {
			prev = m.vertex(x, y, c, s.A)
			continue
		}
		base := uint32(len(m.V))
		for i := 0; i < n; i++ {
			m.vertex(x+s.R*unit[2*i], y+s.R*unit[2*i+1], c, s.A)
		}
		switch {
		case first && stops[0].R <= 0: // a fan round the centre
			for i := 0; i < n; i++ {
				m.tri(prev, base+uint32(i), base+uint32((i+1)%n))
			}
		case !first:
			for i := 0; i < n; i++ {
				j := uint32((i + 1) % n)
				m.quad(prev+uint32(i), base+uint32(i), base+j, prev+j)
			}
		}
		prev, first = base, false
	}
}

func (m *Mesh) Disc(x, y, r float32, c Color) {
	f := m.half
	if r < 1.36*f { // hardly larger than the edge: a cone of the same volume, πr² = π(r+f)²a/3
		a := min(3*r*r/((r+f)*(r+f)), 1)
		m.Radial(x, y, c, []Stop{{0, a}, {r + f, 0}})
		return
	}
	m.Radial(x, y, c, []Stop{{0, 1}, {r - f, 1}, {r + f, 0}})
}

// Circle draws the outline of a circle, w wide.
func (m *Mesh) Circle(x, y, r, w float32, c Color) {
	if full := max(w, 2*m.half); r-full/2 <= m.half {
		m.Disc(x, y, r+full/2, c.Fade(w/full))
		return
	}
	m.Stroke(m.Ellipse(x, y, r, r, 0, w), c, true)
}

// Glow draws a soft spot that falls to nothing at radius r. It has no edge, so that
// half the corners of a disc are enough.
func (m *Mesh) Glow(x, y, r float32, c Color) {
	m.radial(x, y, c, []Stop{{0, 1}, {r * .25, .7}, {r * .5, .28}, {r * .75, .07}, {r, 0}}, max(m.corners(r)/8*4, 8))
}

func (m *Mesh) Line(x0, y0, x1, y1, w float32, c Color) {
	if w > 0 {
		m.Stroke(m.Points(w, x0, y0, x1, y1), c, false)
	}
}

// Stroke draws a polyline through the points with joined corners; each point
// has its own width and factor on alpha. A closed one returns to its start.
func (m *Mesh) Stroke(p []Point, c Color, closed bool) {
	p = m.distinct(p, closed)
	n := len(p)
	if n < 2 {
		return
	}
	if n == 2 {
		closed = false
	}
	base := uint32(len(m.V))
	f := m.half
	for i := range p {
		prev, next := p[max(i-1, 0)], p[min(i+1, n-1)]
		if closed {
			prev, next = p[(i+n-1)%n], p[(i+1)%n]
		}
		ax, ay := unit(p[i].X-prev.X, p[i].Y-prev.Y)
		bx, by := unit(next.X-p[i].X, next.Y-p[i].Y)
		if ax == 0 && ay == 0 {
			ax, ay = bx, by
		}
		if bx == 0 && by == 0 {
			bx, by = ax, ay
		}
		nx, ny := unit(-(ay + by), ax+bx) // the corner's normal
		if nx == 0 && ny == 0 {
			nx, ny = -by, bx // a hairpin
		}
		k := 1 / max(nx*-by+ny*bx, 0.5) // mitre, at most twice the width
		nx, ny = nx*k, ny*k
		// The half-widths of the solid and the faded part, and a factor on alpha that keeps coverage.
		in, out, a := p[i].W/2-f, p[i].W/2+f, float32(1)
		if in < 0 {
			in, a = 0, p[i].W/out
		}
		a *= p[i].A
		x, y := p[i].X, p[i].Y
		// section adds a cross-section: its two edges, solid, and where they have faded.
		section := func(along, a float32) {
			x, y := x+bx*along, y+by*along
			m.vertex(x+nx*out, y+ny*out, c, 0)
			m.vertex(x+nx*in, y+ny*in, c, a)
			m.vertex(x-nx*in, y-ny*in, c, a)
			m.vertex(x-nx*out, y-ny*out, c, 0)
		}
		switch { // the ends fade outwards and inwards
		case !closed && i == 0:
			section(-f, 0)
			section(f, a)
		case !closed && i == n-1:
			section(-f, a)
			section(f, 0)
		default:
			section(0, a)
		}
	}
	sections := (uint32(len(m.V)) - base) / 4
	for r := uint32(0); r+1 < sections; r++ {
		m.between(base+4*r, base+4*r+4)
	}
	if closed {
		m.between(base+4*(sections-1), base)
	}
}

// between adds the quads between two cross-sections that begin at vertices p and q.
func (m *Mesh) between(p, q uint32) {
	for k := uint32(0); k < 3; k++ {
		m.quad(p+k, q+k, q+k+1, p+k+1)
	}
}

// distinct drops points that fall on the one before, in place.
func (m *Mesh) distinct(p []Point, closed bool) []Point {
	k := 0
	for i := range p {
		if k > 0 && near(p[i], p[k-1]) {
			continue
		}
		p[k] = p[i]
		k++
	}
	if closed && k > 1 && near(p[0], p[k-1]) {
		k--
	}
	return p[:k]
}

func near(a, b Point) bool {
	dx, dy := a.X-b.X, a.Y-b.Y
	return dx*dx+dy*dy < 1e-4
}

func unit(x, y float32) (float32, float32) {
	l := float32(math.Sqrt(float64(x*x + y*y)))
	if l < 1e-9 {
		return 0, 0
	}
	return x / l, y / l
}

const maxDashes = 4000

// Dashed draws a polyline in dashes of length on with gaps of length off.
func (m *Mesh) Dashed(p []Point, on, off float32, c Color, closed bool) {
	if len(p) < 2 || !(on > 0) || !(off > 0) {
		return
	}
	n := len(p)
	if closed {
		n++
	}
	run, drawn, left, count := m.run[:0], true, on/2, 0
	run = append(run, p[0])
	for i := 1; i < n; i++ {
		a, b := p[i-1], p[i%len(p)]
		dx, dy := b.X-a.X, b.Y-a.Y
		l := float32(math.Sqrt(float64(dx*dx + dy*dy)))
		at := float32(0)
		for l-at > left && count < maxDashes {
			at += left
			t := at / l
			q := Point{a.X + dx*t, a.Y + dy*t, a.W + (b.W-a.W)*t, a.A + (b.A-a.A)*t}
			if drawn {
				run = append(run, q)
				m.Stroke(run, c, false)
				run = run[:0]
				left = off
			} else {
				run = append(run[:0], q)
				left = on
			}
			drawn = !drawn
			count++
		}
		left -= l - at
		if drawn {
			run = append(run, b)
		}
	}
	if drawn {
		m.Stroke(run, c, false)
	}
	m.run = run[:0]
}

// Fill fills a polygon that can be seen whole from (x, y), such as a convex one
// from its middle.
func (m *Mesh) Fill(x, y float32, p []Point, c Color) {
	p = m.distinct(p, true)
	n := len(p)
	if n < 3 {
		return
	}
	area, around := float32(0), float32(0)
	for i := range p {
		q := p[(i+1)%n]
		area += (p[i].X-x)*(q.Y-y) - (q.X-x)*(p[i].Y-y)
		around += float32(math.Hypot(float64(q.X-p[i].X), float64(q.Y-p[i].Y)))
	}
	sign := float32(1)
	if area < 0 {
		area, sign = -area, -1
	}
	if !(around > 0) {
		return
	}
	f, a := m.half, float32(1)
	if r := area / around; r < f { // thinner than the edge: about the inscribed radius
		a = max(r/f, 0.02)
		f = max(r, 1e-3)
		a *= f / m.half
	}
	mid := m.vertex(x, y, c, a)
	base := uint32(len(m.V))
	for i := range p {
		prev, next := p[(i+n-1)%n], p[(i+1)%n]
		ax, ay := unit(p[i].X-prev.X, p[i].Y-prev.Y)
		bx, by := unit(next.X-p[i].X, next.Y-p[i].Y)
		nx, ny := unit(ay+by, -(ax + bx)) // outwards where area > 0
		if nx == 0 && ny == 0 {
			nx, ny = ax, ay
		}
		k := sign * f / max(nx*by-ny*bx, 0.35)
		m.vertex(p[i].X-nx*k, p[i].Y-ny*k, c, a)
		m.vertex(p[i].X+nx*k, p[i].Y+ny*k, c, 0)
	}
	for i := uint32(0); i < uint32(n); i++ {
		j := (i + 1) % uint32(n)
		in, out, in2, out2 := base+2*i, base+2*i+1, base+2*j, base+2*j+1
		m.tri(mid, in, in2)
		m.quad(in, out, out2, in2)
	}
}

func (m *Mesh) Box(x0, y0, x1, y1, r float32, c Color) {
	m.Fill((x0+x1)/2, (y0+y1)/2, m.RoundRect(x0, y0, x1, y1, r, 1), c)
}

// Points returns points that are given as x, y in turn, with a width for lines, in the
// mesh's scratch: they hold until the next call.
func (m *Mesh) Points(w float32, xy ...float32) []Point {
	m.pts = m.pts[:0]
	for i := 0; i+1 < len(xy); i += 2 {
		m.pts = append(m.pts, Point{xy[i], xy[i+1], w, 1})
	}
	return m.pts
}

// Ellipse returns the corners of an ellipse, in the mesh's scratch: they hold
// until the next call. The angle is in radians from x towards y.
func (m *Mesh) Ellipse(x, y, a, b, angle, w float32) []Point {
	n := m.corners(max(a, b))
	unit := m.ring(n)
	s64, c64 := math.Sincos(float64(angle))
	s, c := float32(s64), float32(c64)
	m.pts = m.pts[:0]
	for i := 0; i < n; i++ {
		u, v := a*unit[2*i], b*unit[2*i+1]
		m.pts = append(m.pts, Point{x + c*u - s*v, y + s*u + c*v, w, 1})
	}
	return m.pts
}

// RoundRect returns the corners of a rectangle with rounded corners, in the
// mesh's scratch: they hold until the next call.
func (m *Mesh) RoundRect(x0, y0, x1, y1, r, w float32) []Point {
	r = max(min(r, (x1-x0)/2, (y1-y0)/2), 0)
	n := m.corners(r)
	unit := m.ring(n)
	m.pts = m.pts[:0]
	centre := [4][2]float32{{x1 - r, y1 - r}, {x0 + r, y1 - r}, {x0 + r, y0 + r}, {x1 - r, y0 + r}}
	for q := 0; q < 4; q++ {
		for i := 0; i <= n/4; i++ {
			k := (q*n/4 + i) % n
			m.pts = append(m.pts, Point{centre[q][0] + r*unit[2*k], centre[q][1] + r*unit[2*k+1], w, 1})
		}
	}
	return m.pts
}

// Star returns the corners of a star with the given number of rays, one of
// them upwards, in the mesh's scratch: they hold until the next call.
func (m *Mesh) Star(x, y, outer, inner float32, rays int, w float32) []Point {
	m.pts = m.pts[:0]
	for i := 0; i < 2*rays; i++ {
		r := outer
		if i%2 == 1 {
			r = inner
		}
		s, c := math.Sincos(math.Pi * float64(i) / float64(rays))
		m.pts = append(m.pts, Point{x + r*float32(s), y - r*float32(c), w, 1})
	}
	return m.pts
}

// Diamond returns the corners of a square that stands on one of them, in the mesh's
// scratch: they hold until the next call.
func (m *Mesh) Diamond(x, y, r, w float32) []Point {
	return m.Points(w, x+r, y, x, y+r, x-r, y, x, y-r)
}

// Begin empties the mesh's scratch, To adds a point to it, and Path returns its points, to be
// passed to Stroke, Dashed or Fill.
func (m *Mesh) Begin() { m.pts = m.pts[:0] }

// To adds a point with a width for lines and a factor on alpha.
func (m *Mesh) To(x, y, w, a float32) { m.pts = append(m.pts, Point{x, y, w, a}) }

// Path returns the points since Begin. They hold until the next shape.
func (m *Mesh) Path() []Point { return m.pts }
