package learn_test

import (
	"fmt"

	"indistinct/core/event"
	"indistinct/core/learn"
	"indistinct/core/mechanism"
	"indistinct/core/paper"
	"indistinct/core/rng"
	"indistinct/core/test/oracle"
)

// Two thousand releases of each input are searched for an event that tells them apart. The
// first input releases Laplace noise of scale 1 about 0, the second about 1, so that no
// event shows more than ε = 1.
func ExampleSearch() {
	m, err := oracle.NewLaplace(1, 1)
	if err != nil {
		fmt.Println(err)
		return
	}
	var s mechanism.Sample
	s.Steps, s.Dim = m.Shape()
	for in := range s.R {
		s.R[in] = mechanism.Draw(m, mechanism.Input(in), rng.Key{Seed: 1, Input: uint32(in)}, 2000)
	}

	// They are searched for what 10,000 fresh releases will prove at 95 % confidence.
	best := learn.Search(s, learn.Aim{M: 10_000, Alpha: 0.05, Learn: true})[0]

	from := event.Spans(&paper.Cover{Steps: 1, Dim: 1}, best.Event)
	fmt.Printf("releases in %.2f, likelier under the neighbour: %v\n", from, best.Event.Swap)
	fmt.Printf("expected bound: ε ≥ %.2f\n", best.Gain)
	// Output:
	// releases in [[-Inf 0.09]], likelier under the neighbour: false
	// expected bound: ε ≥ 0.95
}

// Three pairs of inputs, of which the second differs by twice as much as the others: it is
// found by drawing from all and then again from the most hopeful.
func ExampleWorst() {
	shifts := []float64{1, 2, 1}
	draw := func(pair, first, n int) (s mechanism.Sample, err error) {
		m, err := oracle.NewLaplace(shifts[pair], shifts[pair]) // noise of scale 1
		if err != nil {
			return s, err
		}
		s.Steps, s.Dim = m.Shape()
		for in := range s.R {
			from := rng.Key{Seed: 1, Input: uint32(2*pair + in), Trial: uint64(first)}
			s.R[in] = mechanism.Draw(m, mechanism.Input(in), from, n)
		}
		return s, nil
	}
	search := func(s mechanism.Sample) []learn.Found {
		return learn.Search(s, learn.Aim{M: 10_000, Alpha: 0.05, Quick: true})
	}
	pair, tried, err := learn.Worst(len(shifts), learn.Budget(len(shifts), 500), nil, draw, search)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("pair %d of %d, expected bound %.1f\n", pair, len(tried), tried[pair].Gain)
	// Output: pair 1 of 3, expected bound 1.9
}
