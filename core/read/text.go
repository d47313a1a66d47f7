package read

import (
	"bufio"
	"bytes"
	"cmp"
	_ "embed" // forms.txt
	"io"
	"regexp"
	"slices"
	"strings"
)

// text is what a text holds: lines, or values of JSON.
type text struct{ *bufio.Reader }

func (t text) begin(f *File) error {
	head, err := t.Peek(headBytes)
	if err != nil && err != io.EOF && err != io.ErrUnexpectedEOF {
		return f.broken(err, 1)
	}
	s := sampled(head, err != nil)
	if len(s.lines) == 0 && s.comment != "" {
		return fault(f.subject, "read.comments", "n", s.commentV, "rows", 0)
	}
	if len(s.lines) == 0 {
		return fault(f.subject, "read.empty")
	}
	for i, line := range s.lines {
		what, _ := refused(trim(line), "line", "late")
		if what == "" && i < 2 && len(line) > 2 && len(bytes.Trim(trim(line), "-")) == 0 {
			what = "table" // the rule below a head
		}
		if what != "" {
			return fault(f.subject, "read.console", "what", what, "line", s.first+i, "text", clip(line))
		}
	}
	if c := trim(s.lines[0])[0]; c == '{' || c == '[' {
		_, _, open := (&cutter{f: f}).value(s.lines[0], true)
		if open != nil || len(s.lines) == 1 {
			return f.beginJSON(bytes.TrimLeft(head, blanks))
		}
	}
	if f.form = layout(s, f.subject); f.form.unclear {
		return fault(f.subject, "read.unclear", "line", s.first, "text", clip(s.lines[0]))
	}
	f.form.header(s)
	return nil
}

// mostRecord is the longest record, in bytes.
const mostRecord = MostColumns * (MostField + 30)

func (t text) each(f *File, use func(fields [][]byte, line int) error) error {
	seen, cut := tally{}, cutter{f: f, list: f.form.Outer}
	scan := bufio.NewScanner(t)
	scan.Buffer(nil, mostRecord)
	if f.form.Values {
		scan.Split(cut.value)
	}
	if f.form.Outer > 0 {
		before, err := t.ReadBytes('[')
		if err != nil {
			return f.broken(err, 1)
		}
		cut.next = bytes.Count(before, []byte("\n"))
	}
	for scan.Scan() {
		if !f.form.Values { // a line
			cut.next++
			cut.at = cut.next
		}
		fields, skip, err := f.form.record(scan.Bytes(), cut.at, &seen)
		if err == nil && !skip {
			seen.records++
			err = use(fields, cut.at)
		}
		if err != nil {
			return cmp.Or(f.broken(scan.Err(), cut.at), err) // what is cut short is not judged by its rest
		}
	}
	f.seen = seen
	return f.broken(scan.Err(), cut.next+1)
}

// cutter cuts a text into records.
type cutter struct {
	f        *File
	at, next int // the lines in which the last record begins, and of the text's behind it that have ended
	values   int // of JSON so far
	list     int // of JSON around the values: 1 before and in it, 2 behind
}

// mostAgain is how often the names of columns may come, as each copy of a command prints them.
const mostAgain = 10

// record cuts a record into fields; skip says that it is none: a comment, a blank line, the
// header.
func (f *Form) record(b []byte, line int, seen *tally) (fields [][]byte, skip bool, err error) {
	t, among := trim(b), min(seen.records, 1)
	switch {
	case f.Values:
	case bytes.IndexByte(bytes.TrimRight(b, "\r"), '\r') >= 0:
		return nil, true, fault(f.subject, cmp.Or(unfit(b), "read.return"), "line", line)
	case len(t) == 0 && f.Comma == "\t" && bytes.IndexByte(b, '\t') >= 0: // all is missing
	case len(t) == 0 && f.Blank:
		f.fields = append(f.fields[:0], make([][]byte, f.Width)...)
		return f.fields, false, nil
	case len(t) == 0:
		seen.blanks, seen.among = seen.blanks+1, seen.among+among
		return nil, true, nil
	case comment(t, among > 0) && !f.holds(b, line):
		if among > 0 && (f.Printed || bytes.HasPrefix(t, []byte("# name:"))) { // another variable of Octave's
			return nil, true, fault(f.subject, "read.printed", "line", line, "text", clip(b))
		}
		seen.comments, seen.among = seen.comments+1, seen.among+among
		return nil, true, nil
	case f.Header != "" && string(bytes.TrimRight(b, "\r")) == f.Header:
		seen.headers++
		if one := len(slices.Compact(slices.Clone(f.Names))) == 1; seen.headers > mostAgain || one && seen.headers > 1 {
			return nil, true, fault(f.subject, "read.again", "line", line, "text", clip(b))
		}
		return nil, true, nil
	case bytes.HasSuffix(t, []byte(" =")), bytes.Contains(t, []byte("---")): // few lines are so
		if what, _ := refused(t, "late"); what != "" {
			return nil, true, fault(f.subject, "read.console", "what", what, "line", line, "text", clip(b))
		}
	}
	fields, err = f.split(b, line)
	if err == nil && len(fields) != f.Width && f.Shape != Objects {
		err = fault(f.subject, "read.width", "n", len(fields), "line", line, "before", f.Width, "text", clip(b))
	}
	return fields, false, err
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

// refusal is how texts begin that are refused.
type refusal struct {
	where  string // in "line", one of the first; "late", any line too; "json", an object alone
	what   string // a code of read.console, or read.json
	begins *regexp.Regexp
}

//go:embed forms.txt
var forms string

var refusals = func() (out []refusal) {
	for line := range strings.Lines(forms) {
		part := strings.SplitN(strings.TrimSpace(line), " ", 3)
		out = append(out, refusal{part[0], part[1], regexp.MustCompile(part[2])})
	}
	return out
}()

// refused returns which form a text is of that is refused, "" for all others, and what its beginning's groups hold.
func refused(text []byte, where ...string) (what string, groups [][]byte) {
	for _, r := range refusals {
		if slices.Contains(where, r.where) && r.begins.Match(text) {
			return r.what, r.begins.FindSubmatch(text)
		}
	}
	return "", nil
}
