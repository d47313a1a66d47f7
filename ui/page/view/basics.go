package view

import (
	"indistinct/core/lang"
	"indistinct/ui/page/control"
)

// Basics are what is set at first sight: the main slider, below the adversary's odds.
type Basics struct{ Part }

func (c *Basics) main() *control.Field { return c.D.Field(c.D.MainSlider()) }

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
