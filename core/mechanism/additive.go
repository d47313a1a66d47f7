package mechanism

import (
	"math"

	"gonum.org/v1/gonum/floats"

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
	// Loss is what is known of the privacy loss of a step of numbers that lie so far apart, in
	// the unit of scale.
	Loss(shifts []float64, scale float64) privacy.Step
}

// LaplaceNoise is the Laplace law; its scale is b, its variance 2b².
type LaplaceNoise struct{}

// Draw implements Noise.
func (LaplaceNoise) Draw(s *rng.Stream, scale float64) float64 { return s.Laplace(scale) }

// LogDensity implements Noise.
func (LaplaceNoise) LogDensity(x, scale float64) float64 { return privacy.LaplaceLog(x, scale) }

// Loss implements Noise.
func (LaplaceNoise) Loss(shifts []float64, scale float64) (s privacy.Step) {
	for _, d := range shifts {
		if d != 0 {
			s.Shifts = append(s.Shifts, d/scale)
		}
	}
	if scale == 0 && len(s.Shifts) > 0 {
		return privacy.Step{Pure: math.Inf(1)}
	}
	return s
}

// NormalNoise is the normal law; its scale is its standard deviation.
type NormalNoise struct{}

// Draw implements Noise.
func (NormalNoise) Draw(s *rng.Stream, scale float64) float64 { return scale * s.Norm() }

// LogDensity implements Noise.
func (NormalNoise) LogDensity(x, scale float64) float64 {
	z := x / scale
	return -(0.5*(z*z) + num.Log(scale) + num.HalfLog2Pi)
}

// Loss implements Noise.
func (NormalNoise) Loss(shifts []float64, scale float64) (s privacy.Step) {
	if d := floats.Norm(shifts, 2); d > 0 {
		s.Mu = d / scale
	}
	return s
}

// Additive adds independent noise of one law to every number of what would be
// released without it.
type Additive struct {
	Mean  [2][]float64    // without noise, for the record and its neighbour
	Dim   int             // numbers a step
	Noise Noise           // the law
	Scale float64         // of the noise, in the unit of Mean
	Says  Claim           //
	Exact privacy.Profile // nil where it is not known
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

// Losses returns what is known of the privacy loss of each step.
func (a *Additive) Losses() (steps []privacy.Step) {
	shifts := floats.SubTo(make([]float64, len(a.Mean[0])), a.Mean[Record], a.Mean[Adjacent])
	for ; len(shifts) > 0; shifts = shifts[a.Dim:] {
		steps = append(steps, a.Noise.Loss(shifts[:a.Dim], a.Scale))
	}
	return steps
}

// Profile returns the exact profile, where it is known.
func (a *Additive) Profile() privacy.Profile { return a.Exact }
