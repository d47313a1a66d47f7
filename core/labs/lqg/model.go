// Package lqg is the laboratory of private linear-quadratic-Gaussian control
// (Hale 2019; Yazdani, Jones, Leahy & Hale): agents that cooperate through
// what they transmit, and hide their states and their goals by adding noise to
// it.
package lqg

import (
	"cmp"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	about "indistinct/core/about/lqg"
	"indistinct/core/control"
	"indistinct/core/film"
	"indistinct/core/lab"
	"indistinct/core/lab/show"
	"indistinct/core/labs/lqg/loop"
	"indistinct/core/lang"
	"indistinct/core/mechanism"
	"indistinct/core/privacy"
	"indistinct/core/sheet"
)

// Lab is the LQG laboratory.
type Lab struct{ about.Lab }

// model is an opened Spec.
type model struct {
	spec lab.Spec
	net  *loop.Network
	d    *loop.Design
	c    *loop.Price            // at the set calibration
	by   map[string]*loop.Price // at each
	ps   []loop.Promise
	mech *transmission
	once bool // the neighbour differs at the first step alone
}

// Open designs the controller and prices the promises.
func (Lab) Open(s lab.Spec) (lab.Model, error) {
	net, err := build(s)
	if err != nil {
		return nil, err
	}
	m := &model{spec: s, net: net, ps: promises(s), by: map[string]*loop.Price{}}
	if m.d, err = loop.Solve(m.net); err != nil {
		return nil, err
	}
	for _, calib := range []string{"theorem", "exact"} {
		if m.by[calib], err = m.d.Price(m.ps, calib == "exact"); err != nil {
			return nil, err
		}
	}
	m.c = m.by[s.Text("calib")]
	m.mech = newTransmission(m)
	return m, nil
}

func (m *model) exact() bool { return m.spec.Text("calib") == "exact" }

func (m *model) star() int { return m.spec.Int("star") - 1 }

// part is the noise that agents add, as a multiple of what they promise.
func (m *model) part() float64 { return m.spec.Float("half") }

// transmission is what the starred agent sends: its outputs over a few steps
// plus privacy noise, for the record and for its neighbour.
type transmission struct {
	mechanism.Additive
	steps int
	shift float64
}

func newTransmission(m *model) *transmission {
	i := m.star()
	a := &m.net.Agents[i]
	t := &transmission{steps: m.spec.Int("length")}
	t.Dim = a.Outputs()
	// The record's trajectory is the reference. The neighbour's is moved along the
	// direction that C shows most: by b/√steps at every step, or by b at the first.
	y, dy := make([]float64, t.Dim), make([]float64, t.Dim)
	control.Apply(a.C, a.Ref, y)
	control.Apply(a.C, m.direction(), dy)
	for k := range t.steps {
		by := m.ps[i].B / math.Sqrt(float64(t.steps))
		switch {
		case m.once && k == 0:
			by = m.ps[i].B
		case m.once:
			by = 0
		}
		for j := range y {
			t.Mean[0] = append(t.Mean[0], y[j])
			t.Mean[1] = append(t.Mean[1], y[j]+by*dy[j])
		}
	}
	t.Noise, t.Scale = mechanism.NormalNoise{}, m.c.Noises[i].Out
	t.shift = control.MaxSingular(a.C) * m.ps[i].B
	t.Exact = privacy.GaussianProfile{Mu: t.shift / t.Scale}
	t.Says = mechanism.Claim{
		Budget: privacy.Budget{Epsilon: m.ps[i].Epsilon, Delta: m.ps[i].Delta},
		Source: lang.Say("lqg.claim." + m.spec.Text("calib")),
		Note:   lang.Say("lqg.claim.note"),
	}
	return t
}

