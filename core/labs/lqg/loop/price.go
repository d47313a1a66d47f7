package loop

import (
	"math"

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

// multiplier returns κ; with exact, the least that gives (ε, δ) exactly (Balle & Wang 2018).
func multiplier(eps, delta float64, exact bool) (float64, error) {
	if exact {
		return privacy.GaussianSigma(delta, eps)
	}
	return privacy.Kappa(delta, eps)
}

// Price is the price of privacy in the units of J, split.
type Price struct {
	State, Ref float64   // ΔJ = State + Ref
	ByState    []float64 // by agent: whose state is uncertain
	ByRef      []float64 // by agent: whose reference is noisy
	Base       float64   // J without privacy
	Filters    []*control.Filter
	Smoothed   []*mat.SymDense
	Identity   float64 // residual of tr(KΣ+(Q−K)Σ̄) = tr(KW) + tr(LᵀSLΣ̄), relative
	KSigma     float64 // tr(KΣ + (Q − K)Σ̄)
	Multiplier []float64
	Noises     []Noise
}

// Price computes ΔJ(ε, δ) by the theorem
//
//	ΔJ = tr(M₁Σ + M₂Σ̄) − tr(M₃) + tr(M₄W̄),  M₁ = K, M₂ = Q − K,
//	M₃ = KΣ₀ + (Q−K)Σ̄₀ without privacy noise, which is KW where the state is
//	known then, M₄ = QNᵀMᵀSMNQ.
//
// Agents are dynamically independent, so each runs a filter of its own.
func (d *Design) Price(promises []Promise, exact bool) (*Price, error) {
	c := &Price{}
	base := 0.0
	var prior, post []mat.Matrix
	for i := range d.Net.Agents {
		a, p := &d.Net.Agents[i], promises[i]
		k, err := multiplier(p.Epsilon, p.Delta, exact)
		if err != nil {
			return nil, err
		}
		added := Noise{Out: k * p.Part * control.MaxSingular(a.C) * p.B, Ref: k * p.Part * p.RefB}
		c.Multiplier = append(c.Multiplier, k)
		c.Noises = append(c.Noises, added)
		if i > 0 && added == c.Noises[i-1] { // the same filter
			c.Filters, c.Smoothed = append(c.Filters, c.Filters[i-1]), append(c.Smoothed, c.Smoothed[i-1])
		} else {
			v := control.Sym(control.Add(a.V, control.Identity(a.Outputs(), added.Out*added.Out)))
			f, err := filter(a, v)
			if err != nil {
				return nil, err
			}
			sm, err := smooth(a, f)
			if err != nil {
				return nil, err
			}
			c.Filters, c.Smoothed = append(c.Filters, f), append(c.Smoothed, sm)
		}
		f := c.Filters[i]
		prior, post = append(prior, f.Prior), append(post, f.Post)

		// What this agent's uncertainty costs, without and with privacy noise.
		weight := control.SubSym(d.P, d.At[i], a.States())
		cost0 := mat.Trace(control.Mul(weight, d.Plain.Post))
		base += cost0
		c.ByState = append(c.ByState, mat.Trace(control.Mul(weight, f.Post))-cost0)
		m4 := 0.0
		for j := d.At[i]; j < d.At[i+1]; j++ {
			m4 += d.M4.At(j, j)
		}
		c.ByRef = append(c.ByRef, m4*added.Ref*added.Ref)
		c.State += c.ByState[i]
		c.Ref += c.ByRef[i]
	}
	c.Base = d.TrKW + base + d.Offset
	sigma, bar := control.BlockDiag(prior...), control.BlockDiag(post...)
	c.KSigma = mat.Trace(control.Mul(d.K, sigma)) + mat.Trace(control.Mul(control.Sub(d.Net.Q, d.K), bar))
	c.Identity = math.Abs(c.KSigma-d.TrKW-mat.Trace(control.Mul(d.P, bar))) / math.Abs(c.KSigma)
	return c, nil
}

// Total returns ΔJ.
func (c *Price) Total() float64 { return c.State + c.Ref }

// Error returns the standard deviation of an eavesdropper's running guess of an
// agent's position.
func (c *Price) Error(agent int) float64 { return math.Sqrt(c.Filters[agent].Post.At(0, 0)) }

// Hindsight is the same for one who can wait.
func (c *Price) Hindsight(agent int) float64 { return math.Sqrt(c.Smoothed[agent].At(0, 0)) }
