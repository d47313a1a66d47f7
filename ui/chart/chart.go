// Package chart draws the charts of a sheet.
//
// All geometry is plain Go: New lays a sheet.Chart out for a width and returns
// a tree of SVG elements, the same tree for the page (colours are CSS
// variables, so a theme changes them without a redraw) and for exported files
// (colours written out). The vugu component Chart is a thin frame around it:
// vugu renders the frame, Board fills in the tree when, and only when, the data
// or the width changed, because vugu does not compare trees.
package chart

import (
	"indistinct/core/lang"
	"indistinct/core/sheet"
)

// Chart is the vugu component of one chart: title, picture, read-out, caption
// and exports.
type Chart struct {
	ID    string
	Data  *sheet.Chart
	Board *Board
	// Save is called with "svg" or "csv".
	Save func(c *sheet.Chart, kind string)
}

// Compute is called before each build.
func (c *Chart) Compute() { c.Board.wanted[c.ID] = c.Data }

func (c *Chart) label() string {
	return c.Board.l.Say(lang.Sentences(lang.Say("chart.label", "title", c.Data.Title), c.Data.Caption,
		lang.Say("chart.keys")))
}
