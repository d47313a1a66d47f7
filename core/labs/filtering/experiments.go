package filtering

import (
	"fmt"
	"math"

	"indistinct/core/lang"

	"indistinct/core/lab"
	"indistinct/core/labs/filtering/traffic"
	"indistinct/core/mechanism"
	"indistinct/core/num"
	"indistinct/core/privacy"
	"indistinct/core/sheet"
	"indistinct/core/work"
)

var architectures = []string{traffic.None, traffic.InputRaw, traffic.Input, traffic.Output, traffic.Redesigned}

var archNames = map[string]string{
	traffic.None: "no privacy", traffic.InputRaw: "noise on reports, filter not redesigned",
	traffic.Input:  "noise on reports, redesigned",
	traffic.Output: sayNoiseResult, traffic.Redesigned: "noise on the result, both gains redesigned",
}

var archRoles = map[string]sheet.Role{traffic.None: sheet.Target, traffic.InputRaw: sheet.Muted,
	traffic.Input: sheet.Adjacent, traffic.Output: sheet.Record, traffic.Redesigned: sheet.Leak}

// Analyses lists the computations beside the audit.
func (Lab) Analyses() []lab.Analysis {
	return []lab.Analysis{
		{Name: "budget",
			Live: true},
		{Name: "architectures"},
		{Name: "redesign",
			Only: lab.When("law", "gauss", "exact")},
		{Name: "sweep"},
		{Name: "follow"},
		{Name: "gains"},
		{Name: "counters"},
		{Name: "tree"},
	}
}

// Analyse returns the job of one of them.
func (m *model) Analyse(name string) (work.Job, error) {
	switch name {
	case "budget":
		return work.Once("calibrating", m.budgetSheet), nil
	case "architectures":
		return m.compare()
	case "redesign":
		return m.twoWays()
	case "sweep":
		return m.sweep()
	case "follow":
		return work.Once("responding", m.followSheet), nil
	case "gains":
		return work.Once("computing gains", m.gainsSheet), nil
	case "counters":
		return work.Once("counting", m.counterSheet), nil
	case "tree":
		return work.Once("counting", m.treeSheet), nil
	}
	return nil, lab.NoAnalysis(Lab{}, name)
}

