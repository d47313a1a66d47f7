package sheet

import (
	"math"

	"indistinct/core/lang"
)

// Number returns a cell that shows v with the given number of significant
// digits.
func Number(v float64, digits int) Cell {
	return Cell{Num: new(Real(v)), Form: lang.Digits(digits)}
}

// Spread returns a cell that shows "mean ± sd". A spread below the rounding error
// of the mean is shown as 0.
func Spread(mean, sd float64, digits int) Cell {
	if math.Abs(sd) < 1e-12*math.Abs(mean) {
		sd = 0
	}
	c := Number(mean, digits)
	c.Spread = new(Real(sd))
	return c
}

// Count returns a cell that shows a count: rounded to a whole number, in powers
// of ten from 10¹² on.
func Count(v float64) Cell {
	return Cell{Num: new(Real(v)), Form: ","}
}

// Bound returns a cell that shows a lower bound on ε beside the claim: see lang.Above.
func Bound(v, claim float64) Cell {
	return Cell{Num: new(Real(lang.Above(v, claim))), Form: "12"}
}

// Say says a cell in a language.
func (c Cell) Say(l *lang.Language) string {
	if c.Num == nil || c.Form == "" {
		return l.Say(c.Text)
	}
	s := l.Number(float64(*c.Num), c.Form)
	if c.Spread != nil {
		s += " ± " + l.Number(float64(*c.Spread), lang.Digits(2))
	}
	return s
}

// Words returns a cell of words.
func Words(m lang.Message) Cell { return Cell{Text: m} }
