package main

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"indistinct/core/lab"
	"indistinct/core/lang"
	"indistinct/core/sheet"
	"indistinct/core/tell"
)

// width is where sentences are wrapped.
const width = 88

// printer prints in a language for people.
type printer struct {
	w   io.Writer
	say *lang.Language
}

// report prints a Report: the verdict first, then what it rests on. sh is its sheet, again the
// same run.
func (p printer) report(l lab.Laboratory, r *lab.Report, sh sheet.Sheet, again string) {
	room := l.About().Name
	fmt.Fprintf(p.w, "%s · %s\n\n", p.say.Say(l.About().Title()), p.say.Say(tell.Verdict(r.Verdict)))
	p.para("", tell.Plain(&r.Report))
	p.bits(r.ByDigits())
	p.para("", tell.Precise(&r.Report))
	for _, m := range append(tell.Meaning(&r.Report), r.Notes...) {
		p.para("· ", m)
	}
	evidence := tell.Evidence(&r.Report)
	p.head(evidence.Title)
	rows := [][]string{{p.say.Text("verify.distance"), p.num(r.Distance)}}
	rows = append(rows, evidence.Texts(p.say, p.cell)[1:]...)
	for _, t := range sh.Tables {
		if t.ID != "quantities" {
			p.table(t)
			continue
		}
		for i := range rows { // below those: name, symbol and value
			rows[i] = slices.Insert(rows[i], 1, "")
		}
		p.align(append(rows, t.Texts(p.say, p.cell)[1:]...))
	}
	p.para("", tell.How(&r.Report, r.Strong))
	for _, c := range sh.Charts {
		if c.ID == "running" {
			p.chart(c)
		}
	}
	if len(r.Facts) > 0 {
		p.head(lang.Say("verify.facts"))
		rows = nil
		for _, f := range r.Facts {
			rows = append(rows, []string{p.say.Say(f.Title(room)), f.Symbol,
				strings.TrimSpace(f.Value.Say(p.say) + " " + p.say.Say(f.Unit))})
		}
		p.align(rows)
	}
	p.end(r.Warnings, again)
}

// found prints what a test of releases from elsewhere shows.
func (p printer) found(found *lab.Sampled, again string) {
	for _, m := range found.Read {
		p.para("", m)
	}
	fmt.Fprintf(p.w, "\n%s\n\n", p.say.Say(tell.Verdict(found.Verdict)))
	p.sheet(*found.Sheet)
	p.bits(found.Digits)
	p.end(nil, again)
}

// bits says, where last bits and digits decided a verdict, how they are passed over.
func (p printer) bits(decided bool) {
	if decided {
		p.para("", lang.Say("verify.bits"))
	}
}

// end prints what a report ends with.
func (p printer) end(warnings []lang.Message, again string) {
	p.list("verify.warnings", warnings)
	p.head(lang.Say("verify.same"))
	fmt.Fprintln(p.w, again)
}

func (p printer) list(title string, sentences []lang.Message) {
	if len(sentences) > 0 {
		p.head(lang.Say(title))
	}
	for _, m := range sentences {
		p.para("· ", m)
	}
}

// sheet prints a sheet: its tables, and the points of its charts.
func (p printer) sheet(s sheet.Sheet) {
	fmt.Fprintf(p.w, "%s\n\n", p.say.Say(s.Title))
	p.para("", s.Lead)
	for _, t := range s.Tables {
		p.table(t)
	}
	for _, c := range s.Charts {
		p.chart(c)
	}
	p.list("verify.notes", s.Notes)
}

// chart prints a chart's points and marks.
func (p printer) chart(c sheet.Chart) {
	p.head(c.Title)
	rows := p.points(c, p.num)
	ranges := slices.ContainsFunc(c.Series, func(q sheet.Series) bool { return len(q.Lo) > 0 && len(q.X) > 0 })
	for _, m := range c.Marks {
		x, y := "", p.num(m.At)
		if m.Vertical {
			x, y = y, x
		}
		rows = append(rows, []string{p.say.Say(m.Label), x, y, "", ""})
	}
	for i := range rows {
		if !ranges {
			rows[i] = rows[i][:3]
		}
	}
	p.align(rows)
	p.para("", c.Caption)
}

func (p printer) table(t sheet.Table) {
	p.head(t.Title)
	p.align(t.Texts(p.say, p.cell))
	p.para("", t.Caption)
}