func (m *model) budgetSheet() (sheet.Sheet, error) {
	eps, delta := m.spec.Float("eps"), m.spec.Float("delta")
	t := sheet.Table{ID: "budget", Title: "Noise for a radius of one",
		Columns: []lang.Message{"rule", "scale", "standard deviation", "δ at the claimed ε"},
		Caption: lang.Verbatim(fmt.Sprintf("ε = %s, δ = %s.", sheet.Format(eps, 5), sheet.Format(delta, 4)))}
	out := sheet.Sheet{Title: lang.Say("filtering.analysis.budget")}
	var sigma float64
	if delta > 0 && delta < 0.5 {
		k, err := privacy.Kappa(delta, eps)
		if err != nil {
			return out, err
		}
		b, err := privacy.KappaBound(delta, eps)
		if err != nil {
			return out, err
		}
		x, err := privacy.GaussianSigma(delta, eps)
		if err != nil {
			return out, err
		}
		for _, r := range []struct {
			name string
			v    float64
		}{{"κ(δ, ε), sufficient", k}, {"2√(2 ln(2/δ))/ε, a bound on κ", b}, {"exact Gaussian (Balle & Wang 2018)", x}} {
			d, err := privacy.GaussianDelta(eps, 1/r.v)
			if err != nil {
				return out, err
			}
			t.Rows = append(t.Rows, []sheet.Cell{sheet.Words(lang.Verbatim(r.name)), sheet.Number(r.v, 4), sheet.Number(r.v, 4),
				sheet.Number(d, 3)})
		}
		sigma = k
		out.Lead = lang.Verbatim(fmt.Sprintf(sayKappaLead, sheet.Format(k, 5), 100*(k/x-1), sheet.Format(x, 5)))
	} else {
		out.Lead = sayLaplaceOnlyLead
	}
	b, err := privacy.LaplaceScale(1, eps)
	if err != nil {
		return out, err
	}
	t.Rows = append(t.Rows, []sheet.Cell{sheet.Words("Laplace, for ℓ₁"), sheet.Number(b, 4),
		sheet.Number(b*math.Sqrt2, 4), sheet.Number(0, 1)})
	out.Tables = []sheet.Table{t}
	if sigma == 0 {
		return out, nil
	}
	// Two shifted densities; where p₁ > e^ε p₂ the promise relies on δ.
	const points = 241
	var x, p1, p2, zero, top []sheet.Real
	var ax []sheet.Real
	for i := range points {
		u := (float64(i)/(points-1)*8 - 3.5) * sigma
		a := num.NormalPDF(u/sigma) / sigma
		c := num.NormalPDF((u-1)/sigma) / sigma
		x, p1, p2 = append(x, sheet.Real(u)), append(p1, sheet.Real(a)), append(p2, sheet.Real(c))
		if c > num.Exp(eps)*a {
			ax, zero, top = append(ax, sheet.Real(u)), append(zero, 0), append(top, sheet.Real(c))
		}
	}
	out.Charts = []sheet.Chart{{ID: "densities", Title: "Two adjacent values under κ(δ, ε)",
		Caption: sayDensitiesCaption,
		X:       sheet.Axis{Label: "released value, in units of the radius"}, Y: sheet.Axis{Label: "density"},
		Series: []sheet.Series{{Name: "ratio above e^ε", Role: sheet.Leak, Style: sheet.Area, X: ax, Lo: zero, Hi: top},
			{Name: mechanism.Record.Say(), Role: sheet.Record, Style: sheet.Line, X: x, Y: p1},
			{Name: mechanism.Adjacent.Say(), Role: sheet.Adjacent, Style: sheet.Line, X: x, Y: p2}}}}
	return out, nil
}

const (
	simRuns  = 120
	simSteps = 1500
)

// plans designs every architecture that the noise's law allows.
func (m *model) plans() ([]*traffic.Plan, error) {
	var out []*traffic.Plan
	for _, a := range architectures {
		if a == traffic.Redesigned && m.tr.Laplace {
			continue
		}
		p, err := m.tr.Plan(a)
		if err != nil {
			return nil, err
		}
		out = append(out, p)
	}
	return out, nil
}

