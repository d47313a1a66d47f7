//go:build !js

package chart

import (
	"slices"

	"indistinct/core/lang"
	"indistinct/core/sheet"
	"indistinct/ui/axis"
)

// Small is what a sheet shows as a small picture: the curves and axes of its first chart; without one its first table,
// as far as there is room; without that its sentence. A chart whose points are told apart by their names alone is none.
func Small(l *lang.Language, s *sheet.Sheet, id string, width, height float64, paint Paint) *Node {
	if len(s.Charts) > 0 && (len(s.Tables) == 0 ||
		slices.ContainsFunc(s.Charts[0].Series, func(s sheet.Series) bool { return len(s.X) > 1 })) {
		return Thumb(l, &s.Charts[0], id, width, height, paint)
	}
	p := Plot{W: width, H: height, Tree: El("g")}
	const row = 20.0
	if len(s.Tables) == 0 {
		words := El("p", "xmlns", "http://www.w3.org/1999/xhtml")
		words.Text = l.Say(s.Lead)
		p.Tree.Add(El("foreignObject", "x", "12", "width", num(width-24), "height", num(height), "color",
			paint.text(sheet.Muted)).Add(words))
		return p.Picture(1)
	}
	rows := s.Tables[0].Texts(l, func(c sheet.Cell) string { return c.Say(l) })
	rows = rows[:min(len(rows), int(height/row))]
	x := 12.0
	for i := range s.Tables[0].Columns {
		wide := min(axis.Width(rows[0][i], letters), 64) // a heading has room for a word
		for _, r := range rows[1:] {
			wide = max(wide, axis.Width(r[i], letters))
		}
		if wide = min(wide, 0.55*width); x+wide > width-6 {
			break
		}
		role := sheet.Muted
		for k, r := range rows {
			p.Tree.Add(runs(cut(axis.Plain(r[i]), wide), x, row*float64(k)+16, "fill", paint.text(role)))
			role = sheet.Ink
		}
		x += wide + 14
	}
	return p.Picture(1)
}
