package chart

import (
	"math"
	"testing"

	"indistinct/core/sheet"
	"indistinct/core/texts"
)

// TestRuler: it goes from 0 to beyond the greatest finite value, evenly, and ∞ is its end.
func TestRuler(t *testing.T) {
	for _, top := range []float64{1e-9, 0.5, 7000} {
		at := ruler([]Epsilon{{At: top / 3}, {At: top}, {At: math.Inf(1)}, {At: math.NaN()}}, 360)
		x := func(v float64) float64 { return at(Epsilon{At: v}) - at(Epsilon{}) }
		if at(Epsilon{}) != rulerEnd || math.Abs(x(top)-2*x(top/2)) > 1e-9 || !(x(top) > 200 && x(top) < 300) ||
			at(Epsilon{At: math.Inf(1)}) != 360-rulerEnd {
			t.Errorf("to %v: 0 at %v, the half %v on, all %v on", top, at(Epsilon{}), x(top/2), x(top))
		}
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
