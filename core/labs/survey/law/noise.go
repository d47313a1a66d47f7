// Package law holds the laws of what a survey publishes: noise that is added to a count
// (noise: Laplace and, as an exhibit, the misprint; tulap), counts (binomial), and the sum of
// both (noisycount). It believes that a tail is computed without cancellation or not at
// all.
package law

import (
	"math"

	"indistinct/core/num"
	"indistinct/core/privacy"
	"indistinct/core/rng"
)

// Noise is a symmetric law that is added to the number of yes answers, in units of
// one answer.
type Noise interface {
	// CDF returns P(N ≤ t), which is P(N > −t): either tail without cancellation.
	CDF(t float64) float64
	// LogPDF returns the logarithm of the density, −∞ outside the support.
	LogPDF(t float64) float64
	// Variance is in squared answers.
	Variance() float64
	// Reach is where the density ends or has fallen below 10⁻¹⁶ of its top.
	Reach() float64
	Draw(s *rng.Stream) float64
}

// Laplace is the law of scale 1/ε: the count's noise in the Laplace mechanism.
type Laplace struct{ Epsilon float64 }

func (d Laplace) CDF(t float64) float64 {
	if t > 0 {
		return 1 - d.CDF(-t)
	}
	return 0.5 * num.Exp(d.Epsilon*t)
}

func (d Laplace) LogPDF(t float64) float64 {
	return privacy.LaplaceLog(t, 1/d.Epsilon)
}

// Variance returns 2/ε².
func (d Laplace) Variance() float64 { return 2 / (d.Epsilon * d.Epsilon) }

// Reach returns 37/ε.
func (d Laplace) Reach() float64 { return 37 / d.Epsilon }

// Draw inverts the distribution function.
func (d Laplace) Draw(s *rng.Stream) float64 {
	w := s.Open() - 0.5
	return -math.Copysign(num.Log1p(-2*math.Abs(w)), w) / d.Epsilon
}

// Misprint is what the slide's inverse −sign(W) log(1 − |W|)/ε, W uniform on
// (−½, ½), draws: the density ε e^{−ε|t|} on |t| < ln 2/ε. It is bounded, so
// adding it to a count is not private for any ε. The Laplace law needs
// log(1 − 2|W|).
type Misprint struct{ Epsilon float64 }

func (d Misprint) CDF(t float64) float64 {
	if t > 0 {
		return 1 - d.CDF(-t)
	}
	if t <= -d.Reach() {
		return 0
	}
	return max(num.Exp(d.Epsilon*t)-0.5, 0)
}

func (d Misprint) LogPDF(t float64) float64 {
	t = math.Abs(t)
	if t >= d.Reach() {
		return math.Inf(-1)
	}
	return num.Log(d.Epsilon) - d.Epsilon*t
}

// Variance returns (2 − 2 ln 2 − ln²2)/ε² = 0.133253/ε².
func (d Misprint) Variance() float64 {
	return (2 - 2*math.Ln2 - math.Ln2*math.Ln2) / (d.Epsilon * d.Epsilon)
}

// Reach returns ln 2/ε, where the density ends.
func (d Misprint) Reach() float64 { return math.Ln2 / d.Epsilon }

// Draw inverts the distribution function.
func (d Misprint) Draw(s *rng.Stream) float64 {
	w := s.Open() - 0.5
	return -math.Copysign(num.Log1p(-math.Abs(w)), w) / d.Epsilon
}
