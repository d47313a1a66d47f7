package lab

import (
	"cmp"

	"indistinct/core/audit"
	"indistinct/core/lang"
	"indistinct/core/sheet"
)

// Fact is one known number. Its texts are <laboratory>.fact.<name>, what it is called, and
// .help, one or two sentences; a Look has them, a Report only those that hold numbers.
type Fact struct {
	Name   string       `json:"name"`           // in JSON: "distance"
	Label  lang.Message `json:"label,omitzero"` // in place of the text that its name says
	Symbol string       `json:"symbol,omitempty"`
	Unit   lang.Message `json:"unit,omitzero"`
	Value  sheet.Cell   `json:"value"`
	Help   lang.Message `json:"help,omitzero"` // the same
	Key    bool         `json:"key,omitempty"` // shown at first sight; others one fold away
}

// Title is what a fact of a laboratory is called, and About the help on it.
func (f *Fact) Title(lab string) lang.Message { return cmp.Or(f.Label, lang.Say(lab+".fact."+f.Name)) }
func (f *Fact) About(lab string) lang.Message {
	return cmp.Or(f.Help, lang.Say(lab+".fact."+f.Name+".help"))
}

// reportVersion is the version of a Report in JSON.
const reportVersion = 3

// Report is what came out of a run, as numbers and codes; package tell says it.
type Report struct {
	Program string `json:"program"` // "indistinct"
	Version int    `json:"version"`
	Spec    Spec   `json:"spec"`
	audit.Report
	Distance sheet.Real `json:"distance"` // between the two inputs, in the laboratory's adjacency metric
	Facts    []Fact     `json:"facts"`
}

// Fact returns a number that was known before the run, 0 where there is none of that name.
func (r *Report) Fact(name string) float64 {
	for _, f := range r.Facts {
		if f.Name == name && f.Value.Num != nil {
			return float64(*f.Value.Num)
		}
	}
	return 0
}

// Found reports whether the run found a violation of the claim.
func (r *Report) Found() bool { return r.Verdict == audit.Violation }

// Meter is what moves with the main slider: what the best adversary can do with
// one release or, where no law is known, what a test of this size can show.
type Meter struct {
	// Success is how often an adversary who holds both inputs equally likely
	// and must choose is right, 0.5 to 1: (1 + δ(0))/2 of the exact profile.
	Success sheet.Real   `json:"success"`
	AtMost  bool         `json:"at_most,omitempty"` // the law is not known: Success is an upper bound
	How     lang.Message `json:"how"`               // how it was computed, as in privacy.Profile
	// Shows is the least true ε that a test of this size would show in half of
	// all runs at best. Where it is given nothing is known of the adversary, and
	// Success is 0.
	Shows sheet.Real `json:"shows,omitempty"`
}
