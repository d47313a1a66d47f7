// Package event says what an event is: a set of releases, as plain data that can be sent
// to a worker and stored in a report. Which releases it holds, and where it lies, is
// computed here; which events are worth a test is searched by package learn.
//
// The package believes that an event is a cell of the paper's grid, what lies outside
// the grid, or an upper level set of a score (rule.go): of one feature of the release
// (feature.go), of a sum of bounded pieces of features, of trees, of the sides of a box
// that hold, or of a list of releases. A release is a row of cells, numbers or words.
// Matcher finds the events that hold a release; Spans is where they lie on the number
// line.
package event

import (
	"slices"

	"indistinct/core/lang"
)

// Event is a set of releases.
type Event struct {
	Kind string       `json:"kind"` // "cell", "escape", "learned"
	Name lang.Message `json:"name"` // for people: which releases it holds
	// Cells holds the one product cell of a "cell" event: of each step, the cell's
	// index Σ iₖ rᵏ in 0 … rᵈ−1, with iₖ counted along axis k of the ellipsoid,
	// longest first. Empty: no cell.
	Cells [][]int32 `json:"cells,omitempty"`
	// Rule is a "learned" event.
	Rule *Rule `json:"rule,omitempty"`
	// Swap says that the event is likelier under the adjacent record, so the
	// direction p₂ > e^ε p₁ + δ is the one tested.
	Swap bool `json:"swap,omitempty"`
	// Opposite is an event that is disjoint from this one and likelier under the
	// other input: the two are tested at once (opposed.go of package stat).
	Opposite *Event `json:"opposite,omitempty"`
}

// Learned is the event of a rule; swap says that it is likelier under the neighbour.
func Learned(r Rule, swap bool) Event {
	return Event{Kind: "learned", Name: r.Name, Rule: &r, Swap: swap}
}

// Outline is the event without its rule: what it is called, and in which direction it is
// tested.
func (e Event) Outline() Event {
	e.Rule = nil
	if e.Opposite != nil {
		o := e.Opposite.Outline()
		e.Opposite = &o
	}
	return e
}

// Same says that two events are the same set of releases in the same direction, and
// so are their opposites. Names do not tell: they are rounded.
func (e Event) Same(o Event) bool {
	if e.Kind != o.Kind || e.Swap != o.Swap || !e.Rule.Same(o.Rule) || (e.Opposite == nil) != (o.Opposite == nil) {
		return false
	}
	if e.Opposite != nil && !e.Opposite.Same(*o.Opposite) {
		return false
	}
	return slices.EqualFunc(e.Cells, o.Cells, slices.Equal)
}

// Threshold returns the number of a release that an event looks at alone, and the
// border; ok is false for events that look at more.
func (e Event) Threshold() (i int, border float64, ok bool) {
	if e.Rule == nil || e.Rule.Kind != Threshold || e.Rule.Features[0].Kind != entry {
		return 0, 0, false
	}
	return e.Rule.Features[0].I, e.Rule.Above * e.Rule.Sign, true
}

// Look is Linear or Ratio of an event whose releases only look more like one input's than
// the other's, to a rule of that kind; "" of one whose name says what they are.
func (e Event) Look() string {
	if e.Rule != nil && (e.Rule.Kind == Linear || e.Rule.Kind == Ratio) {
		return e.Rule.Kind
	}
	return ""
}

// EscapeEvent is the event that the paper's rule drops.
func EscapeEvent() Event {
	return Event{Kind: "escape", Name: lang.Say("event.escape")}
}
