package ring

import (
	"cmp"
	"encoding/json"
	"slices"

	"indistinct/core/lab"
	"indistinct/core/labs/ring/figures"
	"indistinct/core/lang"
	"indistinct/core/num"
	"indistinct/core/sheet"
	"indistinct/core/work"
)

// tradeoff compares all mechanisms: what is proven of each against its error, along its dial.
func (m *model) tradeoff() work.Job {
	type arm struct {
		kind  int
		value float64
	}
	var arms []arm
	var specs []lab.Spec
	ds := kinds()
	for i, d := range ds {
		for _, v := range d.values {
			arms = append(arms, arm{i, v})
			specs = append(specs, change(m.Spec, "mech", d.name, d.dial.param, figures.Digits(v), "n", "2000",
				"m", "4000", "seq", "0"))
		}
	}
	return m.evaluation().Sweep(specs, 2, func(of [][]figures.Outcome) (s sheet.Sheet, err error) {
		s.Title, s.Lead, s.Notes = lang.Say("ring.analysis.tradeoff"), lang.Say("ring.tradeoff.lead"),
			[]lang.Message{lang.Say("ring.tradeoff.note")}
		t := s.Table("tradeoff", "ring.tradeoff.table.", "", "mechanism", "setting", "error", "printed", "escape",
			"proven")
		points := make([][][2]float64, len(ds)) // of each mechanism: error and proven ε
		for i, a := range arms {
			if len(of[i]) == 0 {
				continue
			}
			d := &ds[a.kind]
			e, _ := figures.Mean(of[i], "error")
			c, _ := figures.Mean(of[i], "printed")
			b, _ := figures.Mean(of[i], "proven")
			points[a.kind] = append(points[a.kind], [2]float64{e, b})
			t.Add(sheet.Words(d.title()), sheet.Words(d.dial.at(a.value)), sheet.Number(e, 3), sheet.Number(c, 3),
				figures.Cells(of[i], "escape")[0], sheet.Number(b, 3))
		}
		ch := s.Chart("tradeoff_strong", "ring.tradeoff.proven.", errorAxis(), sheet.Axis{})
		for i, at := range points {
			if len(at) == 0 {
				continue
			}
			slices.SortStableFunc(at, func(a, b [2]float64) int { return cmp.Compare(a[0], b[0]) })
			line := ch.Draw(ds[i].title(), ds[i].role, sheet.Line, nil, nil)
			for _, p := range at {
				line.Add(p[0], p[1])
			}
		}
		return s, nil
	})
}

// errorAxis is the axis of the error of a mechanism's releases.
func errorAxis() sheet.Axis {
	return sheet.Axis{Label: lang.Say("ring.tradeoff.error"), Unit: metre, Log: true}
}

// solve finds the dial's value that meets a target error, or a target ε.
func (m *model) solve() (work.Job, error) {
	d := m.offer.dial
	goal, target := m.Spec.Text("goal"), m.Spec.Float("target")
	lo, hi := d.lo, d.hi
	// One audit is one worker's piece: in a browser a worker that says nothing for half a minute is
	// taken for dead.
	if err := m.Affordable(m.Mech, 1000+2*2000+2*4000, 6e6); err != nil {
		return nil, err
	}
	const points = 24
	at := func(u float64) float64 {
		if d.log {
			return num.Exp(num.Log(lo) + u*(num.Log(hi)-num.Log(lo)))
		}
		// Finer towards 1, where the noise vanishes.
		return 1 - (1-lo)*num.Exp(u*num.Log((1-hi)/(1-lo)))
	}
	var specs []lab.Spec
	var values []float64
	for i := range points {
		values = append(values, at((float64(i)+0.5)/points))
		specs = append(specs, change(m.Spec, d.param, figures.Digits(values[i]), "n", "2000", "m", "4000", "seq", "0",
			"sched", ""))
	}
	return m.evaluation().Audits("work.sweeping", specs, func(done []figures.Outcome) (s sheet.Sheet, err error) {
		p, x, y := d.in(), values[:len(done)], []float64{} // y is what is searched for
		along := sheet.Axis{Label: p.Title(), Log: d.log}
		for _, c := range []struct {
			id, goal, column string
			axis             sheet.Axis
		}{
			{"error", "error", "error", errorAxis()},
			{"bound", "epsilon", "proven", sheet.Axis{Label: lang.Say("ring.tradeoff.proven.y")}},
		} {
			ch := s.Chart("solve_"+c.id, "ring.solve."+c.column+".", along, c.axis)
			ch.Title = lang.Say("ring.solve."+c.column+".title", "symbol", p.Symbol)
			line := ch.Draw(m.offer.title(), m.offer.role, sheet.Line, sheet.Reals(x),
				sheet.Each(done, func(o figures.Outcome) sheet.Real { return o.Of[c.column] }))
			if c.goal == goal {
				ch.MarkY(lang.Say("ring.solve.target"), sheet.Leak, target)
				y = sheet.Floats(line.Y)
			}
		}
		s.Title, s.Notes = lang.Say("ring.analysis.solve"), []lang.Message{lang.Say("ring.solve.note")}
		if len(x) < points {
			s.Lead = lang.Say("ring.solve.running", "done", len(x), "all", points)
			return s, nil
		}
		for i := range points - 1 {
			a, c := y[i], y[i+1]
			if a != c && (a-target)*(c-target) <= 0 {
				w := (target - a) / (c - a)
				next := m.Spec.Set(Lab{}.Params(), d.param, x[i]+w*(x[i+1]-x[i]))
				s.Lead = lang.Say("ring.solve.found", "symbol", p.Symbol, "value", next.Float(d.param), "goal", goal,
					"target", target)
				s.Found, err = json.Marshal(next)
				return s, err
			}
		}
		s.Lead = lang.Say("ring.solve.none", "symbol", p.Symbol, "from", x[0], "to", x[points-1], "goal", goal,
			"target", target, "first", y[0], "last", y[points-1])
		return s, nil
	}), nil
}
