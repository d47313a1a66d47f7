package workshop

import (
	"encoding/csv"
	"slices"
	"strings"
	"unicode/utf8"

	"indistinct/core/audit"
	"indistinct/core/event"
	"indistinct/core/lang"
	"indistinct/core/mechanism"
)

// Feed returns the next release of an input, as a line. first says that it is the first of
// a command that has just been started: it may be a header.
type Feed func(input int) (line string, first bool, err error)

// Failed is what a Feed returns in place of a line where the release failed: no line is so.
const Failed = "\x00failed"

// failedRow is such a release, of so many cells.
func failedRow(width int) []float64 {
	return append([]float64{mechanism.Failed()}, slices.Repeat([]float64{mechanism.Absent()}, width-1)...)
}

// spoken returns the lines of releases that did not fail, of an input that has none those of
// the other: they say how lines are read.
func (s *Series) spoken() (lines [2][]string) {
	for in := range lines {
		for _, l := range s.Lines[in] {
			if l != Failed {
				lines[in] = append(lines[in], l)
			}
		}
	}
	for in := range lines {
		if len(lines[in]) == 0 {
			lines[in] = lines[1-in]
		}
	}
	return lines
}

// withFailed puts the failed releases of an input among the cells of those that did not fail.
func (s *Series) withFailed(in int, cells []float64, width int) (out []float64) {
	for _, l := range s.Lines[in] {
		if l == Failed {
			out = append(out, failedRow(width)...)
		} else if len(cells) > 0 {
			out, cells = append(out, cells[:width]...), cells[width:]
		}
	}
	return out
}

// Series is a test on releases that come as they are asked for: first those that choose
// the event, then those that test it, of each input as many. It is plain data and holds
// no release that tests: stored as JSON while Judge asks for a release, it can be taken
// up again by a Judge of the same settings, which then asks for those that are left.
type Series struct {
	Taken [2]int `json:"taken"` // lines of each input
	Goal  int    `json:"goal"`  // so many are needed at least
	// Before the event is chosen:
	Lines  [2][]string     `json:"lines,omitzero"`
	Starts [2]map[int]bool `json:"starts,omitzero"` // of those, the first ones of commands
	// Then: how lines are read, and what they show.
	Forms [2]form    `json:"forms,omitzero"`
	Words []string   `json:"words,omitempty"`
	Test  audit.Test `json:"test"`
}

// form is how the lines of an input are read.
type form struct {
	Comma   string `json:"comma"`
	Decimal bool   `json:"decimal"`
	Width   int    `json:"width"`
	Header  string `json:"header"` // the whole line; "": none
}

// Judge tests the claim in set: on set.N releases of each input to choose the event, on
// set.M to test it, and in sequential mode on more of them until it is decided. The names
// say where they come from, as the beginning of a sentence: "The command of -a".
func (s *Series) Judge(feed Feed, names [2]lang.Message, set audit.Settings) (*Judgement, error) {
	set.Learn = true
	r, err := s.Test.Judge(&feedSource{s, feed, names, set}, set)
	if err != nil {
		return nil, err
	}
	j := &Judgement{Report: *r, Seed: set.Seed}
	for in := range j.Sources {
		j.Sources[in] = File{Name: names[in], Rows: s.Taken[in]}
	}
	j.Split = lang.Say("workshop.split.first", "n", set.N, "m", j.M)
	return j, nil
}

// feedSource is a series as the source of an audit.
type feedSource struct {
	*Series
	feed  Feed
	names [2]lang.Message
	set   audit.Settings
}

// Whole reports whether a series that was stored can be one of these settings: no count is
// one that Judge does not come to.
func (s *Series) Whole(set audit.Settings) bool {
	var counted [2]int64
	if !s.Test.Chosen {
		if s.Taken != [2]int{len(s.Lines[0]), len(s.Lines[1])} || max(s.Taken[0], s.Taken[1]) > set.N {
			return false
		}
	} else if counted = [2]int64{int64(s.Taken[0] - set.N), int64(s.Taken[1] - set.N)}; s.Taken[0] > s.Goal ||
		counted[1] < 0 || counted[0]-counted[1] < 0 || counted[0]-counted[1] > 1 {
		return false
	}
	return s.Test.Whole(set, s.Forms[1].Width, counted)
}

// next is the input whose line is taken next: one of each in turn, since nobody knows
// beforehand which of two commands is slower, and both are to wait for nothing.
func (s *Series) next() (in int) {
	if s.Taken[1] < s.Taken[0] {
		in = 1
	}
	return in
}

