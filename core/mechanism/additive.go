package mechanism

import (
	"indistinct/core/num"
	"indistinct/core/privacy"
	"indistinct/core/rng"
)

// Additive adds independent noise of one law to every number of what would be
// released without it.
type Additive struct {
	Mean    [2][]float64    // without noise, for the record and its neighbour
	Dim     int             // numbers a step
	Laplace bool            // the law; otherwise it is normal
	Scale   float64         // Laplace's b, or the standard deviation of normal noise
	Says    Claim           //
	Exact   privacy.Profile // nil where it is not known
}

// Shape returns the steps of Mean.
func (a *Additive) Shape() (steps, dim int) { return len(a.Mean[0]) / a.Dim, a.Dim }

// Release writes Mean plus noise.
func (a *Additive) Release(in Input, s *rng.Stream, out []float64) {
	if a.Laplace {
		for i, v := range a.Mean[in&1] {
			out[i] = v + s.Laplace(a.Scale)
		}
		return
	}
	for i, v := range a.Mean[in&1] {
		out[i] = v + a.Scale*s.Norm()
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
		if a.Laplace {
			sum += privacy.LaplaceLog(release[i]-v, a.Scale)
			continue
		}
		z := (release[i] - v) / a.Scale
		sum -= 0.5*(z*z) + num.Log(a.Scale) + num.HalfLog2Pi
	}
	return sum
}

// Profile returns the exact profile, where it is known.
func (a *Additive) Profile() privacy.Profile { return a.Exact }
