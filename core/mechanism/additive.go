package mechanism

import (
	"math"

	"indistinct/core/num"
	"indistinct/core/privacy"
	"indistinct/core/rng"
)

// Noise is a law of noise about 0, up to its scale.
type Noise interface {
	// Draw returns one number of the noise.
	Draw(s *rng.Stream, scale float64) float64
	// LogDensity returns the log-density at x, in the unit of scale.
	LogDensity(x, scale float64) float64
	// Norm is p of the ℓp norm in which differences between inputs count.
	Norm() float64
}

// LaplaceNoise is the Laplace law; its scale is b, its variance 2b².
type LaplaceNoise struct{}

// Draw implements Noise.
func (LaplaceNoise) Draw(s *rng.Stream, scale float64) float64 { return s.Laplace(scale) }

// LogDensity implements Noise.
func (LaplaceNoise) LogDensity(x, scale float64) float64 { return privacy.LaplaceLog(x, scale) }

// Norm implements Noise.
func (LaplaceNoise) Norm() float64 { return 1 }

// NormalNoise is the normal law; its scale is its standard deviation.
type NormalNoise struct{}

// Draw implements Noise.
func (NormalNoise) Draw(s *rng.Stream, scale float64) float64 { return scale * s.Norm() }

// LogDensity implements Noise.
func (NormalNoise) LogDensity(x, scale float64) float64 {
	z := x / scale
	return -(0.5*(z*z) + num.Log(scale) + num.HalfLog2Pi)
}

// Norm implements Noise.
func (NormalNoise) Norm() float64 { return 2 }

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

// Fork returns a: it has no scratch.
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

// Losses implements Accounted.
func (a *Additive) Losses() (steps []privacy.Step, _ []privacy.Profile) {
	for i := 0; i < len(a.Mean[0]); i += a.Dim {
		var s privacy.Step
		for j, v := range a.Mean[Record][i : i+a.Dim] {
			switch d := math.Abs(v-a.Mean[Adjacent][i+j]) / a.Scale; {
			case !(d > 0): // also without noise
			case a.Noise.Norm() == 2:
				s.Mu = math.Hypot(s.Mu, d)
			default:
				s.Pure, s.Shifts = s.Pure+d, append(s.Shifts, d)
			}
		}
		steps = append(steps, s)
	}
	return steps, nil
}

// Covers returns the largest difference of the inputs, in the noise's norm, at which it keeps a
// budget; NaN where it keeps none.
func (a *Additive) Covers(b privacy.Budget) (most, norm float64) {
	if a.Noise.Norm() == 1 {
		return b.Epsilon * a.Scale, 1
	}
	sigma, _ := privacy.GaussianSigma(b.Delta, b.Epsilon) // NaN where there is none
	return a.Scale / sigma, 2
}

// Profile returns Exact or, where that is nil, the profile of its noise; nil without noise.
func (a *Additive) Profile() privacy.Profile {
	if a.Exact != nil || a.Scale == 0 {
		return a.Exact
	}
	apart := make([]float64, len(a.Mean[Record]))
	for i, v := range a.Mean[Record] {
		apart[i] = a.Mean[Adjacent][i] - v
	}
	if a.Noise.Norm() == 2 {
		return privacy.GaussianProfile{Mu: math.Sqrt(num.Dot(apart, apart)) / a.Scale}
	}
	for i := range apart {
		apart[i] /= a.Scale
	}
	return privacy.LaplaceSum(apart)
}
