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
func (l *Layout) narrow(f *film.Film, area Rect, charts []int, tab int) {
	chosen := 0
	if slices.Contains(charts, tab) {
		chosen = tab
	}
	tall := area.H()-tabHeight > 1.45*area.W()
	views := charts
	if !tall {
		views = append([]int{0}, charts...)
	}
	area.Y1 -= tabHeight * float64(l.buttons(f, views, area))
	if tall {
		chosen = cmp.Or(chosen, charts[0])
		h := min((area.W()-2*gap)/1.5+caption, 0.42*area.H())
		l.card(f, chosen, Rect{area.X0 + gap, area.Y1 - h - gap/2, area.X1 - gap, area.Y1 - gap/2})
		area.Y1 -= h + gap
	} else if chosen != 0 {
		l.card(f, chosen, area.Inset(gap/2, gap/2, gap/2, 2))
	}
	if chosen == 0 || tall {
		l.main(f, area, area)
	}
}

// buttons puts a button for each of several views at the bottom, in one row or, where
// their words have no room in it, in two; it returns in how many.
func (l *Layout) buttons(f *film.Film, views []int, area Rect) (rows int) {
	const apart, letters, around, least = 6, 11.5, 18, 0.8
	if len(views) < 2 {
		return 0
	}
	// wide is how wide the words of some buttons want to be, of which they have a share.
	wide := func(views ...int) (want, share float64) {
		for _, i := range views {
			want += axis.Width(l.Words.Called(&f.Views[i]), letters) + around
		}
		return want, min((area.W()-2*gap-apart*float64(len(views)))/want, 1)
	}
	rows = 1
	if _, share := wide(views...); share < least && area.H() > 5*tabHeight {
		rows = 2
	}
	y := area.Y1 - tabHeight*float64(rows)
	for some := range slices.Chunk(views, (len(views)+rows-1)/rows) {
		x := area.X0 + gap
		_, share := wide(some...)
		for _, i := range some {
			want, _ := wide(i)
			l.Tabs = append(l.Tabs, Tab{i, Rect{x, y + 4, x + want*share, y + tabHeight - 4}})
			x += want*share + apart
		}
		y += tabHeight
	}
	return rows
}

// Called is what a view's button says.
func (w *Words) Called(v *film.View) string { return cmp.Or(w.Say(v.Short), w.Say(v.Name)) }
