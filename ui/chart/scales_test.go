package chart

import (
	"math"
	"testing"

	"indistinct/core/sheet"
	"indistinct/core/texts"
	"indistinct/ui/axis"
)

// TestEpsScale: the axis of ε goes from 0 at its left end to the greatest finite value, rises with the value, and has ∞
// beyond; where no value is above 0 it goes to 1. Ticks lie on it, in no label's way, with 0 and, where it is there, ∞.
func TestEpsScale(t *testing.T) {
	inf := math.Inf(1)
	for _, c := range []struct {
		at  []float64
		top float64
	}{{nil, 1}, {[]float64{0, 0}, 1}, {[]float64{0, inf}, 1}, {[]float64{0.5}, 0.5}, {[]float64{0.1, 7000}, 7000},
		{[]float64{0.1, 7000, inf}, 7000}, {[]float64{1e-9, 3, math.NaN()}, 3}} {
		var values []Epsilon
		infinite := false
		for _, v := range c.at {
			values = append(values, Epsilon{At: v})
			infinite = infinite || v == inf
		}
		s := newEpsScale(values, 360)
		if s.at(0) != axisLeft || s.at(-1) != axisLeft || math.Abs(s.at(c.top)-s.last) > 1e-9 ||
			s.infinite != infinite ||
			s.at(inf) <= s.last || infinite && s.at(inf)-s.last < 40 || s.at(inf) > 360 {
			t.Errorf("%v: 0 is at %v, %v at %v of %v, ∞ at %v", c.at, s.at(0), c.top, s.at(c.top), s.last, s.at(inf))
		}
		last := s.at(0)
		for v := 1e-3 * c.top; v < c.top; v *= 1.1 {
			if x := s.at(v); x <= last {
				t.Errorf("%v: %v is at %v, less at %v", c.at, v, x, last)
			} else {
				last = x
			}
		}
		ticks := s.ticks(texts.English())
		if ticks[0].At != 0 || len(ticks) < 2 || (ticks[len(ticks)-1].At == inf) != infinite {
			t.Errorf("%v: ticks %v", c.at, ticks)
		}
		for i, a := range ticks {
			if a.At != inf && s.at(a.At) > s.last+1 {
				t.Errorf("%v: the tick %v is outside", c.at, a)
			}
			for _, b := range ticks[:i] {
				room := (axis.Width(a.Label, axisText) + axis.Width(b.Label, axisText)) / 2
				if math.Abs(s.at(a.At)-s.at(b.At)) < room {
					t.Errorf("%v: ticks %s and %s touch", c.at, a.Label, b.Label)
				}
			}
		}
	}
}

// TestWideLabels: room is left for a label in a wide face, and more for a bold one.
func TestWideLabels(t *testing.T) {
	v := named{label: "claim 1.5", size: 12}
	bold := v.wide()
	v.ghost = true
	if ghost, w := v.wide(), axis.Width(v.label, v.size); !(w < ghost && ghost < bold && bold < 1.5*w) {
		t.Errorf("a label of %v has %v as a ghost and %v in bold", w, v.wide(), bold)
	}
}

// TestWidened: a fixed range gives way to dots and their intervals within four of its lengths, whatever its unit; not
// to lines, not to those far out, and not on a logarithmic axis.
func TestWidened(t *testing.T) {
	for _, unit := range []float64{1e-3, 1, 1000} {
		for _, c := range []struct {
			style    sheet.Style
			log      bool
			y, lo    float64
			min, max float64
		}{{sheet.Dots, false, 2, 0.5, 0, 2}, {sheet.Dots, false, 0.5, -3, -3, 1}, {sheet.Dots, false, 5, 0.5, 0, 5},
			{sheet.Dots, false, 5.1, 0.5, 0, 1}, {sheet.Dots, false, 0.5, -4.1, 0, 1}, {sheet.Line, false, 2, -3, 0, 1},
			{sheet.Dots, true, 2, -3, 0, 1}} {
			chart := &sheet.Chart{Y: sheet.Axis{Max: sheet.Real(unit), Log: c.log},
				Series: []sheet.Series{{Style: c.style,
					X: sheet.Reals([]float64{1}), Y: sheet.Reals([]float64{c.y * unit}),
					Lo: sheet.Reals([]float64{c.lo * unit})}}}
			y := widened(chart)
			if math.Abs(float64(y.Min)-c.min*unit) > 1e-9*unit || math.Abs(float64(y.Max)-c.max*unit) > 1e-9*unit {
				t.Errorf("unit %v, %+v: from %v to %v", unit, c, y.Min, y.Max)
			}
		}
	}
	if y := widened(&sheet.Chart{Series: []sheet.Series{{Style: sheet.Dots,
		Y: sheet.Reals([]float64{1})}}}); y.Max != 0 {
		t.Errorf("an axis without a range got one: %+v", y)
	}
}

// TestSquare: a chart of two probabilities is about as high as wide, others are flatter; none is higher than is good.
func TestSquare(t *testing.T) {
	for _, width := range []float64{300, 360, 480, 700} {
		height := func(a sheet.Axis) float64 {
			c := &sheet.Chart{X: a, Y: a, Series: []sheet.Series{{X: sheet.Reals([]float64{0, 1}),
				Y: sheet.Reals([]float64{0, 1})}}}
			p := New(texts.English(), c, "id", width, red)
			return p.Frame[3] - p.Frame[1]
		}
		square, other := height(sheet.Axis{Max: 1}), height(sheet.Axis{Max: 7})
		if square <= other || square > 420 || square < 220 || square > 0.8*width || other > 300 || other < 180 {
			t.Errorf("%v wide: %v high of two probabilities, else %v", width, square, other)
		}
	}
}
