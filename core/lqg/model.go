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
			s.Axes = append(s.Axes, film.Axis{Label: fmt.Sprintf(sayTransmittedOutput, len(s.Axes)+1)})
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
		{Name: "delta_j", Label: sayCostPrivacy3, Symbol: "ΔJ", Value: value(c.Total()), Key: true,
			Help: sayHowMuchCostStep},
		{Name: "delta_j_state", Label: sayWhichStates, Value: value(c.State),
			Help: sayPartComesFromNoise},
		{Name: "delta_j_reference", Label: sayWhichReferences, Value: value(c.Ref),
			Help: sayPartComesFromNoise2},
		{Name: "j", Label: sayCostPrivacy4, Symbol: "J", Value: value(c.Base + c.Total()), Key: true,
			Help: sayAverageCostStepTracking},
		{Name: "j_plain", Label: sayCostWithoutPrivacy, Value: value(c.Base), Help: saySameWhenNothingAdded},
		{Name: "kappa", Label: sayNoiseMultiplierPromise, Symbol: "κ", Value: value(c.Multiplier[i]),
			Help: sayStandardDeviationNoisePromise},
		{Name: "noise", Label: sayNoiseEachOutput, Symbol: "σ", Value: value(c.Noises[i].Out), Key: true,
			Help: sayStandardDeviationWhatStarred},
		{Name: "noise_promised", Label: sayNoisePromiseTakes2, Value: value(c.Noises[i].Out / m.part()),
			Help: sayStandardDeviationNoiseEach},
		{Name: "noise_reference", Label: sayNoiseReference, Value: value(c.Noises[i].Ref),
			Help: sayStandardDeviationWhatStarred2},
		{Name: "eavesdropper", Label: "Eavesdropper's error", Unit: "m", Value: value(c.Error(i)), Key: true,
			Help: sayStandardDeviationBestRunning},
		{Name: "eavesdropper_smoothed", Label: sayIfSheCanWait, Unit: "m", Value: value(c.Hindsight(i)),
			Help: saySameSmootherWhichAlso},
		{Name: "identity", Label: sayResidualTraceIdentity, Value: sheet.Number(c.Identity, 2),
			Help: sayTrAgainstTrKw},
	}
}

// Complete adds what this laboratory knows.
func (m *model) Complete(r *lab.Report) {
	r.Distance = sheet.Real(m.ps[m.star()].B)
	r.Meaning = append(r.Meaning,
		fmt.Sprintf(sayRecordNeighbourTrajectoriesAgent, m.star()+1, m.mech.steps, sheet.Brief(m.mech.shift, 4), m.way()),
		sayNotTestedReferencesOwn)
	if m.part() < 1 {
		r.Warnings = append(r.Warnings, fmt.Sprintf(sayNoiseTimesWhatCalibration, m.part()))
	}
}
