package event

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"indistinct/core/lang"
	"indistinct/core/mechanism"
	"indistinct/core/paper"
)

// cellEvent names one product cell: of the grid, or by "event.shell" of one axis, of the shells.
func cellEvent(id string, cells []int32, dim, r int) Event {
	e := Event{Kind: "cell", Cells: [][]int32{cells}}
	parts := make([]string, len(cells))
	for k, c := range cells {
		axes := make([]string, dim)
		for a := range axes {
			axes[a] = strconv.Itoa(int(c)%r + 1)
			c /= int32(r)
		}
		parts[k] = strings.Join(axes, ",")
	}
	e.Name = lang.Say(id, "cells", strings.Join(parts, " | "))
	return e
}

// GridEvents are the worst cell and the outside of the high-likely set as events.
func GridEvents(s paper.Worst, cover *paper.Cover) (worst, outside Event) {
	worst = Event{Kind: "cell", Name: lang.Say("event.cell.none")}
	if s.Cells != nil {
		worst = cellEvent("event.cell", s.Cells, cover.Dim, cover.Grid)
		if cover.Shells != nil {
			worst = cellEvent("event.shell", s.Cells, 1, int(cover.PerStep()))
		}
		worst.Swap = s.Swap
	}
	outside = EscapeEvent()
	outside.Swap = s.Outside
	return worst, outside
}

// fits reports whether an event can be looked for with a cover.
func (e Event) fits(c *paper.Cover) bool {
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

// Matcher finds which of several events hold a release. It is for one
// goroutine; Match allocates nothing.
type Matcher struct {
	loc     *paper.Locator
	cells   []int32   // of the release that is matched
	plain   []float64 // it, with numbers for words
	whole   []cellMatch
	outside []int // events that hold releases outside the high-likely set
	rules   []*Rule
	score   []func(row []float64) float64 // of the rules, each once
	value   []float64                     // of the release that was matched last
	learned []levelMatch
}

// cellMatch is an event of one product cell.
type cellMatch struct {
	event int
	cells []int32
}

// levelMatch is an event that holds what sign times a score, an index of the matcher's,
// puts above a threshold.
type levelMatch struct {
	event, score int
	sign, above  float64
}

// NewMatcher prepares events for matching. Events that do not fit the cover hold
// nothing; a cover without ellipsoids, which fits learned events alone, is &paper.Cover{}.
func NewMatcher(cover *paper.Cover, events []Event) *Matcher {
	m := &Matcher{loc: paper.NewLocator(cover), cells: make([]int32, cover.Steps),
		plain: make([]float64, cover.Steps*cover.Dim)}
	for i, e := range events {
		switch {
		case e.Rule != nil:
			r := e.Rule
			m.learned = append(m.learned, levelMatch{i, m.scoreOf(r), math.Copysign(1, r.Sign), r.Above})
		case !e.fits(cover):
		case e.Kind == "escape":
			m.outside = append(m.outside, i)
		case e.Kind == "cell":
			for _, cells := range e.Cells {
				m.whole = append(m.whole, cellMatch{i, cells})
			}
		}
	}
	return m
}

// scoreOf returns which score is a rule's but for its sign; a new one where no rule
// before had it.
func (m *Matcher) scoreOf(r *Rule) int {
	k := slices.IndexFunc(m.rules, r.sameScore)
	if k < 0 {
		k = len(m.rules)
		m.rules, m.score, m.value = append(m.rules, r), append(m.score, r.score()), append(m.value, 0)
	}
	return k
}

// Match sets hit[i] to whether event i holds the release, a row of cells.
func (m *Matcher) Match(release []float64, hit []bool) {
	clear(hit)
	for k, score := range m.score {
		m.value[k] = score(release)
	}
	for _, l := range m.learned {
		hit[l.event] = l.sign*m.value[l.score] > l.above
	}
	if len(m.whole)+len(m.outside) == 0 {
		return
	}
	copy(m.plain, release)
	mechanism.Plain(m.plain)
	if !m.loc.Cells(m.plain, m.cells) {
		for _, e := range m.outside {
			hit[e] = true
		}
		return
	}
	for _, w := range m.whole {
		hit[w.event] = slices.Equal(w.cells, m.cells)
	}
}

// Scored returns a rule's score of the release that was matched last.
func (m *Matcher) Scored(r *Rule) func() float64 {
	k, sign := m.scoreOf(r), math.Copysign(1, r.Sign)
	return func() float64 { return sign * m.value[k] }
}

// farthest is where the leftmost piece of the number line is looked at: releases are
// below it in magnitude, as those that an ellipsoid encloses are.
const farthest = 1e150

// Spans returns the intervals in which an event on releases of a single number lies,
// in order, open ends as infinities: what a picture marks. nil where releases have
// several numbers, or where the event's borders are not known.
func Spans(cover *paper.Cover, e Event) (out [][2]float64) {
	if cover.Steps*cover.Dim != 1 {
		return nil
	}
	m := NewMatcher(cover, []Event{e})
	var cuts []float64
	known := true
	if e.Rule != nil {
		cuts, known = e.Rule.borders()
	} else {
		cuts = m.loc.Borders()
	}
	slices.Sort(cuts)
	cuts = slices.DeleteFunc(slices.Compact(cuts), func(x float64) bool { return !(math.Abs(x) < farthest) })
	if !known || len(cuts) > 1<<15 {
		return nil
	}
	hit := make([]bool, 1)
	for i := range len(cuts) + 1 {
		lo, hi, at := math.Inf(-1), math.Inf(1), -farthest
		if i > 0 {
			lo, at = cuts[i-1], cuts[i-1]
		}
		if i < len(cuts) {
			hi = cuts[i]
		}
		m.Match([]float64{at}, hit)
		switch n := len(out); {
		case !hit[0]:
		case n > 0 && out[n-1][1] == lo:
			out[n-1][1] = hi
		default:
			out = append(out, [2]float64{lo, hi})
		}
	}
	return out
}
