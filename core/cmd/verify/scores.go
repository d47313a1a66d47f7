package main

import (
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"

	"indistinct/core/audit"
	"indistinct/core/labs/workshop/samples"
	"indistinct/core/lang"
	"indistinct/core/privacy"
	"indistinct/core/read"
	"indistinct/core/table"
	"indistinct/core/tell"
)

// scores tests the canary scores of one training run and returns the exit status.
func (c *command) scores(args []string) int {
	files, ask, set, asJSON, err := c.scoreFlags(args)
	switch {
	case errors.Is(err, flag.ErrHelp):
		c.usage(c.labs.Find(c.home))
		return ran
	case err != nil:
		return c.bad(lang.Of(err))
	}
	opened, err := c.opened(files, read.OpenScores)
	var s *read.Scores
	if err == nil {
		s, err = read.ReadScores(opened, ask)
	}
	var r *samples.ScoreReport
	if err == nil {
		r, err = samples.JudgeScores(s, set)
	}
	if err != nil {
		return c.bad(lang.Of(err))
	}
	if asJSON {
		data, err := json.Marshal(r)
		if err == nil {
			err = writeJSON(c.out, data)
		}
		if err != nil {
			return c.fail(lang.Say("verify.unwritten", "why", err))
		}
	} else {
		p := c.printer()
		fmt.Fprintf(c.out, "%s\n\n", c.say.Say(tell.Verdict(r.Verdict)))
		p.sheet(*r.Sheet())
		for i, f := range r.Sources {
			if i == 0 || f.SHA256 != r.Sources[0].SHA256 {
				fmt.Fprintf(c.out, "  SHA-256 %s\n", f.SHA256)
			}
		}
		p.head(lang.Say("verify.same"))
		fmt.Fprintln(c.out, "verify "+quoteAll(args))
	}
	if r.Verdict == audit.Violation {
		return violation
	}
	return ran
}

// scoreFlags reads the arguments.
func (c *command) scoreFlags(args []string) (files []string, ask table.Ask, set samples.ScoreSettings, asJSON bool,
	err error) {
	files, rest := filesAfter(args, "scores")
	fs := flag.NewFlagSet("verify", flag.ContinueOnError)
	fs.SetOutput(io.Discard)
	fs.StringVar(&ask.By, "column", "", "")
	fs.Var((*listFlag)(&ask.Columns), "columns", "")
	fs.Float64Var(&set.Claim.Epsilon, "eps", 0, "")
	fs.Float64Var(&set.Delta, "delta", 1e-5, "")
	for _, d := range privacy.Notions {
		fs.Float64(d.Param, 0, "")
	}
	fs.Float64Var(&set.Alpha, "alpha", 0.05, "")
	fs.BoolVar(&set.Independent, "independent", false, "")
	fs.BoolVar(&set.Lower, "lower", false, "")
	fs.IntVar(&set.Guesses, "guesses", 0, "")
	fs.Uint64Var(&set.Seed, "seed", 1, "")
	fs.BoolVar(&asJSON, "json", false, "")
	text := fs.Bool("text", false, "")
	fs.String("lang", "", "") // see language
	typed(fs, c.say)
	if err := fs.Parse(rest); err != nil {
		return files, ask, set, asJSON, misread(err, fs, nil, "")
	}
	given := map[string]bool{}
	fs.Visit(func(f *flag.Flag) { given[f.Name] = true })
	for _, d := range privacy.Notions {
		if given[d.Param] {
			set.Claim.Notion = d.Name
			set.Claim.Value = fs.Lookup(d.Param).Value.(flag.Getter).Get().(float64)
		}
	}
	if !set.Claim.Curved() {
		if !given["delta"] {
			set.Delta = 0
		}
		set.Claim.Delta = set.Delta
	}
	switch claims := claimed(given); {
	case fs.NArg() > 0:
		err = unexpected(fs, rest, "verify.own.word")
	case len(files) == 0:
		err = lang.Errorf("verify.scores.file")
	case asJSON && *text:
		err = lang.Errorf("verify.both.form")
	case len(claims) > 1:
		err = lang.Errorf("verify.claims")
	case len(claims) == 0:
		err = lang.Errorf("verify.scores.claim")
	case !(set.Alpha > 0 && set.Alpha < 0.5):
		err = lang.Errorf("verify.scores.alpha")
	case !(set.Delta >= 0 && set.Delta < 1) || set.Claim.Curved() && set.Delta == 0:
		err = lang.Errorf("verify.scores.delta")
	case set.Independent && given["guesses"]:
		err = lang.Errorf("verify.scores.rank")
	}
	return files, ask, set, asJSON, err
}
