// Package filtering says what the laboratory of private filtering says of itself.
package filtering

import (
	"strings"

	"indistinct/core/lab"
	"indistinct/core/lang"
)

// Lab is the filtering laboratory, described.
type Lab struct{ lab.Base }

// What is filtered: the paper's vehicles, or what the visitor types.
const (
	Vehicles = "vehicles"
	Custom   = "custom" // n users with matrices, by Kalman filters
	Taps     = "filter" // by a numerator and a denominator

	// Sum is noise on the sum of the reports of users who are alike, and a Kalman filter that
	// knows of it (Degue & Le Ny 2017).
	Sum = "sum"
)

// The architectures.
const (
	None       = "none"     // no privacy
	Input      = "input"    // noise on each report, filter redesigned for it
	InputRaw   = "inputraw" // noise on each report, filter left as it was
	Output     = "output"   // noise on the published mean
	Redesigned = "redesign" // the same, gains chosen for estimation error and H∞ norm together
)

// About introduces the laboratory.
func (Lab) About() lab.About {
	return lab.About{
		Name: "filtering",
		Documents: []lab.Document{{Name: "le-ny-pappas", Cited: "J. Le Ny and G. J. Pappas, Differentially Private " +
			"Filtering, IEEE Transactions on Automatic Control, 2014",
			Tasks: []string{"budget", "sweep", "events", "matrices", "kinds", "architectures", "follow"}}},
		Former: []string{"counter", "l", "forget", "power", "horizon", "brake"},
	}
}

const ln3 = 1.0986122886681098

// Params is the table of parameters.
func (Lab) Params() lab.Table {
	alike := append(lab.When("plant", Custom, Taps), lab.When("kinds", "")...)
	t := lab.Table{
		{Name: "plant", Kind: lab.Choice, Text: Vehicles, Group: "architecture",
			Choices: []string{Vehicles, Custom, Taps}},
		{Name: "half", Unit: lang.Say("filtering.param.half.unit"), Kind: lab.Float, Min: 0.05, Max: 4, Step: 0.05,
			Default: 1, Was: "0.5", Log: true, Main: true, Group: "architecture"},
		{Name: "arch", Kind: lab.Choice, Text: Output, Group: "architecture",
			Choices: []string{None, InputRaw, Input, Sum, Output, Redesigned}},
		{Name: "law", Kind: lab.Choice, Text: "gauss", Group: "architecture",
			Choices: []string{"gauss", "exact", "laplace"}},

		{Name: "cars", Symbol: "n", Kind: lab.Int, Min: 1, Max: 2000, Step: 1, Log: true, Default: 200,
			Group: "traffic"},
		{Name: "rho", Symbol: "ρ", Unit: lang.Verbatim("m"), Kind: lab.Float, Min: 0.1, Max: 10000, Step: 10, Log: true,
			Default: 100, Group: "traffic"},
		{Name: "star", Kind: lab.Int, Min: 1, Max: 30, Step: 1, Default: 1, Group: "traffic", Fold: true},
		{Name: "ts", Symbol: "Tₛ", Unit: lang.Verbatim("s"), Kind: lab.Float, Min: 0.05, Max: 20, Step: 0.1, Log: true,
			Default: 1, Group: "traffic", Fold: true},
		{Name: "sigma1", Symbol: "σ₁", Unit: lang.Verbatim("m/s²"), Kind: lab.Float, Min: 0.001, Max: 20, Step: 0.1,
			Log: true, Default: 1, Group: "traffic", Fold: true},
		{Name: "sigma2", Symbol: "σ₂", Unit: lang.Verbatim("m"), Kind: lab.Float, Min: 0.001, Max: 100, Step: 0.1,
			Log: true, Default: 1, Group: "traffic", Fold: true},

		lab.OwnMatrix("A", "system", "0.9"), lab.OwnMatrix("C", "system", "1"), lab.OwnMatrix("L", "system", "1"),
		lab.OwnMatrix("W", "system", "0.2"), lab.OwnMatrix("V", "system", "0.01"), lab.OwnMatrix("P0", "system", ""),
		{Name: "S", Kind: lab.Matrix, Max: 1, MaxLen: 8, Group: "system", Fold: true, Only: lab.When("plant", Custom)},
		{Name: "T", Symbol: "T", Kind: lab.Int, Max: 1000, Group: "system", Fold: true,
			Only: lab.When("plant", Custom)},
		{Name: "fnum", Symbol: "b", Kind: lab.List, Min: -1e6, Max: 1e6, MinLen: 1, MaxLen: 200, Text: "0.05",
			Group: "system", Only: lab.When("plant", Taps)},
		{Name: "fden", Symbol: "a", Kind: lab.List, Min: -1e6, Max: 1e6, MaxLen: 200, Text: "-0.95", Group: "system",
			Only: lab.When("plant", Taps)},
		{Name: "users", Symbol: "n", Kind: lab.Int, Min: 1, Max: 1e5, Log: true, Default: 10, Group: "system",
			Only: alike},
		{Name: "ball", Symbol: "ρ", Kind: lab.Float, Min: 1e-3, Max: 1e4, Log: true, Default: 1, Group: "system",
			Only: alike},
		{Name: "kinds", Symbol: "nᵢ, ρᵢ", Kind: lab.Matrix, Min: 1e-3, Max: 1e4, MaxLen: 8, Group: "system",
			Fold: true},
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
			p.Only = lab.When("plant", Vehicles)
		case p.Group == "system" && p.Only == nil:
			p.Only = lab.When("plant", Custom, Taps)
		}
	}
	t = append(t.Shapes("architecture", "traffic", "system"), lab.TestTable(ln3, 0.05)...)
	return append(t, lab.SearchParam()).Of("filtering").
		From(lab.FromPaper, "law", "cars", "rho", "ts", "sigma1", "sigma2").From(lab.FromUs, "length", "shape")
}

