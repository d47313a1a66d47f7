package mechanism

import (
	"math"

	"indistinct/core/fmt"
	"indistinct/core/num"
	"indistinct/core/system"
)

// The window cost of a moving-horizon estimator on the set K_k.
//
// Every state of K_k = A^k K₀ is A^k(z₀ + r₀ w) with w in the unit ball, so all
// steps are treated in the same coordinates w. A couples position and velocity
// of one axis only, and the sensor function acts on coordinates, so the cost
//
//	Φ_k(w) = κ Σ_j Σ_a g_{aj}(t) + (1/2η) r₀² ‖A^k(w − w̄)‖²,  t = e_{aj}·w_a,
//
// is a sum over times j in the window and axes a of functions of one variable,
// the offset t (in units of r₀) of the position at time j from the noise-free
// orbit. These are analytic on a tiny interval and are held as polynomials.

// maxDegree is the highest degree of the polynomials. The paper's system needs
// seven.
const maxDegree = 32

// fit holds, for one axis and time, polynomials in the offset t of every
// sensor's reading (without its constant) and of the sum of their squares.
type fit struct {
	center float64   // noise-free position, m
	reach  float64   // |t| ≤ reach
	deg    int       // common degree
	base   []float64 // h at t = 0 for each sensor
	h      []float64 // sensors × (deg+1); h[i·(deg+1)] = 0
	sq     []float64 // Σ_i (h_i(t) − h_i(0))²
}

// newFit expands the readings of all sensors about the noise-free position.
func newFit(sc *system.Scenario, axis int, center, r0, reach float64) (*fit, error) {
	n := len(sc.Sensors)
	f := &fit{center: center, reach: reach, base: make([]float64, n)}
	for i, q := range sc.Sensors {
		f.base[i] = sc.H(center - q[axis])
	}
	b := sc.Slope * r0 // argument of tanh for one unit of t
	x := b * reach
	// tanh has its poles at ±iπ/2: x·2/π is the ratio of the Taylor series at
	// the interval's end, which is the slowest.
	if ratio := x * 2 / math.Pi; ratio <= 0.3 {
		// Of the squares, the terms left out are smaller than those of second
		// degree by ratio^(deg−1).
		f.deg = 6
		for p := num.Pow(ratio, 5); p > 1e-14 && f.deg < maxDegree; p *= ratio {
			f.deg++
		}
		d := f.deg + 1
		f.h = make([]float64, n*d)
		f.sq = make([]float64, d)
		for i := range n {
			c := f.h[i*d : (i+1)*d]
			// tanh′ = 1 − tanh²: the coefficients follow one from another.
			c[0] = f.base[i] / sc.Gain
			for m := 0; m+1 < d; m++ {
				s := 0.0
				if m == 0 {
					s = 1
				}
				for l := 0; l <= m; l++ {
					s -= float64(c[l] * c[m-l])
				}
				c[m+1] = float64(b*s) / float64(m+1)
			}
			c[0] = 0
			for m := range c {
				c[m] *= sc.Gain
			}
			for m := 2; m < d; m++ {
				s := 0.0
				for l := 1; l < m; l++ {
					s += float64(c[l] * c[m-l])
				}
				f.sq[m] += s
			}
		}
	} else {
		// A wide interval: interpolate at Chebyshev's points, which converges
		// on the ellipse through the poles.
		r := math.Pi / 2 / x
		rho := r + math.Sqrt(float64(r*r)+1)
		f.deg = 8
		for p := num.Pow(rho, -9); p > 1e-16 && f.deg < maxDegree; p /= rho {
			f.deg++
		}
		d := f.deg + 1
		f.h = make([]float64, n*d)
		f.sq = make([]float64, d)
		vals := make([]float64, n*d)
		sum := make([]float64, d)
		for p := range d {
			t := reach * num.Cos(math.Pi*(float64(p)+0.5)/float64(d))
			for i, q := range sc.Sensors {
				v := sc.H(center+float64(r0*t)-q[axis]) - f.base[i]
				vals[i*d+p] = v
				sum[p] += float64(v * v)
			}
		}
		for i := range n {
			chebyshev(vals[i*d:(i+1)*d], f.h[i*d:(i+1)*d], reach)
		}
		chebyshev(sum, f.sq, reach)
	}
	// Check against direct evaluation: the readings to rounding, the sum of
	// squares to 10⁻¹³ of its range (and rounding).
	miss, span, slack := 0.0, 0.0, 0.0
	for _, u := range []float64{-1, -0.77, -0.31, 0.43, 0.86, 1} {
		t := u * reach
		sum := 0.0
		for i, q := range sc.Sensors {
			v := sc.H(center+float64(r0*t)-q[axis]) - f.base[i]
			sum += float64(v * v)
			slack = math.Max(slack, 2e-14*sc.Gain*math.Abs(v)*float64(n))
			got := horner(f.h[i*(f.deg+1):(i+1)*(f.deg+1)], t)
			if math.Abs(got-v) > 1e-13*math.Abs(v)+8e-15*sc.Gain {
				return nil, tooWide(f.deg, math.Abs(got-v))
			}
		}
		span = math.Max(span, sum)
		miss = math.Max(miss, math.Abs(horner(f.sq, t)-sum))
	}
	if miss > 1e-13*span+slack {
		return nil, tooWide(f.deg, miss)
	}
	return f, nil
}

