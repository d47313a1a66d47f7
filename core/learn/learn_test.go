package learn

import (
	"math"
	"slices"
	"testing"

	"indistinct/core/event"
	"indistinct/core/mechanism"
	"indistinct/core/rng"
)

// aim is that of tests.
func aim(width int) Aim {
	return Aim{M: 10_000, Alpha: 0.05, Learn: true, Layout: event.Layout{Width: width}}
}

// sample draws n rows of each input, of a seed.
func sample(width, n int, draw func(in int, s *rng.Stream, row []float64), seed ...uint64) mechanism.Sample {
	out := mechanism.Sample{Steps: width, Dim: 1}
	for in := range 2 {
		for i := range n {
			s := rng.New(rng.Key{Seed: append(seed, 9)[0], Input: uint32(in), Trial: uint64(i)})
			row := make([]float64, width)
			for k := range row {
				row[k] = mechanism.Absent()
			}
			draw(in, &s, row)
			out.R[in] = append(out.R[in], row...)
		}
	}
	return out
}

// TestSearch: what tells two inputs apart is found, whatever it is made of. The
// share of fresh releases in the event is judged, so a lucky fit does not pass.
func TestSearch(t *testing.T) {
	yes, no := mechanism.Word("yes"), mechanism.Word("no")
	for name, c := range map[string]struct {
		width int
		draw  func(in int, s *rng.Stream, row []float64)
		want  float64 // the log-ratio that a good event shows, less a margin
	}{
		"a word": {1, func(in int, s *rng.Stream, row []float64) {
			row[0] = no
			if s.Bernoulli(0.25 + 0.5*float64(in)) {
				row[0] = yes
			}
		}, 1.0},
		"a number": {1, func(in int, s *rng.Stream, row []float64) { row[0] = float64(in) + s.Laplace(1) }, 0.85},
		"a length": {6, func(in int, s *rng.Stream, row []float64) {
			for k := range 2 + 3*int(s.Float64()+0.5*float64(in)) {
				row[k] = s.Norm()
			}
		}, 0.5},
		"a difference": {4, func(in int, s *rng.Stream, row []float64) {
			noise := s.Laplace(5)
			for k := range row {
				row[k] = noise + float64(k)
			}
			row[3] += 0.4 * float64(in)
		}, 4},
		"a number among words": {3, func(in int, s *rng.Stream, row []float64) {
			row[0], row[1], row[2] = no, yes, no
			if s.Bernoulli(0.3) {
				row[1] = 2*float64(in) + s.Laplace(1)
			}
		}, 1.5},
		"nothing": {2, func(_ int, s *rng.Stream, row []float64) {
			row[0], row[1] = no, s.Norm()
			if s.Bernoulli(0.5) {
				row[0] = yes
			}
		}, -1},
	} {
		t.Run(name, func(t *testing.T) {
			found := Search(sample(c.width, 4000, c.draw), aim(c.width))
			if c.want < 0 {
				// Nothing differs: no event should promise anything.
				if len(found) > 0 && found[0].Gain > 0.1 {
					t.Errorf("equal laws promise %v by %s", found[0].Gain, found[0].Event.Name)
				}
				return
			}
			if len(found) == 0 {
				t.Fatal("nothing was found")
			}
			match := found[0].Event.Rule.Matcher()
			var hits [2]float64
			const fresh = 20000
			for in := range 2 {
				row := make([]float64, c.width)
				for i := range fresh {
					s := rng.New(rng.Key{Seed: 10, Input: uint32(in), Trial: uint64(i)})
					for k := range row {
						row[k] = mechanism.Absent()
					}
					c.draw(in, &s, row)
					if match(row) {
						hits[in]++
					}
				}
			}
			a, b := hits[0], hits[1]
			if found[0].Event.Swap {
				a, b = b, a
			}
			if got := math.Log((a + 0.5) / (b + 0.5)); got < c.want {
				t.Errorf("%s: log-ratio %.3f from (%v, %v), want %.2f", found[0].Event.Name, got, a, b, c.want)
			}
		})
	}
}

// TestCorner: a corner that a hundredth of the record's releases fall into, and a
// tenth more of the neighbour's, is found. One side alone shows ln(0.19/0.1) ≈ 0.64.
func TestCorner(t *testing.T) {
	draw := func(in int, s *rng.Stream, row []float64) {
		row[0], row[1], row[2] = s.Float64(), s.Float64(), s.Float64()
		if in == 1 && s.Bernoulli(0.1) {
			row[0], row[1] = 0.9+0.1*s.Float64(), 0.1*s.Float64()
		}
	}
	for _, f := range Search(sample(3, 20_000, draw), aim(3)) {
		r := f.Event.Rule
		if !f.Event.Swap || f.Event.Opposite != nil {
			continue
		}
		match, hits := r.Matcher(), [2]float64{}
		for in := range 2 {
			row := make([]float64, 3)
			for i := range 40_000 {
				s := rng.New(rng.Key{Seed: 10, Input: uint32(in), Trial: uint64(i)})
				if draw(in, &s, row); match(row) {
					hits[in]++
				}
			}
		}
		if got := math.Log(hits[1] / hits[0]); !(got > 1.8) {
			t.Errorf("%q has the log-ratio %.3f from %v", r.Name, got, hits)
		}
		t.Log(r.Name, hits)
		return
	}
	t.Error("nothing was found")
}

