package survey

import "indistinct/core/rng"

// noiseLaw is a symmetric law that is added to the number of yes answers, in units of
// one answer.
type noiseLaw interface {
	// CDF returns P(N ≤ t); Upper returns P(N > t) without cancellation.
	CDF(t float64) float64
	Upper(t float64) float64
	// LogPDF returns the logarithm of the density, −∞ outside the support.
	LogPDF(t float64) float64
	// Variance is in squared answers.
	Variance() float64
	// Reach is where the density ends or has fallen below 10⁻¹⁶ of its top.
	Reach() float64
	draw(s *rng.Stream) float64
}
