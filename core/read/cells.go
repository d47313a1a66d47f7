package read

import (
	"cmp"
	"slices"
	"strings"

	"indistinct/core/mechanism"
)

// Read reads a line by the form and appends the release's cells to out; skip says that it
// holds none: a comment, the header once more, or nothing. at is its number, from 1.
func (f *Form) Read(line string, at int, out []float64) (cells []float64, skip bool, err error) {
	b := []byte(strings.TrimRight(line, "\r"))
	if strings.ContainsAny(line[:len(b)], "\r\n") {
		return out, true, fault(f.subject, cmp.Or(unfit(b), "read.return"), "line", at)
	}
	seen := tally{records: at - 1}
	fields, skip, err := f.record(b, at, &seen)
	if seen.blank > 0 {
		err = fault(f.subject, "read.blank", "line", at)
	}
	if skip || err != nil {
		return out, true, err
	}
	for _, c := range f.Columns {
		b := field(fields, c.Field)
		_, number := number(b, f.DecimalComma)
		if _, ok := f.listed(b); number || missing(b) || ok {
			continue
		}
		if c.Number && !isWord(b) || looksMisread(b, f.DecimalComma) {
			return out, true, fault(f.subject, "read.number", "line", at, "text", clip(b), "column", f.label(c.Field))
		}
	}
	return f.cells(fields, out), false, nil
}

// listed finds a word among the form's.
func (f *Form) listed(b []byte) (i int, ok bool) { return slices.BinarySearch(f.Words, string(b)) }

// cells appends the cells of a record to out.
func (f *Form) cells(fields [][]byte, out []float64) []float64 {
	for i := range f.Columns {
		out = append(out, f.cell(&f.Columns[i], field(fields, f.Columns[i].Field)))
	}
	return out
}

// Cells is how many cells a release becomes.
func (f *Form) Cells() int { return len(f.Columns) }

// cell is the cell of a field.
func (f *Form) cell(c *Column, b []byte) float64 {
	if n, ok := number(b, f.DecimalComma); ok {
		if c.Single {
			n.v = float64(float32(n.v))
		}
		return mechanism.Number(n.v)
	}
	if len(b) == 0 || c.Absent && missing(b) {
		return mechanism.Absent()
	}
	if i, ok := f.listed(b); ok {
		return mechanism.ListedWord(i)
	}
	return mechanism.Word(string(b))
}
