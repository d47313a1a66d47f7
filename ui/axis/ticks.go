// Package axis is what charts and the stage share about axes and type: round
// values for ticks and how a language writes them (ticks.go), scales (scale.go), the
// pieces of a said message and how wide they are (text.go), and places for labels in
// rows above an axis (rows.go). It draws nothing.
package axis

import (
	"math"
	"strconv"

	"indistinct/core/lang"
)

// roundUp returns the least of the numbers 1, 2 and 5 times a power of ten that is
// not below v > 0.
func roundUp(v float64) float64 {
	p := math.Pow(10, math.Floor(math.Log10(v)))
	for _, k := range [3]float64{1, 2, 5} {
		if k*p >= v*(1-slack) {
			return k * p
		}
	}
	return 10 * p
}

// RoundDown returns the greatest of the numbers 1, 2 and 5 times a power of ten
// that is not above v; 1 where v is no finite number above 0.
func RoundDown(v float64) float64 {
	if !(v > 0) || math.IsInf(v, 1) {
		return 1
	}
	p := math.Pow(10, math.Floor(math.Log10(v)))
	for _, k := range [2]float64{5, 2} {
		if v/p >= k {
			return k * p
		}
	}
	return p
}

// slack forgives the rounding of ranges that were stored as float32.
const slack = 1e-6

// most is the greatest number of ticks of an axis.
const most = 100

// Ticks are the round values within a range, Step apart.
type Ticks struct {
	Step    float64
	N       int     // how many there are; 0 where the range is empty or not finite
	first   float64 // the first value, in steps
	largest float64 // the greatest absolute value of the range
}

// Linear returns the ticks from lo to hi that stand at least apart from each other.
func Linear(lo, hi, apart float64) Ticks {
	step := roundUp(apart)
	if !(step > 0) || math.IsInf(step, 0) {
		return Ticks{}
	}
	first, last := math.Ceil(lo/step-slack), math.Floor(hi/step+slack)
	return Ticks{step, int(min(max(last-first+1, 0), most)), first, max(math.Abs(lo), math.Abs(hi))}
}

func (t Ticks) At(i int) float64 { return (t.first + float64(i)) * t.Step }

// Label writes tick i with no more digits than Step needs, all ticks of an axis in
// one form.
func (t Ticks) Label(l *lang.Language, i int) string {
	v := t.At(i)
	unit := math.Floor(math.Log10(t.Step) + 1e-9) // the power of ten of the last digit
	switch {
	case v == 0:
		return "0"
	case t.largest >= 1e6 || t.largest < 1e-4:
		digits := max(2, int(math.Floor(math.Log10(math.Abs(v))+1e-9)-unit)+1)
		return l.Number(v, strconv.Itoa(digits)+"z")
	}
	return l.Number(v, "."+strconv.Itoa(max(0, -int(unit))))
}
