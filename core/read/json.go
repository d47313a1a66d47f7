package read

import (
	"bufio"
	"bytes"
	"cmp"
	"encoding/json"
	"io"
	"slices"
	"strconv"
	"strings"
)

// mostDepth is how deep lists may stand in lists.
const mostDepth = 16

// blanks may stand between the values of JSON, and signs end a word.
const (
	blanks = " \t\r\n"
	signs  = blanks + ",;:[](){}\"'"
)

// nest cuts a JSON value into the fields of its form. Words are taken as they are: NaN and Infinity, as
// Python writes them, too.
type nest struct {
	f    *Form
	text []byte
}

// take goes past blanks and a sign, if it follows them.
func (n *nest) take(sign byte) (ok bool) {
	for len(n.text) > 0 && (n.text[0] == ' ' || n.text[0] == '\t' || n.text[0] == '\r' || n.text[0] == '\n') {
		n.text = n.text[1:]
	}
	if ok = len(n.text) > 0 && n.text[0] == sign; ok {
		n.text = n.text[1:]
	}
	return ok
}

// value reads a value; the text that it returns is the id of what is wrong.
func (n *nest) value(path string, depth int) (id string) {
	end := byte(']')
	switch {
	case n.take('['):
	case n.take('{'):
		end = '}'
	default:
		b, id := n.word()
		if id == "" {
			id = n.put(path, b)
		}
		return id
	}
	switch {
	case depth == 0, end == '}' && n.f.Shape != Objects: // keys would be lost
		return "read.bracket"
	case n.take(end):
		return ""
	}
	for k := 1; ; k++ {
		step := path
		if end == '}' {
			key, id := n.word()
			if id != "" || !n.take(':') {
				return cmp.Or(id, "read.bracket")
			}
			step = strings.TrimPrefix(path+"."+string(key), ".")
		} else if path != "" {
			step += " " + strconv.Itoa(k)
		}
		if id = n.value(step, depth-1); id != "" || n.take(end) {
			return id
		}
		if !n.take(',') {
			return "read.bracket"
		}
	}
}

// word reads a text in quotation marks, or what stands up to the next sign.
func (n *nest) word() (b []byte, id string) {
	if !n.take('"') {
		i := bytes.IndexAny(n.text, signs)
		if i < 0 {
			i = len(n.text)
		}
		if b, n.text = n.text[:i], n.text[i:]; i == 0 {
			return nil, "read.bracket"
		}
		return b, ""
	}
	for i := 0; i < len(n.text); i++ {
		switch n.text[i] {
		case '\\':
			i++
		case '"':
			if b, n.text = n.text[:i], n.text[i+1:]; bytes.IndexByte(b, '\\') < 0 {
				return b, ""
			}
			var s string
			if json.Unmarshal([]byte(`"`+string(b)+`"`), &s) != nil {
				return nil, "read.quote"
			}
			return []byte(s), ""
		}
	}
	return nil, "read.quote"
}

// put is a field: the next one of a list, or the one of its key.
func (n *nest) put(path string, b []byte) (id string) {
	f := n.f
	if f.Shape != Objects {
		f.fields = append(f.fields, b)
		return ""
	}
	i := slices.Index(f.Keys, path)
	switch {
	case path == "":
		return "read.object"
	case i >= 0 && f.fields[i] != nil:
		return "read.twice"
	case i < 0 && f.Width > 0:
		return "read.key"
	case i < 0 && len(f.Keys) == MostColumns:
		return "read.columns"
	case i < 0:
		i = len(f.Keys)
		f.Keys, f.fields = append(f.Keys, path), append(f.fields, nil)
	}
	f.fields[i] = b
	return ""
}

// brackets counts brackets outside of texts.
type brackets struct {
	open            int
	quoted, escaped bool
}

func (b *brackets) add(c byte) {
	switch was := b.escaped; {
	case b.quoted:
		b.escaped = c == '\\' && !was
		b.quoted = c != '"' || was
	case c == '"':
		b.quoted = true
	case c == '[' || c == '{':
		b.open++
	case c == ']' || c == '}':
		b.open--
	}
}

// value returns how long the first value of a text is, to the bracket that closes it; 0 where none does.
func value(text []byte) int {
	var b brackets
	for i, c := range text {
		if b.add(c); b.open == 0 && (c == ']' || c == '}') {
			return i + 1
		}
	}
	return 0
}

// eachValue reads the records of a text that is JSON over several lines: values one after the other, or
// the entries of one list.
func (f *File) eachValue(text *bufio.Reader, use func(fields [][]byte, line int) error) error {
	var seen brackets
	var record []byte
	outer := f.form.Outer // brackets around records; 2 behind the last
	for line, begun := 1, 1; ; {
		c, err := text.ReadByte()
		switch {
		case err == io.EOF && len(record) == 0 && outer != 1:
			return nil
		case err == io.EOF:
			return fault(f.subject, "read.unclosed", "line", line)
		case err != nil:
			return f.broken(err, line)
		case c == '\n':
			line++
		}
		open := seen.open
		seen.add(c)
		ends := outer == 1 && open == 1 && !seen.quoted && (c == ',' || c == ']')
		switch {
		case len(record) == 0 && strings.IndexByte(blanks, c) >= 0, outer == 1 && open == 0 && c == '[':
		case open < outer, seen.open < 0, ends && len(record) == 0 && (c == ',' || f.Records > 0):
			return fault(f.subject, "read.bracket", "line", line, "text", clip(append(record, c)))
		case len(record) >= mostRecord:
			return fault(f.subject, "read.long", "line", begun, "most", mostRecord)
		case !ends:
			if record = append(record, c); len(record) == 1 {
				begun = line
			}
			ends = outer == 0 && seen.open == 0 && (c == ']' || c == '}')
		}
		if ends && outer == 1 && seen.open == 0 {
			outer = 2
		}
		if !ends || len(record) == 0 {
			continue
		}
		fields, err := f.form.fitted(record, begun)
		if err == nil {
			err = use(fields, begun)
		}
		if err != nil {
			return err
		}
		record = record[:0]
	}
}