func tooWide(deg int, miss float64) error {
	return fmt.Errorf("the sets K_k grow too wide for the sensor function: polynomials of degree %d miss it by %.2g; choose a smaller diameter of K₀, fewer steps or the state with velocity", deg, miss)
}

// chebyshev turns values at reach·cos(π(p+½)/d), p = 0 … d−1, into monomial
// coefficients.
func chebyshev(vals, out []float64, reach float64) {
	d := len(vals)
	c := make([]float64, d)
	for m := range d {
		s := 0.0
		for p, v := range vals {
			s += float64(v * num.Cos(math.Pi*float64(m)*(float64(p)+0.5)/float64(d)))
		}
		c[m] = 2 * s / float64(d)
	}
	c[0] /= 2
	clear(out)
	prev, cur := make([]float64, d+1), make([]float64, d+1)
	prev[0] = 1
	out[0] += c[0]
	if d > 1 {
		cur[1] = 1
		out[1] += c[1]
	}
	for m := 2; m < d; m++ {
		next := make([]float64, d+1)
		for i := range d {
			next[i+1] += 2 * cur[i]
			next[i] -= prev[i]
		}
		for i := range d {
			out[i] += float64(c[m] * next[i])
		}
		prev, cur = cur, next
	}
	p := 1.0
	for i := range out {
		out[i] /= p
		p *= reach
	}
}

func horner(c []float64, t float64) float64 {
	s := 0.0
	for i := len(c) - 1; i >= 0; i-- {
		s = float64(s*t) + c[i]
	}
	return s
}

// cost writes the polynomial of κ Σ_i (y_i − h_i(t))², without its constant,
// into out (deg+1 numbers). y holds the readings of one step, two for each
// sensor; axis chooses which.
func (f *fit) cost(kappa float64, y []float64, axis int, out []float64) {
	d := f.deg + 1
	copy(out, f.sq)
	for i, b := range f.base {
		r := -2 * (y[2*i+axis] - b)
		h := f.h[i*d : (i+1)*d]
		for m := 1; m < d; m++ {
			out[m] += float64(r * h[m])
		}
	}
	for m := range out {
		out[m] *= kappa
	}
}

// derivatives returns the first two derivatives of a polynomial.
func derivatives(c []float64, t float64) (d1, d2 float64) {
	for i := len(c) - 1; i >= 1; i-- {
		d1 = float64(d1*t) + float64(float64(i)*c[i])
		if i >= 2 {
			d2 = float64(d2*t) + float64(float64(i*(i-1))*c[i])
		}
	}
	return d1, d2
}

// curvatureBound returns a number below the second derivative on |t| ≤ reach.
func curvatureBound(c []float64, reach float64) float64 {
	third, p := 0.0, 1.0
	direct := 0.0
	if len(c) > 2 {
		direct = 2 * c[2]
	}
	for i := 3; i < len(c); i++ {
		a := float64(i*(i-1)) * math.Abs(c[i]) * p
		third += float64(a * float64(i-2))
		p *= reach
		direct -= float64(a * reach)
	}
	// Finer: between two points of a grid the curvature falls by at most half
	// the spacing times the largest third derivative.
	const cells = 32
	h := reach / cells
	low := math.Inf(1)
	for i := range cells {
		_, d2 := derivatives(c, float64(float64(2*i+1)*h)-reach)
		low = math.Min(low, d2)
	}
	low -= float64(h * third)
	low = math.Max(low, direct)
	// Round-off of the evaluation.
	return low - float64(1e-13*math.Abs(low))
}

