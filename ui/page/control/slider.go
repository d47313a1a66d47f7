package control

import (
	"math"
	"strconv"

	"indistinct/core/lab"
)

const SliderSteps = 1000

// knee is where a logarithmic slider turns from linear to logarithmic: at its beginning,
// unless it begins at 0.
func knee(p *lab.Param) float64 {
	switch {
	case p.Min > 0:
		return p.Min
	case p.Step > 0:
		return 10 * p.Step
	}
	return (p.Max - p.Min) / 1000
}

// Position maps a value to 0 … 1 along the slider.
func Position(p *lab.Param, v float64) float64 {
	if !(p.Max > p.Min) {
		return 0
	}
	t := (v - p.Min) / (p.Max - p.Min)
	if k := knee(p); p.Log {
		t = math.Log1p((v-p.Min)/k) / math.Log1p((p.Max-p.Min)/k)
	}
	return min(max(t, 0), 1)
}

// ValueAt maps a position to a round value within the range.
func ValueAt(p *lab.Param, t float64) float64 {
	switch {
	case t <= 0:
		return p.Min
	case t >= 1:
		return p.Max
	}
	k := knee(p)
	v := p.Min + k*math.Expm1(t*math.Log1p((p.Max-p.Min)/k))
	switch {
	case !p.Log:
		v = Grid(p.Min+t*(p.Max-p.Min), math.Min(step(p), decade((p.Max-p.Min)/100)))
	case v < k:
		v = Grid(v, step(p))
	default:
		v = Significant(v, 2)
	}
	return settle(p, v)
}

// Nudge is the value after an arrow key; dir is ±1, or ±10 for Page keys.
func Nudge(p *lab.Param, v float64, dir int) float64 {
	if !p.Log {
		return settle(p, Grid(v+float64(dir)*step(p), step(p)))
	}
	// On a logarithmic slider the step holds where it is a fair share of the
	// value; elsewhere a key moves by a hundredth of the slider.
	if d := step(p); p.Step > 0 && d >= 0.004*v && v+float64(dir)*d >= d && d <= v/2 {
		return settle(p, Grid(v+float64(dir)*d, d))
	}
	t := Position(p, v)
	next := v
	for i := 0; i < 50 && next == v; i++ {
		t += float64(dir) / 100
		if t < 0 || t > 1 {
			return settle(p, ValueAt(p, t))
		}
		next = ValueAt(p, t)
	}
	return next
}

// Pressed is the value of a slider after a key; ok says whether the key means
// something.
func Pressed(p *lab.Param, v float64, key string) (next float64, ok bool) {
	dx, dy, arrow := Arrow(key)
	switch {
	case arrow: // right and up are more
		return Nudge(p, v, int(dx+dy)), true
	case key == "PageUp":
		return Nudge(p, v, 10), true
	case key == "PageDown":
		return Nudge(p, v, -10), true
	case key == "Home":
		return p.Min, true
	case key == "End":
		return p.Max, true
	}
	return v, false
}

// Arrow is the direction of an arrow key, y upwards.
func Arrow(key string) (dx, dy float64, ok bool) {
	by, ok := arrows[key]
	return by[0], by[1], ok
}

var arrows = map[string][2]float64{"ArrowLeft": {-1, 0}, "ArrowRight": {1, 0}, "ArrowUp": {0, 1}, "ArrowDown": {0, -1}}

// step is what an arrow key changes on a linear slider.
func step(p *lab.Param) float64 {
	s := p.Step
	if s <= 0 {
		s = decade((p.Max - p.Min) / 100)
	}
	if p.Kind == lab.Int || p.Kind == lab.Seed {
		s = math.Max(1, math.Round(s))
	}
	return s
}

// decade is the power of ten at or below v.
func decade(v float64) float64 { return math.Pow(10, math.Floor(math.Log10(v)+1e-9)) }

// Grid rounds to a multiple of s without the dust of binary fractions.
func Grid(v, s float64) float64 {
	if !(s > 0) {
		return v
	}
	out, _ := strconv.ParseFloat(strconv.FormatFloat(math.Round(v/s)*s, 'g', 12, 64), 64)
	return out
}

func Significant(v float64, digits int) float64 {
	out, _ := strconv.ParseFloat(strconv.FormatFloat(v, 'e', digits-1, 64), 64)
	return out
}

// settle brings a value into the range, rounded where it must be whole.
func settle(p *lab.Param, v float64) float64 {
	if p.Kind == lab.Int || p.Kind == lab.Seed {
		v = math.Round(v)
	}
	return min(max(v, p.Min), p.Max)
}
