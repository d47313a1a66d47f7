package lqg

import (
	"math"
	"slices"
	"strconv"

	"indistinct/core/lab"
	"indistinct/core/labs/lqg/loop"
	"indistinct/core/lang"
	"indistinct/core/num"
	"indistinct/core/privacy"
	"indistinct/core/sheet"
	"indistinct/core/work"
)

// Analyses lists the laboratory's computations beside the audit.
func (Lab) Analyses() []lab.Analysis {
	return []lab.Analysis{
		{Name: "cost", Live: true},
		{Name: "eavesdrop"},
		{Name: "simulate"},
		{Name: "calibrate", Page: "experiments"},
	}
}

// Analyse returns the job of one of them.
func (m *model) Analyse(name string) (work.Job, error) {
	switch name {
	case "cost":
		return work.Once("work.price", m.costSheet), nil
	case "calibrate":
		return work.Alone(m.calibrateSheet), nil
	case "eavesdrop":
		return work.Once("work.smoothing", m.eavesdropSheet), nil
	case "simulate":
		return m.simulation(), nil
	}
	return nil, lab.NoAnalysis(Lab{}, name)
}

// kept are the promises with all the noise that they take.
func (m *model) kept() []loop.Promise {
	out := slices.Clone(m.ps)
	for i := range out {
		out[i].Part = 1
	}
	return out
}

// with prices all agents at one ε, with the noise that it takes.
func (m *model) with(eps float64) (*loop.Price, error) {
	return m.d.Price(loop.WithEpsilon(m.kept(), eps), m.exact())
}

func (m *model) costSheet() (sheet.Sheet, error) {
	const points = 33
	var x, total, state, ref, slope []sheet.Real
	prev := 0.0
	for i := range points {
		e := num.Exp(num.Log(0.05) + float64(i)/(points-1)*num.Log(5/0.05))
		c, err := m.with(e)
		if err != nil {
			return sheet.Sheet{}, err
		}
		x = append(x, sheet.Real(e))
		total, state, ref = append(total, sheet.Real(c.Total())), append(state, sheet.Real(c.State)),
			append(ref, sheet.Real(c.Ref))
		if i > 0 {
			slope = append(slope, sheet.Real((prev-c.Total())/(e-float64(x[i-1]))))
		}
		prev = c.Total()
	}
	table := sheet.Table{ID: "byagent", Title: lang.Say("lqg.by-agent.title"),
		Caption: lang.Say("lqg.by-agent.caption"),
		Columns: []lang.Message{lang.Say("lqg.agent"), lang.Verbatim("ε"), lang.Say("lqg.by-agent.column.noise"),
			lang.Say("lqg.by-agent.column.states"), lang.Say("lqg.by-agent.column.references"),
			lang.Say("lqg.by-agent.column.eavesdropper")}}
	for i := range m.net.Agents {
		name := sheet.Count(float64(i + 1))
		if i == m.star() {
			name = sheet.Cell{Text: lang.Verbatim(strconv.Itoa(i+1) + " ★"), Role: sheet.Leak}
		}
		table.Rows = append(table.Rows, []sheet.Cell{name, sheet.Number(m.ps[i].Epsilon, 4),
			sheet.Number(m.c.Noises[i].Out, 4),
			sheet.Number(m.c.ByState[i], 4), sheet.Number(m.c.ByRef[i], 4), sheet.Number(m.c.Error(i), 4)})
	}
	axis := sheet.Axis{Label: lang.Say("lqg.price.x"), Log: true}
	return sheet.Sheet{
		Title: lang.Say("lqg.analysis.cost"),
		Lead:  lang.Say("lqg.price.lead", "price", m.c.Total(), "base", m.c.Base),
		Charts: []sheet.Chart{
			{ID: "deltaj", Title: lang.Say("lqg.price.title"), Caption: lang.Say("lqg.price.caption"),
				X: axis, Y: sheet.Axis{Label: lang.Say("lqg.price.y"), Log: true},
				Series: []sheet.Series{
					{Name: lang.Verbatim("ΔJ"), Role: sheet.Ink, Style: sheet.Line, X: x, Y: total},
					{Name: lang.Say("lqg.price.series.states"), Role: sheet.Leak, Style: sheet.Dash, X: x, Y: state},
					{Name: lang.Say("lqg.price.series.references"), Role: sheet.Target, Style: sheet.Dash, X: x,
						Y: ref}},
				Marks: []sheet.Mark{{Label: lang.Say("lab.param.eps"), Role: sheet.Muted,
					At: sheet.Real(m.spec.Float("eps")), Vertical: true}}},
			{ID: "slope", Title: lang.Say("lqg.slope.title"), Caption: lang.Say("lqg.slope.caption"),
				X: axis, Y: sheet.Axis{Label: lang.Say("lqg.slope.y"), Log: true},
				Series: []sheet.Series{{Name: lang.Verbatim("−dΔJ/dε"), Role: sheet.Ink, Style: sheet.Line, X: x[1:],
					Y: slope}},
				Marks: []sheet.Mark{{Label: lang.Verbatim("ε = ½"), Role: sheet.Muted, At: 0.5, Vertical: true}}},
		},
		Tables: []sheet.Table{table},
	}, nil
}

