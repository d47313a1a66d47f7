package estimator

import (
	"math"

	"indistinct/core/labs/ring/ball"
	"indistinct/core/labs/ring/quadrature"
	"indistinct/core/lang"
	"indistinct/core/num"
	"indistinct/core/rng"
)

// stepLaw is the law of one released step for one record.
type stepLaw struct {
	ball ball.Law
	beta float64
	rem  remainder // Φ(m+δ) − Φ(m) − gradient·δ − ½δᵀLδ ≥ 0
	mode wvec      // constrained minimiser
	nu   float64   // its multiplier, in units of Φ
	grad wvec
	low  [2][3]float64 // L: a lower bound of the Hessian on the ball
	rate float64       // estimated acceptance
}

// remainder is a polynomial in (δ_x, δ_v) for each axis, from degree 2 on.
type remainder struct {
	deg  int
	flat bool // only δ_x occurs
	c    [2][]float64
}

// eval returns the sum over both axes.
func (r *remainder) eval(x *ball.Vec, d int) float64 {
	if r.flat {
		return quadrature.Horner(r.c[0], x[0]) + quadrature.Horner(r.c[1], x[1])
	}
	if r.deg == 7 {
		return axis7(r.c[0], x[0], x[1]) + axis7(r.c[1], x[2], x[3])
	}
	return r.both(x)
}

// both evaluates both axes: rows i = 0 … deg hold the coefficients of
// δ_xⁱ δ_v^l, l = 0 … deg−i, of each. Four sums go side by side, two rows of each
// axis, for one by itself waits for its own last product.
func (r *remainder) both(x *ball.Vec) float64 {
	a, b := r.c[0], r.c[1]
	xa, va, xb, vb := x[0], x[1], x[2], x[3]
	end := len(a)
	sa, sb := 0.0, 0.0
	n := 1 // row deg+1−n has n coefficients
	if r.deg%2 == 0 {
		end--
		sa, sb = a[end], b[end]
		n = 2
	}
	for ; n <= r.deg+1; n += 2 {
		a1, a0 := a[end-n:end], a[end-2*n-1:end-n]
		b1, b0 := b[end-n:end], b[end-2*n-1:end-n]
		end -= 2*n + 1
		la, lb := a0[n], b0[n]
		ha, hb := 0.0, 0.0
		for l := n - 1; l >= 0; l-- {
			ha, la = ha*va+a1[l], la*va+a0[l]
			hb, lb = hb*vb+b1[l], lb*vb+b0[l]
		}
		sa = (sa*xa+ha)*xa + la
		sb = (sb*xb+hb)*xb + lb
	}
	return sa + sb
}

// axis7 evaluates one axis for degree seven, the paper's system: no row's sum waits
// for another's.
func axis7(c []float64, x, v float64) float64 {
	_ = c[35]
	r0 := ((((((c[7]*v+c[6])*v+c[5])*v+c[4])*v+c[3])*v+c[2])*v+c[1])*v + c[0]
	r1 := (((((c[14]*v+c[13])*v+c[12])*v+c[11])*v+c[10])*v+c[9])*v + c[8]
	r2 := ((((c[20]*v+c[19])*v+c[18])*v+c[17])*v+c[16])*v + c[15]
	r3 := (((c[25]*v+c[24])*v+c[23])*v+c[22])*v + c[21]
	r4 := ((c[29]*v+c[28])*v+c[27])*v + c[26]
	r5 := (c[32]*v+c[31])*v + c[30]
	r6 := c[34]*v + c[33]
	return ((((((c[35]*x+r6)*x+r5)*x+r4)*x+r3)*x+r2)*x+r1)*x + r0
}

// row returns the start of row i in a triangular layout of a degree.
func row(deg, i int) int { return i*(deg+1) - i*(i-1)/2 }

// remainderAt expands Φ_k about w and takes away constant, gradient and
// ½δᵀLδ.
func (m *model) remainderAt(f *frame, c *costs, w wvec, low *[2][3]float64) remainder {
	r := remainder{flat: m.d == 2}
	for a := range 2 {
		for _, j := range f.times {
			r.deg = max(r.deg, m.fits[a][j].deg)
		}
	}
	n := r.deg + 1
	shifted := make([]float64, n)
	for a := range 2 {
		size := n
		if !r.flat {
			size = n * (n + 1) / 2
		}
		out := make([]float64, size)
		for i, j := range f.times {
			e := f.dir[a][i]
			t := e[0]*w[2*a] + e[1]*w[2*a+1]
			clear(shifted)
			copy(shifted, c.g[a][j])
			// Taylor shift by synthetic division.
			shift(shifted, t)
			if r.flat {
				pow := e[0] * e[0]
				for p := 2; p < n; p++ {
					out[p] += shifted[p] * pow
					pow *= e[0]
				}
				continue
			}
			// (e₀δ_x + e₁δ_v)^p by the binomial theorem.
			px := 1.0
			for ix := range n {
				pv := px
				binom := 1.0
				for l := 0; ix+l < n; l++ {
					if ix+l >= 2 {
						out[row(r.deg, ix)+l] += shifted[ix+l] * (binom * pv)
					}
					pv *= e[1]
					binom = binom * float64(ix+l+1) / float64(l+1)
				}
				px *= e[0]
			}
		}
		p, l := f.prior[a], low[a]
		if r.flat {
			out[2] += 0.5 * (p[0] - l[0])
		} else {
			out[row(r.deg, 2)] += 0.5 * (p[0] - l[0])
			out[row(r.deg, 1)+1] += p[1] - l[1]
			out[2] += 0.5 * (p[2] - l[2])
		}
		r.c[a] = out
	}
	return r
}

