package curve_test

import (
	"fmt"

	"indistinct/core/curve"
	"indistinct/core/event"
	"indistinct/core/mechanism"
	"indistinct/core/paper"
	"indistinct/core/privacy"
	"indistinct/core/rng"
	"indistinct/core/test/oracle"
)

// A mechanism adds normal noise of standard deviation 1 to a number that is 1 larger for
// the neighbour: it keeps μ = 1 of Gaussian DP and no less. What is proven from 100,000
// releases of each input refutes a claim of 0.9.
func ExampleLevels_Prove() {
	m, err := oracle.NewGauss(1, 1, 1, privacy.Budget{})
	if err != nil {
		fmt.Println(err)
		return
	}
	draw := func(phase uint32, n int) (s mechanism.Sample) {
		s.Steps, s.Dim = m.Shape()
		for in := range s.R {
			s.R[in] = mechanism.Draw(m, mechanism.Input(in), rng.Key{Seed: 1, Phase: phase, Input: uint32(in)}, n)
		}
		return s
	}

	// The score is the release itself; thresholds on it are chosen on selection releases.
	rule := event.Rule{Kind: event.Threshold, Features: []event.Feature{event.Entry(0)}, Sign: 1}
	levels := curve.NewLevels(draw(rng.PhaseSelect, 5000), []event.Event{event.Learned(rule, true)})

	// Fresh releases are counted between them.
	test := draw(rng.PhaseTest, 100_000)
	matcher := event.NewMatcher(&paper.Cover{}, nil) // it would find events at the same time
	bin := levels.Matched(matcher)
	var bins [2][]int64
	for in := range bins {
		bins[in] = make([]int64, levels.Size())
		for i := range test.Count() {
			matcher.Match(test.Row(in, i), nil)
			bins[in][bin()]++
		}
	}

	mu, falseAlarms, misses := levels.Prove(bins, 0.05).Least(privacy.Claim{Notion: privacy.Gaussian})
	fmt.Printf("μ ≥ %.3f, shown by %.1f %% false alarms and at most %.1f %% misses\n",
		mu, 100*falseAlarms, 100*misses)
	// Output: μ ≥ 0.990, shown by 49.9 % false alarms and at most 16.2 % misses
}
