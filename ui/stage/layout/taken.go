package layout

import (
	"math"
	"unicode/utf8"

	"indistinct/core/film"
	"indistinct/ui/axis"
)

// taken notes where the main view's own texts stand, and returns where those at its top end.
func (l *Layout) taken(f *film.Film) (foot float64) {
	v, r := &f.Views[0], l.Free
	foot, l.Taken = r.Y0, nil
	name := l.Words.Say(v.Name)
	if name != "" && v.Equal && len(l.Tabs) == 0 {
		foot = r.Y0 + 27
		l.Taken = append(l.Taken, Rect{r.X0, r.Y0, r.X0 + 18 + axis.Width(name, 12), foot})
	}
	if label := l.Words.Say(v.YLabel); label != "" && !v.Equal {
		l.Taken = append(l.Taken, Rect{r.X0, r.Y0, r.X0 + 14 + axis.Width(label, 12*l.Type), r.Y0 + 22})
	}
	n := 0.0 // letters of the longest time
	for _, m := range f.Clock {
		n = max(n, float64(utf8.RuneCountInString(Plain(l.Words.Say(m)))))
	}
	if n > 0 {
		wide := min(7.3*l.Type*n, r.W()-28)
		c := Rect{r.X0, r.Y0, r.X0 + 18 + wide, r.Y0 + 27}
		if !v.Equal {
			c = Rect{l.Panels[0].Frame.X1 - 18 - wide, r.Y0, r.X1, r.Y0 + 27}
		} else {
			lines := math.Ceil(7.3 * l.Type * n / max(wide, 1))
			if c.Y1 += 18 * (lines - 1); name != "" && len(l.Tabs) == 0 {
				c.Y0, c.Y1 = foot, foot+18*lines
			}
			foot = c.Y1
		}
		l.Taken = append(l.Taken, c)
	}
	if v.Equal && l.Words.Say(v.Unit) != "" {
		l.Taken = append(l.Taken, Rect{r.X0, r.Y1 - 26, r.X0 + 175, r.Y1})
	}
	return foot
}

// FactorAt is where a lens's factor stands, on its rim.
func (l *Layout) FactorAt(i int) (x, y float64) {
	r := l.Panels[i].Clip
	return r.X0 + 0.86*r.W(), r.Y0 + 0.155*r.H()
}

// BarRoom is how long the scale bar of view i may be; 0: it has none.
func (l *Layout) BarRoom(i int) float64 {
	switch {
	case i > 0 && l.Panels[i].Clip.W() < barLens, i == 0 && l.H < 300: // there is no room
		return 0
	case i > 0: // outside the circle, at its foot
		return 0.15 * l.Panels[i].Clip.W()
	case l.Small:
		return 64
	}
	return 110
}

// NoteEnd is the right end of a view's remark, in the middle of its line: at the
// top of a chart, at the bottom of a map. On the main view it stands a line higher
// where the scale bar is in its way.
func (l *Layout) NoteEnd(v *film.View, i int) (x, y float64) {
	switch {
	case !v.Equal:
		return l.Panels[i].Plot.X1 - 4, l.Panels[i].Plot.Y0 + 10
	case i > 0: // in the lower half of a lens
		r := l.Panels[i].Clip
		return (r.X0 + r.X1 + axis.Width(l.Words.Say(v.Note), 11*l.Type)) / 2, (r.Y0 + 3*r.Y1) / 4
	}
	x, y = l.Free.X1-14, l.Free.Y1-13
	if x-axis.Width(l.Words.Say(v.Note), 12*l.Type) < l.Free.X0+14+l.BarRoom(0)+50*l.Type { // with the bar's own text
		x, y = l.Free.X1-14, y-26
	}
	return x, y
}
