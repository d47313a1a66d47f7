package paper

import (
	"math"
	"testing"
)

func TestScenarios(t *testing.T) {
	for _, c := range []struct {
		beta, gamma float64
		d, want     int
	}{
		{.05, 1e-9, 2, 814}, // Han & Martínez 2021, §V
		{.05, 1e-9, 4, 1099},
		{.1, 1e-9, 2, 407},
		{.01, 1e-9, 2, 4070},
	} {
		if got, err := Scenarios(c.beta, c.gamma, c.d); err != nil || got != c.want {
			t.Errorf("Γ(%v, %v, %d) = %d, %v; want %d", c.beta, c.gamma, c.d, got, err, c.want)
		}
	}
	for _, c := range []struct {
		beta, gamma float64
		d           int
	}{{0, 1e-9, 2}, {1, 1e-9, 2}, {-1, .1, 2}, {math.NaN(), .1, 2}, {.1, 0, 2}, {.1, math.Inf(1), 2},
		{.1, math.NaN(), 2}, {.1, .1, 0}, {1e-12, .1, 2}} {
		if g, err := Scenarios(c.beta, c.gamma, c.d); err == nil {
			t.Errorf("Γ(%v, %v, %d) = %d without an error", c.beta, c.gamma, c.d, g)
		}
	}
	if mass := JointCover(.05, 4); math.Abs(mass-.8) > 1e-15 {
		t.Errorf("joint cover of 4 steps: %v, want 0.8", mass)
	}
	if mass := JointCover(.05, 56); mass != 0 {
		t.Errorf("joint cover of 56 steps: %v, want 0", mass)
	}
}
