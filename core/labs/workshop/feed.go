package workshop

import (
	"encoding/csv"
	"strings"
	"unicode/utf8"

	"indistinct/core/audit"
	"indistinct/core/curve"
	"indistinct/core/event"
	"indistinct/core/lang"
	"indistinct/core/mechanism"
)

// Feed returns the next release of an input, as a line. first says that it is the first of
// a command that has just been started: it may be a header.
type Feed func(input int) (line string, first bool, err error)

// Series is a test on releases that come as they are asked for: first those that choose
// the event, then those that test it, of each input as many. It is plain data and holds
// no release that tests: stored as JSON while Judge asks for a release, it can be taken
// up again by a Judge of the same settings, which then asks for those that are left.
type Series struct {
	Taken  [2]int          `json:"taken"`  // lines of each input
	Goal   int             `json:"goal"`   // so many are needed at least
	Chosen bool            `json:"chosen"` // the event is; before that:
	Lines  [2][]string     `json:"lines,omitzero"`
	Starts [2]map[int]bool `json:"starts,omitzero"` // of those, the first ones of commands
	// Of a chosen event: how lines are read, and what they show.
	Forms  [2]form         `json:"forms,omitzero"`
	Words  []string        `json:"words,omitempty"`
	Events []event.Event   `json:"events,omitempty"`
	Hits   [][2][2]int64   `json:"hits,omitempty"` // as a counter's
	Looks  [][]audit.Count `json:"looks,omitempty"`
	Levels *curve.Levels   `json:"levels,omitempty"` // where the claim is about a curve
	Bins   [2][]int64      `json:"bins,omitzero"`
	Done   bool            `json:"done"` // decided: no more releases are asked for
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
	if !s.Chosen {
		if err := s.choose(feed, names, set); err != nil {
			return nil, err
		}
	}
	c, words := newCounting(s.Events, s.Levels), lexiconOf(set.Bits, s.Words)
	if s.Hits == nil {
		s.Hits, s.Bins = c.hits, c.bins
	}
	c.hits, c.bins = s.Hits, s.Bins
	for !s.Done {
		goal := int64(set.M)
		if k := len(s.Looks); k > 0 {
			more := audit.Undecided(s.Events, s.Looks, set)
			if set.Claim.Notion != "" {
				more = audit.UndecidedCurve(s.Levels, s.Bins, k, set)
			}
			goal = s.Looks[k-1][0].N + more
			if s.Done = goal == s.Looks[k-1][0].N; s.Done {
				break
			}
		}
		s.Goal = set.N + int(goal)
		if err := s.count(c, words, feed, names); err != nil {
			return nil, err
		}
		s.Looks = append(s.Looks, c.counts(goal))
		s.Done = !set.Sequential
	}
	j := conclude(c, s.Looks, set)
	for in := range j.Sources {
		j.Sources[in] = File{Name: names[in], Rows: s.Taken[in]}
	}
	j.Split = lang.Say("workshop.split.first", "n", set.N, "m", j.M)
	return j, nil
}

// Whole reports whether a series that was stored can be one of these settings: no count is
// one that Judge does not come to.
func (s *Series) Whole(set audit.Settings) (whole bool) {
	defer func() { whole = recover() == nil && whole }() // of events and levels that are none
	if !s.Chosen {
		return s.Taken == [2]int{len(s.Lines[0]), len(s.Lines[1])} && max(s.Taken[0], s.Taken[1]) <= set.N &&
			s.Events == nil && s.Looks == nil && !s.Done
	}
	c, row := newCounting(s.Events, s.Levels), make([]float64, s.Forms[1].Width)
	c.add(0, row)
	c.add(1, row)
	if s.Hits == nil { // none is counted yet
		c = newCounting(s.Events, s.Levels)
		s.Hits, s.Bins = c.hits, c.bins
	}
	counted, ahead, most := int64(s.Taken[1]-set.N), int64(s.Taken[0]-s.Taken[1]), int64(set.M)
	if set.Sequential {
		most = max(most, int64(set.MaxM))
	}
	whole = ahead >= 0 && ahead <= 1 && counted+ahead <= most && s.Taken[0] <= s.Goal
	last := make([]audit.Count, len(s.Events))
	for k, look := range s.Looks {
		whole = whole && look[0].N > last[0].N && (k > 0 || look[0].N == int64(set.M)) && follows(look, last, 0)
		last = look
	}
	whole = whole && follows((&counter{hits: s.Hits}).counts(counted), last, ahead) && len(s.Hits) == len(last)
	if done := len(s.Looks) > 0 && last[0].N == counted; s.Done != done && (s.Done || !set.Sequential) {
		return false
	}
	for in, bins := range s.Bins {
		left := int64(s.Taken[in] - set.N)
		for _, n := range bins {
			left -= n
			whole = whole && n >= 0
		}
		whole = whole && len(bins) == len(c.bins[in]) && (s.Levels == nil || left == 0)
	}
	return whole
}

