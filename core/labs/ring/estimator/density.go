package estimator

import (
	"math"

	"indistinct/core/labs/ring/ball"
	"indistinct/core/labs/ring/quadrature"
	"indistinct/core/num"
)

// stepDensity evaluates the density of one released position. In each axis'
// pair (w_x, w_v) the released position depends on p alone, the component
// along out_a; q is the component across, which is integrated out:
//
//	density(p₁, p₂) ∝ ∫∫_{q₁² + q₂² ≤ 1 − p₁² − p₂²} exp(−T₁(p₁,q₁) − T₂(p₂,q₂)),
//
// with T = β(Φ − Φ(mode)) split over the axes. For position only there is no q.
type stepDensity struct {
	flat   bool
	rules  *quadrature.Rules
	poly   remainder // T in (p − p_mode, q − q_mode), from degree 1 on
	pm, qm [2]float64
	pos    [2]float64
	scale  [2]float64 // metres for one unit of p
	logZ   float64    // of the density over metres

	searched int // points of a family's rule for logZ at which windows were searched for
}

// rotate returns the coordinates of (x, v) along t, a unit vector, and across it.
func rotate(t [2]float64, x, v float64) (along, across float64) {
	return t[0]*x + t[1]*v, t[0]*v - t[1]*x
}

// turned returns the frame with each axis turned so that its first coordinate
// is p, its second q.
func (f *frame) turned() (g frame, turn [2][2]float64) {
	g = *f
	for a := range 2 {
		o := f.out[a]
		n := math.Sqrt(o[0]*o[0] + o[1]*o[1])
		c, s := o[0]/n, o[1]/n
		turn[a] = [2]float64{c, s}
		g.dir[a] = make([][2]float64, len(f.dir[a]))
		for i, e := range f.dir[a] {
			g.dir[a][i][0], g.dir[a][i][1] = rotate(turn[a], e[0], e[1])
		}
		p := f.prior[a]
		cc, ss, cs := c*c, s*s, c*s
		g.prior[a] = [3]float64{
			cc*p[0] + 2*cs*p[1] + ss*p[2],
			cs*(p[2]-p[0]) + (cc-ss)*p[1],
			ss*p[0] - 2*cs*p[1] + cc*p[2],
		}
	}
	return g, turn
}

// newDensity prepares the density of a step and its normaliser, which total
// finds unless it is that of a disc alone.
func (m *model) newDensity(f *frame, c *costs, l *stepLaw, r *quadrature.Rules,
	total func(*stepDensity) float64) *stepDensity {
	d := m.newShape(f, c, l, r)
	if d.flat {
		f, g := d.alone(0), d.alone(1)
		d.logZ = r.Disc(&f, &g, 1)
	} else {
		d.logZ = total(d)
	}
	d.logZ += num.Log(d.scale[0] * d.scale[1])
	return d
}

// newShape prepares the density of a step but for its normaliser.
func (m *model) newShape(f *frame, c *costs, l *stepLaw, r *quadrature.Rules) *stepDensity {
	d := &stepDensity{flat: m.d == 2, rules: r, pos: f.pos}
	g, turn := f.turned()
	var mode, grad wvec
	for a := range 2 {
		mode[2*a], mode[2*a+1] = rotate(turn[a], l.mode[2*a], l.mode[2*a+1])
		grad[2*a], grad[2*a+1] = rotate(turn[a], l.grad[2*a], l.grad[2*a+1])
		d.pm[a], d.qm[a] = mode[2*a], mode[2*a+1]
		o := f.out[a]
		d.scale[a] = m.r0 * math.Sqrt(o[0]*o[0]+o[1]*o[1])
	}
	var none [2][3]float64
	d.poly = m.remainderAt(&g, c, mode, &none)
	for a := range 2 {
		p := d.poly.c[a]
		if d.flat {
			p[1] += grad[2*a]
		} else {
			p[row(d.poly.deg, 1)] += grad[2*a]
			p[1] += grad[2*a+1]
		}
		for i := range p {
			p[i] *= l.beta
		}
	}
	return d
}

// alone returns T of an axis as a polynomial of p itself, position only.
func (d *stepDensity) alone(a int) (f quadrature.Convex) {
	f.N = d.poly.deg + 1
	copy(f.C[:], d.poly.c[a])
	shift(f.C[:f.N], -d.pm[a])
	return f
}

// across returns T of an axis at a given p as a polynomial of q.
func (d *stepDensity) across(a int, p float64) (f quadrature.Convex) {
	n := d.poly.deg
	f.N = n + 1
	dp := p - d.pm[a]
	c := d.poly.c[a]
	for i := n; i >= 0; i-- {
		r := c[row(n, i):]
		for l := 0; l <= n; l++ {
			f.C[l] = f.C[l] * dp
			if l <= n-i {
				f.C[l] += r[l]
			}
		}
	}
	shift(f.C[:f.N], -d.qm[a])
	return f
}

