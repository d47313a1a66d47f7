package main

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
	"sync/atomic"
	"time"

	"indistinct/core/audit"
	"indistinct/core/labs/workshop"
	"indistinct/core/lang"
	"indistinct/core/mechanism"
	"indistinct/core/tell"
)

// A visitor's own mechanism, outside any laboratory: samples in files, or two
// programs that print a release a line.

// ownOptions are the flags of both.
type ownOptions struct {
	a, b     string
	files    []string
	column   string
	set      audit.Settings
	json     bool
	bug      bool
	patience time.Duration
}

// isOwn reports whether the arguments ask for it. -b alone may be a laboratory's
// parameter.
func isOwn(args []string) bool {
	for _, a := range args {
		name, _, _ := strings.Cut(strings.TrimLeft(a, "-"), "=")
		if strings.HasPrefix(a, "-") && (name == "samples" || name == "a") {
			return true
		}
	}
	return false
}

// own runs it and returns the exit status.
func (c *command) own(ctx context.Context, args []string) int {
	o, err := ownFlags(args)
	if err != nil {
		return c.bad(lang.Of(err))
	}
	var j *workshop.Judgement
	if len(o.files) > 0 {
		if j, err = c.samples(o); err != nil {
			return c.bad(lang.Of(err))
		}
	} else {
		if j, err = c.programs(ctx, o); errors.Is(err, context.Canceled) {
			return c.fail(lang.Say("verify.interrupted"))
		} else if err != nil {
			return c.fail(lang.Of(err))
		}
	}
	again := "verify " + quoteAll(args)
	switch {
	case o.json:
		data, err := json.Marshal(j)
		if err == nil {
			err = writeJSON(c.out, data)
		}
		if err != nil {
			return c.fail(lang.Say("verify.unwritten", "why", err))
		}
	case o.bug:
		io.WriteString(c.out, c.say.Say(j.Bug(again)))
	default:
		c.printer().judgement(j, again)
	}
	if j.Verdict == audit.Violation {
		return violation
	}
	return ran
}

// ownFlags reads the arguments; files may follow -samples as two words.
func ownFlags(args []string) (*ownOptions, error) {
	o := &ownOptions{}
	var rest []string
	for i := 0; i < len(args); i++ {
		if name := strings.TrimLeft(args[i], "-"); args[i] != name && name == "samples" {
			for len(o.files) < 2 && i+1 < len(args) && (args[i+1] == "-" || !strings.HasPrefix(args[i+1], "-")) {
				i++
				o.files = append(o.files, args[i])
			}
			continue
		}
		rest = append(rest, args[i])
	}
	fs := flag.NewFlagSet("verify", flag.ContinueOnError)
	fs.SetOutput(io.Discard)
	fs.StringVar(&o.a, "a", "", "")
	fs.StringVar(&o.b, "b", "", "")
	fs.StringVar(&o.column, "column", "", "")
	fs.Float64Var(&o.set.Epsilon, "eps", 0, "")
	fs.Float64Var(&o.set.Delta, "delta", 0, "")
	fs.Float64Var(&o.set.Alpha, "alpha", 0.05, "")
	fs.IntVar(&o.set.N, "n", 10000, "")
	fs.IntVar(&o.set.M, "m", 20000, "")
	fs.BoolVar(&o.set.Sequential, "sequential", false, "")
	fs.IntVar(&o.set.MaxM, "maxm", 2000000, "")
	fs.BoolVar(&o.set.Bits, "bits", true, "")
	fs.Uint64Var(&o.set.Seed, "seed", 1, "")
	fs.DurationVar(&o.patience, "patience", 30*time.Second, "")
	fs.String("lang", "", "") // see language
	text := fs.Bool("text", false, "")
	fs.BoolVar(&o.json, "json", false, "")
	fs.BoolVar(&o.bug, "bug", false, "")
	if err := fs.Parse(rest); err != nil {
		return nil, misread(err, "")
	}
	o.set.Beta, o.set.Gamma, o.set.Grid = 0.05, 1e-9, 1
	err := o.set.Check()
	claimed := false
	fs.Visit(func(f *flag.Flag) { claimed = claimed || f.Name == "eps" })
	switch {
	case fs.NArg() > 0:
		return nil, lang.Errorf("verify.own.word", "word", clip(fs.Arg(0)))
	case err != nil:
		return nil, err
	case o.json && o.bug || *text && (o.json || o.bug):
		return nil, lang.Errorf("verify.both.form")
	case len(o.files) > 0 && (o.a != "" || o.b != ""):
		return nil, lang.Errorf("verify.own.both")
	case len(o.files) == 0 && (o.a == "" || o.b == ""):
		return nil, lang.Errorf("verify.own.two")
	case len(o.files) == 1 && o.column == "":
		return nil, lang.Errorf("verify.own.column")
	case len(o.files) == 2 && o.column != "":
		return nil, lang.Errorf("verify.own.columns")
	case !claimed:
		return nil, lang.Errorf("verify.own.claim")
	case o.set.N < 70 || o.set.N > mostChoosing:
		return nil, lang.Errorf("verify.own.n", "got", o.set.N, "most", mostChoosing)
	case o.patience <= 0:
		return nil, lang.Errorf("verify.own.patience")
	}
	return o, nil
}

