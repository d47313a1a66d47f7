// Package estimator holds what the ring laboratory audits: moving-horizon
// estimators that release a draw around their estimate (W₂-MHE), noise on
// the record or on the result, and a private Kalman filter, each with what theory
// and quadrature say of its privacy.
//
// It believes that a release should be drawn exactly: the W₂-MHE's Gibbs density
// has no closed normaliser, so it is sampled by rejection under an envelope that
// holds it (package ball), and its exact privacy profile comes from the same density
// (package quadrature has its integrals). The fixed 2 × 2 and 4 × 4 kernels are its own
// because a release takes a third of a microsecond.
package estimator

import (
	"math"
	"sync"

	"indistinct/core/about/ring/system"
	"indistinct/core/labs/ring/ball"
	"indistinct/core/mechanism"
	"indistinct/core/privacy"
	"indistinct/core/rng"
	"indistinct/core/work"
)

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
	*model
	records [2][]float64
	law     [2][]stepLaw
	costs   [2]*costs
	tries   float64 // where the released sample is fed back: mean proposals for a release

	// Computed when first asked for.
	losses  func() *losses // at the exact resolution
	profile func() privacy.Profile
}

// NewW2MHE prepares the estimator for two records of a scenario (each laid out
// as Scenario.Y).
func NewW2MHE(sc *system.Scenario, records [2][]float64, opt W2Options) (*W2MHE, error) {
	m, err := newModel(sc, opt)
	if err != nil {
		return nil, err
	}
	w := &W2MHE{model: m, records: records}
	w.losses = sync.OnceValue(func() *losses { return w.newLosses(exact) })
	w.profile = sync.OnceValue(func() privacy.Profile { return w.losses().profile() })
	steps := len(m.frames)
	for in := range 2 {
		c := m.newCosts()
		c.set(m, records[in])
		w.costs[in] = c
		w.law[in] = make([]stepLaw, steps)
		var prior wvec
		for k := range steps {
			l, err := m.newLaw(&m.frames[k], c, prior, m.beta[k])
			if err != nil {
				return nil, err
			}
			w.law[in][k] = l
			if k+1 < steps {
				prior = m.frames[k+1].predict(l.mode)
			}
		}
	}
	if m.opt.FeedSample { // how often its laws keep a draw is known when they are drawn from
		out := make([]float64, 2*steps)
		for in := range 2 {
			s := rng.New(rng.Key{Phase: rng.PhaseSetup, Input: uint32(in)})
			for range fedTrials {
				n, ok := w.releaseFed(mechanism.Input(in), &s, out, int(float64(steps)/leastRate))
				if !ok {
					return nil, errSampling
				}
				w.tries += float64(n) / (2 * fedTrials)
			}
		}
	}
	return w, nil
}

// Where the released sample is fed back, fedTrials releases for either record tell how
// many proposals one takes; one that takes more than mostProposals is given up.
const (
	fedTrials     = 8
	mostProposals = 2_000_000
)

// estimate returns the positions of the modes of all steps.
func (m *model) estimate(laws []stepLaw) []float64 {
	out := make([]float64, 0, 2*len(laws))
	for k := range laws {
		x, y := m.position(&m.frames[k], laws[k].mode)
		out = append(out, x, y)
	}
	return out
}

func (w *W2MHE) Release(in mechanism.Input, s *rng.Stream, out []float64) {
	m := w.model
	if m.opt.FeedSample {
		if _, ok := w.releaseFed(in, s, out, mostProposals); !ok {
			panic(work.Halt{Err: errSampling})
		}
		return
	}
	laws := w.law[in]
	for k := range laws {
		l := &laws[k]
		var x ball.Vec
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
// quadratic's minimiser on the ball is found anew. It says after how many proposals,
// and whether most of them were enough.
func (w *W2MHE) releaseFed(in mechanism.Input, s *rng.Stream, out []float64, most int) (proposals int, ok bool) {
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
		var n int
		prior, n = m.drawFed(f, l, w.costs[in], prior, det, s, most-proposals)
		if proposals += n; proposals > most {
			return proposals, false
		}
		out[2*k], out[2*k+1] = m.position(f, prior)
	}
	return proposals, true
}

// Pace implements mechanism.Paced: proposals are drawn until one is kept, and a
// polynomial is evaluated for each: a tenth of a microsecond at the paper's degree of
// seven, one at 32.
func (w *W2MHE) Pace() float64 {
	sum := 0.0
	for in := range w.law {
		for k := range w.law[in] {
			l := &w.law[in][k]
			n := float64(l.rem.deg + 1)
			step := 0.05 + 0.001*n*n
			if !w.model.opt.FeedSample {
				step /= math.Max(l.rate, leastRate)
			}
			sum += step / 2
		}
	}
	if steps := float64(len(w.model.beta)); w.tries > 0 {
		return 0.3*steps + sum*w.tries/steps
	}
	return sum
}

func (w *W2MHE) Fork() mechanism.Mechanism { return w }

// Estimate returns the deterministic estimate's positions (what s = 1 would
// release) for an input, laid out as a release.
func (w *W2MHE) Estimate(in mechanism.Input) []float64 {
	return w.model.estimate(w.law[in])
}
