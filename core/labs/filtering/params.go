// Package filtering is the laboratory of differentially private filtering
// (Le Ny & Pappas 2014): many users stream signals, an aggregate is published,
// and no user's stream may be learned. Where the noise goes, before or after
// the filter, and whether the filter knows of it, matters more than its law.
package filtering

import (
	"strconv"
	"strings"

	"indistinct/core/lab"
	"indistinct/core/labs/filtering/traffic"
)

// Lab is the filtering laboratory.
type Lab struct{ lab.Base }

var _ lab.Laboratory = Lab{}

// About introduces the laboratory.
func (Lab) About() lab.About {
	return lab.About{
		Name:   "filtering",
		Title:  "Filtering",
		Lead:   "Two hundred phones report where they are; the mean speed of the traffic is published. Where should the noise go so that no car can be followed?",
		Source: "J. Le Ny and G. J. Pappas, Differentially Private Filtering, IEEE Transactions on Automatic Control, 2014",
	}
}

const ln3 = 1.0986122886681098

// Params is the table of parameters.
func (Lab) Params() lab.Table {
	t := lab.Table{
		{Name: "half", Label: "Noise really added", Unit: "× promised", Kind: lab.Float, Min: 0.05, Max: 4, Step: 0.05,
			Default: 0.5, Old: "1", Log: true, Main: true, Group: "Architecture", Rerun: true, Scene: true,
			Help: "Multiplies the privacy noise that the claim asks for. At 1 or more the claim holds, by the theorem. Less may break it: with the settings as they open half does, and the test should say so.",
			Low:  "more accurate", High: "more private"},
		{Name: "arch", Label: "Architecture", Kind: lab.Choice, Text: traffic.Output, Group: "Architecture",
			Rerun: true, Scene: true,
			Help: "Where privacy noise enters, and whether the filter is designed for it.",
			Choices: []lab.Option{
				{Value: traffic.None, Label: "No privacy", Help: "The mean of the Kalman filters as it is."},
				{Value: traffic.InputRaw, Label: "Noise on reports",
					Help: "Each report is noisy; the filter is left as it was."},
				{Value: traffic.Input, Label: "Noise on reports, filter redesigned",
					Help: "Each report is noisy and the Kalman filter knows it."},
				{Value: traffic.Output, Label: "Noise on the result",
					Help: "Theorem 5: noise in proportion to the filter's H∞ norm."},
				{Value: traffic.Redesigned, Label: "Noise on the result, filter redesigned",
					Help: "Gains chosen for estimation error and H∞ norm together."},
			}},
		{Name: "law", Label: "Noise law", Kind: lab.Choice, Text: "gauss", Group: "Architecture", Rerun: true,
			Scene: true,
			Help:  "Gaussian noise keeps (ε, δ) in ℓ₂. Laplace noise keeps ε with δ = 0 for streams that are close in ℓ₁.",
			Choices: []lab.Option{{Value: "gauss", Label: "Gaussian, κ(δ, ε)"},
				{Value: "exact", Label: "Gaussian, exact"}, {Value: "laplace", Label: "Laplace"}}},

		{Name: "cars", Label: "Vehicles", Symbol: "n", Kind: lab.Int, Min: 1, Max: 2000, Step: 1, Log: true,
			Default: 200, Group: "Traffic", Rerun: true, Scene: true,
			Help: "More vehicles hide each other: noise on the result shrinks like 1/n, noise on reports only like 1/√n.", Low: "few", High: "many"},
		{Name: "rho", Label: "Adjacency radius", Symbol: "ρ", Unit: "m", Kind: lab.Float, Min: 0.1, Max: 10000,
			Step: 10, Log: true, Default: 100, Group: "Traffic", Rerun: true, Scene: true,
			Help: "Two streams of one vehicle's positions are adjacent when they differ by at most ρ in ℓ₂ (ℓ₁ for Laplace noise) over all time.", Low: "little to hide", High: "much to hide"},
		{Name: "star", Label: "Starred vehicle", Kind: lab.Int, Min: 1, Max: 30, Step: 1, Default: 1, Group: "Traffic",
			Rerun: true, Scene: true, Fold: true,
			Help: "The vehicle whose stream is to stay hidden. All are alike to the theory."},
		{Name: "ts", Label: "Sampling time", Symbol: "Tₛ", Unit: "s", Kind: lab.Float, Min: 0.05, Max: 20, Step: 0.1,
			Log: true, Default: 1, Group: "Traffic", Rerun: true, Scene: true, Fold: true,
			Help: "Interval between two reports of a vehicle."},
		{Name: "sigma1", Label: "Acceleration noise", Symbol: "σ₁", Unit: "m/s²", Kind: lab.Float, Min: 0.001, Max: 20,
			Step: 0.1, Log: true, Default: 1, Group: "Traffic", Rerun: true, Scene: true, Fold: true,
			Help: "Standard deviation of each vehicle's random acceleration."},
		{Name: "sigma2", Label: "Position noise", Symbol: "σ₂", Unit: "m", Kind: lab.Float, Min: 0.001, Max: 100,
			Step: 0.1, Log: true, Default: 1, Group: "Traffic", Rerun: true, Scene: true, Fold: true,
			Help: "Standard deviation of each position report before privacy noise."},
		{Name: "brake", Label: "Traffic slows by", Unit: "m/s", Kind: lab.Float, Min: 0, Max: 20, Step: 1, Default: 0,
			Old: "6", Group: "Traffic", Scene: true, Fold: true,
			Help: "In the scene all vehicles slow down by this much at once after the audited releases, to see how fast the published speed follows."},

		{Name: "counter", Label: "Counter", Kind: lab.Choice, Text: "average", Group: "Event counters",
			Help: "A filter that counts events; each user contributes one event.",
			Choices: []lab.Option{{Value: "average", Label: "moving average"},
				{Value: "forget", Label: "exponential forgetting"}}, Fold: true},
		{Name: "l", Label: "Length", Symbol: "l", Kind: lab.Int, Min: 1, Max: 1000, Step: 1, Log: true, Default: 20,
			Group: "Event counters", Fold: true,
			Help: "Number of steps that the moving average looks back.", Only: lab.When("counter", "average")},
		{Name: "forget", Label: "Forgetting factor", Symbol: "a", Kind: lab.Float, Min: 0.01, Max: 0.999, Step: 0.01,
			Default: 0.95, Group: "Event counters", Fold: true,
			Help: "The filter's impulse response is (1 − a) aᵗ.", Only: lab.When("counter", "forget")},
		{Name: "power", Label: "Input power", Symbol: "P_u", Kind: lab.Float, Min: 1e-4, Max: 1e4, Log: true,
			Default: 1, Group: "Event counters", Fold: true,
			Help: "Power of the event stream, taken as white, for the Wiener variant."},
		{Name: "users", Label: "Users", Kind: lab.Int, Min: 1, Max: 100000, Log: true, Default: 30,
			Group: "Event counters", Fold: true,
			Help: "Number of event streams that are added up: noise on the result beats noise on reports when there are more users than steps in the average."},
		{Name: "horizon", Label: "Counting horizon", Kind: lab.Int, Min: 2, Max: 100000, Log: true, Default: 1024,
			Group: "Event counters", Fold: true,
			Help: "Number of steps over which a running count is published by the binary tree."},

		{Name: "fnum", Label: "Numerator", Symbol: "b", Kind: lab.List, Min: -1e6, Max: 1e6, MinLen: 1, MaxLen: 12,
			Text: "0.05,0.05", Group: "Your filter", Fold: true,
			Help: "b₀, b₁, … of G(z) = (b₀ + b₁z⁻¹ + …)/(1 + a₁z⁻¹ + …)."},
		{Name: "fden", Label: "Denominator", Symbol: "a", Kind: lab.List, Min: -1e6, Max: 1e6, MinLen: 0, MaxLen: 12,
			Text: "-0.9", Group: "Your filter", Fold: true,
			Help: "a₁, a₂, …; empty for a filter without feedback. The filter must be stable."},

		{Name: "length", Label: "Audited steps", Kind: lab.Int, Min: 1, Max: 24, Step: 1, Default: 6, Group: "Test",
			Rerun: true, Fold: true,
			Help: "Number of releases that the audit takes together. Over more steps an adjacent stream can do closer to its worst."},
		{Name: "shape", Label: "Adjacent stream", Kind: lab.Choice, Text: "worst", Group: "Test", Rerun: true,
			Scene: true, Fold: true,
			Help: "How the starred vehicle's stream differs.",
			Choices: []lab.Option{{Value: "worst", Label: "worst for the audited steps"},
				{Value: "bump", Label: "all at one step"}, {Value: "flat", Label: "evenly at all steps"}}},
	}
	t = append(t, lab.TestTable(ln3, 0.05)...)
	return append(t, lab.SearchParam("every way in which a vehicle's stream may differ by ρ: in the worst shape, evenly, or all at one step; all vehicles are alike"))
}

