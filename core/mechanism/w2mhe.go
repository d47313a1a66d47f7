package mechanism

import (
	"errors"
	"math"
	"sync"

	"indistinct/core/fmt"
	"indistinct/core/num"
	"indistinct/core/privacy"
	"indistinct/core/rng"
	"indistinct/core/system"
)

// Terms says how many terms a window has.
type Terms int

// The two readings of the window: the paper's constant l has N + 1 terms
// (y_k … y_{k+N}), a sentence of it has N (y_{k+1} … y_{k+N}).
const (
	TermsN1 Terms = iota
	TermsN
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
	Terms        Terms
}

// DefaultW2 is s = 0.8 with the defaults of the reading.
func DefaultW2() W2Options {
	return W2Options{S: []float64{0.8}, Kappa: 1, PriorWeight: 12000}
}

// Check returns one sentence for each option that is out of range; steps is
// the number of released steps.
func (o W2Options) Check(steps int) []error {
	var out []error
	if len(o.S) != 1 && len(o.S) != steps {
		out = append(out, fmt.Errorf("the schedule of s has %d values: give one, or one for each of the %d released steps", len(o.S), steps))
	}
	for k, s := range o.S {
		if !(s >= 0 && s <= 1) {
			out = append(out, fmt.Errorf("entropy factor s is %v at position %d: it must lie between 0 and 1", s, k+1))
		}
	}
	if !(o.Kappa >= 1e-3 && o.Kappa <= 1e3) {
		out = append(out, fmt.Errorf("data weight κ is %v: it must lie between 0.001 and 1000", o.Kappa))
	}
	if !(o.PriorWeight >= 0 && o.PriorWeight <= 1e8) {
		out = append(out, fmt.Errorf("prior weight 1/η is %v: it must lie between 0 and 100000000", o.PriorWeight))
	}
	return out
}

// W2MHE is the private W₂ moving-horizon estimator (Krishnan & Martínez 2021;
// Han & Martínez 2021, §V). At each released step k its law is the Gibbs
// density
//
//	p_k(z) ∝ exp(−β Φ_k(z)) on K_k = A^k K₀,  β = s/(1−s),
//	Φ_k(z) = κ Σ_i ‖y_{k+i} − h(C Aⁱ z)‖² + (1/2η) ‖z − prior_k‖²,
//
// and the position part of a draw is released. The prior is A times the
// deterministic estimate of the step before (or the released sample, see
// W2Options.FeedSample); that of step 0 is the centre of K₀. The estimator
// believes that all sensors stand where the scenario has them, whichever
// record it is handed.
//
// Draws are exact: rejection under envelopes that are theorems (see ball.go).
type W2MHE struct {
	model   *model
	records [2][]float64
	beta    []float64 // β_k for each released step; +Inf at s = 1
	law     [2][]stepLaw
	costs   [2]*costs

	// Computed when first asked for.
	once        sync.Once
	dens        [2][]*stepDensity
	profileOnce sync.Once
	profile     privacy.Profile
}

