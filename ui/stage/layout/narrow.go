package layout

import (
	"indistinct/core/film"
	"indistinct/ui/axis"
)

// NarrowBelow is the width below which views do not stand side by side.
const NarrowBelow = 520

// tabHeight is the height of the row of buttons below the views.
const tabHeight = 34

// narrow gives the views of a narrow canvas its whole width.
func (l *Layout) narrow(f *film.Film, area Rect, insets []int, rows int, open bool, tab int) {
	row := Rect{area.X0, area.Y1 - tabHeight, area.X1, area.Y1}
	area.Y1 = row.Y0
	chosen := 0
	for _, i := range insets {
		if i == tab {
			chosen = i
		}
	}
	tall := len(insets) > 0 && area.H() > 1.45*area.W()
	views := insets
	if tall {
		if chosen == 0 {
			chosen = insets[0]
		}
		h := min(insetHeight(&f.Views[chosen], area.W()-2*gap), 0.42*area.H())
		l.card(f, chosen, Rect{area.X0 + gap, area.Y1 - h, area.X1 - gap, area.Y1})
		area.Y1 -= h + gap/2
	} else {
		views = append([]int{0}, insets...)
		if chosen != 0 {
			l.card(f, chosen, area.Inset(gap/2, gap/2, gap/2, 2))
		}
	}
	if chosen == 0 || tall {
		l.main(f, area, area)
		l.taken(f)
		if head := l.head(); f.Views[0].Equal && l.crowded(f, head) {
			fit := area
			fit.Y0 = head.Y1
			l.main(f, area, fit)
		}
	}
	room := row.W() - 2*gap
	if rows > 0 {
		wide := l.chipWidth() - 6
		l.Chip = Rect{row.X1 - gap - wide, row.Y0 + 5, row.X1 - gap, row.Y1 - 5}
		room -= wide + 6
		if open {
			l.open(Rect{0, 0, l.W, l.H}, float64(rows)*RowHeight+4)
		}
	}
	if len(views) < 2 {
		return
	}
	want := 0.0
	widths := make([]float64, len(views))
	for n, i := range views {
		widths[n] = axis.Width(l.Words.Called(&f.Views[i]), chipSize) + 18
		want += widths[n] + 6
	}
	x := row.X0 + gap
	for n, i := range views {
		wide := widths[n] * min(1, (room-6*float64(len(views)))/max(want-6*float64(len(views)), 1))
		l.Tabs = append(l.Tabs, Tab{i, Rect{x, row.Y0 + 4, x + wide, row.Y1 - 4}})
		x += wide + 6
	}
}

// Called is what a view's button says.
func (w *Words) Called(v *film.View) string {
	if s := w.Say(v.Short); s != "" {
		return s
	}
	return w.Say(v.Name)
}
