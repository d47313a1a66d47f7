package show

import (
	"math"
	"strings"
	"testing"

	"indistinct/core/event"
	"indistinct/core/film"
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

// TestChart: a run's chart has the releases of each input: dots in a plane and over time, counts of numbers and words.
func TestChart(t *testing.T) {
	axes := [2]film.Axis{{Min: 0, Max: 4}, {Min: -1, Max: 1}}
	for _, c := range []struct {
		form   film.Form
		stride int
		data   []float32
		x, y   []float64 // the first points
	}{
		{film.Plane, 2, []float32{1, 0.5, 3, -0.5}, []float64{1, 3}, []float64{0.5, -0.5}},
		{film.Stream, 3, []float32{0.1, 0.2, 0.3}, []float64{0, 2, 4}, []float64{0.1, 0.2, 0.3}},
		{film.Bars, 1, []float32{1, 1, 0}, []float64{0, 1}, []float64{1, 2}},
		{film.Line, 1, []float32{0.01, 0.01}, []float64{4.0 / filmBins / 2}, []float64{2}},
	} {
		s := &film.Show{Form: c.form, Axes: axes, Words: make([]lang.Message, 2),
			Clouds: [2]film.Cloud{{Stride: c.stride, Data: c.data}, {Stride: c.stride}}}
		chart := Chart(s)
		if len(chart.Series) != 2 || chart.Series[1].Role != Roles[1] {
			t.Fatalf("%s: %+v", c.form, chart.Series)
		}
		got := chart.Series[0]
		for i := range c.x {
			if len(got.X) <= i || math.Abs(float64(got.X[i])-c.x[i]) > 1e-6 ||
				math.Abs(float64(got.Y[i])-c.y[i]) > 1e-6 {
				t.Errorf("%s: points are at %v, %v, want %v, %v", c.form, got.X, got.Y, c.x, c.y)
				break
			}
		}
	}
}
