package view

import (
	"strconv"

	"indistinct/core/sheet"
	"indistinct/ui/page/state"
)

// Sheet is a sheet: sentence, charts, tables, notes.
type Sheet struct {
	M     *state.Model
	S     *sheet.Sheet
	ID    string // unique on the page
	Title bool   // show the sheet's own title
	Stale bool
	Bare  bool // without the sheet's sentence
	// Closed folds each table away.
	Closed bool
}

func (c *Sheet) chartID(i int) string { return "fig-" + c.ID + "-" + strconv.Itoa(i) }

func (c *Sheet) save(chart *sheet.Chart, kind string) { SaveChart(c.M, chart, kind) }
