package read

import (
	"bufio"
	"bytes"
	"cmp"
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
	print   uint64 // of all records, in order
	scores  bool   // of canaries: arrays may differ in length, and others stand beside them
}

// tally counts what is left out of a text.
type tally struct {
	records, comments, blanks, headers int
	among                              int // comments and blanks between records
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
		f.form = &Form{Shape: Arrays, Names: names(arrays), From: "arrays", subject: f.subject}
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
	for i, line := range s.lines {
		what := console(line)
		if what == "" && i < 2 && len(line) > 2 && len(bytes.Trim(trim(line), "-")) == 0 {
			what = "table" // the rule below a head
		}
		if what != "" {
			return fault(f.subject, "read.console", "what", what, "line", s.first+i, "text", clip(line))
		}
	}
	if c := trim(s.lines[0])[0]; (c == '{' || c == '[') && (len(s.lines) == 1 || value(s.lines[0]) == 0) {
		f.form = &Form{Shape: Lists, Values: true, subject: f.subject}
		inner := bytes.TrimLeft(head, blanks)
		if end := value(inner); end == 0 || len(bytes.Trim(inner[end:], blanks)) == 0 {
			if f.form.Outer, inner = 1, bytes.TrimLeft(inner[1:], blanks); c == '{' {
				return fault(f.subject, "read.json")
			}
		}
		if len(inner) > 0 && inner[0] == '{' {
			f.form.Shape = Objects
		}
		return nil
	}
	if f.form = layout(s, f.subject); f.form.unclear {
		return fault(f.subject, "read.unclear", "line", s.first, "text", clip(s.lines[0]))
	}
	f.form.header(s)
	return nil
}

// learn reads all records and takes note of what their fields hold. A text most of whose lines were left
// out is refused.
func (f *File) learn() error {
	in, err := f.open()
	if err != nil {
		return err
	}
	sum := sha256.New()
	in = io.TeeReader(in, sum)
	form := f.form
	err = f.eachIn(in, func(fields [][]byte, line int) error {
		for len(f.columns) < len(fields) {
			f.columns = append(f.columns, f.before())
		}
		var print uint64
		for i, p := range f.columns {
			h := hash(fields[i])
			p.add(fields[i], h, line)
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
	f.SHA256 = hex.EncodeToString(sum.Sum(nil))
	form.Width = len(f.columns)
	if form.Shape == Objects {
		form.Names, form.From = form.Keys, "keys"
		for i, p := range f.columns {
			if f.Records >= 20 && p.empty == f.Records-1 && p.rows == f.Records {
				return fault(f.subject, "read.once", "key", lang.Clip(form.Keys[i], 40))
			}
		}
	}
	switch s := f.seen; {
	case s.comments > 10 && 10*s.comments > f.Records:
		return fault(f.subject, "read.comments", "n", s.comments, "rows", f.Records)
	case form.Width == 1 && s.blanks > 2 && 100*s.blanks > f.Records && s.blanks < f.Records-1:
		return fault(f.subject, "read.blanks", "n", s.blanks, "rows", f.Records)
	}
	return nil
}

// before is a field that none of the records up to now has.
func (f *File) before() *profile {
	p := &profile{rows: f.Records, missing: f.Records, empty: f.Records}
	if f.Records > 0 {
		p.values, p.counts[0] = []string{""}, f.Records
	}
	return p
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

// eachIn reads the records of what a reader holds.
func (f *File) eachIn(in io.Reader, use func(fields [][]byte, line int) error) error {
	text, arrays, err := f.unpack(in)
	switch {
	case err != nil:
		return err
	case arrays != nil:
		return f.eachArray(arrays, use)
	case f.form.Values:
		return f.eachValue(text, use)
	}
	return f.eachLine(text, use)
}

// mostRecord is the longest record, in bytes.
const mostRecord = MostColumns * (MostField + 30)

// eachLine reads the records of a text of lines.
func (f *File) eachLine(text *bufio.Reader, use func(fields [][]byte, line int) error) error {
	seen := tally{}
	var long []byte
	for at := 1; ; at++ {
		line, err := text.ReadSlice('\n')
		for long = long[:0]; err == bufio.ErrBufferFull && len(long) < mostRecord; {
			long = append(long, line...)
			line, err = text.ReadSlice('\n')
		}
		if len(long) > 0 {
			long = append(long, line...)
			line = long
		}
		switch {
		case bytes.IndexByte(bytes.TrimRight(line, "\r\n"), '\r') >= 0:
			return fault(f.subject, cmp.Or(unfit(line), "read.return"), "line", at)
		case len(line) > mostRecord:
			return fault(f.subject, "read.long", "line", at, "most", mostRecord)
		case err == io.EOF && len(line) == 0:
			f.seen = seen
			return nil
		case err != nil && err != io.EOF:
			return f.broken(err, at)
		}
		fields, skip, err := f.form.record(bytes.TrimSuffix(line, []byte("\n")), at, &seen)
		if err == nil && !skip {
			seen.records++
			err = use(fields, at)
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

// mostAgain is how often the names of columns may come, as each copy of a command prints them.
const mostAgain = 10

// record cuts a record into fields; skip says that it is none: a comment, a blank line, the
// header.
func (f *Form) record(b []byte, line int, seen *tally) (fields [][]byte, skip bool, err error) {
	t, left := trim(b), &seen.comments
	switch {
	case len(t) == 0 && f.Comma == "\t" && bytes.IndexByte(b, '\t') >= 0: // all is missing
		left = nil
	case len(t) == 0 && f.Blank:
		f.fields = append(f.fields[:0], make([][]byte, f.Width)...)
		return f.fields, false, nil
	case len(t) == 0:
		left = &seen.blanks
	case !comment(t, seen.records > 0) || f.holds(b, line):
		left = nil
	case seen.records > 0 && (f.Printed || bytes.HasPrefix(t, []byte("# name:"))): // another variable of Octave's
		return nil, true, fault(f.subject, "read.printed", "line", line, "text", clip(b))
	}
	switch {
	case left != nil:
		if *left++; seen.records > 0 {
			seen.among++
		}
		return nil, true, nil
	case f.Header != "" && string(b) == f.Header:
		seen.headers++
		if one := len(slices.Compact(slices.Clone(f.Names))) == 1; seen.headers > mostAgain || one && seen.headers > 1 {
			return nil, true, fault(f.subject, "read.again", "line", line, "text", clip(b))
		}
		return nil, true, nil
	case drawn(t) != "":
		return nil, true, fault(f.subject, "read.console", "what", drawn(t), "line", line, "text", clip(b))
	}
	fields, err = f.fitted(b, line)
	return fields, false, err
}

// fitted cuts a record into as many fields as others have.
func (f *Form) fitted(b []byte, line int) ([][]byte, error) {
	fields, err := f.split(b, line)
	if err != nil || len(fields) == f.Width || f.Shape == Objects {
		return fields, err
	}
	return nil, fault(f.subject, "read.width", "n", len(fields), "line", line, "before", f.Width, "text", clip(b))
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
