package main

import (
	"fmt"

	"indistinct/core/labs/workshop/samples"
	"indistinct/core/lang"
	"indistinct/core/read"
	"indistinct/core/tell"
)

// scores tests the canary scores of one training run.
func (c *command) scores(o *ownOptions) (*samples.ScoreReport, error) {
	files, err := c.opened(o.files, read.OpenScores)
	if err != nil {
		return nil, err
	}
	s, err := read.ReadScores(files, o.ask)
	if err != nil {
		return nil, err
	}
	return samples.JudgeScores(s, *o.scores)
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
	p.head(lang.Say("verify.same"))
	fmt.Fprintln(p.w, again)
}
