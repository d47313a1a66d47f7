package read

import (
	"bytes"
	"cmp"
	"encoding/json"
	"slices"
)

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
func (n *nest) take(sign string) (ok bool) {
	n.text, ok = bytes.CutPrefix(bytes.TrimLeft(n.text, blanks), []byte(sign))
	return ok
}

// record reads a list or an object without others in it, or a word; the text that it returns is the id of
// what is wrong.
func (n *nest) record() (id string) {
	object := n.take("{")
	end := "]"
	switch {
	case object && n.f.Shape != Objects: // keys would be lost
		return "read.bracket"
	case object:
		end = "}"
	case !n.take("["):
		return n.put("")
	}
	if n.take(end) {
		return ""
	}
	for key := []byte(nil); id == ""; {
		if object {
			if key, id = n.word(); id != "" || !n.take(":") {
				return cmp.Or(id, "read.bracket")
			}
		}
		if id = n.put(string(key)); id != "" || n.take(end) {
			return id
		}
		if !n.take(",") {
			return "read.bracket"
		}
	}
	return id
}

// word reads a text in quotation marks, or what stands up to the next sign.
func (n *nest) word() (b []byte, id string) {
	if !n.take(`"`) {
		i := bytes.IndexAny(n.text, signs)
		if i < 0 {
			i = len(n.text)
		}
		if b, n.text = n.text[:i], n.text[i:]; bytes.ContainsAny(n.text[:min(1, len(n.text))], "[{") {
			return nil, "read.nested"
		} else if i == 0 {
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

// put reads a field: the next one of a list, or the one of its key, which the first object has.
func (n *nest) put(key string) (id string) {
	b, id := n.word()
	f, i := n.f, slices.Index(n.f.Keys, key)
	switch {
	case id != "":
		return id
	case f.Shape != Objects || f.Width == 0 && i < 0 && key != "":
		if f.fields = append(f.fields, b); f.Shape == Objects {
			f.Keys = append(f.Keys, key)
		}
		return ""
	case key == "":
		return "read.object"
	case i < 0:
		return "read.key"
	case f.fields[i] != nil:
		return "read.twice"
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
