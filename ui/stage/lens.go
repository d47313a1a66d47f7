package stage

import (
	"math"
	"slices"

	"indistinct/core/film"
)

// lens is how much a lens shows, as half the width of its box. It keeps the scale that it began
// with while settings change, so that what they do to what it shows is seen; it shows more where
// that has left it, for as long as it has and not under a hand that drags.
type lens struct {
	first, shown, wanted float64
	zooming              bool
}

// quick is the time in which most of a lens's zoom is done, s.
const quick = 0.08

// focus takes the lenses of a new film, which replaces one like it with keep.
func (s *Stage) focus(keep bool) {
	before := s.lenses
	s.lenses = make([]lens, len(s.Film.Views))
	for i := range s.Film.Views {
		v := &s.Film.Views[i]
		if v.Place != film.Lens {
			continue
		}
		n := lens{wanted: (v.Box[2] - v.Box[0]) / 2}
		for _, l := range v.Layers {
			if s.Weigh && l.When == film.Weighed && l.Kind == film.Segments { // they need room
				n.wanted = max(n.wanted, float64(slices.Max(l.Data)), -float64(slices.Min(l.Data)))
			}
		}
		n.first, n.shown = n.wanted, n.wanted
		if keep && i < len(before) && before[i].shown > 0 {
			n.first, n.shown = before[i].first, before[i].shown
			n.wanted = max(n.wanted, n.first)
			n.zooming = n.wanted != n.shown
		}
		s.lenses[i] = n
		s.open(i)
	}
}

// open gives a lens's view the box that it shows.
func (s *Stage) open(i int) {
	b, h := &s.Film.Views[i].Box, s.lenses[i].shown
	x, y := (b[0]+b[2])/2, (b[1]+b[3])/2
	*b = [4]float64{x - h, y - h, x + h, y + h}
}

// Zoom lets so many seconds pass for lenses that take another scale, and reports whether
// the picture changed.
func (s *Stage) Zoom(seconds float64) bool {
	changed := false
	for i := range s.lenses {
		n := &s.lenses[i]
		if !n.zooming || s.down {
			continue
		}
		rest := math.Log(n.wanted / n.shown)
		n.shown *= math.Exp(rest * (1 - math.Exp(-seconds/quick)))
		if s.Clock.Reduced || math.Abs(rest) < 0.01 {
			n.shown, n.zooming = n.wanted, false
		}
		if s.open(i); !n.zooming {
			s.Tags[i] = nil
			s.arrange()
		}
		changed = true
	}
	return changed
}

// Sees reports whether a layer of a view is seen now.
func (s *Stage) Sees(view int, l *film.Layer) bool {
	switch l.When {
	case film.Pointed:
		return view+1 == s.over || view+1 == s.tapped || s.Dragging() && s.Drag.View == view
	case film.Untouched:
		return !s.touched && !s.Pulls()
	case film.Later:
		return s.later || s.Clock.Reduced
	case film.Weighed:
		return s.Weigh
	}
	return true
}