// stepLaw is the law of one released step for one record.
type stepLaw struct {
	ball ballLaw
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
func (r *remainder) eval(x *vec4, d int) float64 {
	if r.flat {
		return horner(r.c[0], x[0]) + horner(r.c[1], x[1])
	}
	if r.deg == 7 {
		return axis7(r.c[0], x[0], x[1]) + axis7(r.c[1], x[2], x[3])
	}
	return r.axis(0, x[0], x[1]) + r.axis(1, x[2], x[3])
}

// axis evaluates one axis: rows i = 0 … deg hold the coefficients of
// δ_xⁱ δ_v^l, l = 0 … deg−i.
func (r *remainder) axis(a int, x, v float64) float64 {
	c := r.c[a]
	end := len(c)
	sum := 0.0
	for n := 1; n <= r.deg+1; n++ { // row i = deg+1−n has n coefficients
		row := c[end-n : end]
		end -= n
		in := 0.0
		for l := n - 1; l >= 0; l-- {
			in = float64(in*v) + row[l]
		}
		sum = float64(sum*x) + in
	}
	return sum
}

// axis7 is axis for degree seven, the paper's system: the rows' sums do not wait
// for each other.
func axis7(c []float64, x, v float64) float64 {
	_ = c[35]
	r0 := float64((float64((float64((float64((float64((float64((float64(c[7]*v)+c[6])*v)+c[5])*v)+c[4])*v)+c[3])*v)+c[2])*v)+c[1])*v) + c[0]
	r1 := float64((float64((float64((float64((float64((float64(c[14]*v)+c[13])*v)+c[12])*v)+c[11])*v)+c[10])*v)+c[9])*v) + c[8]
	r2 := float64((float64((float64((float64((float64(c[20]*v)+c[19])*v)+c[18])*v)+c[17])*v)+c[16])*v) + c[15]
	r3 := float64((float64((float64((float64(c[25]*v)+c[24])*v)+c[23])*v)+c[22])*v) + c[21]
	r4 := float64((float64((float64(c[29]*v)+c[28])*v)+c[27])*v) + c[26]
	r5 := float64((float64(c[32]*v)+c[31])*v) + c[30]
	r6 := float64(c[34]*v) + c[33]
	return float64((float64((float64((float64((float64((float64((float64(c[35]*x)+r6)*x)+r5)*x)+r4)*x)+r3)*x)+r2)*x)+r1)*x) + r0
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
			t := float64(e[0]*w[2*a]) + float64(e[1]*w[2*a+1])
			clear(shifted)
			copy(shifted, c.g[a][j])
			// Taylor shift by synthetic division.
			for p := range n {
				for q := n - 2; q >= p; q-- {
					shifted[q] += float64(t * shifted[q+1])
				}
			}
			if r.flat {
				pow := e[0] * e[0]
				for p := 2; p < n; p++ {
					out[p] += float64(shifted[p] * pow)
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
						out[row(r.deg, ix)+l] += float64(shifted[ix+l] * float64(binom*pv))
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
			r := math.Sqrt(float64(e[0]*e[0]) + float64(e[1]*e[1]))
			b := curvatureBound(c.g[a][j], r)
			low[a][0] += float64(b * float64(e[0]*e[0]))
			low[a][1] += float64(b * float64(e[0]*e[1]))
			low[a][2] += float64(b * float64(e[1]*e[1]))
		}
	}
	return low
}

// compress takes (x¹, v¹, x², v²) to the coordinates of the law.
func compress(d int, w wvec) vec4 {
	if d == 2 {
		return vec4{w[0], w[2]}
	}
	return vec4(w)
}

// expand is its inverse.
func expand(d int, x vec4) wvec {
	if d == 2 {
		return wvec{x[0], 0, x[1], 0}
	}
	return wvec(x)
}

// NewW2MHE prepares the estimator for two records of a scenario (each laid out
// as Scenario.Y).
func NewW2MHE(sc *system.Scenario, records [2][]float64, opt W2Options) (*W2MHE, error) {
	steps := sc.T + 1 - sc.N
	if errs := opt.Check(steps); len(errs) > 0 {
		return nil, errors.Join(errs...)
	}
	for i, y := range records {
		if len(y) != len(sc.Y) {
			return nil, fmt.Errorf("record %d has %d numbers: the scenario's records have %d", i+1, len(y), len(sc.Y))
		}
		for _, v := range y {
			if math.IsNaN(v) || math.IsInf(v, 0) {
				return nil, fmt.Errorf("record %d holds %v: readings must be finite numbers", i+1, v)
			}
		}
	}
	m, err := newModel(sc, opt)
	if err != nil {
		return nil, err
	}
	w := &W2MHE{model: m, records: records, beta: make([]float64, steps)}
	for k := range steps {
		s := opt.S[0]
		if len(opt.S) > 1 {
			s = opt.S[k]
		}
		w.beta[k] = s / (1 - s) // +Inf at s = 1
	}
	for in := range 2 {
		c := m.newCosts()
		c.set(m, records[in])
		w.costs[in] = c
		w.law[in] = make([]stepLaw, steps)
		var prior wvec
		for k := range steps {
			l, err := m.newLaw(&m.frames[k], c, prior, w.beta[k])
			if err != nil {
				return nil, fmt.Errorf("record %d, step %d: %w", in+1, k, err)
			}
			w.law[in][k] = l
			if k+1 < steps {
				prior = m.frames[k+1].predict(l.mode)
			}
		}
	}
	return w, nil
}

// predict returns the prior's w̄ from the estimate of the step before.
func (f *frame) predict(w wvec) (out wvec) {
	for a := range 2 {
		c := f.carry[a]
		out[2*a] = float64(c[0]*w[2*a]) + float64(c[1]*w[2*a+1])
		out[2*a+1] = float64(c[2]*w[2*a]) + float64(c[3]*w[2*a+1])
	}
	return out
}

// leastRate is the smallest acceptance that is put up with.
const leastRate = 1e-3

// newLaw finds the mode of a step and chooses its proposal.
func (m *model) newLaw(f *frame, c *costs, prior wvec, beta float64) (stepLaw, error) {
	l := stepLaw{beta: beta, rate: 1}
	l.mode, l.nu, l.grad = m.minimise(f, c, prior, prior)
	if math.IsInf(beta, 1) {
		l.ball = ballLaw{d: m.d, kind: point, m: compress(m.d, l.mode)}
		return l, nil
	}
	l.low = m.bound(f, c)
	l.rem = m.remainderAt(f, c, l.mode, &l.low)
	l.ball = ballLaw{d: m.d, m: compress(m.d, l.mode), nu: beta * l.nu}
	l.ball.setP(beta, &l.low)
	if l.nu == 0 {
		l.ball.slack = math.Max(0, 1-l.mode.dot(l.mode))
	}
	best := stepLaw{rate: -1}
	for _, kind := range []proposal{inside, uniform, half, curved, bowl} {
		t := l
		if !t.ball.build(kind) {
			continue
		}
		if t.rate = t.estimateRate(); t.rate > best.rate {
			best = t
		}
	}
	if best.rate < leastRate {
		return best, fmt.Errorf("exact sampling keeps fewer than one draw in a thousand at these parameters: choose a smaller diameter of K₀, a larger prior weight or a smaller s")
	}
	return best, nil
}

// setP sets P = βL. Where L is indefinite (wide K₀, weak prior) only the uniform
// proposal applies, and ½δᵀPδ ≥ 2λ_min on the ball, |δ| ≤ 2, keeps its envelope
// above the target.
func (b *ballLaw) setP(beta float64, low *[2][3]float64) {
	b.p = [4]vec4{}
	b.floor = 0
	for a := range 2 {
		l1, l2, _, _ := eigen2(low[a])
		b.floor = math.Max(b.floor, -2*beta*math.Min(l1, l2))
		if b.d == 2 {
			b.p[a][a] = beta * low[a][0]
			continue
		}
		b.p[2*a][2*a] = beta * low[a][0]
		b.p[2*a][2*a+1] = beta * low[a][1]
		b.p[2*a+1][2*a] = beta * low[a][1]
		b.p[2*a+1][2*a+1] = beta * low[a][2]
	}
}

// estimateRate draws proposals from a fixed stream and averages their
// acceptance probabilities. It steers the choice of proposal, nothing else.
func (l *stepLaw) estimateRate() float64 {
	const draws = 160
	s := rng.New(rng.Key{Phase: phaseSetup})
	sum := 0.0
	var x vec4
	for range draws {
		if cost, ok := l.ball.propose(&s, &x); ok {
			sum += num.Exp(-math.Max(0, cost+float64(l.beta*l.rem.eval(&x, l.ball.d))))
		}
	}
	return sum / draws
}

const phaseSetup = 110 // random stream of set-up choices

// draw returns one δ from the law, exactly.
func (l *stepLaw) draw(s *rng.Stream, x *vec4) {
	if l.ball.kind == point {
		*x = vec4{}
		return
	}
	for {
		cost, ok := l.ball.propose(s, x)
		if ok && accept(s, cost+float64(l.beta*l.rem.eval(x, l.ball.d))) {
			return
		}
	}
}

// position returns the released position of a point of the ball.
func (m *model) position(f *frame, w wvec) (x1, x2 float64) {
	o := &f.out
	return f.pos[0] + float64(m.r0*(float64(o[0][0]*w[0])+float64(o[0][1]*w[1]))),
		f.pos[1] + float64(m.r0*(float64(o[1][0]*w[2])+float64(o[1][1]*w[3])))
}

// Shape returns T + 1 − N steps of two coordinates, m.
func (w *W2MHE) Shape() (steps, dim int) { return len(w.beta), 2 }

// Release draws one release.
func (w *W2MHE) Release(in Input, s *rng.Stream, out []float64) {
	m := w.model
	if m.opt.FeedSample {
		w.releaseFed(in, s, out)
		return
	}
	laws := w.law[in]
	for k := range laws {
		l := &laws[k]
		var x vec4
		l.draw(s, &x)
		p := expand(m.d, x)
		for i := range p {
			p[i] += l.mode[i]
		}
		out[2*k], out[2*k+1] = m.position(&m.frames[k], p)
	}
}

// releaseFed draws the Markov chain in which each prediction starts from the
// released sample. The prior enters the gradient alone, so the curvature bound
// and the remainder about the deterministic mode serve every draw; only the
// quadratic's minimiser on the ball is found anew.
func (w *W2MHE) releaseFed(in Input, s *rng.Stream, out []float64) {
	m := w.model
	laws := w.law[in]
	var prior, det wvec // sampled and deterministic prior
	for k := range laws {
		l := &laws[k]
		f := &m.frames[k]
		if k > 0 {
			prior = f.predict(prior)
			det = f.predict(laws[k-1].mode)
		}
		prior = m.drawFed(f, l, w.costs[in], prior, det, s)
		out[2*k], out[2*k+1] = m.position(f, prior)
	}
}

// drawFed draws w when the prior's centre is prior in place of det, about which
// the law was prepared.
func (m *model) drawFed(f *frame, l *stepLaw, c *costs, prior, det wvec, s *rng.Stream) wvec {
	if k := l.ball.kind; k == point {
		w, _, _ := m.minimise(f, c, prior, l.mode)
		return w
	}
	// Φ(w) ≥ Φ(m₀) + g·(w − m₀) + ½(w − m₀)ᵀL(w − m₀).
	var rhs wvec
	for a := range 2 {
		p, h := f.prior[a], l.low[a]
		dx, dv := prior[2*a]-det[2*a], prior[2*a+1]-det[2*a+1]
		x, v := l.mode[2*a], l.mode[2*a+1]
		rhs[2*a] = float64(h[0]*x) + float64(h[1]*v) - l.grad[2*a] + (float64(p[0]*dx) + float64(p[1]*dv))
		rhs[2*a+1] = float64(h[1]*x) + float64(h[2]*v) - l.grad[2*a+1] + (float64(p[1]*dx) + float64(p[2]*dv))
	}
	mode, nu := ballQuadratic(l.low, rhs)
	b := ballLaw{d: m.d, m: compress(m.d, mode), nu: l.beta * nu, p: l.ball.p, floor: l.ball.floor}
	if nu == 0 {
		b.slack = math.Max(0, 1-mode.dot(mode))
	}
	b.choose()
	var off vec4
	for i, v := range compress(m.d, l.mode) {
		off[i] = b.m[i] - v
	}
	for {
		var x, y vec4
		cost, ok := b.propose(s, &x)
		if !ok {
			continue
		}
		for i := range b.d {
			y[i] = x[i] + off[i]
		}
		if !accept(s, math.Max(0, cost)+float64(l.beta*l.rem.eval(&y, b.d))) {
			continue
		}
		p := expand(b.d, x)
		for i := range p {
			p[i] += mode[i]
		}
		return p
	}
}

// choose picks a proposal by rule of thumb, where there is no time to try
// them. Any choice is exact.
func (b *ballLaw) choose() {
	trace := 0.0
	pnn := 0.0
	for i := range b.d {
		trace += b.p[i][i]
		for j := range b.d {
			pnn += float64(b.m[i] * float64(b.p[i][j]*b.m[j]))
		}
	}
	mean := trace / float64(b.d)
	order := [4]proposal{inside, uniform}
	switch {
	case mean < 2 && b.nu < 1.5:
		order = [4]proposal{uniform}
	case b.nu > 0 && (b.nu*b.nu > pnn || b.nu > mean):
		order = [4]proposal{curved, half, uniform}
	case b.nu > 0:
		order = [4]proposal{half, curved, uniform}
	}
	for _, k := range order {
		if k != point && b.build(k) {
			return
		}
	}
	b.build(uniform)
}

// Fork returns w itself: it has no scratch.
func (w *W2MHE) Fork() Mechanism { return w }

// Truth returns the true positions at the released steps.
func (w *W2MHE) Truth() []float64 { return w.model.sc.Truth() }

// Estimate returns the deterministic estimate's positions (what s = 1 would
// release) for an input, laid out as a release.
func (w *W2MHE) Estimate(in Input) []float64 {
	out := make([]float64, 0, 2*len(w.beta))
	for k := range w.beta {
		x, y := w.model.position(&w.model.frames[k], w.law[in][k].mode)
		out = append(out, x, y)
	}
	return out
}

// Acceptance returns the estimated acceptance of each step's rejection
// sampler.
func (w *W2MHE) Acceptance(in Input) []float64 {
	out := make([]float64, len(w.beta))
	for k := range out {
		out[k] = w.law[in][k].rate
	}
	return out
}

// TheoremEpsilon is Theorem 4 of Krishnan & Martínez (2021) as reconstructed:
// the ε that entropy factor s guarantees to records d apart,
//
//	ε = s/(1−s) · d · l · c_f^{T−N+1} · diam K₀,  l = 2(N+1) c_h c_f,
//
// with the paper's c_h = Gain (100). It reproduces its printed 6474.3 for
// T = 7. The Lipschitz constant of h is 10, so the published constant is
// larger than need be; see SoundEpsilon.
func TheoremEpsilon(c system.Config, d, s float64) float64 {
	return s / (1 - s) * d * theoremConstant(c)
}

// TheoremS is its inverse: the largest s for which the theorem guarantees ε.
func TheoremS(c system.Config, d, epsilon float64) float64 {
	return epsilon / (epsilon + float64(d*theoremConstant(c)))
}

func theoremConstant(c system.Config) float64 {
	cf := c.Norm()
	l := 2 * float64(c.N+1) * c.Gain * cf
	p := 1.0
	for range c.T - c.N + 1 {
		p *= cf
	}
	return l * p * c.Diam
}

// SoundEpsilon bounds ε for these two records from the records' distances step
// by step and the Lipschitz constant of h:
//
//	ε ≤ Σ_k β_k diam(K₀) c_f^k ( 2κ c_h Σ_i c_f^i ‖δy_{k+i}‖ + ‖A δẑ_{k−1}‖/η ),
//
// where the last term, the effect of the record on the prior, is that of these
// two records (zero at k = 0). With data = false it is left out, which is a
// bound for a prior that does not depend on the data. It is +Inf at s = 1.
func (w *W2MHE) SoundEpsilon(prior bool) float64 {
	m := w.model
	sc := m.sc
	cf := sc.Norm()
	sum := 0.0
	ck := 1.0
	for k := range w.beta {
		f := &m.frames[k]
		in := 0.0
		for _, j := range f.times {
			d := 0.0
			a, b := sc.Row(w.records[0], j), sc.Row(w.records[1], j)
			for i := range a {
				e := a[i] - b[i]
				d += float64(e * e)
			}
			p := 1.0
			for range j - k {
				p *= cf
			}
			in += float64(p * math.Sqrt(d))
		}
		in = float64(in * (2 * m.opt.Kappa * sc.Lipschitz())) // rounded: what follows is added to it
		if prior && k > 0 {
			var z [4]float64
			p, q := w.law[0][k-1].mode, w.law[1][k-1].mode
			for a := range 2 {
				z[a] = m.r0 * (p[2*a] - q[2*a])
				z[a+2] = m.r0 * (p[2*a+1] - q[2*a+1])
			}
			z = sc.Advance(z, k)
			n := 0.0
			for _, v := range z {
				n += float64(v * v)
			}
			in += float64(m.opt.PriorWeight * math.Sqrt(n))
		}
		sum += float64(float64(w.beta[k]*sc.Diam) * float64(ck*in))
		ck *= cf
	}
	return sum
}

// Claim is Theorem 4 of Krishnan & Martínez for the distance of the two
// records.
func (w *W2MHE) Claim() Claim {
	d := 0.0
	for i, v := range w.records[0] {
		e := v - w.records[1][i]
		d += float64(e * e)
	}
	s := 0.0
	for _, b := range w.beta {
		if v := b / (1 + b); v > s {
			s = v
		}
		if math.IsInf(b, 1) {
			s = 1
		}
	}
	eps := math.Inf(1)
	if s < 1 {
		eps = TheoremEpsilon(w.model.sc.Config, math.Sqrt(d), s)
	}
	return Claim{
		Budget: privacy.Budget{Epsilon: eps},
		Source: "Krishnan & Martínez, A probabilistic framework for moving-horizon estimation, 2021, Theorem 4",
		Note:   "It takes c_h = 100 for the sensor function, whose Lipschitz constant is 10, and the largest s of the schedule.",
	}
}

var (
	_ Mechanism = (*W2MHE)(nil)
	_ Truther   = (*W2MHE)(nil)
	_ Densitied = (*W2MHE)(nil)
	_ Profiled  = (*W2MHE)(nil)
)
