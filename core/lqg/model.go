package lqg

import (
	"fmt"

	"indistinct/core/film"
	"indistinct/core/lab"
	"indistinct/core/mechanism"
	"indistinct/core/sheet"
)

// model is an opened Spec.
type model struct {
	spec lab.Spec
	net  *network
	d    *design
	c    *price
	ps   []promise
	mech *transmission
	once bool // the neighbour differs at the first step alone
}

// Open designs the controller and prices the promises.
func (Lab) Open(s lab.Spec) (lab.Model, error) {
	m := &model{spec: s, net: build(s), ps: promises(s)}
	var err error
	if m.d, err = solve(m.net); err != nil {
		return nil, err
	}
	if m.c, err = m.d.Price(m.ps, m.exact()); err != nil {
		return nil, err
	}
	m.mech = newTransmission(m)
	return m, nil
}

func (m *model) exact() bool { return m.spec.Text("calib") == "exact" }

func (m *model) star() int { return m.spec.Int("star") - 1 }

// part is the noise that agents add, as a multiple of what they promise.
func (m *model) part() float64 { return m.spec.Float("half") }

// Mechanism is the starred agent's transmissions.
func (m *model) Mechanism() mechanism.Mechanism { return m.mech }

// Stage names the transmitted outputs.
func (m *model) Stage() lab.Stage {
	s := lab.Stage{Axes: []film.Axis{{Label: "transmitted output"}}, Time: film.Axis{Label: "step"}}
	if _, dim := m.mech.Shape(); dim > 1 {
		for s.Axes = nil; len(s.Axes) < dim; {
			s.Axes = append(s.Axes, film.Axis{Label: fmt.Sprintf("transmitted output %d", len(s.Axes)+1)})
		}
	}
	return s
}

// Facts are the price of privacy and the noise it takes.
func (m *model) Facts() []lab.Fact {
	i := m.star()
	c := m.c
	value := func(v float64) sheet.Cell { return sheet.Number(v, 4) }
	return []lab.Fact{
		{Name: "delta_j", Label: "Cost of privacy", Symbol: "ΔJ", Value: value(c.Total()), Key: true,
			Help: "How much the cost of a step rises on average because of the noise that is added, by the theorem."},
		{Name: "delta_j_state", Label: "of which states", Value: value(c.State),
			Help: "The part that comes from noise on outputs: controllers act on worse estimates."},
		{Name: "delta_j_reference", Label: "of which references", Value: value(c.Ref),
			Help: "The part that comes from noise on references: agents go to slightly wrong places."},
		{Name: "j", Label: "Cost with privacy", Symbol: "J", Value: value(c.Base + c.Total()), Key: true,
			Help: "Average cost of a step, tracking and control together."},
		{Name: "j_plain", Label: "Cost without privacy", Value: value(c.Base), Help: "The same when nothing is added to what is transmitted."},
		{Name: "kappa", Label: "Noise multiplier of the promise", Symbol: "κ", Value: value(c.Multiplier[i]),
			Help: "Standard deviation of the noise that the promise takes, for a radius of one."},
		{Name: "noise", Label: "Noise on each output", Symbol: "σ", Value: value(c.Noises[i].Out), Key: true,
			Help: "Standard deviation of what the starred agent adds to each output it transmits."},
		{Name: "noise_promised", Label: "Noise that the promise takes", Value: value(c.Noises[i].Out / m.part()),
			Help: "Standard deviation of the noise on each output at which the claim holds."},
		{Name: "noise_reference", Label: "Noise on the reference", Value: value(c.Noises[i].Ref),
			Help: "Standard deviation of what the starred agent adds to its reference."},
		{Name: "eavesdropper", Label: "Eavesdropper's error", Unit: "m", Value: value(c.Error(i)), Key: true,
			Help: "Standard deviation of the best running guess of the starred agent's position from everything that is transmitted."},
		{Name: "eavesdropper_smoothed", Label: "… if she can wait", Unit: "m", Value: value(c.Hindsight(i)),
			Help: "The same with a smoother, which also uses what is transmitted later."},
		{Name: "identity", Label: "Residual of the trace identity", Value: sheet.Number(c.Identity, 2),
			Help: "tr(KΣ + (Q − K)Σ̄) against tr(KW) + tr(LᵀSLΣ̄): two ways to the same number."},
	}
}

// Complete adds what this laboratory knows.
func (m *model) Complete(r *lab.Report) {
	r.Distance = sheet.Real(m.ps[m.star()].B)
	r.Meaning = append(r.Meaning,
		fmt.Sprintf("Record and neighbour are trajectories of agent %d's outputs over %d steps that differ by b·s₁(C) = %s in ℓ₂, "+
			"%s. For Gaussian noise of one size every such pair of one agent has the same loss.", m.star()+1, m.mech.steps, sheet.Brief(m.mech.shift, 4), m.way()),
		"Not tested: the reference's own noise, and differences larger than b.")
	if m.part() < 1 {
		r.Warnings = append(r.Warnings, fmt.Sprintf("The noise is %g times what the calibration asks for: the claim is only meant for at least 1.", m.part()))
	}
}
