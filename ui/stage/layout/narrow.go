package layout

import (
	"cmp"
	"slices"

	"indistinct/core/film"
	"indistinct/ui/axis"
)

// NarrowBelow is the width below which views do not stand side by side.
const NarrowBelow = 520

// tabHeight is the height of the row of buttons below the views.
const tabHeight = 34

// narrow gives the views of a narrow canvas its whole width.
func (l *Layout) narrow(f *film.Film, area Rect, charts []int, rows, tab int) {
	chosen := 0
	if slices.Contains(charts, tab) {
		chosen = tab
	}
	tall := len(charts) > 0 && area.H()-tabHeight > 1.45*area.W()
	views := charts
	if !tall {
		views = append([]int{0}, charts...)
	}
	buttons := l.buttons(f, views, area, rows > 0)
	area.Y1 -= tabHeight * float64(buttons)
	if tall {
		chosen = cmp.Or(chosen, charts[0])
		h := min((area.W()-2*gap)/1.5+caption, 0.42*area.H())
		l.card(f, chosen, Rect{area.X0 + gap, area.Y1 - h, area.X1 - gap, area.Y1})
		area.Y1 -= h + gap/2
	} else if chosen != 0 {
		l.card(f, chosen, area.Inset(gap/2, gap/2, gap/2, 2))
	}
	if chosen == 0 || tall {
		l.main(f, area, area)
	}
}

// buttons puts a button for each view and that of the legend at the bottom, in one row
// or, where their words have no room in it, in two; it returns in how many.
func (l *Layout) buttons(f *film.Film, views []int, area Rect, legend bool) (rows int) {
	const apart = 6
	chip := 0.0
	if legend {
		chip = l.chipWidth() - apart
	}
	width := func(i int, size, around float64) float64 {
		return axis.Width(l.Words.Called(&f.Views[i]), size) + around
	}
	least := chip
	for _, i := range views {
		least += width(i, chipTiny, 10) + apart
	}
	rows = 1
	if len(views) > 1 && least > area.W()-2*gap && area.H() > 5*tabHeight {
		rows = 2
	}
	top := area.Y1 - tabHeight*float64(rows)
	if legend {
		l.Chip = Rect{area.X1 - gap - chip, area.Y1 - tabHeight + 5, area.X1 - gap, area.Y1 - 5}
	}
	if len(views) < 2 {
		return rows
	}
	per := (len(views) + rows - 1) / rows
	for row := range rows {
		some := views[row*per : min((row+1)*per, len(views))]
		room := area.W() - 2*gap - apart*float64(len(some))
		if row == rows-1 && legend {
			room -= chip
		}
		least, want := 0.0, 0.0
		for _, i := range some {
			least, want = least+width(i, chipTiny, 10), want+width(i, chipSize, 18)
		}
		more, scale := min(max((room-least)/(want-least), 0), 1), min(room/least, 1)
		x, y := area.X0+gap, top+tabHeight*float64(row)
		for _, i := range some {
			tiny := width(i, chipTiny, 10)
			wide := (tiny + (width(i, chipSize, 18)-tiny)*more) * scale
			l.Tabs = append(l.Tabs, Tab{i, Rect{x, y + 4, x + wide, y + tabHeight - 4}})
			x += wide + apart
		}
	}
	return rows
}

// Called is what a view's button says.
func (w *Words) Called(v *film.View) string { return cmp.Or(w.Say(v.Short), w.Say(v.Name)) }