// direction is the unit vector of the starred agent's state that C shows most:
// its first right singular vector, its largest element positive.
func (m *model) direction() []float64 {
	var svd mat.SVD
	svd.Factorize(m.net.Agents[m.star()].C, mat.SVDThin)
	var v mat.Dense
	svd.VTo(&v)
	d := mat.Col(nil, 0, &v)
	top := slices.MaxFunc(d, func(a, b float64) int { return cmp.Compare(math.Abs(a), math.Abs(b)) })
	floats.Scale(math.Copysign(1, top), d)
	return d
}

// way is how the neighbour differs, by which texts choose: all at the first of several
// steps, evenly at all of them, or at the only one.
func (m *model) way() string {
	switch {
	case m.once:
		return "once"
	case m.mech.steps == 1:
		return "only"
	}
	return "evenly"
}

// Mechanism is the starred agent's transmissions.
func (m *model) Mechanism() mechanism.Mechanism { return m.mech }

// Description names the transmitted outputs.
func (m *model) Description() show.Description {
	s := show.Description{Inputs: inputs, Axes: []film.Axis{{Label: lang.Say("lqg.stage.output")}},
		Time: film.Axis{Label: lang.Say("lqg.step")}}
	if _, dim := m.mech.Shape(); dim > 1 {
		for s.Axes = nil; len(s.Axes) < dim; {
			s.Axes = append(s.Axes, film.Axis{Label: lang.Say("lqg.stage.outputs", "k", len(s.Axes)+1)})
		}
	}
	return s
}

var inputs = mechanism.Names{lang.Say("lqg.input.record"), lang.Say("lqg.input.neighbour")}

// Facts are the price of privacy and the noise it takes.
func (m *model) Facts() []lab.Fact {
	i := m.star()
	c := m.c
	value := func(v float64) sheet.Cell { return sheet.Number(v, 4) }
	metre := lang.Verbatim("m")
	return []lab.Fact{
		{Name: "delta_j", Symbol: "ΔJ", Value: value(c.Total()), Key: true},
		{Name: "delta_j_state", Value: value(c.State)},
		{Name: "delta_j_reference", Value: value(c.Ref)},
		{Name: "j", Symbol: "J", Value: value(c.Base + c.Total()), Key: true},
		{Name: "j_plain", Value: value(c.Base)},
		{Name: "kappa", Symbol: "κ", Value: value(c.Multiplier[i])},
		{Name: "noise", Symbol: "σ", Value: value(c.Noises[i].Out), Key: true},
		{Name: "noise_promised", Value: value(c.Noises[i].Out / m.part())},
		{Name: "noise_reference", Value: value(c.Noises[i].Ref)},
		{Name: "eavesdropper", Unit: metre, Value: value(c.Error(i)), Key: true},
		{Name: "eavesdropper_smoothed", Unit: metre, Value: value(c.Hindsight(i))},
		{Name: "identity", Value: sheet.Number(c.Identity, 2)},
	}
}

func (m *model) Complete(r *lab.Report) {
	r.Distance = sheet.Real(m.ps[m.star()].B)
	r.Notes = append(r.Notes, lang.Say("lqg.tested", "agent", m.star()+1, "steps", m.mech.steps,
		"distance", m.mech.shift, "way", m.way()), lang.Say("lqg.untested"))
	if m.part() < 1 {
		r.Warnings = append(r.Warnings, lang.Say("lqg.warning", "share", m.part()))
	}
}

// promises reads each agent's privacy parameters.
func promises(s lab.Spec) []loop.Promise {
	eps, radii := s.List("ai"), s.List("bi")
	out := make([]loop.Promise, s.Int("N"))
	for i := range out {
		out[i] = loop.Promise{Epsilon: s.Float("eps"), Delta: s.Float("delta"), B: s.Float("b"), RefB: s.Float("bref"),
			Part: s.Float("half")}
		if len(eps) == len(out) {
			out[i].Epsilon = eps[i]
		}
		if len(radii) == len(out) {
			out[i].B = radii[i]
		}
	}
	return out
}
