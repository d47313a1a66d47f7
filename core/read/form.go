package read

import (
	"bytes"

	"indistinct/core/lang"
)

// The shapes of a record.
const (
	Fields  = "fields"  // fields between separators
	Lists   = "lists"   // as Python, NumPy, R, Julia, MATLAB and JSON print lists
	Objects = "objects" // as JSON and Python print objects: by key
	Arrays  = "arrays"  // of .npy and .npz
)

// Form says how the records of a source are read, and which columns of them are releases.
type Form struct {
	Shape   string
	Comma   string   // between fields; " " is a run of blanks, "" none
	Quote   string   // around fields
	Values  bool     // records are bracketed values, not lines
	Outer   bool     // all values stand in one list
	Vector  bool     // R puts [1] before each line
	Width   int      // fields of a record
	Ragged  bool     // of at most that many
	Doubt   string   // lines may also be "columns", where a number was taken, or a "number"
	Blank   bool     // a blank line is a release: nothing
	Printed bool     // by a command: no line is a comment once the first release came
	Keys    []string // of objects
	Header  string   // the line, which may come again
	Names   []string // of fields; "" where there is none
	From    string   // where names are from: "header", "comment", "keys", "arrays"
	At      int      // in which line
	Style   Style    // of numbers
	Columns []Column // that are taken, in the order of cells
	Words   []string // that are told apart by name, sorted

	subject lang.Message
	fields  [][]byte // scratch
	scratch []byte
	keys    map[string]int
}

// The kinds of columns.
const (
	Plain  = "plain"  // numbers and words: a cell
	Less   = "less"   // whole numbers too large for float64, less Base: a cell
	Halves = "halves" // whole numbers of up to 30 digits: two cells
	Digits = "digits" // strings of digits: a cell for each, and of short ones one for the number
)

// Column is a field that is taken.
type Column struct {
	Field  int
	Kind   string
	Base   string
	Digits int
	Number bool // of digits: the number too
	Single bool // numbers of 32 bits
	Absent bool // words that say there is no value are an empty cell
}

// comment reports whether a line is left out: one that begins with #, % or //, but for what a
// spreadsheet writes in place of a value; its hint "sep=;"; the name that Octave prints above
// a matrix; the rule below the head of a table. Among records, # or - alone are one.
func comment(line []byte, among bool) bool {
	line = bytes.TrimLeft(line, " \t")
	if len(line) == 0 {
		return false
	}
	switch line[0] {
	case '%':
		return true
	case 's':
		return len(line) == 5 && bytes.HasPrefix(line, []byte("sep="))
	case '|', '-', '+':
		if among && len(bytes.Trim(line, "-")) == 0 {
			return false
		}
		return bytes.Contains(line, []byte("---")) && len(bytes.Trim(line, "-+|: ")) == 0
	case '/':
		return len(line) > 1 && line[1] == '/'
	case '#':
		return !errorCode(line[1:]) && !(among && len(line) > 2 && len(bytes.Trim(line, "#")) == 0)
	}
	return displayed(line)
}

// errorCode reports whether a line goes on after # as what a spreadsheet writes in place of a
// value: #N/A, #NUM!, #NAME?.
func errorCode(b []byte) bool {
	rest := bytes.TrimLeft(b, "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789/_")
	code := string(b[:len(b)-len(rest)])
	return code == "N/A" || code == "NA" || code != "" && len(rest) > 0 && (rest[0] == '!' || rest[0] == '?')
}

// displayed reports whether a line is a variable's name as Octave and MATLAB print it.
func displayed(line []byte) bool {
	name, ok := bytes.CutSuffix(trim(line), []byte(" ="))
	return ok && letters(name)
}

