package audit

import (
	"testing"

	"indistinct/core/test/check"
)

// Coupled trials prove no more than is true, in all but a twentieth of audits, and of two
// inputs that nearly always agree more than independent ones.
func TestCoupled(t *testing.T) {
	const scale, audits = 10.0, 20
	wrong, better := 0, 0
	for seed := range uint64(audits) {
		var bound [2]float64
		for k, coupled := range []bool{false, true} {
			set := Settings{Seed: seed, Epsilon: 0.1, Alpha: 0.05, Beta: 0.05, Gamma: 1e-9, Grid: 1, N: 2000, M: 6000,
				Learn: true, Brief: true, Coupled: coupled}
			r, err := Run(laplaceStep{scale}, set)
			if err != nil {
				t.Fatal(err)
			}
			if bound[k] = float64(r.Strong.Epsilon); coupled && r.Strong.Count.Coupled && r.Strong.Method != Coupled {
				t.Errorf("seed %d: the method is %q", seed, r.Strong.Method)
			}
		}
		if bound[1] > 1/scale {
			wrong++
		}
		if bound[1] > bound[0] {
			better++
		}
	}
	if most := check.Most(audits, 0.05); wrong > most {
		t.Errorf("%d of %d bounds are above the true ε", wrong, audits)
	}
	if better < 15 {
		t.Errorf("coupled trials prove more in %d of %d audits", better, audits)
	}
	set := Settings{Epsilon: 1, Delta: 0.1, Alpha: 0.05, Beta: 0.05, Gamma: 1e-9, Grid: 1, N: 100, M: 100, Brief: true,
		Coupled: true}
	if set.Check() == nil {
		t.Error("coupled trials are taken for a claim with δ")
	}
}
