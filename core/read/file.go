package read

import (
	"bufio"
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io"
	"slices"
	"strconv"
	"strings"

	"indistinct/core/lang"
)

// File is something that holds releases. It keeps none of them: it may be larger than
// memory, so its records are read again whenever they are asked for.
type File struct {
	Name    string
	SHA256  string // of its own bytes
	Records int

	open    func() (io.Reader, error)
	subject lang.Message // what a refusal begins with: "The file a.csv"
	form    *Form
	columns []*profile
	seen    tally
	lengths cycle  // of records, in fields
	print   uint64 // of all records, in order
	held    []byte // records, of a JSON object that holds them by column
	scores  bool   // of canaries: arrays may differ in length, and others stand beside them
}

// tally counts what is left out of a text.
type tally struct {
	records, comments, blanks, headers int
	among                              int   // comments and blanks between records
	header                             cycle // where the header came
	named                              bool  // a comment of Octave's named a variable
}

// Open reads a file once, to the end: how it is cut into fields, and what these show, is
// known then. open returns a reader of it from its beginning, as often as it is called. Beside
// the scores of canaries an archive of arrays may hold others of any length.
func Open(name string, size int64, scores bool, open func() (io.Reader, error)) (*File, error) {
	f := &File{Name: name, open: open, scores: scores, subject: lang.Say("read.file", "file", lang.Clip(name, 60))}
	if size > MostBytes {
		return f, fault(f.subject, "read.large", "bytes", size, "most", MostBytes)
	}
	if err := f.begin(); err != nil {
		return f, err
	}
	return f, f.learn()
}

// begin decides the layout from the beginning of the file.
func (f *File) begin() error {
	if err := f.fits(); err != nil {
		return err
	}
	in, err := f.open()
	if err != nil {
		return err
	}
	text, arrays, err := f.unpack(in)
	if err != nil {
		return err
	}
	if arrays != nil {
		f.form = &Form{Shape: Arrays, Style: styles[0], Names: names(arrays), From: "arrays", subject: f.subject}
		if f.form.Width = len(f.form.Names); strings.Join(f.form.Names, "") == "" {
			f.form.Names, f.form.From = nil, ""
		}
		return nil
	}
	head := make([]byte, headBytes)
	n, err := io.ReadFull(text, head)
	if err != nil && err != io.EOF && err != io.ErrUnexpectedEOF {
		return f.broken(err, 1)
	}
	head = head[:n]
	s := sampled(head, err != nil)
	if len(s.lines) == 0 && s.comment != "" {
		return fault(f.subject, "read.comments", "n", s.commentV, "rows", 0)
	}
	if len(s.lines) == 0 {
		return fault(f.subject, "read.empty")
	}
	if c := trim(s.lines[0])[0]; c == '{' || c == '[' && !bytes.HasPrefix(trim(s.lines[0]), []byte("[1] ")) {
		if closed, _ := balanced(s.lines[0]); !closed || len(s.lines) == 1 {
			return f.values(head)
		}
	}
	f.form = layout(s, f.subject)
	f.form.header(s)
	return nil
}

// balanced reports whether the brackets that a text opens close in it, and what follows
// the first of them.
func balanced(text []byte) (closed bool, rest []byte) {
	left := bytes.NewReader(text)
	r := records{in: bufio.NewReaderSize(left, len(text)), f: &Form{Values: true}}
	_, err := r.value()
	rest = text[len(text)-r.in.Buffered()-left.Len():]
	return err == nil, bytes.TrimLeft(rest, " \t\n")
}

// values decides the layout of a text whose first value is no line: several values one after
// the other, one list of all, or a JSON object of columns.
func (f *File) values(head []byte) error {
	head = bytes.TrimLeft(head, " \t\n")
	closed, rest := balanced(head)
	f.form = &Form{Shape: Lists, Comma: ",", Values: true, Style: styles[0], subject: f.subject}
	inner := head
	switch {
	case closed && len(rest) > 0:
	case head[0] == '{':
		return f.object()
	default:
		f.form.Outer = true
		inner = bytes.TrimLeft(head[1:], " \t\n")
	}
	if len(inner) > 0 && inner[0] == '{' {
		f.form.Shape = Objects
		return nil
	}
	if first, _, _ := bytes.Cut(head, []byte("]")); bytes.IndexByte(first, ',') < 0 {
		f.form.Comma = " "
	}
	r := records{in: bufio.NewReader(bytes.NewReader(head)), f: f.form}
	var sample [][]byte
	for len(sample) < mostSample {
		b, err := r.read()
		if err != nil {
			break // also where the head ends
		}
		sample = append(sample, bytes.Clone(b))
	}
	f.form.measure(sample)
	return nil
}

