package filtering

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"

	"indistinct/core/lang"
	"indistinct/core/mechanism"
	"indistinct/core/privacy"
)

// exact returns the privacy profile of white noise on two signals: a closed form
// for Gaussian noise and for Laplace noise where the signals differ at one step,
// composed where they differ at several; nil where there is none.
func exact(s *mechanism.Additive) privacy.Profile {
	sq, at := 0.0, []float64{}
	for i, v := range s.Mean[0] {
		d := s.Mean[1][i] - v
		sq += d * d
		if d != 0 {
			at = append(at, d/s.Scale)
		}
	}
	switch {
	case s.Scale == 0:
		return nil
	case s.Noise == mechanism.NormalNoise{}:
		return privacy.GaussianProfile{Mu: math.Sqrt(sq) / s.Scale}
	case len(at) == 0:
		return privacy.LaplaceProfile{}
	case len(at) == 1:
		return privacy.LaplaceProfile{Shift: at[0]}
	}
	return composed(at)
}

// composed returns the privacy profile of Laplace noise on several releases of
// which the i-th moves by shifts[i] times its scale, or nil where the sum of the
// shifts is above 40 and the profile nearly one.
//
// Each release's loss is put on a grid by privacy.LaplaceAbove, so that δ(ε) is never below the
// truth; the losses are added by Fourier transforms.
func composed(shifts []float64) privacy.Profile {
	pure := 0.0
	for _, s := range shifts {
		pure += math.Abs(s)
	}
	if pure == 0 || pure > 40 {
		return nil
	}
	const size, half = 8192, 4000 // the rest is room for rounding outwards
	h := pure / half
	law := privacy.Convolve(size, len(shifts), 1, func(k int, cells []float64) {
		privacy.LaplaceAbove(math.Abs(shifts[k]), h, func(cell int, mass float64) { cells[(cell+size)%size] += mass })
	})
	losses := privacy.GridLosses(law, h)
	return privacy.NewLossProfile(losses, losses, pure, lang.Say("filtering.profile"))
}

// toeplitz is the map from the first n inputs of a filter to its outputs.
func toeplitz(h []float64) *mat.Dense {
	n := len(h)
	m := mat.NewDense(n, n, nil)
	for i := range n {
		for j := range i + 1 {
			m.Set(i, j, h[i-j])
		}
	}
	return m
}

// displacement is how a stream differs over the audited steps.
type displacement struct {
	shape string // worst, bump or flat
	at    int    // the step of a bump
}

// settled returns what the worst displacement is where that is known without
// computing: in ℓ₁ a single step is the worst, and the first leaves most time to
// show; without memory no step is worse than another.
func (p displacement) settled(h []float64, laplace bool) displacement {
	memory := slices.ContainsFunc(h[1:], func(v float64) bool { return v != 0 })
	if p.shape == "worst" && (laplace || !memory) {
		return displacement{shape: "bump"}
	}
	return p
}

// difference returns a change of the input over n steps with norm 1 (ℓ₂, or ℓ₁
// for Laplace noise); h is the impulse response it will pass through.
func (p displacement) difference(h []float64, laplace bool) []float64 {
	n := len(h)
	d := make([]float64, n)
	p = p.settled(h, laplace)
	var svd mat.SVD
	switch {
	case p.shape == "flat":
		for i := range d {
			d[i] = 1 / math.Sqrt(float64(n))
			if laplace {
				d[i] = 1 / float64(n)
			}
		}
	case p.shape == "bump" || !svd.Factorize(toeplitz(h), mat.SVDThinV):
		d[p.at] = 1
	default:
		var v mat.Dense
		svd.VTo(&v)
		mat.Col(d, 0, &v)
		if d[0] < 0 {
			for i := range d {
				d[i] = -d[i]
			}
		}
	}
	return d
}
