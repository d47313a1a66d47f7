package read

import (
	"bytes"
	"encoding/json"
	"io"
	"slices"
)

// object reads a file that is one JSON object: of columns, as lists or by the names of rows,
// of rows by their names, or as data frames are split into columns and data. What it holds
// stays in memory.
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
	keys, values, err := fieldsOf(d)
	if err == nil {
		_, err = d.Token()
	}
	if err != io.EOF {
		return fault(f.subject, "read.json", "bytes", d.InputOffset())
	}
	at := func(key string) json.RawMessage {
		if i := slices.Index(keys, key); i >= 0 {
			return values[i]
		}
		return nil
	}
	names := keys
	var lists [][]json.RawMessage
	switch data := at("data"); {
	case data != nil && at("columns") != nil:
		var rows []json.RawMessage
		if json.Unmarshal(at("columns"), &names) != nil || json.Unmarshal(data, &rows) != nil {
			return fault(f.subject, "read.json", "bytes", 0)
		}
		f.form.Shape = Lists
		return f.hold(names, rows)
	case data != nil && at("schema") != nil:
		var rows []json.RawMessage
		if json.Unmarshal(data, &rows) != nil {
			return fault(f.subject, "read.json", "bytes", 0)
		}
		f.form.Shape = Objects
		return f.hold(nil, rows)
	}
	var order []string
	for i, v := range values {
		var list []json.RawMessage
		if v[0] == '{' {
			d := json.NewDecoder(bytes.NewReader(v))
			inner, list, err := fieldsOf(d)
			if i == 0 {
				order = inner
			}
			if err != nil || !slices.Equal(inner, order) {
				return fault(f.subject, "read.json", "bytes", 0)
			}
			lists = append(lists, list)
			continue
		}
		if json.Unmarshal(v, &list) != nil || len(order) > 0 {
			return fault(f.subject, "read.json", "bytes", 0)
		}
		lists = append(lists, list)
	}
	f.form.Shape = Lists
	if len(lists) > MostColumns && len(order) <= MostColumns { // rows by their names
		names = order
	} else {
		lists = turned(lists)
	}
	if lists == nil {
		return fault(f.subject, "read.json", "bytes", 0)
	}
	var rows []json.RawMessage
	for _, l := range lists {
		rows = append(rows, slices.Concat([]byte("["), bytes.Join(toBytes(l), []byte(",")), []byte("]")))
	}
	return f.hold(names, rows)
}

// turned makes rows of columns; nil where these are not of one length.
func turned(lists [][]json.RawMessage) [][]json.RawMessage {
	rows := make([][]json.RawMessage, len(lists[0]))
	for _, l := range lists {
		if len(l) != len(rows) {
			return nil
		}
		for i, v := range l {
			rows[i] = append(rows[i], v)
		}
	}
	return rows
}

func toBytes(l []json.RawMessage) [][]byte {
	out := make([][]byte, len(l))
	for i := range l {
		out[i] = l[i]
	}
	return out
}

// fieldsOf reads the keys of an object, in their order, and its values.
func fieldsOf(d *json.Decoder) (keys []string, values []json.RawMessage, err error) {
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

// hold keeps records.
func (f *File) hold(names []string, rows []json.RawMessage) error {
	if len(rows) == 0 {
		return fault(f.subject, "read.empty")
	}
	f.held, f.form.Values = toBytes(rows), false
	if f.form.Shape == Lists {
		f.form.measure(f.held)
		if len(names) == f.form.Width {
			f.form.Names, f.form.From = names, "keys"
		}
	}
	return nil
}
