package loop

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"

	"indistinct/core/control"
	"indistinct/core/privacy"
)

// Promise is one agent's privacy parameters.
type Promise struct {
	Epsilon, Delta float64
	B, RefB        float64 // b and b̄: ℓ₂ adjacency radii of trajectory and reference
	Part           float64 // the noise that is added, as a multiple of what the promise takes: 1 keeps it
}

// Noise is standard deviations on each output and on each reference coordinate:
// κ(δ, ε) s₁(C) b and κ(δ, ε) b̄ (Hale 2019; Le Ny & Pappas 2014), times Part.
type Noise struct{ Out, Ref float64 }

// Price is the price of privacy in the units of J, split.
type Price struct {
	State, Ref float64   // ΔJ = State + Ref
	ByState    []float64 // by agent: whose state is uncertain
	ByRef      []float64 // by agent: whose reference is noisy
	Base       float64   // J without privacy
	Filters    []*control.Filter
	Smoothed   []*mat.SymDense
	Identity   float64       // residual of tr(KΣ+(Q−K)Σ̄) = tr(KW) + tr(LᵀSLΣ̄), relative
	Sigma, Bar *mat.Dense    // Σ and Σ̄ of all agents, before and after a reading
	W          *mat.SymDense // W̄, the covariance of the noise on references
	Traces     [5]float64    // tr(M₁Σ), tr(M₂Σ̄), the sum of both, tr(M₃) and tr(M₄W̄)
	Multiplier []float64
	Noises     []Noise
}

// Price computes ΔJ(ε, δ) by the theorem
//
//	ΔJ = tr(M₁Σ + M₂Σ̄) − tr(M₃) + tr(M₄W̄),  M₁ = K, M₂ = Q − K,
//	M₃ = KΣ₀ + (Q−K)Σ̄₀ without privacy noise, which is KW where the state is
//	known then, M₄ = QNᵀMᵀSMNQ.
//
// Agents are dynamically independent, so each runs a filter of its own. With exact, κ is the least that gives
// (ε, δ) exactly (Balle & Wang 2018).
func (d *Design) Price(promises []Promise, exact bool) (*Price, error) {
	c, kappa := &Price{}, privacy.Kappa
	if exact {
		kappa = privacy.GaussianSigma
	}
	for i, p := range promises {
		k, err := kappa(p.Delta, p.Epsilon)
		if err != nil {
			return nil, err
		}
		c.Multiplier = append(c.Multiplier, k)
		c.Noises = append(c.Noises, Noise{Out: k * p.Part * control.MaxSingular(d.Net.Agents[i].C) * p.B,
			Ref: k * p.Part * p.RefB})
	}
	var err error
	if c.Filters, err = filters(d.Net, c.Noises); err != nil {
		return nil, err
	}
	base := 0.0
	var w []float64
	for i, f := range c.Filters {
		a := &d.Net.Agents[i]
		if i > 0 && f == c.Filters[i-1] {
			c.Smoothed = append(c.Smoothed, c.Smoothed[i-1])
		} else if sm, err := smooth(a, f); err == nil {
			c.Smoothed = append(c.Smoothed, sm)
		} else {
			return nil, err
		}

		// What this agent's uncertainty costs, without and with privacy noise.
		weight := d.P.SliceSym(d.At[i], d.At[i+1])
		cost0 := mat.Trace(control.Mul(weight, d.Plain[i].Post))
		base += cost0
		c.ByState = append(c.ByState, mat.Trace(control.Mul(weight, f.Post))-cost0)
		m4 := mat.Trace(d.M4.SliceSym(d.At[i], d.At[i+1]))
		w = append(w, slices.Repeat([]float64{c.Noises[i].Ref * c.Noises[i].Ref}, a.States())...)
		c.ByRef = append(c.ByRef, m4*c.Noises[i].Ref*c.Noises[i].Ref)
		c.State += c.ByState[i]
		c.Ref += c.ByRef[i]
	}
	c.Base = d.TrKW + base + d.Offset
	c.Sigma, c.Bar, c.W = stack(c.Filters, prior), stack(c.Filters, post), control.Diag(w...)
	before, after := mat.Trace(control.Mul(d.K, c.Sigma)), mat.Trace(control.Mul(d.M2, c.Bar))
	c.Traces = [5]float64{before, after, before + after, mat.Trace(d.M3), c.Ref}
	c.Identity = math.Abs(before+after-d.TrKW-mat.Trace(control.Mul(d.P, c.Bar))) / math.Abs(before+after)
	return c, nil
}

// Total returns ΔJ.
func (c *Price) Total() float64 { return c.State + c.Ref }

// Error returns the standard deviation of an eavesdropper's running guess of an
// agent's position.
func (c *Price) Error(agent int) float64 { return math.Sqrt(c.Filters[agent].Post.At(0, 0)) }

// Hindsight is the same for one who can wait.
func (c *Price) Hindsight(agent int) float64 { return math.Sqrt(c.Smoothed[agent].At(0, 0)) }
