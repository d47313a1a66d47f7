package filtering

import (
	"math"
	"testing"
)

// TestDifference: every displacement of the input has norm 1, in ℓ₁ under Laplace noise, else in ℓ₂, and none
// moves the output further than the worst.
func TestDifference(t *testing.T) {
	for _, h := range [][]float64{{1}, {1, 0, 0}, {0.5, 0.3, 0.2, 0.1}, {1, -0.5, 0.25, -0.125, 0}} {
		for _, laplace := range []bool{false, true} {
			moved := map[string]float64{}
			for _, shape := range []string{"flat", "bump", "worst"} {
				d := displacement{shape: shape}.difference(h, laplace)
				norm, out := 0.0, 0.0
				for i, x := range d {
					y := 0.0
					for j := range i + 1 {
						y += h[i-j] * d[j]
					}
					if laplace {
						norm, out = norm+math.Abs(x), out+math.Abs(y)
					} else {
						norm, out = norm+x*x, out+y*y
					}
				}
				if len(d) != len(h) || math.Abs(norm-1) > 1e-9 {
					t.Errorf("%v, %s, Laplace %v: %v has the norm %v", h, shape, laplace, d, norm)
				}
				moved[shape] = out
			}
			if worst := moved["worst"] + 1e-9; moved["flat"] > worst || moved["bump"] > worst {
				t.Errorf("%v, Laplace %v: the output moves by %v", h, laplace, moved)
			}
		}
	}
}