// frame is the geometry of one released step, the same for both records.
type frame struct {
	k     int
	times []int // absolute times j in the window
	// dir[a][i] is e_{aj} for time times[i]: the position's offset, in units
	// of r₀, is dir·(w_x, w_v) of that axis.
	dir [2][][2]float64
	out [2][2]float64 // the released position's offset: out[a]·(w_x, w_v)
	pos [2]float64    // released position of the noise-free orbit, m
	// prior[a] is (1/η) r₀² BᵀB of the axis' block B of A^k, as (xx, xv, vv).
	prior [2][3]float64
	// carry[a] maps the previous estimate's w to the prior's w̄, row by row.
	carry [2][4]float64
}

// model is what a moving-horizon estimator needs of a scenario.
type model struct {
	sc     *system.Scenario
	opt    W2Options
	d      int // dimension of w: 4, or 2 for position only
	r0     float64
	frames []frame
	fits   [2][]*fit // [axis][time]
}

func newModel(sc *system.Scenario, opt W2Options) (*model, error) {
	m := &model{sc: sc, opt: opt, d: 4, r0: sc.Diam / 2}
	if opt.PositionOnly {
		m.d = 2
	}
	cf := sc.Norm()
	grow := 1.0 // c_f^k
	for k := 0; k <= sc.T-sc.N; k++ {
		f := frame{k: k}
		first := k
		if opt.Terms == TermsN {
			first = k + 1
		}
		for j := first; j <= k+sc.N; j++ {
			f.times = append(f.times, j)
		}
		z := sc.Advance(sc.Start, k)
		f.pos = [2]float64{z[0], z[1]}
		for a := range 2 {
			b := sc.Axis(a, k)
			s := float64(opt.PriorWeight*m.r0) * m.r0
			if m.d == 4 {
				f.out[a] = [2]float64{b.XX, b.XV}
				f.prior[a] = [3]float64{
					s * (float64(b.XX*b.XX) + float64(b.VX*b.VX)),
					s * (float64(b.XX*b.XV) + float64(b.VX*b.VV)),
					s * (float64(b.XV*b.XV) + float64(b.VV*b.VV)),
				}
				f.carry[a] = [4]float64{1, 0, 0, 1}
			} else {
				f.out[a] = [2]float64{grow, 0}
				f.prior[a] = [3]float64{s * float64(grow*grow), 0, 1}
				f.carry[a] = [4]float64{sc.Axis(a, 1).XX / cf, 0, 0, 0}
			}
			for _, j := range f.times {
				e := [2]float64{grow * sc.Axis(a, j-k).XX, 0}
				if m.d == 4 {
					c := sc.Axis(a, j)
					e = [2]float64{c.XX, c.XV}
				}
				f.dir[a] = append(f.dir[a], e)
			}
		}
		m.frames = append(m.frames, f)
		grow *= cf
	}
	for a := range 2 {
		reach := make([]float64, sc.T+1)
		for _, f := range m.frames {
			for i, j := range f.times {
				e := f.dir[a][i]
				reach[j] = math.Max(reach[j], math.Sqrt(float64(e[0]*e[0])+float64(e[1]*e[1])))
			}
		}
		m.fits[a] = make([]*fit, sc.T+1)
		for j, r := range reach {
			if r == 0 {
				continue // not in any window
			}
			f, err := newFit(sc, a, sc.Advance(sc.Start, j)[a], m.r0, r)
			if err != nil {
				return nil, err
			}
			m.fits[a][j] = f
		}
	}
	return m, nil
}

// costs holds the polynomials of one record: g[axis][time].
type costs struct{ g [2][][]float64 }

func (m *model) newCosts() *costs {
	c := &costs{}
	for a := range 2 {
		c.g[a] = make([][]float64, len(m.fits[a]))
		for j, f := range m.fits[a] {
			if f != nil {
				c.g[a][j] = make([]float64, f.deg+1)
			}
		}
	}
	return c
}

// set computes the polynomials of a record.
func (c *costs) set(m *model, y []float64) {
	for a := range 2 {
		for j, f := range m.fits[a] {
			if f != nil {
				f.cost(m.opt.Kappa, m.sc.Row(y, j), a, c.g[a][j])
			}
		}
	}
}