// calibrateSheet finds the ε that a budget buys.
func (m *model) calibrateSheet(crew work.Crew) (sheet.Sheet, error) {
	budget := m.spec.Float("budget")
	out := sheet.Sheet{Title: lang.Say("lqg.analysis.calibrate")}
	left := 40.0 // about so many steps of the search
	eps, err := m.d.Equal(m.kept(), m.exact(), budget, func() {
		crew.Step("work.calibrating", 1, left)
		left = max(left-1, 1)
	})
	if err != nil {
		return out, err
	}
	if math.IsNaN(eps) {
		out.Lead = lang.Say("lqg.budget.small", "budget", budget)
		return out, nil
	}
	c, err := m.with(eps)
	if err != nil {
		return out, err
	}
	t := sheet.Table{ID: "calibration", Title: lang.Say("lqg.budget.title"),
		Columns: []lang.Message{lang.Say("lqg.agent"), lang.Verbatim("ε"), lang.Say("lqg.budget.column.price")}}
	for i := range c.ByState {
		t.Rows = append(t.Rows, []sheet.Cell{sheet.Count(float64(i + 1)), sheet.Number(eps, 5),
			sheet.Number(c.ByState[i]+c.ByRef[i], 5)})
	}
	t.Rows = append(t.Rows, []sheet.Cell{sheet.Words(lang.Say("lqg.budget.sum")),
		sheet.Number(eps*float64(len(c.ByState)), 5), sheet.Number(c.Total(), 5)})
	out.Tables = []sheet.Table{t}
	out.Lead = lang.Say("lqg.budget.lead", "budget", budget, "eps", eps)
	return out, nil
}

func (m *model) eavesdropSheet() (sheet.Sheet, error) {
	i := m.star()
	const points = 25
	var x, filt, smo []sheet.Real
	for k := range points {
		e := num.Exp(num.Log(0.05) + float64(k)/(points-1)*num.Log(10/0.05))
		c, err := m.with(e)
		if err != nil {
			return sheet.Sheet{}, err
		}
		x = append(x, sheet.Real(e))
		filt = append(filt, sheet.Real(c.Error(i)))
		smo = append(smo, sheet.Real(c.Hindsight(i)))
	}
	// Composition: a difference of b at every step is √k·b after k steps.
	delta := m.ps[i].Delta
	mu := 1 / (m.c.Multiplier[i] * m.part())
	var steps, eps, basic []sheet.Real
	for k := 1; k <= 64; k *= 2 {
		e, err := privacy.GaussianEpsilon(delta, mu*math.Sqrt(float64(k)))
		if err != nil {
			return sheet.Sheet{}, err
		}
		steps, eps = append(steps, sheet.Real(k)), append(eps, sheet.Real(e))
		basic = append(basic, sheet.Real(float64(k)*m.ps[i].Epsilon))
	}
	return sheet.Sheet{
		Title: lang.Say("lqg.analysis.eavesdrop"),
		Lead:  lang.Say("lqg.eavesdropper.lead", "now", m.c.Error(i), "later", m.c.Hindsight(i)),
		Charts: []sheet.Chart{
			{ID: "eavesdropper", Title: lang.Say("lqg.eavesdropper.title"),
				Caption: lang.Say("lqg.eavesdropper.caption"),
				X:       sheet.Axis{Label: lang.Say("lqg.price.x"), Log: true},
				Y:       sheet.Axis{Label: lang.Say("lqg.eavesdropper.y"), Unit: lang.Verbatim("m")},
				Series: []sheet.Series{
					{Name: lang.Say("lqg.eavesdropper.series.now"), Role: sheet.Leak, Style: sheet.Line, X: x, Y: filt},
					{Name: lang.Say("lqg.eavesdropper.series.later"), Role: sheet.Adjacent, Style: sheet.Dash, X: x,
						Y: smo}},
				Marks: []sheet.Mark{{Label: lang.Say("lab.param.eps"), Role: sheet.Muted,
					At: sheet.Real(m.ps[i].Epsilon), Vertical: true}}},
			{ID: "composition", Title: lang.Say("lqg.composition.title"),
				Caption: lang.Say("lqg.composition.caption", "delta", delta),
				X:       sheet.Axis{Label: lang.Say("lqg.composition.x"), Log: true},
				Y:       sheet.Axis{Label: lang.Verbatim("ε"), Log: true},
				Series: []sheet.Series{
					{Name: lang.Say("lqg.composition.series.exact"), Role: sheet.Truth, Style: sheet.Line, X: steps,
						Y: eps},
					{Name: lang.Say("lqg.composition.series.basic"), Role: sheet.Muted, Style: sheet.Dash, X: steps,
						Y: basic}}},
		},
	}, nil
}

