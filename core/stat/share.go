package stat

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
