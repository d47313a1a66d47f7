package view

import (
	"indistinct/core/lang"
	"indistinct/ui/page/laboratory"
	"indistinct/ui/page/state"
)

// Samples tests releases that were drawn elsewhere, from the visitor's files.
type Samples struct {
	M *state.Model
	D *laboratory.State
}

// columns are those of a file that stands alone.
func (c *Samples) columns() []string {
	o := &c.D.Samples
	if len(o.List()) != 1 {
		return nil
	}
	for _, r := range o.Read {
		if r != nil {
			return r.Columns
		}
	}
	return nil
}

// held says what each file holds.
func (c *Samples) held() (out []lang.Message) {
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
// reals tests the files with their numbers taken for real ones.
func (c *Samples) reals() {
	c.D.Samples.Reals = true
	c.M.Sample()
}

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
