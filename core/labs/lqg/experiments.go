package lqg

import (
	"slices"
	"strconv"

	"indistinct/core/control"
	"indistinct/core/labs/lqg/loop"
	"indistinct/core/lang"
	"indistinct/core/num"
	"indistinct/core/sheet"
	"indistinct/core/work"
)

func (m *model) Analyse(name string) (work.Job, error) {
	return map[string]work.Job{
		"cost":      work.Once("work.price", m.costSheet),
		"eavesdrop": work.Once("work.smoothing", m.eavesdropSheet),
		"matrices":  work.Once("work.gains", m.matricesSheet),
	}[name], nil
}

// with prices all agents at one ε, with the noise that it takes by the exact κ or by the theorem's.
func (m *model) with(eps float64, exact bool) (*loop.Price, error) {
	kept := slices.Clone(m.ps)
	for i := range kept {
		kept[i].Epsilon, kept[i].Part = eps, 1
	}
	return m.d.Price(kept, exact)
}

// sweep prices the network at ε in equal ratios from 0.05 on.
func (m *model) sweep(c sheet.Plot, points int, to float64, exact bool) (w sheet.Sweep[*loop.Price], err error) {
	var eps []float64
	var prices []*loop.Price
	for i := range points {
		e := num.Exp(num.Log(0.05) + float64(i)/float64(points-1)*num.Log(to/0.05))
		price, err := m.with(e, exact)
		if err != nil {
			return w, err
		}
		eps, prices = append(eps, e), append(prices, price)
	}
	return sheet.Over(c, eps, prices), nil
}

func (m *model) costSheet() (s sheet.Sheet, err error) {
	s.Title = lang.Say("lqg.analysis.cost")
	calib := m.spec.Text("calib")
	s.Lead = lang.Say("lqg.price.lead", "price", m.c.Total(), "base", m.c.Base, "calib", calib,
		"theorem", m.by["theorem"].Total(), "exact", m.by["exact"].Total())
	c := s.Chart("deltaj", "lqg.price.", sheet.Axis{Log: true}, sheet.Axis{Log: true},
		lang.Say("lqg.price.caption", "calib", calib))
	over, err := m.sweep(c, 33, 5, m.exact())
	if err != nil {
		return s, err
	}
	other, err := m.sweep(c, 33, 5, !m.exact())
	if err != nil {
		return s, err
	}
	over.Line(lang.Verbatim("ΔJ"), sheet.Ink, sheet.Line, (*loop.Price).Total)
	over.Line("states", sheet.Leak, sheet.Dash, func(c *loop.Price) float64 { return c.State })
	over.Line("references", sheet.Target, sheet.Dash, func(c *loop.Price) float64 { return c.Ref })
	other.Line(lang.Say("lqg.price.other", "calib", calib), sheet.Muted, sheet.Line, (*loop.Price).Total)
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
	over, err := m.sweep(c, 25, 10, m.exact())
	if err != nil {
		return s, err
	}
	over.Line("now", sheet.Leak, sheet.Line, func(c *loop.Price) float64 { return c.Error(i) })
	over.Line("later", sheet.Adjacent, sheet.Dash, func(c *loop.Price) float64 { return c.Hindsight(i) })
	c.MarkX(lang.Say("lab.param.eps"), sheet.Muted, m.ps[i].Epsilon)
	return s, err
}

// matricesSheet shows the starred agent's matrices, all weights, the two Riccati solutions, the gains and the
// matrices of the cost theorem, to be copied, and its traces with either κ.
func (m *model) matricesSheet() (s sheet.Sheet, err error) {
	a, d, f := &m.net.Agents[m.star()], m.d, m.c.Filters[m.star()]
	k, l, err := d.Ahead(m.spec.Int("T"))
	if err != nil {
		return s, err
	}
	names := []string{"A", "B", "C", "W", "V", "Q", "R", "K", "L", "M", "N", "prior", "post", "gain", "plain",
		"M1", "M2", "M3", "M4", "sigma", "bar", "noise"}
	s = control.Sheet("lqg.analysis.matrices", "lqg.matrices.", names, a.A, a.B, a.C, a.W, a.V, m.net.Q, m.net.R,
		k, l, d.M, d.N, f.Prior, f.Post, f.Gain, d.Plain[m.star()].Gain,
		d.K, d.M2, d.M3, d.M4, m.c.Sigma, m.c.Bar, m.c.W)
	theorem, exact := m.by["theorem"], m.by["exact"]
	number := func(v float64) sheet.Cell { return sheet.Cell{Num: new(sheet.Real(v)), Form: ".6"} }
	t := s.Table("traces", "lqg.traces.", lang.Say("lqg.traces.caption"), "trace", "theorem", "exact")
	for i, name := range []string{"M1", "M2", "states", "M3", "M4"} {
		t.Add(sheet.Words(lang.Say("lqg.traces."+name)), number(theorem.Traces[i]), number(exact.Traces[i]))
	}
	t.Add(sheet.Words(lang.Verbatim("ΔJ")), number(theorem.Total()), number(exact.Total()))
	slices.Reverse(s.Tables) // what all of it comes to first
	return s, nil
}
