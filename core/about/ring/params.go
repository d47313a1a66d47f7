// Package ring says what the laboratory of Han & Martínez (2021) says of itself: parameters,
// mechanisms, presets, lessons, and what a hand on the stage moves.
package ring

import (
	"math"

	"indistinct/core/lab"
	"indistinct/core/lang"
)

// Lab is the ring laboratory, described.
type Lab struct {
	lab.Base
	Commands bool // a command that estimates is among the mechanisms
}

// Metre is the unit of the ring's lengths.
var Metre = lang.Verbatim("m")

func (Lab) About() lab.About {
	return lab.About{
		Name: "ring",
		Documents: []lab.Document{{Name: "han-martinez", Cited: "Y. Han and S. Martínez, A Numerical Verification " +
			"Framework for Differential Privacy in Estimation, 2021", Tasks: []string{"passing", "fig2", "fig3",
			"constants", "fig4", "fig5", "fig6", "table1", "table2", "theorem", "readings", "tradeoff", "smooth"}}},
		Former:  []string{"zoom", "particles", "goal", "target"},
		GuestAt: lab.When("mech", Own),
	}
}

// Params is the table of parameters, in the paper's letters.
func (l Lab) Params() lab.Table {
	mhe := lab.When("mech", W2MHE)
	moving := when(func(o Offer) bool { return o.Window })
	var mechanisms []string
	for _, o := range Offers() {
		if o.Name != Command || l.Commands {
			mechanisms = append(mechanisms, o.Name)
		}
	}
	t := lab.Table{
		{Name: "mech", Kind: lab.Choice, Text: W2MHE, Group: "mechanism", Choices: mechanisms},
		{Name: "code", Kind: lab.Code, Text: programText("ekf"), MaxLen: 64 << 10, Group: "mechanism",
			Only: lab.When("mech", Own)},
		{Name: "track", Unit: Metre, Kind: lab.Matrix, Min: -1e7, Max: 1e7, MaxLen: mostPoints, Group: "mechanism",
			Fold: true, Only: lab.When("mech", Own)},
		{Name: "places", Unit: Metre, Kind: lab.Matrix, Min: -1e7, Max: 1e7, MaxLen: 40, Group: "mechanism", Fold: true,
			Only: lab.When("mech", Own)},
		{Name: "s", Symbol: "s", Kind: lab.Float, Min: 0, Max: 1, Step: 0.01, Default: 0.8, Group: "mechanism",
			Main: true, Only: dialled("s")},
		{Name: "law", Kind: lab.Choice, Text: Gibbs, Choices: []string{Gibbs, Mixture}, Group: "mechanism", Fold: true,
			Only: mhe},
		{Name: "sched", Symbol: "sₖ", Kind: lab.List, Min: 0, Max: 1, MinLen: 0, MaxLen: 61, Group: "mechanism",
			Fold: true, Only: mhe},
		{Name: "sbar", Symbol: "s̄", Kind: lab.Float, Min: 0, Max: 0.9999, Step: 0.005, Default: 0.944,
			Group: "mechanism", Main: true, Only: dialled("sbar")},
		{Name: "draws", Kind: lab.Choice, Text: "window", Was: "record", Choices: []string{"window", "record"},
			Group: "mechanism", Only: dialled("sbar")},
		{Name: "shat", Symbol: "ŝ", Kind: lab.Float, Min: 0.5, Max: 0.9999, Step: 0.001, Default: 0.9887,
			Group: "mechanism", Main: true, Only: dialled("shat")},
		{Name: "noise", Symbol: "σ", Unit: Metre, Kind: lab.Float, Min: 1e-5, Max: 10, Step: 0.001, Log: true,
			Default: 0.004, Group: "mechanism", Main: true, Only: dialled("noise")},

		{Name: "rule", Kind: lab.Choice, Text: "distance", Group: "adjacency",
			Choices: []string{"distance", "printed"}},
		{Name: "d", Symbol: "d", Kind: lab.Float, Min: 0.001, Max: 1000, Reach: 500, Step: 0.5, Log: true, Default: 1,
			Group: "adjacency"},
		{Name: "star", Kind: lab.Int, Min: 1, Max: 40, Step: 1, Default: 1, Group: "adjacency"},

		{Name: "layout", Kind: lab.Choice, Text: "uniform", Group: "sensors",
			Choices: []string{"uniform", "random", "clustered", "typed"}},
		{Name: "sensors", Kind: lab.Int, Min: 3, Max: 40, Step: 1, Default: 10, Group: "sensors",
			Only: lab.When("layout", "uniform", "random", "clustered")},
		{Name: "angles", Symbol: "θ", Unit: lang.Verbatim("°"), Kind: lab.List, Min: -3600, Max: 3600, MinLen: 3,
			MaxLen: 40, Text: "0,36,72,108,144,180,216,252,288,324", Group: "sensors",
			Only: lab.When("layout", "typed")},
		{Name: "radius", Symbol: "R", Unit: Metre, Kind: lab.Float, Min: 6, Max: 100, Step: 0.5,
			Default: 10 * math.Sqrt2, Group: "sensors", Fold: true},

		{Name: "T", Symbol: "T", Kind: lab.Int, Min: 1, Max: 60, Step: 1, Default: 8, Group: "system"},
		{Name: "N", Symbol: "N", Kind: lab.Int, Min: 1, Max: 60, Step: 1, Default: 5, Group: "system"},
		{Name: "dt", Symbol: "Δt", Unit: lang.Verbatim("s"), Kind: lab.Float, Min: 0.001, Max: 0.5, Step: 0.01,
			Default: 0.05, Group: "system"},
		{Name: "w1", Symbol: "ω₁", Unit: lang.Verbatim("rad/s"), Kind: lab.Float, Min: 0.1, Max: 10, Step: 0.1,
			Default: 1, Group: "system"},
		{Name: "w2", Symbol: "ω₂", Unit: lang.Verbatim("rad/s"), Kind: lab.Float, Min: 0.1, Max: 10, Step: 0.1,
			Default: 2, Group: "system"},
		{Name: "start", Symbol: "x₀", Kind: lab.List, Min: -20, Max: 20, MinLen: 4, MaxLen: 4, Text: "5,0,0,2.5",
			Group: "system"},
		{Name: "process", Symbol: "w", Unit: Metre, Kind: lab.Float, Min: 0, Max: 0.1, Step: 0.001, Default: 0.001,
			Group: "system"},
		{Name: "mu", Symbol: "±μ", Kind: lab.Float, Min: 0, Max: 1, Step: 0.005, Default: 0.02, Group: "system"},
		{Name: "sd", Symbol: "σ_v", Kind: lab.Float, Min: 1e-4, Max: 1, Step: 0.005, Default: 0.01, Group: "system"},
		{Name: "cut", Kind: lab.Float, Min: 1e-3, Max: 5, Step: 0.01, Default: 0.05, Group: "system"},
		{Name: "k0", Symbol: "diam K₀", Unit: Metre, Kind: lab.Float, Min: 0.001, Max: 2, Step: 0.01, Default: 0.1,
			Group: "system"},

		{Name: "kappa", Symbol: "κ", Kind: lab.Float, Min: 1e-3, Max: 1e3, Log: true, Default: 1, Group: "estimator",
			Only: moving},
		{Name: "prior", Symbol: "1/η", Kind: lab.Float, Min: 1, Max: 1e7, Log: true, Default: 12000, Group: "estimator",
			Only: moving},
		{Name: "feed", Kind: lab.Choice, Text: "det", Group: "estimator", Choices: []string{"det", "sample"},
			Only: append(lab.When("law", Gibbs), mhe...)},
		{Name: "state", Kind: lab.Choice, Text: "4d", Group: "estimator", Choices: []string{"4d", "pos"}, Only: moving},
		{Name: "terms", Kind: lab.Choice, Text: "n1", Group: "estimator", Choices: []string{"n1", "n"}, Only: moving},

		{Name: "odds", Kind: lab.Float, Min: 2.1, Max: 100, Step: 0.5, Log: true,
			Default: 4, Group: "adversary", Scene: true},
		{Name: "promise", Kind: lab.Choice, Text: "law", Group: "adversary",
			Scene: true, Fold: true,
			Choices: []string{"law", "pure", "claim"}},
		{Name: "releases", Kind: lab.Int, Min: 1, Max: 200, Step: 1, Log: true,
			Default: 10, Group: "adversary", Scene: true, Fold: true},
		{Name: "games", Kind: lab.Int, Min: 20, Max: 2000, Step: 20, Log: true, Default: 200,
			Group: "adversary", Fold: true},
		{Name: "records", Symbol: "K", Kind: lab.Int, Min: 1, Max: 50, Step: 1, Default: 10, Group: "test", Fold: true},
	}
	for i := range t {
		if p := &t[i]; p.Group == "system" || p.Group == "estimator" {
			p.Fold = true
		}
	}
	t.Shapes("mechanism", "adjacency", "sensors", "system", "estimator")
	for _, p := range lab.TestTable(2, 0) {
		if t = append(t, p); p.Name == "delta" { // of the notions, mu is another parameter here
			asks := lab.Asks()[0]
			asks.Choices, asks.Only = asks.Choices[:2], lab.When("mech", Own)
			t = append(t, asks)
		}
	}
	t = append(t, lab.Param{Name: "partition", Kind: lab.Choice, Text: "grid", Choices: []string{"grid", "scenario"},
		Group: "test", Rerun: true, Scene: true, Fold: true})
	return append(t, lab.SearchParam()).Of("ring").
		From(lab.FromPaper, "s", "sbar", "sensors", "radius", "T", "N", "start", "process", "k0", "r", "beta", "gamma",
			"alpha", "select").
		From(lab.FromFollow, "w1", "w2", "dt", "terms", "draws", "partition").
		From(lab.FromUs, "d", "star", "layout", "shat", "noise", "mu", "sd", "cut", "law", "kappa", "prior", "feed",
			"state", "n", "m")
}

