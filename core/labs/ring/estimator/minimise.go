package estimator

import "math"

// minimise returns argmin Φ_k on the unit ball, and the multiplier ν ≥ 0 of
// |w|² ≤ 1: there ∇Φ = −ν w. Each step minimises the quadratic model on the
// ball exactly, which converges quadratically, boundary included.
func (m *model) minimise(f *frame, c *costs, prior, start wvec) (w wvec, nu float64, grad wvec) {
	w = start
	var hess [2][3]float64
	for it := range 60 {
		grad, hess = m.slope(f, c, prior, w)
		var rhs wvec
		for a := range 2 {
			h := hess[a]
			rhs[2*a] = h[0]*w[2*a] + h[1]*w[2*a+1] - grad[2*a]
			rhs[2*a+1] = h[1]*w[2*a] + h[2]*w[2*a+1] - grad[2*a+1]
		}
		next, n := ballQuadratic(hess, rhs)
		step := 0.0
		for i := range next {
			step = math.Max(step, math.Abs(next[i]-w[i]))
		}
		nu = n
		// Damp when it does not settle: cannot happen for convex costs near
		// the solution, and keeps odd parameters from cycling.
		if it > 20 {
			for i := range next {
				next[i] = 0.5 * (next[i] + w[i])
			}
		}
		w = next
		if step < 1e-15 || it > 5 && step < 1e-14 {
			break
		}
	}
	grad, _ = m.slope(f, c, prior, w)
	return w, nu, grad
}
