package lqg

import (
	"slices"
	"strconv"

	"indistinct/core/control"
	"indistinct/core/lab"
	"indistinct/core/labs/lqg/loop"
	"indistinct/core/lang"
	"indistinct/core/num"
	"indistinct/core/sheet"
	"indistinct/core/work"
)

// Analyses lists the laboratory's computations beside the audit.
func (Lab) Analyses() []lab.Analysis {
	return []lab.Analysis{
		{Name: "cost", Live: true},
		{Name: "eavesdrop"},
		{Name: lab.Ledger, Whole: true},
		{Name: lab.Replay},
		{Name: "matrices"},
	}
}

// Analyse returns the job of one of them.
func (m *model) Analyse(name string) (work.Job, error) {
	switch name {
	case "cost":
		return work.Once("work.price", m.costSheet), nil
	case "eavesdrop":
		return work.Once("work.smoothing", m.eavesdropSheet), nil
	case "matrices":
		return work.Once("work.gains", m.matricesSheet), nil
	}
	return nil, lab.NoAnalysis(Lab{}, name)
}

// with prices all agents at one ε, with the noise that it takes.
func (m *model) with(eps float64) (*loop.Price, error) {
	kept := slices.Clone(m.ps)
	for i := range kept {
		kept[i].Epsilon, kept[i].Part = eps, 1
	}
	return m.d.Price(kept, m.exact())
}

func (m *model) costSheet() (sheet.Sheet, error) {
	const points = 33
	var x, total, state, ref []sheet.Real
	for i := range points {
		e := num.Exp(num.Log(0.05) + float64(i)/(points-1)*num.Log(5/0.05))
		c, err := m.with(e)
		if err != nil {
			return sheet.Sheet{}, err
		}
		x = append(x, sheet.Real(e))
		total, state, ref = append(total, sheet.Real(c.Total())), append(state, sheet.Real(c.State)),
			append(ref, sheet.Real(c.Ref))
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
	return sheet.Sheet{
		Title: lang.Say("lqg.analysis.cost"),
		Lead:  lang.Say("lqg.price.lead", "price", m.c.Total(), "base", m.c.Base),
		Charts: []sheet.Chart{
			{ID: "deltaj", Title: lang.Say("lqg.price.title"), Caption: lang.Say("lqg.price.caption"),
				X: sheet.Axis{Label: lang.Say("lqg.price.x"), Log: true},
				Y: sheet.Axis{Label: lang.Say("lqg.price.y"), Log: true},
				Series: []sheet.Series{
					{Name: lang.Verbatim("ΔJ"), Role: sheet.Ink, Style: sheet.Line, X: x, Y: total},
					{Name: lang.Say("lqg.price.series.states"), Role: sheet.Leak, Style: sheet.Dash, X: x, Y: state},
					{Name: lang.Say("lqg.price.series.references"), Role: sheet.Target, Style: sheet.Dash, X: x,
						Y: ref}},
				Marks: []sheet.Mark{{Label: lang.Say("lab.param.eps"), Role: sheet.Muted,
					At: sheet.Real(m.spec.Float("eps")), Vertical: true}}},
		},
		Tables: []sheet.Table{table},
	}, nil
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
		},
	}, nil
}

// matricesSheet shows the starred agent's matrices, all weights, the two Riccati solutions and
// the gains, to be copied.
func (m *model) matricesSheet() (sheet.Sheet, error) {
	a, d, f := &m.net.Agents[m.star()], m.d, m.c.Filters[m.star()]
	k, l, err := d.Ahead(m.spec.Int("T"))
	names := []string{"A", "B", "C", "W", "V", "Q", "R", "K", "L", "M", "prior", "post", "gain", "plain"}
	return sheet.Sheet{Title: lang.Say("lqg.analysis.matrices"), Lead: lang.Say("lqg.matrices.lead"),
		Tables: []sheet.Table{control.Table("lqg.matrices.", names, a.A, a.B, a.C, a.W, a.V, m.net.Q, m.net.R,
			k, l, d.M, f.Prior, f.Post, f.Gain, d.Plain.Gain)}}, err
}
