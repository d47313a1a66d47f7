package state

import (
	"strconv"

	"indistinct/core/lab"
	"indistinct/core/privacy"
	"indistinct/ui/wire"
)

// A program may claim an ε and δ of itself; only who runs it knows them, so that they
// come with a look. A claim that is new in a program which the visitor wrote, pasted or
// opened is what is tested. A link and a preset say for themselves what is tested.

// claimed is what a program claims of itself, as of the last look.
type claimed struct {
	in     string // the program
	budget *privacy.Budget
}

// edited takes note that the visitor has changed the program. whole says that another
// took its place, whose claim counts even where it is the same.
func (d *Laboratory) edited(whole bool) {
	if d.unread = d.Program() != nil; d.unread && whole {
		d.claimed = claimed{}
	}
}

// heard takes what a look at asked says of the program's claim.
func (m *Model) heard(d *Laboratory, asked lab.Spec, l wire.Looked) {
	f := d.Program()
	if f == nil || asked.Text(f.P.Name) != d.Spec.Text(f.P.Name) {
		return // another look is due
	}
	before, unread := d.claimed.budget, d.unread
	if d.unread = false; l.Err == "" {
		d.claimed = claimed{asked.Text(f.P.Name), l.Look.Claim}
		if c := l.Look.Claim; unread && c != nil && (before == nil || *c != *before) {
			m.testClaim(d)
		}
	}
	if d.due {
		if d.due = false; d == m.Front {
			m.Test()
		}
	}
}

// OtherClaim is what the program claims where the test asks something else; nil
// otherwise.
func (d *Laboratory) OtherClaim() *privacy.Budget {
	f, c := d.Program(), d.claimed.budget
	if f == nil || c == nil || d.claimed.in != d.Spec.Text(f.P.Name) || *c == d.Asks() {
		return nil
	}
	return c
}

// Asks is the claim that is tested.
func (d *Laboratory) Asks() privacy.Budget {
	return privacy.Budget{Epsilon: d.Spec.Float(EpsilonName), Delta: d.Spec.Float("delta")}
}

// WithClaim is the Spec with the program's own claim, as far as the table takes it.
func (d *Laboratory) WithClaim(c privacy.Budget) lab.Spec {
	s := d.Spec
	for name, v := range map[string]float64{EpsilonName: c.Epsilon, "delta": c.Delta} {
		if next, err := s.With(d.Table, name, strconv.FormatFloat(v, 'g', -1, 64)); err == nil {
			s = next
		}
	}
	return s
}

// testClaim sets the claim that is tested to the program's own.
func (m *Model) testClaim(d *Laboratory) {
	if c := d.OtherClaim(); c != nil && d.Set(d.WithClaim(*c)) && d == m.Front {
		m.changed()
	}
}

// TestClaim is the button of the strip.
func (m *Model) TestClaim() { m.testClaim(m.Front) }
