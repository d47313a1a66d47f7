// Package event says what an event is: a set of releases, as plain data that can be sent
// to a worker and stored in a report. Which releases it holds, and where it lies, is
// computed here; which events are worth a test is searched by package learn.
//
// The package believes that an event on numbers is a cell of the paper's grid, what
// lies outside it, or an upper level set of a score (score.go). On releases that may
// hold words it is a rule (rule.go): such a level set of a feature of the release
// (feature.go), of the sum of some trees, of the sides of a box that hold, or a list of
// releases. Matcher finds the events that hold a release; Spans is where they lie on
// the number line.
package event

import (
	"math"
	"slices"

	"indistinct/core/lang"
)

// Event is a set of releases.
type Event struct {
	Kind string       `json:"kind"` // "cell", "escape", "halfspace", "ratio", "threshold", "atoms", "learned"
	Name lang.Message `json:"name"` // for people: which releases it holds
	// Cells holds the one product cell of a "cell" event: of each step, the cell's
	// index Σ iₖ rᵏ in 0 … rᵈ−1, with iₖ counted along axis k of the ellipsoid,
	// longest first. Empty: no cell.
	Cells [][]int32 `json:"cells,omitempty"`
	// Weights are the parameters of a learned event; their layout belongs to
	// the kind.
	Weights []float64 `json:"weights,omitempty"`
	// Rule is a "learned" event on releases that may hold words.
	Rule *Rule `json:"rule,omitempty"`
	// Step restricts the event to one step; −1 is all of them.
	Step int `json:"step"`
	// Swap says that the event is likelier under the adjacent record, so the
	// direction p₂ > e^ε p₁ + δ is the one tested.
	Swap bool `json:"swap,omitempty"`
	// Opposite is an event that is disjoint from this one and likelier under the
	// other input: the two are tested at once (opposed.go of package stat).
	Opposite *Event `json:"opposite,omitempty"`
}

// Same says that two events are the same set of releases in the same direction, and
// so are their opposites. Names do not tell: they are rounded.
func (e Event) Same(o Event) bool {
	if e.Kind != o.Kind || e.Step != o.Step || e.Swap != o.Swap || !e.Rule.Same(o.Rule) ||
		(e.Opposite == nil) != (o.Opposite == nil) {
		return false
	}
	if e.Opposite != nil && !e.Opposite.Same(*o.Opposite) {
		return false
	}
	bits := func(x, y float64) bool { return math.Float64bits(x) == math.Float64bits(y) }
	return slices.EqualFunc(e.Weights, o.Weights, bits) && slices.EqualFunc(e.Cells, o.Cells, slices.Equal)
}

// Threshold returns the number of a release, of steps of dim numbers, that an
// event looks at alone, and the border; ok is false for events that look at more.
func (e Event) Threshold(dim int) (i int, border float64, ok bool) {
	if e.Kind != "threshold" || len(e.Weights) < 3 {
		return 0, 0, false
	}
	return e.Step*dim + int(e.Weights[2]), e.Weights[0] * e.Weights[1], true
}

// EscapeEvent is the event that the paper's rule drops.
func EscapeEvent() Event {
	return Event{Kind: "escape", Name: lang.Say("event.escape"), Step: -1}
}
