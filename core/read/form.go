package read

import (
	"bytes"
	"cmp"
	"math"
	"math/big"
	"regexp"
	"slices"
	"strings"

	"indistinct/core/lang"
	"indistinct/core/mechanism"
)

// The shapes of a record.
const (
	Fields  = "fields"  // fields between separators
	Lists   = "lists"   // of JSON
	Objects = "objects" // of JSON: by key
	Arrays  = "arrays"  // of .npy and .npz
)

// Form says how the records of a source are read, and which columns of them are releases.
type Form struct {
	Shape        string
	Comma        string         // between fields; " " is a run of blanks, "" none
	Quote        string         // around fields
	Values       bool           // records are JSON values, not lines
	Outer        int            // lists around all values: one, or none
	Width        int            // fields of a record; 0: not known yet
	Blank        bool           // a blank line is a release: nothing
	Printed      bool           // by a command: no line is a comment once the first release came
	Doubt        string         // lines may also be "columns", where a number was taken, or a "number"
	Keys         []string       // of objects
	Header       string         // the line, which may come again
	Names        []string       // of fields; "" where there is none
	From         string         // where names are from: "header", "comment", "keys", "arrays"
	At           int            // in which line
	DecimalComma bool           // numbers have decimal commas
	Columns      []Column       // that are taken, in the order of cells
	Words        []string       // that are told apart by name, sorted
	Marks        map[int]string // by field, what stands beside all its numbers

	subject lang.Message
	fields  [][]byte // scratch
	scratch []byte
	unclear bool // lines may be several numbers or one
}

// The kinds of columns that are no cell of numbers and words each.
const (
	Less   = "less"   // whole numbers too large for float64, less Base: a cell
	Halves = "halves" // whole numbers of up to 30 digits: two cells
	Digits = "digits" // strings of digits: a cell for each, and of short ones one for the number
)

// Column is a field that is taken.
type Column struct {
	Field  int
	Kind   string
	Base   *big.Int
	Digits int
	Cells  int
	Number bool // most entries are numbers; of digits: the number too
	Single bool // numbers of 32 bits
	Absent bool // words that say there is no value are an empty cell
}

// errorCode is what a spreadsheet writes in place of a value: #N/A, #NUM!, #NAME?.
var errorCode = regexp.MustCompile(`^#(N/?A([^A-Z0-9/_]|$)|[A-Z0-9/_]+[!?])`)

// comment reports whether a line holds no record: one that begins with #, % or //, but for what a
// spreadsheet writes in place of a value, and its hint "sep=;". Among records, # alone is one.
func comment(line []byte, among bool) bool {
	begins := func(with string) bool { return bytes.HasPrefix(line, []byte(with)) }
	line = trim(line)
	return begins("%") || begins("//") || begins("sep=") && len(line) == 5 || begins("#") && !errorCode.Match(line) &&
		!(among && len(line) > 2 && len(bytes.Trim(line, "#")) == 0)
}

// split cuts record number at into fields, which hold until the next call.
func (f *Form) split(record []byte, at int) ([][]byte, error) {
	id := unfit(record)
	switch {
	case id != "":
	case f.Shape == Fields:
		id = f.cut(record)
	default:
		id = f.nested(record)
		if f.Width == 0 && f.Shape == Lists {
			f.Width = len(f.fields)
		}
	}
	if id == "" && len(f.fields) > MostColumns {
		id = "read.columns"
	}
	for i, e := range f.fields {
		if m := f.Marks[i]; m != "" {
			if s, number := mark(e); s == m {
				f.fields[i] = number
			} else if isNumber(e) && hasDigit(e) {
				return nil, fault(f.subject, "read.bare", "line", at, "text", clip(record), "mark", m)
			}
		}
		if len(e) > MostField {
			id = cmp.Or(id, "read.field")
		} else if string(e) == "..." || string(e) == "…" {
			id = cmp.Or(id, "read.elided")
		}
	}
	if id != "" {
		return nil, fault(f.subject, id, "line", at, "text", clip(record), "most", MostColumns, "letters", MostField,
			"comma", cmp.Or(f.Comma, ","))
	}
	return f.fields, nil
}

func clip(b []byte) string { return lang.Clip(string(trim(b)), 40) }

