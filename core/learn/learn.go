// Package learn searches releases of two inputs for events (package event) that tell
// them apart.
//
// It believes that what limits a proven bound is the count of an event, not its
// probability: every threshold is chosen for the bound that the test may be expected to
// prove with the releases that it will have. Nothing here proves anything; what it finds
// is counted on fresh releases.
//
// Releases of numbers alone are searched by Candidates: scores are fitted (fit.go), cut
// where they promise most (threshold.go), and where few different releases occur, sets
// of them take the place of scores (sets.go); numbers.go weighs what is found.
//
// Releases that mix numbers and words and have any length (rows of cells of package
// mechanism) are searched by Search, in cells.go: features of a release are put in bins
// (bins.go), of which rules are made (atoms.go, boost.go, box.go) and judged (judge.go).
// RuleEvents takes from them the events to test. Worst searches several pairs of inputs,
// of either kind, for the one to test.
package learn

import (
	"indistinct/core/event"
)

// Options of a search.
type Options struct {
	// Expected is the lower bound that the test may be expected to prove for an
	// event of probabilities p1 > p2.
	Expected func(p1, p2 float64) float64
	// Coupled, where both inputs' releases of a trial were drawn from the same
	// stream, is the bound that a test with coupled releases may be expected to
	// prove for an event that c1 and c2 of n trials fell into, both of them
	// together, shaded by k standard errors of those n trials.
	Coupled func(c1, c2, both, n, k float64) float64
	Words   []string // of the mechanism, for names
	Bits    bool     // the representation of numbers is looked at too
	Rounds  int      // of boosting; 0: none
	// Thorough fits to either half of the sample and judges by the other, which takes
	// twice as long: gains then rest on all releases. It looks for boxes too.
	Thorough bool
	// Bold goes for the most that can be expected where otherwise the surest gain
	// counts: for what is rare under one input and was never seen under the other.
	Bold bool
	// Pause, if not nil, is called between parts of a search, each of which takes
	// some ten milliseconds at most.
	Pause func()
}

// Found is an event with what to expect of it.
type Found struct {
	Rule event.Rule
	// Swap says that it is likelier under the neighbour.
	Swap bool
	Gain float64 // expected bound, judged on releases that chose nothing of it
	// Error is about the standard error of Gain.
	Error float64
	// Coupled says that coupled releases promise more for it than independent
	// ones.
	Coupled bool
	// upper is the most that the event may be worth, or one of its score with
	// another threshold.
	upper float64
}

// Aim is the test that events are chosen for.
type Aim struct {
	M            int     // releases of each input that it draws at most
	Delta, Alpha float64 // of the claim, and the error probability of all events
	Learn        bool    // events are fitted; else there is the escape event alone
}
