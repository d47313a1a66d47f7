package event_test

import (
	"fmt"

	"indistinct/core/event"
	"indistinct/core/paper"
)

// The event "the first number of the release is above 1.5", as plain data.
func ExampleLearned() {
	e := event.Learned(event.Rule{Kind: event.Threshold, Features: []event.Feature{event.Entry(0)},
		Sign: 1, Above: 1.5}, false)

	holds := e.Rule.Matcher()
	fmt.Println(holds([]float64{2, 0}), holds([]float64{1, 9}))
	fmt.Printf("%.1f\n", event.Spans(&paper.Cover{Steps: 1, Dim: 1}, e)) // in releases of one number
	// Output:
	// true false
	// [[1.5 +Inf]]
}

// A test counts two events in releases of two numbers: one looks at the first number, the
// other at the difference of both.
func ExampleMatcher() {
	first := event.Rule{Kind: event.Threshold, Features: []event.Feature{event.Entry(0)}, Sign: 1, Above: 0}
	difference := event.Rule{
		Kind:     event.Linear,
		Features: []event.Feature{event.Entry(0), event.Entry(1)},
		Pieces: []event.Piece{
			{F: 0, From: -10, To: 10, Weight: 1}, // bounded: no release counts for more
			{F: 1, From: -10, To: 10, Weight: -1},
		},
		Sign: 1, Above: 1,
	}
	m := event.NewMatcher(&paper.Cover{}, []event.Event{event.Learned(first, false), event.Learned(difference, false)})

	counts, hit := make([]int, 2), make([]bool, 2)
	for _, release := range [][]float64{{3, 1}, {0.5, 0}, {-1, -4}, {1, 1}} {
		m.Match(release, hit)
		for i, in := range hit {
			if in {
				counts[i]++
			}
		}
	}
	fmt.Println(counts)
	// Output: [3 2]
}