// Presets are the ready-made examples.
func (Lab) Presets() []lab.Preset {
	preset := func(name, note string, set ...string) lab.Preset {
		p := lab.Preset{Name: name, Note: note, Set: map[string]string{"half": "1"}}
		for i := 0; i < len(set); i += 2 {
			p.Set[set[i]] = set[i+1]
		}
		return p
	}
	return []lab.Preset{
		preset("Half the noise", "The claim is kept and the noise is halved: the two outlooks part, and the audit must catch it.", "half", "0.5"),
		preset("Traffic: noise on the result",
			"The slides' example as promised: 200 vehicles, ρ = 100 m, ε = ln 3, δ = 0.05."),
		preset("Traffic: noise on reports", "The same promise, kept by each phone, with a filter that knows. The audit looks at one vehicle's own reports.", "arch", traffic.Input),
		preset("Traffic: naive", "Noise on reports and a filter that trusts them. The reports are those of “noise on reports”, so both audits agree; "+
			"what differs is the published speed, in error by 7 m/s in place of 0.3.", "arch", traffic.InputRaw),
		preset("Traffic: both gains redesigned", "The least error of all at this size. A sluggish filter spreads a vehicle's stream over many releases, and the audit sees the first few.", "arch", traffic.Redesigned),
		preset("Twenty vehicles", "With few vehicles noise on the result loses. It grows in step with what one vehicle can change, so the audit agrees with that of 200 vehicles; the error is ten times as large.", "cars", "20"),
	}
}

// Check names the fields that do not go together.
func (Lab) Check(s lab.Spec) []lab.Problem {
	out := lab.CheckNoise(s, s.Text("law") != "laplace")
	if s.Int("star") > s.Int("cars") {
		out.Say("star", "There is no vehicle %d: there are %d.", s.Int("star"), s.Int("cars"))
	}
	if s.Text("law") == "laplace" && s.Text("arch") == traffic.Redesigned {
		out.Say("law", "The redesigned output filter is optimised for Gaussian noise: choose a Gaussian law or another architecture.")
	}
	return out
}

// Edit stars a vehicle that was picked.
func (l Lab) Edit(s lab.Spec, handle string, x, y float64) (lab.Spec, bool) {
	kind, rest, _ := strings.Cut(handle, ":")
	i, err := strconv.Atoi(rest)
	if kind != "car" && kind != "pick" || err != nil || i < 1 || i > min(30, s.Int("cars")) {
		return s, false
	}
	return s.Set(l.Params(), "star", float64(i)), true
}
