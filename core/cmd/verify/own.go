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
	"strconv"
	"strings"
	"sync/atomic"
	"time"

	"indistinct/core/audit"
	"indistinct/core/labs/workshop"
	"indistinct/core/sheet"
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
		fmt.Fprintln(c.err, err)
		return badInput
	}
	var j *workshop.Judgement
	if len(o.files) > 0 {
		if j, err = c.samples(o); err != nil {
			fmt.Fprintln(c.err, err)
			return badInput
		}
	} else {
		if j, err = c.programs(ctx, o); err != nil {
			if errors.Is(err, context.Canceled) {
				err = errors.New(interrupted)
			}
			fmt.Fprintln(c.err, err)
			return failed
		}
	}
	again := "verify " + quoteAll(args)
	switch {
	case o.json:
		data, err := json.MarshalIndent(j, "", "  ")
		if err != nil {
			fmt.Fprintf(c.err, "The result could not be written: %v\n", err)
			return failed
		}
		fmt.Fprintln(c.out, string(data))
	case o.bug:
		io.WriteString(c.out, j.Bug(again))
	default:
		writeJudgement(c.out, j, again)
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
	fs.StringVar(&o.a, "a", "", "the command that prints releases of the record")
	fs.StringVar(&o.b, "b", "", "the command that prints releases of its neighbour")
	fs.StringVar(&o.column, "column", "", "of one file: the column that says which input")
	fs.Float64Var(&o.set.Epsilon, "eps", 0, "the claim's ε")
	fs.Float64Var(&o.set.Delta, "delta", 0, "the claim's δ")
	fs.Float64Var(&o.set.Alpha, "alpha", 0.05, "how often a right mechanism may be called wrong")
	fs.IntVar(&o.set.N, "n", 10000, "releases of each input that choose the event")
	fs.IntVar(&o.set.M, "m", 20000, "releases of each input that test it")
	fs.BoolVar(&o.set.Sequential, "sequential", false, "ask for more releases until it is decided")
	fs.IntVar(&o.set.MaxM, "maxm", 2000000, "the most test releases of sequential mode")
	fs.Uint64Var(&o.set.Seed, "seed", 1, "which samples choose and which test")
	fs.DurationVar(&o.patience, "patience", 30*time.Second, "how long a command may be silent")
	fs.BoolVar(&o.json, "json", false, "print the result as JSON")
	fs.BoolVar(&o.bug, "bug", false, "print the result as a bug report")
	if err := fs.Parse(rest); err != nil {
		return nil, fmt.Errorf("The flags could not be read: %s.", sheet.Clip(err.Error(), 80))
	}
	o.set.Beta, o.set.Gamma, o.set.Grid = 0.05, 1e-9, 1
	err := o.set.Check()
	claimed := false
	fs.Visit(func(f *flag.Flag) { claimed = claimed || f.Name == "eps" })
	switch {
	case fs.NArg() > 0:
		return nil, fmt.Errorf("%q is not a flag: a command is one argument, in quotation marks.",
			sheet.Clip(fs.Arg(0), 60))
	case err != nil:
		return nil, fmt.Errorf("The test cannot be run: %w.", err)
	case len(o.files) > 0 && (o.a != "" || o.b != ""):
		return nil, errors.New("Give either -samples or -a and -b, not both.")
	case len(o.files) == 0 && (o.a == "" || o.b == ""):
		return nil, errors.New("Give two files after -samples, or two commands by -a and -b.")
	case len(o.files) == 1 && o.column == "":
		return nil, errors.New("One file of samples needs -column, the column that says which input a release is of.")
	case len(o.files) == 2 && o.column != "":
		return nil, errors.New("-column is for one file of samples; there are two.")
	case !claimed:
		return nil, errors.New("Say by -eps which ε is claimed: releases of your own come without a claim.")
	case o.set.N < 70 || o.set.N > mostChoosing:
		return nil, fmt.Errorf("-n cannot be %d: choosing an event takes 70 to %d releases.", o.set.N, mostChoosing)
	case o.patience <= 0:
		return nil, errors.New("-patience must be a time above 0, such as 30s.")
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
	name  string
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
		s, err := start(ctx, "The command of -"+string("ab"[i]), text, mark)
		if err != nil {
			return nil, err
		}
		src[i] = s
	}
	word := func() {
		fmt.Fprintf(c.err, "So far %d and %d releases; at least %d of each are needed.\n", src[0].total, src[1].total,
			o.set.N+o.set.M)
	}
	feed := func(in, n int) ([]string, error) { return src[in].next(ctx, n, o.patience, c.ticks, word) }
	return workshop.JudgeFeed(feed, [2]string{src[0].name, src[1].name}, o.set)
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
		return nil, fmt.Errorf("%s could not be started: %w.", name, err)
	}
	said := &tail{}
	cmd.Stderr = said
	if err := cmd.Start(); err != nil {
		return nil, fmt.Errorf("%s could not be started: %w.", name, err)
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
			s.end <- fmt.Errorf("%s printed more than %d bytes in line %d: it should print one release a line.", name,
				mostLine, n+1)
			io.Copy(io.Discard, out)
			cmd.Wait()
			return
		}
		why := ""
		if err := cmd.Wait(); err != nil {
			why = " (" + err.Error()
			if last := said.last(); last != "" {
				why += ": " + last
			}
			why += ")"
		}
		s.end <- fmt.Errorf("%s ended after %d releases%s; the test asks for more.", name, n, why)
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
			return nil, fmt.Errorf("%s printed nothing for %v after %d releases: does it flush its output?", s.name,
				patience, s.total)
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
	return sheet.Clip(strings.ToValidUTF8(strings.TrimSpace(lines[len(lines)-1]), "?"), 100)
}

// writeJudgement prints a judgement for people.
func writeJudgement(w io.Writer, j *workshop.Judgement, again string) {
	fmt.Fprintf(w, "%s\n\n", strings.ToUpper(string(j.Verdict)))
	para(w, "", j.Plain)
	para(w, "", j.Precise)
	head(w, "Evidence")
	rows := [][]string{}
	for in, name := range []string{"Record", "Neighbour"} {
		s := j.Sources[in]
		rows = append(rows, []string{name, fmt.Sprintf("%s, %d releases", s.Name, s.Rows)})
		if s.SHA256 != "" {
			rows = append(rows, []string{"", "SHA-256 " + s.SHA256})
		}
	}
	b := j.Strong
	rows = append(rows,
		[]string{"Claim", fmt.Sprintf("ε = %s, δ = %s", num(j.Epsilon), num(j.Delta))},
		[]string{"Event", b.Event.Name},
		[]string{"Counts", fmt.Sprintf("%d and %d of %d each", b.Count.C1, b.Count.C2, b.Count.N)})
	if o := b.Event.Opposite; o != nil {
		rows = append(rows, []string{"Its opposite", o.Name},
			[]string{"Counts", fmt.Sprintf("%d and %d of %d each", b.Count.O1, b.Count.O2, b.Count.N)})
	}
	rows = append(rows,
		[]string{"ε is at least", fmt.Sprintf("%s, with confidence %s", j.Proven(),
			strconv.FormatFloat(b.Level, 'g', 6, 64))},
		[]string{"Detectable ε", num(b.Detectable)})
	if j.Needed > 0 {
		rows = append(rows, []string{"Releases that could decide", strconv.FormatInt(j.Needed, 10)})
	}
	align(w, rows)
	para(w, "", j.Split)
	para(w, "", b.How)
	for _, s := range j.Warnings {
		para(w, "Warning: ", s)
	}
	head(w, "The same run")
	fmt.Fprintln(w, again)
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
