package estimator

import (
	"math"

	"indistinct/core/about/ring/system"
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
// 2 × 2 block for each sensor, which always is, the same at all steps. No
// reading tried reproduces the paper's numbers.
//
// The release's law has no closed form. What is known exactly is the privacy of
// the noisy record itself (RecordProfile), which the release inherits.
type InputPerturbation struct {
	*model
	records [2][]float64
	root    [][3]float64 // lower Cholesky factor (l₁₁, l₂₁, l₂₂) of each Q
	ratio   float64      // (Σ δyᵀQ⁻¹δy)^½
	law     [2][]stepLaw // of the records' own estimates, to start from

	// Scratch.
	noisy []float64
	costs *costs
}

// NewInputPerturbation prepares the mechanism; sbar is s̄ in [0, 1), and the
// entropy factor in opt is not used.
func NewInputPerturbation(sc *system.Scenario, records [2][]float64, opt W2Options,
	sbar float64) (*InputPerturbation, error) {
	opt.S, opt.FeedSample = []float64{1}, false
	w, err := NewW2MHE(sc, records, opt)
	if err != nil {
		return nil, err
	}
	p := &InputPerturbation{model: w.model, records: records, law: w.law}
	s := rng.New(rng.Key{Seed: sc.Seed, Phase: rng.PhaseInputNoise})
	sum := 0.0
	for i := range sc.Sensors {
		var r [4]float64
		for j := range r {
			r[j] = s.Float64()
		}
		v := 1 - sbar
		xx, xy, yy := v*(1+r[0]), v*0.5*(r[1]+r[2]), v*(1+r[3])
		l := math.Sqrt(xx)
		m := xy / l
		n := math.Sqrt(yy - m*m)
		p.root = append(p.root, [3]float64{l, m, n})
		for k := range sc.States {
			a, b := sc.Row(records[0], k), sc.Row(records[1], k)
			// Solve L u = δy.
			u := (a[2*i] - b[2*i]) / l
			t := (a[2*i+1] - b[2*i+1] - m*u) / n
			sum += u*u + t*t
		}
	}
	p.ratio = math.Sqrt(sum)
	p.scratch()
	return p, nil
}

func (p *InputPerturbation) scratch() {
	p.noisy = make([]float64, len(p.records[0]))
	p.costs = p.model.newCosts()
}

// Pace implements mechanism.Paced: about a quarter of a microsecond for each term of
// each step's window.
func (p *InputPerturbation) Pace() float64 {
	terms := 0
	for i := range p.model.frames {
		terms += len(p.model.frames[i].times)
	}
	return 0.25 * float64(terms+len(p.model.frames))
}

// Fork returns an instance with scratch of its own.
func (p *InputPerturbation) Fork() mechanism.Mechanism {
	q := *p
	q.scratch()
	return &q
}

// Release draws a noisy record and estimates.
func (p *InputPerturbation) Release(in mechanism.Input, s *rng.Stream, out []float64) {
	n := len(p.root)
	y := p.records[in&1]
	for j := 0; j < len(y); j += 2 {
		l := &p.root[j/2%n]
		a, b := s.Norm(), s.Norm()
		p.noisy[j] = y[j] + l[0]*a
		p.noisy[j+1] = y[j+1] + (l[1]*a + l[2]*b)
	}
	p.costs.set(p.model, p.noisy)
	var prior wvec
	for k := range p.model.frames {
		f := &p.model.frames[k]
		if k > 0 {
			prior = f.predict(prior)
		}
		w, _, _ := p.model.minimise(f, p.costs, prior, p.law[in&1][k].mode)
		out[2*k], out[2*k+1] = p.model.position(f, w)
		prior = w
	}
}

// Blocks returns the covariance (xx, xy, yy) of each sensor's noise.
func (p *InputPerturbation) Blocks() [][3]float64 {
	out := make([][3]float64, len(p.root))
	for i, l := range p.root {
		out[i] = [3]float64{l[0] * l[0], l[0] * l[1], l[1]*l[1] + l[2]*l[2]}
	}
	return out
}

// RecordProfile is the exact profile of the noisy record, an upper bound of the
// release's: Gaussian noise at ratio (Σ δyᵀQ⁻¹δy)^½.
func (p *InputPerturbation) RecordProfile() privacy.Profile {
	return privacy.GaussianProfile{Mu: p.ratio}
}

// Claim is the Gaussian mechanism's exact ε at δ = 0.05 for the noisy record.
func (p *InputPerturbation) Claim() mechanism.Claim {
	return mechanism.Claim{
		Budget: gaussianClaim(p.ratio),
		Source: lang.Say("ring.estimator.input.source"),
		Note:   lang.Say("ring.estimator.input.note"),
	}
}

var (
	_ mechanism.Mechanism  = (*InputPerturbation)(nil)
	_ mechanism.Estimating = (*InputPerturbation)(nil)
	_ mechanism.Paced      = (*InputPerturbation)(nil)
)