func (m *model) compare() (work.Job, error) {
	plans, err := m.plans()
	if err != nil {
		return nil, err
	}
	predictor, err := m.tr.Predictor()
	if err != nil {
		return nil, err
	}
	// One burn-in for all, so that the same random numbers pass through each.
	burn, slow := 0, make([]bool, len(plans))
	for i, p := range plans {
		n, ok := p.Filter.BurnIn()
		if slow[i] = !ok; ok {
			burn = max(burn, n)
		}
	}
	return work.Batches("simulating", simRuns, 4, 2, func(trial int64) ([]float64, error) {
		out := make([]float64, len(plans))
		for i, p := range plans {
			if !slow[i] {
				out[i] = m.tr.Simulate(p, m.spec.Seed(), trial, burn, simSteps)
			}
		}
		return out, nil
	}, func(done [][]float64) (sheet.Sheet, error) {
		t := sheet.Table{ID: "architectures", Title: sayErrorPublishedSpeed, Columns: []lang.Message{"architecture", "theory",
			"simulated", "95 %", "noise on each report, m", "noise on the result, m/s", "gain ‖G‖∞"},
			Caption: lang.Verbatim(fmt.Sprintf(sayArchitecturesCaption, len(done), simSteps, burn))}
		notes := []lang.Message{lang.Verbatim(fmt.Sprintf(sayPredictorNote, sheet.Format(predictor, 6))), sayRowsNote}
		var names, at, theory, sim, lo, hi []sheet.Real
		best, bestName := math.Inf(1), ""
		for i, p := range plans {
			var errs []float64
			for _, d := range done {
				errs = append(errs, d[i])
			}
			mean, half := num.MeanInterval(errs)
			rm, l, h := math.Sqrt(mean), math.Sqrt(max(0, mean-half)), math.Sqrt(mean+half)
			name := sheet.Words(lang.Verbatim(archNames[p.Name]))
			if p.Name == m.plan.Name {
				name.Role = sheet.Leak
			}
			simulated, band := sheet.Number(rm, 4), sheet.Words(lang.Verbatim(sheet.Format(l, 4)+" … "+sheet.Format(h, 4)))
			if slow[i] {
				simulated, band = sheet.Words("–"), sheet.Words("–")
				notes = append(notes, lang.Verbatim(fmt.Sprintf(saySettlingNote, archNames[p.Name],
					sheet.Format(10/(1-p.Filter.Radius()), 2))))
			}
			t.Rows = append(t.Rows, []sheet.Cell{name, sheet.Number(p.RMSE, 4), simulated, band,
				sheet.Number(p.InNoise, 4), sheet.Number(p.OutNoise, 4), sheet.Number(p.Filter.HInf, 4)})
			if p.Name != traffic.None && p.RMSE < best {
				best, bestName = p.RMSE, archNames[p.Name]
			}
			names, theory = append(names, sheet.Real(len(names)+1)), append(theory, sheet.Real(p.RMSE))
			if !slow[i] {
				at, sim, lo, hi = append(at, names[len(names)-1]), append(sim, sheet.Real(rm)),
					append(lo, sheet.Real(l)), append(hi, sheet.Real(h))
			}
		}
		return sheet.Sheet{Title: lang.Say("filtering.analysis.architectures"),
			Lead:  lang.Verbatim(fmt.Sprintf(sayArchitecturesLead, bestName, sheet.Format(best, 4))),
			Notes: notes,
			Charts: []sheet.Chart{{ID: "architectures", Title: "Theory and simulation",
				X: sheet.Axis{Label: "row of the table"}, Y: sheet.Axis{Label: "error", Unit: "m/s", Log: true},
				Series: []sheet.Series{{Name: "theory", Role: sheet.Truth, Style: sheet.Dots, X: names, Y: theory},
					{Name: "simulated, 95 %", Role: sheet.Target, Style: sheet.Dots, X: at, Y: sim, Lo: lo, Hi: hi}}}},
			Tables: []sheet.Table{t}}, nil
	}), nil
}

