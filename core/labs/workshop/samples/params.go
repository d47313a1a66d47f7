package samples

import (
	"math"

	"indistinct/core/audit"
	"indistinct/core/lab"
	"indistinct/core/lang"
	"indistinct/core/privacy"
	"indistinct/core/table"
)

// Lab is the workshop where releases were drawn elsewhere: a table of parameters without a model. Its
// mech says where they are from.
type Lab struct{ lab.Base }

// The values of mech: files of releases, two commands that print them, files of canary scores.
const (
	Files    = "files"
	Commands = "commands"
	Scores   = "scores"
)

// About implements lab.Laboratory.
func (Lab) About() lab.About { return lab.About{Name: "workshop"} }

// Open implements lab.Laboratory: there is nothing to open.
func (Lab) Open(lab.Spec) (lab.Model, error) { return nil, lang.Errorf("workshop.missing") }

// Check leaves it to the settings what does not go together.
func (Lab) Check(lab.Spec) []lab.Problem { return nil }

// Params is the table of parameters: those of every test that releases of any origin have, with the
// widest ranges that mean something. What has no Group follows from what else is said.
func (Lab) Params() lab.Table {
	drawn, scored := lab.When("mech", Files, Commands), lab.When("mech", Scores)
	t := lab.Table{{Name: "mech", Kind: lab.Choice, Choices: []string{Files, Commands, Scores}, Text: Files}}
	for _, p := range append(append(lab.TestTable(0, 0), lab.Asks()...), lab.Bits()) {
		if p.Kind == lab.Float && p.Min == 0 { // a claim of any size
			p.Max = math.MaxFloat64
		}
		switch p.Name {
		case "r", "beta", "gamma", "select", "learn", "settle":
			p.Group = "" // of the paper's test
		case "delta", "alpha":
			p.Min, p.Max = 0, 1
		case "seed":
			p.Max = math.MaxUint64
		case "n":
			p.Max, p.Default, p.Only = 1e6, 10_000, drawn // so many lines of a command are held
		case "m":
			p.Min, p.Max, p.Default, p.Only = 1, 200e6, 20_000, drawn
		case "maxm":
			p.Min, p.Max, p.Default, p.Only = 1, 200e6, 2_000_000, drawn
		case "seq", "bits":
			p.Only = drawn
		case "asks":
			p.Choices, p.Text, p.Group = p.Choices[1:], "eps", "" // no program claims anything
		}
		t = append(t, p)
	}
	return append(t,
		lab.Param{Name: "group", Kind: lab.Int, Min: 1, Max: 1000, Default: 1, Group: "test", Only: drawn},
		lab.Param{Name: "guesses", Kind: lab.Int, Max: 1e9, Group: "test", Only: scored},
		lab.Param{Name: "independent", Kind: lab.Flag, Max: 1, Group: "test", Only: scored},
		lab.Param{Name: "lower", Kind: lab.Flag, Max: 1, Group: "test", Only: scored}).Of("workshop")
}

// Settings are those of a test of releases that were drawn elsewhere, by a Spec of Lab or of the workshop.
func Settings(s lab.Spec) audit.Settings {
	set := lab.Settings(s)
	set.Claim, set.Grid, set.Select, set.Learn = s.Curved(nil), 1, 0, true
	if set.Claim.Curved() {
		set.Epsilon = 0
	}
	if s.Has("group") && s.Int("group") > 1 {
		set = set.Grouped(s.Int("group"))
	}
	return set
}

// scoreSettings are those of a test of canary scores.
func scoreSettings(s lab.Spec, ask table.Ask) ScoreSettings {
	set := Settings(s)
	if !set.Claim.Curved() {
		set.Claim.Budget = privacy.Budget{Epsilon: set.Epsilon, Delta: set.Delta}
	}
	return ScoreSettings{Claim: set.Claim, Independent: ask.Independent, Lower: ask.Lower, Guesses: ask.Guesses,
		Delta: set.Delta, Alpha: set.Alpha, Seed: set.Seed}
}
