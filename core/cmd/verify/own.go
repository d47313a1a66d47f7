package main

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"slices"
	"strconv"
	"strings"
	"time"

	"indistinct/core/audit"
	"indistinct/core/labs/workshop/samples"
	"indistinct/core/lang"
	"indistinct/core/mechanism"
	"indistinct/core/privacy"
	"indistinct/core/read"
	"indistinct/core/table"
	"indistinct/core/tell"
)

// A visitor's own mechanism, outside any laboratory: samples in files, or two
// programs that print a release a line.

// ownOptions are the flags of both.
type ownOptions struct {
	a, b     string
	files    []string
	scores   *samples.ScoreSettings // the files hold canary scores of one training run; nil: releases
	ask      table.Ask
	set      audit.Settings
	json     bool
	patience time.Duration
	workers  int  // copies of each command
	failures bool // a release that fails counts as one
	cluster  clusterFlags
	audit    [][2]string // the flags that say which audit it is, and their values
}

// mostWorkers is how many copies of a command may run at once.
const mostWorkers = 256

// own runs it and returns the exit status.
func (c *command) own(ctx context.Context, args []string) int {
	o, err := ownFlags(args, c.say)
	if errors.Is(err, flag.ErrHelp) {
		c.usage(c.labs.Find(c.home))
		return ran
	}
	if err != nil {
		return c.bad(lang.Of(err))
	}
	var j *samples.Judgement
	var r *samples.ScoreReport
	switch {
	case o.scores != nil:
		r, err = c.scores(o)
	case len(o.files) > 0:
		j, err = c.samples(o)
	case o.cluster.URL != "":
		j, err = c.programsAway(ctx, o)
	default:
		j, err = c.programs(ctx, o)
	}
	switch {
	case errors.Is(err, context.Canceled):
		return c.fail(lang.Say("verify.interrupted"))
	case err != nil && len(o.files) > 0:
		return c.bad(lang.Of(err))
	case err != nil:
		return c.fail(lang.Of(err))
	}
	again := "verify " + quoteAll(hide(args))
	var found any = r
	var verdict audit.Verdict
	if r != nil {
		verdict = r.Verdict
	} else {
		found, verdict = j, j.Verdict
	}
	switch {
	case o.json:
		data, err := json.Marshal(found)
		if err == nil {
			err = writeJSON(c.out, data)
		}
		if err != nil {
			return c.fail(lang.Say("verify.unwritten", "why", err))
		}
	case r != nil:
		c.printer().scores(r, again)
	default:
		c.printer().judgement(j, again)
	}
	if verdict == audit.Violation {
		return violation
	}
	return ran
}

// filesAfter returns the files, two at most, that follow a flag as words, and the other arguments.
func filesAfter(args []string, flag string) (files, rest []string) {
	for i := 0; i < len(args); i++ {
		name, file, has := strings.Cut(strings.TrimLeft(args[i], "-"), "=")
		if !strings.HasPrefix(args[i], "-") || name != flag {
			rest = append(rest, args[i])
			continue
		}
		if has {
			files = append(files, file)
		}
		for len(files) < 2 && i+1 < len(args) && (args[i+1] == "-" || !strings.HasPrefix(args[i+1], "-")) {
			i++
			files = append(files, args[i])
		}
	}
	return files, rest
}

