package audit

import (
	"slices"

	"indistinct/core/event"
	"indistinct/core/lang"
	"indistinct/core/mechanism"
	"indistinct/core/privacy"
	"indistinct/core/work"
)

// Watch follows a test as it goes, for a picture.
type Watch struct {
	// Keep is how many of the first test releases of each input are handed on.
	Keep int64
	// Choose is asked once, with the selection sample: which of a release's
	// steps × dim numbers are handed on. Where releases hold words, they are
	// cells here and in Seen.
	Choose func(sample mechanism.Sample) []int
	// Scene makes the picture. It is called when the events are chosen, as test
	// releases are counted, and with the verdict.
	Scene func(Seen) ([]byte, error)
}

// Seen is what a Watch sees.
type Seen struct {
	Pair   lang.Message // which was found to be the worst of several; empty: there is one
	Event  event.Event  // the one that decides, as far as is known
	Counts [2]int64
	// Claim is what an event like this one is allowed: the claim or, of another notion,
	// what it implies at the event's rate of false alarms so far.
	Claim privacy.Budget
	Drawn int64 // test releases of each input so far
	Goal  int64 // of so many
	// Kept holds the first test releases of each input, of each the numbers
	// that Choose named; In says which of them the event holds.
	Kept [2][]float64
	In   [2][]bool
	// Spans are the pairs of numbers between which the event lies, in order,
	// where a release is a single number.
	Spans [][2]float64
	// Report is the verdict, without the exact profile; nil before.
	Report *Report
}

// scene is what shows, when it is called, a test at this moment, when so many releases of both
// inputs have been counted: the event that decides, which is the most promising one, or with a
// report the one of its bound.
func (a *asker) scene(t *Test, drawn, goal int64, r *Report) (show func() error) {
	if a.j.Watch == nil {
		return func() error { return nil }
	}
	events, counts := t.counted(), slices.Clone(t.Counts)
	return func() error {
		return a.crew.Show(work.Scene, func() ([]byte, error) {
			k := min(2, len(events)-1)
			if r != nil {
				k = max(k, 2+slices.IndexFunc(events[2:], func(e event.Event) bool {
					return e.Kind == r.Strong.Event.Kind && e.Name == r.Strong.Event.Name
				}))
			}
			seen := Seen{Pair: PairName(a.tried, a.pair), Event: events[k], Counts: counts[k], Drawn: drawn,
				Goal: goal, Kept: a.kept, Report: r}
			_, seldom := Directed(seen.Event, Count{C1: seen.Counts[0], C2: seen.Counts[1]})
			seen.Claim = a.j.set.claim().Tangent((float64(seldom) + 1) / (float64(drawn) + 2))
			for in, hits := range a.hits {
				for _, h := range hits {
					seen.In[in] = append(seen.In[in], h>>k&1 == 1)
				}
			}
			seen.Spans = event.Spans(a.cover, seen.Event)
			return a.j.Watch.Scene(seen)
		})
	}
}
