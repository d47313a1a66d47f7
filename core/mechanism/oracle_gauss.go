package mechanism

import (
	"math"

	"indistinct/core/num"
	"indistinct/core/privacy"
	"indistinct/core/rng"
)

// Gauss adds normal noise of standard deviation Sigma to each of Steps numbers
// that differ by Shift between the records. No pure ε holds; with
// a = Shift·√Steps/Sigma (Balle & Wang 2018, theorem 5),
//
//	δ(ε) = Φ(a/2 − ε/a) − e^ε Φ(−a/2 − ε/a).
type Gauss struct {
	Shift, Sigma float64
	Steps        int
	Claimed      privacy.Budget
}

// NewGauss returns the mechanism; claimed is what it is said to guarantee,
// right or wrong.
func NewGauss(shift, sigma float64, steps int, claimed privacy.Budget) (*Gauss, error) {
	if err := positive("σ", sigma); err != nil {
		return nil, err
	}
	if err := finite("the shift", shift); err != nil {
		return nil, err
	}
	return &Gauss{Shift: shift, Sigma: sigma, Steps: max(steps, 1), Claimed: claimed}, nil
}

// Shape returns Steps steps of one number.
func (g *Gauss) Shape() (steps, dim int) { return g.Steps, 1 }

// Release writes Steps noisy numbers.
func (g *Gauss) Release(in Input, s *rng.Stream, out []float64) {
	v := float64(in&1) * g.Shift
	for i := range out[:g.Steps] {
		out[i] = v + g.Sigma*s.Norm()
	}
}

// Fork returns g: it has no scratch.
func (g *Gauss) Fork() Mechanism { return g }

// Claim returns the claimed budget.
func (g *Gauss) Claim() Claim {
	return Claim{Budget: g.Claimed, Source: "Balle & Wang 2018, theorem 5", Note: "the numbers change by at most the shift between record and neighbour"}
}

// Truth returns the numbers without noise.
func (g *Gauss) Truth() []float64 { return make([]float64, g.Steps) }

// LogDensity returns the log-density of a release.
func (g *Gauss) LogDensity(in Input, release []float64) float64 {
	v, s := float64(in&1)*g.Shift, 0.0
	for _, x := range release[:g.Steps] {
		z := (x - v) / g.Sigma
		s -= 0.5*(z*z) + num.Log(g.Sigma) + num.HalfLog2Pi
	}
	return s
}

// Profile returns the exact profile.
func (g *Gauss) Profile() privacy.Profile {
	return privacy.GaussianProfile{Mu: math.Abs(g.Shift) * math.Sqrt(float64(g.Steps)) / g.Sigma}
}
