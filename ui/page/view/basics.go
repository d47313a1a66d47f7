package view

import (
	"indistinct/core/lang"
	"indistinct/ui/page/control"
	"indistinct/ui/page/laboratory"
	"indistinct/ui/page/state"
)

// Basics are what is set at first sight: the main slider with the adversary's
// odds, and the claim.
type Basics struct {
	M *state.Model
	D *laboratory.State
}

// strip says that the program claims something else than is tested.
func (c *Basics) strip() lang.Message {
	b, a := *c.D.Script.OtherClaim(), c.D.Asks()
	if b.Delta == 0 && a.Delta == 0 {
		return lang.Say("page.claim.other", "claims", b.Epsilon, "asks", a.Epsilon)
	}
	return lang.Say("page.claim.other.delta", "claims", b.Epsilon, "delta", b.Delta, "asks", a.Epsilon,
		"asksDelta", a.Delta)
}

// curve says that μ or ρ is tested, and whether the program claims it.
func (c *Basics) curve() lang.Message {
	b := c.D.Script.CurvedClaim()
	return lang.Say("page.claim.curve", "notion", string(b.Notion), "value", b.Value, "by", c.D.Spec.Text("asks"))
}

// test is the strip's button; "" where the table takes no such claim.
func (c *Basics) test() lang.Message {
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

func (c *Basics) main() *control.Field { return c.D.Field(c.D.MainSlider()) }

func (c *Basics) claim() *control.Field { return c.D.Field(c.D.Table.Find(laboratory.EpsilonName)) }

// metered reports whether there is something to say of what an adversary can do. While a
// lesson asks for a prediction it is not said: it tells the answer.
func (c *Basics) metered() bool {
	k := c.M.Course
	asked := k.In(c.D.About.Name) && !k.Ended && k.Asks() && (k.Quiet || k.Open())
	return c.D.Meter != nil && !asked
}

// right is how often the adversary is right.
func (c *Basics) right() float64 { return float64(c.D.Meter.Success) }

// meter says what moves with the main slider.
func (c *Basics) meter() lang.Message {
	if m := c.D.Meter; m.Shows > 0 {
		return lang.Say("page.meter.shows", "eps", m.Shows)
	}
	return lang.Say("page.meter", "right", c.right(), "most", Yes(c.D.Meter.AtMost))
}
