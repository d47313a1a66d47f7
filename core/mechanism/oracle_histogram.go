package mechanism

import (
	"slices"

	"indistinct/core/privacy"
)

// NewHistogram releases counts with Laplace noise of scale 1/ε on each. Record
// and neighbour differ by one in one count (one person more), and only that
// count matters.
func NewHistogram(counts []float64, epsilon float64) (*Additive, error) {
	if err := positive("ε", epsilon); err != nil {
		return nil, err
	}
	if len(counts) == 0 {
		counts = []float64{0}
	}
	for _, c := range counts {
		if err := finite("a count", c); err != nil {
			return nil, err
		}
	}
	a := &Additive{
		Mean: [2][]float64{slices.Clone(counts), slices.Clone(counts)}, Dim: len(counts), Noise: LaplaceNoise{}, Scale: 1 / epsilon,
		Says:  claim(epsilon, dwork2006, "record and neighbour differ by one in one count"),
		Exact: privacy.LaplaceProfile{Shift: epsilon},
	}
	a.Mean[Adjacent][0]++
	return a, nil
}
