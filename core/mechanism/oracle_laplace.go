package mechanism

import "indistinct/core/privacy"

// NewLaplace adds Laplace noise of scale shift/ε to a number that is 0 for the
// record and shift for its neighbour. It is ε-differentially private and no
// better, and
//
//	δ(ε′) = 1 − e^{(ε′ − ε)/2} for ε′ < ε.
func NewLaplace(shift, epsilon float64) (*Additive, error) {
	if err := positive("the shift", shift); err != nil {
		return nil, err
	}
	if err := positive("ε", epsilon); err != nil {
		return nil, err
	}
	scale := shift / epsilon
	return &Additive{
		Mean: [2][]float64{{0}, {shift}}, Dim: 1, Noise: LaplaceNoise{}, Scale: scale,
		Says:  claim(epsilon, dwork2006, "the number changes by at most the shift between record and neighbour"),
		Exact: privacy.LaplaceProfile{Shift: shift / scale},
	}, nil
}
