// Package library says what the laboratory of somebody else's mechanism says of itself.
package library

import (
	"indistinct/core/lab"
	"indistinct/core/lang"
)

// Lab is the library laboratory, described.
type Lab struct{ lab.Base }

// Law names a law of the noise, as in links.
type Law string

// The laws.
const (
	Laplace Law = "laplace"
	Gauss   Law = "gauss"
	// Naive is not the library's: Laplace's law of the same scale as a textbook draws it,
	// by inversion, in floating point.
	Naive Law = "naive"
)

func (Lab) About() lab.About {
	return lab.About{
		Name:   "library",
		Guest:  true,
		Source: "Google, Differential Privacy for Go, version 3.0.0, package noise",
	}
}

func (Lab) Analyses() []lab.Analysis {
	return []lab.Analysis{{Name: "slip", Only: lab.When("law", string(Laplace), string(Gauss))}}
}

func (Lab) Params() lab.Table {
	t := lab.Table{
		{Name: "law", Kind: lab.Choice, Text: string(Laplace), Group: "mechanism",
			Choices: []string{string(Laplace), string(Gauss), string(Naive)}},
		{Name: "scale", Unit: lang.Say("library.param.scale.unit"), Kind: lab.Float, Min: 0.05, Max: 4, Step: 0.05,
			Log: true, Default: 1, Main: true, Group: "mechanism"},
		{Name: "people", Symbol: "n", Kind: lab.Int, Min: 1, Max: 100000, Step: 1, Log: true, Default: 100,
			Group: "data"},
		{Name: "lower", Kind: lab.Float, Min: -1e6, Max: 1e6, Step: 1, Default: 0, Group: "data", Fold: true},
		{Name: "upper", Kind: lab.Float, Min: -1e6, Max: 1e6, Step: 1, Default: 100, Group: "data", Fold: true},
	}
	return append(append(t.Shapes("mechanism", "data"), lab.TestTable(1, 1e-5)...), lab.Bits()).Of("library")
}

// Presets are the ready-made examples. Each has a seed of its own: noise that
// keeps the same promise has the same law, and with one seed the counts of two
// such presets would be equal.
func (Lab) Presets() []lab.Preset {
	return []lab.Preset{
		{Name: "laplace-as-shipped"},
		{Name: "half-the-sensitivity",
			Set: map[string]string{"scale": "0.5", "seed": "3"}},
		{Name: "gaussian-as-shipped", Set: map[string]string{"law": string(Gauss),
			"seed": "2"}},
		{Name: "gaussian-a-third-of-the-sensitivity",
			Set: map[string]string{"law": string(Gauss), "scale": "0.3", "m": "30000", "seed": "4"}},
		{Name: "two-values", Set: map[string]string{"people": "2", "n": "10000", "m": "20000", "seed": "5"}},
		{Name: "two-values-naive", Set: map[string]string{"law": string(Naive), "people": "2", "n": "10000",
			"m": "20000", "seed": "5"}},
	}
}

// narrowest is the least distance of the bounds. Of far smaller ones the library's grid
// underflows, and it draws without end; so do the squares of releases.
const narrowest = 1e-100

func (Lab) Check(s lab.Spec) []lab.Problem {
	out, upper, lower, e, d := lab.CheckTest(s), s.Float("upper"), s.Float("lower"), s.Float("eps"), s.Float("delta")
	out.If(upper-lower < narrowest, "upper", "library.check.upper", "upper", upper, "lower", lower, "least", narrowest)
	out.If(e < 0.01 || e > 50, "eps", "library.check.eps", "eps", e)
	out.If(Law(s.Text("law")) == Gauss && d <= 0, "delta", "library.check.delta", "delta", d)
	return out
}
