package read

import (
	"archive/zip"
	"bufio"
	"bytes"
	"compress/flate"
	"compress/gzip"
	"encoding/binary"
	"errors"
	"io"
	"slices"
	"strings"
	"unicode/utf8"
)

// headBytes is how much of a text decides how its lines are cut into fields.
const headBytes = 256 << 10

// magic is how files of other formats begin, what they are called, and the code of what to
// do instead (read.binary).
var magic = []struct{ start, name, advice string }{
	{"%%MatrixMarket", "Matrix Market", "table"},
	{"PAR1", "Parquet", "table"},
	{"ARROW1", "Arrow", "table"},
	{"FEA1", "Feather", "table"},
	{"\x89HDF", "HDF5", "table"},
	{"SQLite format 3", "SQLite", "table"},
	{"MATLAB 5.0", "MATLAB (.mat)", "matlab"},
	{"\xd0\xcf\x11\xe0", "Excel (.xls)", "sheet"},
	{"%PDF", "PDF", "table"},
	{"\x89PNG", "PNG", "image"},
	{"\xff\xd8\xff", "JPEG", "image"},
	{"GIF8", "GIF", "image"},
	{"\x1f\x8b", "gzip", "unpack"},
	{"Rar!", "RAR", "unpack"},
	{"{\\rtf", "RTF", "text"},
	{"<!DOCTYPE", "HTML", "table"},
	{"<!doctype", "HTML", "table"},
	{"<html", "HTML", "table"},
	{"<table", "HTML", "table"},
	{"<?xml", "XML", "table"},
	{"X\n\x00\x00", "RDS (R)", "r"},
	{"A\n2\n", "RDS (R)", "r"},
	{"A\n3\n", "RDS (R)", "r"},
	{"RDX", "RData (R)", "r"},
	{"RDA", "RData (R)", "r"},
	{"Octave-1-", "Octave (binary)", "matlab"},
	{"BZh", "bzip2", "unpack"},
	{"\xfd7zXZ", "xz", "unpack"},
	{"\x28\xb5\x2f\xfd", "Zstandard", "unpack"},
	{"7z\xbc\xaf", "7-Zip", "unpack"},
	{"\x80\x02", "pickle (Python)", "python"},
	{"\x80\x03", "pickle (Python)", "python"},
	{"\x80\x04", "pickle (Python)", "python"},
	{"\x80\x05", "pickle (Python)", "python"},
}

// fits refuses a file of gzip that unpacks to too much, before any of its records is read.
func (f *File) fits() error {
	in, err := f.open()
	if err != nil {
		return err
	}
	if z, err := gzip.NewReader(in); err == nil {
		if n, _ := io.CopyN(io.Discard, z, MostBytes+1); n > MostBytes {
			return fault(f.subject, "read.unpacked", "most", MostBytes)
		}
	}
	return nil
}

// unpack returns what a reader holds as text or as arrays, without the wrapping of gzip and a byte
// order mark. What is no text is refused.
func (f *File) unpack(in io.Reader) (text *bufio.Reader, arrays []*array, err error) {
	r := bufio.NewReaderSize(in, headBytes)
	if start, _ := r.Peek(2); string(start) == "\x1f\x8b" {
		z, err := gzip.NewReader(r)
		if err != nil {
			return nil, nil, fault(f.subject, "read.packed", "line", 1)
		}
		r = bufio.NewReaderSize(z, headBytes)
	}
	start, err := r.Peek(512)
	if err != nil && err != io.EOF {
		return nil, nil, f.broken(err, 1)
	}
	switch {
	case bytes.HasPrefix(start, []byte("\x93NUMPY")):
		a, err := f.readArray("", r)
		return nil, []*array{a}, err
	case bytes.HasPrefix(start, []byte("PK\x03\x04")):
		arrays, err := f.zipped(r)
		return nil, arrays, err
	case bytes.HasPrefix(start, []byte("\xef\xbb\xbf")):
		r.Discard(3)
		start = start[3:]
	}
	for _, m := range magic {
		if bytes.HasPrefix(start, []byte(m.start)) {
			return nil, nil, fault(f.subject, "read.binary", "format", m.name, "advice", m.advice)
		}
	}
	if len(start) > 262 && string(start[257:262]) == "ustar" {
		return nil, nil, fault(f.subject, "read.binary", "format", "tar", "advice", "unpack")
	}
	if name := wide(start); name != "" {
		return nil, nil, fault(f.subject, "read.wide", "encoding", name)
	}
	if at := bytes.IndexFunc(start, control); at >= 0 && !utf8.Valid(start) {
		return nil, nil, fault(f.subject, "read.text", "line", 1+bytes.Count(start[:at], []byte("\n")))
	}
	return r, nil, nil
}

