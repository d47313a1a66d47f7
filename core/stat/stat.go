// Package stat proves bounds on ε from counts: numbers in, numbers out.
//
// It holds exact tests of "ε is at most so much", for any counts: of one event's hits
// among the releases of two inputs (ratio.go), of the hits of two disjoint events
// (opposed.go), and of an event's hits among releases that were drawn in pairs
// (coupled.go). Share shares the error probability among events, power.go
// says what a test of given size shows, bounds.go has the classical limits that the tests
// are compared with, and order.go looks for dependence, which they do not allow for.
//
// The package believes that a bound must hold for every count, small ones first: each
// test is a theorem or is enumerated in its tests. It is ours because no library has
// these tests, and because their digits have to be the same in every browser.
package stat

// Test is an exact one of all null hypotheses "at most ε".
type Test interface {
	// Lower returns the largest ε ≥ 0 up to which the null is rejected at error
	// probability alpha; 0 where it is rejected nowhere.
	Lower(alpha float64) float64
	// Rejects reports whether lower(alpha) exceeds ε.
	Rejects(epsilon, alpha float64) bool
	// P returns the p-value of the null at ε: at alpha = p(ε) the bound is ε.
	P(epsilon float64) float64
	// Detectable returns the smallest true ε that counts like these show to be above
	// the claim in half of all audits.
	Detectable(claim, alpha float64) float64
	// Reversed is the test of the nulls "at least ε".
	Reversed() Test
}

// FirstShare is the part of α that the most promising event gets; the others
// share the rest evenly. The order was fixed on the selection releases, which
// the test does not see again. All events bound one number, ε, so the bounds of
// all of them hold together with probability 1 − α.
const FirstShare = 0.95

// Share returns event k's part of α among n events.
func Share(k, n int) float64 {
	switch {
	case n == 1:
		return 1
	case k == 0:
		return FirstShare
	}
	return (1 - FirstShare) / float64(n-1)
}
