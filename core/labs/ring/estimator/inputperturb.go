package estimator

import (
	"math"

	"gonum.org/v1/gonum/mat"

	"indistinct/core/about/ring/system"
	"indistinct/core/labs/ring/quadrature"
	"indistinct/core/lang"
	"indistinct/core/mechanism"
	"indistinct/core/privacy"
	"indistinct/core/rng"
)

// InputPerturbation adds Gaussian noise to the record and hands it to the
// deterministic W₂-MHE (Han & Martínez 2021, §V c; Le Ny & Pappas 2014).
//
// The printed covariance (1 − s̄)(I + (R + Rᵀ)/2) with a 20 × 20 matrix R of
// uniform numbers is never positive semidefinite. The reading here: one such
// 2 × 2 block for each sensor, which always is, the same at all steps.
//
// Algorithm 3, lines 8 to 11, runs the estimator on y_{0:k} anew for each k. By window,
// noise is therefore drawn anew for each step's window, and the prediction is A times the estimate of the
// record without noise, so that the steps are independent. Otherwise one noisy record serves
// all steps, each predicted from the noisy estimate before.
//
// The release's law has no closed form. Of one record for all steps the privacy of the noisy record itself is
// known exactly (RecordProfile), which the release inherits. By window it is not inherited, for the prediction
// carries the record without noise: there the law is linearised about the estimate, where it is normal.
type InputPerturbation struct {
	*model
	window  bool
	records [2][]float64
	root    [][3]float64 // lower Cholesky factor (l₁₁, l₂₁, l₂₂) of each Q
	law     [2][]stepLaw // of the records' own estimates, to start from
	spread  []spread2    // by window: of each step's release, linearised; nil where that does not describe it

	// Scratch.
	noisy []float64
	costs *costs
}

// spread2 is a covariance (xx, xy, yy) of a position, m².
type spread2 [3]float64

// square returns (x, y)ᵀ Q⁻¹ (x, y).
func (q spread2) square(x, y float64) float64 {
	return (q[2]*x*x - 2*(q[1]*x*y) + q[0]*y*y) / (q[0]*q[2] - q[1]*q[1])
}

// NewInputPerturbation prepares the mechanism; sbar is s̄ in [0, 1), and the
// entropy factor in opt is not used. By window, noise is drawn anew for each step's window.
func NewInputPerturbation(sc *system.Scenario, records [2][]float64, opt W2Options,
	sbar float64, window bool) (*InputPerturbation, error) {
	opt.S, opt.FeedSample = []float64{1}, false
	w, err := NewW2MHE(sc, records, opt)
	if err != nil {
		return nil, err
	}
	p := &InputPerturbation{model: w.model, window: window, records: records, law: w.law}
	s := rng.New(rng.Key{Seed: sc.Seed, Phase: rng.PhaseInputNoise})
	for range sc.Sensors {
		var r [4]float64
		for j := range r {
			r[j] = s.Float64()
		}
		v := 1 - sbar
		xx, xy, yy := v*(1+r[0]), v*0.5*(r[1]+r[2]), v*(1+r[3])
		l := math.Sqrt(xx)
		m := xy / l
		p.root = append(p.root, [3]float64{l, m, math.Sqrt(yy - m*m)})
	}
	if window {
		p.spread = p.linearise()
	}
	p.scratch()
	return p, nil
}

// square returns Σ δyᵀQ⁻¹δy of two records.
func (p *InputPerturbation) square(a, b []float64) (sum float64) {
	for j := 0; j < len(a); j += 2 {
		l := p.root[j/2%len(p.root)]
		u := (a[j] - b[j]) / l[0] // L u = δy
		t := (a[j+1] - b[j+1] - l[1]*u) / l[2]
		sum += u*u + t*t
	}
	return sum
}

// linearise returns the covariance of each step's release by window: of the minimiser H⁻¹ξ of the
// cost's second-order expansion about the record's own estimate, where ξ, minus the noise's part of the gradient, is
// normal. It returns nil where five standard deviations of the state reach the edge of K_k, which cuts
// the law, or the estimate itself does.
func (p *InputPerturbation) linearise() (out []spread2) {
	c := p.newCosts()
	c.set(p.model, p.records[0])
	blocks := p.Blocks()
	for k := range p.frames {
		f, mode := &p.frames[k], p.law[0][k].mode
		_, hess := p.slope(f, c, mode, mode)
		var gradient, state, position mat.Dense // covariances; the gradient's of what noise adds to it
		gradient.ReuseAs(4, 4)
		for i, j := range f.times {
			for n, q := range blocks {
				g := mat.NewDense(4, 2, nil) // what one unit of noise on each entry adds to the gradient
				for a := range 2 {
					e, fit := f.dir[a][i], p.fits[a][j]
					h := fit.h[n*(fit.deg+1) : (n+1)*(fit.deg+1)]
					d, _ := quadrature.Derivatives(h, e[0]*mode[2*a]+e[1]*mode[2*a+1])
					g.Set(2*a, a, 2*p.opt.Kappa*d*e[0])
					g.Set(2*a+1, a, 2*p.opt.Kappa*d*e[1])
				}
				var scaled, add mat.Dense
				scaled.Mul(g, mat.NewDense(2, 2, []float64{q[0], q[1], q[1], q[2]}))
				add.Mul(&scaled, g.T())
				gradient.Add(&gradient, &add)
			}
		}
		h, show := mat.NewSymDense(4, nil), mat.NewDense(2, 4, nil)
		for a, b := range hess {
			h.SetSym(2*a, 2*a, b[0])
			h.SetSym(2*a, 2*a+1, b[1])
			h.SetSym(2*a+1, 2*a+1, b[2])
			show.Set(a, 2*a, p.r0*f.out[a][0])
			show.Set(a, 2*a+1, p.r0*f.out[a][1])
		}
		var factor mat.Cholesky
		var half, seen mat.Dense // products on the way
		if !factor.Factorize(h) || factor.SolveTo(&half, &gradient) != nil || factor.SolveTo(&state, half.T()) != nil {
			return nil
		}
		if math.Sqrt(mode.dot(mode))+5*math.Sqrt(mat.Trace(&state)) >= 1 {
			return nil
		}
		seen.Mul(show, &state)
		position.Mul(&seen, show.T())
		out = append(out, spread2{position.At(0, 0), position.At(0, 1), position.At(1, 1)})
	}
	return out
}

