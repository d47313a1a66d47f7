package read

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io"
	"slices"
	"strconv"

	"indistinct/core/lang"
)

// File is something that holds releases. It keeps none of them: it may be larger than
// memory, so its records are read again whenever they are asked for.
type File struct {
	Name    lang.Message
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

// format is what a file is written in: text or arrays. Another one is another file here.
type format interface {
	// begin decides the form of a file from its beginning.
	begin(f *File) error
	// each reads the records of a file by its form: use gets the fields of each with the number of its line.
	each(f *File, use func(fields [][]byte, line int) error) error
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
	f := &File{Name: lang.Verbatim(name), open: open, scores: scores,
		subject: lang.Say("read.file", "file", lang.Clip(name, 60))}
	if size > MostBytes {
		return f, fault(f.subject, "read.large", "bytes", size, "most", MostBytes)
	}
	if err := f.begin(); err != nil {
		return f, err
	}
	return f, f.learn()
}

// begin decides the form from the beginning of the file.
func (f *File) begin() error {
	if err := f.fits(); err != nil {
		return err
	}
	from, err := f.opened()
	if err != nil {
		return err
	}
	return from.begin(f)
}

// opened is the format of what the file holds.
func (f *File) opened() (format, error) {
	in, err := f.open()
	if err != nil {
		return nil, err
	}
	return f.unpack(in)
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
	from, err := f.unpack(in)
	if err != nil {
		return err
	}
	err = from.each(f, func(fields [][]byte, line int) error {
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
	f.SHA256 = hex.EncodeToString(sum.Sum(nil))
	if f.form.Width = len(f.columns); f.form.Shape == Objects {
		f.form.Names, f.form.From = f.form.Keys, "keys"
		for i, p := range f.columns {
			if f.Records >= 20 && p.empty == f.Records-1 && p.rows == f.Records {
				return fault(f.subject, "read.once", "key", lang.Clip(f.form.Keys[i], 40))
			}
		}
	}
	switch s := f.seen; {
	case f.Records == 0:
		return fault(f.subject, "read.empty")
	case s.comments > 10 && 10*s.comments > f.Records:
		return fault(f.subject, "read.comments", "n", s.comments, "rows", f.Records)
	case f.form.Width == 1 && s.blanks > 2 && 100*s.blanks > f.Records && s.blanks < f.Records-1:
		return fault(f.subject, "read.blanks", "n", s.blanks, "rows", f.Records)
	}
	return nil
}

// before is a field that none of the records up to now has.
func (f *File) before() *profile {
	p := newProfile()
	p.rows, p.missing, p.empty = f.Records, f.Records, f.Records
	if f.Records > 0 {
		p.values, p.counts[0] = []string{""}, f.Records
	}
	return p
}

// ErrEnough ends the reading of a file without fault.
var ErrEnough = errors.New("enough records")

// each reads the records: f gets the fields of each with the number of its line and keeps
// nothing of them; ErrEnough from it ends that.
func (f *File) each(use func(fields [][]byte, line int) error) error {
	from, err := f.opened()
	if err == nil {
		err = from.each(f, use)
	}
	if err == ErrEnough {
		return nil
	}
	return err
}

// name is what a field is called; "" where it has no name.
func (f *Form) name(i int) string { return nth(f.Names, i) }

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