// w holds a point of the unit ball as (x¹, v¹, x², v²); for position only the
// velocities are zero.
type wvec [4]float64

func (w wvec) dot(u wvec) float64 {
	return float64(w[0]*u[0]) + float64(w[1]*u[1]) + float64(w[2]*u[2]) + float64(w[3]*u[3])
}

// slope writes gradient and Hessian blocks (xx, xv, vv) of Φ_k at w.
func (m *model) slope(f *frame, c *costs, prior, w wvec) (grad wvec, hess [2][3]float64) {
	for a := range 2 {
		var gx, gv, xx, xv, vv float64
		for i, j := range f.times {
			e := f.dir[a][i]
			t := float64(e[0]*w[2*a]) + float64(e[1]*w[2*a+1])
			d1, d2 := derivatives(c.g[a][j], t)
			gx += float64(d1 * e[0])
			gv += float64(d1 * e[1])
			xx += float64(d2 * float64(e[0]*e[0]))
			xv += float64(d2 * float64(e[0]*e[1]))
			vv += float64(d2 * float64(e[1]*e[1]))
		}
		p := f.prior[a]
		dx, dv := w[2*a]-prior[2*a], w[2*a+1]-prior[2*a+1]
		grad[2*a] = gx + (float64(p[0]*dx) + float64(p[1]*dv))
		grad[2*a+1] = gv + (float64(p[1]*dx) + float64(p[2]*dv))
		hess[a] = [3]float64{xx + p[0], xv + p[1], vv + p[2]}
	}
	return grad, hess
}

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
			rhs[2*a] = float64(h[0]*w[2*a]) + float64(h[1]*w[2*a+1]) - grad[2*a]
			rhs[2*a+1] = float64(h[1]*w[2*a]) + float64(h[2]*w[2*a+1]) - grad[2*a+1]
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

// ballQuadratic minimises ½wᵀHw − rhs·w on |w| ≤ 1 for a block-diagonal H by
// the secular equation; ν is the multiplier. H may be indefinite: then ν
// exceeds minus its smallest eigenvalue.
func ballQuadratic(h [2][3]float64, rhs wvec) (w wvec, nu float64) {
	var lam, b [4]float64
	var rot [2][2]float64
	for a := range 2 {
		l1, l2, c, s := eigen2(h[a])
		lam[2*a], lam[2*a+1] = l1, l2
		rot[a] = [2]float64{c, s}
		x, v := rhs[2*a], rhs[2*a+1]
		b[2*a] = float64(c*x) + float64(s*v)
		b[2*a+1] = float64(c*v) - float64(s*x)
	}
	low := math.Min(math.Min(lam[0], lam[1]), math.Min(lam[2], lam[3]))
	size := func(nu float64) (n, dn float64) {
		for i, l := range lam {
			q := b[i] / (l + nu)
			n += float64(q * q)
			dn += float64(q*q) / (l + nu)
		}
		return n, dn
	}
	if low <= 0 {
		nu = -low + float64(1e-12*(1+math.Abs(low)))
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
		r := math.Sqrt(float64(b[0]*b[0]) + float64(b[1]*b[1]) + float64(b[2]*b[2]) + float64(b[3]*b[3]))
		if r > 0 && low > 0 {
			for i := range b {
				b[i] /= r
			}
		}
	}
	for a := range 2 {
		c, s := rot[a][0], rot[a][1]
		w[2*a] = float64(c*b[2*a]) - float64(s*b[2*a+1])
		w[2*a+1] = float64(s*b[2*a]) + float64(c*b[2*a+1])
	}
	return w, nu
}

// eigen2 diagonalises (xx, xv, vv): eigenvalue l1 along (c, s), l2 along
// (−s, c).
func eigen2(h [3]float64) (l1, l2, c, s float64) {
	if h[1] == 0 {
		return h[0], h[2], 1, 0
	}
	// One Jacobi rotation.
	theta := (h[2] - h[0]) / (2 * h[1])
	t := 1 / (math.Abs(theta) + math.Sqrt(float64(theta*theta)+1))
	if theta < 0 {
		t = -t
	}
	c = 1 / math.Sqrt(float64(t*t)+1)
	s = -t * c
	return h[0] - float64(t*h[1]), h[2] + float64(t*h[1]), c, s
}
