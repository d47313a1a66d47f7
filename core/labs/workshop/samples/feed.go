package samples

import (
	"slices"

	"indistinct/core/audit"
	"indistinct/core/event"
	"indistinct/core/lang"
	"indistinct/core/mechanism"
	"indistinct/core/read"
	"indistinct/core/stat"
	"indistinct/core/table"
)

// Feed returns the next line of an input: a release, or a header.
type Feed func(input int) (line string, err error)

// Failed is what a Feed returns in place of a line where the release failed: no line is so.
const Failed = "failed\n"

// failedRow is such a release, of so many cells.
func failedRow(width int) []float64 {
	return append([]float64{mechanism.Failed()}, slices.Repeat([]float64{mechanism.Absent()}, width-1)...)
}

// spoken returns the lines of releases that did not fail, of an input that has none those of
// the other: they say how lines are read.
func (s *Series) spoken() (lines [2][]string) {
	for in := range lines {
		lines[in] = slices.DeleteFunc(slices.Clone(s.lines[in]), func(l string) bool { return l == Failed })
	}
	for in := range lines {
		if len(lines[in]) == 0 {
			lines[in] = lines[1-in]
		}
	}
	return lines
}

// withFailed puts the failed releases of an input among the cells of those that did not fail.
func (s *Series) withFailed(in int, cells []float64) (out []float64) {
	for _, l := range s.lines[in] {
		if l == Failed {
			out = append(out, failedRow(s.layout.Width)...)
		} else if len(cells) > 0 {
			out, cells = append(out, cells[:s.layout.Width]...), cells[s.layout.Width:]
		}
	}
	return out
}

// Series is a test on releases that come as they are asked for, the source of an audit: first those
// that choose the event, then those that test it, of each input as many. It holds no release that tests.
type Series struct {
	Taken [2]int // lines of each input, those without a release only before the event is chosen
	Goal  int    // so many are needed at least

	feed  Feed
	names [2]lang.Message
	ask   table.Ask
	set   audit.Settings
	// Before the event is chosen:
	lines [2][]string
	// Then: how lines are read, and what they show.
	forms  [2]*read.Form
	said   [2]lang.Message
	layout event.Layout
	order  [2][]float64 // cells of releases as they came, up to mostOrdered
}

// Judge tests the claim in set: on set.N releases of each input to choose the event, on
// set.M to test it, and in sequential mode on more of them until it is decided. The names
// say where they come from, as the beginning of a sentence: "The command of -a"; ask says which
// columns are taken.
func (s *Series) Judge(feed Feed, names [2]lang.Message, ask table.Ask, set audit.Settings) (*Judgement, error) {
	set.Learn = true
	s.feed, s.names, s.ask, s.set = feed, names, ask, set
	r, err := audit.Judge(s, set)
	if err != nil {
		return nil, err
	}
	j := judged(r, set, stat.Dependence(s.order, s.layout.Width), s.layout, "no")
	for in := range j.Sources {
		j.Sources[in] = File{Name: names[in], Rows: s.Taken[in], Read: s.said[in]}
	}
	j.Split = lang.Say("workshop.split.first", "n", set.N, "m", j.M)
	if set.Sequential {
		j.Split = split(r, "none")
	}
	return j, nil
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
func (s *Series) Select(n int) (sel audit.Selection, err error) {
	s.Goal = n + s.set.M
	for s.Taken[0] < n || s.Taken[1] < n {
		in := s.next()
		line, err := s.feed(in)
		if err != nil {
			return sel, err
		}
		s.lines[in] = append(s.lines[in], line)
		s.Taken[in]++
	}
	rows, err := read.Learn(s.names, s.spoken(), s.ask)
	if err != nil {
		return sel, err
	}
	sel = selection(rows[0])
	s.layout = sel.Layout
	for in, r := range rows {
		err := r.Each(nil, func(cells []float64) error {
			sel.R[in] = append(sel.R[in], zeroed(cells, s.set)...)
			return nil
		})
		if err != nil {
			return sel, err
		}
		sel.R[in] = s.withFailed(in, sel.R[in])
		s.order[in] = slices.Clip(sel.R[in])
		s.forms[in], s.said[in] = r.Form, r.Said
	}
	s.lines = [2][]string{}
	return sel, nil
}

// zeroed makes one zero of two where their sign is not looked at.
func zeroed(row []float64, set audit.Settings) []float64 {
	if !set.Bits {
		mechanism.OneZero(row)
	}
	return row
}

// mostSkipped is how many lines without a release may follow each other.
const mostSkipped = 10_000

// Count implements audit.Source.
func (s *Series) Count(t *audit.Test, n int64) error {
	return s.read(s.Taken[0]+int(n), t.Counter())
}

// Next appends one more release of each input to what Select returned, in sequential mode.
func (s *Series) Next(sel *audit.Selection) error {
	return s.read(s.Taken[0]+1, func(in int, cells []float64) { sel.R[in] = append(sel.R[in], cells...) })
}

// read takes releases until there are so many of each input.
func (s *Series) read(goal int, add func(in int, cells []float64)) error {
	s.Goal = goal
	var row []float64
	skipped := 0
	for s.Taken[0] < s.Goal || s.Taken[1] < s.Goal {
		in := s.next()
		line, err := s.feed(in)
		if err != nil {
			return err
		}
		skip := false
		if line == Failed {
			row = failedRow(s.layout.Width)
		} else if row, skip, err = s.forms[in].Read(line, s.Taken[in]+1, row[:0]); err != nil {
			return err
		}
		if skip {
			if skipped++; skipped > mostSkipped {
				return lang.Errorf("workshop.feed.skipped", "source", s.names[in], "n", skipped)
			}
			continue
		}
		skipped = 0
		if add(in, zeroed(row, s.set)); len(s.order[in]) < mostOrdered {
			s.order[in] = append(s.order[in], row...)
		}
		s.Taken[in]++
	}
	return nil
}
