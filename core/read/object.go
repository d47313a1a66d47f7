package read

import (
	"bytes"
	"encoding/json"
	"io"
)

// object reads a file that is one JSON object of columns: lists, or as pandas writes them
// objects with the names of the rows. What it holds stays in memory, as lists.
func (f *File) object() error {
	in, err := f.open()
	if err != nil {
		return err
	}
	text, _, err := f.unpack(in)
	if err != nil {
		return err
	}
	d := json.NewDecoder(text)
	var names []string
	var values []json.RawMessage
	for _, err = d.Token(); err == nil && d.More(); {
		var key json.Token
		var v json.RawMessage
		if key, err = d.Token(); err == nil {
			names, err = append(names, key.(string)), d.Decode(&v)
		}
		values = append(values, v)
	}
	var end json.Token
	if err == nil {
		end, err = d.Token()
	}
	if err == nil {
		_, err = d.Token()
	}
	if err != io.EOF || end != json.Delim('}') || len(values) == 0 {
		return fault(f.subject, "read.json", "bytes", d.InputOffset())
	}
	if f.within(values) {
		return nil
	}
	if f.scores { // beside them a name or a setting may stand
		var lists []json.RawMessage
		var named []string
		for i, v := range values {
			if v[0] == '[' || v[0] == '{' {
				lists, named = append(lists, v), append(named, names[i])
			}
		}
		values, names = lists, named
	}
	columns := make([]*json.Decoder, len(values))
	for i, v := range values {
		columns[i] = json.NewDecoder(bytes.NewReader(v))
		columns[i].Token()
	}
	var lines bytes.Buffer
	row := make([]json.RawMessage, len(values))
	for n := 1; n > 0; { // values of a row
		n = 0
		var name json.Token
		alike := true
		for i, d := range columns {
			if row[i] = json.RawMessage("null"); !d.More() { // where scores of one input have ended there are none
				continue
			}
			if n++; values[i][0] == '{' {
				before := name
				name, _ = d.Token()
				alike = alike && (n == 1 || name == before)
			}
			d.Decode(&row[i])
		}
		if !alike || n < len(row) && (lines.Len() == 0 || n > 0 && !f.scores) {
			return fault(f.subject, "read.json", "bytes", 0)
		}
		if n > 0 {
			text, _ := json.Marshal(row)
			lines.Write(append(text, '\n'))
		}
	}
	f.held = lines.Bytes()
	f.form.Shape, f.form.Values = Lists, false
	if f.form.measure(sampled(f.held, true).lines); len(names) == f.form.Width {
		f.form.Names, f.form.From = names, "keys"
	}
	return nil
}

// within reads the one list among values that are none, such as {"status": "ok", "data": […]};
// ok is false where there are others.
func (f *File) within(values []json.RawMessage) (ok bool) {
	var list json.RawMessage
	first := byte(']')
	for _, v := range values {
		switch {
		case v[0] != '[':
		case list != nil:
			return false
		default:
			list, first = v, bytes.TrimLeft(v[1:], " \t\r\n")[0]
		}
	}
	if first == ']' || len(values) == 1 && first != '[' && first != '{' {
		return false
	}
	var lines bytes.Buffer
	d := json.NewDecoder(bytes.NewReader(list))
	for d.Token(); d.More(); lines.WriteByte('\n') {
		var v json.RawMessage
		d.Decode(&v)
		json.Compact(&lines, v)
	}
	f.held = lines.Bytes()
	f.form = layout(sampled(f.held, true), f.subject)
	return true
}
