package show

import (
	"strings"
	"testing"

	"indistinct/core/event"
	"indistinct/core/lang"
	"indistinct/core/mechanism"
	"indistinct/core/rng"
	"indistinct/core/test/english"
)

// A release of several positions is drawn at the step at which the inputs differ
// most; one of several numbers by the two that differ most, in their order.
func TestTellingPair(t *testing.T) {
	for _, c := range []struct {
		steps, dim int
		shift      []float64 // by how much each number of a release differs between the inputs
		a, b       int
	}{
		{3, 2, []float64{5, 0, 0, 30, 10, 10}, 2, 3},
		{3, 2, []float64{5, 0, 0, 3, 10, 20}, 4, 5},
		{1, 4, []float64{1, 20, 3, 40}, 1, 3},
		{2, 3, []float64{1, 2, 3, 9, 1, 8}, 3, 5},
		{2, 1, []float64{0, 7}, 0, 1},
	} {
		s := &showing{steps: c.steps, dim: c.dim}
		sample := mechanism.Sample{Steps: c.steps, Dim: c.dim}
		for in := range sample.R {
			stream := rng.New(rng.Key{Seed: 1, Input: uint32(in)})
			for range 1000 {
				for _, d := range c.shift {
					sample.R[in] = append(sample.R[in], float64(in)*d+10*stream.Norm())
				}
			}
		}
		if got := s.position(sample); got[0] != c.a || got[1] != c.b {
			t.Errorf("differences %v: numbers %v are drawn, want %d and %d", c.shift, got, c.a, c.b)
		}
	}
}

// An event that looks at many numbers at once is named by what its releases look like.
func TestEventName(t *testing.T) {
	s := &showing{release: Description{Inputs: mechanism.Names{"sensor here", "sensor there"}}}
	e := event.Event{Name: lang.Say("event.escape")}
	if got := s.eventName(e); got != e.Name {
		t.Errorf("%q", got)
	}
	e.Rule, e.Swap = &event.Rule{Kind: event.Linear}, true
	if got := english.Say(s.eventName(e)); !strings.Contains(got, "look like “sensor there”") {
		t.Errorf("what looks like the neighbour's  is called %q", got)
	}
}
