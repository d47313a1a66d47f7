package sound

import (
	"math"
	"testing"

	"indistinct/ui/sound"
)

// Each counter has pulses in proportion to what it held, within the time, in order, and
// as fast as it fills: slowly at both ends.
func TestCounting(t *testing.T) {
	for _, c := range []struct {
		shares [2]float64
		want   [2]int
	}{{[2]float64{0.44, 0.22}, [2]int{16, 8}}, {[2]float64{0.001, 1}, [2]int{1, 16}},
		{[2]float64{0.1, 0}, [2]int{16, 0}},
		{[2]float64{0, 0}, [2]int{}}} {
		var n [2]int
		last := [2]float64{-1, -1}
		for _, tone := range counting(c.shares, 0.9) {
			i := 0
			if tone.From == neighbour {
				i = 1
			}
			if n[i]++; !(tone.At > last[i]) || tone.At > 0.9 || tone.To != tone.From {
				t.Errorf("%v: pulse %d of %d is %+v", c.shares, n[i], i, tone)
			}
			last[i] = tone.At
		}
		if n != c.want {
			t.Errorf("%v: %d pulses, want %d", c.shares, n, c.want)
		}
	}
	for _, at := range []float64{0.1, 0.35, 0.5, 0.8} {
		if got := ease(at * at * (3 - 2*at)); math.Abs(got-at) > 1e-12 {
			t.Errorf("ease: %g, want %g", got, at)
		}
	}
}

// A chord that holds stays in tune, one that breaks ends out of it, one of which nothing
// is known has no third; with steady nothing glides.
func TestChord(t *testing.T) {
	ends := func(tones []sound.Tone) (out []float64) {
		for _, tone := range tones {
			if tone.At > 0 {
				out = append(out, math.Round(12*math.Log2(tone.To/root)))
			}
		}
		return out
	}
	for _, c := range []struct {
		holds, breaks bool
		want          []float64 // semitones over the root
	}{{true, false, []float64{0, 4, 7}}, {false, true, []float64{0, 3, 5}}, {false, false, []float64{0, 7}}} {
		for _, steady := range []bool{false, true} {
			tones := chord(c.holds, c.breaks, steady)
			got, glides := ends(tones), false
			for _, tone := range tones {
				glides = glides || tone.From != tone.To
			}
			if len(got) != len(c.want) || glides != (c.breaks && !steady) {
				t.Errorf("%+v, steady %v: ends at %v, glides %v", c, steady, got, glides)
				continue
			}
			for i := range got {
				if got[i] != c.want[i] {
					t.Errorf("%+v: ends at %v", c, got)
				}
			}
		}
	}
}

// Nothing is ever louder than gentle, however many tones sound at once.
func TestGentle(t *testing.T) {
	all := [][]sound.Tone{counting([2]float64{1, 1}, 0.9), chord(true, false, false), chord(false, true, false)}
	for i, tones := range all {
		for _, at := range tones {
			sum := 0.0
			for _, o := range tones {
				if o.At <= at.At && at.At < o.At+o.Length {
					sum += o.Gain
				}
			}
			if sum > sound.Gentle+1e-12 {
				t.Errorf("%d: %g at %g s", i, sum, at.At)
			}
		}
	}
}
