package main

import (
	"encoding/csv"
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"
	"unicode/utf8"

	"indistinct/core/lang"

	"indistinct/core/lab"
	"indistinct/core/sheet"
	"indistinct/core/tell"
)

// width is where sentences are wrapped.
const width = 88

// writeReport prints a Report for people: the verdict first, then what it
// rests on.
func writeReport(w io.Writer, l lab.Laboratory, r *lab.Report) {
	a := l.About()
	fmt.Fprintf(w, "%s · %s\n\n", a.Title, strings.ToUpper(string(r.Verdict)))
	para(w, "", r.Plain)
	para(w, "", r.Precise)
	for _, m := range r.Meaning {
		para(w, "· ", m)
	}

	head(w, "Counts")
	rows := [][]string{
		{"Releases to enclose, Γ", strconv.Itoa(r.GammaSamples)},
		{"Releases to choose events, n", fmt.Sprintf("%d for each input", r.N)},
		{"Fresh releases to test, m", fmt.Sprintf("%d for each input", r.M)},
		{"Events on the grid", fmt.Sprintf("%d, of which %d were seen", r.Events, r.Occupied)},
		{"Worst event, c₁ and c₂", fmt.Sprintf("%d and %d", r.C1, r.C2)},
		{"Outside the high-likely set", fmt.Sprintf("%d and %d", r.Escape.C1, r.Escape.C2)},
		{"Strongest event, c₁ and c₂", fmt.Sprintf("%d and %d: %s", r.Strong.Count.C1, r.Strong.Count.C2,
			r.Strong.Event.Name)},
	}
	if o := r.Strong.Event.Opposite; o != nil {
		rows = append(rows, []string{"… against, c₁ and c₂", fmt.Sprintf("%d and %d: %s", r.Strong.Count.O1,
			r.Strong.Count.O2, o.Name)})
	}
	align(w, rows)

	if len(r.Tried) > 1 {
		head(w, "Pairs that were tried")
		t := tell.TriedTable(r.Tried, r.Pair)
		rows = [][]string{t.Columns}
		for _, row := range t.Rows {
			rows = append(rows, texts(row))
		}
		align(w, rows)
	}

	head(w, "Evidence")
	rows = [][]string{
		{"Claim", fmt.Sprintf("ε = %s, δ = %s", num(r.Epsilon), num(r.Delta))},
		{"Distance of the two inputs", num(r.Distance)},
		{"Critical ε, the paper's rule", num(r.EpsilonC)},
		{"… with the escape event", num(r.EscapeC)},
		{"p⁺ and p₊ at the claim", num(r.PPlus) + " and " + num(r.PMinus)},
		{"ε is at least", fmt.Sprintf("%s, with confidence %s", r.Proven(),
			strconv.FormatFloat(r.Strong.Level, 'g', 6, 64))},
		{"p at the claim, adjusted", num(r.Strong.P)},
		{"Detectable ε", num(r.Strong.Detectable)},
		{"η, and the paper's λ", num(r.Eta) + ", " + num(r.Lambda)},
		{"The paper's confidence", num(r.Confidence)},
		{"Error, record and adjacent", num(r.ECorrect) + ", " + num(r.EAdjacent)},
	}
	if r.ExactPure != nil {
		rows = append(rows, []string{"Exact ε of these two inputs", num(*r.ExactPure)})
	}
	if r.ExactDelta != nil {
		rows = append(rows, []string{"Exact ε at δ = " + num(r.ExactAt), num(*r.ExactDelta)})
	}
	if r.Claimed != nil {
		claimed := "ε = " + num(*r.Claimed)
		if r.ClaimDelta != nil && *r.ClaimDelta > 0 {
			claimed += ", δ = " + num(*r.ClaimDelta)
		}
		rows = append(rows, []string{"Claimed by " + r.ClaimBy, claimed})
	}
	if r.Needed > 0 {
		rows = append(rows, []string{"Releases that could decide", strconv.FormatInt(r.Needed, 10)})
	}
	align(w, rows)
	if r.Strong.How != "" {
		para(w, "", r.Strong.How)
	}
	if len(r.Facts) > 0 {
		head(w, "Known before the run")
		rows = nil
		for _, f := range r.Facts {
			label := f.Label
			if f.Symbol != "" {
				label += lang.Verbatim(" " + f.Symbol)
			}
			rows = append(rows, []string{label, strings.TrimSpace(f.Value.Text + " " + f.Unit)})
		}
		align(w, rows)
	}
	if len(r.Warnings) > 0 {
		head(w, "Warnings")
		for _, t := range r.Warnings {
			para(w, "· ", t)
		}
	}
	head(w, "The same run")
	fmt.Fprintln(w, r.Spec.Link(l.Params()))
}