// Each trial of the simulation is one run with its own reference noise; the
// interval is shown after each of simTurns batches.
const (
	simRuns  = 320
	simTurns = 5
	simSteps = 400
)

// pairCost is the mean cost of a step of one run, with and without privacy.
type pairCost struct {
	Private float64 `json:"private"`
	Plain   float64 `json:"plain"`
}

func (m *model) simulation() work.Job {
	burn, ok := m.d.BurnIn(m.c)
	if !ok {
		return work.Once("work.simulating", func() (sheet.Sheet, error) {
			return sheet.Sheet{Title: lang.Say("lqg.analysis.simulate"),
				Lead: lang.Say("lqg.simulation.slow", "steps", burn)}, nil
		})
	}
	return work.Batches("work.simulating", simRuns, simTurns, 1, func(trial int64) (pairCost, error) {
		r, err := loop.NewRunner(m.d, m.c)
		if err != nil {
			return pairCost{}, err
		}
		a, b := r.Run(m.spec.Seed(), trial, int(burn), simSteps)
		return pairCost{a, b}, nil
	}, func(done []pairCost) (sheet.Sheet, error) { return m.simulationSheet(done, int(burn)) })
}

// simulationSheet shows theory and simulation side by side, as far as it has
// come.
func (m *model) simulationSheet(done []pairCost, burn int) (sheet.Sheet, error) {
	diff, private, plain := make([]float64, len(done)), make([]float64, len(done)), make([]float64, len(done))
	for i, p := range done {
		diff[i], private[i], plain[i] = p.Private-p.Plain, p.Private, p.Plain
	}
	var n, mean, lo, hi []sheet.Real
	for k := 8; k <= len(diff); k += 8 {
		v, h := num.MeanInterval(diff[:k])
		n, mean, lo, hi = append(n, sheet.Real(k)), append(mean, sheet.Real(v)), append(lo, sheet.Real(v-h)),
			append(hi, sheet.Real(v+h))
	}
	row := func(name lang.Message, theory float64, x []float64) []sheet.Cell {
		v, h := num.MeanInterval(x)
		in := lang.Say("lqg.simulated.yes")
		if math.Abs(v-theory) > h {
			in = lang.Say("lqg.simulated.no")
		}
		return []sheet.Cell{sheet.Words(name), sheet.Number(theory, 6), sheet.Spread(v, h, 6), sheet.Words(in)}
	}
	c := m.c
	v, h := num.MeanInterval(diff)
	return sheet.Sheet{
		Title: lang.Say("lqg.analysis.simulate"),
		Lead: lang.Say("lqg.simulation.lead", "mean", v, "half", h, "runs", len(diff), "steps", simSteps,
			"theorem", c.Total()),
		Notes: []lang.Message{lang.Say("lqg.simulation.note", "burn", burn)},
		Charts: []sheet.Chart{{ID: "simulation", Title: lang.Say("lqg.simulation.title"),
			X: sheet.Axis{Label: lang.Say("lqg.simulation.x")}, Y: sheet.Axis{Label: lang.Say("lqg.price.y")},
			Series: []sheet.Series{{Name: lang.Say("lqg.simulation.series.interval"), Role: sheet.Target,
				Style: sheet.Area, X: n, Lo: lo, Hi: hi}, {Name: lang.Say("lqg.simulation.series.mean"),
				Role: sheet.Target, Style: sheet.Line, X: n, Y: mean}},
			Marks: []sheet.Mark{{Label: lang.Say("lqg.simulation.theorem"), Role: sheet.Truth,
				At: sheet.Real(c.Total())}}}},
		Tables: []sheet.Table{{ID: "simulated", Title: lang.Say("lqg.simulated.title"),
			Columns: []lang.Message{lang.Verbatim(""), lang.Say("lqg.simulated.column.theory"),
				lang.Say("lqg.simulated.column.simulated"), lang.Say("lqg.simulated.column.inside")},
			Rows: [][]sheet.Cell{row(lang.Say("lqg.fact.j"), c.Base+c.Total(), private),
				row(lang.Say("lqg.fact.j_plain"), c.Base, plain), row(lang.Say("lqg.fact.delta_j"), c.Total(), diff)}}},
	}, nil
}
