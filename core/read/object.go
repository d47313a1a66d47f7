package read

import (
	"bytes"
	"encoding/json"
	"io"
	"slices"
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
	names, values, err := members(d)
	if err == nil {
		_, err = d.Token()
	}
	if err != io.EOF || len(values) == 0 {
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
	var rows [][]json.RawMessage
	var keys []string
	for i, v := range values {
		var column []json.RawMessage
		err := json.Unmarshal(v, &column)
		if v[0] == '{' {
			var own []string
			own, column, err = members(json.NewDecoder(bytes.NewReader(v)))
			if i == 0 {
				keys = own
			} else if !slices.Equal(own, keys) {
				return fault(f.subject, "read.json", "bytes", 0)
			}
		}
		if err != nil || len(column) == 0 || i > 0 && len(column) != len(rows) && !f.scores {
			return fault(f.subject, "read.json", "bytes", 0)
		}
		for len(rows) < len(column) {
			rows = append(rows, slices.Repeat([]json.RawMessage{json.RawMessage("null")}, i))
		}
		for k := range rows { // where scores of one input have ended there are none
			if k < len(column) {
				rows[k] = append(rows[k], column[k])
			} else {
				rows[k] = append(rows[k], json.RawMessage("null"))
			}
		}
	}
	var lines [][]byte
	for _, row := range rows {
		text, err := json.Marshal(row)
		if err != nil {
			return err
		}
		lines = append(lines, text)
	}
	f.held = bytes.Join(lines, []byte("\n"))
	f.form.Shape, f.form.Values = Lists, false
	if f.form.measure(lines); len(names) == f.form.Width {
		f.form.Names, f.form.From = names, "keys"
	}
	return nil
}

// within reads the one list among values that are none, such as {"status": "ok", "data": […]};
// ok is false where there are others.
func (f *File) within(values []json.RawMessage) (ok bool) {
	var list []json.RawMessage
	for _, v := range values {
		var l []json.RawMessage
		if json.Unmarshal(v, &l) != nil {
			continue
		}
		if list != nil {
			return false
		}
		list = l
	}
	if len(list) == 0 || len(values) == 1 && list[0][0] != '[' && list[0][0] != '{' {
		return false
	}
	var lines bytes.Buffer
	for _, v := range list {
		json.Compact(&lines, v)
		lines.WriteByte('\n')
	}
	f.held = lines.Bytes()
	f.form = layout(sampled(f.held, true), f.subject)
	return true
}

// members reads the keys of an object, in their order, and its values.
func members(d *json.Decoder) (keys []string, values []json.RawMessage, err error) {
	if _, err = d.Token(); err != nil {
		return nil, nil, err
	}
	for d.More() {
		key, err := d.Token()
		if err != nil {
			return nil, nil, err
		}
		var v json.RawMessage
		if err := d.Decode(&v); err != nil {
			return nil, nil, err
		}
		keys, values = append(keys, key.(string)), append(values, v)
	}
	_, err = d.Token()
	return keys, values, err
}