// split cuts record number at into fields, which hold until the next call.
func (f *Form) split(record []byte, at int) ([][]byte, error) {
	id := unfit(record)
	if id != "" {
		return nil, fault(f.subject, id, "line", at)
	}
	f.fields, f.scratch = f.fields[:0], f.scratch[:0]
	switch f.Shape {
	case Fields:
		if f.Vector {
			rest, ok := bytes.CutPrefix(bytes.TrimLeft(record, " "), []byte("[1]"))
			if !ok {
				return nil, fault(f.subject, "read.vector", "line", at, "text", clip(record))
			}
			record = rest
		}
		id = f.cut(record)
	default:
		n := nest{f: f, text: record}
		if f.Shape == Objects {
			for len(f.fields) < len(f.Keys) {
				f.fields = append(f.fields, nil)
			}
		}
		if id = n.items(0, ""); id == "" && f.Shape == Objects && !n.keyed {
			id = "read.object"
		}
	}
	if id != "" {
		return nil, fault(f.subject, id, "line", at, "text", clip(record))
	}
	if len(f.fields) > MostColumns {
		return nil, fault(f.subject, "read.columns", "n", len(f.fields), "line", at, "most", MostColumns)
	}
	for _, b := range f.fields {
		if len(b) > MostField {
			return nil, fault(f.subject, "read.field", "most", MostField, "line", at)
		}
		if e := string(b); e == "..." || e == "…" {
			return nil, fault(f.subject, "read.elided", "line", at)
		}
	}
	return f.fields, nil
}

func clip(b []byte) string { return lang.Clip(string(b), 40) }

// cut cuts a line at the separator; the text is the id of what is wrong with it.
func (f *Form) cut(line []byte) (id string) {
	if f.Comma == ", " {
		for _, b := range bytes.Split(line, []byte(f.Comma)) {
			f.fields = append(f.fields, trim(b))
		}
		return ""
	}
	comma := byte('\n') // none
	if f.Comma != "" {
		comma = f.Comma[0]
	}
	if comma == '\t' { // a missing entry may stand first or last
		line = bytes.Trim(line, " \r")
	} else {
		line = trim(line)
	}
	if comma == '|' && len(line) > 1 && line[0] == '|' && line[len(line)-1] == '|' {
		line = line[1 : len(line)-1] // Markdown's tables have bars around
	}
	if f.Quote != "" && bytes.IndexByte(line, f.Quote[0]) >= 0 {
		for more := true; more && id == ""; {
			line, more, id = f.quoted(line, comma)
		}
		return id
	}
	for start, i := 0, 0; ; i++ {
		if i < len(line) && !ends(line[i], comma) {
			continue
		}
		f.fields = append(f.fields, trim(line[start:i]))
		for comma == ' ' && i+1 < len(line) && ends(line[i+1], comma) {
			i++
		}
		if i >= len(line) {
			return ""
		}
		start = i + 1
	}
}

// ends reports whether a byte ends a field.
func ends(c, comma byte) bool { return c == comma || comma == ' ' && c == '\t' }

// quoted takes the next field of a line with quotation marks; more reports whether others
// follow.
func (f *Form) quoted(line []byte, comma byte) (rest []byte, more bool, id string) {
	mark := f.Quote[0]
	if comma != '\t' {
		line = bytes.TrimLeft(line, " \t")
	}
	i, from := 0, len(f.scratch)
	if len(line) > 0 && line[0] == mark {
		for i = 1; ; i++ {
			if i >= len(line) {
				return nil, false, "read.quote"
			}
			if line[i] == mark {
				if i+1 >= len(line) || line[i+1] != mark {
					break
				}
				i++ // a doubled mark is one
			}
			f.scratch = append(f.scratch, line[i])
		}
		f.fields = append(f.fields, trim(f.scratch[from:len(f.scratch):len(f.scratch)]))
		if line = line[i+1:]; comma != ' ' && comma != '\t' {
			line = bytes.TrimLeft(line, " \t")
		}
	} else {
		for i < len(line) && !ends(line[i], comma) {
			if line[i] == mark {
				return nil, false, "read.quote"
			}
			i++
		}
		f.fields = append(f.fields, trim(line[:i]))
		line = line[i:]
	}
	switch {
	case len(line) == 0:
		return nil, false, ""
	case !ends(line[0], comma):
		return nil, false, "read.quote"
	case comma == ' ':
		return bytes.TrimLeft(line, " \t"), true, ""
	}
	return line[1:], true, ""
}

// trim leaves out blanks at both ends. Package bytes would make a set of them anew for each
// field of a file.
func trim(b []byte) []byte {
	for len(b) > 0 && (b[0] == ' ' || b[0] == '\t') {
		b = b[1:]
	}
	for len(b) > 0 && (b[len(b)-1] == ' ' || b[len(b)-1] == '\t' || b[len(b)-1] == '\r') {
		b = b[:len(b)-1]
	}
	return b
}
