package library

import (
	"math"

	about "indistinct/core/about/library"
	"indistinct/core/lang"
	"indistinct/core/mechanism"
	"indistinct/core/num"
	"indistinct/core/privacy"
	"indistinct/core/rng"
)

// mean is the bounded mean with the library's noise. The two inputs differ in
// one person's value, at the lower and at the upper bound.
type mean struct {
	noise          Noise
	law            about.Law
	value          [2]float64
	sensitivity    float64 // true
	told           float64 // passed to the library
	epsilon, delta float64
	sd             float64 // of the noise that the library adds
	promised       float64 // of the noise that it would add if told the truth
}

func (m *mean) Shape() (int, int) { return 1, 1 }

// Release asks the library for one noisy mean. The library's own allocations
// are not counted; after Open it cannot refuse.
func (m *mean) Release(in mechanism.Input, s *rng.Stream, out []float64) {
	if m.law == about.Naive {
		out[0] = naive(m.value[in], m.told/m.epsilon, s)
		return
	}
	v, err := m.noise.Add(m.law, m.value[in], m.told, m.epsilon, m.delta, s)
	if err != nil {
		v = math.NaN()
	}
	out[0] = v
}

// Fork returns m: the library's state is global and locked.
func (m *mean) Fork() mechanism.Mechanism { return m }

// Truth is the mean itself.
func (m *mean) Truth() []float64 { return m.value[:1] }

// Claim is what the library documents.
func (m *mean) Claim() mechanism.Claim {
	b := privacy.Budget{Epsilon: m.epsilon, Delta: m.delta}
	if m.law != about.Gauss {
		b.Delta = 0
	}
	source := lang.Say("library.claim.source")
	if m.law == about.Naive {
		source = lang.Say("library.claim.textbook")
	}
	return mechanism.Claim{Budget: b, Source: source}
}

// Profile is that of the continuous law.
func (m *mean) Profile() privacy.Profile {
	switch m.law {
	case about.Naive:
		return nil // it would be Laplace's on real numbers
	case about.Gauss:
		return privacy.GaussianProfile{Mu: m.sensitivity / m.sd}
	}
	return privacy.LaplaceProfile{Shift: m.sensitivity / m.told * m.epsilon}
}

// density returns the documented density of an input's releases, for noise of standard
// deviation sd.
func (m *mean) density(in int, sd float64) func(x float64) float64 {
	return func(x float64) float64 {
		if m.law == about.Gauss {
			z := (x - m.value[in]) / sd
			return num.Exp(-0.5*z*z - num.Log(sd) - num.HalfLog2Pi)
		}
		return num.Exp(privacy.LaplaceLog(x-m.value[in], sd/math.Sqrt2))
	}
}

// naive adds Laplace noise of scale b by inverting its distribution function: right for
// real numbers, and here in floating point.
func naive(x, b float64, s *rng.Stream) float64 {
	u := s.Float64() - 0.5
	return x - math.Copysign(b, u)*num.Log(1-2*math.Abs(u))
}
