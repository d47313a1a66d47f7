package mechanism

import (
	"fmt"
	"math"

	"indistinct/core/num"
	"indistinct/core/privacy"
	"indistinct/core/rng"
)

// Response answers one yes-or-no question at each step by randomised response
// (Warner 1965): the truth with probability e^{ε₀}/(1+e^{ε₀}), else its
// opposite. The neighbour has every answer opposite, so ε = Steps·ε₀.
type Response struct {
	Steps   int
	Each    float64 // ε₀ of one step
	Claimed float64
	keep    float64
}

// NewResponse returns randomised response over some steps with ε₀ each;
// claimed is the ε that is claimed for all of them.
func NewResponse(steps int, each, claimed float64) (*Response, error) {
	if steps < 1 || steps > 64 {
		return nil, fmt.Errorf("the number of steps is %d; it must lie in 1 … 64", steps)
	}
	if !(each >= 0) || math.IsInf(each, 1) {
		return nil, fmt.Errorf("ε₀ is %v; it must be a finite number, at least 0", each)
	}
	return &Response{Steps: steps, Each: each, Claimed: claimed, keep: 1 / (1 + num.Exp(-each))}, nil
}

// Shape returns Steps steps of one answer, 0 or 1.
func (r *Response) Shape() (steps, dim int) { return r.Steps, 1 }

// Release writes the answers.
func (r *Response) Release(in Input, s *rng.Stream, out []float64) {
	truth := float64(in & 1)
	for i := range out[:r.Steps] {
		if s.Float64() < r.keep {
			out[i] = truth
		} else {
			out[i] = 1 - truth
		}
	}
}

// Fork returns r: it has no scratch.
func (r *Response) Fork() Mechanism { return r }

// Claim returns the claimed ε.
func (r *Response) Claim() Claim {
	return claim(r.Claimed, "Warner 1965; composition: Dwork et al. 2006", "every answer may differ between record and neighbour")
}

// LogDensity returns the log-probability of a release.
func (r *Response) LogDensity(in Input, release []float64) float64 {
	s := 0.0
	for _, x := range release[:r.Steps] {
		if x == float64(in&1) {
			s += num.Log(r.keep)
		} else {
			s += num.Log(1 - r.keep)
		}
	}
	return s
}

// Profile returns the exact profile: only the number of ones matters.
func (r *Response) Profile() privacy.Profile {
	return privacy.ResponseProfile{Truth: r.keep, Steps: r.Steps}
}
