package filtering

import (
	"math"

	"indistinct/core/lab"
	"indistinct/core/labs/filtering/traffic"
	"indistinct/core/lang"
	"indistinct/core/privacy"
	"indistinct/core/sheet"
	"indistinct/core/work"
)

var architectures = []string{traffic.None, traffic.InputRaw, traffic.Input, traffic.Output, traffic.Redesigned}

// archName is what an architecture is called, as in its control.
func archName(arch string) lang.Message { return lang.Say("filtering.param.arch." + arch) }

var archRoles = map[string]sheet.Role{traffic.None: sheet.Target, traffic.InputRaw: sheet.Muted,
	traffic.Input: sheet.Adjacent, traffic.Output: sheet.Record, traffic.Redesigned: sheet.Leak}

// Analyses lists the computations beside the audit.
func (Lab) Analyses() []lab.Analysis {
	return []lab.Analysis{
		{Name: "architectures", Only: lab.When("plant", vehicles)},
		{Name: "matrices", Only: lab.When("plant", custom)},
		{Name: "budget"},
		{Name: "follow", Only: lab.When("plant", vehicles)},
		{Name: lab.Ledger, Whole: true},
		{Name: lab.Replay},
		{Name: "sweep", Page: "experiments", Only: lab.When("plant", vehicles)},
	}
}

// Analyse returns the job of one of them; lab.Start asks for none that does not apply.
func (m *model) Analyse(name string) (work.Job, error) {
	switch name {
	case "matrices":
		return work.Once("work.gains", m.matricesSheet), nil
	case "budget":
		return work.Once("work.calibrating", m.budgetSheet), nil
	case "architectures":
		return work.Once("work.gains", m.compareSheet), nil
	case "sweep":
		return m.sweep()
	case "follow":
		return work.Once("work.responding", m.followSheet), nil
	}
	return nil, lab.NoAnalysis(Lab{}, name)
}

func (m *model) budgetSheet() (sheet.Sheet, error) {
	eps, delta := m.spec.Float("eps"), m.spec.Float("delta")
	t := sheet.Table{ID: "budget", Title: lang.Say("filtering.budget.title"),
		Columns: []lang.Message{lang.Say("filtering.budget.column.rule"), lang.Say("filtering.budget.column.scale"),
			lang.Say("filtering.deviation"), lang.Say("filtering.budget.column.delta")},
		Caption: lang.Say("filtering.budget.caption", "eps", eps, "delta", delta)}
	out := sheet.Sheet{Title: lang.Say("filtering.analysis.budget")}
	if delta > 0 && delta < 0.5 {
		var sigmas [3]float64
		for i, rule := range []struct {
			name  lang.Message
			sigma func(delta, eps float64) (float64, error)
		}{{lang.Say("filtering.budget.kappa"), privacy.Kappa}, {lang.Say("filtering.budget.bound"), privacy.KappaBound},
			{lang.Say("filtering.budget.exact"), privacy.GaussianSigma}} {
			v, err := rule.sigma(delta, eps)
			if err != nil {
				return out, err
			}
			d := privacy.GaussianProfile{Mu: 1 / v}.Delta(eps)
			t.Rows = append(t.Rows, []sheet.Cell{sheet.Words(rule.name), sheet.Number(v, 4), sheet.Number(v, 4),
				sheet.Number(d, 3)})
			sigmas[i] = v
		}
		out.Lead = lang.Say("filtering.budget.lead", "kappa", sigmas[0], "percent", 100*(sigmas[0]/sigmas[2]-1),
			"exact", sigmas[2])
	} else {
		out.Lead = lang.Say("filtering.budget.lead.laplace")
	}
	b := 1 / eps // the scale of Laplace noise (Dwork, McSherry, Nissim & Smith 2006)
	t.Rows = append(t.Rows, []sheet.Cell{sheet.Words(lang.Say("filtering.budget.laplace")), sheet.Number(b, 4),
		sheet.Number(b*math.Sqrt2, 4), sheet.Number(0, 1)})
	out.Tables = []sheet.Table{t}
	return out, nil
}

// errorAxis is that of the published speed's error.
var errorAxis = sheet.Axis{Label: lang.Say("filtering.error"), Unit: lang.Verbatim("m/s"), Log: true}

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

