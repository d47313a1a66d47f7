package workshop

import (
	"encoding/json"
	"io"
	"strconv"
	"strings"
	"unicode/utf8"

	"indistinct/core/audit"
	"indistinct/core/lab"
	"indistinct/core/lang"
	"indistinct/core/read"
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
	text := lab.Lines(string(data))
	switch {
	case !utf8.ValidString(text) || strings.ContainsRune(text, 0):
		return s, &lab.Problem{Field: "code", Say: lang.Say("workshop.program.text")}
	case !program(text):
		return s, &lab.Problem{Field: "code", Say: lang.Say("workshop.program.release")}
	}
	return s.With(l.Params(), "code", text)
}

// Test reads files of releases and tests them. The test splits the releases by the Spec's seed;
// its numbers of releases are those of the files.
func (Lab) Test(s lab.Spec, files []lab.File, ask read.Ask, run bool,
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
func asFlags(ask read.Ask) (flags string) {
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
	return lang.Say("workshop.bug.samples", "claim", tested(&j.Report), "record", source(j.Sources[0]),
		"neighbour", source(j.Sources[1]), "found", finding(&j.Report),
		"split", lang.Sentences(append([]lang.Message{j.Split}, j.Warnings...)...), "command", command)
}

// tested says which claim a report tested.
func tested(r *audit.Report) lang.Message {
	if c := r.Curved; c != nil {
		return lang.Say("privacy.claim", "notion", string(c.Notion), "value", c.Value)
	}
	return lang.Say("workshop.claim", "eps", float64(r.Epsilon), "delta", float64(r.Delta))
}

// finding says what a report's strongest event showed, and the proven curve where the
// claim is about it.
func finding(r *audit.Report) lang.Message {
	if c := r.Curved; c != nil {
		return lang.Say("workshop.bug.curve", "found", strongest(r), "notion", string(c.Notion), "least", c.Proven(),
			"level", 100*c.Level)
	}
	return strongest(r)
}

func strongest(r *audit.Report) lang.Message {
	e := r.Strong
	if e.Event.Kind == "" {
		return lang.Say("workshop.bug.none")
	}
	places := []any{"event", e.Event.Name, "c1", e.Count.C1, "c2", e.Count.C2, "n", e.Count.N, "bound", r.Proven(),
		"level", 100 * e.Level}
	if o := e.Event.Opposite; o != nil {
		return lang.Say("workshop.bug.found.opposite",
			append(places, "opposite", o.Name, "o1", e.Count.O1, "o2", e.Count.O2)...)
	}
	return lang.Say("workshop.bug.found", places...)
}

// Bug is a run of the workshop as a bug report.
func (l Lab) Bug(r *lab.Report) (text lang.Message, err error) {
	opened, err := l.Open(r.Spec)
	if err != nil {
		return text, err
	}
	m := opened.(*model)
	repeat := lang.Verbatim("verify -link '" + r.Spec.Link(l.Params()) + "'")
	if !r.Spec.Linked(l.Params()) {
		repeat = lang.Say("workshop.bug.report")
	}
	q := m.tested(r.Pair)
	return lang.Say("workshop.bug.run", "claim", tested(&r.Report),
		"sha", read.Digest([]byte(m.spec.Text("code"))), "pair", q.Name, "record", q.Input[0], "neighbour", q.Input[1],
		"found", finding(&r.Report), "command", repeat), nil
}
