package audit

import (
	"math"
	"reflect"
	"testing"

	"indistinct/core/event"
	"indistinct/core/learn"
	"indistinct/core/mechanism"
	"indistinct/core/paper"
	"indistinct/core/privacy"
	"indistinct/core/rng"
	"indistinct/core/test/check"
	"indistinct/core/test/oracle"
)

// The same releases give the same events, weight for weight.
func TestCandidatesDeterministic(t *testing.T) {
	g := must(oracle.NewGauss(1, 1, 4, privacy.Budget{Epsilon: 1}))
	sel := draw(g, 9, rng.PhaseSelect, 3000)
	set := Settings{Epsilon: 1, Alpha: 0.05, N: 3000, M: 3000, Learn: true}
	a, _ := learn.Events(sel, nil, set.Aim())
	b, _ := learn.Events(sel, nil, set.Aim())
	if !reflect.DeepEqual(a, b) {
		t.Error("two selections from the same releases differ")
	}
	if len(a) == 0 || len(a) > 8 {
		t.Errorf("%d candidates; want 1 … 8", len(a))
	}
}

// Strange selections give no panic, whatever they give.
func TestCandidatesEdges(t *testing.T) {
	set := Settings{Epsilon: 1, Alpha: 0.05, N: 10, M: 10, Learn: true, MaxM: 10}
	nan, inf := math.NaN(), math.Inf(1)
	for _, c := range []struct {
		name string
		a, b []float64
		s, d int
	}{
		{"none", nil, nil, 1, 1},
		{"one", []float64{1}, []float64{2}, 1, 1},
		{"two", []float64{1, 1}, []float64{2, 2}, 1, 1},
		{"uneven", []float64{1, 2, 3}, []float64{2}, 1, 1},
		{"constant", make([]float64, 400), make([]float64, 400), 2, 2},
		{"not numbers", repeat(400, nan, 1, nan), repeat(400, 2, nan), 1, 2},
		{"infinite", repeat(400, inf, 1, 2, 5), repeat(400, -inf, 3), 1, 1},
		{"no shape", nil, nil, 0, 0},
	} {
		sel := mechanism.Sample{Steps: c.s, Dim: c.d, R: [2][]float64{c.a, c.b}}
		cands, _ := learn.Events(sel, nil, set.Aim())
		counts := make([]Count, len(cands))
		for i := range counts {
			counts[i].N = 10
		}
		var r Report
		r.strengthen(cands, [][]Count{counts}, set)
		if r.Verdict == Violation {
			t.Errorf("%s: a violation from no hits", c.name)
		}
	}
}

func repeat(n int, v ...float64) []float64 {
	out := make([]float64, n)
	for i := range out {
		out[i] = v[i%len(v)]
	}
	return out
}

// The escape event takes part where there is a cover: the second record's releases
// lie outside the set fitted to the first.
func TestCandidatesWithCover(t *testing.T) {
	g := must(oracle.NewGauss(6, 1, 1, privacy.Budget{Epsilon: 1}))
	sel := draw(g, 2, rng.PhaseSelect, 2000)
	e, err := paper.Enclose(sel.R[0][:400], 1)
	if err != nil {
		t.Fatal(err)
	}
	cover := &paper.Cover{Steps: 1, Dim: 1, Grid: 8, Ellipsoids: []paper.Ellipsoid{e}}
	cands, _ := learn.Events(sel, cover, Settings{Epsilon: 1, Alpha: 0.05, N: 2000, M: 2000}.Aim())
	kinds := map[string]bool{}
	for _, c := range cands {
		kinds[c.Kind] = true
		if c.Kind == "escape" && !c.Swap {
			t.Error("the escape event should favour the adjacent record")
		}
	}
	if !kinds["escape"] || len(kinds) != 1 {
		t.Errorf("events %v; want the escape event, and none learned", kinds)
	}
}

// Long releases are learned from in bounded time: 600 steps that each differ by
// a little, which only their sum shows.
func TestCandidatesLongReleases(t *testing.T) {
	g := must(oracle.NewGauss(0.1, 1, 600, privacy.Budget{Epsilon: 1}))
	r := strong(g, Settings{Seed: 3, Epsilon: 1, Alpha: 0.05, N: 1000, M: 1000, Learn: true})
	// The separation of the sum is 0.1·√600 = 2.45 standard deviations.
	if !(float64(r.Strong.Epsilon) > 1.5) {
		t.Errorf("bound %v by %s", r.Strong.Epsilon, r.Strong.Event.Name)
	}
}

// On a line with a monotone ratio a threshold is all that there is to find: scores with
// many parameters, which are luckier in few releases, win in less than 35 of 100
// samples of 150 releases. (What that costs, TestEndToEnd holds.)
func TestSimplerEventsFirst(t *testing.T) {
	lap := must(oracle.NewLaplace(1, 0.7))
	simple := 0
	for seed := range uint64(100) {
		set := Settings{Seed: check.Hash(4242, seed), Epsilon: 0.7, Alpha: 0.05, N: 150, M: 850, Learn: true}
		events, _ := learn.Events(draw(lap, set.Seed, rng.PhaseSelect, set.N), nil, set.Aim())
		if events[0].Rule.Kind == event.Threshold {
			simple++
		}
	}
	if simple < 65 {
		t.Errorf("a threshold comes first in %d of 100 samples", simple)
	}
	t.Logf("a threshold comes first in %d of 100 samples", simple)
}
