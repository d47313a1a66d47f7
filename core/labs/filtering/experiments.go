package filtering

import (
	"math"
	"slices"
	"strconv"

	about "indistinct/core/about/filtering"
	"indistinct/core/lab"
	"indistinct/core/labs/filtering/traffic"
	"indistinct/core/lang"
	"indistinct/core/privacy"
	"indistinct/core/sheet"
	"indistinct/core/work"
)

var archRoles = map[string]sheet.Role{about.None: sheet.Target, about.InputRaw: sheet.Muted,
	about.Input: sheet.Adjacent, about.Output: sheet.Record, about.Redesigned: sheet.Leak, about.Sum: sheet.Target}

// Analyse returns the job of one of them; lab.Start asks for none that does not apply.
func (m *model) Analyse(name string) (work.Job, error) {
	return map[string]work.Job{
		"matrices":      work.Once("work.gains", m.matricesSheet),
		"budget":        work.Once("work.calibrating", m.budgetSheet),
		"architectures": work.Once("work.gains", m.compareSheet),
		"sweep":         m.sweep(),
		"follow":        work.Once("work.responding", m.followSheet),
		"events":        m.counters(),
		"kinds":         work.Once("work.gains", m.kindsSheet),
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

	// The slide's example, a mean of n salaries of which one may differ by R: values of ours.
	const n, radius = 50, 10000.0
	t = s.Table("salary", "filtering.salary.", lang.Say("filtering.salary.caption", "n", n, "radius", radius,
		"moves", radius/n, "eps", eps/n), "mechanism", lang.Say("filtering.budget.column.scale"),
		lang.Say("filtering.deviation"), "times")
	for i, times := range []float64{n, 1} {
		t.Add(sheet.Words(lang.Say("filtering.salary."+[]string{"slide", "enough"}[i])),
			sheet.Number(times*radius/n*b, 4), sheet.Number(times*radius/n*b*math.Sqrt2, 4), sheet.Count(times))
	}
	return s, nil
}

// kindsSheet lists the kinds of users, of which one decides how much noise on the result is needed.
func (m *model) kindsSheet() (s sheet.Sheet, err error) {
	s.Title, s.Lead = lang.Say("filtering.analysis.kinds"), lang.Say("filtering.kinds.lead", "kind", m.kind+1,
		"kinds", len(m.kinds), "moves", m.moves, "noise", m.tr.Kappa*m.moves)
	t := s.Table("kinds", "filtering.kinds.", lang.Say("filtering.kinds.caption", "error", m.rmse(1)), "kind", "users",
		"rho", "gain", "moves", "noise", "error")
	for i, k := range m.kinds {
		in := k.own.each * k.own.h2
		t.Add(sheet.Count(float64(i+1)), append([]sheet.Cell{sheet.Count(float64(k.tr.N))}, sheet.Numbers(4, k.tr.Rho,
			k.own.gain, k.moves, k.plan.InNoise, math.Sqrt(k.own.variance+in*in))...)...)
	}
	return s, nil
}

// errorAxis is that of the published speed's error.
var errorAxis = sheet.Axis{Label: lang.Say("filtering.error"), Unit: lang.Verbatim("m/s"), Log: true}

// plans designs every architecture that the noise's law allows, but for those that are left out.
func plans(tr traffic.Setting, without ...string) (out []*traffic.Plan, err error) {
	for _, a := range []string{about.None, about.InputRaw, about.Input, about.Output, about.Redesigned} {
		if a == about.Redesigned && tr.Laplace || slices.Contains(without, a) {
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
	best, bestName := math.Inf(1), lang.Verbatim("")
	for i, p := range plans {
		name := sheet.Words(about.ArchName(p.Name))
		if p.Name == m.plan.Name {
			name.Role = sheet.Leak
		}
		t.Add(name, sheet.Numbers(4, p.RMSE, p.InNoise, p.OutNoise, p.Filter.HInf)...)
		if p.Name != about.None && p.RMSE < best {
			best, bestName = p.RMSE, about.ArchName(p.Name)
		}
		c.Draw(about.ArchName(p.Name), archRoles[p.Name], sheet.Dots, nil, nil).Add(float64(i+1), p.RMSE)
	}
	s.Title = lang.Say("filtering.analysis.architectures")
	s.Lead = lang.Say("filtering.architectures.lead", "arch", bestName, "error", best)
	return s, err
}

func (m *model) sweep() work.Job {
	grid := []int{1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000}
	return work.Batches("work.sweeping", int64(len(grid)), 3, 1, func(i int64) (out []*traffic.Plan, err error) {
		t := m.tr
		t.N = grid[i]
		out, err = plans(t, about.InputRaw)
		for _, p := range out {
			p.Filter = nil
		}
		return out, err
	}, func(done [][]*traffic.Plan) (s sheet.Sheet, err error) {
		s.Title, s.Lead = lang.Say("filtering.analysis.sweep"), lang.Say("filtering.sweep.lead")
		overUsers(s.Chart("sweep", "filtering.sweep.", sheet.Axis{Log: true}, errorAxis),
			s.Table("sweep", "filtering.error.", "", lang.Verbatim("n")), grid, done)
		return s, nil
	})
}

// counters is the error of what is published over the number of users, through the visitor's own filter or else the
// slides' moving average.
func (m *model) counters() work.Job {
	table, base, item := Lab{}.Params(), m.spec, lab.PaperItem(Lab{}, "event-streams")
	if base.Text("plant") != about.Taps {
		base = base.WithAll(table, item.Set)
	}
	grid := []int{1, 2, 5, 10, 20, 50, 100, 200, 500, 1000}
	return work.Batches("work.sweeping", int64(len(grid)), 3, 1, func(i int64) (out []*traffic.Plan, err error) {
		for _, arch := range []string{about.InputRaw, about.Output, about.Sum} {
			on, err := Lab{}.Open(base.WithAll(table, map[string]string{"arch": arch, "kinds": "",
				"users": strconv.Itoa(grid[i])}))
			if err != nil {
				return nil, err
			}
			out = append(out, &traffic.Plan{Name: arch, RMSE: on.(*model).rmse(1)})
		}
		return out, nil
	}, func(done [][]*traffic.Plan) (s sheet.Sheet, err error) {
		unit := m.tr.Kappa * base.Float("ball")
		h2, gain := done[0][0].RMSE/unit, done[0][1].RMSE/unit
		cross := gain / h2 * (gain / h2) // κρ‖G‖₂√n = κργ
		s.Title = lang.Say("filtering.analysis.events")
		s.Lead = lang.Say("filtering.events.lead", "n", cross, "square", h2*h2, "gain", gain)
		c := s.Chart("events", "filtering.events.", sheet.Axis{Log: true}, sheet.Axis{Log: true})
		overUsers(c, s.Table("events", "filtering.events.", "", lang.Verbatim("n")), grid, done)
		c.MarkX("cross", sheet.Muted, cross, "n", cross)
		if base.Equal(base.WithAll(table, item.Set)) {
			item.Beside(&s, "filtering", []lang.Message{lang.Say("filtering.events.reading")},
				func(int, lab.Printed) []float64 { return []float64{gain} })
		}
		return s, nil
	})
}

// overUsers draws and lists the errors of the same architectures for each number of users.
func overUsers(c sheet.Plot, t *sheet.Table, grid []int, done [][]*traffic.Plan) {
	for i, d := range done {
		t.Add(sheet.Count(float64(grid[i])))
		for k, p := range d {
			if i == 0 {
				t.Columns = append(t.Columns, about.ArchName(p.Name))
				c.Draw(about.ArchName(p.Name), archRoles[p.Name], sheet.Line, nil, nil)
			}
			c.Series[k].Add(float64(grid[i]), p.RMSE)
			t.Rows[i] = append(t.Rows[i], sheet.Number(p.RMSE, 4))
		}
	}
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
		t.Add(sheet.Words(about.ArchName(p.Name)), sheet.Numbers(4, float64(n)*m.tr.Ts, p.RMSE)...)
	}
	steps := min(max(20, slowest*3/2), 2000)
	for _, p := range plans {
		if p.Name == about.InputRaw || p.Name == about.Output {
			continue // the filter is that without privacy
		}
		line := c.Draw(about.ArchName(p.Name), archRoles[p.Name], sheet.Line, nil, nil)
		if p.Name == about.None {
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