// samples tests files.
func (c *command) samples(o *ownOptions) (*workshop.Judgement, error) {
	var t [2]*workshop.Table
	for i, name := range o.files {
		data, err := c.file(name)
		if err != nil {
			return nil, err
		}
		if t[i], err = workshop.ReadTable(name, data); err != nil {
			return nil, err
		}
	}
	if len(o.files) == 1 {
		var err error
		if t[0], t[1], err = t[0].Split(o.column); err != nil {
			return nil, err
		}
	}
	return workshop.JudgeTables(t[0], t[1], o.set)
}

// mostChoosing is the largest -n: so many lines are kept in memory.
const mostChoosing = 1_000_000

// mostLine is the longest release that is read, in bytes.
const mostLine = 64 << 10

// source is a running command.
type source struct {
	name  string // the flag: "-a"
	lines chan string
	end   chan error // what ended it, before lines is closed
	total int
}

// programs starts both commands, and ends them when the test is done. Where that
// takes long it says now and then how far it is.
func (c *command) programs(ctx context.Context, o *ownOptions) (*workshop.Judgement, error) {
	ctx, stop := context.WithCancel(ctx)
	mark := fmt.Sprintf("INDISTINCT_RUN=%d-%d", os.Getpid(), runs.Add(1))
	var src [2]*source
	defer func() {
		stop()
		endMarked(mark)
		for _, s := range src {
			s.ended()
		}
	}()
	for i, text := range []string{o.a, o.b} {
		s, err := start(ctx, "-"+string("ab"[i]), text, mark)
		if err != nil {
			return nil, err
		}
		src[i] = s
	}
	word := func() {
		fmt.Fprintln(c.err, c.say.Text("verify.own.far", "record", src[0].total, "neighbour", src[1].total,
			"needed", o.set.N+o.set.M))
	}
	feed := func(in, n int) ([]string, error) { return src[in].next(ctx, n, o.patience, c.ticks, word) }
	var names [2]lang.Message
	for i, s := range src {
		names[i] = lang.Say("verify.own.command", "flag", s.name)
	}
	return workshop.JudgeFeed(feed, names, o.set)
}

// runs counts the tests of this process: each marks the commands that it starts.
var runs atomic.Int64

// start runs one command by the shell, with mark in its environment.
func start(ctx context.Context, name, text, mark string) (*source, error) {
	cmd := exec.CommandContext(ctx, "sh", "-c", text)
	cmd.Env = append(os.Environ(), mark)
	cmd.WaitDelay = time.Second
	together(cmd)
	out, err := cmd.StdoutPipe()
	if err != nil {
		return nil, lang.Errorf("verify.own.start", "flag", name, "why", err)
	}
	said := &tail{}
	cmd.Stderr = said
	if err := cmd.Start(); err != nil {
		return nil, lang.Errorf("verify.own.start", "flag", name, "why", err)
	}
	s := &source{name: name, lines: make(chan string, 4096), end: make(chan error, 1)}
	go func() {
		defer close(s.lines)
		read := bufio.NewScanner(out)
		read.Buffer(make([]byte, 4096), mostLine)
		n := 0
		for read.Scan() {
			if strings.TrimSpace(read.Text()) == "" {
				continue
			}
			select {
			case s.lines <- read.Text():
				n++
			case <-ctx.Done():
				cmd.Wait()
				return
			}
		}
		if errors.Is(read.Err(), bufio.ErrTooLong) {
			s.end <- lang.Errorf("verify.own.line", "flag", name, "bytes", mostLine, "line", n+1)
			io.Copy(io.Discard, out)
			cmd.Wait()
			return
		}
		if err := cmd.Wait(); err != nil {
			why := err.Error()
			if last := said.last(); last != "" {
				why += ": " + last
			}
			s.end <- lang.Errorf("verify.own.failed", "flag", name, "n", n, "why", why)
			return
		}
		s.end <- lang.Errorf("verify.own.ended", "flag", name, "n", n)
	}()
	return s, nil
}

