package learn

import (
	"math"
	"testing"
)

// TestCutsOfCounts: where the curve misses the counts, these alone make the cuts, each probability nearer to
// the other's by a number of standard errors that grows from 0.6 at one half to 2 far out, and by as many more
// as the caution is beyond 0.6.
func TestCutsOfCounts(t *testing.T) {
	const n = 40_000
	var groups []group
	left := [2]float64{n, n}
	for i := range 40 { // the inputs' ratio goes up and down
		g := group{n: [2]float64{700, 1300}, err: 0.1}
		if i%2 == 0 {
			g.n[0], g.n[1] = g.n[1], g.n[0]
		}
		groups = append(groups, g)
		left[0], left[1] = left[0]-g.n[0], left[1]-g.n[1]
	}
	if left != [2]float64{} || !missed(groups) {
		t.Fatalf("the groups leave %v", left)
	}
	for _, caution := range []float64{0.6, 1.5} {
		tops, bottoms := cutsOf(groups, n, caution)
		for end, cuts := range [][]cut{tops, bottoms} {
			var hits [2]float64
			before := math.Inf(1)
			for i, c := range cuts {
				g := groups[i]
				if end == 0 {
					g = groups[len(groups)-1-i]
				}
				hits[0], hits[1] = hits[0]+g.n[end], hits[1]+g.n[1-end]
				if c.n != int(hits[0]+hits[1]) {
					t.Fatalf("cut %d holds %d scores, want %v", i, c.n, hits)
				}
				p, q := hits[0]/n, hits[1]/n
				part := (p - c.p1) / math.Sqrt(p*(1-p)/n)
				other := (c.p2 - q) / math.Sqrt(q*(1-q)/n)
				want := caution
				switch {
				case p < 0.15:
					want += 1.4
				case p < 0.5:
					want += -1.5 * math.Log2(2*p)
				}
				want = math.Min(want, caution+1.4)
				if tol := 0.15; math.Abs(part-want) > tol || math.Abs(other-want) > tol {
					t.Errorf("end %d, p = %v: shaded by %v and %v standard errors, want %v", end, p, part, other, want)
				}
				if part > before+0.05 {
					t.Errorf("end %d, p = %v: shaded by %v, one further out by %v", end, p, part, before)
				}
				before = part
			}
		}
	}
}