// control reports whether a sign is one that no text has.
func control(r rune) bool { return r < ' ' && !strings.ContainsRune("\t\n\v\f\r\x1b", r) }

// unfit is the id of what makes bytes no text, or text of another encoding; "" of a text.
func unfit(b []byte) string {
	switch valid := utf8.Valid(b); {
	case bytes.IndexByte(b, 0) >= 0, !valid && bytes.ContainsFunc(b, control):
		return "read.text"
	case !valid:
		return "read.latin"
	}
	return ""
}

// wide names the encoding of a text whose letters are wider than UTF-8's.
func wide(start []byte) string {
	for _, mark := range []struct{ start, name string }{{"\xff\xfe\x00\x00", "UTF-32"}, {"\x00\x00\xfe\xff", "UTF-32"},
		{"\xff\xfe", "UTF-16"}, {"\xfe\xff", "UTF-16"}} {
		if bytes.HasPrefix(start, []byte(mark.start)) {
			return mark.name
		}
	}
	if zeros := 10 * bytes.Count(start, []byte{0}); zeros > 4*len(start) && zeros < 6*len(start) {
		return "UTF-16" // without a mark
	}
	return ""
}

// zipped reads the arrays of an .npz file; other archives are refused by what they hold.
func (f *File) zipped(r io.Reader) ([]*array, error) {
	data, err := io.ReadAll(io.LimitReader(r, MostBytes))
	if err != nil {
		return nil, f.broken(err, 1)
	}
	z, err := zip.NewReader(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		return nil, fault(f.subject, "read.packed", "line", 1)
	}
	left, width := uint64(MostBytes), 0
	for _, e := range z.File {
		if e.UncompressedSize64 > left {
			return nil, fault(f.subject, "read.unpacked", "most", MostBytes)
		}
		left -= e.UncompressedSize64
	}
	var out []*array
	for _, e := range z.File {
		format, advice := "ZIP", "unpack"
		switch {
		case strings.HasPrefix(e.Name, "xl/"), e.Name == "[Content_Types].xml":
			format, advice = "Excel (.xlsx)", "sheet"
		case e.Name == "mimetype":
			format, advice = "OpenDocument", "sheet"
		case strings.HasSuffix(e.Name, "/data.pkl"):
			format, advice = "PyTorch (.pt)", "python"
		case strings.HasSuffix(e.Name, ".npy"):
			in, err := e.Open()
			if err != nil {
				return nil, fault(f.subject, "read.packed", "line", 1)
			}
			a, err := f.readArray(strings.TrimSuffix(e.Name, ".npy"), bufio.NewReader(in))
			if err != nil && f.scores { // a single number beside them, or an object
				if _, err = io.Copy(io.Discard, in); err == nil {
					continue
				}
				err = fault(f.subject, "read.packed", "line", 1)
			}
			if err != nil {
				return nil, err
			}
			if width += a.width; width > MostColumns {
				return nil, fault(f.subject, "read.members", "most", MostColumns)
			}
			out = append(out, a)
			continue
		}
		return nil, fault(f.subject, "read.binary", "format", format, "advice", advice)
	}
	first := 30 + int64(binary.LittleEndian.Uint16(data[26:])) + int64(binary.LittleEndian.Uint16(data[28:]))
	begins := func(e *zip.File) bool { from, _ := e.DataOffset(); return from == first }
	end := len(data) - 22 - len(z.Comment) // there it says how long its list is, and from where on
	list := binary.LittleEndian.Uint64(data[end+12:])
	switch {
	case !slices.ContainsFunc(z.File, begins), list>>32+list&(1<<32-1) != uint64(end):
		return nil, fault(f.subject, "read.unlisted")
	case len(out) == 0:
		return nil, fault(f.subject, "read.empty")
	}
	return out, nil
}

// broken is the fault of a file that could not be read on.
func (f *File) broken(err error, line int) error {
	var corrupt flate.CorruptInputError
	switch {
	case errors.Is(err, io.ErrUnexpectedEOF), errors.Is(err, gzip.ErrChecksum), errors.Is(err, gzip.ErrHeader),
		errors.As(err, &corrupt):
		return fault(f.subject, "read.packed", "line", line)
	}
	return err
}
