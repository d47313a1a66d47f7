package read

import (
	"bytes"
	"cmp"
	"encoding/json"
	"slices"
	"strconv"
	"strings"
)

// blanks may stand between the values of JSON, and signs end a word.
const (
	blanks = " \t\r\n"
	signs  = blanks + ",;:[](){}\"'"
)

// mostDepth is how deep lists may stand in lists.
const mostDepth = 16

// nest cuts a JSON value into the fields of its form. Words are taken as they are: NaN and Infinity, as
// Python writes them, too.
type nest struct {
	f    *Form
	text []byte
}

// take goes past blanks and a sign, if it follows them.
func (n *nest) take(sign string) (ok bool) {
	n.text, ok = bytes.CutPrefix(bytes.TrimLeft(n.text, blanks), []byte(sign))
	return ok
}

// value reads a value into fields that are called by the keys and places which lead to them; the text that
// it returns is the id of what is wrong.
func (n *nest) value(path string, depth int) (id string) {
	object, end := n.take("{"), "}"
	if !object {
		if end = "]"; !n.take("[") {
			return n.put(path)
		}
	}
	switch {
	case depth == 0, object && n.f.Shape != Objects: // keys would be lost
		return "read.bracket"
	case n.take(end):
		return ""
	}
	for k := 1; ; k++ {
		step := path
		if object {
			key, id := n.word()
			if id != "" || !n.take(":") {
				return cmp.Or(id, "read.bracket")
			}
			step = strings.TrimPrefix(path+"."+string(key), ".")
		} else if path != "" {
			step += " " + strconv.Itoa(k)
		}
		if id = n.value(step, depth-1); id != "" || n.take(end) {
			return id
		}
		if !n.take(",") {
			return "read.bracket"
		}
	}
}

// word reads a text in quotation marks, or what stands up to the next sign.
func (n *nest) word() (b []byte, id string) {
	if !n.take(`"`) {
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

// put reads a field: the next one of a list, or the one of its key.
func (n *nest) put(path string) (id string) {
	b, id := n.word()
	f, i := n.f, slices.Index(n.f.Keys, path)
	switch {
	case id != "":
		return id
	case f.Shape != Objects:
		f.fields = append(f.fields, b)
		return ""
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

// beginJSON decides the form of a text whose JSON stands on several lines, or on one.
func (f *File) beginJSON(head []byte) error {
	f.form = &Form{Shape: Lists, Values: true, subject: f.subject}
	c := cutter{f: f}
	if n, _, err := c.value(head, true); err != nil || len(bytes.Trim(head[n:], blanks)) == 0 {
		if head[0] == '{' {
			return fault(f.subject, "read.json")
		}
		f.form.Outer, head = 1, bytes.TrimLeft(head[1:], blanks)
	}
	if bytes.HasPrefix(head, []byte("{")) {
		f.form.Shape = Objects
	}
	return nil
}

// value is a bufio.SplitFunc for values of JSON: the entries of a list, or one after the other.
func (c *cutter) value(data []byte, end bool) (n int, record []byte, err error) {
	record = bytes.TrimLeft(data, blanks)
	size, sign, open, quoted := len(record), byte(0), 0, false
	for i := 0; i < len(record) && sign == 0; i++ {
		switch b := record[i]; {
		case quoted && b == '\\':
			i++
		case b == '"':
			quoted = !quoted
		case quoted:
		case c.list > 0 && open == 0 && (b == ',' || b == ']'):
			size, sign = i, b
		case b == '[' || b == '{':
			open++
		case b == ']' || b == '}':
			if open--; c.list == 0 && open <= 0 {
				size, sign = i+1, b
			}
		}
	}
	n = len(data) - len(record)
	begun := c.next + bytes.Count(data[:n], []byte("\n"))
	switch {
	case sign == 0 && !end:
		return 0, nil, nil
	case len(record) == 0 && c.list != 1:
		return len(data), nil, nil
	case sign == 0 && c.list < 2:
		return 0, nil, fault(c.f.subject, "read.unclosed", "line", c.next+1+bytes.Count(data, []byte("\n")))
	case c.list == 2, size == 0 && (sign == ',' || c.values > 0):
		return 0, nil, fault(c.f.subject, "read.bracket", "line", begun+1, "text", clip(record))
	}
	c.at, c.values, n = begun+1, c.values+1, n+size
	if c.list > 0 {
		n++ // the sign
	}
	if sign == ']' {
		c.list *= 2
	}
	c.next += bytes.Count(data[:n], []byte("\n"))
	if size == 0 {
		return n, nil, nil
	}
	return n, record[:size], nil
}
