// Package read makes releases of what other people bring: files in the shapes that their
// programs write, and the lines that a command prints.
//
// It is ours because a reader of tables (encoding/csv, a data frame's) guesses and goes on,
// and a test must not: what was misread shows no violation. So a Form, which says how a
// source is read, is decided from all of a file, or from all the lines that choose an event;
// what does not fit it is refused in one sentence that names a line; and what was taken, and
// what was left out, is said. A Form is plain data. Both inputs are decided on at once.
package read

import "indistinct/core/lang"

// The limits of what is read.
const (
	MostBytes   = 256 << 20 // of a file, unpacked too
	MostColumns = 128
	MostField   = 1000    // letters
	MostWords   = 1 << 16 // different ones that are told apart by name
)

// Ask is what the user says of the columns. They are named as in the header, or by their
// number from 1.
type Ask struct {
	Columns []string    `json:"columns,omitempty"` // these alone; none: all that look like releases
	Without []string    `json:"without,omitempty"` // these not
	By      string      `json:"by,omitempty"`      // of one file: the column that says which input
	Pairs   [][2]string `json:"pairs,omitempty"`   // of one file: the record's column and its neighbour's
}

// Preview is what a file holds before it is tested, for a person to look at.
type Preview struct {
	Columns []PreviewColumn `json:"columns"`
	Rows    [][]string      `json:"rows"`  // the first five, a field for each column
	Which   int             `json:"which"` // the column that probably says which input: the one with two values; else −1
}

// PreviewColumn is a column of a file.
type PreviewColumn struct {
	Name  string       `json:"name"` // as Ask names it
	Kind  lang.Message `json:"kind"` // "numbers", "words", …
	Taken bool         `json:"taken"`
	Why   lang.Message `json:"why,omitempty"` // it is not taken
}

// fault is an error whose text begins with the source's name.
func fault(source lang.Message, id string, places ...any) error {
	return lang.Errorf(id, append(places, "source", source)...)
}
