package estimator

import (
	"math"

	"indistinct/core/about/ring/system"
	"indistinct/core/lang"
	"indistinct/core/mechanism"
	"indistinct/core/num"
	"indistinct/core/privacy"
)

// claimDelta is the δ at which mechanisms with Gaussian noise state their ε.
const claimDelta = 0.05

// Output is output perturbation (Dwork et al. 2006; Le Ny & Pappas 2014): the
// deterministic moving-horizon estimate of each step plus independent noise on
// each coordinate. Its privacy for two records is
// known exactly, because the sensitivity is: the difference of the two
// estimates.
type Output struct {
	mechanism.Additive // to the estimates
	truth              []float64
}

// NewOutput prepares output perturbation of the deterministic estimate for two
// records, with Laplace or normal noise of standard deviation sigma; the entropy factor
// in opt is not used.
func NewOutput(sc *system.Scenario, records [2][]float64, opt W2Options, noise mechanism.Noise,
	sigma float64) (*Output, error) {
	opt.S, opt.FeedSample = []float64{1}, false
	w, err := NewW2MHE(sc, records, opt)
	if err != nil {
		return nil, err
	}
	o := &Output{truth: sc.Truth()}
	o.Mean = [2][]float64{w.Estimate(mechanism.Record), w.Estimate(mechanism.Adjacent)}
	o.Dim, o.Noise, o.Scale = 2, noise, sigma
	diff, l1 := make([]float64, len(o.truth)), 0.0
	for i, v := range o.Mean[0] {
		diff[i] = v - o.Mean[1][i]
		l1 += math.Abs(diff[i])
	}
	if noise.Norm() == 1 {
		o.Scale = sigma / math.Sqrt2 // the variance of scale b is 2b²
		o.Says = mechanism.Claim{Budget: privacy.Budget{Epsilon: l1 / o.Scale},
			Source: lang.Say("ring.estimator.laplace.source")}
	} else {
		mu := math.Sqrt(num.Dot(diff, diff)) / o.Scale
		o.Says = mechanism.Claim{Budget: gaussianClaim(mu), Source: lang.Say("ring.estimator.gauss.source")}
	}
	o.Says.Note = lang.Say("ring.estimator.output.note")
	return o, nil
}

// Pace implements mechanism.Paced: noise is drawn and added.
func (o *Output) Pace() float64 { return 0.05 * float64(len(o.truth)) }

// Fork returns o: it has no scratch.
func (o *Output) Fork() mechanism.Mechanism { return o }

// Truth returns the true positions at the released steps.
func (o *Output) Truth() []float64 { return o.truth }

// gaussianClaim is the exact budget of normal noise at ratio a and δ = 0.05.
func gaussianClaim(a float64) privacy.Budget {
	e, err := privacy.GaussianEpsilon(claimDelta, a)
	if err != nil {
		e = math.Inf(1)
	}
	return privacy.Budget{Epsilon: e, Delta: claimDelta}
}

var (
	_ mechanism.Mechanism  = (*Output)(nil)
	_ mechanism.Estimating = (*Output)(nil)
	_ mechanism.Densitied  = (*Output)(nil)
	_ mechanism.Profiled   = (*Output)(nil)
	_ mechanism.Paced      = (*Output)(nil)
)