// ownFlags reads the arguments; files may follow -samples as two words.
func ownFlags(args []string, l *lang.Language) (*ownOptions, error) {
	o := &ownOptions{}
	files, rest := filesAfter(args, "samples")
	scores, rest := filesAfter(rest, "scores")
	o.files = append(files, scores...)
	set := &samples.ScoreSettings{}
	fs := newFlags()
	fs.StringVar(&o.a, "a", "", "")
	fs.StringVar(&o.b, "b", "", "")
	fs.StringVar(&o.ask.By, "column", "", "")
	fs.Var((*listFlag)(&o.ask.Columns), "columns", "")
	fs.Var((*listFlag)(&o.ask.Without), "without", "")
	unpaired := ""
	fs.Func("pair", "", func(text string) error {
		var names listFlag
		if names.Set(text); len(names) == 2 {
			o.ask.Pairs = append(o.ask.Pairs, [2]string(names))
		} else {
			unpaired = text
		}
		return nil
	})
	fs.Float64Var(&o.set.Epsilon, "eps", 0, "")
	fs.Float64Var(&o.set.Delta, "delta", 0, "")
	for _, d := range privacy.Notions {
		for _, q := range d.Params {
			fs.Float64(q.Name, q.Default, "")
		}
	}
	fs.Float64Var(&o.set.Alpha, "alpha", 0.05, "")
	fs.IntVar(&o.set.N, "n", 10000, "")
	fs.IntVar(&o.set.M, "m", 20000, "")
	fs.BoolVar(&o.set.Sequential, "sequential", false, "")
	fs.IntVar(&o.set.MaxM, "maxm", 2000000, "")
	fs.BoolVar(&o.set.Bits, "bits", true, "")
	fs.Uint64Var(&o.set.Seed, "seed", 1, "")
	fs.BoolVar(&set.Independent, "independent", false, "")
	fs.BoolVar(&set.Lower, "lower", false, "")
	fs.IntVar(&set.Guesses, "guesses", 0, "")
	group := fs.Int("group", 1, "")
	fs.String("pairs", "", "") // refused by a sentence of its own
	fs.DurationVar(&o.patience, "patience", 30*time.Second, "")
	fs.IntVar(&o.workers, "workers", 1, "")
	fs.BoolVar(&o.failures, "count-failures", false, "")
	o.cluster.ask(fs)
	fs.BoolVar(&o.json, "json", false, "")
	typed(fs, l)
	if err := fs.Parse(rest); err != nil {
		return nil, misread(err, fs, nil, "")
	}
	given := given(fs)
	claims := claimed(given)
	for _, d := range privacy.Notions {
		var params []float64
		for _, q := range d.Params {
			params = append(params, fs.Lookup(q.Name).Value.(flag.Getter).Get().(float64))
			if given[q.Name] != given[d.Param()] {
				return nil, lang.Errorf("verify.own.given", "flag", q.Name, "claim", d.Param())
			}
		}
		if given[d.Param()] && !o.set.Claim.Curved() {
			o.set.Claim = d.Claim(params)
		}
	}
	if o.set.Sequential && !given["m"] {
		o.set.M = min(o.set.M, o.set.MaxM)
	}
	o.set.Beta, o.set.Gamma, o.set.Grid = 0.05, 1e-9, 1
	err := cmp.Or(o.set.Check(), foreign(given, hasFlag(args, "scores")), o.cluster.check(given))
	if len(scores) > 0 {
		o.scores = set
		set.Claim, set.Delta, set.Alpha, set.Seed = o.set.Claim, o.set.Delta, o.set.Alpha, o.set.Seed
		if !set.Claim.Curved() {
			set.Claim.Budget = privacy.Budget{Epsilon: o.set.Epsilon, Delta: o.set.Delta}
		}
	}
	fs.VisitAll(func(f *flag.Flag) {
		how := []string{"column", "pair", "patience", "workers", "lang", "json"}
		if !slices.Contains(how, f.Name) && !slices.Contains(clusterNames, f.Name) {
			o.audit = append(o.audit, [2]string{f.Name, f.Value.String()})
		}
	})
	switch {
	case fs.NArg() > 0:
		return nil, unexpected(fs, rest, "verify.own.word")
	case err != nil:
		return nil, err
	case len(o.files) > 0 && (o.a != "" || o.b != ""):
		return nil, lang.Errorf("verify.own.both")
	case hasFlag(args, "scores") && (len(scores) == 0 || len(files) > 0):
		return nil, lang.Errorf("verify.scores.file")
	case set.Independent && given["guesses"]:
		return nil, lang.Errorf("verify.scores.rank")
	case len(o.files) == 0 && (o.a == "" || o.b == ""):
		return nil, lang.Errorf("verify.own.two")
	case unpaired != "":
		return nil, lang.Errorf("verify.own.pair", "got", clip(unpaired))
	case len(o.files) == 0 && (given["column"] || given["pair"]):
		return nil, lang.Errorf("verify.own.columns")
	case len(claims) > 1:
		return nil, lang.Errorf("verify.claims")
	case len(claims) == 0:
		return nil, lang.Errorf("verify.own.claim")
	case given["pairs"]:
		return nil, lang.Errorf("verify.own.pairs")
	case *group < 1 || *group > mostGroup:
		return nil, lang.Errorf("verify.own.group", "got", *group, "most", mostGroup)
	case o.set.N < 50 || o.set.N > mostChoosing:
		return nil, lang.Errorf("verify.own.n", "got", o.set.N, "most", mostChoosing)
	case given["check"]:
		return nil, lang.Errorf("verify.cluster.unchecked")
	case o.cluster.URL != "" && (len(o.files) > 0 || o.failures):
		return nil, lang.Errorf("verify.cluster.own")
	case len(o.files) > 0 && (given["workers"] || o.failures):
		return nil, lang.Errorf("verify.own.files")
	case o.workers < 1 || o.workers > mostWorkers:
		return nil, lang.Errorf("verify.own.workers", "got", o.workers, "most", mostWorkers)
	case o.patience <= 0:
		return nil, lang.Errorf("verify.own.patience")
	}
	if *group > 1 {
		o.set = o.set.Grouped(*group)
	}
	return o, o.set.Check()
}

