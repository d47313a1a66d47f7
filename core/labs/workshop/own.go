package workshop

import (
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"

	"indistinct/core/audit"
	"indistinct/core/lab"
	"indistinct/core/sheet"
)

// Extras are a visitor's own programs and samples, and reports of what they show.
func (l Lab) Extras() lab.Extras {
	return lab.Extras{Read: l.Read, Tests: true, Reports: true}
}

// Services are the test of samples, and reports.
func (l Lab) Services() lab.Services { return lab.Services{Test: l.Test, Bug: l.Bug} }

// program reports whether a text defines release, by def or by a value. (Package
// regexp would be a fourteenth of what the page loads first.)
func program(text string) bool {
	for line := range strings.Lines(text) {
		rest, def := strings.CutPrefix(line, "def ")
		if def {
			rest = strings.TrimLeft(rest, " \t")
		}
		rest, named := strings.CutPrefix(rest, "release")
		rest = strings.TrimLeft(rest, " \t")
		if named && (def && strings.HasPrefix(rest, "(") || !def && strings.HasPrefix(rest, "=")) {
			return true
		}
	}
	return false
}

// Read takes a program from a text file. One with faults is taken too: the editor
// shows them.
func (l Lab) Read(s lab.Spec, data []byte) (lab.Spec, error) {
	text := strings.ReplaceAll(string(data), "\r\n", "\n")
	say := ""
	switch {
	case !utf8.ValidString(text) || strings.ContainsRune(text, 0):
		say = sayProgramIsNoText
	case !program(text):
		say = sayProgramWithoutRelease
	}
	if say != "" {
		return s, &lab.Problem{Field: "code", Say: say}
	}
	return s.With(l.Params(), "code", text)
}

// Test reads files of releases and tests them. The test splits the releases by the Spec's seed;
// its numbers of releases are those of the files.
func (Lab) Test(s lab.Spec, files []lab.File, column string, run bool, step func(name string, weight, left float64)) (*lab.Sampled, error) {
	out := &lab.Sampled{}
	p := &passes{step: step}
	for _, f := range files {
		p.left += float64(f.Size)
	}
	if run { // once to look, with a column once more, twice to judge
		p.left = p.left*float64(5-len(files)) + allFits
	}
	var t []*Table
	for _, f := range files {
		q, err := readTable("The file "+sheet.Clip(f.Name, 60), f.Name, f.Open, f.Size, p)
		if err != nil {
			return nil, err
		}
		out.Read = append(out.Read, q.Detected())
		t = append(t, q)
	}
	if len(t) == 1 {
		for i := range t[0].Width {
			name := strconv.Itoa(i + 1)
			if t[0].Header != nil && t[0].Header[i] != "" {
				name = t[0].Header[i]
			}
			out.Columns = append(out.Columns, name)
		}
	}
	if !run {
		return out, nil
	}
	command := "verify -samples"
	for _, f := range files {
		command += " " + quoted(f.Name)
	}
	if len(t) == 1 {
		if column == "" {
			return nil, errors.New(sayOneFileWithoutColumn)
		}
		a, b, err := t[0].split(column, p)
		if err != nil {
			return nil, err
		}
		t = []*Table{a, b}
		command += " -column " + quoted(column)
	}
	// As the native command sets them.
	set := audit.Settings{Seed: s.Seed(), Epsilon: s.Float("eps"), Delta: s.Float("delta"), Alpha: s.Float("alpha"), Beta: 0.05, Gamma: 1e-9, Grid: 1}
	j, err := judgeTables(t[0], t[1], set, p)
	if err != nil {
		return nil, err
	}
	for _, p := range []struct {
		name  string
		value float64
	}{{"eps", set.Epsilon}, {"delta", set.Delta}, {"alpha", set.Alpha}, {"seed", float64(set.Seed)}} {
		command += " -" + p.name + " " + strconv.FormatFloat(p.value, 'g', -1, 64)
	}
	out.Verdict = j.Verdict
	out.Sheet = j.sheet()
	out.Bug = j.Bug(command)
	out.Report, err = json.Marshal(j)
	return out, err
}

// quoted is a word for a POSIX shell.
func quoted(s string) string { return "'" + strings.ReplaceAll(s, "'", `'\''`) + "'" }

// Detected says in one sentence how a file was read.
func (t *Table) Detected() string {
	s := fmt.Sprintf("%s holds %d releases of %s", sheet.Clip(t.Name, 60), t.Rows, entries(t.Width))
	if t.Width > 1 {
		s += ", separated by " + map[rune]string{',': "commas", ';': "semicolons", '\t': "tabulators"}[t.comma]
	}
	if t.decimal {
		s += ", with decimal commas"
	}
	if t.Header != nil {
		return s + sayUnderHeader
	}
	return s + sayWithoutHeader
}

func entries(n int) string {
	if n == 1 {
		return "1 entry"
	}
	return fmt.Sprintf("%d entries", n)
}

// sheet shows a judgement of files.
func (j *Judgement) sheet() *sheet.Sheet {
	read := sheet.Table{ID: "sources", Title: "What was read", Columns: []string{"Input", "File", "Releases", "SHA-256"}}
	for in, name := range [2]string{"record", "neighbour"} {
		f := j.Sources[in]
		read.Rows = append(read.Rows, []sheet.Cell{sheet.Text(name), sheet.Text(sheet.Clip(f.Name, 60)), sheet.Count(float64(f.Rows)), sheet.Text(f.SHA256)})
	}
	s := &sheet.Sheet{Title: "Your samples", Lead: j.Plain, Notes: append([]string{j.Split, sayFilesStayedNote}, j.Warnings...)}
	if e := j.Strong; e.Event.Kind != "" {
		found := sheet.Table{ID: "found", Title: "What was found", Columns: []string{"Event", "Record", "Neighbour", "Of each", "ε is at least", "Confidence"},
			Rows: [][]sheet.Cell{{sheet.Text(e.Event.Name), sheet.Count(float64(e.Count.C1)), sheet.Count(float64(e.Count.C2)), sheet.Count(float64(e.Count.N)), {Text: j.Proven(), Num: &j.Strong.Epsilon}, sheet.Text(sheet.Format(100*e.Level, 5) + " %")}}}
		if o := e.Event.Opposite; o != nil {
			found.Rows = append(found.Rows, []sheet.Cell{sheet.Text(sayOpposite + o.Name), sheet.Count(float64(e.Count.O1)), sheet.Count(float64(e.Count.O2)), sheet.Count(float64(e.Count.N)), sheet.Text(""), sheet.Text("")})
		}
		s.Tables = append(s.Tables, found)
	}
	s.Tables = append(s.Tables, read)
	return s
}
