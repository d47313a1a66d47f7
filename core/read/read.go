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

// fault is an error whose text begins with the source's name.
func fault(source lang.Message, id string, places ...any) error {
	return lang.Errorf(id, append(places, "source", source)...)
}
