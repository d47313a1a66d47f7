package lqg

import (
	"fmt"

	"indistinct/core/film"
	"indistinct/core/lab"
	"indistinct/core/lab/show"
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
func (m *model) Stage() show.Stage {
	s := show.Stage{Axes: []film.Axis{{Label: "transmitted output"}}, Time: film.Axis{Label: "step"}}
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
			Help: sayCostOfPrivacyHelp},
		{Name: "delta_j_state", Label: "of which states", Value: value(c.State),
			Help: sayStatePartHelp},
		{Name: "delta_j_reference", Label: "of which references", Value: value(c.Ref),
			Help: sayReferencePartHelp},
		{Name: "j", Label: "Cost with privacy", Symbol: "J", Value: value(c.Base + c.Total()), Key: true,
			Help: sayCostHelp},
		{Name: "j_plain", Label: "Cost without privacy", Value: value(c.Base), Help: sayCostWithoutPrivacyHelp},
		{Name: "kappa", Label: "Noise multiplier of the promise", Symbol: "κ", Value: value(c.Multiplier[i]),
			Help: sayKappaHelp},
		{Name: "noise", Label: "Noise on each output", Symbol: "σ", Value: value(c.Noises[i].Out), Key: true,
			Help: sayOutputNoiseHelp},
		{Name: "noise_promised", Label: "Noise that the promise takes", Value: value(c.Noises[i].Out / m.part()),
			Help: sayPromisedNoiseHelp},
		{Name: "noise_reference", Label: "Noise on the reference", Value: value(c.Noises[i].Ref),
			Help: sayReferenceNoiseHelp},
		{Name: "eavesdropper", Label: "Eavesdropper's error", Unit: "m", Value: value(c.Error(i)), Key: true,
			Help: sayEavesdropperHelp},
		{Name: "eavesdropper_smoothed", Label: "… if she can wait", Unit: "m", Value: value(c.Hindsight(i)),
			Help: saySmootherHelp},
		{Name: "identity", Label: "Residual of the trace identity", Value: sheet.Number(c.Identity, 2),
			Help: sayTraceIdentityHelp},
	}
}

// Complete adds what this laboratory knows.
func (m *model) Complete(r *lab.Report) {
	r.Distance = sheet.Real(m.ps[m.star()].B)
	r.Meaning = append(r.Meaning,
		fmt.Sprintf(sayRecordsMeaning, m.star()+1, m.mech.steps, sheet.Brief(m.mech.shift, 4), m.way()),
		sayNotTestedMeaning)
	if m.part() < 1 {
		r.Warnings = append(r.Warnings, fmt.Sprintf(sayNoiseScaledWarning, m.part()))
	}
}
