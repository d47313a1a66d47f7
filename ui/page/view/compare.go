package view

import (
	"indistinct/core/audit"
	"indistinct/core/lab"
	"indistinct/core/sheet"
	"indistinct/ui/chart"
	"indistinct/ui/page/control"
	"indistinct/ui/page/laboratory"
	"indistinct/ui/page/state"
)

// Compare lists run A beside run B.
type Compare struct {
	M *state.Model
	D *laboratory.State
}

// line is one row of the comparison.
type line struct{ Name, A, B string }

func (c *Compare) lines() []line {
	var out []line
	for _, f := range c.D.Differences() {
		out = append(out, line(f))
	}
	a, b := c.D.A.Report, c.D.Second()
	if a == nil {
		return append(out, line{"Verdict", "runs with Run test", "–"})
	}
	add := func(name string, f func(r *lab.Report) string) {
		l := line{name, f(a), "–"}
		if b != nil {
			l.B = f(b)
		}
		out = append(out, l)
	}
	add("Verdict", func(r *lab.Report) string { return string(r.Verdict) })
	add("Proven from releases: ε ≥", func(r *lab.Report) string { return r.Proven() })
	add("Paper's rule: ε_c", func(r *lab.Report) string { return control.Short(float64(r.EpsilonC)) })
	add("Exact ε", func(r *lab.Report) string {
		for _, e := range epsilons(r) {
			if e.Shape == chart.Diamond {
				return e.Text
			}
		}
		return "–"
	})
	add("Inside the event: record, neighbour", func(r *lab.Report) string {
		n := r.Strong.Count
		if n.N == 0 || r.Pending == audit.PendingReleases {
			return "–"
		}
		s := sheet.Group(n.C1) + ", " + sheet.Group(n.C2) + " of " + sheet.Group(n.N)
		if r.Strong.Event.Opposite != nil {
			s += "; its opposite: " + sheet.Group(n.O1) + ", " + sheet.Group(n.O2)
		}
		return s
	})
	return out
}