// foreign refuses flags of releases beside scores, and of scores beside releases.
func foreign(given map[string]bool, scores bool) error {
	not := []string{"independent", "lower", "guesses"}
	if scores {
		not = append([]string{"without", "n", "m", "sequential", "maxm", "bits", "group", "patience", "workers",
			"count-failures"}, clusterNames...)
	}
	for _, name := range not {
		if given[name] {
			return lang.Errorf("verify.scores.flag", "flag", "-"+name, "scores", strconv.FormatBool(scores))
		}
	}
	return nil
}

// mostGroup is the most records in which two inputs may differ.
const mostGroup = 1000

// listFlag are names that are separated by commas, of one flag or of several.
type listFlag []string

// Set implements flag.Value.
func (l *listFlag) Set(text string) error {
	for _, s := range strings.Split(text, ",") {
		*l = append(*l, strings.TrimSpace(s))
	}
	return nil
}

func (l *listFlag) String() string { return strings.Join(*l, ",") }

// samples tests files.
func (c *command) samples(o *ownOptions) (*samples.Judgement, error) {
	files, err := c.opened(o)
	if err != nil {
		return nil, err
	}
	rows, err := read.Both(files, o.ask)
	if err != nil {
		return nil, err
	}
	return samples.JudgeFiles(rows, o.set, nil)
}

// opened reads the files.
func (c *command) opened(o *ownOptions) (files []*read.File, err error) {
	for _, name := range o.files {
		var data []byte
		size := int64(0)
		if about, err := os.Stat(name); err == nil {
			size = about.Size()
		}
		if size <= read.MostBytes { // another is refused by its size
			if data, err = c.bytes(name, read.MostBytes); err != nil {
				return nil, err
			}
			size = max(size, int64(len(data)))
		}
		open := func() (io.Reader, error) { return bytes.NewReader(data), nil }
		f, err := read.Open(name, size, o.scores != nil, open)
		if err != nil {
			return nil, err
		}
		files = append(files, f)
	}
	return files, nil
}

// scores tests the canary scores of one training run.
func (c *command) scores(o *ownOptions) (*samples.ScoreReport, error) {
	files, err := c.opened(o)
	if err != nil {
		return nil, err
	}
	s, err := read.ReadScores(files, o.ask)
	if err != nil {
		return nil, err
	}
	return samples.JudgeScores(s, *o.scores)
}

// mostChoosing is the largest -n: so many lines are kept in memory.
const mostChoosing = 1_000_000

// judgement prints a judgement for people.
func (p printer) judgement(j *samples.Judgement, again string) {
	r := &j.Report
	for _, s := range j.Sources {
		p.para("", s.Read)
	}
	fmt.Fprintf(p.w, "\n%s\n\n", p.say.Say(tell.Verdict(r.Verdict)))
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
	if r.Telling() {
		rows = append(rows, []string{p.say.Text("verify.own.event"), p.say.Say(b.Event.Name)},
			[]string{p.say.Text("verify.own.counts"), counts(b.Count.C1, b.Count.C2)})
	}
	if o := b.Event.Opposite; o != nil && r.Telling() {
		rows = append(rows, []string{p.say.Text("verify.own.opposite"), p.say.Say(o.Name)},
			[]string{p.say.Text("verify.own.counts"), counts(b.Count.O1, b.Count.O2)})
	}
	p.align(append(rows, p.evidence(r)...))
	if r.Curved != nil {
		for _, m := range tell.Meaning(r) {
			p.para("· ", m)
		}
	}
	p.para("", j.Split)
	p.para("", tell.Representation(r))
	p.para("", tell.How(r, b))
	p.end(r.Warnings, again)
}

// scores prints what they show.
func (p printer) scores(r *samples.ScoreReport, again string) {
	fmt.Fprintf(p.w, "%s\n\n", p.say.Say(tell.Verdict(r.Verdict)))
	p.sheet(*r.Sheet())
	for i, f := range r.Sources {
		if i == 0 || f.SHA256 != r.Sources[0].SHA256 {
			fmt.Fprintf(p.w, "  SHA-256 %s\n", f.SHA256)
		}
	}
	p.end(nil, again)
}

// quoteAll writes arguments for a shell.
func quoteAll(args []string) string {
	out := make([]string, len(args))
	for i, a := range args {
		if out[i] = a; a == "" || strings.Trim(a,
			"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_./=,:") != "" {
			out[i] = "'" + strings.ReplaceAll(a, "'", `'\''`) + "'"
		}
		if strings.ContainsFunc(a, unseen) {
			said := strconv.QuoteToGraphic(a)
			out[i] = "$'" + strings.ReplaceAll(said[1:len(said)-1], "'", `\'`) + "'"
		}
	}
	return strings.Join(out, " ")
}
