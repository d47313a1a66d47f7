package ring

import (
	"cmp"
	"slices"

	"indistinct/core/lab"
	"indistinct/core/labs/ring/figures"
	"indistinct/core/lang"
	"indistinct/core/sheet"
	"indistinct/core/work"
)

func (m *model) tradeoff() work.Job {
	var arms []figures.Arm
	ds := kinds()
	which := []int{}
	var notes []lang.Message
	for i, d := range ds {
		if d.particles {
			if err := m.auditable(change(m.Spec, "mech", d.name)); err != nil {
				left := lang.Say("ring.tradeoff.left-out", "mech", d.title())
				notes = append(notes, lang.Sentences(left, lang.Of(err)))
				continue
			}
		}
		for _, v := range d.values {
			arms = append(arms, figures.Arm{Name: d.dial.at(v), Spec: change(m.Spec, "mech", d.name, d.dial.param,
				figures.Digits(v), "n", "2000", "m", "4000", "seq", "0")})
			which = append(which, i)
		}
	}
	return m.evaluation().Sweep(arms, 2, false, func(by [][]figures.Outcome) (sheet.Sheet, error) {
		points := make([][][2]sheet.Real, len(ds)) // of each mechanism: error and proven ε
		t := sheet.Table{ID: "tradeoff", Title: lang.Say("ring.tradeoff.table.title"), Columns: []lang.Message{
			lang.Say("ring.tradeoff.column.mechanism"), lang.Say("ring.tradeoff.column.setting"),
			lang.Say("ring.tradeoff.column.error"), lang.Say("ring.tradeoff.column.printed"),
			lang.Say("ring.tradeoff.column.escape"), lang.Say("ring.tradeoff.column.proven")}}
		for i := range arms {
			if len(by[i]) == 0 {
				continue
			}
			d := ds[which[i]]
			e, _ := figures.SpreadOf(by[i], figures.ECorrect)
			c, _ := figures.SpreadOf(by[i], figures.EpsilonC)
			b, _ := figures.SpreadOf(by[i], figures.ProvenEpsilon)
			points[which[i]] = append(points[which[i]], [2]sheet.Real{sheet.Real(e), sheet.Real(b)})
			t.Rows = append(t.Rows, []sheet.Cell{sheet.Words(d.title()), sheet.Words(arms[i].Name),
				sheet.Number(e, 3), sheet.Number(c, 3),
				figures.PlusMinus(by[i], 3, figures.EscapeC), sheet.Number(b, 3)})
		}
		ch := sheet.Chart{ID: "tradeoff_strong", Title: lang.Say("ring.tradeoff.proven.title"),
			X: sheet.Axis{Label: lang.Say("ring.tradeoff.error"), Unit: metre, Log: true},
			Y: sheet.Axis{Label: lang.Say("ring.tradeoff.proven.y")}}
		for i, at := range points {
			if len(at) == 0 {
				continue
			}
			slices.SortStableFunc(at, func(a, b [2]sheet.Real) int { return cmp.Compare(a[0], b[0]) })
			s := sheet.Series{Name: ds[i].title(), Role: ds[i].role, Style: sheet.Line}
			for _, p := range at {
				s.X, s.Y = append(s.X, p[0]), append(s.Y, p[1])
			}
			ch.Series = append(ch.Series, s)
		}
		return sheet.Sheet{Title: lang.Say("ring.analysis.tradeoff"), Lead: lang.Say("ring.tradeoff.lead"),
			Notes:  append([]lang.Message{lang.Say("ring.tradeoff.note")}, notes...),
			Charts: []sheet.Chart{ch}, Tables: []sheet.Table{t}}, nil
	})
}

// auditable refuses mechanisms of which one audit with n = 2,000 and m = 4,000, which is
// one worker's piece, would take some seconds: in a browser a worker that says nothing
// for half a minute is taken for dead.
func (m *model) auditable(s lab.Spec) error {
	o := m.lab.newModel(s, m.Scenario, nil)
	mech, err := o.Build([2][]float64{m.Scenario.Y, m.adjacent})
	if err != nil {
		return err
	}
	return o.Affordable(mech, 1000+2*2000+2*4000, 6e6)
}
