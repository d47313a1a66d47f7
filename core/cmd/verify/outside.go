package main

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strconv"
	"strings"
	"time"

	"indistinct/core/audit"
	"indistinct/core/lab"
	"indistinct/core/labs/workshop/samples"
	"indistinct/core/lang"
	"indistinct/core/privacy"
	"indistinct/core/read"
	"indistinct/core/table"
)

// Releases that were drawn elsewhere: in files, canary scores among them, or by two programs that print a
// release a line.

// ownOptions are what is asked of two commands.
type ownOptions struct {
	a, b     string
	ask      table.Ask
	set      audit.Settings
	patience time.Duration
	workers  int  // copies of each command
	failures bool // a release that fails counts as one
	cluster  clusterFlags
	audit    [][2]string // tells audits of the same commands apart
}

// mostWorkers is how many copies of a command may run at once.
const mostWorkers = 256

// outside tests them by s, a Spec of samples.Lab, and returns the exit status; args are all arguments.
func (c *command) outside(ctx context.Context, s lab.Spec, o *options, args []string) int {
	if s.Flag("seq") && !o.given["m"] {
		s = s.Set(o.params, "m", min(s.Float("m"), s.Float("maxm")))
	}
	ask := table.Ask{By: o.text("column"), Columns: slices.Concat(o.lists["columns"]...),
		Without: slices.Concat(o.lists["without"]...), Scores: s.Text("mech") == samples.Scores,
		Lower: s.Flag("lower"), Independent: s.Flag("independent"), Guesses: s.Int("guesses")}
	for _, names := range o.lists["pair"] {
		ask.Pairs = append(ask.Pairs, [2]string(names))
	}
	set := samples.Settings(s)
	if err := set.Check(); err != nil {
		return c.bad(lang.Of(err))
	}
	found := &lab.Sampled{}
	var err error
	fail := c.fail
	if len(o.files) > 0 {
		fail = c.bad
		var files []lab.File
		if files, err = c.opened(o.files); err == nil {
			found, err = samples.Test(s, files, ask, true, nil)
		}
	} else {
		test := (*command).programs
		if o.cluster.URL != "" {
			test = queue.programs
		}
		var j *samples.Judgement
		j, err = test(c, ctx, &ownOptions{o.text("a"), o.text("b"), ask, set, value[time.Duration](o, "patience"),
			max(value[int](o, "workers"), 1), o.on("count-failures"), o.cluster,
			[][2]string{{"spec", s.Link(o.params)}, {"ask", fmt.Sprint(ask)}}})
		if err == nil {
			err = samples.Show(j, found)
		}
	}
	switch {
	case errors.Is(err, context.Canceled):
		return c.fail(lang.Say("verify.interrupted"))
	case err != nil:
		return fail(lang.Of(err))
	}
	return c.give(o, found.Verdict, found.Report, func(p printer) { p.found(found, again(args, o.cluster.URL)) })
}

// apart returns what does not go together among the flags of releases that were drawn elsewhere.
func (o *options) apart(s lab.Spec) (err error) {
	for _, d := range privacy.Notions {
		for _, q := range d.Params {
			alone := o.given[q.Name] != o.given[d.Param()]
			err = cmp.Or(err, lang.ErrorIf(alone, "verify.own.given", "flag", q.Name, "claim", d.Param()))
		}
	}
	err = cmp.Or(err,
		lang.ErrorIf(o.at == ofScores && (len(o.files) == 0 || o.given["samples"]), "verify.scores.file"),
		lang.ErrorIf(s.Flag("independent") && o.given["guesses"], "verify.scores.rank"),
		lang.ErrorIf(len(o.files) == 0 && (o.text("a") == "" || o.text("b") == ""), "verify.own.two"))
	for _, names := range o.lists["pair"] {
		err = cmp.Or(err, lang.ErrorIf(len(names) != 2, "verify.own.pair", "got", clip(strings.Join(names, ","))))
	}
	workers := value[int](o, "workers")
	return cmp.Or(err, lang.ErrorIf(o.given["check"], "verify.cluster.unchecked"),
		lang.ErrorIf(o.cluster.URL != "" && o.on("count-failures"), "verify.cluster.own"),
		lang.ErrorIf(o.given["workers"] && (workers < 1 || workers > mostWorkers), "verify.own.workers", "got", workers,
			"most", mostWorkers))
}

func (c *command) opened(names []string) (files []lab.File, err error) {
	for _, name := range names {
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
		files = append(files, lab.File{Name: name, Size: size,
			Open: func() (io.Reader, error) { return bytes.NewReader(data), nil }})
	}
	return files, nil
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
