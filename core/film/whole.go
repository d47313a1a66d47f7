package film

import (
	"fmt"
	"slices"
)

// Limits keep a film within what a browser can draw at 60 frames a second and
// hold in memory.
const (
	MaxSteps  = 20000   // key frames
	MaxValues = 4 << 20 // numbers in a film
	MaxText   = 240     // letters in one text
)

// Whole returns nil if the lengths of a film's arrays agree, so that whoever draws it
// does not read past an end; otherwise it says which do not. What else a film must be
// its makers' tests check (core/test/filmtest).
func (f *Film) Whole() error {
	if f == nil || f.Steps < 1 || f.Steps > MaxSteps || !(f.Rate > 0) || len(f.Views) == 0 {
		return fmt.Errorf("the film has no view, no key frames or no rate")
	}
	for i := range f.Views {
		v := &f.Views[i]
		if about := f.Views[0].Layers; v.Place == Lens && (v.About < 0 || v.About >= len(about) ||
			about[v.About].Items(f.Steps) == 0) {
			return fmt.Errorf("view %d enlarges nothing of the main view", i)
		}
		for j := range v.Layers {
			if !v.Layers[j].whole(f.Steps) {
				return fmt.Errorf("the arrays of view %d, layer %d have lengths that do not agree", i, j)
			}
		}
	}
	return nil
}

func (l *Layer) whole(steps int) bool {
	each := func(n int) bool { return n == 0 || n == steps && l.Moving }
	if !each(len(l.Blocks)) || !each(len(l.Shown)) || len(l.Blocks) > 0 && slices.Min(l.Blocks) < 0 ||
		len(l.Shown) > 0 && slices.Min(l.Shown) < 0 {
		return false
	}
	blocks := 1
	if l.Moving {
		blocks = l.blocks(steps)
	}
	items := l.Items(steps)
	texts := l.Kind != Words && l.Kind != Labels || len(l.Text) == items || l.Moving && len(l.Text) == items*steps
	return len(l.Data)%(blocks*l.Kind.Stride()) == 0 && texts && (len(l.Handles) == 0 || len(l.Handles) == items)
}

// Whole returns nil if the lengths of a show's arrays agree, as those of a film.
func (s *Show) Whole() error {
	if s == nil || s.Form == Bars && len(s.Words) == 0 || len(s.About)%2 != 0 || len(s.Edge)%2 != 0 ||
		s.Form == Plane && len(s.Edge)%4 != 0 {
		return fmt.Errorf("the show has no words for its bars or half an edge")
	}
	for i := range s.Clouds {
		c := &s.Clouds[i]
		least := map[Form]int{Plane: 2}[s.Form]
		if c.Stride < max(least, 1) || len(c.Data)%c.Stride != 0 || len(c.In) != 0 &&
			len(c.In) != len(c.Data)/c.Stride {
			return fmt.Errorf("the releases of input %d have lengths that do not agree", i)
		}
		for _, v := range c.Data {
			if s.Form == Bars && !(v >= 0 && int(v) < len(s.Words)) {
				return fmt.Errorf("input %d has a release that is none of the bars", i)
			}
		}
	}
	return nil
}
