// Package filtering is the laboratory of differentially private filtering
// (Le Ny & Pappas 2014): many users stream signals, an aggregate is published,
// and no user's stream may be learned. Where the noise goes, before or after
// the filter, and whether the filter knows of it, matters more than its law.
package filtering

import (
	"indistinct/core/lab"
	"indistinct/core/labs/filtering/traffic"
	"indistinct/core/lang"
)

// Lab is the filtering laboratory.
type Lab struct{ lab.Base }

var _ lab.Laboratory = Lab{}

// About introduces the laboratory.
func (Lab) About() lab.About {
	return lab.About{
		Name:   "filtering",
		Source: "J. Le Ny and G. J. Pappas, Differentially Private Filtering, IEEE Transactions on Automatic Control, 2014",
		Former: []string{"counter", "l", "forget", "power", "horizon", "brake"},
	}
}

const ln3 = 1.0986122886681098

// Params is the table of parameters.
func (Lab) Params() lab.Table {
	t := lab.Table{
		{Name: "plant", Kind: lab.Choice, Text: vehicles, Group: "architecture", Rerun: true, Scene: true,
			Choices: []string{vehicles, custom, taps}},
		{Name: "half", Unit: lang.Say("filtering.param.half.unit"), Kind: lab.Float, Min: 0.05, Max: 4, Step: 0.05,
			Default: 1, Was: "0.5", Log: true, Main: true, Group: "architecture", Rerun: true, Scene: true},
		{Name: "arch", Kind: lab.Choice, Text: traffic.Output, Group: "architecture",
			Rerun: true, Scene: true,
			Choices: []string{traffic.None, traffic.InputRaw, traffic.Input, sum, traffic.Output, traffic.Redesigned}},
		{Name: "law", Kind: lab.Choice, Text: "gauss", Group: "architecture", Rerun: true,
			Scene:   true,
			Choices: []string{"gauss", "exact", "laplace"}},

		{Name: "cars", Symbol: "n", Kind: lab.Int, Min: 1, Max: 2000, Step: 1, Log: true,
			Default: 200, Group: "traffic", Rerun: true, Scene: true},
		{Name: "rho", Symbol: "ρ", Unit: lang.Verbatim("m"), Kind: lab.Float, Min: 0.1, Max: 10000,
			Step: 10, Log: true, Default: 100, Group: "traffic", Rerun: true, Scene: true},
		{Name: "star", Kind: lab.Int, Min: 1, Max: 30, Step: 1, Default: 1, Group: "traffic",
			Rerun: true, Scene: true, Fold: true},
		{Name: "ts", Symbol: "Tₛ", Unit: lang.Verbatim("s"), Kind: lab.Float, Min: 0.05, Max: 20, Step: 0.1,
			Log: true, Default: 1, Group: "traffic", Rerun: true, Scene: true, Fold: true},
		{Name: "sigma1", Symbol: "σ₁", Unit: lang.Verbatim("m/s²"), Kind: lab.Float, Min: 0.001, Max: 20,
			Step: 0.1, Log: true, Default: 1, Group: "traffic", Rerun: true, Scene: true, Fold: true},
		{Name: "sigma2", Symbol: "σ₂", Unit: lang.Verbatim("m"), Kind: lab.Float, Min: 0.001, Max: 100,
			Step: 0.1, Log: true, Default: 1, Group: "traffic", Rerun: true, Scene: true, Fold: true},

		lab.OwnMatrix("A", "system", "0.9"), lab.OwnMatrix("C", "system", "1"), lab.OwnMatrix("L", "system", "1"),
		lab.OwnMatrix("W", "system", "0.2"), lab.OwnMatrix("V", "system", "0.01"), lab.OwnMatrix("P0", "system", ""),
		{Name: "T", Symbol: "T", Kind: lab.Int, Max: 1000, Group: "system", Fold: true,
			Only: lab.When("plant", custom)},
		{Name: "fnum", Symbol: "b", Kind: lab.List, Min: -1e6, Max: 1e6, MinLen: 1, MaxLen: 200, Text: "0.05",
			Group: "system", Only: lab.When("plant", taps)},
		{Name: "fden", Symbol: "a", Kind: lab.List, Min: -1e6, Max: 1e6, MaxLen: 200, Text: "-0.95", Group: "system",
			Only: lab.When("plant", taps)},
		{Name: "users", Symbol: "n", Kind: lab.Int, Min: 1, Max: 100000, Log: true, Default: 10, Group: "system"},
		{Name: "ball", Symbol: "ρ", Kind: lab.Float, Min: 1e-3, Max: 1e4, Log: true, Default: 1, Group: "system"},
		{Name: "adj", Kind: lab.Choice, Text: "stream", Choices: []string{"stream", "event"}, Group: "system"},

		{Name: "length", Kind: lab.Int, Min: 1, Max: 24, Step: 1, Default: 6, Group: "test",
			Rerun: true, Fold: true},
		{Name: "shape", Kind: lab.Choice, Text: "worst", Group: "test", Rerun: true,
			Scene: true, Fold: true,
			Choices: []string{"worst", "bump", "flat"}},
	}
	for i := range t {
		switch p := &t[i]; {
		case p.Group == "traffic":
			p.Only = lab.When("plant", vehicles)
		case p.Group == "system":
			p.Rerun, p.Scene = true, true
			if p.Only == nil {
				p.Only = lab.When("plant", custom, taps)
			}
		}
	}
	t = append(t, lab.TestTable(ln3, 0.05)...)
	return append(t, lab.SearchParam()).Of("filtering")
}