// bound returns L ≼ Hessian of Φ_k everywhere on the ball.
func (m *model) bound(f *frame, c *costs) (low [2][3]float64) {
	for a := range 2 {
		low[a] = f.prior[a]
		for i, j := range f.times {
			e := f.dir[a][i]
			r := math.Sqrt(e[0]*e[0] + e[1]*e[1])
			b := curvatureBound(c.g[a][j], r)
			low[a][0] += b * (e[0] * e[0])
			low[a][1] += b * (e[0] * e[1])
			low[a][2] += b * (e[1] * e[1])
		}
	}
	return low
}

// compress takes (x¹, v¹, x², v²) to the coordinates of the law.
func compress(d int, w wvec) ball.Vec {
	if d == 2 {
		return ball.Vec{w[0], w[2]}
	}
	return ball.Vec(w)
}

// expand is its inverse.
func expand(d int, x ball.Vec) wvec {
	if d == 2 {
		return wvec{x[0], 0, x[1], 0}
	}
	return wvec(x)
}

// leastRate is the smallest acceptance that is put up with.
const leastRate = 1e-3

var errSampling = lang.Errorf("ring.estimator.sampling")

// newLaw finds the mode of a step and chooses its proposal.
func (m *model) newLaw(f *frame, c *costs, prior wvec, beta float64) (stepLaw, error) {
	l := stepLaw{beta: beta, rate: 1}
	l.mode, l.nu, l.grad = m.minimise(f, c, prior, prior)
	if math.IsInf(beta, 1) {
		l.ball = ball.Law{Dim: m.d, Proposal: ball.Point, Mode: compress(m.d, l.mode)}
		return l, nil
	}
	l.low = m.bound(f, c)
	l.rem = m.remainderAt(f, c, l.mode, &l.low)
	l.ball = ball.Law{Dim: m.d, Mode: compress(m.d, l.mode), Nu: beta * l.nu}
	l.ball.SetP(beta, &l.low)
	if l.nu == 0 {
		l.ball.Slack = math.Max(0, 1-l.mode.dot(l.mode))
	}
	best := stepLaw{rate: -1}
	for _, kind := range []ball.Proposal{ball.Inside, ball.Uniform, ball.Half, ball.Curved, ball.Bowl} {
		t := l
		if !t.ball.Build(kind) {
			continue
		}
		if t.rate = t.estimateRate(); t.rate > best.rate {
			best = t
		}
	}
	if best.rate < leastRate {
		return best, errSampling
	}
	return best, nil
}

// estimateRate draws proposals from a fixed stream and averages their
// acceptance probabilities. It steers the choice of proposal, nothing else.
func (l *stepLaw) estimateRate() float64 {
	const draws = 160
	s := rng.New(rng.Key{Phase: rng.PhaseSetup})
	sum := 0.0
	var x ball.Vec
	for range draws {
		if cost, ok := l.ball.Propose(&s, &x); ok {
			sum += num.Exp(-math.Max(0, cost+l.beta*l.rem.eval(&x, l.ball.Dim)))
		}
	}
	return sum / draws
}

// draw returns one δ from the law, exactly.
func (l *stepLaw) draw(s *rng.Stream, x *ball.Vec) {
	if l.ball.Proposal == ball.Point {
		*x = ball.Vec{}
		return
	}
	for {
		cost, ok := l.ball.Propose(s, x)
		if ok && ball.Accept(s, cost+l.beta*l.rem.eval(x, l.ball.Dim)) {
			return
		}
	}
}

// drawFed draws w when the prior's centre is prior in place of det, about which
// the law was prepared, and says after how many proposals; after more than most there
// is no draw.
func (m *model) drawFed(f *frame, l *stepLaw, c *costs, prior, det wvec, s *rng.Stream, most int) (w wvec,
	proposals int) {
	if k := l.ball.Proposal; k == ball.Point {
		w, _, _ := m.minimise(f, c, prior, l.mode)
		return w, 1
	}
	// Φ(w) ≥ Φ(m₀) + g·(w − m₀) + ½(w − m₀)ᵀL(w − m₀).
	var rhs wvec
	for a := range 2 {
		p, h := f.prior[a], l.low[a]
		dx, dv := prior[2*a]-det[2*a], prior[2*a+1]-det[2*a+1]
		x, v := l.mode[2*a], l.mode[2*a+1]
		rhs[2*a] = h[0]*x + h[1]*v - l.grad[2*a] + (p[0]*dx + p[1]*dv)
		rhs[2*a+1] = h[1]*x + h[2]*v - l.grad[2*a+1] + (p[1]*dx + p[2]*dv)
	}
	mode, nu := ball.Minimise(l.low, rhs)
	b := ball.Law{Dim: m.d, Mode: compress(m.d, mode), Nu: l.beta * nu, Precision: l.ball.Precision,
		Floor: l.ball.Floor}
	if nu == 0 {
		b.Slack = math.Max(0, 1-wvec(mode).dot(mode))
	}
	b.Choose()
	var off ball.Vec
	for i, v := range compress(m.d, l.mode) {
		off[i] = b.Mode[i] - v
	}
	for proposals <= most {
		var x, y ball.Vec
		proposals++
		cost, ok := b.Propose(s, &x)
		if !ok {
			continue
		}
		for i := range b.Dim {
			y[i] = x[i] + off[i]
		}
		if !ball.Accept(s, math.Max(0, cost)+l.beta*l.rem.eval(&y, b.Dim)) {
			continue
		}
		p := expand(b.Dim, x)
		for i := range p {
			p[i] += mode[i]
		}
		return p, proposals
	}
	return w, proposals
}
