package figures

import (
	"indistinct/core/audit"
	"indistinct/core/lab"
	"indistinct/core/sheet"
	"indistinct/core/work"
)

// Audits is the job of an audit of each Spec, a worker's piece each, of which show makes a
// sheet. curve keeps the p-values.
func (at Setting) Audits(name string, specs []lab.Spec, curve bool,
	show func(done []Outcome) (sheet.Sheet, error)) work.Job {
	const turns = 5
	return work.Batches(name, int64(len(specs)), turns, 1,
		func(i int64) (Outcome, error) { return Measure(at.Lab, specs[i], curve) }, show)
}

// Outcome is what an experiment keeps of an audit.
type Outcome struct {
	EpsilonC  sheet.Real    `json:"epsilon_c"`
	Escape    sheet.Real    `json:"epsilon_c_escape"`
	Strong    sheet.Real    `json:"strong"`
	Lambda    sheet.Real    `json:"lambda"`
	Eta       sheet.Real    `json:"eta"`
	ECorrect  sheet.Real    `json:"e_correct"`
	EAdjacent sheet.Real    `json:"e_adjacent"`
	Occupied  int           `json:"occupied"`
	Events    int64         `json:"events"`
	Inside    sheet.Real    `json:"inside"` // share of the neighbour's releases inside the set
	Curve     audit.PValues `json:"curve,omitzero"`
}

// What experiments compare of an outcome.
func EpsilonC(o Outcome) sheet.Real      { return o.EpsilonC }
func EscapeC(o Outcome) sheet.Real       { return o.Escape }
func ProvenEpsilon(o Outcome) sheet.Real { return o.Strong }
func lambda(o Outcome) sheet.Real        { return o.Lambda }
func ECorrect(o Outcome) sheet.Real      { return o.ECorrect }
func eAdjacent(o Outcome) sheet.Real     { return o.EAdjacent }
func eta(o Outcome) sheet.Real           { return o.Eta }
func inside(o Outcome) sheet.Real        { return o.Inside }

// Measure audits one Spec on the calling goroutine, without what a reader of one report
// wants.
func Measure(l lab.Laboratory, s lab.Spec, curve bool) (o Outcome, err error) {
	m, err := lab.Open(l, s)
	if err != nil {
		return o, err
	}
	set := lab.Settings(s)
	set.Brief = true
	r, err := audit.Run(m.Mechanism(), set)
	if err != nil {
		return o, err
	}
	o = Outcome{EpsilonC: r.EpsilonC, Escape: r.EscapeC, Strong: r.Strong.Epsilon, Lambda: r.Lambda, Eta: r.Eta,
		ECorrect: r.ECorrect, EAdjacent: r.EAdjacent, Occupied: r.Occupied, Events: r.Events}
	if r.Escape.N > 0 {
		o.Inside = sheet.Real(1 - float64(r.Escape.C2)/float64(r.Escape.N))
	}
	if curve {
		o.Curve = r.Curve
	}
	return o, nil
}