// cut cuts a line at the separator; the text is the id of what is wrong with it.
func (f *Form) cut(line []byte) (id string) {
	comma, mark := byte('\n'), f.Quote[0] // no separator
	if f.Comma != "" {
		comma = f.Comma[0]
	}
	f.fields, f.scratch = f.fields[:0], f.scratch[:0]
	ends := func(c byte) bool { return c == comma || comma == ' ' && c == '\t' }
	if comma == '\t' { // a missing entry may stand first or last
		line = bytes.Trim(line, " \r")
	} else {
		line = trim(line)
	}
	for {
		if comma != '\t' {
			line = bytes.TrimLeft(line, " \t")
		}
		i, from := 0, len(f.scratch)
		for i < len(line) && !ends(line[i]) && line[i] != mark {
			i++
		}
		field, quoted := line[:i], i == 0 && len(line) > 0 && line[0] == mark
		for line = line[i:]; quoted; { // up to the next mark, or past two of them, which are one
			end := bytes.IndexByte(line[1:], mark) + 1
			if end == 0 {
				return "read.quote"
			}
			f.scratch = append(f.scratch, line[1:end]...)
			if line = line[end+1:]; len(line) > 0 && line[0] == mark {
				f.scratch = append(f.scratch, mark)
				continue
			}
			field, quoted = f.scratch[from:len(f.scratch):len(f.scratch)], false
			if comma != ' ' && comma != '\t' {
				line = bytes.TrimLeft(line, " \t")
			}
		}
		switch f.fields = append(f.fields, trim(field)); {
		case len(line) == 0:
			return ""
		case !ends(line[0]):
			return "read.quote"
		}
		line = line[1:]
	}
}

// trim leaves out blanks at both ends.
func trim(b []byte) []byte { return bytes.TrimLeft(bytes.TrimRight(b, " \t\r"), " \t") }

// Read reads a line by the form and appends the release's cells to out; skip says that it
// holds none: a comment, the header once more, or nothing. at is its number, from 1.
func (f *Form) Read(line string, at int, out []float64) (cells []float64, skip bool, err error) {
	fields, skip, err := f.record([]byte(line), at, &tally{records: at - 1})
	if skip || err != nil {
		return out, true, err
	}
	for _, c := range f.Columns {
		b := nth(fields, c.Field)
		_, number := number(b, f.DecimalComma)
		if _, ok := f.listed(b); c.Kind != "" || number || missing(b) || ok {
			continue
		}
		if c.Number && !isWord(b) || looksMisread(b, f.DecimalComma) {
			return out, true, fault(f.subject, "read.number", "line", at, "text", clip(b), "column", f.label(c.Field))
		}
	}
	out, err = f.cells(fields, at, out)
	return out, false, err
}

// listed finds a word among the form's.
func (f *Form) listed(b []byte) (i int, ok bool) { return slices.BinarySearch(f.Words, string(b)) }

// cells appends the cells of a record to out.
func (f *Form) cells(fields [][]byte, at int, out []float64) ([]float64, error) {
	for i := range f.Columns {
		c := &f.Columns[i]
		b := nth(fields, c.Field)
		switch {
		case c.Kind == "":
			out = append(out, f.cell(c, b))
		case missing(b):
			for range c.Cells {
				out = append(out, mechanism.Absent())
			}
		case c.Kind == Digits:
			if len(b) != c.Digits || strings.Trim(string(b), "0123456789") != "" {
				return nil, fault(f.subject, "read.digits", "line", at, "digits", c.Digits, "text", clip(b))
			}
			if c.Number {
				v, _ := plain(b)
				out = append(out, v.v)
			}
			for _, d := range b {
				out = append(out, float64(d-'0'))
			}
		default:
			v, ok := new(big.Int).SetString(string(b), 10)
			if !ok {
				return nil, fault(f.subject, "read.number", "line", at, "text", clip(b), "column", f.label(c.Field))
			}
			if c.Kind == Halves {
				high, low := new(big.Int).QuoRem(v, big.NewInt(int64(math.Pow10(half))), new(big.Int))
				cell, _ := high.Float64()
				v, out = low, append(out, cell)
			} else {
				v.Sub(v, c.Base)
			}
			cell, _ := v.Float64()
			out = append(out, cell)
		}
	}
	return out, nil
}

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
