package chart

import "indistinct/core/sheet"

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
func (c *Chart) Compute() { c.Board.pin(c.ID, c.Data) }

func (c *Chart) label() string {
	s := "Chart: " + c.Data.Title + "."
	if c.Data.Caption != "" {
		s += " " + c.Data.Caption
	}
	return s + " Arrow keys read out values."
}
