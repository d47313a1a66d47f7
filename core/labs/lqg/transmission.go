package lqg

import (
	"math"

	"gonum.org/v1/gonum/mat"

	"indistinct/core/control"
	"indistinct/core/mechanism"
	"indistinct/core/privacy"
)

// transmission is what the starred agent sends: its outputs over a few steps
// plus privacy noise, for the record and for its neighbour.
type transmission struct {
	mechanism.Additive
	steps int
	shift float64
}

func newTransmission(m *model) *transmission {
	i := m.star()
	a := &m.net.Agents[i]
	t := &transmission{steps: m.spec.Int("length")}
	t.Dim = a.outputs()
	// The record's trajectory is the reference. The neighbour's is moved along the
	// direction that C shows most: by b/√steps at every step, or by b at the first.
	y, dy := make([]float64, t.Dim), make([]float64, t.Dim)
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
			t.Mean[0] = append(t.Mean[0], y[j])
			t.Mean[1] = append(t.Mean[1], y[j]+by*dy[j])
		}
	}
	t.Noise, t.Scale = mechanism.NormalNoise{}, m.c.Noises[i].Out
	t.shift = control.MaxSingular(a.C) * m.ps[i].B
	t.Exact = privacy.GaussianProfile{Mu: t.shift / t.Scale}
	how := "κ(δ, ε)"
	if m.exact() {
		how = "exact Gaussian calibration"
	}
	t.Says = mechanism.Claim{
		Budget: privacy.Budget{Epsilon: m.ps[i].Epsilon, Delta: m.ps[i].Delta},
		Source: "Hale 2019, theorem on multi-agent LQ privacy, with " + how,
		Note:   sayAssumedTrajectories,
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
