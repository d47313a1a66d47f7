package audit

import (
	"math/rand/v2"
	"testing"

	"indistinct/core/event"
	"indistinct/core/sheet"
)

// What is left of a bound when so many counted releases are wrong is below what any such releases would have
// given: counts are drawn, and some of their releases moved at random, to any side.
func TestLeft(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 8))
	const n = 3000
	for range 100 {
		e := event.Event{Kind: "learned", Swap: r.IntN(2) == 0}
		c := Count{N: n, C1: r.Int64N(n / 2), C2: r.Int64N(n / 2)}
		if r.IntN(2) == 0 {
			e.Opposite = &event.Event{Kind: "learned", Swap: !e.Swap}
			c.O1, c.O2 = r.Int64N(n/2), r.Int64N(n/2)
		}
		set := Settings{Alpha: 0.05, Epsilon: 0.1, Delta: 0.01 * float64(r.IntN(2))}
		at := Report{Strong: boundOf(e, c, set, 0, 1), Alpha: sheet.Real(set.Alpha), Delta: sheet.Real(set.Delta),
			Epsilon: sheet.Real(set.Epsilon)}
		if got := at.Left(0); got != float64(at.Strong.Epsilon) {
			t.Fatalf("with no wrong release %v is left of %v", got, at.Strong.Epsilon)
		}
		wrong := r.Int64N(40)
		left := at.Left(wrong)
		for range 10 {
			d := c
			for range wrong { // a release goes from one count, or none, to another
				for _, by := range []int64{-1, 1} {
					of := []*int64{&d.C1, &d.C2, &d.O1, &d.O2, new(int64)}[r.IntN(5)]
					if next := *of + by; next >= 0 && next < n/2 && (e.Opposite != nil || of != &d.O1 && of != &d.O2) {
						*of = next
					}
				}
			}
			if b := boundOf(e, d, set, 0, 1); float64(b.Epsilon) < left-1e-12 {
				t.Fatalf("%+v with %d wrong ones moved to %+v proves %v; %v was said to be left", c, wrong, d,
					b.Epsilon, left)
			}
		}
		if k := at.Bears(); float64(at.Strong.Epsilon) > set.Epsilon &&
			(k > 0 && at.Left(k) <= set.Epsilon || k < n && at.Left(k+1) > set.Epsilon) {
			t.Fatalf("%+v bears %d: %v is left, and %v of one more", c, k, at.Left(k), at.Left(k+1))
		}
	}
	for _, none := range []Report{{Strong: Bound{Method: Betting, Epsilon: 3, Count: Count{N: 100}}, Epsilon: 1},
		{Strong: Bound{Method: Coupled, Epsilon: 3, Count: Count{N: 100}}, Epsilon: 1},
		{Strong: Bound{Method: Exact, Epsilon: 3, Count: Count{N: 100, C1: 90}}, Curved: &Curved{}}} {
		if k := none.Bears(); k != 0 {
			t.Errorf("%s bears %d", none.Strong.Method, k)
		}
	}
}
