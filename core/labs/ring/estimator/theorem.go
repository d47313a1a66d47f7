package estimator

import (
	"math"

	"indistinct/core/about/ring/system"
	"indistinct/core/lang"
	"indistinct/core/mechanism"
	"indistinct/core/privacy"
)

// TheoremEpsilon is our reconstruction of Theorem 4 of Krishnan & Martínez (2021), which Han &
// Martínez (2021, §V e) cite, and of which they print one value: the ε of entropy factor s and
// records d apart,
//
//	ε = s/(1−s) · d · l · c_f^{T−N+1} · diam K₀,  l = 2(N+1) c_h c_f,
//
// with their c_h = Gain (100). It gives the printed 6474.3 for T = 7. As reconstructed it counts one
// release and not T + 1 − N of them, and leaves out the record's effect on the prediction, so
// that it need not lie above the exact ε; SoundEpsilon does.
func TheoremEpsilon(c system.Config, d, s float64) float64 {
	cf := c.Norm()
	p := 1.0
	for range c.T - c.N + 1 {
		p *= cf
	}
	return s / (1 - s) * d * (2 * float64(c.N+1) * c.Gain * cf * p * c.Diam)
}

// SoundEpsilon bounds ε for these two records from the records' distances step
// by step and the Lipschitz constant of h, c_h = Gain·Slope:
//
//	ε ≤ Σ_k β_k ( diam(K₀) c_f^k · 2κ c_h Σ_i c_f^i ‖δy_{k+i}‖ + r₀² sup_{|w|≤1} 2 |wᵀBᵀB δw̄_k| / η ),
//
// B = A^k, where the last term, the effect of the record on the prediction w̄_k
// in units of r₀, is that of these two records (zero at k = 0). It is taken over
// K_k itself: over a ball of diameter c_f^k diam K₀ it would be
// β_k ‖A δẑ_{k−1}‖ c_f^k diam(K₀)/η, a bound as well and a larger one (16.23 in place
// of 15.43 for a sensor that is moved by 3.4 mm at s = 0.8). With prior = false the
// term is left out, which is a bound for a prediction that does not depend on the
// record. A step at s = 1 makes it +Inf unless both records give it the same window
// and prediction. It holds for records that differ in the starred sensor alone.
func (w *W2MHE) SoundEpsilon(prior bool) float64 {
	m := w.model
	sc := m.sc
	cf := sc.Norm()
	sum := 0.0
	ck := 1.0
	for k := range w.model.beta {
		f := &m.frames[k]
		in := 0.0
		for _, j := range f.times {
			p := 1.0
			for range j - k {
				p *= cf
			}
			in += p * system.Between(sc.Row(w.records[0], j), sc.Row(w.records[1], j))
		}
		in *= sc.Diam * ck * 2 * m.opt.Kappa * (sc.Gain * sc.Slope)
		if prior && k > 0 {
			var moved wvec
			a, b := f.predict(w.law[0][k-1].mode), f.predict(w.law[1][k-1].mode)
			for i := range moved {
				moved[i] = a[i] - b[i]
			}
			var pull wvec
			for a := range 2 {
				p := f.prior[a]
				pull[2*a] = p[0]*moved[2*a] + p[1]*moved[2*a+1]
				pull[2*a+1] = p[1]*moved[2*a] + p[2]*moved[2*a+1]
			}
			in += 2 * math.Sqrt(pull.dot(pull))
		}
		if in > 0 { // ∞ · 0 at s = 1
			sum += w.model.beta[k] * in
		}
		ck *= cf
	}
	return sum
}

// Claim is the sound bound for these two records.
func (w *W2MHE) Claim() mechanism.Claim {
	return mechanism.Claim{
		Budget: privacy.Budget{Epsilon: w.SoundEpsilon(!w.model.opt.FeedSample)},
		Source: lang.Say("ring.estimator.w2mhe.source"),
		Note:   lang.Say("ring.estimator.w2mhe.note"),
	}
}