// Select implements audit.Source.
func (s *feedSource) Select(n int) (sel audit.Selection, err error) {
	s.Goal = n + s.set.M
	for s.Taken[0] < n || s.Taken[1] < n {
		in := s.next()
		line, first, err := s.feed(in)
		if err == nil && line != Failed {
			err = (&Table{subject: s.names[in]}).plain(line, s.Taken[in]+1)
		}
		if err != nil {
			return sel, err
		}
		if first {
			if s.Starts[in] == nil {
				s.Starts[in] = map[int]bool{}
			}
			s.Starts[in][len(s.Lines[in])] = true
		}
		s.Lines[in] = append(s.Lines[in], line)
		s.Taken[in]++
	}
	var tables [2]*Table
	var rows [2][][]string
	for in, lines := range s.spoken() {
		if tables[in], rows[in], err = readLines(s.names[in], lines, s.Starts[in]); err != nil {
			return sel, err
		}
		t := tables[in]
		s.Forms[in] = form{Comma: string(t.comma), Decimal: t.decimal, Width: t.Width}
		if t.Header != nil {
			s.Forms[in].Header = lines[0]
		}
	}
	width := tables[0].Width
	if w := tables[1].Width; w != width {
		return sel, lang.Errorf("workshop.samples.widths", "source", s.names[0], "n", width, "other", w)
	}
	words := newLexicon(s.set.Bits, tables[0], tables[1])
	sel = audit.Selection{Sample: mechanism.Sample{Steps: width, Dim: 1},
		Layout: event.Layout{Width: width, Words: words.list}}
	for in, t := range tables {
		for _, row := range rows[in] {
			sel.R[in] = words.cells(t, row, sel.R[in])
		}
		sel.R[in] = s.withFailed(in, sel.R[in], width)
	}
	s.Words, s.Lines, s.Starts = words.list, [2][]string{}, [2]map[int]bool{}
	return sel, nil
}

// Count implements audit.Source. It goes on where it was stopped.
func (s *feedSource) Count(t *audit.Test, n int64) error {
	s.Goal = s.set.N + int(t.Drawn+n)
	var tables [2]*Table
	for in, f := range s.Forms {
		comma, _ := utf8.DecodeRuneInString(f.Comma)
		tables[in] = &Table{subject: s.names[in], comma: comma, decimal: f.Decimal}
	}
	words, add := lexiconOf(s.set.Bits, s.Words), t.Counter(nil)
	var row []float64
	for s.Taken[0] < s.Goal || s.Taken[1] < s.Goal {
		in := s.next()
		line, first, err := s.feed(in)
		if err != nil {
			return err
		}
		if first && line == s.Forms[in].Header {
			continue // once more, by a command that was started later
		}
		if row = failedRow(s.Forms[in].Width); line != Failed {
			fields, err := tables[in].fields(line, s.Taken[in]+1, s.Forms[in].Width)
			if err != nil {
				return err
			}
			row = words.cells(tables[in], fields, row[:0])
		}
		add(mechanism.Input(in), row)
		s.Taken[in]++
	}
	return nil
}

// readLines reads the first lines of a source: separators, decimal commas and a header
// are found as in a file. Where it has a header, those of the lines in starts are headers
// too that are like it.
func readLines(name lang.Message, lines []string, starts map[int]bool) (t *Table, rows [][]string, err error) {
	t = &Table{subject: name, words: map[string]bool{}}
	t.comma, t.decimal = separator([]byte(strings.Join(lines[:min(len(lines), 200)], "\n")))
	var below [][]string // the rows, if there is a header
	for i, l := range lines {
		row, err := t.fields(l, i+1, t.Width)
		if err != nil {
			return nil, nil, err
		}
		t.Width = len(row)
		rows = append(rows, row)
		if i > 0 && !(starts[i] && l == lines[0]) {
			below = append(below, row)
		}
	}
	if headed(t, append(rows[:1:1], below[:min(len(below), headRows)]...)) {
		t.Header, rows = rows[0], below
	}
	if len(rows) == 0 {
		return nil, nil, t.fault("workshop.read.empty")
	}
	for _, row := range rows {
		t.add(row)
	}
	return t, rows, nil
}

// plain refuses a line that is no text.
func (t *Table) plain(line string, at int) error {
	line = strings.TrimRight(line, "\r")
	switch {
	case !utf8.ValidString(line) || strings.Contains(line, "\x00"):
		return t.fault("workshop.read.text", "line", at)
	case strings.Contains(line, "\r"):
		return t.fault("workshop.read.return", "line", at)
	}
	return nil
}

// fields cuts line number at, by itself, into as many fields as the lines before
// had; any number where width is 0.
func (t *Table) fields(line string, at, width int) ([]string, error) {
	if err := t.plain(line, at); err != nil {
		return nil, err
	}
	line = strings.TrimRight(line, "\r")
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
