package mechanism

import (
	"math"
	"testing"
)

// TestLosses: numbers of one step with normal noise are as far apart as their ℓ₂ norm says, those
// with Laplace noise as their ℓ₁ norm; steps stay apart.
func TestLosses(t *testing.T) {
	a := Additive{Mean: [2][]float64{{1, 2, 3, 4}, {4, 6, 3, 3}}, Dim: 2, Noise: NormalNoise{}, Scale: 2}
	steps, _ := a.Losses()
	if len(steps) != 2 || math.Abs(steps[0].Mu-2.5) > 1e-15 || steps[1].Mu != 0.5 {
		t.Errorf("normal noise: %+v, want μ of 2.5 and 0.5", steps)
	}
	a.Noise = LaplaceNoise{}
	steps, _ = a.Losses()
	if len(steps) != 2 || steps[0].Pure != 3.5 || steps[1].Pure != 0.5 || steps[0].Mu != 0 ||
		len(steps[0].Shifts) != 2 || len(steps[1].Shifts) != 1 {
		t.Errorf("Laplace noise: %+v, want ε of 3.5 in two numbers and of 0.5 in one", steps)
	}
}
