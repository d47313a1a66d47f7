package view

import (
	"indistinct/core/sheet"
	"indistinct/ui/page/state"
)

// Table is a table.
type Table struct {
	M *state.Model
	T *sheet.Table
}

// cells pairs a row with its columns, for narrow screens.
func (c *Table) cells(row []sheet.Cell) []sheet.Cell {
	if len(row) > len(c.T.Columns) {
		return row[:len(c.T.Columns)]
	}
	return row
}
