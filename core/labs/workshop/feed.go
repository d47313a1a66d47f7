package workshop

import (
	"encoding/csv"
	"strings"
	"unicode/utf8"

	"indistinct/core/audit"
	"indistinct/core/lang"
	"indistinct/core/mechanism"
)

// Feed returns the next n lines of one input's releases, one release a line.
type Feed func(input, n int) ([]string, error)

// JudgeFeed tests the claim in set on releases that come as they are asked for:
// set.N of each input to choose the event, set.M to test it, and in sequential
// mode more of them until it is decided. The names say where they come from, as
// the beginning of a sentence: "The command of -a".
func JudgeFeed(feed Feed, names [2]lang.Message, set audit.Settings) (*Judgement, error) {
	var tables [2]*Table
	var first [2][][]string
	taken := [2]int{}
	for in := range tables {
		lines, err := feed(in, set.N)
		if err != nil {
			return nil, err
		}
		taken[in] = len(lines)
		if tables[in], first[in], err = readLines(names[in], lines); err != nil {
			return nil, err
		}
	}
	width := tables[0].Width
	if w := tables[1].Width; w != width {
		return nil, lang.Errorf("workshop.samples.widths", "source", names[0], "n", width, "other", w)
	}
	words := newLexicon(set.Bits, tables[0], tables[1])
	sel := mechanism.Sample{Steps: width, Dim: 1}
	for in, t := range tables {
		for _, row := range first[in] {
			sel.R[in] = words.cells(t, row, sel.R[in])
		}
	}
	c := newCounter(sel, words.list, set, nil)
	drawn := int64(0)
	row := make([]float64, 0, width)
	count := func(n int) error {
		const batch = 2000
		for done := 0; done < n; {
			k := min(batch, n-done)
			for in, t := range tables {
				lines, err := feed(in, k)
				if err != nil {
					return err
				}
				for _, l := range lines {
					taken[in]++
					fields, err := t.fields(l, taken[in], width)
					if err != nil {
						return err
					}
					row = words.cells(t, fields, row[:0])
					c.add(in, row)
				}
			}
			done += k
		}
		drawn += int64(n)
		return nil
	}
	if err := count(set.M); err != nil {
		return nil, err
	}
	looks := [][]audit.Count{c.counts(drawn)}
	for set.Sequential {
		more := audit.Undecided(c.events, looks, set)
		if more == 0 {
			break
		}
		if err := count(int(more)); err != nil {
			return nil, err
		}
		looks = append(looks, c.counts(drawn))
	}
	j := conclude(c.events, looks, set)
	j.Sources = [2]File{{Name: names[0], Rows: taken[0]}, {Name: names[1], Rows: taken[1]}}
	j.Split = lang.Say("workshop.split.first", "n", set.N, "m", drawn)
	return j, nil
}

// readLines reads the first lines of a source: separators, decimal commas and a header
// are found as in a file.
func readLines(name lang.Message, lines []string) (t *Table, rows [][]string, err error) {
	t = &Table{subject: name, words: map[string]bool{}}
	t.comma, t.decimal = separator([]byte(strings.Join(lines[:min(len(lines), 200)], "\n")))
	for i, l := range lines {
		row, err := t.fields(l, i+1, t.Width)
		if err != nil {
			return nil, nil, err
		}
		t.Width = len(row)
		rows = append(rows, row)
	}
	if headed(t, rows[:min(len(rows), headRows)]) {
		t.Header, rows = rows[0], rows[1:]
	}
	if len(rows) == 0 {
		return nil, nil, t.fault("workshop.read.empty")
	}
	for _, row := range rows {
		t.add(row)
	}
	return t, rows, nil
}

// fields cuts line number at, by itself, into as many fields as the lines before
// had; any number where width is 0.
func (t *Table) fields(line string, at, width int) ([]string, error) {
	line = strings.TrimRight(line, "\r")
	switch {
	case !utf8.ValidString(line) || strings.Contains(line, "\x00"):
		return nil, t.fault("workshop.read.text", "line", at)
	case strings.Contains(line, "\r"):
		return nil, t.fault("workshop.read.return", "line", at)
	}
	var out []string
	if strings.Contains(line, `"`) {
		r := csv.NewReader(strings.NewReader(line))
		r.Comma, r.LazyQuotes, r.FieldsPerRecord, r.TrimLeadingSpace = t.comma, true, -1, t.comma != '\t'
		if out, _ = r.Read(); out == nil {
			out = []string{line}
		}
	} else {
		out = strings.Split(line, string(t.comma))
	}
	switch {
	case len(out) > mostColumns:
		return nil, t.fault("workshop.read.columns", "n", len(out), "most", mostColumns)
	case width > 0 && len(out) != width:
		return nil, t.fault("workshop.read.width", "n", len(out), "line", at, "before", width)
	}
	for i := range out {
		if out[i] = strings.TrimSpace(out[i]); len(out[i]) > mostField {
			return nil, t.fault("workshop.read.field", "most", mostField, "line", at)
		}
	}
	return out, nil
}
