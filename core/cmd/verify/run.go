package main

import (
	"bytes"
	"context"
	_ "embed"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"indistinct/core/lang"

	"indistinct/core/audit"
	"indistinct/core/lab"
	"indistinct/core/labs/workshop"
	"indistinct/core/sheet"
	"indistinct/core/work"
)

// The exit statuses.
const (
	ran       = 0
	violation = 1
	badInput  = 2
	failed    = 3
)

// maxInput bounds what is read of a file: a report holds no raw releases.
const maxInput = 64 << 20

// command is the program with its surroundings.
type command struct {
	labs     lab.Catalog
	home     string
	in       io.Reader
	out, err io.Writer
	terminal bool             // err is a terminal: progress is shown there
	ticks    <-chan time.Time // when a test of programs says how far it is; nil: never
	read     map[string][]byte
}

// options are the flags that are not parameters.
type options struct {
	lab, spec, link string
	experiment      string
	json, csv, bug  bool
	params, help    bool
	licences        bool
	workers         int
}

// reserved are their names, which no parameter may have.
var reserved = []string{"a", "samples", "column", "bug", "patience", "lab", "spec", "link", "experiment", "json", "csv",
	"params", "licences", "workers", "help"}

// patience is how long an interrupted run may take to end by itself. A step that
// hears of nothing between its chunks is left behind.
const patience = 300 * time.Millisecond

// run is the whole program; it returns the exit status. It does not outlast a
// cancelled context for longer than patience, nor a program of the workshop that is
// beyond its limits.
func (c *command) run(ctx context.Context, args []string) int {
	var out bytes.Buffer
	inner := *c
	inner.out = &out
	said := &gate{to: c.err}
	inner.err = said
	var over <-chan string
	var unwatch func()
	inner.labs, over, unwatch = watch(c.labs, usual)
	defer unwatch()
	done := make(chan int, 1)
	go func() { done <- inner.do(ctx, args) }()
	var status int
	select {
	case status = <-done:
	case say := <-over:
		said.shut() // what the run says of its end would be a second sentence
		if c.terminal {
			fmt.Fprint(c.err, "\r\x1b[K")
		}
		return c.bad(lab.Problem{Say: lang.Verbatim(say)})
	case <-ctx.Done():
		select {
		case status = <-done:
		case <-time.After(patience):
			if c.terminal {
				fmt.Fprint(c.err, "\r\x1b[K")
			}
			fmt.Fprintln(c.err, interrupted)
			return failed
		}
	}
	if _, err := c.out.Write(out.Bytes()); err != nil {
		fmt.Fprintf(c.err, "The result could not be written: %v.\n", cause(err))
		return failed
	}
	return status
}

// gate passes on what is written until it is shut.
type gate struct {
	mu     sync.Mutex
	to     io.Writer
	closed bool
}

// Write implements io.Writer; what comes when the gate is shut is dropped.
func (g *gate) Write(p []byte) (int, error) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.closed {
		return len(p), nil
	}
	return g.to.Write(p)
}

func (g *gate) shut() {
	g.mu.Lock()
	g.closed = true
	g.mu.Unlock()
}

// licences is what the command links, with the licences; ./build.sh generate
// writes it.
//
//go:embed licences.txt
var licences string

const interrupted = "The run was interrupted; there is no result."

// cause is what an error of the operating system says, without the call and the
// name.
func cause(err error) error {
	if inner := errors.Unwrap(err); inner != nil {
		return inner
	}
	return err
}

