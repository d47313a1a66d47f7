package samples

import (
	"fmt"
	"io"
	"strings"

	"indistinct/core/num"
	"indistinct/core/rng"
)

// example returns the scores of canaries of one training run: a linear model that adds up the
// records that were in, each a vector of length 1, with too little noise. A score is how far
// the model points the way of a canary.
func example() (io.Reader, error) {
	const canaries, width, noise = 1000, 1000, 0.01
	s := rng.New(rng.Key{Phase: rng.PhaseScores, Input: 1})
	model, records := make([]float64, width), make([]float64, canaries*width)
	in := make([]bool, canaries)
	for k := range model {
		model[k] = noise * s.Norm()
	}
	for i := range in {
		in[i] = s.Bernoulli(0.5)
		for k := range model {
			x := (2*float64(s.Uint64()>>63) - 1) / 31.622776601683793 // √1000
			if records[i*width+k] = x; in[i] {
				model[k] += x
			}
		}
	}
	var text strings.Builder
	text.WriteString("canary,in,score\n")
	for i := range in {
		fmt.Fprintf(&text, "%d,%t,%.4f\n", i+1, in[i], num.Dot(model, records[i*width:(i+1)*width]))
	}
	return strings.NewReader(text.String()), nil
}