// writeSheet prints a sheet for people: its tables, and the points of its
// charts.
func writeSheet(w io.Writer, s sheet.Sheet) {
	fmt.Fprintf(w, "%s\n\n", s.Title)
	para(w, "", s.Lead)
	for _, t := range s.Tables {
		head(w, t.Title)
		rows := [][]string{t.Columns}
		for _, r := range t.Rows {
			rows = append(rows, texts(r))
		}
		align(w, rows)
		para(w, "", t.Caption)
	}
	for _, c := range s.Charts {
		head(w, c.Title)
		rows := [][]string{{"series", axis(c.X), axis(c.Y), "", ""}}
		ranges := false
		for _, q := range c.Series {
			for i := range q.X {
				rows = append(rows, []string{q.Name, num(q.X[i]), at(q.Y, i, num), at(q.Lo, i, num), at(q.Hi, i, num)})
				ranges = ranges || i < len(q.Lo)
			}
		}
		for _, m := range c.Marks {
			x, y := "", num(m.At)
			if m.Vertical {
				x, y = y, x
			}
			rows = append(rows, []string{m.Label, x, y, "", ""})
		}
		for i := range rows {
			if !ranges {
				rows[i] = rows[i][:3]
			} else if i == 0 {
				rows[i][3], rows[i][4] = "from", "to"
			}
		}
		align(w, rows)
		para(w, "", c.Caption)
	}
	if len(s.Notes) > 0 {
		head(w, "Notes")
		for _, n := range s.Notes {
			para(w, "· ", n)
		}
	}
}

// writeCSV prints a sheet's tables and charts one after the other, each after
// a line with its name and before an empty line. Numbers have all their digits.
func writeCSV(w io.Writer, s sheet.Sheet) {
	c := csv.NewWriter(w)
	block := func(id string, rows [][]string) {
		c.Write([]string{"# " + id})
		for _, r := range rows {
			c.Write(r)
		}
		c.Flush()
		fmt.Fprintln(w)
	}
	for _, t := range s.Tables {
		rows := [][]string{t.Columns}
		for _, r := range t.Rows {
			row := make([]string, len(r))
			for i := range r {
				if row[i] = r[i].Text; r[i].Num != nil {
					row[i] = full(*r[i].Num)
				}
			}
			rows = append(rows, row)
		}
		block(t.ID, rows)
	}
	for _, ch := range s.Charts {
		rows := [][]string{{"series", axis(ch.X), axis(ch.Y), "from", "to"}}
		for _, q := range ch.Series {
			for i := range q.X {
				rows = append(rows, []string{q.Name, full(q.X[i]), at(q.Y, i, full), at(q.Lo, i, full),
					at(q.Hi, i, full)})
			}
		}
		block(ch.ID, rows)
	}
}

// markdown is the documentation of a laboratory's parameters.
func markdown(l lab.Laboratory) string {
	var b strings.Builder
	fmt.Fprintf(&b, "# Parameters of %s\n\n%s\n", l.About().Title, l.About().Lead)
	t := l.Params()
	esc := strings.NewReplacer("|", "\\|", "\n", " ")
	var groups []string // in the order of their first parameter
	seen := map[string]bool{}
	for i := range t {
		if g := t[i].Group; !seen[g] {
			seen[g] = true
			groups = append(groups, g)
		}
	}
	for _, g := range groups {
		title := g
		if title == "" {
			title = "General"
		}
		fmt.Fprintf(&b, "\n## %s\n\n| name | what | unit | takes | default | new run | help |\n|---|---|---|---|---|---|---|\n", title)
		for i := range t {
			p := &t[i]
			if p.Group != g {
				continue
			}
			again := "no"
			if p.Rerun {
				again = "yes"
			}
			fmt.Fprintf(&b, "| `%s` | %s | %s | %s | %s | %s | %s |\n", p.Name, esc.Replace(p.Title()),
				esc.Replace(p.Unit), esc.Replace(p.Accepts()), esc.Replace(standard(p)), again, esc.Replace(p.Help))
		}
	}
	return b.String()
}

// texts are a row's cells as people read them.
func texts(cells []sheet.Cell) []string {
	row := make([]string, len(cells))
	for i := range cells {
		row[i] = cells[i].Text
	}
	return row
}

func head(w io.Writer, title string) { fmt.Fprintf(w, "\n%s\n", title) }

// para prints a sentence, wrapped, after a bullet.
func para(w io.Writer, bullet, text string) {
	line, indent := bullet, strings.Repeat(" ", utf8.RuneCountInString(bullet))
	empty := true
	for _, f := range strings.Fields(text) {
		if !empty && utf8.RuneCountInString(line)+1+utf8.RuneCountInString(f) > width {
			fmt.Fprintln(w, line)
			line, empty = indent, true
		}
		if !empty {
			line += " "
		}
		line, empty = line+f, false
	}
	if !empty {
		fmt.Fprintln(w, line)
	}
}

// align prints rows in columns.
func align(w io.Writer, rows [][]string) {
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
		fmt.Fprintln(w, strings.TrimRight(line, " "))
	}
}

func axis(a sheet.Axis) string {
	if a.Unit == "" {
		return a.Label
	}
	return a.Label + " (" + a.Unit + ")"
}

func at(v []sheet.Real, i int, show func(sheet.Real) string) string {
	if i >= len(v) {
		return ""
	}
	return show(v[i])
}

// num shows up to six digits and no zeros after the last of them.
func num(v sheet.Real) string {
	text := sheet.Format(float64(v), 6)
	m, e, power := strings.Cut(text, "·")
	if strings.Contains(m, ".") {
		m = strings.TrimRight(strings.TrimRight(m, "0"), ".")
	}
	if power {
		m += "·" + e
	}
	return m
}

func full(v sheet.Real) string {
	f := float64(v)
	if math.IsInf(f, 0) || math.IsNaN(f) {
		return strings.TrimPrefix(strconv.FormatFloat(f, 'g', -1, 64), "+")
	}
	return strconv.FormatFloat(f, 'g', -1, 64)
}