// twoWays compares the direct redesign with the one by matrix inequalities, over
// adjacency radii around the visitor's own.
func (m *model) twoWays() (work.Job, error) {
	factors := []float64{0.01, 0.03, 0.1, 0.3, 1, 3, 10, 30, 100}
	const own = 4
	return work.Batches("redesigning", int64(len(factors)), 3, 1, func(i int64) ([]float64, error) {
		t := m.tr
		t.Rho *= factors[i]
		p, err := t.Plan(traffic.Redesigned)
		if err != nil {
			return nil, err
		}
		out := []float64{t.Rho, p.RMSE, 0, 0, p.Filter.K1, p.Filter.K2, 0, 0} // zeros: not solved
		if r, err := t.LMI(); err == nil {
			out[2], out[3], out[6], out[7] = r.Bound, r.Reach, r.Filter.K1, r.Filter.K2
		}
		return out, nil
	}, func(done [][]float64) (sheet.Sheet, error) {
		t := sheet.Table{ID: "redesign", Title: sayErrorPublishedSpeed, Columns: []lang.Message{"adjacency radius ρ, m",
			"direct", sayPromisedByInequalities, sayReachedByInequalities, "reached above direct"},
			Caption: sayRedesignCaption}
		chart := sheet.Chart{ID: "redesign", Title: "Error of the redesigned filter",
			X: sheet.Axis{Label: "adjacency radius ρ", Unit: "m", Log: true}, Y: sheet.Axis{Label: "error", Unit: "m/s",
				Log: true}}
		direct := sheet.Series{Name: "direct", Role: sheet.Truth, Style: sheet.Line}
		bound := sheet.Series{Name: sayPromisedByInequalities, Role: sheet.Muted, Style: sheet.Dash}
		reach := sheet.Series{Name: sayReachedByInequalities, Role: sheet.Leak, Style: sheet.Line}
		worst, failed := 0.0, 0
		lead := sayDirectSearchFirst
		for i, d := range done {
			x := sheet.Real(d[0])
			direct.X, direct.Y = append(direct.X, x), append(direct.Y, sheet.Real(d[1]))
			row := []sheet.Cell{sheet.Number(d[0], 4), sheet.Number(d[1], 4), sheet.Words("–"), sheet.Words("–"),
				sheet.Words("–")}
			if d[2] > 0 {
				over := max(0, d[3]/d[1]-1)
				worst = max(worst, over)
				bound.X, bound.Y = append(bound.X, x), append(bound.Y, sheet.Real(d[2]))
				reach.X, reach.Y = append(reach.X, x), append(reach.Y, sheet.Real(d[3]))
				copy(row[2:], []sheet.Cell{sheet.Number(d[2], 4), sheet.Number(d[3], 4),
					sheet.Words(lang.Verbatim(sheet.Format(100*over, 2) + " %"))})
			} else {
				failed++
			}
			t.Rows = append(t.Rows, row)
			if i == own && d[2] > 0 {
				lead = fmt.Sprintf(sayRedesignLead, sheet.Format(d[2], 4), sheet.Format(d[3], 4), sheet.Format(d[1], 4))
			} else if i == own {
				lead = fmt.Sprintf(sayRedesignUnsolvedLead, sheet.Format(d[1], 4))
			}
		}
		chart.Series = []sheet.Series{direct, reach, bound}
		notes := []lang.Message{
			lang.Verbatim(fmt.Sprintf(sayRedesignNote, sheet.Format(100*worst, 2))),
			sayOneLyapunovNote}
		if len(done) > own {
			if d := done[own]; d[2] > 0 {
				notes = append(notes, lang.Verbatim(fmt.Sprintf(sayRedesignGainsNote, sheet.Brief(d[4], 4), sheet.Brief(d[5], 4),
					sheet.Brief(d[6], 4), sheet.Brief(d[7], 4))))
			}
		}
		if failed > 0 {
			notes = append(notes, lang.Verbatim(fmt.Sprintf(sayUnsolvedRowsNote, failed, len(done))))
		}
		return sheet.Sheet{Title: lang.Say("filtering.analysis.redesign"), Lead: lang.Verbatim(lead), Notes: notes, Charts: []sheet.Chart{chart},
			Tables: []sheet.Table{t}}, nil
	}), nil
}