// Analyses lists the computations beside the audit: first the promise, the
// measurement and the attack, which stand beside the laboratory; then those of
// the Experiments page, which repeat the paper's evaluation and start from the
// visitor's Spec where they say so, from the paper's setting otherwise.
func (Lab) Analyses() []lab.Analysis {
	out := []lab.Analysis{{Name: "disk"}, {Name: "attack"}, {Name: lab.Ledger}, {Name: lab.Replay}}
	for _, name := range []string{"fig2", "fig3", "fig4", "fig5", "fig6", "table1", "table2", "theorem",
		"constants", "readings", "tradeoff"} {
		out = append(out, lab.Analysis{Name: name, Page: "experiments"})
	}
	return append(out, lab.Analysis{Name: "passing", Page: "experiments"}, lab.Analysis{Name: "smooth",
		Page: "experiments", Only: lab.When("mech", W2MHE, Input, EKF, Laplace, Gauss)})
}

// Presets are the paper's runs, at its distance d = 10, and settings that show
// one thing each.
func (Lab) Presets() []lab.Preset {
	paper := func(set ...string) map[string]string {
		return lab.Values(append([]string{"d", "10", "eps", "1", "m", "1000"}, set...)...)
	}
	return append([]lab.Preset{
		{Name: "accurate"},
		{Name: "a-nearly-private-setting",
			Set: map[string]string{"d": "0.3", "state": "pos", "m": "20000", "delta": "0.05"}},
		{Name: "paper-s-0-8",
			Set: paper()},
		{Name: "paper-s-0-7", Set: paper("s", "0.7")},
		{Name: "s-1-no-privacy",
			Set: paper("s", "1")},
		{Name: "noise-on-the-record",
			Set: paper("mech", Input, "sbar", "0.944", "prior", "24000")},
		{Name: "private-ekf",
			Set: paper("mech", "ekf")},
		{Name: "your-layout",
			Set: map[string]string{"layout": "typed", "angles": "0,20,45,90,130,180,200,240,300,330"}},
		{Name: "class", Set: map[string]string{"s": "0.45", "n": "1000", "m": "1000"}},
	}, shelf()...)
}

