package samples

import (
	"encoding/json"
	"io"
	"strconv"
	"strings"

	"indistinct/core/audit"
	"indistinct/core/lab"
	"indistinct/core/labs/workshop"
	"indistinct/core/lang"
	"indistinct/core/read"
	"indistinct/core/table"
)

// Test reads files of releases and tests them. The test splits the releases by the Spec's seed;
// its numbers of releases are those of the files.
func Test(s lab.Spec, files []lab.File, ask table.Ask, run bool,
	step func(name string, weight, left float64)) (*lab.Sampled, error) {
	out := &lab.Sampled{}
	p := &passes{step: step}
	for _, f := range files {
		p.left += float64(f.Size)
	}
	if run { // once to look, with a column once more, twice to judge
		p.left = p.left*float64(5-len(files)) + allFits
	}
	var opened []*read.File
	for _, f := range files {
		q, err := read.Open(f.Name, f.Size, func() (io.Reader, error) {
			in, err := f.Open()
			if err != nil {
				return nil, err
			}
			return p.counted(in), nil
		})
		if err != nil {
			return nil, err
		}
		said, err := q.Said()
		if err != nil {
			return nil, err
		}
		out.Read, opened = append(out.Read, said), append(opened, q)
	}
	var err error
	if out.Preview, err = opened[0].Preview(); err != nil {
		return nil, err
	}
	alone := !run && len(files) == 1 && ask.By == "" && ask.Pairs == nil
	if at := out.Preview.Which; alone && at >= 0 && ask.Columns == nil && ask.Without == nil {
		ask.By = out.Preview.Columns[at].Name
	}
	rows, err := read.Both(opened, ask)
	if err == nil {
		out.Read = []lang.Message{rows[0].Said, rows[1].Said}
	}
	if !run && (err == nil || alone) {
		return out, nil
	} else if err != nil {
		return nil, err
	}
	command := "verify -samples"
	for _, f := range files {
		command += " " + quoted(f.Name)
	}
	command += asFlags(ask)
	// As the native command sets them.
	set := audit.Settings{Seed: s.Seed(), Epsilon: s.Float("eps"), Delta: s.Float("delta"), Alpha: s.Float("alpha"),
		Beta: 0.05, Gamma: 1e-9, Grid: 1, Bits: s.Flag("bits")}
	j, err := judgeFiles(rows, set, p)
	if err != nil {
		return nil, err
	}
	for _, p := range []struct {
		name  string
		value float64
	}{{"eps", set.Epsilon}, {"delta", set.Delta}, {"alpha", set.Alpha}, {"seed", float64(set.Seed)}} {
		command += " -" + p.name + " " + strconv.FormatFloat(p.value, 'g', -1, 64)
	}
	if !set.Bits {
		command += " -bits=false"
	}
	out.Verdict, out.Digits = j.Verdict, j.ByDigits()
	out.Sheet = j.sheet()
	out.Bug = j.Bug(command)
	out.Report, err = json.Marshal(j)
	return out, err
}

// asFlags writes what is asked as the native command takes it.
func asFlags(ask table.Ask) (flags string) {
	if len(ask.Columns) > 0 {
		flags += " -columns " + quoted(strings.Join(ask.Columns, ","))
	}
	if len(ask.Without) > 0 {
		flags += " -without " + quoted(strings.Join(ask.Without, ","))
	}
	if ask.By != "" {
		flags += " -column " + quoted(ask.By)
	}
	for _, p := range ask.Pairs {
		flags += " -pair " + quoted(p[0]+","+p[1])
	}
	return flags
}

// quoted is a word for a POSIX shell.
func quoted(s string) string { return "'" + strings.ReplaceAll(s, "'", `'\''`) + "'" }

// Bug is a judgement as a bug report: what was tested, what was found, and the
// command that repeats it.
func (j *Judgement) Bug(command string) lang.Message {
	source := func(f File) lang.Message {
		if f.SHA256 == "" {
			return lang.Say("workshop.bug.source", "source", f.Name, "n", f.Rows)
		}
		return lang.Say("workshop.bug.file", "file", f.Name, "n", f.Rows, "sha", f.SHA256)
	}
	return lang.Say("workshop.bug.samples", "claim", workshop.Tested(&j.Report), "record", source(j.Sources[0]),
		"neighbour", source(j.Sources[1]), "found", workshop.Finding(&j.Report),
		"split", lang.Sentences(append([]lang.Message{j.Split}, j.Warnings...)...), "command", command)
}
