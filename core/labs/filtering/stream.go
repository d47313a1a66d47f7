package filtering

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

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
	through := mat.NewDense(n, n, nil) // the map from the first n inputs to the outputs
	for i := range n {
		for j := range i + 1 {
			through.Set(i, j, h[i-j])
		}
	}
	switch {
	case p.shape == "flat":
		for i := range d {
			d[i] = 1 / math.Sqrt(float64(n))
			if laplace {
				d[i] = 1 / float64(n)
			}
		}
	case p.shape == "bump" || !svd.Factorize(through, mat.SVDThinV):
		d[p.at] = 1
	default:
		var v mat.Dense
		svd.VTo(&v)
		mat.Col(d, 0, &v)
		if d[0] < 0 {
			floats.Scale(-1, d)
		}
	}
	return d
}
