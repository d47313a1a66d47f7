package audit

import (
	"math"
	"slices"

	"indistinct/core/learn"
)

// Event is a set of releases. It is plain data with a method, so that it can
// be sent to a worker.
type Event struct {
	Kind string `json:"kind"` // "cell", "escape", "halfspace", "ratio", "threshold", "atoms", "learned"
	Name string `json:"name"` // for people: "outside the high-likely set"
	// Cells holds the one product cell of a "cell" event: of each step, the cell's
	// index Σ iₖ rᵏ in 0 … rᵈ−1, with iₖ counted along axis k of the ellipsoid,
	// longest first. Empty: no cell.
	Cells [][]int32 `json:"cells,omitempty"`
	// Weights are the parameters of a learned event; their layout belongs to
	// the kind.
	Weights []float64 `json:"weights,omitempty"`
	// Rule is a "learned" event on releases that may hold words.
	Rule *learn.Rule `json:"rule,omitempty"`
	// Step restricts the event to one step; −1 is all of them.
	Step int `json:"step"`
	// Swap says that the event is likelier under the adjacent record, so the
	// direction p₂ > e^ε p₁ + δ is the one tested.
	Swap bool `json:"swap,omitempty"`
	// Opposite is an event that is disjoint from this one and likelier under the
	// other input: the two are tested at once (opposed.go).
	Opposite *Event `json:"opposite,omitempty"`
}

// same says that two events are the same set of releases in the same direction, and
// so are their opposites. Names do not tell: they are rounded.
func (e Event) same(o Event) bool {
	if e.Kind != o.Kind || e.Step != o.Step || e.Swap != o.Swap || !e.Rule.Same(o.Rule) || (e.Opposite == nil) != (o.Opposite == nil) {
		return false
	}
	if e.Opposite != nil && !e.Opposite.same(*o.Opposite) {
		return false
	}
	bits := func(x, y float64) bool { return math.Float64bits(x) == math.Float64bits(y) }
	return slices.EqualFunc(e.Weights, o.Weights, bits) && slices.EqualFunc(e.Cells, o.Cells, slices.Equal)
}
