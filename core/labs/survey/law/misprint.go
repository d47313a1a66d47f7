package law

import (
	"math"

	"indistinct/core/num"
	"indistinct/core/rng"
)

// Misprint is what the slide's inverse −sign(W) log(1 − |W|)/ε, W uniform on
// (−½, ½), draws: the density ε e^{−ε|t|} on |t| < ln 2/ε. It is bounded, so
// adding it to a count is not private for any ε. The Laplace law needs
// log(1 − 2|W|).
type Misprint struct{ Epsilon float64 }

func (d Misprint) End() float64 { return math.Ln2 / d.Epsilon }

// CDF returns P(N ≤ t).
func (d Misprint) CDF(t float64) float64 {
	if t > 0 {
		return 1 - d.CDF(-t)
	}
	if t <= -d.End() {
		return 0
	}
	return max(num.Exp(d.Epsilon*t)-0.5, 0)
}

// Upper returns P(N > t).
func (d Misprint) Upper(t float64) float64 { return d.CDF(-t) }

// LogPDF returns the logarithm of the density.
func (d Misprint) LogPDF(t float64) float64 {
	t = math.Abs(t)
	if t >= d.End() {
		return math.Inf(-1)
	}
	return num.Log(d.Epsilon) - d.Epsilon*t
}

// Variance returns (2 − 2 ln 2 − ln²2)/ε² = 0.133253/ε².
func (d Misprint) Variance() float64 {
	return (2 - 2*math.Ln2 - math.Ln2*math.Ln2) / (d.Epsilon * d.Epsilon)
}

// Reach returns ln 2/ε.
func (d Misprint) Reach() float64 { return d.End() }

func (d Misprint) Draw(s *rng.Stream) float64 {
	w := s.Open() - 0.5
	return -math.Copysign(num.Log1p(-math.Abs(w)), w) / d.Epsilon
}
