// Package sound says what is heard of a run and of a chart, as tones with their
// frequencies and times. It plays nothing: the few lines that do are in public/load.js.
package sound

import "math"

// Tone is a sine tone.
type Tone struct {
	At, Length float64 // when it begins and how long it lasts, in seconds
	From, To   float64 // its frequency at its beginning and its end, in Hz
	Gain       float64 // how loud it is, 1 at most
	Pan        float64 // where it is heard: −1 left, 1 right
}

// gentle is how loud everything together is at most: a lecture hall's loudspeakers are on.
const gentle = 0.16

// The tones of a run. The two inputs are a fifth apart, the record's is the lower one and
// on the left.
const (
	record    = 330.0
	neighbour = 495.0
	root      = 220.0 // of the chord, which is a major one
	pulse     = 0.025 // seconds
	pulses    = 16    // of the counter that fills furthest
)

// Counting is how two counters sound that fill to these shares within so many seconds,
// slowly at both ends as on the stage: each has a pulse for each equal step, so that the
// pace of the pulses is the counter's own. A counter that stays at 0 is silent.
func Counting(shares [2]float64, seconds float64) (out []Tone) {
	most := max(shares[0], shares[1])
	for i, f := range [2]float64{record, neighbour} {
		n := int(math.Ceil(pulses * shares[i] / most))
		for k := range max(n, 0) { // NaN is none
			out = append(out, Tone{At: seconds * ease((float64(k)+0.5)/float64(n)), Length: pulse, From: f, To: f,
				Gain: gentle / 2, Pan: 1.2*float64(i) - 0.6})
		}
	}
	return out
}

// ease is the time at which a share of the way is done that goes as t²(3 − 2t).
func ease(share float64) float64 { return 0.5 - math.Sin(math.Asin(1-2*share)/3) }

// Chord is how the claim's bracket sounds: it holds, and so does a major chord, or it
// breaks, and the chord's upper tones fall out of tune. Where neither is known the chord
// stays open, without a third. With steady no tone glides.
func Chord(holds, breaks, steady bool) (out []Tone) {
	const standing, ending = 0.35, 0.9
	for i, ratio := range []float64{1, 1.25, 1.5} {
		f, to := root*ratio, root*ratio
		switch {
		case i == 1 && !holds && !breaks:
			continue
		case breaks && i > 0: // a semitone and a tone down
			to *= math.Pow(2, -float64(i)/12)
		}
		part := Tone{Length: standing, From: f, To: f, Gain: gentle / 3}
		out = append(out, part)
		part.At, part.Length, part.To = standing, ending, to
		if steady {
			part.From = to
		}
		out = append(out, part)
	}
	return out
}

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
		out = append(out, Tone{At: float64(i-1) * step, Length: step, From: pitch(a), To: pitch(b), Gain: gentle / 2,
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
