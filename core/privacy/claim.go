package privacy

import (
	"math"

	"indistinct/core/lang"
	"indistinct/core/num"
)

// Notion names a definition of privacy whose claim is one number.
type Notion string

// The notions beside (ε, δ), which has no name.
const (
	Gaussian     Notion = "gdp"  // μ-Gaussian differential privacy (Dong, Roth & Su 2022)
	Concentrated Notion = "zcdp" // ρ-zero-concentrated differential privacy (Bun & Steinke 2016)
)

// Claim is what a mechanism promises: a Budget or, where Notion names another definition
// of privacy, its parameter.
type Claim struct {
	Budget
	Notion Notion  `json:",omitempty"`
	Value  float64 `json:",omitzero"` // μ or ρ
}

// Check returns one sentence for a claim that has no meaning.
func (c Claim) Check() error {
	switch {
	case c.Notion == "":
		return c.Budget.check()
	case c.Notion != Gaussian && c.Notion != Concentrated:
		return lang.Errorf("privacy.notion", "notion", string(c.Notion))
	case !(c.Value >= 0) || math.IsInf(c.Value, 1):
		return lang.Errorf("privacy.value", "notion", string(c.Notion), "value", c.Value)
	}
	return nil
}

// Group returns what the claim promises of inputs that differ in k records: kε and its δ
// (see Group of a Budget), kμ (Dong, Roth & Su 2022, Theorem 2.14), k²ρ (Bun & Steinke
// 2016, Proposition 1.9).
func (c Claim) Group(k int) Claim {
	switch kf := float64(k); {
	case k <= 1:
	case c.Notion == Gaussian:
		c.Value *= kf
	case c.Notion == Concentrated:
		c.Value *= kf * kf
	default:
		c.Budget, _ = Group(c.Budget, k)
	}
	return c
}

// TradeOff returns a bound below which no test of size alpha in [0, 1] has its type II
// error where the claim holds. That of a Budget and of μ, Φ(Φ⁻¹(1 − α) − μ), is the best
// there is. Of ρ it is what each test by itself tells (see Concentration): whole curves that
// stay above it may break the claim too.
func (c Claim) TradeOff(alpha float64) float64 {
	switch {
	case c.Notion == "":
		return c.Budget.TradeOff(alpha)
	case !(alpha >= 0 && alpha <= 1):
		return math.NaN()
	case alpha == 0 || alpha == 1:
		return 1 - alpha
	case c.Notion == Gaussian:
		return num.NormalCDF(-num.NormalQuantile(alpha) - c.Value)
	}
	holds := func(beta float64) bool {
		return concentration([]float64{beta, 1 - beta}, []float64{1 - alpha, alpha}, c.Value) <= c.Value
	}
	const least = 1e-7
	if 1-alpha <= least || holds(least) {
		return 0
	}
	return num.Bisect(least, 1-alpha, 1e-5, holds) * (1 - 1e-5)
}

// Tangent returns a budget that the claim implies and whose trade-off at alpha, strictly
// between 0 and 1, is the claim's.
func (c Claim) Tangent(alpha float64) Budget {
	if c.Notion == "" {
		return c.Budget
	}
	h, beta := 0.01*math.Min(alpha, 1-alpha), c.TradeOff(alpha)
	slope := math.Max((c.TradeOff(alpha-h)-c.TradeOff(alpha+h))/(2*h), 1e-12)
	if slope < 1 { // both directions count
		alpha, beta, slope = beta, alpha, 1/slope
	}
	return Budget{num.Log(slope), math.Min(math.Max(0, 1-beta-slope*alpha), 1)}
}

// Symbol is the letter of the notion's number.
func (n Notion) Symbol() string {
	switch n {
	case Gaussian:
		return "μ"
	case Concentrated:
		return "ρ"
	}
	return "ε"
}

// Concentration returns the largest D_α(p‖q)/α and D_α(q‖p)/α over orders α > 1, D_α
// being the Rényi divergence of two discrete laws: they are ρ-zCDP for no less a ρ. It
// tries 49 orders from 1 + 2⁻¹² to 1 + 2¹², so that what it returns may be too small by a
// hundredth and is never too large.
func Concentration(p, q []float64) float64 { return concentration(p, q, math.Inf(1)) }

// concentration may stop once it has found more than enough.
func concentration(p, q []float64, enough float64) float64 {
	most := 0.0
	loss := make([]float64, len(p))
	for range 2 {
		top := math.Inf(-1) // of the losses
		for i := range p {
			switch {
			case p[i] <= 0:
				loss[i] = math.Inf(-1)
			case q[i] <= 0:
				return math.Inf(1)
			default:
				loss[i] = num.Log(p[i] / q[i])
			}
			top = math.Max(top, loss[i])
		}
		more := 0x1p-12 // than 1, of the order
		for range 49 {
			if top <= most*(1+more) || most > enough { // D_α is at most the largest loss
				break
			}
			sum := 0.0
			for i, l := range loss {
				if p[i] > 0 {
					sum += p[i] * num.Exp(more*(l-top))
				}
			}
			most = math.Max(most, (top+num.Log(sum)/more)/(1+more))
			more *= math.Sqrt2
		}
		p, q = q, p
	}
	return most
}
