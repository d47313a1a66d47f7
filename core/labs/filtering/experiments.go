package filtering

import (
	"math"
	"slices"

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
	return map[string]work.Job{
		"matrices":      work.Once("work.gains", m.matricesSheet),
		"budget":        work.Once("work.calibrating", m.budgetSheet),
		"architectures": work.Once("work.gains", m.compareSheet),
		"sweep":         m.sweep(),
		"follow":        work.Once("work.responding", m.followSheet),
	}[name], nil
}

func (m *model) budgetSheet() (s sheet.Sheet, err error) {
	eps, delta := m.spec.Float("eps"), m.spec.Float("delta")
	s.Title, s.Lead = lang.Say("filtering.analysis.budget"), lang.Say("filtering.budget.lead.laplace")
	t := s.Table("budget", "filtering.budget.", lang.Say("filtering.budget.caption", "eps", eps, "delta", delta),
		"rule", "scale", lang.Say("filtering.deviation"), "delta")
	row := func(rule string, scale, deviation float64, delta sheet.Cell) {
		t.Add(sheet.Words(lang.Say("filtering.budget."+rule)), sheet.Number(scale, 4),
			sheet.Number(deviation, 4), delta)
	}
	if delta > 0 && delta < 0.5 {
		var sigmas []float64
		for i, sigma := range []func(delta, eps float64) (float64, error){privacy.Kappa, privacy.KappaBound,
			privacy.GaussianSigma} {
			v, err := sigma(delta, eps)
			if err != nil {
				return s, err
			}
			sigmas = append(sigmas, v)
			row([]string{"kappa", "bound", "exact"}[i], v, v,
				sheet.Number(privacy.GaussianProfile{Mu: 1 / v}.Delta(eps), 3))
		}
		s.Lead = lang.Say("filtering.budget.lead", "kappa", sigmas[0], "percent", 100*(sigmas[0]/sigmas[2]-1),
			"exact", sigmas[2])
	}
	b := 1 / eps // the scale of Laplace noise (Dwork, McSherry, Nissim & Smith 2006)
	row("laplace", b, b*math.Sqrt2, sheet.Number(0, 1))
	return s, nil
}

// errorAxis is that of the published speed's error.
var errorAxis = sheet.Axis{Label: lang.Say("filtering.error"), Unit: lang.Verbatim("m/s"), Log: true}

// plans designs every architecture that the noise's law allows, but for those that are left out.
func plans(tr traffic.Setting, without ...string) (out []*traffic.Plan, err error) {
	for _, a := range architectures {
		if a == traffic.Redesigned && tr.Laplace || slices.Contains(without, a) {
			continue
		}
		p, err := tr.Plan(a)
		if err != nil {
			return nil, err
		}
		out = append(out, p)
	}
	return out, nil
}

func (m *model) compareSheet() (s sheet.Sheet, err error) {
	plans, err := plans(m.tr)
	t := s.Table("architectures", "filtering.error.", "", lang.Say("filtering.param.arch"), lang.Say("filtering.error"),
		"reports", "result", "gain")
	c := s.Chart("architectures", "filtering.error.", sheet.Axis{Label: lang.Say("filtering.architectures.x")},
		errorAxis)
	errors := c.Draw(lang.Say("filtering.error"), sheet.Truth, sheet.Dots, nil, nil)
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
		errors.Add(float64(i+1), p.RMSE)
	}
	s.Title = lang.Say("filtering.analysis.architectures")
	s.Lead = lang.Say("filtering.architectures.lead", "arch", bestName, "error", best)
	return s, err
}

func (m *model) sweep() work.Job {
	grid := []int{1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000}
	type point struct {
		Arch  string
		Error float64
	}
	return work.Batches("work.sweeping", int64(len(grid)), 3, 1, func(i int64) (out []point, err error) {
		t := m.tr
		t.N = grid[i]
		plans, err := plans(t, traffic.InputRaw)
		for _, p := range plans {
			out = append(out, point{p.Name, p.RMSE})
		}
		return out, err
	}, func(done [][]point) (s sheet.Sheet, err error) {
		s.Title, s.Lead = lang.Say("filtering.analysis.sweep"), lang.Say("filtering.sweep.lead")
		c := s.Chart("sweep", "filtering.sweep.", sheet.Axis{Log: true}, errorAxis)
		t := s.Table("sweep", "filtering.error.", "", lang.Verbatim("n"))
		for i, d := range done {
			t.Add(sheet.Count(float64(grid[i])))
			for k, p := range d {
				if i == 0 {
					t.Columns = append(t.Columns, archName(p.Arch))
					c.Draw(archName(p.Arch), archRoles[p.Arch], sheet.Line, nil, nil)
				}
				c.Series[k].Add(float64(grid[i]), p.Error)
				t.Rows[i] = append(t.Rows[i], sheet.Number(p.Error, 4))
			}
		}
		return s, nil
	})
}

func (m *model) followSheet() (s sheet.Sheet, err error) {
	s.Title, s.Lead = lang.Say("filtering.analysis.follow"), lang.Say("filtering.follow.lead")
	c := s.Chart("follow", "filtering.follow.", sheet.Axis{Label: lang.Say("filtering.time"), Unit: lang.Verbatim("s")},
		sheet.Axis{Unit: lang.Verbatim("m/s")}, lang.Say("filtering.follow.caption"))
	c.MarkY(lang.Say("filtering.percent", "percent", 90), sheet.Muted, 0.9)
	t := s.Table("follow", "filtering.follow.table.", "", lang.Say("filtering.param.arch"), "time", "error")
	plans, err := plans(m.tr)
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
		line := c.Draw(archName(p.Name), archRoles[p.Name], sheet.Line, nil, nil)
		if p.Name == traffic.None {
			line.Name = lang.Say("filtering.follow.series.plain")
		}
		r := p.Filter.Response(steps)
		for i := 0; i < steps; i += max(1, steps/300) {
			line.Add(float64(i)*m.tr.Ts, r[i])
		}
	}
	return s, err
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