func (m *model) compareSheet() (sheet.Sheet, error) {
	plans, err := m.plans()
	if err != nil {
		return sheet.Sheet{}, err
	}
	t := sheet.Table{ID: "architectures", Title: lang.Say("filtering.error.title"),
		Columns: []lang.Message{lang.Say("filtering.param.arch"), lang.Say("filtering.error"),
			lang.Say("filtering.architectures.column.reports"), lang.Say("filtering.architectures.column.result"),
			lang.Say("filtering.architectures.column.gain")}}
	errors := sheet.Series{Name: lang.Say("filtering.error"), Role: sheet.Truth, Style: sheet.Dots}
	best, bestName := math.Inf(1), lang.Verbatim("")
	for i, p := range plans {
		name := sheet.Words(archName(p.Name))
		if p.Name == m.plan.Name {
			name.Role = sheet.Leak
		}
		t.Rows = append(t.Rows, []sheet.Cell{name, sheet.Number(p.RMSE, 4), sheet.Number(p.InNoise, 4),
			sheet.Number(p.OutNoise, 4), sheet.Number(p.Filter.HInf, 4)})
		if p.Name != traffic.None && p.RMSE < best {
			best, bestName = p.RMSE, archName(p.Name)
		}
		errors.X, errors.Y = append(errors.X, sheet.Real(i+1)), append(errors.Y, sheet.Real(p.RMSE))
	}
	return sheet.Sheet{Title: lang.Say("filtering.analysis.architectures"),
		Lead: lang.Say("filtering.architectures.lead", "arch", bestName, "error", best),
		Charts: []sheet.Chart{{ID: "architectures", Title: lang.Say("filtering.error.title"),
			X: sheet.Axis{Label: lang.Say("filtering.architectures.x")}, Y: errorAxis,
			Series: []sheet.Series{errors}}},
		Tables: []sheet.Table{t}}, nil
}

func (m *model) sweep() (work.Job, error) {
	grid := []int{1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000}
	names := []string{traffic.None, traffic.Input, traffic.Output, traffic.Redesigned}
	if m.tr.Laplace {
		names = names[:3]
	}
	return work.Batches("work.sweeping", int64(len(grid)), 3, 1, func(i int64) ([]float64, error) {
		t := m.tr
		t.N = grid[i]
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
		ch := sheet.Chart{ID: "sweep", Title: lang.Say("filtering.sweep.title"),
			X: sheet.Axis{Label: lang.Say("filtering.sweep.x"), Log: true}, Y: errorAxis}
		t := sheet.Table{ID: "sweep", Title: lang.Say("filtering.error.title"),
			Columns: []lang.Message{lang.Verbatim("n")}}
		for j, a := range names {
			t.Columns = append(t.Columns, archName(a))
			s := sheet.Series{Name: archName(a), Role: archRoles[a], Style: sheet.Line}
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
		return sheet.Sheet{Title: lang.Say("filtering.analysis.sweep"), Lead: lang.Say("filtering.sweep.lead"),
			Charts: []sheet.Chart{ch}, Tables: []sheet.Table{t}}, nil
	}), nil
}

func (m *model) followSheet() (sheet.Sheet, error) {
	ch := sheet.Chart{ID: "follow", Title: lang.Say("filtering.follow.title"),
		Caption: lang.Say("filtering.follow.caption"),
		X:       sheet.Axis{Label: lang.Say("filtering.time"), Unit: lang.Verbatim("s")},
		Y:       sheet.Axis{Label: lang.Say("filtering.follow.y"), Unit: lang.Verbatim("m/s")},
		Marks:   []sheet.Mark{{Label: lang.Say("filtering.percent", "percent", 90), Role: sheet.Muted, At: 0.9}}}
	t := sheet.Table{ID: "follow", Title: lang.Say("filtering.follow.table"),
		Columns: []lang.Message{lang.Say("filtering.param.arch"), lang.Say("filtering.follow.column.time"),
			lang.Say("filtering.follow.column.error")}}
	plans, err := m.plans()
	if err != nil {
		return sheet.Sheet{}, err
	}
	slowest := 0
	for _, p := range plans {
		n := settle(p.Filter.Response(4000))
		slowest = max(slowest, n)
		t.Rows = append(t.Rows, []sheet.Cell{sheet.Words(archName(p.Name)), sheet.Number(float64(n)*m.tr.Ts, 4),
			sheet.Number(p.RMSE, 4)})
	}
	steps := min(max(20, slowest*3/2), 2000)
	for _, p := range plans {
		if p.Name == traffic.InputRaw || p.Name == traffic.Output {
			continue // the filter is that without privacy
		}
		r := p.Filter.Response(steps)
		s := sheet.Series{Name: archName(p.Name), Role: archRoles[p.Name], Style: sheet.Line}
		if p.Name == traffic.None {
			s.Name = lang.Say("filtering.follow.series.plain")
		}
		every := max(1, steps/300)
		for i := 0; i < steps; i += every {
			s.X, s.Y = append(s.X, sheet.Real(float64(i)*m.tr.Ts)), append(s.Y, sheet.Real(r[i]))
		}
		ch.Series = append(ch.Series, s)
	}
	return sheet.Sheet{Title: lang.Say("filtering.analysis.follow"), Lead: lang.Say("filtering.follow.lead"),
		Charts: []sheet.Chart{ch}, Tables: []sheet.Table{t}}, nil
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
