package ball

import "math"

// Minimise minimises ½wᵀHw − rhs·w on |w| ≤ 1 for a block-diagonal H by
// the secular equation; ν is the multiplier. H may be indefinite: then ν
// exceeds minus its smallest eigenvalue.
func Minimise(h [2][3]float64, rhs Vec) (w Vec, nu float64) {
	var lam, b [4]float64
	var rot [2][2]float64
	for a := range 2 {
		l1, l2, c, s := eigen(h[a])
		lam[2*a], lam[2*a+1] = l1, l2
		rot[a] = [2]float64{c, s}
		x, v := rhs[2*a], rhs[2*a+1]
		b[2*a] = c*x + s*v
		b[2*a+1] = c*v - s*x
	}
	low := math.Min(math.Min(lam[0], lam[1]), math.Min(lam[2], lam[3]))
	size := func(nu float64) (n, dn float64) {
		for i, l := range lam {
			q := b[i] / (l + nu)
			n += q * q
			dn += q * q / (l + nu)
		}
		return n, dn
	}
	if low <= 0 {
		nu = -low + 1e-12*(1+math.Abs(low))
	}
	n, dn := size(nu)
	if n > 1 {
		// Newton on 1/|w| − 1, which is concave and rises from below: it
		// converges monotonically from a point where |w| > 1.
		for range 100 {
			r := math.Sqrt(n)
			d := (r - 1) * n / dn
			if d <= 1e-17*(1+nu) {
				break
			}
			nu += d
			n, dn = size(nu)
			if n <= 1 {
				break
			}
		}
	}
	for i := range b {
		b[i] /= lam[i] + nu
	}
	if nu > 0 {
		r := math.Sqrt(b[0]*b[0] + b[1]*b[1] + b[2]*b[2] + b[3]*b[3])
		if r > 0 && low > 0 {
			for i := range b {
				b[i] /= r
			}
		}
	}
	for a := range 2 {
		c, s := rot[a][0], rot[a][1]
		w[2*a] = c*b[2*a] - s*b[2*a+1]
		w[2*a+1] = s*b[2*a] + c*b[2*a+1]
	}
	return w, nu
}

// eigen diagonalises (xx, xv, vv): eigenvalue l1 along (c, s), l2 along
// (−s, c).
func eigen(h [3]float64) (l1, l2, c, s float64) {
	if h[1] == 0 {
		return h[0], h[2], 1, 0
	}
	// One Jacobi rotation.
	theta := (h[2] - h[0]) / (2 * h[1])
	t := 1 / (math.Abs(theta) + math.Sqrt(theta*theta+1))
	if theta < 0 {
		t = -t
	}
	c = 1 / math.Sqrt(t*t+1)
	s = -t * c
	return h[0] - t*h[1], h[2] + t*h[1], c, s
}
