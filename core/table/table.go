// Package table is what a person sees and says of the columns of a file, before package read
// makes releases of it: apart from that, so that the page does not link the reader.
package table

import "indistinct/core/lang"

// Ask is what the user says of the columns. They are named as in the header, or by their
// number from 1.
type Ask struct {
	Columns []string    `json:"columns,omitempty"` // these alone; none: all that look like releases
	Without []string    `json:"without,omitempty"` // these not
	By      string      `json:"by,omitempty"`      // of one file: the column that says which input
	Pairs   [][2]string `json:"pairs,omitempty"`   // of one file: the record's column and its neighbour's
	Scores  bool        `json:"scores,omitempty"`  // no releases: canary scores of one training run
	Lower   bool        `json:"lower,omitempty"`   // of which smaller ones speak for "in"
	// Independent says that canaries do not influence each other's scores.
	Independent bool `json:"independent,omitempty"`
	Guesses     int  `json:"guesses,omitempty"` // how many of them are guessed; 0: several numbers are tried
}

// Example is the key of a file that nobody has to bring: canary scores of a model that
// remembers.
const Example = "example"

// Preview is what a file holds before it is tested, for a person to look at.
type Preview struct {
	Columns []Column   `json:"columns"`
	Rows    [][]string `json:"rows"`  // the first five, a field for each column
	Which   int        `json:"which"` // the column of two values, which probably says which input; −1: none
}

// Column is a column of a file.
type Column struct {
	Name  string       `json:"name"` // as Ask names it
	Kind  lang.Message `json:"kind"` // "numbers", "words", …
	Taken bool         `json:"taken"`
	Why   lang.Message `json:"why,omitempty"` // it is not taken
}
