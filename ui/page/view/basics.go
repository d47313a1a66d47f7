package view

import (
	"strconv"

	"indistinct/core/privacy"
	"indistinct/core/sheet"
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
func (c *Basics) strip() string {
	b, a := c.D.OtherClaim(), c.D.Asks()
	return "The program claims " + letters(*b, a) + budget(*b, a) + ", the test asks " + budget(a, *b)
}

// test is the strip's button; "" where the table takes no such claim.
func (c *Basics) test() string {
	b := c.D.OtherClaim()
	if s := c.D.WithClaim(*b); s.Float(laboratory.EpsilonName) != b.Epsilon || s.Float("delta") != b.Delta {
		return ""
	}
	return "test " + letters(*b, c.D.Asks()) + budget(*b, c.D.Asks())
}

// letters are those of a claim that budget writes.
func letters(b, other privacy.Budget) string {
	if b.Delta == 0 && other.Delta == 0 {
		return "ε = "
	}
	return "(ε, δ) = "
}

// budget writes a claim, with δ where it or the other's is not 0.
func budget(b, other privacy.Budget) string {
	number := func(v float64) string { return strconv.FormatFloat(v, 'g', -1, 64) }
	if b.Delta == 0 && other.Delta == 0 {
		return number(b.Epsilon)
	}
	return "(" + number(b.Epsilon) + ", " + number(b.Delta) + ")"
}

func (c *Basics) main() *control.Field { return c.D.Dial(c.D.MainSlider()) }

func (c *Basics) claim() *control.Field { return c.D.Dial(c.D.Table.Find(laboratory.EpsilonName)) }

// right is how often the adversary is right.
func (c *Basics) right() float64 { return float64(c.D.Meter.Success) }

// share is right in per cent.
func (c *Basics) share() string { return sheet.Share(c.right()) }

// shows is the least ε that a test of this size is likely to show.
func (c *Basics) shows() string { return sheet.Brief(float64(c.D.Meter.Shows), 3) }
