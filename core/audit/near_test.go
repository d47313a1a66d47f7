package audit

import (
	"testing"

	"indistinct/core/event"
	"indistinct/core/sheet"
)

// TestNear: a violation is called near where the counts lie less than two standard errors beyond those that
// just show it, of one event and of two, and of a curve; what is far beyond, or shows nothing, is not.
func TestNear(t *testing.T) {
	one := event.Event{Kind: "threshold", Name: "x < 0"}
	both := one
	both.Opposite = &event.Event{Kind: "threshold", Name: "x > 1", Swap: true}
	for _, c := range []struct {
		e    event.Event
		n    Count
		want Verdict
		near bool
	}{
		{both, Count{C1: 855, C2: 278, O1: 804, O2: 2288, N: 20_000}, Violation, true}, // whole Laplace noise, seed 1
		{both, Count{C1: 1000, C2: 278, O1: 804, O2: 2700, N: 20_000}, Violation, false},
		{both, Count{C1: 720, C2: 278, O1: 804, O2: 2080, N: 20_000}, NoViolation, false},
		{one, Count{C1: 3000, C2: 1020, N: 20_000}, Violation, true},
		{one, Count{C1: 3000, C2: 500, N: 20_000}, Violation, false},
		{one, Count{C1: 3000, N: 20_000}, Violation, false},
	} {
		test := &Test{Events: []event.Event{c.e}, Tested: []Count{c.n}, Drawn: c.n.N}
		r := test.Report(Settings{Epsilon: 1, Alpha: 0.05, M: int(c.n.N)})
		if r.Verdict != c.want || r.Near != c.near {
			t.Errorf("%+v: %s, p = %v, near is %v", c.n, r.Verdict, r.Strong.P, r.Near)
		}
	}
	for misses, want := range map[sheet.Real]bool{0.299: true, 0.25: false} {
		r := &Report{Verdict: Violation, M: 10_000, Curved: &Curved{FalseAlarms: 0.1, Misses: misses, Allowed: 0.3}}
		if r.near() != want {
			t.Errorf("misses of %v where 0.3 are allowed: near is not %v", misses, want)
		}
	}
}

// TestNearOfAShare: of an event that has a part of α it is that part which the two standard errors count from.
func TestNearOfAShare(t *testing.T) {
	for _, c := range []struct {
		p    sheet.Real // adjusted: of the event's own test twice as small
		near bool
	}{{1e-4, true}, {7e-5, false}} { // Φ⁻¹(1 − 0.05/2) + 2 = 3.96, of a p-value of 3.75·10⁻⁵
		r := &Report{Verdict: Violation, Alpha: 0.05, Strong: Bound{P: c.p, Share: 0.5}}
		if r.near() != c.near {
			t.Errorf("p = %v of half of α: near is %v", c.p, r.near())
		}
	}
}
