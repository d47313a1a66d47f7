package read

import (
	"cmp"
	"slices"

	"indistinct/core/lang"
	"indistinct/core/table"
)

// say tells in one sentence what was taken of a source, and what was left out.
func (r *Rows) say(columns []*column, in int) lang.Message {
	f := r.file
	var left []lang.Message
	numbers, words, absent, names := false, 0, 0, []lang.Message{}
	for _, c := range columns {
		if c.why != "" {
			if c.why != "unasked" {
				why := lang.Say("read.why." + c.why)
				left = append(left, lang.Say("read.left", "column", f.form.label(c.field[in]), "why", why))
			}
			continue
		}
		name := c.label()
		if f.form.name(c.field[in]) != "" && len(columns) == 1 {
			name = f.form.label(c.field[in]) // the inputs may call it differently
		}
		names = append(names, name)
		p := c.at[in]
		n := p.numbers + p.commas
		numbers = numbers || n > 0
		words += p.rows - n - p.missing
		none := p.empty
		if r.Form.Columns[len(names)-1].Absent {
			none = p.missing
		}
		absent, r.Absent = absent+none, append(r.Absent, none)
	}
	r.Taken = names
	kind := "entries"
	switch {
	case numbers && words == 0:
		kind = "numbers"
	case !numbers:
		kind = "words"
	}
	shown := names
	if most := 12; len(shown) > most {
		shown = append(shown[:most:most], lang.Verbatim("…"))
	}
	from, decimal := cmp.Or(f.form.From, "none"), "point"
	if r.Names == nil {
		from = "none"
	}
	if r.Form.DecimalComma {
		decimal = "comma"
	}
	lines := f.seen.comments + f.seen.blanks + f.seen.headers
	if f.form.From == "comment" || f.form.From == "header" {
		lines-- // it names the columns
	}
	shape := r.Form.Shape
	if shape == Fields {
		shape = map[string]string{"": "one", ",": "comma", ";": "semicolon", "\t": "tab", "|": "pipe",
			" ": "blank"}[r.Form.Comma]
	}
	var parts []lang.Message
	say := func(here bool, id string, places ...any) {
		if here {
			parts = append(parts, lang.Say(id, places...))
		}
	}
	say(true, "read.said", "name", r.Name, "rows", r.N, "width", len(r.Form.Columns), "kind", kind,
		"shape", shape, "decimal", decimal, "from", from, "line", f.form.At, "names", shown)
	say(len(left) > 0, "read.said.left", "columns", left)
	say(lines > 0, "read.said.lines", "n", lines)
	say(numbers && words > 0, "read.said.words", "n", words)
	say(absent > 0, "read.said.absent", "n", absent)
	say(f.form.Doubt != "", "read.said.doubt", "taken", f.form.Doubt)
	single := func(c Column) bool { return c.Single }
	say(slices.ContainsFunc(r.Form.Columns, single), "read.said.single")
	for _, c := range columns {
		a, b := c.at[0], c.at[1]
		if c.why == "" && !c.alone && a.steady() && b.steady() && a.values[0] != b.values[0] {
			say(true, "read.said.steady", "column", c.label(), "one", lang.Clip(a.values[0], 40),
				"other", lang.Clip(b.values[0], 40))
		}
	}
	for i, c := range r.Form.Columns {
		say(c.Kind != "", "read.said."+c.Kind, "column", names[i])
		m := r.Form.Marks[c.Field]
		say(m != "", "read.said.mark", "column", names[i], "mark", m)
	}
	return lang.Sentences(parts...)
}

// Said is what would be taken of the file by itself, where nothing else is asked; the error
// is what refuses it.
func (f *File) Said() (lang.Message, error) {
	rows, err := Both([]*File{f, f}, table.Ask{})
	if err != nil {
		return "", err
	}
	return rows[0].Said, nil
}

// previewed is how many rows a preview shows.
const previewed = 5

// Preview is what a file holds, before it is tested: which columns would be taken, its first
// rows, and which column probably says which input a release is of.
func (f *File) Preview() (*table.Preview, error) {
	columns, err := match(f, f)
	if err != nil {
		return nil, err
	}
	leave(columns)
	out := &table.Preview{Which: -1}
	for i, c := range columns {
		p := c.both
		kind := "words"
		switch n := p.numbers + p.commas; {
		case p.dates > 0 && 10*p.dates >= 9*(p.rows-p.missing):
			kind = "dates"
		case n == p.rows-p.missing && p.wholes == p.rows-p.missing:
			kind = "wholes"
		case n == p.rows-p.missing:
			kind = "numbers"
		case n > 0:
			kind = "mixed"
		}
		column := table.Column{Name: f.form.known(i), Kind: lang.Say("read.kind." + kind), Taken: c.why == ""}
		if c.why != "" {
			column.Why = lang.Say("read.why." + c.why)
		}
		out.Columns = append(out.Columns, column)
		if len(p.values) == 2 && len(columns) > 1 {
			out.Which = i // the last of them: what says which stands after what was released, or alone
		}
	}
	err = f.each(func(fields [][]byte, line int) error {
		row := make([]string, len(columns))
		for i := range row {
			row[i] = lang.Clip(string(nth(fields, i)), 40)
		}
		if out.Rows = append(out.Rows, row); len(out.Rows) == previewed {
			return ErrEnough
		}
		return nil
	})
	return out, err
}
