package audit

import (
	"indistinct/core/event"
	"indistinct/core/mechanism"
)

// The stronger test's events. Where releases hold words (mechanism.Worded) the search sees
// them as cells; the paper's test, which knows numbers alone, sees words as their place in
// the mechanism's list.

// worded says that releases may hold words.
func (j *Job) worded() bool {
	_, ok := j.m.(mechanism.Worded)
	return ok
}

// layout says what a mechanism's releases look like.
func layout(m mechanism.Mechanism) event.Layout {
	steps, dim := m.Shape()
	l := event.Layout{Width: steps * dim, Dim: dim, Names: mechanism.Labels(m)}
	if w, ok := m.(mechanism.Worded); ok {
		l.Dim, l.Words = 0, w.Words()
	}
	return l
}
