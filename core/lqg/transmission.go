package lqg

import (
	"math"

	"gonum.org/v1/gonum/mat"

	"indistinct/core/control"
	"indistinct/core/mechanism"
	"indistinct/core/num"
	"indistinct/core/privacy"
	"indistinct/core/rng"
)

// transmission is what the starred agent sends: its outputs over a few steps
// plus privacy noise, for the record and for its neighbour.
type transmission struct {
	steps, dim int
	mean       [2][]float64
	sigma      float64
	shift      float64
	claim      mechanism.Claim
}

func newTransmission(m *model) *transmission {
	i := m.star()
	a := &m.net.Agents[i]
	t := &transmission{steps: m.spec.Int("length"), dim: a.outputs()}
	// The record's trajectory is the reference. The neighbour's is moved along the
	// direction that C shows most: by b/√steps at every step, or by b at the first.
	y, dy := make([]float64, t.dim), make([]float64, t.dim)
	control.Apply(a.C, a.Ref, y)
	control.Apply(a.C, m.direction(), dy)
	for k := range t.steps {
		by := m.ps[i].B / math.Sqrt(float64(t.steps))
		if m.once {
			by = 0
			if k == 0 {
				by = m.ps[i].B
			}
		}
		for j := range y {
			t.mean[0] = append(t.mean[0], y[j])
			t.mean[1] = append(t.mean[1], y[j]+by*dy[j])
		}
	}
	t.sigma = m.c.Noises[i].Out
	t.shift = control.MaxSingular(a.C) * m.ps[i].B
	how := "κ(δ, ε)"
	if m.exact() {
		how = sayExactGaussianCalibration
	}
	t.claim = mechanism.Claim{
		Budget: privacy.Budget{Epsilon: m.ps[i].Epsilon, Delta: m.ps[i].Delta},
		Source: sayHaleTheoremMultiAgent + how,
		Note:   sayAssumesTrajectoriesRecordNeighbour,
	}
	return t
}

// direction is the unit vector of the starred agent's state that C shows most:
// its first right singular vector, its largest element positive.
func (m *model) direction() []float64 {
	var svd mat.SVD
	svd.Factorize(m.net.Agents[m.star()].C, mat.SVDThin)
	var v mat.Dense
	svd.VTo(&v)
	d := mat.Col(nil, 0, &v)
	top := 0.0
	for _, x := range d {
		if math.Abs(x) > math.Abs(top) {
			top = x
		}
	}
	if top < 0 {
		for i := range d {
			d[i] = -d[i]
		}
	}
	return d
}

// Shape returns the audited steps and the number of outputs.
func (t *transmission) Shape() (int, int) { return t.steps, t.dim }

// Release writes one noisy transmission.
func (t *transmission) Release(in mechanism.Input, s *rng.Stream, out []float64) {
	for i, y := range t.mean[in] {
		out[i] = y + t.sigma*s.Norm()
	}
}

// Fork returns t: it has no scratch.
func (t *transmission) Fork() mechanism.Mechanism { return t }

// Claim returns the theorem's promise.
func (t *transmission) Claim() mechanism.Claim { return t.claim }

// Truth is the trajectory itself.
func (t *transmission) Truth() []float64 { return t.mean[0] }

// LogDensity is that of independent Gaussians.
func (t *transmission) LogDensity(in mechanism.Input, r []float64) float64 {
	s := 0.0
	for i, y := range t.mean[in] {
		z := (r[i] - y) / t.sigma
		s -= z * z
	}
	return 0.5*s - float64(len(r))*(num.Log(t.sigma)+num.HalfLog2Pi)
}

// Profile is the exact Gaussian one.
func (t *transmission) Profile() privacy.Profile {
	return privacy.GaussianProfile{Mu: t.shift / t.sigma}
}
