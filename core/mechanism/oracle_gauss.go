package mechanism

import (
	"math"
	"slices"

	"indistinct/core/privacy"
)

// NewGauss adds normal noise of standard deviation sigma to each of some steps'
// numbers, which differ by shift between the records. No pure ε holds; with
// a = shift·√steps/sigma (Balle & Wang 2018, theorem 8),
//
//	δ(ε) = Φ(a/2 − ε/a) − e^ε Φ(−a/2 − ε/a).
//
// claimed is what it is said to guarantee, right or wrong.
func NewGauss(shift, sigma float64, steps int, claimed privacy.Budget) (*Additive, error) {
	if err := positive("σ", sigma); err != nil {
		return nil, err
	}
	if err := finite("the shift", shift); err != nil {
		return nil, err
	}
	steps = max(steps, 1)
	return &Additive{
		Mean: [2][]float64{make([]float64, steps), slices.Repeat([]float64{shift}, steps)}, Dim: 1, Noise: NormalNoise{}, Scale: sigma,
		Says:  Claim{Budget: claimed, Source: "Balle & Wang 2018, theorem 8", Note: "the numbers change by at most the shift between record and neighbour"},
		Exact: privacy.GaussianProfile{Mu: math.Abs(shift) * math.Sqrt(float64(steps)) / sigma},
	}, nil
}
