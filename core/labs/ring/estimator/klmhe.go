package estimator

import (
	"math"

	"indistinct/core/labs/ring/ball"
	"indistinct/core/labs/ring/system"
	"indistinct/core/lang"
	"indistinct/core/mechanism"
	"indistinct/core/num"
	"indistinct/core/privacy"
	"indistinct/core/rng"
)

// KLMHE is the KL moving-horizon estimator of Krishnan & Martínez (2021) in its
// particle form, with the entropy term that makes their W₂ estimator private.
// The original could not be read; this is the reading:
//
// Without entropy the scheme is μ_k = argmin E_μ[G_k] + (1/η) KL(μ ‖ f₀#μ_{k−1}),
// so dμ_k ∝ exp(−ηG_k) d(f₀#μ_{k−1}): propagate, weight, resample. With it,
//
//	min over μ of s (E_μ[G_k] + (1/η) KL(μ ‖ f₀#μ_{k−1})) − (1 − s) Entropy(μ).
//
// Over M particles of equal weight, with the entropy of their weights, the
// minimiser has weights
//
//	w_i ∝ exp(−b G_k(x_i)),  b = s / (s/η + 1 − s).
//
// s = 1 gives exp(−ηG_k), s = 0 equal weights: a uniform draw from K_k. The
// first particles are uniform on K₀ and drawn anew for each release; f₀ is the
// noise-free dynamics. The position of one particle, drawn by weight, is
// released at each step, and M particles drawn by weight (systematic
// resampling) go on.
//
// The law of a release has no closed form: it is a mixture over particle sets.
// A release takes time proportional to the number of particles: about 0.1 µs
// for each particle and step of the paper's system, so 200 particles over four steps
// miss the 50 µs that other mechanisms keep to. Fewer particles follow the density worse.
type KLMHE struct {
	*model
	rate []float64 // b of each step
	cost [2][]remainder
	m    int

	// Scratch.
	part, next []ball.Vec
	weight     []float64
}

// NewKLMHE prepares the estimator for two records and 2 to 5000 particles. Of opt
// it takes S, Kappa and NTerms; η is 1, so that b = s.
func NewKLMHE(sc *system.Scenario, records [2][]float64, opt W2Options, particles int) (*KLMHE, error) {
	m, err := newModel(sc, W2Options{S: opt.S, Kappa: opt.Kappa, NTerms: opt.NTerms})
	if err != nil {
		return nil, err
	}
	p := &KLMHE{model: m, m: particles}
	steps := len(m.frames)
	for k := range steps {
		p.rate = append(p.rate, opt.at(k))
	}
	for in := range 2 {
		c := m.newCosts()
		c.set(m, records[in])
		for k := range steps {
			f := m.frames[k]
			f.prior = [2][3]float64{}
			// G_k about the centre of the ball, gradient put back.
			var none [2][3]float64
			var zero wvec
			r := m.remainderAt(&f, c, zero, &none)
			g, _ := m.slope(&f, c, zero, zero)
			for a := range 2 {
				r.c[a][row(r.deg, 1)] += g[2*a]
				r.c[a][1] += g[2*a+1]
			}
			p.cost[in] = append(p.cost[in], r)
		}
	}
	p.scratch()
	return p, nil
}

func (p *KLMHE) scratch() {
	p.part, p.next = make([]ball.Vec, p.m), make([]ball.Vec, p.m)
	p.weight = make([]float64, p.m)
}

// Fork returns an instance with scratch of its own.
func (p *KLMHE) Fork() mechanism.Mechanism {
	q := *p
	q.scratch()
	return &q
}

// Release draws one release.
func (p *KLMHE) Release(in mechanism.Input, s *rng.Stream, out []float64) {
	b := ball.Law{Dim: 4, Proposal: ball.Uniform}
	for i := range p.part {
		b.Propose(s, &p.part[i])
	}
	for k := range p.rate {
		cost := &p.cost[in&1][k]
		low := math.Inf(1)
		for i := range p.part {
			v := p.rate[k] * cost.eval(&p.part[i], 4)
			p.weight[i] = v
			low = math.Min(low, v)
		}
		sum := 0.0
		for i, v := range p.weight {
			v = num.Exp(low - v)
			p.weight[i] = v
			sum += v
		}
		// One particle by weight.
		u := sum * s.Float64()
		pick := 0
		for ; pick < p.m-1; pick++ {
			if u -= p.weight[pick]; u < 0 {
				break
			}
		}
		out[2*k], out[2*k+1] = p.model.position(&p.model.frames[k], wvec(p.part[pick]))
		if k+1 == len(p.rate) {
			break
		}
		// Systematic resampling. In the coordinates of the ball, f₀ is the
		// identity.
		step := sum / float64(p.m)
		at := step * s.Float64()
		acc, j := p.weight[0], 0
		for i := range p.next {
			for acc <= at && j < p.m-1 {
				j++
				acc += p.weight[j]
			}
			p.next[i] = p.part[j]
			at += step
		}
		p.part, p.next = p.next, p.part
	}
}

// Pace implements mechanism.Paced: about 0.1 µs for each particle and step at the
// paper's degree of seven, one at 32.
func (p *KLMHE) Pace() float64 {
	each := 0.0
	for i := range p.cost[0] {
		each += 0.036 + p.cost[0][i].pace()
	}
	return each * float64(p.m)
}

// Claim says that nothing is claimed.
func (p *KLMHE) Claim() mechanism.Claim {
	return mechanism.Claim{
		Budget: privacy.Budget{Epsilon: math.Inf(1)},
		Note:   lang.Say("ring.estimator.klmhe.note"),
	}
}

var (
	_ mechanism.Mechanism  = (*KLMHE)(nil)
	_ mechanism.Estimating = (*KLMHE)(nil)
	_ mechanism.Paced      = (*KLMHE)(nil)
)