// logAt returns the log density, normalised over p, at (p₁, p₂) times the
// normaliser.
func (d *stepDensity) logAt(p1, p2 float64) float64 {
	room := 1 - p1*p1 - p2*p2
	if d.flat {
		// A release at the edge may have been rounded across it.
		if room < -1e-12 {
			return math.Inf(-1)
		}
		return -quadrature.Horner(d.poly.c[0], p1-d.pm[0]) - quadrature.Horner(d.poly.c[1], p2-d.pm[1])
	}
	if room <= 0 {
		return math.Inf(-1)
	}
	f, g := d.across(0, p1), d.across(1, p2)
	return d.rules.Disc(&f, &g, math.Sqrt(room))
}

// total returns ln ∫∫ exp(logAt) over the disc of p.
func (d *stepDensity) total() float64 {
	var terms []float64
	dense := quadrature.Rules{Few: d.rules.Some, Some: d.rules.Many, Many: d.rules.Dense}
	d.nodes(&dense, func(p1, p2, logw float64) { terms = append(terms, d.logAt(p1, p2)+logw) })
	return quadrature.LogSum(terms)
}

// quadratic returns the second-order model of T at the mode as Hessian blocks
// (pp, pq, qq) and right-hand side.
func (d *stepDensity) quadratic() (h [2][3]float64, rhs wvec) {
	n := d.poly.deg
	for a := range 2 {
		c := d.poly.c[a]
		if d.flat {
			h[a] = [3]float64{2 * c[2], 0, 1}
			rhs[2*a] = h[a][0]*d.pm[a] - c[1]
			continue
		}
		h[a] = [3]float64{2 * c[row(n, 2)], c[row(n, 1)+1], 2 * c[2]}
		rhs[2*a] = h[a][0]*d.pm[a] + h[a][1]*d.qm[a] - c[row(n, 1)]
		rhs[2*a+1] = h[a][1]*d.pm[a] + h[a][2]*d.qm[a] - c[1]
	}
	return h, rhs
}

// rest returns the least of the quadratic model over the ball where p of the
// first `fixed` axes is given.
func (d *stepDensity) rest(fixed int, p [2]float64) float64 {
	h, rhs := d.quadratic()
	hh, r := h, rhs
	room, base := 1.0, 0.0
	for a := range fixed {
		hh[a] = [3]float64{1, 0, h[a][2]}
		r[2*a] = 0
		r[2*a+1] -= h[a][1] * p[a]
		room -= p[a] * p[a]
		base += 0.5*h[a][0]*p[a]*p[a] - rhs[2*a]*p[a]
	}
	if room <= 0 {
		return base
	}
	root := math.Sqrt(room)
	for a := range 2 {
		for i := range 3 {
			hh[a][i] *= room
		}
		if a < fixed {
			hh[a][0] = 1
		}
		if d.flat {
			hh[a][2] = 1
		}
		r[2*a] *= root
		r[2*a+1] *= root
	}
	w, _ := ball.Minimise(hh, r)
	for a := range 2 {
		x, v := w[2*a], w[2*a+1]
		if a < fixed {
			x = 0
		}
		base += 0.5*(hh[a][0]*x*x+2*(hh[a][1]*x*v)+hh[a][2]*v*v) - r[2*a]*x - r[2*a+1]*v
	}
	return base
}

// margin is by how much more than the cut the quadratic model falls over the window of a
// quadrature: it is only a model.
const margin = 1.3

// reach returns the interval of p₁ (axis 0), or of p₂ given p₁ = x (axis 1), outside of
// which the quadratic model at the mode has fallen by most, within ±end, and how far it
// falls.
func (d *stepDensity) reach(axis int, x, end, most float64) (lo, hi, fall float64) {
	f := func(y float64) float64 {
		if axis == 0 {
			return d.rest(1, [2]float64{y})
		}
		return d.rest(2, [2]float64{x, y})
	}
	a, b, _ := num.Golden(-end, end, 44, f) // it is convex
	best := 0.5 * (a + b)
	low := f(best)
	lo, hi = quadrature.Rise(f, best, low, -end, most, 16), quadrature.Rise(f, best, low, end, most, 16)
	return lo, hi, math.Max(f(lo), f(hi)) - low
}

// nodes calls visit for points and log weights of a quadrature of the disc of
// p that resolves the density.
func (d *stepDensity) nodes(r *quadrature.Rules, visit func(p1, p2, logw float64)) {
	lo, hi, fall := d.reach(0, 0, 1, margin*quadrature.Cut)
	u := r.Pick(fall)
	outer := quadrature.NewArc(lo, hi, 1)
	for i, t := range u.X {
		x, half, wx := outer.At(t)
		if half <= 0 {
			continue
		}
		lo, hi, fall := d.reach(1, x, half, margin*quadrature.Cut)
		v := r.Pick(fall)
		inner := quadrature.NewArc(lo, hi, half)
		for j, t := range v.X {
			y, _, wy := inner.At(t)
			if w := u.W[i] * wx * v.W[j] * wy; w > 0 {
				visit(x, y, num.Log(w))
			}
		}
	}
}