// Count returns the number of sensors of a Spec.
func Count(s lab.Spec) int {
	if s.Text("layout") == "typed" {
		return len(s.List("angles"))
	}
	return s.Int("sensors")
}

func (Lab) Check(s lab.Spec) []lab.Problem {
	out, star, sched, mu, cut := lab.CheckTest(s), s.Int("star"), s.List("sched"), s.Float("mu"), s.Float("cut")
	window, horizon := s.Int("N"), s.Int("T")
	steps := horizon - window + 1
	out.If(steps < 1, "N", "ring.refused.window", "window", window, "horizon", horizon)
	out.If(star > Count(s), "star", "ring.refused.star", "star", star, "n", Count(s))
	out.If(len(sched) > 0 && steps > 0 && len(sched) != steps, "sched", "ring.refused.schedule", "n", len(sched),
		"steps", steps)
	out.If(s.Text("law") == Mixture && s.Text("mech") == W2MHE && s.Text("feed") == "sample", "feed",
		"ring.refused.fed")
	out.If(mu > cut, "mu", "ring.refused.centres", "mu", mu, "cut", cut)
	if x := s.List("start"); len(x) == 4 && reach(x, s) > 0.9*s.Float("radius") {
		out.Say("start", "ring.refused.orbit", "reach", reach(x, s), "radius", s.Float("radius"))
	}
	return out
}

// reach bounds the distance of the orbit from the centre.
func reach(x []float64, s lab.Spec) float64 {
	a := math.Hypot(x[0], x[2]/s.Float("w1"))
	b := math.Hypot(x[1], x[3]/s.Float("w2"))
	return math.Sqrt(a*a + b*b)
}
