package workshop

import (
	"bufio"
	"bytes"
	"encoding/csv"
	"errors"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"indistinct/core/lang"
	"indistinct/core/read"
)

// The limits of a visitor's own samples.
const (
	mostFile    = 256 << 20 // bytes
	mostColumns = mostWidth
	mostField   = 1000    // letters
	mostWords   = 1 << 16 // different ones that are told apart by name
	// Of the releases that choose the event so many are held at most, and so many cells
	// of each input: all others are counted as they are read.
	mostChosen, mostHeld = 200_000, 8_000_000
)

// Table is a file of releases: rows of fields, all of one number. It holds none of
// them: a file may be larger than memory, so its rows are read again whenever they are
// asked for.
type Table struct {
	Name    string
	SHA256  string   // of the file
	Width   int      // fields of a row
	Header  []string // nil: none
	Rows    int
	open    func() (io.Reader, error)
	size    int64        // bytes
	subject lang.Message // what a refusal begins with: "The file a.csv"
	comma   rune
	decimal bool            // numbers have a decimal comma
	words   map[string]bool // fields that are no numbers, up to mostWords of them
	print   uint64          // of all rows, in order
	which   int             // where only some rows count: the column that says which, else −1
	only    string          // what it says there
}

// ReadTable reads releases in CSV, one a line. Separators (comma, semicolon,
// tabulator), decimal commas and a header are detected. The error is one
// sentence that names the line.
func ReadTable(name string, data []byte) (*Table, error) {
	open := func() (io.Reader, error) { return bytes.NewReader(data), nil }
	return readTable(name, open, int64(len(data)), nil)
}