// csv prints a sheet's tables and charts one after the other, each after
// a line with its name and before an empty line. Numbers have all their digits.
func (p printer) csv(s sheet.Sheet) {
	c := csv.NewWriter(p.w)
	block := func(id string, rows [][]string) {
		c.Write([]string{"# " + id})
		for _, r := range rows {
			c.Write(r)
		}
		c.Flush()
		fmt.Fprintln(p.w)
	}
	for _, t := range s.Tables {
		block(t.ID, t.Texts(p.say, func(c sheet.Cell) string {
			if c.Num != nil {
				return full(*c.Num)
			}
			return p.say.Say(c.Text)
		}))
	}
	for _, ch := range s.Charts {
		block(ch.ID, p.points(ch, full))
	}
}

// writeJSON writes the fields of a result in JSON, each on its line: lists of numbers
// stay together.
func writeJSON(w io.Writer, data []byte) error {
	d := json.NewDecoder(bytes.NewReader(data))
	if t, err := d.Token(); err != nil || t != json.Delim('{') {
		fmt.Fprintf(w, "%s\n", data)
		return err
	}
	var b strings.Builder
	before := "{\n"
	for d.More() {
		name, err := d.Token()
		if err != nil {
			return err
		}
		var value json.RawMessage
		if err := d.Decode(&value); err != nil {
			return err
		}
		fmt.Fprintf(&b, "%s  %q: %s", before, name, value)
		before = ",\n"
	}
	_, err := io.WriteString(w, b.String()+"\n}\n")
	return err
}

func (p printer) cell(c sheet.Cell) string { return c.Say(p.say) }

func (p printer) head(title lang.Message) { fmt.Fprintf(p.w, "\n%s\n", p.say.Say(title)) }

// para prints a sentence, wrapped, after a bullet.
func (p printer) para(bullet string, m lang.Message) {
	line, indent := bullet, strings.Repeat(" ", utf8.RuneCountInString(bullet))
	empty := true
	for _, f := range strings.FieldsFunc(p.say.Say(m), func(r rune) bool { return r == ' ' || r == '\n' }) {
		if !empty && utf8.RuneCountInString(line)+1+utf8.RuneCountInString(f) > width {
			fmt.Fprintln(p.w, line)
			line, empty = indent, true
		}
		if !empty {
			line += " "
		}
		line, empty = line+f, false
	}
	if !empty {
		fmt.Fprintln(p.w, line)
	}
}

// align prints rows in columns.
func (p printer) align(rows [][]string) {
	var wide []int
	for _, r := range rows {
		for i, c := range r {
			if i >= len(wide) {
				wide = append(wide, 0)
			}
			wide[i] = max(wide[i], utf8.RuneCountInString(c))
		}
	}
	for _, r := range rows {
		line := " "
		for i, c := range r {
			line += " " + c + strings.Repeat(" ", wide[i]-utf8.RuneCountInString(c)+1)
		}
		fmt.Fprintln(p.w, strings.TrimRight(line, " "))
	}
}

// points are a chart's points, below their headings.
func (p printer) points(c sheet.Chart, show func(sheet.Real) string) [][]string {
	rows := [][]string{{p.say.Text("verify.series"), p.axis(c.X), p.axis(c.Y), p.say.Text("verify.from"),
		p.say.Text("verify.to")}}
	for _, q := range c.Series {
		for i := range q.X {
			rows = append(rows, []string{p.say.Say(q.Name), show(q.X[i]), at(q.Y, i, show), at(q.Lo, i, show),
				at(q.Hi, i, show)})
		}
	}
	return rows
}

func (p printer) axis(a sheet.Axis) string {
	label := p.say.Say(a.Label)
	if unit := p.say.Say(a.Unit); unit != "" {
		label += " (" + unit + ")"
	}
	return label
}

// num shows up to six digits and no zeros after the last of them.
func (p printer) num(v sheet.Real) string { return p.say.Number(float64(v), "6") }

func at(v []sheet.Real, i int, show func(sheet.Real) string) string {
	if i >= len(v) {
		return ""
	}
	return show(v[i])
}

func full(v sheet.Real) string {
	return strings.TrimPrefix(strconv.FormatFloat(float64(v), 'g', -1, 64), "+")
}