// learn reads all records and takes note of what their fields hold.
func (f *File) learn() error {
	in, err := f.open()
	if err != nil {
		return err
	}
	sum := sha256.New()
	in = io.TeeReader(in, sum)
	form := f.form
	open := form.Width == 0 // objects and lists of any length: how many fields there are is seen
	err = f.eachIn(in, func(fields [][]byte, line int) error {
		f.lengths.add(uint64(len(fields)))
		for len(f.columns) < len(fields) {
			f.columns = append(f.columns, f.before())
		}
		var print uint64
		for i, p := range f.columns {
			b := field(fields, i)
			h := hash(b)
			p.add(b, h, line)
			print = 31*print + h
		}
		f.print = 31*f.print + print
		f.Records++
		return nil
	})
	if err == nil {
		_, err = io.Copy(io.Discard, in) // what follows the last record
	}
	if err != nil {
		return err
	}
	if f.Records == 0 {
		return fault(f.subject, "read.empty")
	}
	if len(f.columns) == 0 { // all lists are empty
		f.columns = []*profile{f.before()}
	}
	f.SHA256 = hex.EncodeToString(sum.Sum(nil))
	if open {
		form.Width = len(f.columns)
	}
	return f.spoilt()
}

// before is a field that none of the records up to now has.
func (f *File) before() *profile {
	p := &profile{rows: f.Records, missing: f.Records, empty: f.Records}
	if f.Records > 0 {
		p.values, p.counts[0] = []string{""}, f.Records
	}
	return p
}

// spoilt refuses what no single record shows: a key that only one of many objects has, and a
// text most of whose lines were left out.
func (f *File) spoilt() error {
	form := f.form
	if form.Shape == Objects {
		if form.Names, form.From = form.Keys, "keys"; len(form.Keys) > MostColumns {
			return fault(f.subject, "read.keys", "n", len(form.Keys), "most", MostColumns)
		}
		for i, p := range f.columns {
			if f.Records >= 20 && p.empty == f.Records-1 && p.rows == f.Records {
				return fault(f.subject, "read.once", "key", lang.Clip(form.Keys[i], 40))
			}
		}
	}
	s := f.seen
	switch {
	case s.comments > 10 && 10*s.comments > f.Records:
		return fault(f.subject, "read.comments", "n", s.comments, "rows", f.Records)
	case form.Ragged && f.lengths.period() > 0:
		return fault(f.subject, "read.cycle", "text", f.lengths.first, "column", lang.Say("read.length"),
			"n", f.lengths.period())
	case form.Width == 1 && s.blanks > 2 && 100*s.blanks > f.Records && s.blanks < f.Records-1:
		return fault(f.subject, "read.blanks", "n", s.blanks, "rows", f.Records)
	}
	return nil
}

// errEnough ends the reading of a file without fault.
var errEnough = errors.New("enough records")

// each reads the records: f gets the fields of each with the number of its line and keeps
// nothing of them; errEnough from it ends that.
func (f *File) each(use func(fields [][]byte, line int) error) error {
	in, err := f.open()
	if err == nil {
		err = f.eachIn(in, use)
	}
	if err == errEnough {
		return nil
	}
	return err
}

// eachIn reads the records of what a reader holds; where the file is one JSON object, those held.
func (f *File) eachIn(in io.Reader, use func(fields [][]byte, line int) error) error {
	if f.held != nil {
		in = bytes.NewReader(f.held)
	}
	text, arrays, err := f.unpack(in)
	switch {
	case err != nil:
		return err
	case arrays != nil:
		return f.eachArray(arrays, use)
	}
	return f.eachText(text, use)
}

// eachText reads the records of a text.
func (f *File) eachText(text *bufio.Reader, use func(fields [][]byte, line int) error) error {
	r := records{in: text, f: f.form}
	seen := tally{}
	for {
		b, err := r.read()
		if err == io.EOF {
			f.seen = seen
			return nil
		}
		if err != nil {
			return f.broken(err, r.line)
		}
		fields, skip, err := f.form.record(b, r.line, &seen)
		if err == nil && !skip {
			seen.records++
			err = use(fields, r.line)
		}
		if err != nil {
			return err
		}
	}
}