// Presets are the ready-made examples.
func (Lab) Presets() []lab.Preset {
	return []lab.Preset{
		{Name: "traffic-noise-on-the-result"},
		{Name: "half-the-noise", Set: map[string]string{"half": "0.5"}},
		{Name: "traffic-noise-on-reports", Set: map[string]string{"arch": traffic.Input}},
		{Name: "traffic-naive", Set: map[string]string{"arch": traffic.InputRaw}},
		{Name: "traffic-both-gains-redesigned", Set: map[string]string{"arch": traffic.Redesigned}},
		{Name: "twenty-vehicles", Set: map[string]string{"cars": "20"}},
	}
}

// Check names the fields that do not go together.
func (Lab) Check(s lab.Spec) []lab.Problem {
	out := lab.CheckNoise(s, s.Text("law") != "laplace")
	plant, arch := s.Text("plant"), s.Text("arch")
	if plant == vehicles && s.Int("star") > s.Int("cars") {
		out.Say("star", "filtering.refused.star", "star", s.Int("star"), "cars", s.Int("cars"))
	}
	if laplace := s.Text("law") == "laplace"; laplace && plant != vehicles {
		out.Say("law", "filtering.refused.gauss")
	} else if laplace && arch == traffic.Redesigned {
		out.Say("law", "filtering.refused.law")
	}
	if plant == vehicles && arch == sum || plant != vehicles && arch == traffic.Redesigned ||
		plant == taps && arch == traffic.Input {
		out.Say("arch", "filtering.refused.arch", "arch", archName(arch))
	}
	if n, outputs := len(s.Rows("A")), len(s.Rows("C")); plant == custom {
		out.Fits(s, "A", n, n, "square")
		out.Fits(s, "C", outputs, n, "A")
		out.Fits(s, "L", 1, n, "A")
		out.Fits(s, "W", n, n, "A")
		out.Fits(s, "V", outputs, outputs, "C")
		out.Fits(s, "P0", n, n, "A")
	}
	return out
}

// Edit stars a vehicle that was picked.
func (l Lab) Edit(s lab.Spec, handle string, x, y float64) (lab.Spec, bool) {
	i, ok := lab.Picked(handle, min(30, s.Int("cars")), "car", "pick")
	if !ok {
		return s, false
	}
	return s.Set(l.Params(), "star", float64(i)), true
}