// Analyses lists the computations beside the audit.
func (Lab) Analyses() []lab.Analysis {
	return []lab.Analysis{
		{Name: "architectures", Only: lab.When("plant", Vehicles)},
		{Name: "matrices", Only: lab.When("plant", Custom)},
		{Name: "kinds", Only: lab.When("plant", Custom, Taps)},
		{Name: "budget"},
		{Name: "follow", Only: lab.When("plant", Vehicles)},
		{Name: lab.Ledger, Whole: true},
		{Name: lab.Replay},
		{Name: "sweep", Page: "experiments", Only: lab.When("plant", Vehicles)},
		{Name: "events", Page: "experiments", Only: lab.When("law", "gauss", "exact")},
	}
}

// ArchName is what an architecture is called, as in its control.
func ArchName(arch string) lang.Message { return lang.Say("filtering.param.arch." + arch) }

// Presets are the ready-made examples.
func (Lab) Presets() []lab.Preset {
	return []lab.Preset{
		{Name: "traffic-noise-on-the-result"},
		{Name: "half-the-noise", Set: map[string]string{"half": "0.5"}},
		{Name: "traffic-noise-on-reports", Set: map[string]string{"arch": Input}},
		{Name: "traffic-naive", Set: map[string]string{"arch": InputRaw}},
		{Name: "traffic-both-gains-redesigned", Set: map[string]string{"arch": Redesigned}},
		{Name: "twenty-vehicles", Set: map[string]string{"cars": "20"}},
		{Name: "event-streams", Set: eventStreams},
		{Name: "two-kinds", Set: twoKinds},
	}
}

// Check names the fields that do not go together.
func (Lab) Check(s lab.Spec) []lab.Problem {
	out := lab.CheckNoise(s, s.Text("law") != "laplace")
	plant, arch, star, cars := s.Text("plant"), s.Text("arch"), s.Int("star"), s.Int("cars")
	vehicles, laplace, kinds := plant == Vehicles, s.Text("law") == "laplace", s.Rows("kinds")
	out.If(vehicles && star > cars, "star", "filtering.refused.star", "star", star, "cars", cars)
	out.If(laplace && !vehicles, "law", "filtering.refused.gauss")
	out.If(laplace && vehicles && arch == Redesigned, "law", "filtering.refused.law")
	out.If(vehicles && arch == Sum || !vehicles && arch == Redesigned || plant == Taps && arch == Input ||
		!vehicles && arch == Sum && len(kinds) > 1, "arch", "filtering.refused.arch", "arch", ArchName(arch))
	for _, k := range kinds {
		if !vehicles && (len(k) != 2 || k[0] != float64(int(k[0]))) {
			return append(out, lab.Problem{Field: "kinds", Say: lang.Say("filtering.refused.kinds")})
		}
	}
	if plant == Custom {
		s = OfKind(s, 0)
		n, outputs := len(s.Rows("A")), len(s.Rows("C"))
		out.Fits(s, "A", n, n, "square")
		out.Fits(s, "C", outputs, n, "A")
		out.Fits(s, "L", 1, n, "A")
		out.Fits(s, "W", n, n, "A")
		out.Fits(s, "V", outputs, outputs, "C")
		out.Fits(s, "P0", n, n, "A")
		out.Fits(s, "S", 1, n, "A")
		out.If(strings.ContainsAny(s.Text("S"), ".e"), "S", "filtering.refused.part") // between 0 and 1
	}
	return out
}

// OfKind returns the settings of users of one kind, counted from 0: of a matrix that holds a block of rows for each
// kind, one below the other, theirs.
func OfKind(s lab.Spec, kind int) lab.Spec {
	kinds, t := s.Rows("kinds"), Lab{}.Params()
	if len(kinds) > 0 {
		s = s.Set(t, "users", kinds[kind][0]).Set(t, "ball", kinds[kind][1])
	}
	for name, square := range map[string]string{"A": s.Text("A"), "C": s.Text("V"), "L": "", "W": s.Text("W"),
		"V": s.Text("V"), "P0": s.Text("P0"), "S": ""} { // a block has as many rows as that has columns
		rows, each := strings.Split(s.Text(name), ";"), 1+strings.Count(strings.Split(square, ";")[0], ",")
		if len(kinds) > 1 && len(rows) == len(kinds)*each {
			s, _ = s.With(t, name, strings.Join(rows[kind*each:(kind+1)*each], ";"))
		}
	}
	return s
}

// Edit stars a vehicle that was picked.
func (l Lab) Edit(s lab.Spec, handle string, x, y float64) (lab.Spec, bool) {
	return lab.Starred(l.Params(), s, handle, "car", min(30, s.Int("cars")))
}
