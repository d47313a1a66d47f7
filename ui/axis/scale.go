package axis

import (
	"math"
	"strconv"

	"indistinct/core/lang"
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
	switch {
	case s.Log && v <= 0 && v <= s.Min:
		return s.P0
	case s.Log:
		return s.P0 + (s.P1-s.P0)*(math.Log(v)-math.Log(s.Min))/(math.Log(s.Max)-math.Log(s.Min))
	}
	return s.P0 + (s.P1-s.P0)*(v-s.Min)/(s.Max-s.Min)
}

type Tick struct {
	At    float64
	Label string
}

// Ticks returns about want ticks at round values within the range, written as a
// language does.
func (s Scale) Ticks(l *lang.Language, want int) []Tick {
	want = max(want, 2)
	decades := math.Log10(s.Max) - math.Log10(s.Min)
	if s.Log && decades >= 1.2 {
		return s.powers(l, want)
	}
	// As on a linear axis also where a logarithm spans little more than a decade.
	var out []Tick
	t := Linear(s.Min, s.Max, (s.Max-s.Min)/float64(want))
	for i := range t.N {
		if !s.Log || t.At(i) > 0 {
			out = append(out, Tick{t.At(i), t.Label(l, i)})
		}
	}
	return out
}

// powers returns ticks at powers of ten, and at 2 and 5 times them where there is
// room for all.
func (s Scale) powers(l *lang.Language, want int) []Tick {
	lo, hi := math.Log10(s.Min), math.Log10(s.Max)
	every := int(math.Max(1, math.Ceil((hi-lo)/float64(want))))
	for _, e := range []int{1, 2, 3, 5, 10, 20, 25, 50, 100} {
		if e >= every {
			every = e
			break
		}
	}
	var out, all []Tick
	first, last := int(math.Ceil(lo-1e-9)), int(math.Floor(hi+1e-9))
	for k := first; k <= last; k++ {
		if k%every == 0 {
			out = append(out, Tick{math.Pow(10, float64(k)), power(l, k)})
		}
	}
	if every > 1 || hi-lo >= 3.5 || float64(want) < 1.6*(hi-lo) {
		return out
	}
	for k := first - 1; k <= last; k++ {
		for _, f := range []float64{1, 2, 5} {
			if v := f * math.Pow(10, float64(k)); v >= s.Min*(1-1e-9) && v <= s.Max*(1+1e-9) {
				all = append(all, Tick{v, plain(l, v, k)})
			}
		}
	}
	if len(all) > want+2 {
		return out
	}
	return all
}

// power writes 10ᵏ, plainly where that is short.
func power(l *lang.Language, k int) string {
	if k >= -2 && k <= 4 {
		return plain(l, math.Pow(10, float64(k)), k)
	}
	return "10" + lang.Superscript(k)
}

// plain writes a whole multiple of 10ᵏ with no power of ten.
func plain(l *lang.Language, v float64, k int) string {
	return l.Number(v, "."+strconv.Itoa(max(0, -k)))
}
