package chart

import (
	"math"

	"indistinct/core/sheet"
)

// fit returns the range that an axis shows: fixed by the axis, else the data's
// with a little room.
func fit(a sheet.Axis, data []float64) (lo, hi float64, log bool) {
	lo, hi = math.Inf(1), math.Inf(-1)
	least := math.Inf(1) // positive
	for _, v := range data {
		if !finite(v) {
			continue
		}
		lo, hi = math.Min(lo, v), math.Max(hi, v)
		if v > 0 {
			least = math.Min(least, v)
		}
	}
	fixed := float64(a.Min) < float64(a.Max) && finite(float64(a.Min)) && finite(float64(a.Max))
	log = a.Log && (hi > 0 || fixed && a.Max > 0)
	if fixed {
		lo, hi = float64(a.Min), float64(a.Max)
		if log && lo <= 0 {
			lo = math.Min(least, hi/10)
		}
		return lo, hi, log
	}
	if lo > hi { // nothing to show
		if log {
			return 0.1, 10, true
		}
		return 0, 1, false
	}
	if log {
		lo = math.Max(least, 1e-300)
		if lo == hi {
			return lo / 3, hi * 3, true
		}
		room := math.Pow(hi/lo, 0.03)
		return math.Max(lo/room, 1e-305), hi * room, true
	}
	if lo == hi {
		d := math.Max(math.Abs(lo)*0.1, 0.5)
		return lo - d, hi + d, false
	}
	room := 0.04 * (hi - lo)
	switch {
	case lo >= 0 && lo < 0.25*hi:
		lo = 0
	default:
		lo -= room
	}
	return lo, hi + room, false
}
