package estimator

import (
	"math"

	"gonum.org/v1/gonum/floats"

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

// OutputNoise is a law of noise for output perturbation.
type OutputNoise struct {
	mechanism.Noise
	SD     float64                                             // standard deviation at scale 1
	Budget func(apart []float64, scale float64) privacy.Budget // claimed for inputs whose numbers lie so far apart
	Source lang.Message                                        // of the claim
}

// Laplace is noise whose claim is its pure ε.
var Laplace = OutputNoise{mechanism.LaplaceNoise{}, math.Sqrt2, func(apart []float64, scale float64) privacy.Budget {
	return privacy.Budget{Epsilon: floats.Norm(apart, 1) / scale}
}, lang.Say("ring.estimator.laplace.source")}

// Normal is noise whose claim is its exact ε at δ = 0.05.
var Normal = OutputNoise{mechanism.NormalNoise{}, 1, func(apart []float64, scale float64) privacy.Budget {
	return gaussianClaim(math.Sqrt(num.Dot(apart, apart)) / scale)
}, lang.Say("ring.estimator.gauss.source")}

// NewOutput prepares output perturbation of the deterministic estimate for two
// records, with noise of standard deviation sigma; the entropy factor in opt is not used.
func NewOutput(sc *system.Scenario, records [2][]float64, opt W2Options, noise OutputNoise,
	sigma float64) (*Output, error) {
	opt.S, opt.FeedSample = []float64{1}, false
	w, err := NewW2MHE(sc, records, opt)
	if err != nil {
		return nil, err
	}
	o := &Output{truth: sc.Truth()}
	o.Mean = [2][]float64{w.Estimate(mechanism.Record), w.Estimate(mechanism.Adjacent)}
	o.Dim, o.Noise, o.Scale = 2, noise.Noise, sigma/noise.SD
	o.Says = mechanism.Claim{Budget: noise.Budget(o.Apart(), o.Scale), Source: noise.Source,
		Note: lang.Say("ring.estimator.output.note")}
	return o, nil
}

// Pace implements mechanism.Paced: noise is drawn and added.
func (o *Output) Pace() float64 { return 0.05 * float64(len(o.truth)) }

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
