// Package ring is the laboratory of Han & Martínez (2021): sensors on a circle
// report on a moving target, an estimator releases where the target is, and an
// adversary who knows everything else wants to know where one sensor stands.
package ring

import (
	"fmt"
	"math"
	"slices"
	"sync"

	about "indistinct/core/about/ring"
	"indistinct/core/about/ring/system"
	"indistinct/core/film"
	"indistinct/core/lab"
	"indistinct/core/lab/show"
	"indistinct/core/labs/ring/attack"
	"indistinct/core/labs/ring/estimator"
	"indistinct/core/labs/ring/figures"
	"indistinct/core/lang"
	"indistinct/core/mechanism"
	"indistinct/core/script"
	"indistinct/core/sheet"
	"indistinct/core/work"
)

// Lab is the ring laboratory.
type Lab struct {
	about.Lab
	// Interpreter runs programs that estimate, Command a command that does; each is nil in
	// binaries that do not link it, where what it is for can be described but not opened.
	Interpreter script.Interpreter
	Command     func(s script.System) (script.Estimator, error)
}

// model is an opened Spec: the scenario, both records, the mechanism.
type model struct {
	attack.Setting
	lab      Lab         // that opened it
	offer    about.Offer // of the mechanism
	dTheta   float64     // by how much the starred sensor moves, rad; below 0: clockwise
	moved    [2]float64  // where it stands in the neighbour, m
	adjacent []float64   // the neighbour's record
	distance float64     // ‖y¹ − y²‖₂
	meter    func() *lab.Meter
	found    bool     // by a search: the Spec sets another pair
	visitor  *visitor // whose estimator it is; nil: ours
	// candidates are the pairs among which a search looks; nil where one of them is chosen.
	candidates func() []candidate
}

// options reads the estimator's options out of a Spec.
func options(s lab.Spec) estimator.W2Options {
	o := estimator.DefaultW2()
	o.S = []float64{s.Float("s")}
	if l := s.List("sched"); len(l) > 0 {
		o.S = l
	}
	o.Kappa, o.PriorWeight = s.Float("kappa"), s.Float("prior")
	o.FeedSample = s.Text("feed") == "sample"
	o.PositionOnly = s.Text("state") == "pos"
	o.NTerms = s.Text("terms") == "n"
	return o
}

// Open simulates the system, solves for the neighbour and prepares the
// mechanism.
func (l Lab) Open(s lab.Spec) (lab.Model, error) { return l.open(s) }

func (l Lab) open(s lab.Spec) (_ *model, err error) {
	defer work.Halted(&err)
	if kindOf(s) == nil {
		return nil, fmt.Errorf("there is no mechanism %q", s.Text("mech")) // Validate refuses it
	}
	v, err := l.visitor(s)
	if err != nil {
		return nil, err
	}
	sc, err := v.scenario(about.Config(s), s.Seed())
	if err != nil {
		return nil, err
	}
	m := l.newModel(s, sc, v)
	turn, err := about.Adjacency(s, m.Scenario, 1)
	if err != nil {
		return nil, err
	}
	m.candidates = sync.OnceValue(m.others)
	return m, m.move(turn)
}

// newModel returns a model without a neighbour.
func (l Lab) newModel(s lab.Spec, sc *system.Scenario, v *visitor) *model {
	k := kindOf(s)
	m := &model{lab: l, offer: k.Offer, visitor: v, Setting: attack.Setting{Spec: s, Options: options(s), Scenario: sc,
		Law: k.Law, Foreign: v != nil}}
	if v != nil {
		m.Law.Build = v.build
	}
	return m
}

// move sets the neighbour: the starred sensor at an angle of dTheta from its
// place.
func (m *model) move(dTheta float64) (err error) {
	m.dTheta = dTheta
	m.moved = m.Scenario.Moved(m.dTheta)
	m.adjacent = m.Scenario.RecordAt(m.moved)
	m.distance = m.Scenario.Distance(m.moved)
	if m.Mech, err = m.Build([2][]float64{m.Scenario.Y, m.adjacent}); err != nil {
		return err
	}
	m.meter = sync.OnceValue(m.gauge)
	return nil
}

func (m *model) Mechanism() mechanism.Mechanism { return m.Mech }

// Description names the released positions.
func (m *model) Description() show.Description {
	return show.Description{Inputs: inputs, About: m.truth(), Seen: m.cloud(), Axes: []film.Axis{
		{Label: lang.Verbatim("x"), Unit: about.Metre}, {Label: lang.Verbatim("y"), Unit: about.Metre}}}
}

var inputs = mechanism.Names{lang.Say("ring.input.record"), lang.Say("ring.input.neighbour")}

