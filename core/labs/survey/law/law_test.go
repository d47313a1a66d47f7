package law

import (
	"fmt"
	"math"
	"testing"

	"indistinct/core/test/check"
)

// The O(1) tails of count plus noise against the plain sum.
func TestLawTails(t *testing.T) {
	for _, noise := range []Noise{Laplace{Epsilon: 1}, Laplace{Epsilon: 0.1}, Laplace{Epsilon: 9}, NewTulap(1, 0),
		NewTulap(0.1, 0), NewTulap(9, 0)} {
		for _, n := range []int{1, 30, 400} {
			for _, theta := range []float64{0.02, 0.5, 0.97} {
				x := Sampling(n, theta)
				l := NewNoisyCount(x, noise)
				for z := -12.3; z < float64(n)+12; z += 0.37 * (1 + float64(n)/60) {
					var up, low float64
					for i, p := range x.P {
						up += p * noise.CDF(float64(x.Lo+i)-z)
						low += p * noise.CDF(z-float64(x.Lo+i))
					}
					what := fmt.Sprintf("%v n = %d θ = %g z = %g", noise, n, theta, z)
					check.Near(t, "upper "+what, l.Upper(z), up, 1e-13)
					check.Near(t, "lower "+what, l.Lower(z), low, 1e-13)
				}
			}
		}
	}
}

// Variances: the Tulap law against Awan & Slavković's 2b/(1−b)² + 1/12, the
// misprint's .133253/ε² in place of 2/ε², truncation against a sum.
func TestVariances(t *testing.T) {
	check.Near(t, "misprint", Misprint{Epsilon: 1}.Variance(), 0.133253, 5e-7)
	check.Near(t, "misprint's end", Misprint{Epsilon: 2}.Reach(), math.Ln2/2, 1e-15)
	b := math.Exp(-1)
	check.Near(t, "Tulap", NewTulap(1, 0).Variance(), 2*b/((1-b)*(1-b))+1.0/12, 1e-12)
	for _, n := range []Noise{Misprint{Epsilon: 0.7}, Laplace{Epsilon: 0.7}, NewTulap(0.7, 0), NewTulap(0.7, 0.01),
		NewTulap(0.7, 0.15), NewTulap(4, 0.01), NewTulap(math.Inf(1), 0)} {
		const h = 5e-4
		sum, mass := 0.0, 0.0
		for z := h / 2; z < 60; z += h {
			p := 2 * math.Exp(n.LogPDF(z)) * h
			sum += p * z * z
			mass += p
		}
		check.Near(t, fmt.Sprintf("%T %v mass", n, n), mass, 1, 2e-3)
		check.Near(t, fmt.Sprintf("%T %v variance", n, n), n.Variance(), sum, 2e-3*(1+sum))
		for _, end := range []float64{0.1, 0.5, 0.9, 1.7, 3.2} {
			within := 0.0
			for z := h / 2; z < end; z += h {
				within += 2 * math.Exp(n.LogPDF(z)) * h
			}
			check.Near(t, fmt.Sprintf("%T %v within %g", n, n, end), n.CDF(end)-n.CDF(-end), within, 2e-3)
		}
	}
}

// Values of the Tulap law at b = e⁻¹, computed independently from the
// definition.
func TestTulapCDF(t *testing.T) {
	d := NewTulap(1, 0)
	for _, c := range []struct{ t, want float64 }{
		{0, 0.5}, {0.5, 0.7310585786}, {1, 0.8160602794}, {-2.3, 0.0489054147},
	} {
		check.Near(t, "F", d.CDF(c.t), c.want, 5e-11)
		check.Near(t, "1 − F", d.CDF(-c.t), 1-c.want, 5e-11)
	}
}
