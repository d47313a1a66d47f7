package mechanism

import (
	"indistinct/core/privacy"
	"indistinct/core/rng"
)

// Laplace adds Laplace noise to a number: Value[in] + Lap(Scale). With
// a = |Value₁ − Value₀|/Scale it is a-differentially private and no better, and
//
//	δ(ε) = 1 − e^{(ε − a)/2} for ε < a.
type Laplace struct {
	Value [2]float64 // what is released, for the record and its neighbour
	Scale float64
	// Claimed is the ε that is claimed, right or wrong.
	Claimed float64
}

// NewLaplace returns the correct mechanism for a claim of ε: noise of scale
// shift/ε on two numbers that differ by shift.
func NewLaplace(shift, epsilon float64) (*Laplace, error) {
	if err := positive("the shift", shift); err != nil {
		return nil, err
	}
	if err := positive("ε", epsilon); err != nil {
		return nil, err
	}
	return &Laplace{Value: [2]float64{0, shift}, Scale: shift / epsilon, Claimed: epsilon}, nil
}

// Shape returns one step of one number.
func (l *Laplace) Shape() (steps, dim int) { return 1, 1 }

// Release writes one noisy number.
func (l *Laplace) Release(in Input, s *rng.Stream, out []float64) {
	out[0] = l.Value[in&1] + s.Laplace(l.Scale)
}

// Fork returns l: it has no scratch.
func (l *Laplace) Fork() Mechanism { return l }

// Claim returns the claimed ε.
func (l *Laplace) Claim() Claim {
	return claim(l.Claimed, dwork2006, "the number changes by at most the shift between record and neighbour")
}

// Truth returns the number without noise.
func (l *Laplace) Truth() []float64 { return []float64{l.Value[Record]} }

// LogDensity returns the log-density of a release.
func (l *Laplace) LogDensity(in Input, release []float64) float64 {
	return privacy.LaplaceLog(release[0]-l.Value[in&1], l.Scale)
}

// Profile returns the exact profile.
func (l *Laplace) Profile() privacy.Profile {
	return privacy.LaplaceProfile{Shift: (l.Value[1] - l.Value[0]) / l.Scale}
}
