package audit

import (
	"math"
	"slices"
	"testing"

	"indistinct/core/event"
	"indistinct/core/learn"
	"indistinct/core/paper"
	"indistinct/core/rng"
	"indistinct/core/stat"
	"indistinct/core/test/check"
	"indistinct/core/test/oracle"
)

// laplaceCounts draws the counts of events on the line in m releases of Laplace
// noise of scale 1/ε about 0 and about 1: multinomially over the pieces between
// the events' borders, which is the law of counting m releases, only quicker.
func laplaceCounts(t *testing.T, events []event.Event, epsilon float64, m int64, s *rng.Stream) []Count {
	events, opposites := withOpposites(events)
	cover := &paper.Cover{Steps: 1, Dim: 1, Grid: 1,
		Ellipsoids: []paper.Ellipsoid{{Dim: 1, A: []float64{1}, B: []float64{0}, Center: []float64{0},
			Axes: []float64{1}}}}
	var cuts []float64
	for _, e := range events {
		for _, span := range event.Spans(cover, e) {
			cuts = append(cuts, span[:]...)
		}
	}
	slices.Sort(cuts)
	cuts = slices.DeleteFunc(slices.Compact(cuts), func(x float64) bool { return math.IsInf(x, 0) })
	match, hit := event.NewMatcher(cover, events), make([]bool, len(events))
	counts := make([]Count, len(events))
	for in, centre := range []float64{0, 1} {
		left, rest := m, 1.0
		for p := range len(cuts) + 1 {
			// The probability of this piece, given that no piece before it holds.
			above := 0.0
			if p < len(cuts) {
				z := epsilon * (cuts[p] - centre)
				if above = 0.5 * math.Exp(-math.Abs(z)); z < 0 {
					above = 1 - above
				}
			}
			c := left
			if above > 0 {
				c = s.Binomial(left, math.Max(0, 1-above/rest))
			}
			left, rest = left-c, above
			x := -1e150
			if p > 0 {
				x = cuts[p-1]
			}
			match.Match([]float64{x}, hit)
			for k, h := range hit {
				if h && in == 0 {
					counts[k].C1 += c
				} else if h {
					counts[k].C2 += c
				}
			}
		}
	}
	for k := range counts {
		counts[k].N = m
	}
	return joined(counts, opposites)
}

// The whole test at small budgets: Laplace noise of ε = 0.7, n + m releases of
// each input in all, of which the first n choose the events. (The published
// anchors on one event that is known in advance are .574, .660 and .688 with
// 1,000, 10,000 and 100,000 releases, by the conditional binomial test. With all of
// 1,000,000 one known event can prove .6967 and any test .6971: z times the root of
// 2e^ε/m, and of (1 + e^ε)/m, below the truth.) Means of 200 seeds; the short form
// allows four standard errors of its fewer ones.
func TestEndToEnd(t *testing.T) {
	lap := must(oracle.NewLaplace(1, 0.7))
	for _, c := range []struct {
		n, m, seeds int
		sd, floor   float64 // of one seed's bound; of the mean
	}{{150, 850, 60, 0.066, 0.572}, {1000, 9000, 30, 0.02, 0.660}, {12000, 88000, 2, 0.0065, 0.688},
		{30000, 970000, 0, 0.002, 0.6967}} {
		seeds, room := c.seeds, 0.0
		if check.Long() {
			seeds = 200
		} else if seeds > 0 {
			room = 4 * c.sd / math.Sqrt(float64(seeds))
		}
		if seeds == 0 {
			continue
		}
		sum, squares, wrong := 0.0, 0.0, 0
		for seed := range uint64(seeds) {
			set := Settings{Seed: check.Hash(77, seed), Epsilon: 0.7, Alpha: 0.05, N: c.n, M: c.m, Learn: true}
			events, _ := learn.Events(draw(lap, set.Seed, rng.PhaseSelect, set.N), nil, set.Aim())
			s := rng.New(rng.Key{Seed: set.Seed, Phase: rng.PhaseTest})
			e := 0.0
			for i, n := range laplaceCounts(t, events, 0.7, int64(c.m), &s) {
				e = math.Max(e, newEvidence(events[i], []Count{n}, set,
					set.Alpha*stat.Share(i, len(events))).bounds()[0])
			}
			sum += e
			squares += e * e
			if e > 0.7 {
				wrong++
			}
		}
		mean := sum / float64(seeds)
		if mean < c.floor-room {
			t.Errorf("n = %d, m = %d: mean bound %.4f of %d seeds, want %.4f", c.n, c.m, mean, seeds, c.floor)
		}
		if wrong > check.Most(seeds, 0.05) {
			t.Errorf("n = %d, m = %d: %d of %d bounds above the truth", c.n, c.m, wrong, seeds)
		}
		t.Logf("n = %d, m = %d: mean bound %.4f (standard deviation %.4f) of %d seeds, %d above the truth",
			c.n, c.m, mean, math.Sqrt(squares/float64(seeds)-mean*mean), seeds, wrong)
	}
}
