// Package oracle has mechanisms whose privacy is known exactly, so that a test of
// privacy can itself be tested.
package oracle

import (
	"fmt"
	"math"
	"slices"

	"indistinct/core/lang"
	"indistinct/core/mechanism"
	"indistinct/core/num"
	"indistinct/core/privacy"
	"indistinct/core/rng"
	"indistinct/core/test/response"
)

// NewLaplace adds Laplace noise of scale shift/ε to a number that is 0 for the
// record and shift for its neighbour. It is ε-differentially private and no
// better, and
//
//	δ(ε′) = 1 − e^{(ε′ − ε)/2} for ε′ < ε.
func NewLaplace(shift, epsilon float64) (*mechanism.Additive, error) {
	if err := positive("the shift", shift); err != nil {
		return nil, err
	}
	if err := positive("ε", epsilon); err != nil {
		return nil, err
	}
	scale := shift / epsilon
	return &mechanism.Additive{
		Mean: [2][]float64{{0}, {shift}}, Dim: 1, Noise: mechanism.LaplaceNoise{}, Scale: scale,
		Says:  claim(epsilon, dwork2006, "the number changes by at most the shift between record and neighbour"),
		Exact: privacy.LaplaceProfile{Shift: shift / scale},
	}, nil
}

// NewGauss adds normal noise of standard deviation sigma to each of some steps'
// numbers, which differ by shift between the records. No pure ε holds; with
// a = shift·√steps/sigma (Balle & Wang 2018, theorem 8),
//
//	δ(ε) = Φ(a/2 − ε/a) − e^ε Φ(−a/2 − ε/a).
//
// claimed is what it is said to guarantee, right or wrong.
func NewGauss(shift, sigma float64, steps int, claimed privacy.Budget) (*mechanism.Additive, error) {
	if err := positive("σ", sigma); err != nil {
		return nil, err
	}
	if err := finite("the shift", shift); err != nil {
		return nil, err
	}
	steps = max(steps, 1)
	return &mechanism.Additive{
		Mean: [2][]float64{make([]float64, steps), slices.Repeat([]float64{shift}, steps)}, Dim: 1,
		Noise: mechanism.NormalNoise{}, Scale: sigma,
		Says: mechanism.Claim{Budget: claimed, Source: lang.Verbatim("Balle & Wang 2018, theorem 8"),
			Note: lang.Verbatim("the numbers change by at most the shift between record and neighbour")},
		Exact: privacy.GaussianProfile{Mu: math.Abs(shift) * math.Sqrt(float64(steps)) / sigma},
	}, nil
}

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
func (r *Response) Release(in mechanism.Input, s *rng.Stream, out []float64) {
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
func (r *Response) Fork() mechanism.Mechanism { return r }

// Claim returns the claimed ε.
func (r *Response) Claim() mechanism.Claim {
	return claim(r.Claimed, "Warner 1965; composition: Dwork et al. 2006",
		"every answer may differ between record and neighbour")
}

// LogDensity returns the log-probability of a release.
func (r *Response) LogDensity(in mechanism.Input, release []float64) float64 {
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
	return response.Profile{Truth: r.keep, Steps: r.Steps}
}

// NewHistogram releases counts with Laplace noise of scale 1/ε on each. Record
// and neighbour differ by one in one count (one person more), and only that
// count matters.
func NewHistogram(counts []float64, epsilon float64) (*mechanism.Additive, error) {
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
	a := &mechanism.Additive{
		Mean: [2][]float64{slices.Clone(counts), slices.Clone(counts)}, Dim: len(counts),
		Noise: mechanism.LaplaceNoise{}, Scale: 1 / epsilon,
		Says:  claim(epsilon, dwork2006, "record and neighbour differ by one in one count"),
		Exact: privacy.LaplaceProfile{Shift: epsilon},
	}
	a.Mean[mechanism.Adjacent][0]++
	return a, nil
}

// Ignorant ignores its input: standard Laplace noise, whoever asks. ε = 0.
type Ignorant struct{ Steps, Dim int }

// Shape returns the steps and the dimension asked for, at least one.
func (g Ignorant) Shape() (steps, dim int) { return max(g.Steps, 1), max(g.Dim, 1) }

// Release writes noise.
func (g Ignorant) Release(_ mechanism.Input, s *rng.Stream, out []float64) {
	for i := range out {
		out[i] = s.Laplace(1)
	}
}

// Fork returns g: it has no scratch.
func (g Ignorant) Fork() mechanism.Mechanism { return g }

// Claim returns ε = 0.
func (g Ignorant) Claim() mechanism.Claim {
	return claim(0, "by construction", "the release does not depend on the record")
}

// LogDensity returns the log-density of a release.
func (g Ignorant) LogDensity(_ mechanism.Input, release []float64) float64 {
	s := 0.0
	for _, x := range release {
		s += privacy.LaplaceLog(x, 1)
	}
	return s
}

// Profile returns δ(ε) = 0.
func (g Ignorant) Profile() privacy.Profile {
	return privacy.LaplaceProfile{}
}

// positive checks that a parameter is a positive finite number.
func positive(name string, v float64) error {
	if !(v > 0) || math.IsInf(v, 1) {
		return fmt.Errorf("%s is %v; it must be a positive finite number", name, v)
	}
	return nil
}

// finite checks that a parameter is a finite number.
func finite(name string, v float64) error {
	if math.IsNaN(v) || math.IsInf(v, 0) {
		return fmt.Errorf("%s is %v; it must be a finite number", name, v)
	}
	return nil
}

// claim returns a pure claim of ε.
func claim(epsilon float64, source, note string) mechanism.Claim {
	return mechanism.Claim{Budget: privacy.Budget{Epsilon: epsilon}, Source: lang.Verbatim(source),
		Note: lang.Verbatim(note)}
}

const dwork2006 = "Dwork, McSherry, Nissim & Smith 2006, proposition 1"
