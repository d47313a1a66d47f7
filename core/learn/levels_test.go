package learn

import (
	"math"
	"slices"
	"testing"

	"indistinct/core/event"
	"indistinct/core/mechanism"
	"indistinct/core/rng"
)

// Whatever is released, numbers that are not finite and words that were never seen
// among it, no rule holds it together with its opposite.
func TestOpposedRulesAreDisjoint(t *testing.T) {
	yes, no, nan := mechanism.Word("yes"), mechanism.Word("no"), math.NaN()
	for name, c := range map[string]struct {
		width int
		draw  func(in int, s *rng.Stream, row []float64)
		kind  string
	}{
		"words": {1, func(in int, s *rng.Stream, row []float64) {
			if row[0] = no; s.Bernoulli(0.3 + 0.4*float64(in)) {
				row[0] = yes
			}
		}, event.Atoms},
		"numbers": {1, func(in int, s *rng.Stream, row []float64) {
			row[0] = float64(in) + s.Laplace(1)
		}, event.Threshold},
		"lists of both": {4, func(in int, s *rng.Stream, row []float64) {
			for k := range row {
				switch row[k] = 4 * s.Float64(); {
				case s.Bernoulli(0.2):
					row[k] = no
				case s.Bernoulli(0.2): // narrower or wider, which no piece of a linear score tells
					row[k] = 1 + float64(1+4*in)*(row[k]-2)/20
				}
			}
		}, event.Ratio},
	} {
		rows := func(seed uint64, n int) (out [2][]float64) {
			for in := range out {
				for i := range n {
					s := rng.New(rng.Key{Seed: seed, Input: uint32(in), Trial: uint64(i)})
					row := make([]float64, c.width)
					c.draw(in, &s, row)
					if seed > 0 && i%3 == 0 {
						strange := []float64{nan, math.Inf(1), math.Inf(-1), math.Copysign(0, -1), mechanism.Absent(),
							mechanism.Word("?"), 1e300}
						row[i%c.width] = strange[i/3%len(strange)]
					}
					out[in] = append(out[in], row...)
				}
			}
			return out
		}
		s, aim := mechanism.Sample{Steps: c.width, Dim: 1, R: rows(0, 3000)}, aim(c.width)
		found := slices.DeleteFunc(Search(s, aim), func(f Found) bool {
			return f.Event.Rule.Kind != c.kind || f.Event.Opposite == nil
		})
		if len(found) == 0 {
			t.Errorf("%s: no event of kind %q has an opposite", name, c.kind)
			continue
		}
		e := found[0].Event
		if e.Opposite == nil || e.Rule.Kind != c.kind {
			t.Errorf("%s: %q, a rule of kind %q, has no opposite", name, e.Name, c.kind)
			continue
		}
		match, other := e.Rule.Matcher(), e.Opposite.Rule.Matcher()
		var hits [2]int
		for _, r := range rows(1, 3000) {
			for ; len(r) > 0; r = r[c.width:] {
				a, b := match(r[:c.width]), other(r[:c.width])
				if a && b {
					t.Fatalf("%s: %v is in %q and in %q", name, r[:c.width], e.Name, e.Opposite.Name)
				}
				if a {
					hits[0]++
				} else if b {
					hits[1]++
				}
			}
		}
		if hits[0] < 30 || hits[1] < 30 {
			t.Errorf("%s: %q and %q hold %v of 6000 releases", name, e.Name, e.Opposite.Name, hits)
		}
		aim.Delta = 0.01
		for _, e := range chosenOf(s, aim) {
			if e.Opposite != nil {
				t.Errorf("%s: %q has an opposite at δ = 0.01", name, e.Name)
			}
		}
	}
}

// Of two inputs with one law no score promises anything, however coupled trials fall: in each
// of them both releases have the number, alike or one high and one low, or only one has it,
// and the trials in which the other has none make up for the difference.
func TestCoupledTrialsWithoutANumber(t *testing.T) {
	const n = 7000
	var score [2][]float64
	for i := range n {
		r := rng.New(rng.Key{Seed: 9, Trial: uint64(i)})
		high, low := r.Float64()+1, r.Float64()
		trial := [][2]float64{{high, high}, {low, low}, {high, high}, {low, low},
			{high, low}, {math.NaN(), high}, {low, math.NaN()}}[i%7]
		for in, v := range trial {
			score[in] = append(score[in], v)
		}
	}
	aim := aim(1)
	aim.Coupled = true
	q := newSearch(mechanism.Sample{Steps: 1, Dim: 1, R: score}, aim)
	rule := event.Rule{Kind: event.Threshold, Features: []event.Feature{event.Entry(0)}, Sign: 1}
	coupled := 0
	for _, f := range q.sweep(scored{rule, score, score}, 1) {
		if f.Coupled {
			coupled++
		}
		if f.Gain > 0.02 {
			t.Errorf("an event (coupled: %v) promises %.3f where there is nothing to be found", f.Coupled, f.Gain)
		}
	}
	if coupled == 0 {
		t.Error("no event was looked at for coupled releases")
	}
}

// A feature is cut at its middle fifth and above its middle, but for the outermost releases;
// one of few values is not.
func TestBounds(t *testing.T) {
	many, few := make([]float64, 10_000), make([]float64, 10_000)
	for i := range many {
		many[i], few[i] = float64(i), float64(i/9000)
	}
	all, middleOf, above := [2]float64{5, 9995}, [2]float64{4000, 6000}, [2]float64{5000, 9999}
	for how, want := range map[int][][2]float64{whole: {all}, middle: {middleOf}, bent: {all, middleOf, above}} {
		if got := bounds(many, how); !slices.Equal(got, want) {
			t.Errorf("%d: many values are cut at %v, want %v", how, got, want)
		}
		if got := bounds(few, how); !slices.Equal(got, [][2]float64{{0, 1}}) {
			t.Errorf("%d: two values are cut at %v", how, got)
		}
	}
}

// TestOpposedCutsAreDisjoint: of three groups of scores the middle one is in one of two cuts at most, also
// where each end promises most with it.
func TestOpposedCutsAreDisjoint(t *testing.T) {
	q := &search{m: 10_000, z: 2}
	cuts := []cut{{p1: 0.05, p2: 0.04}, {p1: 0.6, p2: 0.1}}
	i, j, gain := q.opposed(cuts, cuts)
	if i < 0 || i+j >= len(cuts) || math.IsInf(gain, -1) {
		t.Errorf("cut %d from above and cut %d from below, which promise %v, hold a group both", i, j, gain)
	}
}
