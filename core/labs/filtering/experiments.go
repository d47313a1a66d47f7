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
	t := sheet.NewTable("budget", "filtering.budget.", lang.Say("filtering.budget.caption", "eps", eps, "delta", delta),
		"rule", "scale", lang.Say("filtering.deviation"), "delta")
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
			t.Add(sheet.Words(rule.name), sheet.Number(v, 4), sheet.Number(v, 4), sheet.Number(d, 3))
			sigmas[i] = v
		}
		out.Lead = lang.Say("filtering.budget.lead", "kappa", sigmas[0], "percent", 100*(sigmas[0]/sigmas[2]-1),
			"exact", sigmas[2])
	} else {
		out.Lead = lang.Say("filtering.budget.lead.laplace")
	}
	b := 1 / eps // the scale of Laplace noise (Dwork, McSherry, Nissim & Smith 2006)
	t.Add(sheet.Words(lang.Say("filtering.budget.laplace")), sheet.Number(b, 4), sheet.Number(b*math.Sqrt2, 4),
		sheet.Number(0, 1))
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
		Columns: sheet.Columns("filtering.architectures.column.", lang.Say("filtering.param.arch"),
			lang.Say("filtering.error"), "reports", "result", "gain")}
	chart := sheet.NewChart("architectures", "filtering.error.",
		sheet.Axis{Label: lang.Say("filtering.architectures.x")}, errorAxis)
	errors := chart.Draw(lang.Say("filtering.error"), sheet.Truth, sheet.Dots, nil, nil)
	best, bestName := math.Inf(1), lang.Verbatim("")
	for i, p := range plans {
		name := sheet.Words(archName(p.Name))
		if p.Name == m.plan.Name {
			name.Role = sheet.Leak
		}
		t.Add(name, sheet.Numbers(4, p.RMSE, p.InNoise, p.OutNoise, p.Filter.HInf)...)
		if p.Name != traffic.None && p.RMSE < best {
			best, bestName = p.RMSE, archName(p.Name)
		}
		errors.X, errors.Y = append(errors.X, sheet.Real(i+1)), append(errors.Y, sheet.Real(p.RMSE))
	}
	return sheet.Sheet{Title: lang.Say("filtering.analysis.architectures"),
		Lead:   lang.Say("filtering.architectures.lead", "arch", bestName, "error", best),
		Charts: []sheet.Chart{chart}, Tables: []sheet.Table{t}}, nil
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
		ch := sheet.NewChart("sweep", "filtering.sweep.", sheet.Axis{Log: true}, errorAxis)
		t := sheet.Table{ID: "sweep", Title: lang.Say("filtering.error.title"),
			Columns: []lang.Message{lang.Verbatim("n")}}
		for j, a := range names {
			t.Columns = append(t.Columns, archName(a))
			ch.Draw(archName(a), archRoles[a], sheet.Line, sheet.Reals(grid[:len(done)]),
				sheet.Each(done, func(d []float64) float64 { return d[j] }))
		}
		for i, d := range done {
			t.Add(sheet.Count(float64(grid[i])), sheet.Numbers(4, d...)...)
		}
		return sheet.Sheet{Title: lang.Say("filtering.analysis.sweep"), Lead: lang.Say("filtering.sweep.lead"),
			Charts: []sheet.Chart{ch}, Tables: []sheet.Table{t}}, nil
	}), nil
}

func (m *model) followSheet() (sheet.Sheet, error) {
	ch := sheet.NewChart("follow", "filtering.follow.",
		sheet.Axis{Label: lang.Say("filtering.time"), Unit: lang.Verbatim("s")},
		sheet.Axis{Unit: lang.Verbatim("m/s")}, lang.Say("filtering.follow.caption"))
	ch.MarkY(lang.Say("filtering.percent", "percent", 90), sheet.Muted, 0.9)
	t := sheet.Table{ID: "follow", Title: lang.Say("filtering.follow.table"),
		Columns: sheet.Columns("filtering.follow.column.", lang.Say("filtering.param.arch"), "time", "error")}
	plans, err := m.plans()
	if err != nil {
		return sheet.Sheet{}, err
	}
	slowest := 0
	for _, p := range plans {
		n := settle(p.Filter.Response(4000))
		slowest = max(slowest, n)
		t.Add(sheet.Words(archName(p.Name)), sheet.Numbers(4, float64(n)*m.tr.Ts, p.RMSE)...)
	}
	steps := min(max(20, slowest*3/2), 2000)
	for _, p := range plans {
		if p.Name == traffic.InputRaw || p.Name == traffic.Output {
			continue // the filter is that without privacy
		}
		r := p.Filter.Response(steps)
		s := ch.Draw(archName(p.Name), archRoles[p.Name], sheet.Line, nil, nil)
		if p.Name == traffic.None {
			s.Name = lang.Say("filtering.follow.series.plain")
		}
		every := max(1, steps/300)
		for i := 0; i < steps; i += every {
			s.X, s.Y = append(s.X, sheet.Real(float64(i)*m.tr.Ts)), append(s.Y, sheet.Real(r[i]))
		}
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