func (c *command) do(ctx context.Context, args []string) int {
	if isOwn(args) {
		return c.own(ctx, args)
	}
	l, o, set, err := c.flags(args)
	if err != nil {
		return c.bad(lab.Problem{Say: lang.Verbatim(err.Error())})
	}
	switch {
	case o.help:
		c.usage(l)
		return ran
	case o.params:
		io.WriteString(c.out, markdown(l))
		return ran
	case o.licences:
		io.WriteString(c.out, licences)
		return ran
	case o.experiment == "list":
		c.list(l)
		return ran
	}
	s, probs := c.spec(l, o)
	for _, f := range set {
		next, err := s.With(l.Params(), f.name, f.text)
		if err != nil {
			probs = append(probs, lab.Problem{Field: f.name, Say: lang.Verbatim(err.Error())})
			continue
		}
		s = next
	}
	if len(probs) == 0 {
		probs = lab.Validate(l, s)
	}
	if len(probs) > 0 {
		return c.bad(probs...)
	}
	task := lab.Audit
	if o.experiment != "" {
		task = o.experiment
	}
	if task != lab.Audit && !slices.ContainsFunc(lab.Experiments(l), func(a lab.Analysis) bool {
		return a.Name == task
	}) {
		return c.bad(lab.Problem{Say: lang.Verbatim(fmt.Sprintf("The laboratory %s has no analysis %q: -experiment list lists them.",
			l.About().Title, clip(task)))})
	}
	job, err := lab.Start(l, s, task)
	if err != nil {
		return c.bad(lab.Problem{Say: lang.Verbatim(err.Error())})
	}
	start := time.Now()
	var laps sheet.Laps
	data, err := work.Run(ctx, job, o.workers, c.progress(task != lab.Audit, start, &laps))
	if c.terminal {
		fmt.Fprint(c.err, "\r\x1b[K")
	}
	switch {
	case errors.Is(err, context.Canceled):
		fmt.Fprintln(c.err, interrupted)
		return failed
	case errors.As(err, new(*workshop.Fault)):
		return c.bad(lab.Problem{Say: lang.Verbatim(err.Error())})
	case err != nil:
		fmt.Fprintf(c.err, "The run failed: %v\n", err)
		return failed
	}
	if o.experiment != "" {
		fmt.Fprintf(c.err, "%s took %.1f s.\n", o.experiment, time.Since(start).Seconds())
	}
	return c.show(l, s, o, task, data, &laps)
}

// show prints a result in the form asked for. What a person reads says how long
// the rows of timed tables took; the JSON is the result alone.
func (c *command) show(l lab.Laboratory, s lab.Spec, o options, task string, data []byte, laps *sheet.Laps) int {
	var r *lab.Report
	var sh sheet.Sheet
	var err error
	if task == lab.Audit {
		if r, err = lab.UnmarshalReport(data, c.labs.Find, s.Lab); err == nil {
			sh = r.Sheet
		}
	} else {
		err = json.Unmarshal(data, &sh)
		laps.Add(&sh)
	}
	if err != nil {
		fmt.Fprintf(c.err, "The result could not be read: %v\n", err)
		return failed
	}
	switch {
	case o.json:
		var b bytes.Buffer
		if err := json.Indent(&b, data, "", "  "); err != nil {
			fmt.Fprintf(c.err, "The result could not be read: %v\n", err)
			return failed
		}
		fmt.Fprintln(c.out, b.String())
	case o.bug:
		bug := l.Services().Bug
		if bug == nil || task != lab.Audit {
			return c.bad(lab.Problem{Say: lang.Verbatim(fmt.Sprintf("The laboratory %s writes no bug reports of this.",
				l.About().Title))})
		}
		text, err := bug(r)
		if err != nil {
			return c.bad(lab.Problem{Say: lang.Verbatim(err.Error())})
		}
		io.WriteString(c.out, text)
	case o.csv:
		writeCSV(c.out, sh)
	case task == lab.Audit:
		writeReport(c.out, l, r)
	default:
		writeSheet(c.out, sh)
	}
	if task == lab.Audit && r.Verdict == audit.Violation {
		return violation
	}
	return ran
}

// progress returns a function that keeps one line up to date on a terminal. Of an
// analysis it prints the rows of timed tables as they come.
func (c *command) progress(analysis bool, start time.Time, laps *sheet.Laps) func(work.Progress) {
	last, before := "", start
	return func(p work.Progress) {
		if p.Partial != nil && analysis {
			now := time.Now()
			if data, err := p.Partial(); err == nil {
				for _, row := range laps.Hear(data, now.Sub(start)) {
					if c.terminal {
						fmt.Fprint(c.err, "\r\x1b[K")
					}
					fmt.Fprintf(c.err, "%s  (%.1f s)\n", strings.Join(texts(row), "  "), now.Sub(before).Seconds())
					before, last = now, ""
				}
			}
		}
		if !c.terminal {
			return
		}
		if line := fmt.Sprintf("\r\x1b[K%3.0f %%  %s", 100*p.Fraction, p.Phase); line != last {
			io.WriteString(c.err, line)
			last = line
		}
	}
}

