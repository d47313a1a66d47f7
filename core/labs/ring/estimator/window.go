package estimator

import (
	"math"
	"slices"

	"indistinct/core/about/ring/system"
	"indistinct/core/labs/ring/ball"
	"indistinct/core/labs/ring/quadrature"
)

// W2Options are the readings of Krishnan & Martínez (2021) that the papers
// leave open. The defaults reproduce the published errors best.
type W2Options struct {
	// S is the entropy factor s_k: one value for all steps or one a released
	// step, each in [0, 1]. 1 is the deterministic estimate, 0 uniform on K_k.
	S []float64
	// Kappa is the weight κ of the squared residuals, 10⁻³ … 10³.
	Kappa float64
	// PriorWeight is 1/η, 0 … 10⁸.
	PriorWeight float64
	// FeedSample predicts from the released sample of the step before instead
	// of from the deterministic estimate. The steps then form a Markov chain.
	FeedSample bool
	// PositionOnly takes the velocity as known (that of the noise-free orbit):
	// the state is the position, K_k the disc of radius c_f^k·diam K₀/2 about
	// the orbit, and the prediction contracts an offset by cos ω Δt. With a
	// radius that does not grow by c_f = ‖A‖₂ a step, the exact ε of the
	// reference runs is missed by 13 %.
	PositionOnly bool
	// NTerms gives a window the N terms y_{k+1} … y_{k+N} of a sentence of the paper; its
	// constant l has N + 1, from y_k on.
	NTerms bool
}

// DefaultW2 is s = 0.8 with the defaults of the reading.
func DefaultW2() W2Options {
	return W2Options{S: []float64{0.8}, Kappa: 1, PriorWeight: 12000}
}

// at returns s_k.
func (o W2Options) at(k int) float64 { return o.S[min(k, len(o.S)-1)] }

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

// frame is the geometry of one released step, the same for both records.
type frame struct {
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

// released are the steps that an estimator releases the position of.
type released struct{ sc *system.Scenario }

// Shape returns T + 1 − N steps of two coordinates, m.
func (r released) Shape() (steps, dim int) { return r.sc.T + 1 - r.sc.N, 2 }

// Truth returns the true positions at the released steps.
func (r released) Truth() []float64 { return r.sc.Truth() }

// model is what a moving-horizon estimator needs of a scenario.
type model struct {
	released
	opt    W2Options
	d      int // dimension of w: 4, or 2 for position only
	r0     float64
	beta   []float64 // β_k for each released step; +Inf at s = 1
	frames []frame
	fits   [2][]*fit // [axis][time]
}

// computable says whether releases have a density that can be computed: not at
// s = 1, and not where the released sample is fed back.
func (m *model) computable() bool {
	return !m.opt.FeedSample && !slices.Contains(m.beta, math.Inf(1))
}

func newModel(sc *system.Scenario, opt W2Options) (*model, error) {
	steps := sc.T + 1 - sc.N
	m := &model{released: released{sc}, opt: opt, d: 4, r0: sc.Diam / 2}
	if opt.PositionOnly {
		m.d = 2
	}
	cf := sc.Norm()
	grow := 1.0 // c_f^k
	for k := range steps {
		m.beta = append(m.beta, opt.at(k)/(1-opt.at(k)))
		var f frame
		first := k
		if opt.NTerms {
			first = k + 1
		}
		for j := first; j <= k+sc.N; j++ {
			f.times = append(f.times, j)
		}
		z := sc.Advance(sc.Start, k)
		f.pos = [2]float64{z[0], z[1]}
		for a := range 2 {
			b := sc.Axis(a, k)
			s := opt.PriorWeight * m.r0 * m.r0
			if m.d == 4 {
				f.out[a] = [2]float64{b.XX, b.XV}
				f.prior[a] = [3]float64{
					s * (b.XX*b.XX + b.VX*b.VX),
					s * (b.XX*b.XV + b.VX*b.VV),
					s * (b.XV*b.XV + b.VV*b.VV),
				}
				f.carry[a] = [4]float64{1, 0, 0, 1}
			} else {
				f.out[a] = [2]float64{grow, 0}
				f.prior[a] = [3]float64{s * (grow * grow), 0, 1}
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
				reach[j] = math.Max(reach[j], math.Sqrt(e[0]*e[0]+e[1]*e[1]))
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
	for j := range m.sc.T + 1 {
		c.setAt(m, y, j)
	}
}

// setAt computes those of one time.
func (c *costs) setAt(m *model, y []float64, j int) {
	for a := range 2 {
		if f := m.fits[a][j]; f != nil {
			f.cost(m.opt.Kappa, m.sc.Row(y, j), a, c.g[a][j])
		}
	}
}

// w holds a point of the unit ball as (x¹, v¹, x², v²); for position only the
// velocities are zero.
type wvec [4]float64

func (w wvec) dot(u wvec) float64 {
	return w[0]*u[0] + w[1]*u[1] + w[2]*u[2] + w[3]*u[3]
}

// slope writes gradient and Hessian blocks (xx, xv, vv) of Φ_k at w.
func (m *model) slope(f *frame, c *costs, prior, w wvec) (grad wvec, hess [2][3]float64) {
	for a := range 2 {
		var gx, gv, xx, xv, vv float64
		for i, j := range f.times {
			e := f.dir[a][i]
			t := e[0]*w[2*a] + e[1]*w[2*a+1]
			d1, d2 := quadrature.Derivatives(c.g[a][j], t)
			gx += d1 * e[0]
			gv += d1 * e[1]
			xx += d2 * (e[0] * e[0])
			xv += d2 * (e[0] * e[1])
			vv += d2 * (e[1] * e[1])
		}
		p := f.prior[a]
		dx, dv := w[2*a]-prior[2*a], w[2*a+1]-prior[2*a+1]
		grad[2*a] = gx + (p[0]*dx + p[1]*dv)
		grad[2*a+1] = gv + (p[1]*dx + p[2]*dv)
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
			rhs[2*a] = h[0]*w[2*a] + h[1]*w[2*a+1] - grad[2*a]
			rhs[2*a+1] = h[1]*w[2*a] + h[2]*w[2*a+1] - grad[2*a+1]
		}
		next, n := ball.Minimise(hess, rhs)
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

// predict returns the prior's w̄ from the estimate of the step before.
func (f *frame) predict(w wvec) (out wvec) {
	for a := range 2 {
		c := f.carry[a]
		out[2*a] = c[0]*w[2*a] + c[1]*w[2*a+1]
		out[2*a+1] = c[2]*w[2*a] + c[3]*w[2*a+1]
	}
	return out
}

// position returns the released position of a point of the ball.
func (m *model) position(f *frame, w wvec) (x1, x2 float64) {
	o := &f.out
	return f.pos[0] + m.r0*(o[0][0]*w[0]+o[0][1]*w[1]),
		f.pos[1] + m.r0*(o[1][0]*w[2]+o[1][1]*w[3])
}
