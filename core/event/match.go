package event

import (
	"slices"
	"strconv"
	"strings"

	"indistinct/core/lang"
	"indistinct/core/paper"
)

// cellEvent names one product cell.
func cellEvent(cells []int32, dim, r int) Event {
	e := Event{Kind: "cell", Step: -1, Cells: [][]int32{cells}}
	parts := make([]string, len(cells))
	for k, c := range cells {
		axes := make([]string, dim)
		for a := range axes {
			axes[a] = strconv.Itoa(int(c)%r + 1)
			c /= int32(r)
		}
		parts[k] = strings.Join(axes, ",")
	}
	e.Name = lang.Say("event.cell", "cells", strings.Join(parts, " | "))
	return e
}

// GridEvents are the worst cell and the outside of the high-likely set as events.
func GridEvents(s paper.Worst, cover *paper.Cover) (worst, outside Event) {
	worst = Event{Kind: "cell", Name: lang.Say("event.cell.none"), Step: -1}
	if s.Cells != nil {
		worst = cellEvent(s.Cells, cover.Dim, cover.Grid)
		worst.Swap = s.Swap
	}
	outside = EscapeEvent()
	outside.Swap = s.Outside
	return worst, outside
}

// OfGrid reports whether an event is made of a grid cell or the outside.
func (e Event) OfGrid() bool { return e.Kind == "cell" || e.Kind == "escape" }

// fits reports whether an event can be looked for with a cover.
func (e Event) fits(c *paper.Cover) bool {
	if e.Step < -1 || e.Step >= c.Steps {
		return false
	}
	if e.Kind != "cell" {
		return true
	}
	if len(e.Cells) > 1 || len(e.Cells) == 1 && len(e.Cells[0]) != c.Steps {
		return false
	}
	for _, cells := range e.Cells {
		for _, i := range cells {
			if i < 0 || int64(i) >= c.PerStep() {
				return false
			}
		}
	}
	return true
}

// Contains reports whether a release of steps × dim numbers belongs to the
// event. Matching many releases is a Matcher's work.
func (e Event) Contains(cover *paper.Cover, release []float64) bool {
	hit := []bool{false}
	NewMatcher(cover, []Event{e}).Match(release, hit)
	return hit[0]
}

// Matcher finds which of several events hold a release. It is for one
// goroutine; Match allocates nothing.
type Matcher struct {
	loc     *paper.Locator
	cells   []int32 // of the release that is matched
	whole   []cellMatch
	outside []int // events that hold releases outside the high-likely set
	learned []learnedMatch
}

// cellMatch is an event of one product cell.
type cellMatch struct {
	event int
	cells []int32
}

// learnedMatch is an event that has a score.
type learnedMatch struct {
	event int
	holds func([]float64) bool
}

// NewMatcher prepares events for matching. Events that do not fit the cover hold
// nothing.
func NewMatcher(cover *paper.Cover, events []Event) *Matcher {
	m := &Matcher{loc: paper.NewLocator(cover), cells: make([]int32, cover.Steps)}
	for i, e := range events {
		switch {
		case !e.fits(cover):
		case e.Kind == "escape":
			m.outside = append(m.outside, i)
		case e.Kind == "cell":
			for _, cells := range e.Cells {
				m.whole = append(m.whole, cellMatch{i, cells})
			}
		default:
			m.learned = append(m.learned, learnedMatch{i, Member(e, cover.Steps, cover.Dim)})
		}
	}
	return m
}

// Match sets hit[i] to whether event i holds the release.
func (m *Matcher) Match(release []float64, hit []bool) {
	clear(hit)
	if len(m.whole)+len(m.outside) > 0 {
		m.matchGrid(release, hit)
	}
	for _, l := range m.learned {
		hit[l.event] = l.holds(release)
	}
}

func (m *Matcher) matchGrid(release []float64, hit []bool) {
	if !m.loc.Cells(release, m.cells) {
		for _, e := range m.outside {
			hit[e] = true
		}
		return
	}
	for _, w := range m.whole {
		hit[w.event] = slices.Equal(w.cells, m.cells)
	}
}

// Scored returns the score of a learned event, for releases that were just matched:
// where one of the matcher's events has that score too, it is computed once.
func (m *Matcher) Scored(of Event, events []Event) func(release []float64) float64 {
	for i := range m.learned {
		e := events[m.learned[i].event]
		if len(e.Weights) == 0 || e.Kind != of.Kind || e.Step != of.Step ||
			!slices.Equal(e.Weights[1:], of.Weights[1:]) {
			continue
		}
		if score := ScoreOf(e, m.loc.Steps, m.loc.Dim); score != nil {
			last := 0.0
			m.learned[i].holds = func(release []float64) bool {
				last = score(release)
				return last > e.Weights[0]
			}
			return func([]float64) float64 { return last }
		}
	}
	return ScoreOf(of, m.loc.Steps, m.loc.Dim)
}
