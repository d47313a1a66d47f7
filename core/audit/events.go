package audit

import (
	"indistinct/core/curve"
	"indistinct/core/event"
	"indistinct/core/learn"
	"indistinct/core/mechanism"
	"indistinct/core/paper"
	"indistinct/core/stat"
)

// The stronger test's events. Where releases hold words (mechanism.Worded), or their
// representation is looked at, they are rules of package learn; the paper's test, which
// knows numbers alone, sees words as their place in the mechanism's list.

// rules returns the events on releases that may hold words, and what the proven curve
// counts; nil for other mechanisms.
func (a *asker) rules(sample mechanism.Sample) ([]event.Event, *curve.Levels) {
	if _, ok := a.j.m.(mechanism.Worded); !ok && !a.j.set.Bits {
		return nil, nil
	}
	opt := a.j.options(func() { a.part("work.choosing", stageChoose, 0.05) })
	events := learn.RuleEvents(sample, opt, a.j.set.Aim())
	return events, a.j.levels(sample, events)
}

// candidates are the stronger test's events on releases of numbers, and what the
// proven curve counts.
func (a *asker) candidates(sample mechanism.Sample, cover *paper.Cover) ([]event.Event, *curve.Levels) {
	events := learn.Candidates(sample, cover, a.j.set.Aim(), func(share float64) {
		a.part("work.choosing", stageChoose, share)
	})
	a.part("work.choosing", stageChoose, 0.05)
	return events, a.j.levels(sample, events)
}

// levels returns what the proven curve counts, from the first of the events that
// has a score; nil where there is none or no curve is asked for.
func (j *Job) levels(sample mechanism.Sample, events []event.Event) *curve.Levels {
	if j.set.Brief && j.set.Claim.Notion == "" {
		return nil
	}
	return curve.NewLevels(sample, events)
}

// options are what the test may be expected to prove with its releases.
func (j *Job) options(pause func()) learn.Options {
	set := j.set
	m := float64(set.M)
	if set.Sequential {
		m = float64(set.MaxM)
	}
	opt := learn.Options{Rounds: learn.MostRounds, Pause: pause, Words: mechanism.Words(j.m), Bits: set.Bits,
		Expected: func(p1, p2 float64) float64 { return stat.ExpectedBound(p1, p2, m, set.Delta, set.Alpha) }}
	if !set.Learn {
		opt.Rounds = 0
	}
	return opt
}