// TestWorstIsCautious: a large gain that few releases rest on gives way to a smaller
// one that is sure.
func TestWorstIsCautious(t *testing.T) {
	draw := func(pair, first, n int) (mechanism.Sample, error) {
		one := slices.Repeat([]float64{float64(pair)}, n)
		return mechanism.Sample{Steps: 1, Dim: 1, R: [2][]float64{one, one}}, nil
	}
	look := func(s mechanism.Sample) []Found {
		return []Found{[]Found{{Gain: 1, Error: 0.5}, {Gain: 0.9}}[int(s.R[0][0])]}
	}
	if pair, tried, err := Worst(2, 4000, nil, draw, look); err != nil || pair != 1 {
		t.Errorf("pair %d of %+v, %v", pair, tried, err)
	}
}

// TestWorstGroups: a pair of three records that shows more gives way to one of a single
// record that shows more than a third of it.
func TestWorstGroups(t *testing.T) {
	draw := func(pair, first, n int) (mechanism.Sample, error) {
		one := slices.Repeat([]float64{float64(pair)}, n)
		return mechanism.Sample{Steps: 1, Dim: 1, R: [2][]float64{one, one}}, nil
	}
	for gain, want := range map[float64]int{2.9: 1, 3.1: 0} {
		look := func(s mechanism.Sample) []Found {
			return []Found{{Gain: []float64{gain, 1}[int(s.R[0][0])], Error: 0.001}}
		}
		members := func(pair int) int { return []int{3, 0}[pair] }
		if pair, tried, err := Worst(2, 4000, members, draw, look); err != nil || pair != want {
			t.Errorf("pair %d of %+v, %v", pair, tried, err)
		}
	}
}

// TestWorst: the pair that differs most is found, and all are accounted for.
func TestWorst(t *testing.T) {
	draw := func(pair, first, n int) (mechanism.Sample, error) {
		s := mechanism.Sample{Steps: 1, Dim: 1}
		for in := range 2 {
			for i := range n {
				k := rng.New(rng.Key{Seed: 11, Input: uint32(2*pair + in), Trial: uint64(first + i)})
				s.R[in] = append(s.R[in], k.Laplace(1)+float64(in)*[]float64{0.2, 0.1, 1.5, 0.3, 0}[pair])
			}
		}
		return s, nil
	}
	search := func(s mechanism.Sample) []Found { return Search(s, aim(1)) }
	pair, tried, err := Worst(5, 20000, nil, draw, search)
	if err != nil || pair != 2 || tried[pair].Gain <= 0 || len(tried) != 5 {
		t.Fatalf("pair %d of %v, %v", pair, tried, err)
	}
	total := 0
	for _, x := range tried {
		total += x.Releases
		if x.Releases == 0 {
			t.Errorf("pair %d was not tried", x.Pair)
		}
	}
	if total > 20000 {
		t.Errorf("%d releases of each input where 20000 were allowed", total)
	}
}

// A search of many releases pauses often, one of few never: whoever waits can be
// told how far it has come, and the search is not slowed down.
func TestSearchPauses(t *testing.T) {
	pauses := func(n int) (k int) {
		s := rng.New(rng.Key{Seed: 5})
		sel := mechanism.Sample{Steps: 6, Dim: 1}
		for in := range 2 {
			for range n * sel.Width() {
				sel.R[in] = append(sel.R[in], s.Norm()+0.1*float64(in))
			}
		}
		counted := aim(6)
		counted.Pause = func() { k++ }
		Search(sel, counted)
		return k
	}
	if k := pauses(200); k != 0 {
		t.Errorf("%d pauses in a search of 200 releases", k)
	}
	if k := pauses(40_000); k < 10 {
		t.Errorf("%d pauses in a search of 40,000 releases", k)
	}
}

// TestCertain: what is gained for certain counts; where that is nothing, the surest
// gain does, and never what happens always.
func TestCertain(t *testing.T) {
	ranked := [][2]float64{{0.4, 0.14}, {0.3, 0.05}, {0.2, 0.02}, {0.13, 0.001}, {0.1, 0.05}, {0.01, 0.02},
		{-1e-5, 1e-4}, {-0.1, 0.05}, {-0.001, 0}}
	for i := 1; i < len(ranked); i++ {
		if a, b := ranked[i-1], ranked[i]; !(certain(a[0], a[1]) > certain(b[0], b[1])) {
			t.Errorf("%v comes before %v", b, a)
		}
	}
}

// A fit is given up where it makes releases that it has not seen less likely than an earlier one
// by more than chance, and not where it is about as good or better.
func TestWorse(t *testing.T) {
	const n = 400
	score := func(strength, noise float64) (out [2][]float64) {
		s := rng.New(rng.Key{Seed: 1})
		for in, sign := range []float64{1, -1} {
			for range n {
				x, y := s.Norm(), s.Norm()
				out[in] = append(out[in], strength*(sign+x)+noise*y)
			}
		}
		return out
	}
	q := new(search)
	for _, c := range []struct {
		strength, noise float64
		worse           bool
	}{
		{1, 0, false}, {1, 0, false}, {-1, 0, true}, {1, 3, true}, {1, 0.1, false}, {2, 0, false}, {1, 0, true},
		{0, 0, true},
	} {
		if got := q.worse(score(c.strength, c.noise), n); got != c.worse {
			t.Errorf("strength %g, noise %g: worse is %v", c.strength, c.noise, got)
		}
	}
}

// chosenOf are the events that a selection sample finds worth testing.
func chosenOf(s mechanism.Sample, aim Aim) []event.Event {
	events, _ := Events(s, nil, aim)
	return events
}
