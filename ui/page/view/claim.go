package view

import (
	"math"

	"indistinct/core/lang"
	"indistinct/ui/page/control"
	"indistinct/ui/page/laboratory"
)

// Claim is the claim that is tested, in a line that unfolds its control.
type Claim struct{ Part }

func (c *Claim) field() *control.Field { return c.D.Field(c.D.Table.Find(laboratory.EpsilonName)) }

// open is whether the control is unfolded: an attribute, which stays as the visitor has it
// until it is to change.
func (c *Claim) open() *string {
	return Given(When(c.D.Open["claim"] || c.M.Presenting || c.field().Bad != "", "open"))
}

// turn is the preset that a click leads to: of the first two, of which one keeps its promise
// and one breaks it, the one that is not in use.
func (c *Claim) turn() int {
	if c.D.Preset == 1 {
		return 0
	}
	return 1
}

func (c *Claim) turnTo() lang.Message {
	return lang.Say("page.turn", "preset", c.D.Presets[c.turn()].Title(c.D.About.Name))
}

// promise is the line: what the claim allows an event to be, or that μ or ρ is tested and
// whether the program claims it.
func (c *Claim) promise() lang.Message {
	if b := c.D.Script.CurvedClaim(); b != nil {
		return lang.Say("page.claim.curve", b.Places("value", b.Value, "by", c.D.Spec.Text("asks"))...)
	}
	eps := c.D.Spec.Float(laboratory.EpsilonName)
	if odds := math.Exp(eps); odds < 1e6 {
		return lang.Say("page.promise", "odds", odds, "eps", eps)
	}
	return lang.Say("page.promise.weak", "eps", eps)
}

// strip says that the program claims something else than is tested.
func (c *Claim) strip() lang.Message {
	b, a := *c.D.Script.OtherClaim(), c.D.Asks()
	if b.Delta == 0 && a.Delta == 0 {
		return lang.Say("page.claim.other", "claims", b.Epsilon, "asks", a.Epsilon)
	}
	return lang.Say("page.claim.other.delta", "claims", b.Epsilon, "delta", b.Delta, "asks", a.Epsilon,
		"asksDelta", a.Delta)
}

// test is the strip's button; "" where the table takes no such claim.
func (c *Claim) test() lang.Message {
	b := c.D.Script.OtherClaim()
	s := c.D.Script.WithClaim()
	switch {
	case s.Float(laboratory.EpsilonName) != b.Epsilon || s.Float("delta") != b.Delta:
		return ""
	case b.Delta == 0 && c.D.Asks().Delta == 0:
		return lang.Say("page.claim.test", "eps", b.Epsilon)
	}
	return lang.Say("page.claim.test.delta", "eps", b.Epsilon, "delta", b.Delta)
}
