package panel

import (
	"strconv"

	"indistinct/core/lab"
	"indistinct/core/sheet"
	"indistinct/ui/chart"
)

// The components; their markup stands in the .vugu file of the same name.

// Root is the whole page but the scene.
type Root struct{ M *Model }

// Control is one parameter.
type Control struct {
	M *Model
	F *Field
}

// Lead is the question that a laboratory asks, and its presets.
type Lead struct {
	M *Model
	D *Desk
}

// Basics are what is set at first sight: the main slider with the adversary's
// odds, and the claim.
type Basics struct {
	M *Model
	D *Desk
}

// Drawer holds all other settings.
type Drawer struct {
	M *Model
	D *Desk
}

// Controls are the settings in the drawer.
type Controls struct {
	M *Model
	D *Desk
}

// Run is the button and the progress of the test.
type Run struct {
	M *Model
	D *Desk
}

// Loader reads a run, or data, from a file.
type Loader struct{ D *Desk }

// Verdict is the result of a test at a glance.
type Verdict struct {
	M *Model
	D *Desk
}

// Badge is the verdict on the stage, where the panel is out of sight.
type Badge struct {
	M *Model
	D *Desk
}

// Evidence is what a verdict rests on: pictures, sentences, tables.
type Evidence struct {
	M *Model
	D *Desk
}

// Facts are numbers known before any run.
type Facts struct{ Facts []lab.Fact }

// Sheet is a sheet: sentence, charts, tables, notes.
type Sheet struct {
	M     *Model
	S     *sheet.Sheet
	ID    string // unique on the page
	Title bool   // show the sheet's own title
	Stale bool
	Bare  bool // without the sheet's sentence
	// Closed folds each table away.
	Closed bool
}

// Table is a table.
type Table struct {
	M *Model
	T *sheet.Table
}

// Card is an analysis with its button.
type Card struct {
	M *Model
	D *Desk
	A lab.Analysis
}

// Guessing is a laboratory's game.
type Guessing struct {
	M *Model
	D *Desk
}

// Transport drives the scene's clock.
type Transport struct{ M *Model }

// Links leads from a laboratory to what explains it.
type Links struct {
	M *Model
	D *Desk
}

// Lessons is the documentation.
type Lessons struct{ M *Model }

// rich marks the symbols of a text for the page.
func rich(s string) string { return chart.Rich(s) }

// cells pairs a row with its columns, for narrow screens.
func (c *Table) cells(row []sheet.Cell) []sheet.Cell {
	if len(row) > len(c.T.Columns) {
		return row[:len(c.T.Columns)]
	}
	return row
}

func cellClass(c sheet.Cell) string {
	s := ""
	if c.Num != nil {
		s = "num"
	}
	if c.Role != "" {
		s += " role-" + string(c.Role)
	}
	return s
}

func (c *Sheet) chartID(i int) string { return "fig-" + c.ID + "-" + strconv.Itoa(i) }
