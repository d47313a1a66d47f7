package estimator

import (
	"math"
	"sync"

	"indistinct/core/labs/ring/system"
	"indistinct/core/lang"
	"indistinct/core/mechanism"
	"indistinct/core/num"
	"indistinct/core/privacy"
)

// OutputLaw is the law of the noise of an Output. Differences are those of the two
// estimates, number by number, m.
type OutputLaw interface {
	mechanism.Noise
	// Scale returns the scale of noise with standard deviation sigma.
	Scale(sigma float64) float64
	// Profile returns the exact profile of the releases.
	Profile(diff []float64, scale float64) privacy.Profile
	// Claim returns what is known for the two records.
	Claim(diff []float64, scale float64) mechanism.Claim
}

// claimDelta is the δ at which mechanisms with Gaussian noise state their ε.
const claimDelta = 0.05

// Output is output perturbation (Dwork et al. 2006; Le Ny & Pappas 2014): the
// deterministic moving-horizon estimate of each step plus independent noise on
// each coordinate. Its privacy for two records is
// known exactly, because the sensitivity is: the difference of the two
// estimates.
type Output struct {
	mechanism.Additive // to the estimates
	law                OutputLaw
	truth              []float64
	profile            func() privacy.Profile // computed when first asked for
}

// NewOutput prepares output perturbation of the deterministic estimate for two
// records; the entropy factor in opt is not used.
func NewOutput(sc *system.Scenario, records [2][]float64, opt W2Options, law OutputLaw,
	sigma float64) (*Output, error) {
	opt.S, opt.FeedSample = []float64{1}, false
	w, err := NewW2MHE(sc, records, opt)
	if err != nil {
		return nil, err
	}
	o := &Output{law: law, truth: sc.Truth()}
	o.Mean = [2][]float64{w.Estimate(mechanism.Record), w.Estimate(mechanism.Adjacent)}
	o.Dim, o.Noise, o.Scale = 2, law, law.Scale(sigma)
	o.profile = sync.OnceValue(func() privacy.Profile { return law.Profile(o.differences(), o.Scale) })
	return o, nil
}

// Pace implements mechanism.Paced: noise is drawn and added.
func (o *Output) Pace() float64 { return 0.05 * float64(len(o.truth)) }

// Fork returns o: it has no scratch.
func (o *Output) Fork() mechanism.Mechanism { return o }

// Truth returns the true positions at the released steps.
func (o *Output) Truth() []float64 { return o.truth }

// differences returns Mean[0] − Mean[1], m, coordinate by coordinate.
func (o *Output) differences() []float64 {
	diff := make([]float64, len(o.truth))
	for i, v := range o.Mean[0] {
		diff[i] = v - o.Mean[1][i]
	}
	return diff
}

// Profile returns the exact profile.
func (o *Output) Profile() privacy.Profile { return o.profile() }

// Claim is exact for the two records.
func (o *Output) Claim() mechanism.Claim {
	c := o.law.Claim(o.differences(), o.Scale)
	c.Note = lang.Say("ring.estimator.output.note")
	return c
}

// Laplace is Laplace noise.
type Laplace struct{ mechanism.LaplaceNoise }

// Scale returns b: the variance is 2b².
func (Laplace) Scale(sigma float64) float64 { return sigma / math.Sqrt2 }

// Profile is a convolution of closed forms.
func (Laplace) Profile(diff []float64, scale float64) privacy.Profile {
	var parts []lossPart
	for _, d := range diff {
		parts = append(parts, laplacePart(math.Abs(d)/scale))
	}
	return compose(parts, lossBins)
}

// Claim is the ℓ₁ sensitivity over the scale.
func (Laplace) Claim(diff []float64, scale float64) mechanism.Claim {
	l1 := 0.0
	for _, d := range diff {
		l1 += math.Abs(d)
	}
	return mechanism.Claim{Budget: privacy.Budget{Epsilon: l1 / scale},
		Source: lang.Say("ring.estimator.laplace.source")}
}

// laplacePart is the privacy loss of one number with Laplace noise of scale b
// that differs by a·b: ±a with probabilities ½ and ½e^{−a}, and between them
// density ¼e^{−(a−l)/2}. It is the same in both directions.
func laplacePart(a float64) lossPart {
	return lossPart{a, a, func(_ int, visit func(loss, mass float64)) {
		visit(a, 0.5)
		visit(-a, 0.5*num.Exp(-a))
		// Pieces with their own masses and means.
		const pieces = 4096
		h := 2 * a / pieces
		for i := range pieces {
			l := -a + float64(i)*h
			// ∫ ¼e^{−(a−x)/2} over [l, l+h].
			top := num.Exp(0.5 * (l + h - a))
			mass := -0.5 * top * num.Expm1(-0.5*h)
			// The mean lies h/2 + h²/24 + … above l.
			visit(l+0.5*h+h*h/24, mass)
		}
	}}
}

// Normal is normal noise.
type Normal struct{ mechanism.NormalNoise }

// Scale returns the standard deviation.
func (Normal) Scale(sigma float64) float64 { return sigma }

// Profile is Balle & Wang's closed form.
func (Normal) Profile(diff []float64, scale float64) privacy.Profile {
	return gaussian(euclidean(diff) / scale)
}

// Claim is the ε that holds at δ = 0.05.
func (Normal) Claim(diff []float64, scale float64) mechanism.Claim {
	return mechanism.Claim{Budget: gaussianClaim(euclidean(diff) / scale),
		Source: lang.Say("ring.estimator.gauss.source")}
}

// euclidean returns the ℓ₂ length.
func euclidean(x []float64) float64 {
	sum := 0.0
	for _, v := range x {
		sum += v * v
	}
	return math.Sqrt(sum)
}

// gaussian is the profile of normal noise at ratio a of sensitivity to standard
// deviation (Balle & Wang 2018, theorem 8).
func gaussian(a float64) privacy.Profile { return privacy.GaussianProfile{Mu: a} }

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