// Shift returns how many standard deviations the releases for two records lie apart, by window in the
// linearised law of their estimates, otherwise that of the noisy records, from which the releases are
// computed; NaN where it is not known.
func (p *InputPerturbation) Shift(records, estimates [2][]float64) float64 {
	if !p.window {
		return math.Sqrt(p.square(records[0], records[1]))
	}
	if p.spread == nil {
		return math.NaN()
	}
	sum := 0.0
	for k, q := range p.spread {
		sum += q.square(estimates[0][2*k]-estimates[1][2*k], estimates[0][2*k+1]-estimates[1][2*k+1])
	}
	return math.Sqrt(sum)
}

func (p *InputPerturbation) scratch() {
	p.noisy = make([]float64, len(p.records[0]))
	p.costs = p.model.newCosts()
}

// Pace implements mechanism.Paced: about a quarter of a microsecond for each term of
// each step's window, twice that where each has noise of its own.
func (p *InputPerturbation) Pace() float64 {
	terms := 0
	for i := range p.model.frames {
		terms += len(p.model.frames[i].times)
	}
	each := 0.25
	if p.window {
		each = 0.5
	}
	return each * float64(terms+len(p.model.frames))
}

// Fork returns an instance with scratch of its own.
func (p *InputPerturbation) Fork() mechanism.Mechanism {
	q := *p
	q.scratch()
	return &q
}

// Release draws a noisy record, by window one for each step, and estimates.
func (p *InputPerturbation) Release(in mechanism.Input, s *rng.Stream, out []float64) {
	in &= 1
	if !p.window {
		for j := range p.sc.T + 1 {
			p.disturb(in, j, s)
		}
		p.costs.set(p.model, p.noisy)
	}
	var before wvec // the estimate of the step before
	for k := range p.frames {
		f, law := &p.frames[k], &p.law[in][k]
		if p.window {
			for _, j := range f.times {
				p.disturb(in, j, s)
				p.costs.setAt(p.model, p.noisy, j)
			}
		}
		var prior wvec
		if k > 0 {
			prior = f.predict(before)
		}
		w, _, _ := p.minimise(f, p.costs, prior, law.mode)
		out[2*k], out[2*k+1] = p.position(f, w)
		if before = w; p.window {
			before = law.mode
		}
	}
}

// disturb draws the noisy readings of a time.
func (p *InputPerturbation) disturb(in mechanism.Input, time int, s *rng.Stream) {
	n := 2 * len(p.root)
	for j := time * n; j < (time+1)*n; j += 2 {
		l, y := &p.root[j/2%len(p.root)], p.records[in]
		a, b := s.Norm(), s.Norm()
		p.noisy[j] = y[j] + l[0]*a
		p.noisy[j+1] = y[j+1] + (l[1]*a + l[2]*b)
	}
}

// Blocks returns the covariance (xx, xy, yy) of each sensor's noise.
func (p *InputPerturbation) Blocks() []spread2 {
	out := make([]spread2, len(p.root))
	for i, l := range p.root {
		out[i] = spread2{l[0] * l[0], l[0] * l[1], l[1]*l[1] + l[2]*l[2]}
	}
	return out
}

// RecordProfile is the exact profile of one noisy record, an upper bound of the release's: Gaussian noise
// at ratio (Σ δyᵀQ⁻¹δy)^½; nil where noise is drawn anew for each window.
func (p *InputPerturbation) RecordProfile() privacy.Profile {
	if p.window {
		return nil
	}
	return privacy.GaussianProfile{Mu: p.estimated()}
}

// estimated is the distance of the two records' own estimates, as Shift.
func (p *InputPerturbation) estimated() float64 {
	return p.Shift(p.records, [2][]float64{p.estimate(p.law[0]), p.estimate(p.law[1])})
}

// Profile is that of the linearised law, by window; nil where it is not known.
func (p *InputPerturbation) Profile() privacy.Profile {
	if !p.window || p.spread == nil {
		return nil
	}
	g := privacy.GaussianProfile{Mu: p.estimated()}
	return privacy.Curve{At: g.Delta, PureEpsilon: g.Pure(), How: lang.Say("ring.estimator.exact.linear")}
}

// Claim is the Gaussian mechanism's exact ε at δ = 0.05: for the noisy record, or by window for the
// linearised law, if that is known; else nothing is claimed.
func (p *InputPerturbation) Claim() mechanism.Claim {
	if p.window && p.spread == nil {
		return mechanism.Claim{}
	}
	source, note := lang.Say("ring.estimator.input.source"), lang.Say("ring.estimator.input.note")
	if p.window {
		source, note = lang.Say("ring.estimator.gauss.source"), lang.Say("ring.estimator.input.note.window")
	}
	return mechanism.Claim{Budget: gaussianClaim(p.estimated()), Source: source, Note: note}
}
