package privacy

import (
	"math"
	"slices"
	"strconv"

	"indistinct/core/lang"
	"indistinct/core/num"
)

// Claim is what a mechanism promises: a Budget or, where Notion names another definition
// of privacy, its parameter.
type Claim struct {
	Budget
	Notion Notion  `json:",omitempty"`
	Value  float64 `json:",omitzero"` // its number: μ, ρ, ε at one order, 1/σ
	Given  Given   `json:",omitzero"` // what the claim fixes beside it
}

// Curved reports whether the claim is of another notion than (ε, δ), and so of a whole
// trade-off curve.
func (c Claim) Curved() bool { return c.Notion != "" }

// Definition is the notion's, with its functions for what the claim fixes.
func (c Claim) Definition() *Definition {
	d := *c.Notion.Definition()
	if d.At != nil {
		d.At(&d, c.Given)
	}
	return &d
}

// Params are what the claim of a notion is written with, as in its definition.
func (c Claim) Params() []float64 {
	d := c.Notion.Definition()
	value := c.Value
	if d.Inverse {
		value = 1 / value
	}
	return slices.Insert(slices.Clone(c.Given[:len(d.Params)-1]), d.Number, value)
}

// Places are the places of a text about the claim's notion: its name and, each by its own, what
// the claim is written with.
func (c Claim) Places(more ...any) []any {
	out := []any{"notion", string(c.Notion)}
	for i, v := range c.Params() {
		out = append(out, c.Notion.Definition().Params[i].Name, v)
	}
	return append(out, more...)
}

// Say says a claim of another notion than (ε, δ).
func (c Claim) Say() lang.Message { return lang.Say("privacy.claim", c.Places("value", c.Value)...) }

// Check returns one sentence for a claim that has no meaning.
func (c Claim) Check() error {
	switch {
	case !c.Curved():
		return c.Budget.check()
	case c.Notion.Definition().Name != c.Notion:
		return lang.Errorf("privacy.notion", "notion", string(c.Notion), "known", Known())
	case !(c.Value >= 0) || math.IsInf(c.Value, 1):
		return lang.Errorf("privacy.value", c.Places("value", c.Value)...)
	}
	d := c.Notion.Definition()
	for i, v := range c.Params() {
		p := d.Params[i]
		if (i != d.Number || d.Inverse) && (!(v >= p.Min && v <= p.Max) || p.Whole && v != math.Trunc(v)) {
			return lang.Errorf("privacy.given", "symbol", p.Symbol, "got", v, "min", p.Min, "max", p.Max,
				"whole", strconv.FormatBool(p.Whole))
		}
	}
	return nil
}

// Group returns what the claim promises of inputs that differ in k records: kε and its δ
// (see Group of a Budget), or the notion's number times its Scale. Where it promises nothing, the
// number is +Inf.
func (c Claim) Group(k int) Claim {
	switch {
	case k <= 1:
	case c.Curved():
		d := c.Definition()
		c.Value *= d.Scale(float64(k))
		if d.Group != nil {
			given, promised := d.Group(k)
			if !promised {
				c.Value = math.Inf(1)
				break
			}
			c.Given = given
		}
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
	return c.Definition().TradeOff(c.Value, alpha)
}

// Added is TradeOff for tests of "without a record" against "with it": of no other.
func (c Claim) Added(alpha float64) float64 {
	if of := c.Definition().Added; of != nil && alpha > 0 && alpha < 1 {
		return of(c.Value, alpha)
	}
	return c.TradeOff(alpha)
}

// EpsilonAt bounds the least ε at which the claim implies (ε, δ), for 0 < δ < 1: high is never below it and
// low never above it, but for rounding. They are equal but where it is found on a grid, whose error is
// less than what one twice as coarse adds. Of an (ε, δ) it is its own ε, at its own δ.
func (c Claim) EpsilonAt(delta float64) (low, high float64) {
	switch steps := int(c.Given[1]); c.Notion {
	case "":
		high = c.Epsilon
	case Concentrated:
		high = ConcentratedEpsilon(c.Value, delta)
	case Renyi:
		high = renyiEpsilon(c.Given[0], c.Value, delta)
	case Subsampled:
		s := sampledStep{c.Given[0], c.Value}
		high, _ = EpsilonAt(s.profile(steps, delta, 1), delta)
		if coarse, _ := EpsilonAt(s.profile(steps, delta, 2), delta); coarse > high {
			return max(0, 2*high-coarse), high
		}
	default:
		of := c.Definition()
		if of.Profile == nil { // none is known
			return 0, math.Inf(1)
		}
		high, _ = EpsilonAt(of.Profile(c.Value), delta)
	}
	return high, high
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

// profileOf is the δ(ε) of a trade-off curve f: what the least of f(α) + e^ε·α lacks of 1 (Dong, Roth & Su 2022,
// Proposition 2.12).
func profileOf(f func(alpha float64) float64) Profile {
	return Curve{PureEpsilon: math.Inf(1), How: lang.Say("privacy.grid"), At: func(epsilon float64) float64 {
		e := num.Exp(epsilon)
		_, _, least := num.Golden(0, 1, 60, func(alpha float64) float64 { return f(alpha) + e*alpha })
		return 1 - least
	}}
}