// follows reports whether counts can follow on others: each is larger by no more than there
// are releases more, and those that one input is ahead.
func follows(look, last []audit.Count, ahead int64) bool {
	for i, x := range look {
		w, n := last[i], x.N-last[i].N
		if x.N != look[0].N || n < 0 || min(x.C1-w.C1, x.C2-w.C2, x.O1-w.O1, x.O2-w.O2) < 0 ||
			max(x.C1-w.C1, x.C2-w.C2, x.O1-w.O1, x.O2-w.O2) > n+ahead {
			return false
		}
	}
	return len(look) == len(last)
}

// next is the input whose line is taken next: one of each in turn, since nobody knows
// beforehand which of two commands is slower, and both are to wait for nothing.
func (s *Series) next() (in int) {
	if s.Taken[1] < s.Taken[0] {
		in = 1
	}
	return in
}

// choose takes the releases that choose the event, and chooses it.
func (s *Series) choose(feed Feed, names [2]lang.Message, set audit.Settings) error {
	s.Goal = set.N + set.M
	for s.Taken[0] < set.N || s.Taken[1] < set.N {
		in := s.next()
		line, first, err := feed(in)
		if err == nil {
			err = (&Table{subject: names[in]}).plain(line, s.Taken[in]+1)
		}
		if err != nil {
			return err
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
	for in := range tables {
		var err error
		if tables[in], rows[in], err = readLines(names[in], s.Lines[in], s.Starts[in]); err != nil {
			return err
		}
		t := tables[in]
		s.Forms[in] = form{Comma: string(t.comma), Decimal: t.decimal, Width: t.Width}
		if t.Header != nil {
			s.Forms[in].Header = s.Lines[in][0]
		}
	}
	width := tables[0].Width
	if w := tables[1].Width; w != width {
		return lang.Errorf("workshop.samples.widths", "source", names[0], "n", width, "other", w)
	}
	words := newLexicon(set.Bits, tables[0], tables[1])
	sel := mechanism.Sample{Steps: width, Dim: 1}
	for in, t := range tables {
		for _, row := range rows[in] {
			sel.R[in] = words.cells(t, row, sel.R[in])
		}
	}
	c := newCounter(sel, words.list, set, nil)
	s.Events, s.Levels, s.Words = c.events, c.levels, words.list
	s.Chosen, s.Lines, s.Starts = true, [2][]string{}, [2]map[int]bool{}
	return nil
}

// count takes and counts releases up to the goal.
func (s *Series) count(c *counter, words *lexicon, feed Feed, names [2]lang.Message) error {
	var tables [2]*Table
	for in, f := range s.Forms {
		comma, _ := utf8.DecodeRuneInString(f.Comma)
		tables[in] = &Table{subject: names[in], comma: comma, decimal: f.Decimal}
	}
	var row []float64
	for s.Taken[0] < s.Goal || s.Taken[1] < s.Goal {
		in := s.next()
		line, first, err := feed(in)
		if err != nil {
			return err
		}
		if first && line == s.Forms[in].Header {
			continue // once more, by a command that was started later
		}
		fields, err := tables[in].fields(line, s.Taken[in]+1, s.Forms[in].Width)
		if err != nil {
			return err
		}
		row = words.cells(tables[in], fields, row[:0])
		c.add(in, row)
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