func (m *model) sweep() (work.Job, error) {
	grid := []int{1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000}
	names := []string{traffic.None, traffic.Input, traffic.Output, traffic.Redesigned}
	if m.tr.Laplace {
		names = names[:3]
	}
	ends := names[2:] // the first trials find from how many vehicles on they win
	return work.Batches("sweeping", int64(len(ends)+len(grid)), 3, 1, func(i int64) ([]float64, error) {
		if i < int64(len(ends)) {
			return []float64{float64(m.tr.Wins(ends[i]))}, nil
		}
		t := m.tr
		t.N = grid[i-int64(len(ends))]
		var out []float64
		for _, a := range names {
			p, err := t.Plan(a)
			if err != nil {
				return nil, err
			}
			out = append(out, p.RMSE)
		}
		return out, nil
	}, func(done [][]float64) (sheet.Sheet, error) {
		wins, done := done[:len(ends)], done[len(ends):]
		ch := sheet.Chart{ID: "sweep", Title: "Error against the number of vehicles",
			X: sheet.Axis{Label: "vehicles n", Log: true}, Y: sheet.Axis{Label: "error", Unit: "m/s", Log: true}}
		t := sheet.Table{ID: "sweep", Title: "Error, m/s", Columns: []lang.Message{"n"}}
		for j, a := range names {
			t.Columns = append(t.Columns, lang.Verbatim(archNames[a]))
			s := sheet.Series{Name: lang.Verbatim(archNames[a]), Role: archRoles[a], Style: sheet.Line}
			for i, d := range done {
				s.X, s.Y = append(s.X, sheet.Real(grid[i])), append(s.Y, sheet.Real(d[j]))
			}
			ch.Series = append(ch.Series, s)
		}
		for i, d := range done {
			row := []sheet.Cell{sheet.Count(float64(grid[i]))}
			for _, v := range d {
				row = append(row, sheet.Number(v, 4))
			}
			t.Rows = append(t.Rows, row)
		}
		lead := saySweepLead + from(wins[0][0]) + " if the filter stays as it was"
		if len(wins) > 1 {
			lead += ", and " + from(wins[1][0]) + " if it is redesigned"
		}
		lead += "."
		return sheet.Sheet{Title: lang.Say("filtering.analysis.sweep"), Lead: lang.Verbatim(lead), Charts: []sheet.Chart{ch},
			Tables: []sheet.Table{t}}, nil
	}), nil
}

// from says so.
func from(vehicles float64) string {
	if vehicles > traffic.MostVehicles {
		return "for no number of vehicles up to a million"
	}
	return fmt.Sprintf("from %d vehicles on", int(vehicles))
}

func (m *model) followSheet() (sheet.Sheet, error) {
	ch := sheet.Chart{ID: "follow", Title: "Response of the published speed to a sudden change",
		Caption: sayFollowCaption,
		X:       sheet.Axis{Label: "time", Unit: "s"}, Y: sheet.Axis{Label: "response", Unit: "m/s"},
		Marks: []sheet.Mark{{Label: "90 %", Role: sheet.Muted, At: 0.9}}}
	t := sheet.Table{ID: "follow", Title: "Convergence against privacy",
		Columns: []lang.Message{"architecture", "time to 90 %, s", "error, m/s"}}
	plans, err := m.plans()
	if err != nil {
		return sheet.Sheet{}, err
	}
	slowest := 0
	for _, p := range plans {
		n := settle(p.Filter.Response(4000))
		slowest = max(slowest, n)
		t.Rows = append(t.Rows, []sheet.Cell{sheet.Words(lang.Verbatim(archNames[p.Name])), sheet.Number(float64(n)*m.tr.Ts, 4),
			sheet.Number(p.RMSE, 4)})
	}
	steps := min(max(20, slowest*3/2), 2000)
	for _, p := range plans {
		if p.Name == traffic.InputRaw || p.Name == traffic.Output {
			continue // the filter is that without privacy
		}
		r := p.Filter.Response(steps)
		s := sheet.Series{Name: lang.Verbatim(archNames[p.Name]), Role: archRoles[p.Name], Style: sheet.Line}
		if p.Name == traffic.None {
			s.Name = "filter as it was"
		}
		every := max(1, steps/300)
		for i := 0; i < steps; i += every {
			s.X, s.Y = append(s.X, sheet.Real(float64(i)*m.tr.Ts)), append(s.Y, sheet.Real(r[i]))
		}
		ch.Series = append(ch.Series, s)
	}
	return sheet.Sheet{Title: lang.Say("filtering.analysis.follow"), Lead: sayFollowLead, Charts: []sheet.Chart{ch},
		Tables: []sheet.Table{t}}, nil
}

// settle is the first step from which on a response stays within 10 % of 1.
func settle(r []float64) int {
	for i := len(r) - 1; i >= 0; i-- {
		if math.Abs(r[i]-1) > 0.1 {
			return i + 1
		}
	}
	return 0
}
