package law

import (
	"math"

	"indistinct/core/num"
	"indistinct/core/privacy"
	"indistinct/core/rng"
)

// Laplace is the law of scale 1/ε: the count's noise in the Laplace mechanism.
type Laplace struct{ Epsilon float64 }

// CDF returns P(N ≤ t).
func (d Laplace) CDF(t float64) float64 {
	if t > 0 {
		return 1 - d.CDF(-t)
	}
	return 0.5 * num.Exp(d.Epsilon*t)
}

// Upper returns P(N > t).
func (d Laplace) Upper(t float64) float64 { return d.CDF(-t) }

// LogPDF returns the logarithm of the density.
func (d Laplace) LogPDF(t float64) float64 {
	return privacy.LaplaceLog(t, 1/d.Epsilon)
}

// Variance returns 2/ε².
func (d Laplace) Variance() float64 { return 2 / (d.Epsilon * d.Epsilon) }

// Reach returns 37/ε.
func (d Laplace) Reach() float64 { return 37 / d.Epsilon }

func (d Laplace) Draw(s *rng.Stream) float64 {
	w := s.Open() - 0.5
	return -math.Copysign(num.Log1p(-2*math.Abs(w)), w) / d.Epsilon
}
