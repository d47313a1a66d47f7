package read

import (
	"bufio"
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"io"
	"slices"
	"strconv"
	"strings"
)

// mostDepth is how deep lists may stand in lists.
const mostDepth = 16

// flat cuts the next JSON value into the fields of the form: the entries of a list, or the values of
// an object by the keys that the first one has. The text that it returns is the id of what is wrong.
func (f *Form) flat(d *json.Decoder) (id string) {
	f.fields = f.fields[:0]
	if f.Shape == Objects {
		f.fields = append(f.fields, make([][]byte, len(f.Keys))...)
	}
	id = f.value(d, "", mostDepth)
	switch {
	case id == "" && len(f.fields) == 0:
		return "read.bracket"
	case id == "" && f.Shape == Objects && slices.ContainsFunc(f.fields, func(b []byte) bool { return b == nil }):
		return "read.lack"
	}
	if id == "" && f.Width == 0 {
		f.Width = len(f.fields)
	}
	return id
}

func (f *Form) value(d *json.Decoder, path string, depth int) (id string) {
	t, err := d.Token()
	var text string
	switch t := t.(type) {
	case string:
		text = t
	case json.Number:
		text = t.String()
	case bool:
		text = strconv.FormatBool(t)
	case json.Delim:
		if depth == 0 || t == '{' && f.Shape != Objects || t == '[' && f.Shape == Objects && path == "" {
			return "read.bracket" // keys would be lost, or there are none
		}
		for k := 1; d.More(); k++ {
			step := path
			if t == '{' {
				key, _ := d.Token()
				name, _ := key.(string) // what is none is an error of the value
				step = strings.TrimPrefix(path+"."+name, ".")
			} else if path != "" {
				step += " " + strconv.Itoa(k)
			}
			if id = f.value(d, step, depth-1); id != "" {
				return id
			}
		}
		_, err = d.Token()
		return unread(err)
	default:
		if text = "null"; err != nil {
			return unread(err)
		}
	}
	return f.put(path, []byte(text))
}

// unread is the id of what keeps JSON from being read.
func unread(err error) string {
	switch {
	case err == nil:
		return ""
	case errors.Is(err, io.ErrUnexpectedEOF), err == io.EOF:
		return "read.unclosed"
	}
	return "read.bracket"
}

// put is a field: the next one of a list, or the one of its key.
func (f *Form) put(path string, b []byte) (id string) {
	i := slices.Index(f.Keys, path)
	switch {
	case bytes.ContainsRune(b, '\uFFFD') || strings.ContainsRune(path, '\uFFFD'):
		return "read.latin"
	case len(f.fields) == MostColumns && i < 0:
		return "read.columns"
	case f.Shape != Objects:
		f.fields = append(f.fields, b)
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
	f.fields[i] = b
	return ""
}

// eachValue reads the records of a text that is one JSON list.
func (f *File) eachValue(text *bufio.Reader, use func(fields [][]byte, line int) error) error {
	form := f.form
	var passed bytes.Buffer // what was read, and not yet looked at for ends of lines
	d := json.NewDecoder(io.TeeReader(text, &passed))
	d.UseNumber()
	d.Token()
	line, at := 1, int64(0)
	for d.More() {
		id := form.flat(d)
		if _, err := text.Peek(1); id != "" && err != nil && err != io.EOF {
			return f.broken(err, line)
		}
		record := passed.Next(int(d.InputOffset() - at))
		at += int64(len(record))
		begun := bytes.TrimLeft(record, "[, \t\r\n")
		line += bytes.Count(record[:len(record)-len(begun)], []byte("\n"))
		fields, err := form.whole(id, begun, line)
		if err == nil {
			err = form.fits(fields, begun, line)
		}
		if err == nil {
			err = use(fields, line)
		}
		if err != nil {
			return err
		}
		line += bytes.Count(begun, []byte("\n"))
	}
	_, err := d.Token()
	if err == nil {
		if _, err = d.Token(); err == io.EOF {
			return nil
		}
		err = cmp.Or(err, errors.New("values behind a list"))
	}
	_, err = form.whole(cmp.Or(unread(err), "read.bracket"), nil, line)
	return err
}

// closed reports whether the value that a line begins ends in it.
func closed(line []byte) bool {
	var v json.RawMessage
	err := json.NewDecoder(bytes.NewReader(line)).Decode(&v)
	count := func(sign string) int { return bytes.Count(line, []byte(sign)) }
	return err == nil || unread(err) != "read.unclosed" && count("[")+count("{") <= count("]")+count("}")
}
