package loop

import (
	"cmp"

	"gonum.org/v1/gonum/mat"

	"indistinct/core/control"
	"indistinct/core/lab"
	"indistinct/core/lang"
)

// filter returns the steady Kalman filter of one agent's state from its outputs
// under noise of covariance v: what every other agent runs, and an eavesdropper
// as well. v = 0 is the limit of vanishing noise, which is exact knowledge of
// the state only where C is invertible.
func filter(a *Agent, v *mat.SymDense) (*control.Filter, error) {
	f, err := control.Kalman(a.A, a.C, a.W, v)
	if err != nil {
		return nil, lab.Blame("plant", cmp.Or(control.Unmoved(a.A.T(), a.C.T(), "control.undetectable"),
			lang.Errorf("lqg.refused.filter")))
	}
	return f, nil
}

// smooth returns the steady covariance of the fixed-interval smoother (Rauch,
// Tung & Striebel 1965), far from both ends: what an eavesdropper who waits
// knows.
func smooth(a *Agent, f *control.Filter) (*mat.SymDense, error) {
	// G = Σ̄ Aᵀ Σ⁻¹;  P = G P Gᵀ + Σ̄ − G Σ Gᵀ.
	gt, err := control.Solve(f.Prior, control.Mul(a.A, f.Post))
	if err != nil {
		return f.Post, nil // a direction without any uncertainty: nothing to smooth
	}
	g := gt.T()
	q := control.Sym(control.Sub(f.Post, control.Congruence(g, f.Prior)))
	if r, err := control.SpectralRadius(g); err != nil || r >= 1-1e-12 {
		return f.Post, nil
	}
	return control.Lyapunov(g, q)
}