func (c *command) bad(probs ...lab.Problem) int {
	for _, p := range probs {
		fmt.Fprintln(c.err, strings.Join(strings.Fields(p.Say), " "))
	}
	return badInput
}

// setting is a parameter given as a flag.
type setting struct{ name, text string }

// flags reads the arguments. Which flags there are depends on the laboratory,
// which -lab, -link or -spec names: they are looked for first.
func (c *command) flags(args []string) (lab.Laboratory, options, []setting, error) {
	var o options
	name := c.home
	for i, a := range args {
		n, v, has := strings.Cut(strings.TrimLeft(a, "-"), "=")
		if !strings.HasPrefix(a, "-") {
			continue
		}
		if !has && i+1 < len(args) {
			v = args[i+1]
		}
		switch n {
		case "lab":
			name = v
		case "link":
			s, _ := lab.ParseLink(v, c.labs.Find, c.home)
			name = s.Lab
		case "spec":
			data, err := c.file(v)
			if err != nil {
				return nil, o, nil, err
			}
			s, _ := lab.ParseJSON(data, c.labs.Find, c.home)
			name = s.Lab
		}
	}
	l := c.labs.Find(name)
	if l == nil {
		names := make([]string, len(c.labs))
		for i, l := range c.labs {
			names[i] = l.About().Name
		}
		return nil, o, nil, fmt.Errorf("There is no laboratory %q: -lab takes one of %s.", clip(name),
			strings.Join(names, ", "))
	}
	fs := flag.NewFlagSet("verify", flag.ContinueOnError)
	fs.SetOutput(io.Discard)
	fs.Usage = func() {}
	fs.StringVar(&o.lab, "lab", c.home, "the laboratory")
	fs.StringVar(&o.spec, "spec", "", "a file with a Spec or a Report in JSON; - is standard input")
	fs.StringVar(&o.link, "link", "", "a permalink, or what follows its #")
	fs.StringVar(&o.experiment, "experiment", "", "an analysis in place of the test; list lists them")
	fs.BoolVar(&o.json, "json", false, "print the result as JSON")
	fs.BoolVar(&o.bug, "bug", false, "print the result as a bug report, where the laboratory writes one")
	fs.BoolVar(&o.csv, "csv", false, "print the result's tables and charts as CSV")
	fs.BoolVar(&o.params, "params", false, "print the table of parameters as Markdown")
	fs.BoolVar(&o.licences, "licences", false, "print what this command is made of, and the licences")
	fs.IntVar(&o.workers, "workers", 0, "how many goroutines work; 0 is one for each processor")
	var set []setting
	t := l.Params()
	for i := range t {
		n := t[i].Name
		f := func(text string) error { set = append(set, setting{n, text}); return nil }
		if t[i].Kind == lab.Flag {
			fs.BoolFunc(n, t[i].Help, f)
		} else {
			fs.Func(n, t[i].Help, f)
		}
	}
	switch err := fs.Parse(args); {
	case errors.Is(err, flag.ErrHelp):
		o.help = true
	case err != nil:
		if n, ok := strings.CutPrefix(err.Error(), "flag provided but not defined: "); ok {
			return nil, o, nil, fmt.Errorf("There is no flag %s in the laboratory %s: -params lists its parameters, -help the other flags.", clip(n), name)
		}
		return nil, o, nil, fmt.Errorf("The flags could not be read: %s.", clip(err.Error()))
	case fs.NArg() > 0:
		return nil, o, nil, fmt.Errorf("%q is not a flag: values follow their flag, as in -s 0.8.", clip(fs.Arg(0)))
	case o.spec != "" && o.link != "":
		return nil, o, nil, errors.New("Give either -spec or -link, not both; flags then change single values.")
	case o.json && o.csv:
		return nil, o, nil, errors.New("Give either -json or -csv, not both.")
	case o.workers < 0:
		return nil, o, nil, fmt.Errorf("-workers cannot be %d: it takes a whole number from 0.", o.workers)
	}
	return l, o, set, nil
}

