package show

import (
	"slices"
	"testing"

	"indistinct/core/mechanism"
	"indistinct/core/rng"
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
