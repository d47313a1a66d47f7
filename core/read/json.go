package read

import (
	"bytes"
	"cmp"
	"encoding/json"
	"io"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// mostDepth is how deep lists may stand in lists.
const mostDepth = 16

// blanks may stand between the values of JSON.
const blanks = " \t\r\n"

// bare are texts in quotation marks, and words without them: numbers, and NaN or None as Python writes them.
var bare = regexp.MustCompile(`"[^"\\]*(\\.[^"\\]*)*"|[^\s,;:\[\](){}"'\\]+`)

// nested cuts a record, a JSON value; words are taken as they are. The text that it returns is the id of what is wrong.
func (f *Form) nested(record []byte) (id string) {
	quoted := bare.ReplaceAllFunc(record, func(word []byte) []byte {
		if word[0] == '"' {
			return bytes.ReplaceAll(word, []byte("\t"), []byte(`\t`))
		}
		return slices.Concat([]byte{'"'}, word, []byte{'"'})
	})
	f.fields = append(f.fields[:0], make([][]byte, len(f.Keys))...)
	in := json.NewDecoder(bytes.NewReader(quoted))
	id = f.value(in, "", mostDepth)
	if _, err := in.Token(); id == "" && (err != io.EOF || len(f.fields) == 0) {
		id = "read.bracket"
	}
	return id
}

// value reads a value into fields that are called by the keys and places which lead to them.
func (f *Form) value(in *json.Decoder, path string, depth int) (id string) {
	token, err := in.Token()
	begin, nests := token.(json.Delim)
	switch {
	case err != nil, nests && depth == 0, begin == '{' && f.Shape != Objects: // keys would be lost
		return "read.bracket"
	case !nests:
		return f.put(path, token.(string))
	}
	for k := 1; in.More() && id == ""; k++ {
		step := path
		if begin == '{' {
			token, _ := in.Token()
			key, ok := token.(string)
			if !ok {
				return "read.bracket"
			}
			step = strings.TrimPrefix(path+"."+key, ".")
		} else if path != "" {
			step += " " + strconv.Itoa(k)
		}
		id = f.value(in, step, depth-1)
	}
	if _, err := in.Token(); err != nil { // no end
		id = cmp.Or(id, "read.bracket")
	}
	return id
}

// put takes a field: the next one of a list, or the one of its key.
func (f *Form) put(path, field string) (id string) {
	i := slices.Index(f.Keys, path)
	switch {
	case f.Shape != Objects:
		f.fields = append(f.fields, []byte(field))
		return ""
	case path == "":
		return "read.object"
	case i >= 0 && f.fields[i] != nil:
		return "read.twice"
	case i < 0 && f.Width > 0:
		return "read.key"
	case i < 0:
		i = len(f.Keys)
		f.Keys, f.fields = append(f.Keys, path), append(f.fields, nil)
	}
	f.fields[i] = []byte(field)
	return ""
}

// beginJSON decides the form of a text whose JSON stands on several lines, or on one.
func (f *File) beginJSON(head []byte) error {
	f.form = &Form{Shape: Lists, Values: true, subject: f.subject}
	c := cutter{f: f}
	if n, _, err := c.value(head, true); err != nil || len(bytes.Trim(head[n:], blanks)) == 0 {
		if head[0] == '{' {
			what, groups := refused(head, "json")
			return fault(f.subject, "read.json", "form", cmp.Or(what, "other"), "key", clip(nth(groups, 1)))
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
