package mechanism

import (
	"math"
	"slices"

	"indistinct/core/num"
	"indistinct/core/privacy"
	"indistinct/core/rng"
)

// Noise is a law of noise about 0, up to its scale, and what independent noise of that law on each number hides.
type Noise interface {
	// Draw returns one number of the noise.
	Draw(s *rng.Stream, scale float64) float64
	// LogDensity returns the log-density at x, in the unit of scale.
	LogDensity(x, scale float64) float64
	// Profile returns the exact profile of inputs whose numbers lie so far apart.
	Profile(apart []float64, scale float64) privacy.Profile
	// Step returns what such inputs lose, for accountants; an entry 0 of apart tells nothing, even without noise.
	Step(apart []float64, scale float64) privacy.Step
	// Covers returns the largest difference of the inputs, in the ℓp norm of norm, at which a budget is kept;
	// NaN where none is.
	Covers(b privacy.Budget, scale float64) (most, norm float64)
}

// LaplaceNoise is the Laplace law; its scale is b, its variance 2b².
type LaplaceNoise struct{}

func (LaplaceNoise) Draw(s *rng.Stream, scale float64) float64 { return s.Laplace(scale) }

func (LaplaceNoise) LogDensity(x, scale float64) float64 { return privacy.LaplaceLog(x, scale) }

func (LaplaceNoise) Profile(apart []float64, scale float64) privacy.Profile {
	return privacy.LaplaceSum(LaplaceNoise{}.Step(apart, scale).Shifts)
}

func (LaplaceNoise) Step(apart []float64, scale float64) (s privacy.Step) {
	for _, d := range apart {
		if d = math.Abs(d) / scale; d != 0 {
			s.Pure, s.Shifts = s.Pure+d, append(s.Shifts, d)
		}
	}
	return s
}

func (LaplaceNoise) Covers(b privacy.Budget, scale float64) (most, norm float64) {
	return b.Epsilon * scale, 1
}

// NormalNoise is the normal law; its scale is its standard deviation.
type NormalNoise struct{}

func (NormalNoise) Draw(s *rng.Stream, scale float64) float64 { return scale * s.Norm() }

func (NormalNoise) LogDensity(x, scale float64) float64 {
	z := x / scale
	return -(0.5*(z*z) + num.Log(scale) + num.HalfLog2Pi)
}

func (NormalNoise) Profile(apart []float64, scale float64) privacy.Profile {
	return privacy.GaussianProfile{Mu: math.Sqrt(num.Dot(apart, apart)) / scale}
}

func (NormalNoise) Step(apart []float64, scale float64) (s privacy.Step) {
	for _, d := range apart {
		if d != 0 {
			s.Mu = math.Hypot(s.Mu, math.Abs(d)/scale)
		}
	}
	return s
}

func (NormalNoise) Covers(b privacy.Budget, scale float64) (most, norm float64) {
	sigma, _ := privacy.GaussianSigma(b.Delta, b.Epsilon) // NaN where there is none
	return scale / sigma, 2
}

// Additive adds independent noise of one law to every number of what would be
// released without it.
type Additive struct {
	Mean  [2][]float64    // without noise, for the record and its neighbour
	Dim   int             // numbers a step
	Noise Noise           // the law
	Scale float64         // of the noise, in the unit of Mean
	Says  Claim           //
	Exact privacy.Profile // nil: that of the noise
}

// Shape returns the steps of Mean.
func (a *Additive) Shape() (steps, dim int) { return len(a.Mean[0]) / a.Dim, a.Dim }

// Release writes Mean plus noise.
func (a *Additive) Release(in Input, s *rng.Stream, out []float64) {
	for i, v := range a.Mean[in&1] {
		out[i] = v + a.Noise.Draw(s, a.Scale)
	}
}

func (a *Additive) Fork() Mechanism { return a }

// Claim returns what it says.
func (a *Additive) Claim() Claim { return a.Says }

// Truth returns the record's numbers without noise.
func (a *Additive) Truth() []float64 { return a.Mean[Record] }

// LogDensity returns the log-density of a release.
func (a *Additive) LogDensity(in Input, release []float64) float64 {
	sum := 0.0
	for i, v := range a.Mean[in&1] {
		sum += a.Noise.LogDensity(release[i]-v, a.Scale)
	}
	return sum
}

// Apart returns how far each number of the neighbour lies from the record's.
func (a *Additive) Apart() []float64 {
	out := make([]float64, len(a.Mean[Record]))
	for i, v := range a.Mean[Record] {
		out[i] = a.Mean[Adjacent][i] - v
	}
	return out
}

// Losses implements Accounted.
func (a *Additive) Losses() (steps []privacy.Step, _ []privacy.Profile) {
	for step := range slices.Chunk(a.Apart(), a.Dim) {
		steps = append(steps, a.Noise.Step(step, a.Scale))
	}
	return steps, nil
}

// Covers returns the largest difference of the inputs, in the noise's norm, at which it keeps a
// budget; NaN where it keeps none.
func (a *Additive) Covers(b privacy.Budget) (most, norm float64) { return a.Noise.Covers(b, a.Scale) }

// Profile returns Exact or, where that is nil, the profile of its noise; nil without noise.
func (a *Additive) Profile() privacy.Profile {
	if a.Exact != nil || a.Scale == 0 {
		return a.Exact
	}
	return a.Noise.Profile(a.Apart(), a.Scale)
}
