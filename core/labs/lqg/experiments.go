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
	return map[string]work.Job{
		"cost":      work.Once("work.price", m.costSheet),
		"eavesdrop": work.Once("work.smoothing", m.eavesdropSheet),
		"matrices":  work.Once("work.gains", m.matricesSheet),
	}[name], nil
}

// with prices all agents at one ε, with the noise that it takes.
func (m *model) with(eps float64) (*loop.Price, error) {
	kept := slices.Clone(m.ps)
	for i := range kept {
		kept[i].Epsilon, kept[i].Part = eps, 1
	}
	return m.d.Price(kept, m.exact())
}

// sweep prices the network at ε in equal ratios from 0.05 on.
func (m *model) sweep(c sheet.Plot, points int, to float64) (w sheet.Sweep[*loop.Price], err error) {
	var eps []float64
	var prices []*loop.Price
	for i := range points {
		e := num.Exp(num.Log(0.05) + float64(i)/float64(points-1)*num.Log(to/0.05))
		price, err := m.with(e)
		if err != nil {
			return w, err
		}
		eps, prices = append(eps, e), append(prices, price)
	}
	return sheet.Over(c, eps, prices), nil
}

func (m *model) costSheet() (s sheet.Sheet, err error) {
	s.Title = lang.Say("lqg.analysis.cost")
	s.Lead = lang.Say("lqg.price.lead", "price", m.c.Total(), "base", m.c.Base)
	c := s.Chart("deltaj", "lqg.price.", sheet.Axis{Log: true}, sheet.Axis{Log: true}, lang.Say("lqg.price.caption"))
	over, err := m.sweep(c, 33, 5)
	if err != nil {
		return s, err
	}
	over.Line(lang.Verbatim("ΔJ"), sheet.Ink, sheet.Line, (*loop.Price).Total)
	over.Line("states", sheet.Leak, sheet.Dash, func(c *loop.Price) float64 { return c.State })
	over.Line("references", sheet.Target, sheet.Dash, func(c *loop.Price) float64 { return c.Ref })
	c.MarkX(lang.Say("lab.param.eps"), sheet.Muted, m.spec.Float("eps"))
	t := s.Table("byagent", "lqg.by-agent.", lang.Say("lqg.by-agent.caption"),
		lang.Say("lqg.agent"), lang.Verbatim("ε"), "noise", "states", "references", "eavesdropper")
	for i := range m.net.Agents {
		name := sheet.Count(float64(i + 1))
		if i == m.star() {
			name = sheet.Cell{Text: lang.Verbatim(strconv.Itoa(i+1) + " ★"), Role: sheet.Leak}
		}
		t.Add(name, sheet.Numbers(4, m.ps[i].Epsilon, m.c.Noises[i].Out, m.c.ByState[i], m.c.ByRef[i],
			m.c.Error(i))...)
	}
	return s, err
}

func (m *model) eavesdropSheet() (s sheet.Sheet, err error) {
	i := m.star()
	s.Title = lang.Say("lqg.analysis.eavesdrop")
	s.Lead = lang.Say("lqg.eavesdropper.lead", "now", m.c.Error(i), "later", m.c.Hindsight(i))
	c := s.Chart("eavesdropper", "lqg.eavesdropper.", sheet.Axis{Label: lang.Say("lqg.price.x"), Log: true},
		sheet.Axis{Unit: lang.Verbatim("m")}, lang.Say("lqg.eavesdropper.caption"))
	over, err := m.sweep(c, 25, 10)
	if err != nil {
		return s, err
	}
	over.Line("now", sheet.Leak, sheet.Line, func(c *loop.Price) float64 { return c.Error(i) })
	over.Line("later", sheet.Adjacent, sheet.Dash, func(c *loop.Price) float64 { return c.Hindsight(i) })
	c.MarkX(lang.Say("lab.param.eps"), sheet.Muted, m.ps[i].Epsilon)
	return s, err
}

// matricesSheet shows the starred agent's matrices, all weights, the two Riccati solutions and
// the gains, to be copied.
func (m *model) matricesSheet() (sheet.Sheet, error) {
	a, d, f := &m.net.Agents[m.star()], m.d, m.c.Filters[m.star()]
	k, l, err := d.Ahead(m.spec.Int("T"))
	names := []string{"A", "B", "C", "W", "V", "Q", "R", "K", "L", "M", "prior", "post", "gain", "plain"}
	return control.Sheet("lqg.analysis.matrices", "lqg.matrices.", names, a.A, a.B, a.C, a.W, a.V, m.net.Q, m.net.R,
		k, l, d.M, f.Prior, f.Post, f.Gain, d.Plain.Gain), err
}
