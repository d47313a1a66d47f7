package show

import (
	"math"
	"slices"
	"testing"

	"indistinct/core/film"
	"indistinct/core/mechanism"
	"indistinct/core/rng"
	"indistinct/core/test/filmtest"
)

// TestTelling: two entries that move together between them tell more than two
// whose means differ most.
func TestTelling(t *testing.T) {
	for name, c := range map[string]struct {
		release func(in, day int, noise *rng.Stream, shared float64) float64
		want    []int
	}{
		"noise reused: one entry before the change and one after": {func(in, day int, _ *rng.Stream,
			shared float64) float64 {
			if in == 1 && day >= 4 {
				return float64(day) + shared
			}
			return float64(day+1) + shared
		}, []int{0, 4}},
		"fresh noise: the entry that changes": {func(in, day int, s *rng.Stream, _ float64) float64 {
			if in == 1 && day == 2 {
				return s.Laplace(1) - 1
			}
			return s.Laplace(1)
		}, []int{2}},
		"one number among words": {func(in, day int, s *rng.Stream, _ float64) float64 {
			if day == 3 {
				return float64(in) + s.Laplace(1)
			}
			return float64(day)
		}, []int{3}},
	} {
		s := mechanism.Sample{Steps: 6, Dim: 1}
		for in := range 2 {
			for i := range 1000 {
				stream := rng.New(rng.Key{Seed: 1, Input: uint32(in), Trial: uint64(i)})
				shared := stream.Laplace(1)
				for day := range s.Width() {
					s.R[in] = append(s.R[in], c.release(in, day, &stream, shared))
				}
			}
		}
		got := tellingEntries(s)
		for _, i := range c.want {
			if !slices.Contains(got, i) {
				t.Errorf("%s: entries %v are shown, not %v", name, got, c.want)
			}
		}
	}
}

// Two histograms rise together, their laws with them, and what is seen to fall lands on a
// bar of its input.
func TestRace(t *testing.T) {
	var x [2][]float64
	for in := range x {
		for i := range FilmReleases {
			s := rng.New(rng.Key{Seed: 1, Input: uint32(in), Trial: uint64(i)})
			x[in] = append(x[in], float64(in)+s.Laplace(1))
		}
	}
	density := func(x float64) float64 { return math.Exp(-math.Abs(x)) / 2 }
	v := Race(mechanism.Names{}, x, -8, 9, Law{Density: density})
	f := Growing(v)
	if err := filmtest.Check(f); err != nil {
		t.Fatal(err)
	}
	bars, fallen := 0, 0
	for k := range f.Steps {
		for _, l := range v.Layers {
			b := l.Block(f.Steps, k)
			switch l.Kind {
			case film.Quads:
				sum := float32(0)
				for i := 5; i < len(b); i += 8 {
					sum += b[i]
				}
				if n := float32((k + 1) * filmPerStep); sum > n || sum < 0.98*n {
					t.Errorf("step %d: %v releases are in the bars, want %v", k, sum, n)
				}
				bars++
			case film.Path:
				if b[0] != -8 || b[len(b)-2] != 9 {
					t.Errorf("step %d: the law is from %v to %v", k, b[0], b[len(b)-2])
				}
				peak := float32(0)
				for i := 1; i < len(b); i += 2 {
					peak = max(peak, b[i])
				}
				if want := float32(density(0) * float64((k+1)*filmPerStep) * 17 / filmBins); peak != want {
					t.Errorf("step %d: the law's peak is at %v, want %v", k, peak, want)
				}
			case film.Disk:
				for i := 2; i < len(b); i += 3 {
					if b[i] > 0 && b[i-1] < 0.6*float32(v.Box[3]) {
						fallen++
					}
				}
			}
		}
	}
	if bars != 2*f.Steps || fallen < 2*f.Steps {
		t.Errorf("%d histograms in %d steps, %d releases near their bars", bars, f.Steps, fallen)
	}
}
