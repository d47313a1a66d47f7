package samples

import (
	"strconv"

	"indistinct/core/lab"
	"indistinct/core/lang"
	"indistinct/core/table"
	"indistinct/ui/page/laboratory"
	"indistinct/ui/page/state"
)

// Samples are the fields and what the files hold.
type Samples struct {
	M *state.Model
	F *Feature
	D *laboratory.State
	S *Files
}

// preview is what is known of the columns; nil: nothing.
func (c *Samples) preview() *table.Preview {
	if o := c.S; o.Seen != nil && len(o.List()) > 0 {
		return o.Seen.Preview
	}
	return nil
}

// whole reports whether a file stands alone, and may hold both inputs.
func (c *Samples) whole() bool {
	p := c.preview()
	return p != nil && len(c.S.List()) == 1 && len(p.Columns) > 1
}

// choose takes the role of a column, or where at is −1 the column that says which input.
func (c *Samples) choose(at int, value string) {
	c.F.choose(c.D, func(o *Files) {
		if n, err := strconv.Atoi(value); err == nil && at < 0 {
			o.By(n)
		} else if err == nil {
			o.Give(at, Role(n))
		}
	})
}

// score says whether the files hold canary scores.
func (c *Samples) score() {
	c.F.choose(c.D, func(o *Files) {
		o.Scores = !o.Scores
		o.Choose(o.Roles)
	})
}

// example offers the scores of a model that remembers.
func (c *Samples) example() {
	c.S.Drop()
	c.S.Scores = true
	c.M.Emit(state.Event{Kind: state.File, Name: sampleSlots[0], File: lab.File{Name: "remembers.csv", Size: 1,
		Key: table.Example}})
}

// note says of a column what it holds, or why it is left out.
func (c *Samples) note(at int) lang.Message {
	switch q := c.preview().Columns[at]; {
	case c.S.Role(at) == Which:
		return lang.Say("samples.which")
	case q.Why != "":
		return q.Why
	default:
		return q.Kind
	}
}

// reals tests the files with their numbers taken for real ones.
func (c *Samples) reals() {
	c.S.Reals = true
	c.F.Test()
}

// asks is what is wrong with the claim, or asks for one.
func (c *Samples) asks() lang.Message { _, say := c.S.Spec(c.D); return say }

// notions is the parameter that says which notion is claimed; its first choice is a program's own.
func (c *Samples) notions() *lab.Param { return c.D.Table.Find("asks") }

// flag is a switch of how files are tested.
type flag struct {
	id, text string
	on       *bool
}

// flags are those that the files have.
func (o *Files) flags() []flag {
	lower := flag{"sample-lower", "samples.lower", &o.Lower}
	switch {
	case !o.Scores:
		return []flag{{"sample-sequential", "samples.sequential", &o.Bets}}
	case o.Family():
		return []flag{lower, {"sample-alone", "samples.alone", &o.Alone}}
	}
	return []flag{lower}
}

// verb says what is tested.
func (c *Samples) verb() lang.Message {
	s, say := c.S.Spec(c.D)
	switch eps, delta := s.Float(laboratory.EpsilonName), s.Float("delta"); {
	case say != "":
		return lang.Say("samples.test")
	case c.S.Family():
		return lang.Say("samples.test.claim", "claim", s.Curved(nil).Say())
	case delta > 0:
		return lang.Say("samples.test.delta", "eps", eps, "delta", delta)
	default:
		return lang.Say("samples.test.eps", "eps", eps)
	}
}

// stale reports whether the claim has changed since the test.
func (c *Samples) stale() bool {
	s, _ := c.S.Spec(c.D)
	return !c.S.Tested.Equal(s) || c.S.scored != [2]bool{c.S.Lower, c.S.Alone}
}

// save downloads what the test found: hashes and counts.
func (c *Samples) save() {
	if found := c.S.Found; found != nil && found.Report != nil {
		c.M.Host.Download("indistinct-samples.json", "application/json", string(found.Report))
	}
}
