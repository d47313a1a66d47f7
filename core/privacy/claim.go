package privacy

import (
	"math"

	"indistinct/core/lang"
	"indistinct/core/num"
)

// Claim is what a mechanism promises: a Budget or, where Notion names another definition
// of privacy, its parameter.
type Claim struct {
	Budget
	Notion Notion  `json:",omitempty"`
	Value  float64 `json:",omitzero"` // μ or ρ
}

// Curved reports whether the claim is of another notion than (ε, δ), and so of a whole
// trade-off curve.
func (c Claim) Curved() bool { return c.Notion != "" }

// Say says a claim of another notion than (ε, δ).
func (c Claim) Say() lang.Message {
	return lang.Say("privacy.claim", "notion", string(c.Notion), "value", c.Value)
}

// Check returns one sentence for a claim that has no meaning.
func (c Claim) Check() error {
	switch {
	case !c.Curved():
		return c.Budget.check()
	case c.Notion.Definition().Name != c.Notion:
		var known []lang.Message
		for _, d := range Notions {
			known = append(known, lang.Verbatim(string(d.Name)+" ("+d.Symbol+")"))
		}
		return lang.Errorf("privacy.notion", "notion", string(c.Notion), "known", known)
	case !(c.Value >= 0) || math.IsInf(c.Value, 1):
		return lang.Errorf("privacy.value", "notion", string(c.Notion), "value", c.Value)
	}
	return nil
}

// Group returns what the claim promises of inputs that differ in k records: kε and its δ
// (see Group of a Budget), or the notion's number times its Scale.
func (c Claim) Group(k int) Claim {
	switch {
	case k <= 1:
	case c.Curved():
		c.Value *= c.Notion.Definition().Scale(float64(k))
	default:
		c.Budget, _ = Group(c.Budget, k)
	}
	return c
}

// TradeOff returns a bound below which no test of size alpha in [0, 1] has its type II
// error where the claim holds: the best there is, but for a notion without a Delta.
func (c Claim) TradeOff(alpha float64) float64 {
	switch {
	case !c.Curved():
		return c.Budget.TradeOff(alpha)
	case !(alpha >= 0 && alpha <= 1):
		return math.NaN()
	case alpha == 0 || alpha == 1:
		return 1 - alpha
	}
	return c.Notion.Definition().TradeOff(c.Value, alpha)
}

// Tangent returns a budget that the claim implies and whose trade-off at alpha, strictly
// between 0 and 1, is the claim's.
func (c Claim) Tangent(alpha float64) Budget {
	if !c.Curved() {
		return c.Budget
	}
	h, beta := 0.01*math.Min(alpha, 1-alpha), c.TradeOff(alpha)
	slope := math.Max((c.TradeOff(alpha-h)-c.TradeOff(alpha+h))/(2*h), 1e-12)
	if slope < 1 { // both directions count
		alpha, beta, slope = beta, alpha, 1/slope
	}
	return Budget{num.Log(slope), math.Min(math.Max(0, 1-beta-slope*alpha), 1)}
}