// eachArray reads the rows of arrays, which have as many, or end where they do.
func (f *File) eachArray(arrays []*array, use func(fields [][]byte, line int) error) error {
	most := 0
	for _, a := range arrays {
		if most = max(most, a.rows); a.rows != arrays[0].rows && !f.scores {
			return fault(f.subject, "read.arrays", "name", arrays[0].name, "n", arrays[0].rows,
				"other", a.name, "m", a.rows)
		}
	}
	var fields [][]byte
	for i := range most {
		fields = fields[:0]
		for _, a := range arrays {
			if i >= a.rows {
				fields = append(fields, make([][]byte, a.width)...)
				continue
			}
			var err error
			if fields, err = a.read(i, fields); err != nil {
				return fault(f.subject, "read.packed", "line", i+1)
			}
		}
		if err := use(fields, i+1); err != nil {
			return err
		}
	}
	for _, a := range arrays {
		if next, err := a.in.Peek(1); len(next) > 0 {
			return fault(f.subject, "read.behind", "rows", a.rows)
		} else if err != io.EOF { // a wrong check sum
			return fault(f.subject, "read.packed", "line", a.rows)
		}
	}
	return nil
}

// mostAgain is how often the names of columns may come at no equal distances, as where files
// of different lengths stand one after the other.
const mostAgain = 10

// record cuts a record into fields; skip says that it is none: a comment, a blank line, the
// header.
func (f *Form) record(b []byte, line int, seen *tally) (fields [][]byte, skip bool, err error) {
	if !f.Values {
		switch t := trim(b); {
		case len(t) == 0 && f.Comma == "\t" && bytes.IndexByte(b, '\t') >= 0: // all is missing
		case len(t) == 0 && f.Blank:
			f.fields = f.fields[:0]
			for range max(f.Width, 1) {
				f.fields = append(f.fields, t)
			}
			return f.fields, false, nil
		case len(t) == 0:
			seen.blanks++
			seen.leave()
			return nil, true, nil
		case comment(t, seen.records > 0) && !f.holds(b, line):
			if f.Printed && seen.records > 0 {
				return nil, true, fault(f.subject, "read.printed", "line", line, "text", clip(b))
			}
			seen.comments++
			seen.leave()
			if bytes.HasPrefix(t, []byte("# name:")) || displayed(t) {
				if seen.named {
					return nil, true, fault(f.subject, "read.second", "line", line)
				}
				seen.named = true
			}
			return nil, true, nil
		case f.Header != "" && string(b) == f.Header:
			seen.headers++
			seen.header.mark(line)
			if seen.header.interrupted && (seen.headers > mostAgain || !several(f.Names)) {
				return nil, true, fault(f.subject, "read.again", "line", line, "text", clip(b))
			}
			return nil, true, nil
		}
	}
	if fields, err = f.split(b, line); err != nil {
		return nil, true, err
	}
	switch {
	case f.Ragged && (f.Width == 0 || len(fields) <= f.Width):
	case f.Shape == Objects && len(fields) <= max(f.Width, len(f.Keys)):
	case len(fields) != f.Width:
		return nil, true, fault(f.subject, "read.width", "n", len(fields), "line", line, "before", f.Width,
			"text", clip(b))
	}
	return fields, false, nil
}

// leave counts a line that is left out.
func (t *tally) leave() {
	if t.records > 0 {
		t.among++
	}
}

// holds reports whether a line that begins as a comment does holds a record all the same: as
// many fields as others, numbers among them.
func (f *Form) holds(b []byte, line int) bool {
	if f.Shape != Fields || f.Width < 2 || f.Comma == " " {
		return false
	}
	fields, err := f.split(b, line)
	return err == nil && len(fields) == f.Width && slices.ContainsFunc(fields[1:], isNumber)
}

// name is what a field is called; "" where it has no name.
func (f *Form) name(i int) string {
	if i < 0 || i >= len(f.Names) {
		return ""
	}
	return f.Names[i]
}

// label names a field in a sentence.
func (f *Form) label(i int) lang.Message {
	if n := f.name(i); n != "" {
		return lang.Verbatim(lang.Clip(n, 40))
	}
	return lang.Say("read.unnamed", "i", i+1)
}

// known returns the name of a field by which it may be asked for, its number where others have its name.
func (f *Form) known(i int) string {
	n := f.name(i)
	if n == "" || slices.Contains(f.Names[:i], n) || slices.Contains(f.Names[i+1:], n) {
		return strconv.Itoa(i + 1)
	}
	return n
}