// ended waits until the command, if it was started, has stopped, as long as that
// may take: nothing that the test started outlives it.
func (s *source) ended() {
	if s == nil {
		return
	}
	limit := time.NewTimer(2 * time.Second)
	defer limit.Stop()
	for {
		select {
		case _, ok := <-s.lines:
			if !ok {
				return
			}
		case <-limit.C:
			return
		}
	}
}

// next waits for n more lines, and calls word at each tick.
func (s *source) next(ctx context.Context, n int, patience time.Duration, tick <-chan time.Time,
	word func()) ([]string, error) {
	var out []string
	timer := time.NewTimer(patience)
	defer timer.Stop()
	for len(out) < n {
		select {
		case l, ok := <-s.lines:
			if !ok {
				select {
				case err := <-s.end:
					return nil, err
				default:
					return nil, ctx.Err()
				}
			}
			out = append(out, l)
			s.total++
			timer.Reset(patience)
		case <-tick:
			word()
		case err := <-s.end:
			// Lines that came before may still wait.
			s.end <- err
			if len(s.lines) == 0 {
				return nil, err
			}
		case <-timer.C:
			return nil, lang.Errorf("verify.own.silent", "flag", s.name, "patience", patience, "n", s.total)
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}
	return out, nil
}

// tail keeps the end of what a command says on standard error.
type tail struct{ b []byte }

func (t *tail) Write(p []byte) (int, error) {
	t.b = append(t.b, p...)
	if len(t.b) > 4096 {
		t.b = t.b[len(t.b)-4096:]
	}
	return len(p), nil
}

func (t *tail) last() string {
	lines := strings.Split(strings.TrimSpace(string(t.b)), "\n")
	return lang.Clip(strings.ToValidUTF8(strings.TrimSpace(lines[len(lines)-1]), "?"), 100)
}

// judgement prints a judgement for people.
func (p printer) judgement(j *workshop.Judgement, again string) {
	r := &j.Report
	fmt.Fprintf(p.w, "%s\n\n", p.say.Say(tell.Verdict(r.Verdict)))
	p.verdict(r)
	p.head(lang.Say("verify.evidence"))
	var rows [][]string
	for in, s := range j.Sources {
		name := p.say.Say(mechanism.Input(in).Say())
		rows = append(rows, []string{name, p.say.Text("verify.own.source", "source", s.Name, "n", s.Rows)})
		if s.SHA256 != "" {
			rows = append(rows, []string{"", "SHA-256 " + s.SHA256})
		}
	}
	counts := func(c1, c2 int64) string {
		return p.say.Text("verify.own.counts.value", "c1", c1, "c2", c2, "n", r.Strong.Count.N)
	}
	b := r.Strong
	if b.Event.Kind != "" {
		rows = append(rows, []string{p.say.Text("verify.own.event"), p.say.Say(b.Event.Name)},
			[]string{p.say.Text("verify.own.counts"), counts(b.Count.C1, b.Count.C2)})
	}
	if o := b.Event.Opposite; o != nil {
		rows = append(rows, []string{p.say.Text("verify.own.opposite"), p.say.Say(o.Name)},
			[]string{p.say.Text("verify.own.counts"), counts(b.Count.O1, b.Count.O2)})
	}
	p.align(append(rows, p.evidence(r)...))
	p.para("", j.Split)
	p.para("", tell.Representation(r))
	p.para("", tell.How(r, b))
	p.warnings(r.Warnings)
	p.head(lang.Say("verify.same"))
	fmt.Fprintln(p.w, again)
}

// quoteAll writes arguments for a shell.
func quoteAll(args []string) string {
	out := make([]string, len(args))
	for i, a := range args {
		if out[i] = a; a == "" || strings.Trim(a,
			"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_./=,:") != "" {
			out[i] = "'" + strings.ReplaceAll(a, "'", `'\''`) + "'"
		}
	}
	return strings.Join(out, " ")
}