func (m *model) Facts() []lab.Fact {
	facts := []lab.Fact{
		{Name: "record_distance", Symbol: "‖y¹ − y²‖", Value: sheet.Number(m.distance, 4), Key: true},
		{Name: "dtheta", Symbol: "Δθ", Unit: lang.Verbatim("rad"), Value: sheet.Number(m.dTheta, 4), Key: true},
		{Name: "displacement", Unit: about.Metre, Value: sheet.Number(m.apart(), 4)},
	}
	steps := m.Scenario.StepDistances(m.moved)
	far := slices.Max(steps)
	facts = append(facts, lab.Fact{Name: "step_distance", Value: sheet.Number(far, 4),
		Help: lang.Say("ring.fact.step_distance.help", "step", slices.Index(steps, far), "last", m.Scenario.T)})
	if w, ok := m.Mech.(*estimator.W2MHE); ok {
		if e := w.Claim().Budget.Epsilon; !math.IsInf(e, 0) {
			facts = append(facts, lab.Fact{Name: "epsilon_sound", Value: sheet.Number(e, 4)})
		}
	}
	return facts
}

func (m *model) gauge() *lab.Meter {
	switch mech := m.Mech.(type) {
	case *estimator.W2MHE:
		tv, ok := mech.TotalVariation()
		if !ok {
			return nil
		}
		return &lab.Meter{Success: sheet.Real(0.5 + 0.5*tv),
			How: lang.Say("ring.meter.quadrature")}
	case *estimator.InputPerturbation:
		if p := mech.RecordProfile(); p != nil {
			return &lab.Meter{Success: sheet.Real(0.5 + 0.5*p.Delta(0)), AtMost: true,
				How: lang.Say("ring.meter.record")}
		}
	case *estimator.EKF:
		p := mech.QuickProfile()
		return &lab.Meter{Success: sheet.Real(0.5 + 0.5*p.Delta(0)), How: p.Exact()}
	}
	if p := mechanism.ProfileOf(m.Mech); p != nil {
		return &lab.Meter{Success: sheet.Real(0.5 + 0.5*p.Delta(0)), How: p.Exact()}
	}
	return nil
}

// Complete adds what this laboratory knows of a run.
func (m *model) Complete(r *lab.Report) {
	r.Distance = sheet.Real(m.distance)
	r.Notes = append(r.Notes, lang.Say("ring.report.records", "distance", m.distance, "star", m.Scenario.Star+1,
		"turn", m.dTheta))
	if m.Spec.Text("rule") == "printed" && m.distance > m.Spec.Float("d")*1.0001 {
		r.Warnings = append(r.Warnings, lang.Say("ring.report.printed-rule", "distance", m.distance,
			"d", m.Spec.Float("d")))
	}
	if s := m.Options.S; m.Law.Likelihood == attack.ByDensity && !slices.ContainsFunc(s, func(v float64) bool {
		return v != 1
	}) {
		r.Warnings = append(r.Warnings, lang.Say("ring.report.deterministic"))
	}
	if p, ok := m.Mech.(*estimator.InputPerturbation); ok && p.Profile() != nil {
		r.Notes = append(r.Notes, lang.Say("ring.report.linear"))
	}
	if m.visitor != nil {
		r.Warnings = append(r.Warnings, m.visitor.warnings()...)
	}
}

// candidate is a pair of adjacent records: whose sensor moves, and by what angle,
// rad, anticlockwise.
type candidate struct {
	star   int
	dTheta float64
}

// others are every sensor as the starred one, moved along the ring either
// way as far as adjacency allows; the pair that the Spec sets comes first. Sensors
// that cannot be moved so far are left out.
func (m *model) others() []candidate {
	given := candidate{m.Scenario.Star, m.dTheta}
	out := []candidate{given}
	for _, turn := range []float64{1, -1} {
		for i := range m.Scenario.Sensors {
			sc := *m.Scenario
			sc.Star = i
			if dTheta, err := about.Adjacency(m.Spec, &sc, turn); err == nil && (candidate{i, dTheta}) != given {
				out = append(out, candidate{i, dTheta})
			}
		}
	}
	return out
}

// say names a pair.
func (c candidate) say() lang.Message {
	way := "anticlockwise"
	if c.dTheta < 0 {
		way = "clockwise"
	}
	return lang.Say("ring.pair", "star", c.star+1, "way", way)
}

// on returns the model with another sensor starred, moved in another direction:
// target and readings are the same.
func (m *model) on(pair int) (lab.Model, error) {
	c := m.candidates()[pair]
	sc := *m.Scenario
	sc.Star = c.star
	on := m.lab.newModel(m.Spec.Set(m.lab.Params(), "star", float64(c.star+1)), &sc, m.visitor)
	on.found = pair > 0
	return on, on.move(c.dTheta)
}

// evaluation is the visitor's setting for the paper's experiments.
func (m *model) evaluation() figures.Setting {
	return figures.Setting{Lab: m.lab, Spec: m.Spec, Config: about.Config}
}

// change sets fields that are known to be good.
func change(s lab.Spec, set ...string) lab.Spec { return figures.Change(Lab{}, s, set...) }
