package view

import (
	"strconv"

	"indistinct/core/lang"
	"indistinct/core/table"
	"indistinct/ui/page/laboratory"
	"indistinct/ui/page/state"
)

// Samples tests releases that were drawn elsewhere, from the visitor's files.
type Samples struct {
	M *state.Model
	D *laboratory.State
}

// preview is what is known of the columns; nil: nothing.
func (c *Samples) preview() *table.Preview {
	if o := &c.D.Samples; o.Seen != nil && len(o.List()) > 0 {
		return o.Seen.Preview
	}
	return nil
}

// whole reports whether a file stands alone, and may hold both inputs.
func (c *Samples) whole() bool {
	p := c.preview()
	return p != nil && len(c.D.Samples.List()) == 1 && len(p.Columns) > 1
}

// choose takes the role of a column, or where at is −1 the column that says which input.
func (c *Samples) choose(at int, value string) {
	c.M.SampleColumns(func(o *laboratory.SampleFiles) {
		if n, err := strconv.Atoi(value); err == nil && at < 0 {
			o.By(n)
		} else if err == nil {
			o.Give(at, laboratory.Role(n))
		}
	})
}

// note says of a column what it holds, or why it is left out.
func (c *Samples) note(at int) lang.Message {
	switch q := c.preview().Columns[at]; {
	case c.D.Samples.Role(at) == laboratory.Which:
		return lang.Say("page.samples.which")
	case q.Why != "":
		return q.Why
	default:
		return q.Kind
	}
}

// claimed is the label of a field of the claim.
func (c *Samples) claimed(id string) string { return c.M.Rich(lang.Say(id)) }

// reals tests the files with their numbers taken for real ones.
func (c *Samples) reals() {
	c.D.Samples.Reals = true
	c.M.Sample()
}

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
