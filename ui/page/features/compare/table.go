package compare

import (
	"indistinct/core/audit"
	"indistinct/core/lab"
	"indistinct/core/lang"
	"indistinct/core/tell"
	"indistinct/ui/page/laboratory"
	"indistinct/ui/page/state"
)

// Table lists run A beside run B.
type Table struct {
	M *state.Model
	F *Feature
	D *laboratory.State
}

// none stands where there is nothing to say.
var none = lang.Verbatim("–")

// lines are the rows of the comparison.
func (c *Table) lines() []laboratory.Difference {
	out := c.D.Differences()
	a, b := c.D.A.Report, c.D.Second()
	if a == nil {
		return append(out, laboratory.Difference{Name: lang.Say("page.verdict"), A: lang.Say("compare.waits"), B: none})
	}
	add := func(name string, f func(r *lab.Report) lang.Message) {
		l := laboratory.Difference{Name: lang.Say(name), A: f(a), B: none}
		if b != nil {
			l.B = f(b)
		}
		out = append(out, l)
	}
	add("page.verdict", func(r *lab.Report) lang.Message { return tell.Verdict(r.Verdict) })
	add("compare.proven", func(r *lab.Report) lang.Message { return lang.Say("page.bound", "bound", r.Proven()) })
	add("compare.exact", func(r *lab.Report) lang.Message {
		switch {
		case r.ExactDelta != nil && r.Delta > 0:
			return lang.Say("page.number", "value", float64(*r.ExactDelta))
		case r.ExactPure != nil:
			return lang.Say("page.number", "value", float64(*r.ExactPure))
		}
		return none
	})
	add("compare.event", func(r *lab.Report) lang.Message {
		n := r.Strong.Count
		switch {
		case n.N == 0 || r.Pending == audit.PendingReleases:
			return none
		case r.Strong.Event.Opposite != nil:
			return lang.Say("compare.counts.opposite", "c1", n.C1, "c2", n.C2, "n", n.N, "o1", n.O1, "o2", n.O2)
		}
		return lang.Say("compare.counts", "c1", n.C1, "c2", n.C2, "n", n.N)
	})
	return out
}
