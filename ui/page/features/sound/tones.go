package sound

import (
	"math"

	"indistinct/ui/sound"
)

// The tones of a run. The two inputs are a fifth apart, the record's is the lower one and
// on the left.
const (
	record    = 330.0
	neighbour = 495.0
	root      = 220.0 // of the chord, which is a major one
	pulse     = 0.025 // seconds
	pulses    = 16    // of the counter that fills furthest
)

// counting is how two counters sound that fill to these shares within so many seconds,
// slowly at both ends as on the stage: each has a pulse for each equal step, so that the
// pace of the pulses is the counter's own. A counter that stays at 0 is silent.
func counting(shares [2]float64, seconds float64) (out []sound.Tone) {
	most := max(shares[0], shares[1])
	for i, f := range [2]float64{record, neighbour} {
		n := int(math.Ceil(pulses * shares[i] / most))
		for k := range max(n, 0) { // NaN is none
			out = append(out, sound.Tone{At: seconds * ease((float64(k)+0.5)/float64(n)), Length: pulse, From: f, To: f,
				Gain: sound.Gentle / 2, Pan: 1.2*float64(i) - 0.6})
		}
	}
	return out
}

// ease is the time at which a share of the way is done that goes as t²(3 − 2t).
func ease(share float64) float64 { return 0.5 - math.Sin(math.Asin(1-2*share)/3) }

// chord is how the claim's bracket sounds: it holds, and so does a major chord, or it
// breaks, and the chord's upper tones fall out of tune. Where neither is known the chord
// stays open, without a third. With steady no tone glides.
func chord(holds, breaks, steady bool) (out []sound.Tone) {
	const standing, ending = 0.35, 0.9
	for i, ratio := range []float64{1, 1.25, 1.5} {
		f, to := root*ratio, root*ratio
		switch {
		case i == 1 && !holds && !breaks:
			continue
		case breaks && i > 0: // a semitone and a tone down
			to *= math.Pow(2, -float64(i)/12)
		}
		part := sound.Tone{Length: standing, From: f, To: f, Gain: sound.Gentle / 3}
		out = append(out, part)
		part.At, part.Length, part.To = standing, ending, to
		if steady {
			part.From = to
		}
		out = append(out, part)
	}
	return out
}
