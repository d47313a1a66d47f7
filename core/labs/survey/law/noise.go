// Package law holds the laws of what a survey publishes: noise that is added to a count
// (noise: laplace, tulap and, as an exhibit, misprint), counts (binomial), and the sum of
// both (noisycount). It believes that a tail is computed without cancellation or not at
// all.
package law

import "indistinct/core/rng"

// Noise is a symmetric law that is added to the number of yes answers, in units of
// one answer.
type Noise interface {
	// CDF returns P(N ≤ t); Upper returns P(N > t) without cancellation.
	CDF(t float64) float64
	Upper(t float64) float64
	// LogPDF returns the logarithm of the density, −∞ outside the support.
	LogPDF(t float64) float64
	// Variance is in squared answers.
	Variance() float64
	// Reach is where the density ends or has fallen below 10⁻¹⁶ of its top.
	Reach() float64
	Draw(s *rng.Stream) float64
}
