package read

import (
	"archive/zip"
	"bufio"
	"bytes"
	"cmp"
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

// magic is how files of other formats begin, and which text says what they are and what to do instead.
var magic = []struct{ id, format, starts string }{
	{"read.wide", "UTF-32", "\xff\xfe\x00\x00|\x00\x00\xfe\xff"},
	{"read.wide", "UTF-16", "\xff\xfe|\xfe\xff"},
	{"read.binary", "table", "%%MatrixMarket|PAR1|ARROW1|FEA1|\x89HDF|SQLite format 3"},
	{"read.binary", "document", "%PDF|{\\rtf|<!|<html|<table|<?xml"},
	{"read.binary", "image", "\x89PNG|\xff\xd8\xff|GIF8"},
	{"read.binary", "packed", "\x1f\x8b|Rar!|BZh|\xfd7zXZ|\x28\xb5\x2f\xfd|7z\xbc\xaf"},
	{"read.binary", "r", "X\n\x00\x00|A\n2\n|A\n3\n|RDX|RDA"},
	{"read.binary", "matlab", "MATLAB 5.0|Octave-1-"},
	{"read.binary", "sheet", "\xd0\xcf\x11\xe0"},
	{"read.binary", "python", "\x80\x02|\x80\x03|\x80\x04|\x80\x05"},
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

// unpack returns the format of what a reader holds, without the wrapping of gzip and a byte
// order mark. What is no text is refused.
func (f *File) unpack(in io.Reader) (format, error) {
	r := bufio.NewReaderSize(in, headBytes)
	if start, _ := r.Peek(2); string(start) == "\x1f\x8b" {
		z, err := gzip.NewReader(r)
		if err != nil {
			return nil, fault(f.subject, "read.packed", "line", 1)
		}
		r = bufio.NewReaderSize(z, headBytes)
	}
	start, err := r.Peek(512)
	if err != nil && err != io.EOF {
		return nil, f.broken(err, 1)
	}
	switch {
	case bytes.HasPrefix(start, []byte("\x93NUMPY")):
		a, err := f.readArray("", r)
		return arrays{a}, err
	case bytes.HasPrefix(start, []byte("PK\x03\x04")):
		return f.zipped(r)
	case bytes.HasPrefix(start, []byte("\xef\xbb\xbf")):
		r.Discard(3)
		start = start[3:]
	}
	for _, m := range magic {
		for begins := range strings.SplitSeq(m.starts, "|") {
			if bytes.HasPrefix(start, []byte(begins)) {
				return nil, fault(f.subject, m.id, "format", m.format)
			}
		}
	}
	switch zeros := 10 * bytes.Count(start, []byte{0}); {
	case len(start) > 262 && string(start[257:262]) == "ustar":
		return nil, fault(f.subject, "read.binary", "format", "packed")
	case zeros > 4*len(start) && zeros < 6*len(start): // without a mark
		return nil, fault(f.subject, "read.wide", "format", "UTF-16")
	}
	if at := bytes.IndexFunc(start, control); at >= 0 && !utf8.Valid(start) {
		return nil, fault(f.subject, "read.text", "line", 1+bytes.Count(start[:at], []byte("\n")))
	}
	return text{r}, nil
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

// zipped reads the arrays of an .npz file; other archives are refused by what they hold.
func (f *File) zipped(r io.Reader) (format, error) {
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
	var out arrays
	for _, e := range z.File {
		format := "packed"
		switch {
		case strings.HasPrefix(e.Name, "xl/"), e.Name == "[Content_Types].xml", e.Name == "mimetype":
			format = "sheet"
		case strings.HasSuffix(e.Name, "/data.pkl"):
			format = "python"
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
		return nil, fault(f.subject, "read.binary", "format", format)
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
	case err == bufio.ErrTooLong:
		return fault(f.subject, "read.long", "line", line, "most", mostRecord, "comma", cmp.Or(f.form.Comma, ","))
	case errors.Is(err, io.ErrUnexpectedEOF), errors.Is(err, gzip.ErrChecksum), errors.Is(err, gzip.ErrHeader),
		errors.As(err, &corrupt):
		return fault(f.subject, "read.packed", "line", line)
	}
	return err
}
