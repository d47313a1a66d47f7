package workshop

import (
	"encoding/csv"
	"fmt"
	"strings"

	"indistinct/core/audit"
	"indistinct/core/audit/learn"
	"indistinct/core/lab"
	"indistinct/core/sheet"
)

// Feed returns the next n lines of one input's releases, one release a line.
type Feed func(input, n int) ([]string, error)

// JudgeFeed tests the claim in set on releases that come as they are asked for:
// set.N of each input to choose the event, set.M to test it, and in sequential
// mode more of them until it is decided. The names say where they come from, as
// the beginning of a sentence.
func JudgeFeed(feed Feed, names [2]string, set audit.Settings) (*Judgement, error) {
	var tables [2]*Table
	taken := [2]int{}
	for in := range tables {
		lines, err := feed(in, set.N)
		if err != nil {
			return nil, err
		}
		taken[in] = len(lines)
		if tables[in], err = readTable(names[in], names[in], []byte(strings.Join(lines, "\n"))); err != nil {
			return nil, err
		}
	}
	width := len(tables[0].Rows[0])
	if w := len(tables[1].Rows[0]); w != width {
		return nil, fmt.Errorf(sayUnequalWidths, names[0], columns(width), w)
	}
	words := newLexicon(tables[0], tables[1])
	sel := learn.Sample{Width: width}
	for in, t := range tables {
		for _, r := range t.Rows {
			sel.Rows[in] = words.cells(t, r, sel.Rows[in])
		}
	}
	c := newCounter(sel, words.list, set)
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
					fields := t.fields(l)
					if len(fields) != width {
						return fmt.Errorf(sayWidthChanged, names[in], columns(len(fields)), taken[in], width)
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
	j.Split = fmt.Sprintf(sayFeedSplit, set.N, drawn)
	return j, nil
}

// fields cuts one more line as the table's were cut.
func (t *Table) fields(line string) []string {
	var out []string
	if strings.Contains(line, `"`) {
		r := csv.NewReader(strings.NewReader(line))
		r.Comma, r.LazyQuotes, r.FieldsPerRecord = t.comma, true, -1
		out, _ = r.Read()
	} else {
		out = strings.Split(line, string(t.comma))
	}
	for i := range out {
		out[i] = strings.TrimSpace(out[i])
	}
	return out
}

// Bug is a judgement as a bug report: what was tested, what was found, and the
// command that repeats it.
func (j *Judgement) Bug(command string) string {
	var b strings.Builder
	claim := fmt.Sprintf("ε = %s", sheet.Format(float64(j.Epsilon), 4))
	if j.Delta > 0 {
		claim += fmt.Sprintf(", δ = %s", sheet.Format(float64(j.Delta), 3))
	}
	fmt.Fprintf(&b, "Claim tested: %s.\n", claim)
	for in, name := range [2]string{"Record", "Neighbour"} {
		s := j.Sources[in]
		fmt.Fprintf(&b, "%s: %s, %d releases", name, s.Name, s.Rows)
		if s.SHA256 != "" {
			fmt.Fprintf(&b, ", SHA-256 %s", s.SHA256)
		}
		b.WriteString(".\n")
	}
	b.WriteString(finding(&j.Report))
	fmt.Fprintf(&b, "%s\nTo repeat it: %s\n", j.Split, command)
	return b.String()
}

// finding says what a report's strongest event showed.
func finding(r *audit.Report) string {
	e := r.Strong
	if e.Event.Kind == "" {
		return sayBugNoEvent
	}
	held := func(label string, event audit.Event, c1, c2 int64) string {
		return fmt.Sprintf(sayBugEvent, label, event.Name, c1, e.Count.N, c2, e.Count.N)
	}
	text := held("Event", e.Event, e.Count.C1, e.Count.C2)
	if o := e.Event.Opposite; o != nil {
		text += held("Its opposite, counted with it", *o, e.Count.O1, e.Count.O2)
	}
	return text + fmt.Sprintf(sayBugProven, r.Proven(), sheet.Format(100*e.Level, 5))
}

// Bug is a run of the workshop as a bug report.
func (l Lab) Bug(r *lab.Report) (string, error) {
	opened, err := l.Open(r.Spec)
	if err != nil {
		return "", err
	}
	m := opened.(*model)
	repeat := "verify -link '" + r.Spec.Link(l.Params()) + "'"
	if !r.Spec.Linked(l.Params()) {
		repeat = "verify -spec report.json, with the report of this run"
	}
	q := m.tested(r.Pair)
	return fmt.Sprintf(sayBugText,
		sheet.Format(float64(r.Epsilon), 4), sheet.Format(float64(r.Delta), 3), digest([]byte(m.spec.Text("code"))), q.Name, q.Input[0], q.Input[1], finding(&r.Report), repeat), nil
}
