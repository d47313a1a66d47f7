// Package sound says what is heard, as tones with their frequencies and times: here of a
// chart. It plays nothing: the few lines that do are in public/load.js.
package sound

import "math"

// Tone is a sine tone.
type Tone struct {
	At, Length float64 // when it begins and how long it lasts, in seconds
	From, To   float64 // its frequency at its beginning and its end, in Hz
	Gain       float64 // how loud it is, 1 at most
	Pan        float64 // where it is heard: −1 left, 1 right
}

// Gentle is how loud everything together is at most: a lecture hall's loudspeakers are on.
const Gentle = 0.16

// root is the lowest pitch of a curve, in Hz.
const root = 220.0

// Curve is how a curve sounds from left to right: a height from 0 to 1 is a pitch within
// two octaves. Where a height is NaN there is silence.
func Curve(heights []float64, seconds float64) (out []Tone) {
	pitch := func(h float64) float64 { return root * math.Pow(4, min(max(h, 0), 1)) }
	if n := len(heights); n == 1 {
		heights = append(heights[:1:1], heights[0])
	}
	step := seconds / float64(max(len(heights)-1, 1))
	for i := 1; i < len(heights); i++ {
		a, b := heights[i-1], heights[i]
		if math.IsNaN(a + b) {
			continue
		}
		out = append(out, Tone{At: float64(i-1) * step, Length: step, From: pitch(a), To: pitch(b), Gain: Gentle / 2,
			Pan: 1.6*float64(i)/float64(len(heights)) - 0.8})
	}
	return out
}

// Later puts tones off by so many seconds.
func Later(tones []Tone, by float64) []Tone {
	out := make([]Tone, len(tones))
	for i, t := range tones {
		t.At += by
		out[i] = t
	}
	return out
}

// Flat is what public/load.js takes: the numbers of all tones in a row.
func Flat(tones []Tone) []any {
	out := make([]any, 0, 6*len(tones))
	for _, t := range tones {
		out = append(out, t.At, t.Length, t.From, t.To, t.Gain, t.Pan)
	}
	return out
}
