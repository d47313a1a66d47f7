package chart

import (
	"math"
	"strconv"

	"indistinct/core/sheet"
)

// Scale maps values to pixels, linearly or by logarithm.
type Scale struct {
	Min, Max float64 // of the data, Min < Max
	P0, P1   float64 // pixels of Min and Max
	Log      bool
}

// At returns the pixel of a value; values that a logarithm cannot show (0 and
// below) lie on the lower edge.
func (s Scale) At(v float64) float64 {
	if s.Log {
		if v <= s.Min {
			if v <= 0 {
				return s.P0
			}
		}
		return s.P0 + (s.P1-s.P0)*(math.Log(v)-math.Log(s.Min))/(math.Log(s.Max)-math.Log(s.Min))
	}
	return s.P0 + (s.P1-s.P0)*(v-s.Min)/(s.Max-s.Min)
}

// tick is a labelled value; minor ticks have no label.
type tick struct {
	At    float64
	Label string
}

// Ticks returns about want ticks at round values within the range.
func (s Scale) Ticks(want int) []tick {
	want = max(want, 2)
	if s.Log {
		return s.logTicks(want)
	}
	return linearTicks(s.Min, s.Max, want)
}

func linearTicks(lo, hi float64, want int) []tick {
	step := niceStep((hi - lo) / float64(want))
	if !(step > 0) || math.IsInf(step, 0) {
		return nil
	}
	var out []tick
	first, last := math.Ceil(lo/step-1e-9), math.Floor(hi/step+1e-9)
	digits := max(0, -int(math.Floor(math.Log10(step)+1e-9)))
	for k := first; k <= last && len(out) < 100; k++ {
		v := k * step
		out = append(out, tick{v, tickLabel(v, digits, math.Max(math.Abs(lo), math.Abs(hi)))})
	}
	return out
}

// niceStep rounds up to 1, 2 or 5 times a power of ten.
func niceStep(raw float64) float64 {
	p := math.Pow(10, math.Floor(math.Log10(raw)))
	switch f := raw / p; {
	case f <= 1+1e-9:
		return p
	case f <= 2+1e-9:
		return 2 * p
	case f <= 5+1e-9:
		return 5 * p
	}
	return 10 * p
}

func tickLabel(v float64, digits int, largest float64) string {
	if v == 0 {
		return "0"
	}
	if largest >= 1e6 || largest < 1e-4 {
		return sheet.Format(v, 2)
	}
	s := strconv.FormatFloat(math.Abs(v), 'f', digits, 64)
	if v < 0 {
		return "−" + s
	}
	return s
}

func (s Scale) logTicks(want int) []tick {
	lo, hi := math.Log10(s.Min), math.Log10(s.Max)
	var out []tick
	if hi-lo < 1.2 { // little more than a decade: round values as on a linear axis
		for _, t := range linearTicks(s.Min, s.Max, want) {
			if t.At > 0 {
				out = append(out, t)
			}
		}
		return out
	}
	every := int(math.Max(1, math.Ceil((hi-lo)/float64(want))))
	for _, e := range []int{1, 2, 3, 5, 10, 20, 25, 50, 100} {
		if e >= every {
			every = e
			break
		}
	}
	first, last := int(math.Ceil(lo-1e-9)), int(math.Floor(hi+1e-9))
	for k := first; k <= last; k++ {
		v := math.Pow(10, float64(k))
		if k%every == 0 {
			out = append(out, tick{v, powerLabel(k)})
		}
	}
	if every == 1 && hi-lo < 3.5 && float64(want) >= 1.6*(hi-lo) {
		var all []tick
		for k := first - 1; k <= last; k++ {
			for _, f := range []float64{1, 2, 5} {
				v := f * math.Pow(10, float64(k))
				if v < s.Min*(1-1e-9) || v > s.Max*(1+1e-9) {
					continue
				}
				all = append(all, tick{v, plainPower(f, k)})
			}
		}
		if len(all) <= want+2 {
			return all
		}
	}
	return out
}

// powerLabel writes 10ᵏ, plainly where that is short.
func powerLabel(k int) string {
	if k >= -2 && k <= 4 {
		return plainPower(1, k)
	}
	s := sheet.Format(math.Pow(10, float64(k)), 1)
	if k >= -4 && k < 7 { // Format writes these plainly
		return "10" + super(k)
	}
	return s[len("1·"):]
}

func plainPower(f float64, k int) string {
	return strconv.FormatFloat(f*math.Pow(10, float64(k)), 'f', max(0, -k), 64)
}

func super(k int) string {
	digits := []rune("⁰¹²³⁴⁵⁶⁷⁸⁹")
	out := ""
	for _, c := range strconv.Itoa(k) {
		if c == '-' {
			out += "⁻"
		} else {
			out += string(digits[c-'0'])
		}
	}
	return out
}

// fit returns the range that an axis shows: fixed by the axis, else the data's
// with a little room.
func fit(a sheet.Axis, data []float64, bars bool) (lo, hi float64, log bool) {
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
	if bars {
		lo = math.Min(lo, 0)
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
