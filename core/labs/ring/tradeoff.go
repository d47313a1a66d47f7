package ring

import (
	"cmp"
	"encoding/json"
	"math"
	"slices"

	"indistinct/core/lab"
	"indistinct/core/labs/ring/figures"
	"indistinct/core/lang"
	"indistinct/core/num"
	"indistinct/core/sheet"
	"indistinct/core/work"
)

func (m *model) tradeoff() work.Job {
	var arms []figures.Arm
	ds := kinds()
	which := []int{}
	for i, d := range ds {
		for _, v := range d.values {
			arms = append(arms, figures.Arm{Name: d.dial.at(v), Spec: change(m.Spec, "mech", d.name, d.dial.param,
				figures.Digits(v), "n", "2000", "m", "4000", "seq", "0")})
			which = append(which, i)
		}
	}
	return m.evaluation().Sweep(arms, 2, false, func(by [][]figures.Outcome) (sheet.Sheet, error) {
		points := make([][][2]sheet.Real, len(ds)) // of each mechanism: error and proven ε
		t := sheet.Table{ID: "tradeoff", Title: lang.Say("ring.tradeoff.table.title"), Columns: sheet.Columns(
			"ring.tradeoff.column.", "mechanism", "setting", "error", "printed", "escape", "proven")}
		for i := range arms {
			if len(by[i]) == 0 {
				continue
			}
			d := ds[which[i]]
			e, _ := figures.SpreadOf(by[i], figures.ECorrect)
			c, _ := figures.SpreadOf(by[i], figures.EpsilonC)
			b, _ := figures.SpreadOf(by[i], figures.ProvenEpsilon)
			points[which[i]] = append(points[which[i]], [2]sheet.Real{sheet.Real(e), sheet.Real(b)})
			t.Add(sheet.Words(d.title()), sheet.Words(arms[i].Name), sheet.Number(e, 3), sheet.Number(c, 3),
				figures.PlusMinus(by[i], 3, figures.EscapeC), sheet.Number(b, 3))
		}
		ch := sheet.NewChart("tradeoff_strong", "ring.tradeoff.proven.", errorAxis(), sheet.Axis{})
		for i, at := range points {
			if len(at) == 0 {
				continue
			}
			slices.SortStableFunc(at, func(a, b [2]sheet.Real) int { return cmp.Compare(a[0], b[0]) })
			s := ch.Draw(ds[i].title(), ds[i].role, sheet.Line, nil, nil)
			for _, p := range at {
				s.X, s.Y = append(s.X, p[0]), append(s.Y, p[1])
			}
		}
		return sheet.Sheet{Title: lang.Say("ring.analysis.tradeoff"), Lead: lang.Say("ring.tradeoff.lead"),
			Notes:  []lang.Message{lang.Say("ring.tradeoff.note")},
			Charts: []sheet.Chart{ch}, Tables: []sheet.Table{t}}, nil
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
	var values []sheet.Real
	for i := range points {
		v := at((float64(i) + 0.5) / points)
		specs = append(specs, change(m.Spec, d.param, figures.Digits(v), "n", "2000", "m", "4000", "seq", "0",
			"sched", ""))
		values = append(values, sheet.Real(v))
	}
	return m.evaluation().Audits("work.sweeping", specs, false,
		func(done []figures.Outcome) (sheet.Sheet, error) {
			s := sheet.Sheet{Title: lang.Say("ring.analysis.solve")}
			x, e, b := values[:len(done)], sheet.Each(done, figures.ECorrect), sheet.Each(done, figures.ProvenEpsilon)
			y, k := e, 0
			if goal == "epsilon" {
				y, k = b, 1
			}
			p, line := d.in(), func(y []sheet.Real) []sheet.Series {
				return []sheet.Series{{Name: m.offer.title(), Role: m.offer.role, Style: sheet.Line, X: x, Y: y}}
			}
			along := sheet.Axis{Label: p.Title(), Log: d.log}
			s.Charts = []sheet.Chart{
				{ID: "solve_error", Title: lang.Say("ring.solve.error.title", "symbol", p.Symbol), X: along,
					Y: errorAxis(), Series: line(e)},
				{ID: "solve_bound", Title: lang.Say("ring.solve.proven.title", "symbol", p.Symbol), X: along,
					Y: sheet.Axis{Label: lang.Say("ring.tradeoff.proven.y")}, Series: line(b)}}
			s.Charts[k].MarkY(lang.Say("ring.solve.target"), sheet.Leak, target)
			s.Notes = []lang.Message{lang.Say("ring.solve.note")}
			if len(x) < points {
				s.Lead = lang.Say("ring.solve.running", "done", len(x), "all", points)
				return s, nil
			}
			found := math.NaN()
			for i := 0; i+1 < len(y); i++ {
				a, c := float64(y[i]), float64(y[i+1])
				if a != c && (a-target)*(c-target) <= 0 {
					w := (target - a) / (c - a)
					found = float64(x[i]) + w*(float64(x[i+1])-float64(x[i]))
					break
				}
			}
			if math.IsNaN(found) {
				s.Lead = lang.Say("ring.solve.none", "symbol", p.Symbol, "from", x[0], "to", x[len(x)-1], "goal", goal,
					"target", target, "first", y[0], "last", y[len(y)-1])
				return s, nil
			}
			next := m.Spec.Set(Lab{}.Params(), d.param, found)
			s.Lead = lang.Say("ring.solve.found", "symbol", p.Symbol, "value", next.Float(d.param), "goal", goal,
				"target", target)
			var err error
			s.Found, err = json.Marshal(next)
			return s, err
		}), nil
}
