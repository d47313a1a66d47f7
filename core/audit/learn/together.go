package learn

import "math"

// mostCompared is among how many cells, spread over the list, Together chooses.
const mostCompared = 24

// Together returns the two of at least two cells whose numbers tell the inputs
// apart best together, in their order.
func Together(s Sample, cols []int) (a, b int) {
	if n := len(cols); n > mostCompared {
		some := make([]int, mostCompared)
		for i := range some {
			some[i] = cols[i*(n-1)/(mostCompared-1)]
		}
		cols = some
	}
	a, b = cols[0], cols[1]
	most := math.Inf(-1)
	for i, x := range cols {
		for _, y := range cols[i+1:] {
			// A tie in all but rounding goes to the first.
			if d := apart(s, x, y); d > most+1e-9*math.Abs(most) || math.IsInf(most, -1) {
				a, b, most = x, y, d
			}
		}
	}
	return a, b
}

// apart is the Bhattacharyya distance between the inputs' releases in two
// entries, as if they were normally distributed: means count, and so does how the
// entries vary together.
func apart(s Sample, a, b int) float64 {
	type moments struct{ n, x, y, xx, xy, yy float64 }
	var m [2]moments
	for in := range 2 {
		// About the first pair of numbers, so that little cancels.
		x0, y0, k := 0.0, 0.0, &m[in]
		for at := 0; at < len(s.Rows[in]); at += s.Width {
			x, y := s.Rows[in][at+a], s.Rows[in][at+b]
			if x != x || y != y {
				continue
			}
			if k.n == 0 {
				x0, y0 = x, y
			}
			x, y = x-x0, y-y0
			k.n, k.x, k.y, k.xx, k.xy, k.yy = k.n+1, k.x+x, k.y+y, k.xx+x*x, k.xy+x*y, k.yy+y*y
		}
		if k.n < 3 {
			return math.Inf(-1)
		}
		k.x, k.y = k.x/k.n, k.y/k.n
		k.xx, k.xy, k.yy = k.xx/k.n-k.x*k.x, k.xy/k.n-k.x*k.y, k.yy/k.n-k.y*k.y
		k.x, k.y = k.x+x0, k.y+y0
	}
	// Numbers that hang together exactly have no area: a little is added.
	vx, vy := m[0].xx+m[1].xx, m[0].yy+m[1].yy
	if !(vx > 0 && vy > 0) {
		return math.Inf(-1)
	}
	const little = 1e-6
	det := func(xx, xy, yy float64) float64 { return xx*yy - xy*xy }
	for in := range m {
		m[in].xx, m[in].yy = m[in].xx+little*vx, m[in].yy+little*vy
	}
	xx, xy, yy := (m[0].xx+m[1].xx)/2, (m[0].xy+m[1].xy)/2, (m[0].yy+m[1].yy)/2
	all := det(xx, xy, yy)
	dx, dy := m[0].x-m[1].x, m[0].y-m[1].y
	return (dx*dx*yy-2*dx*dy*xy+dy*dy*xx)/all/8 + 0.5*math.Log(all/math.Sqrt(det(m[0].xx, m[0].xy, m[0].yy)*det(m[1].xx, m[1].xy, m[1].yy)))
}
