package audit

import (
	"indistinct/core/curve"
	"indistinct/core/event"
	"indistinct/core/learn"
	"indistinct/core/mechanism"
	"indistinct/core/paper"
)

// The stronger test's events. Where releases hold words (mechanism.Worded) the search sees
// them as cells; the paper's test, which knows numbers alone, sees words as their place in
// the mechanism's list.

// candidates are the stronger test's events, and what the proven curve counts.
func (a *asker) candidates(sample mechanism.Sample, cover *paper.Cover) ([]event.Event, *curve.Levels) {
	if a.j.worded() {
		cover = nil // its outside is no event that words are in
	}
	aim := a.j.aim()
	aim.Pause = func() { a.part("work.choosing", stageChoose, 0.05) }
	events := learn.Events(sample, cover, aim)
	if a.j.set.Brief && a.j.set.Claim.Notion == "" {
		return events, nil
	}
	return events, curve.NewLevels(sample, events)
}

// worded says that releases may hold words.
func (j *Job) worded() bool {
	_, ok := j.m.(mechanism.Worded)
	return ok
}

// aim is the test as the search for events knows it.
func (j *Job) aim() learn.Aim {
	aim := j.set.Aim()
	aim.Layout = layout(j.m)
	return aim
}

// layout says what a mechanism's releases look like.
func layout(m mechanism.Mechanism) event.Layout {
	steps, dim := m.Shape()
	l := event.Layout{Width: steps * dim, Dim: dim}
	if w, ok := m.(mechanism.Worded); ok {
		l.Dim, l.Words = 0, w.Words()
	}
	return l
}
