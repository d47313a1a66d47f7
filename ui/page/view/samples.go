package view

import (
	"slices"

	"indistinct/core/lang"
	"indistinct/core/mechanism"
	"indistinct/core/read"
	"indistinct/ui/page/laboratory"
	"indistinct/ui/page/state"
)

// Samples tests releases that were drawn elsewhere, from the visitor's files.
type Samples struct {
	M *state.Model
	D *laboratory.State
}

// inputs are the ways in which a file that stands alone may hold both inputs: none yet, a
// column that says which, both side by side.
func (c *Samples) inputs() (out []lang.Message) {
	p := c.D.Samples.Preview()
	if len(c.D.Samples.List()) != 1 || p == nil || len(p.Columns) < 2 {
		return nil
	}
	out = append(out, lang.Say("page.samples.choose"))
	for _, q := range p.Columns {
		out = append(out, lang.Verbatim(q.Name))
	}
	return append(out, lang.Say("page.samples.sides"))
}

// input is the place in inputs of what was chosen.
func (c *Samples) input() int {
	o := &c.D.Samples
	all := o.Preview().Columns
	if o.Sides != nil {
		return len(all) + 1
	}
	return 1 + slices.IndexFunc(all, func(q read.PreviewColumn) bool { return q.Name == o.Ask.By })
}

// sides are what a column may be of, where both inputs stand side by side.
var sides = []lang.Message{lang.Say("page.samples.side.none"), mechanism.Record.Say(), mechanism.Adjacent.Say()}

// ticks reports whether a column can be taken and left out by a tick.
func (c *Samples) ticks(q read.PreviewColumn) bool {
	o := &c.D.Samples
	return o.Sides == nil && q.Name != o.Ask.By
}

// note says of a column what it holds, or why it is left out.
func (c *Samples) note(q read.PreviewColumn) lang.Message {
	switch {
	case q.Name == c.D.Samples.Ask.By:
		return lang.Say("page.samples.which")
	case q.Why != "":
		return q.Why
	}
	return q.Kind
}

// held says what each file holds, or what is taken of both.
func (c *Samples) held() (out []lang.Message) {
	if seen := c.D.Samples.Seen; seen != nil {
		return seen.Read
	}
	for _, r := range c.D.Samples.Read {
		if r != nil {
			out = append(out, r.Read...)
		}
	}
	return out
}

// claimed is the label of a field of the claim.
func (c *Samples) claimed(id string) string { return c.M.Rich(lang.Say(id)) }

// asks is what is wrong with the claim, or asks for one.
func (c *Samples) asks() lang.Message { _, say := c.D.SampleSpec(); return say }

// verb says what is tested.
func (c *Samples) verb() lang.Message {
	s, say := c.D.SampleSpec()
	switch eps, delta := s.Float(laboratory.EpsilonName), s.Float("delta"); {
	case say != "":
		return lang.Say("page.samples.test")
	case delta > 0:
		return lang.Say("page.samples.test.delta", "eps", eps, "delta", delta)
	default:
		return lang.Say("page.samples.test.eps", "eps", eps)
	}
}

// stale reports whether the claim has changed since the test.
func (c *Samples) stale() bool {
	s, _ := c.D.SampleSpec()
	return !c.D.Samples.Tested.Equal(s)
}
