package estimator

import (
	"errors"
	"fmt"
	"math"
	"sync"

	"indistinct/core/labs/ring/system"
	"indistinct/core/mechanism"
	"indistinct/core/num"
	"indistinct/core/privacy"
)

// OutputLaw is the law of the noise of an Output.
type OutputLaw string

// The two laws.
const (
	LaplaceLaw OutputLaw = "laplace"
	NormalLaw  OutputLaw = "gauss"
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
	once               sync.Once
	profile            privacy.Profile
}

// NewOutput prepares output perturbation of the deterministic estimate for two
// records; the entropy factor in opt is not used.
func NewOutput(sc *system.Scenario, records [2][]float64, opt W2Options, law OutputLaw, sigma float64) (*Output, error) {
	var errs []error
	if law != LaplaceLaw && law != NormalLaw {
		errs = append(errs, fmt.Errorf("noise law %q is not known: it is laplace or gauss", string(law)))
	}
	if !(sigma >= 1e-9 && sigma <= 1e6) {
		errs = append(errs, fmt.Errorf("output noise σ is %v m: it must lie between 0.000000001 and 1000000", sigma))
	}
	if len(errs) > 0 {
		return nil, errors.Join(errs...)
	}
	opt.S, opt.FeedSample = []float64{1}, false
	w, err := NewW2MHE(sc, records, opt)
	if err != nil {
		return nil, err
	}
	o := &Output{truth: sc.Truth()}
	o.Mean = [2][]float64{w.Estimate(mechanism.Record), w.Estimate(mechanism.Adjacent)}
	o.Dim, o.Laplace, o.Scale = 2, law == LaplaceLaw, sigma
	if o.Laplace {
		o.Scale = sigma / math.Sqrt2 // its variance is 2b²
	}
	return o, nil
}

// Pace implements mechanism.Paced: noise is drawn and added.
func (o *Output) Pace() float64 { return 0.05 * float64(len(o.truth)) }

// Fork returns o: it has no scratch.
func (o *Output) Fork() mechanism.Mechanism { return o }

// Truth returns the true positions at the released steps.
func (o *Output) Truth() []float64 { return o.truth }

// sensitivity returns the ℓ₁ and ℓ₂ distances of the two estimates, m.
func (o *Output) sensitivity() (l1, l2 float64) {
	for i, v := range o.Mean[0] {
		d := math.Abs(v - o.Mean[1][i])
		l1 += d
		l2 += d * d
	}
	return l1, math.Sqrt(l2)
}

// Profile returns the exact profile: Balle & Wang's closed form for normal
// noise, a convolution of closed forms for Laplace noise.
func (o *Output) Profile() privacy.Profile {
	o.once.Do(func() {
		if !o.Laplace {
			_, l2 := o.sensitivity()
			o.profile = gaussian(l2 / o.Scale)
			return
		}
		var parts []lossPart
		for i, v := range o.Mean[0] {
			parts = append(parts, laplacePart(math.Abs(v-o.Mean[1][i])/o.Scale))
		}
		o.profile = compose(parts, lossBins)
	})
	return o.profile
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

// Claim is exact for the two records: the ℓ₁ sensitivity over the scale for
// Laplace noise, Balle & Wang's ε at δ = 0.05 for normal noise.
func (o *Output) Claim() mechanism.Claim {
	l1, l2 := o.sensitivity()
	if o.Laplace {
		return mechanism.Claim{
			Budget: privacy.Budget{Epsilon: l1 / o.Scale},
			Source: "Dwork, McSherry, Nissim & Smith 2006, proposition 1",
			Note:   "The sensitivity is the difference of these two estimates, so the claim is exact for these two records and says nothing of others.",
		}
	}
	return mechanism.Claim{
		Budget: gaussianClaim(l2 / o.Scale),
		Source: "Balle & Wang 2018, theorem 8",
		Note:   "The sensitivity is the difference of these two estimates, so the claim is exact for these two records and says nothing of others.",
	}
}

var (
	_ mechanism.Mechanism = (*Output)(nil)
	_ mechanism.Truther   = (*Output)(nil)
	_ mechanism.Densitied = (*Output)(nil)
	_ mechanism.Profiled  = (*Output)(nil)
	_ mechanism.Paced     = (*Output)(nil)
)
