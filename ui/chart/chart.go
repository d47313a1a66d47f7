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
func (c *Chart) Compute() { c.Board.pin(c.ID, c.Data) }

func (c *Chart) label() string {
	return c.Board.l.Say(lang.Sentences(lang.Say("chart.label", "title", c.Data.Title), c.Data.Caption,
		lang.Say("chart.keys")))
}