// readTable reads a file once, to the end: what its rows hold is known then.
func readTable(name string, open func() (io.Reader, error), size int64, p *passes) (*Table, error) {
	t := &Table{Name: name, open: open, size: size, subject: lang.Say("workshop.file", "file", lang.Clip(name, 60)),
		which: -1, words: map[string]bool{}}
	if size > mostFile {
		return nil, t.fault("workshop.read.large", "bytes", size, "most", mostFile)
	}
	in, err := t.read(p, nil)
	if err != nil {
		return nil, err
	}
	start, _ := in.Peek(headBytes)
	t.comma, t.decimal = separator(start)
	// The first rows say whether there is a header.
	var first [][]string
	settled := false
	settle := func() {
		if settled = true; headed(t, first) {
			t.Header, first = first[0], first[1:]
		}
		for _, row := range first {
			t.add(row)
		}
		first = nil
	}
	sum := read.NewDigest()
	err = t.each(p, sum, func(row []string, line int) error {
		switch {
		case t.Width == 0:
			t.Width = len(row)
		case len(row) != t.Width:
			return t.fault("workshop.read.width", "n", len(row), "line", line, "before", t.Width)
		}
		if settled {
			t.add(row)
		} else if first = append(first, slices.Clone(row)); len(first) > headRows {
			settle()
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	if !settled {
		settle()
	}
	if t.Rows == 0 {
		return nil, t.fault("workshop.read.empty")
	}
	t.SHA256 = sum.String()
	return t, nil
}

// What is looked at of a file's beginning.
const (
	headBytes = 64 << 10 // for the separator
	headRows  = 1000     // for the header
)

// fault is an error whose text begins with the place {source}.
func (t *Table) fault(id string, places ...any) error {
	return lang.Errorf(id, append(places, "source", t.subject)...)
}

// read opens the file, at its first byte that counts. What is read goes into sum too,
// where that is not nil.
func (t *Table) read(p *passes, sum io.Writer) (*bufio.Reader, error) {
	in, err := t.open()
	if err != nil {
		return nil, err
	}
	if sum != nil {
		in = io.TeeReader(in, sum)
	}
	r := bufio.NewReaderSize(&oneLineEnd{in: p.counted(in)}, headBytes)
	if mark, _ := r.Peek(3); string(mark) == "\xef\xbb\xbf" {
		r.Discard(3)
	}
	return r, nil
}

// each reads the rows, without the header, one after the other: f gets each with the
// number of its line and keeps nothing of it.
func (t *Table) each(p *passes, sum io.Writer, f func(row []string, line int) error) error {
	in, err := t.read(p, sum)
	if err != nil {
		return err
	}
	r := csv.NewReader(in)
	r.Comma, r.FieldsPerRecord, r.LazyQuotes, r.TrimLeadingSpace, r.ReuseRecord = t.comma, -1, true,
		t.comma != '\t', true
	skip := t.Header != nil
	for {
		row, err := r.Read()
		if err == io.EOF {
			return nil
		}
		if fault := (*csv.ParseError)(nil); err != nil && !errors.As(err, &fault) {
			return err // of the file itself
		}
		line, _ := r.FieldPos(0)
		if err != nil {
			return t.fault("workshop.read.near", "line", line)
		}
		if len(row) > mostColumns {
			return t.fault("workshop.read.columns", "n", len(row), "most", mostColumns)
		}
		for i := range row {
			if !utf8.ValidString(row[i]) || strings.IndexByte(row[i], 0) >= 0 {
				return t.fault("workshop.read.text", "line", line)
			}
			if row[i] = strings.TrimSpace(row[i]); len(row[i]) > mostField {
				return t.fault("workshop.read.field", "most", mostField, "line", line)
			}
		}
		if skip {
			skip = false
			continue
		}
		if t.which >= 0 {
			if row[t.which] != t.only {
				continue
			}
			row = slices.Delete(row, t.which, t.which+1)
		}
		if err := f(row, line); err != nil {
			return err
		}
	}
}

// add takes note of a row.
func (t *Table) add(row []string) {
	t.Rows++
	for _, f := range row {
		for _, b := range []byte(f) { // FNV-1a (Fowler, Noll & Vo)
			t.print = (t.print ^ uint64(b)) * 0x100000001b3
		}
		t.print = (t.print ^ '\n') * 0x100000001b3
		if _, ok := t.number(f); !ok && !t.words[f] && len(t.words) < mostWords {
			t.words[strings.Clone(f)] = true
		}
	}
}

// oneLineEnd makes a line feed of each of the three ends of lines.
type oneLineEnd struct {
	in  io.Reader
	was bool // the last byte was a carriage return
}

func (r *oneLineEnd) Read(b []byte) (int, error) {
	n, err := r.in.Read(b)
	if !r.was && bytes.IndexByte(b[:n], '\r') < 0 {
		return n, err
	}
	kept := b[:0]
	for _, c := range b[:n] {
		if c == '\n' && r.was {
			r.was = false
			continue
		}
		if r.was = c == '\r'; r.was {
			c = '\n'
		}
		kept = append(kept, c)
	}
	return len(kept), err
}

// passes tells how far the reading of files has come: step as a work.Crew's, left the
// bytes that are still to be read. nil tells nobody.
type passes struct {
	step func(name string, weight, left float64)
	left float64
}

// tellEvery is after how many bytes it is told again.
const tellEvery = 1 << 20

// fitting is for how many bytes a part of the search for events counts; there are some
// hundreds of them.
const (
	fitting = 64 << 10
	allFits = 200 * fitting
)

func (p *passes) tell(name string, weight float64) {
	if p != nil && p.step != nil {
		p.left = math.Max(p.left-weight, 0)
		p.step(name, weight, p.left)
	}
}

// counted is a reader whose bytes are told, from the first on: who waits for a worker
// knows by that that it is at work.
func (p *passes) counted(in io.Reader) io.Reader {
	p.tell(reading, 1)
	return &countedReader{in: in, p: p}
}

// reading is what the progress bar says meanwhile.
const reading = "work.reading"

type countedReader struct {
	in io.Reader
	p  *passes
	n  int
}

func (r *countedReader) Read(b []byte) (int, error) {
	n, err := r.in.Read(b)
	if r.n += n; r.n >= tellEvery {
		r.p.tell(reading, float64(r.n))
		r.n = 0
	}
	return n, err
}

// separator looks at the first lines.
func separator(text []byte) (comma rune, decimal bool) {
	lines := strings.FieldsFunc(string(text), func(r rune) bool { return r == '\n' || r == '\r' })
	lines = lines[:min(len(lines), 200)]
	in := func(s string) (n int) {
		for _, l := range lines {
			if strings.Contains(l, s) {
				n++
			}
		}
		return n
	}
	most := len(lines) / 2
	comma = ','
	switch {
	case in(";") > most:
		comma = ';'
	case in("\t") > most:
		comma = '\t'
	}
	if comma != ',' {
		return comma, in(",") > 0 && in(".") == 0
	}
	// One number a line with a decimal comma looks like two columns of whole
	// numbers, but such columns have no leading zeros.
	alone, zeros := 0, 0
	for _, l := range lines {
		whole, part, ok := strings.Cut(strings.TrimSpace(l), ",")
		whole = strings.TrimLeft(whole, "+-−")
		if !ok || !digits(whole) || !digits(part) {
			continue
		}
		alone++
		if len(part) > 1 && part[0] == '0' {
			zeros++
		}
	}
	if alone > 0 && alone >= len(lines)-1 && 50*zeros >= alone {
		return ';', true
	}
	return ',', false
}

func digits(s string) bool {
	return s != "" && strings.Trim(s, "0123456789") == ""
}

// number reads a field that is a number, NaN and infinities among them. One that is
// beyond the range of float64 is none, but a word: what order it has is lost, and that it
// is there is not.
func (t *Table) number(field string) (float64, bool) {
	if strings.IndexByte(field, "−"[0]) >= 0 {
		field = strings.ReplaceAll(field, "−", "-")
	}
	if t.decimal {
		field = strings.Replace(field, ",", ".", 1)
	}
	if field == "" {
		return 0, false
	}
	for i := range len(field) { // what Go's numbers may hold beyond those of others
		if c := field[i] | 0x20; c == 'x' || c == 'p' || field[i] == '_' {
			return 0, false
		}
	}
	v, err := strconv.ParseFloat(field, 64)
	return v, err == nil
}

// headed reports whether the first row is a header: some column's first field is
// no number where nearly all others are, or all its fields occur once only in
// columns of words that repeat.
func headed(t *Table, rows [][]string) bool {
	if len(rows) < 2 {
		return false
	}
	repeat := 0
	probe := rows[1:]
	for c, first := range rows[0] {
		numbers, same := 0, 0
		values := map[string]bool{}
		for _, r := range probe {
			if _, ok := t.number(r[c]); ok {
				numbers++
			}
			if r[c] == first {
				same++
			}
			values[r[c]] = true
		}
		_, isNumber := t.number(first)
		if !isNumber && 10*numbers > 9*len(probe) {
			return true
		}
		if !isNumber && same == 0 && len(probe) >= 10 && len(values) <= len(probe)/5 {
			repeat++
		}
	}
	return repeat == len(rows[0])
}

// Split cuts a table in two by a column that says which input a release is of:
// its name in the header, or its number from 1.
func (t *Table) Split(column string) (record, neighbour *Table, err error) {
	return t.split(column, nil)
}

func (t *Table) split(column string, p *passes) (record, neighbour *Table, err error) {
	at := slices.Index(t.Header, column)
	if n, e := strconv.Atoi(column); at < 0 && e == nil && n >= 1 && n <= t.Width {
		at = n - 1
	}
	if at < 0 {
		return nil, nil, t.fault("workshop.column.none", "column", lang.Clip(column, 40))
	}
	if t.Width < 2 {
		return nil, nil, t.fault("workshop.column.only")
	}
	var parts []*Table
	err = t.each(p, nil, func(row []string, _ int) error {
		k := slices.IndexFunc(parts, func(q *Table) bool { return q.only == row[at] })
		if k < 0 {
			if k = len(parts); k == 2 {
				return t.fault("workshop.column.third", "column", lang.Clip(column, 40),
					"input", lang.Clip(row[at], 40))
			}
			q := *t
			q.which, q.only, q.Width = at, strings.Clone(row[at]), t.Width-1
			q.Name = t.Name + ", " + column + " = " + q.only
			q.Rows, q.print, q.words = 0, 0, map[string]bool{}
			parts = append(parts, &q)
		}
		parts[k].add(slices.Delete(row, at, at+1))
		return nil
	})
	if err != nil {
		return nil, nil, err
	}
	if len(parts) < 2 {
		return nil, nil, t.fault("workshop.column.one", "column", lang.Clip(column, 40))
	}
	if parts[0].only > parts[1].only { // not by the order of lines
		parts[0], parts[1] = parts[1], parts[0]
	}
	return parts[0], parts[1], nil
}

// Detected says in one sentence how a file was read.
func (t *Table) Detected() lang.Message {
	code := map[bool]string{true: "yes", false: "no"}
	separator := map[rune]string{',': "comma", ';': "semicolon", '\t': "tabulator"}[t.comma]
	if t.Width == 1 {
		separator = ""
	}
	return lang.Say("workshop.read", "file", lang.Clip(t.Name, 60), "rows", t.Rows, "width", t.Width,
		"separator", separator, "decimal", code[t.decimal], "header", code[t.Header != nil])
}