// spec returns the Spec of -spec or -link, or the laboratory's defaults.
func (c *command) spec(l lab.Laboratory, o options) (lab.Spec, []lab.Problem) {
	switch {
	case o.spec != "" && slices.Contains([]string{".star", ".py", ".bzl"}, filepath.Ext(o.spec)):
		return lab.Spec{}, []lab.Problem{{Say: lang.Verbatim(fmt.Sprintf(`-spec takes a run in JSON, which %s is not: a program of the workshop is given as -lab workshop -code "$(cat %[1]s)".`, clip(o.spec)))}}
	case o.spec != "":
		data, err := c.file(o.spec)
		if err != nil {
			return lab.Spec{}, []lab.Problem{{Say: lang.Verbatim(err.Error())}}
		}
		return lab.ParseJSON(data, c.labs.Find, c.home)
	case o.link != "":
		return lab.ParseLink(o.link, c.labs.Find, c.home)
	}
	return l.Params().Defaults(l.About().Name), nil
}

// file reads a file once: a pipe can be read no second time.
func (c *command) file(name string) ([]byte, error) {
	if data, ok := c.read[name]; ok {
		return data, nil
	}
	in := c.in
	if name != "-" {
		f, err := os.Open(name)
		if err != nil {
			return nil, fmt.Errorf("The file %s could not be opened: %w.", name, cause(err))
		}
		defer f.Close()
		in = f
	}
	data, err := io.ReadAll(io.LimitReader(in, maxInput+1))
	if err != nil {
		return nil, fmt.Errorf("The file %s could not be read: %w.", name, cause(err))
	}
	data = bytes.TrimPrefix(data, []byte("\ufeff"))
	if c.read == nil {
		c.read = map[string][]byte{}
	}
	c.read[name] = data
	return data, nil
}

func clip(s string) string {
	return sheet.Clip(strings.Join(strings.Fields(s), " "), 60)
}

func (c *command) usage(l lab.Laboratory) {
	fmt.Fprintln(c.out, `Runs a laboratory and prints its report.

  verify -s 0.7 -m 20000            the home laboratory, with two values changed
  verify -link '#lab=ring&s=0.7'    what a permalink says
  verify -spec run.json -json       what a file says; the report as JSON
  verify -samples a.csv b.csv -eps 1        samples of your own: releases of the
                                            record and of its neighbour, one a line
  verify -a 'mech 0' -b 'mech 1' -eps 1 -delta 1e-6     programs of your own,
                                            which print a release a line

  -lab NAME          the laboratory
  -spec FILE         a Spec or a Report in JSON; - is standard input
  -link LINK         a permalink, or what follows its #
  -experiment NAME   an analysis in place of the test; list lists them
  -json, -csv, -bug  print the result in this form; -bug: as a bug report
  -params            print the table of parameters as Markdown
  -licences          print what this command is made of, and the licences
  -workers N         how many goroutines work; 0 is one for each processor

Exit status: 0 ran, 1 violation found at the tested ε, 2 bad input, 3 the run failed.

Laboratories:`)
	for _, x := range c.labs {
		a := x.About()
		fmt.Fprintf(c.out, "  %-12s %s\n", a.Name, a.Lead)
	}
	fmt.Fprintf(c.out, "\nParameters of %s:\n", l.About().Name)
	t := l.Params()
	for i := range t {
		p := &t[i]
		fmt.Fprintf(c.out, "  -%-12s %s: %s; by default %s\n", p.Name, p.Title(), p.Accepts(), standard(p))
	}
}

func (c *command) list(l lab.Laboratory) {
	w := 0
	for _, a := range lab.Experiments(l) {
		w = max(w, len(a.Name))
	}
	for _, a := range lab.Experiments(l) {
		fmt.Fprintf(c.out, "%-*s  %s: %s\n", w, a.Name, a.Title, a.Lead)
	}
}

// standard is a parameter's default as a person writes it.
func standard(p *lab.Param) string {
	text := lab.Table{*p}.Defaults("").Show(p.Name)
	if text == "" {
		return "empty"
	}
	return text
}
