package loop

import (
	"cmp"

	"gonum.org/v1/gonum/mat"

	"indistinct/core/control"
	"indistinct/core/lab"
	"indistinct/core/lang"
)

// filters returns the steady Kalman filter of each agent's state from its outputs, to which so much noise is
// added: what every other agent runs, and an eavesdropper as well. Without any noise it is the limit of
// vanishing noise, which is exact knowledge of the state only where C is invertible. Agents that follow each
// other, are of one kind, which shares its matrices, and add the same noise have one filter.
func filters(net *Network, added []Noise) (out []*control.Filter, err error) {
	for i := range net.Agents {
		a, last := &net.Agents[i], &net.Agents[max(i-1, 0)]
		if i > 0 && a.A == last.A && a.C == last.C && a.W == last.W && a.V == last.V && added[i] == added[i-1] {
			out = append(out, out[i-1])
			continue
		}
		v := control.Add(a.V, control.Identity(a.Outputs(), added[i].Out*added[i].Out))
		f, err := control.Kalman(a.A, a.C, a.W, control.Sym(v))
		if err != nil {
			return nil, lab.Blame("plant", cmp.Or(control.Unmoved(a.A.T(), a.C.T(), "control.undetectable"),
				lang.Errorf("lqg.refused.filter")))
		}
		out = append(out, f)
	}
	return out, nil
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
