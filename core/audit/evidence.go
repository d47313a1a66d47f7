package audit

import (
	"indistinct/core/event"
	"indistinct/core/stat"
)

// newTest returns the test that an event's counts are for.
func newTest(e event.Event, c Count, delta float64) stat.Test {
	c1, c2 := Directed(e, c)
	if e.Opposite == nil {
		return stat.RatioTest{C1: c1, N1: c.N, C2: c2, N2: c.N, Delta: delta}
	}
	f2, f1 := Directed(*e.Opposite, Count{C1: c.O1, C2: c.O2})
	return stat.OddsTest{E1: c1, F1: f1, E2: c2, F2: f2}
}
