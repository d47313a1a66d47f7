// Package survey says what the laboratory of one yes/no question says of itself.
package survey

import (
	"math"

	"indistinct/core/lab"
	"indistinct/core/num"
)

// Lab is the survey laboratory, described.
type Lab struct{ lab.Base }

func (Lab) About() lab.About {
	return lab.About{
		Name: "survey",
		Documents: []lab.Document{{Name: "boulaguiem", Cited: "Y. Boulaguiem, A Simulation-Based Approach to " +
			"Differential Privacy, 2023",
			Tasks: []string{"laws", "accuracy", "jimi", "power", "size", "coverage", "clipping"}}},
		Source: "J. Awan & A. Slavković, Differentially Private Uniformly Most Powerful Tests for Binomial Data, 2018; " +
			"D. Vu & A. Slavković, 2009",
		Former: []string{"released=1", "allow"},
	}
}

// Names of the mechanisms.
const (
	Randomised = "rr"
	Laplace    = "laplace"
	Tulap      = "tulap"
	Misprint   = "misprint"
)

// What is seen of randomised answers: the star's own (the local model's promise is about it),
// the number of yes among all noisy answers, and the proportion estimated from that number.
const (
	OneReport  = "report"
	NoisyCount = "count"
	Estimate   = "proportion"
)

// The alternatives to θ = θ₀.
const (
	Above    = "greater"
	Below    = "less"
	TwoSided = "two"
)

// ResponseEpsilon returns ε = ln((½+δ̃)/(½−δ̃)), +Inf at δ̃ = ½.
func ResponseEpsilon(bias float64) float64 {
	if bias >= 0.5 {
		return math.Inf(1)
	}
	return num.Log1p(2*bias) - num.Log1p(-2*bias)
}

// Params is the table of parameters: the survey, its mechanism, the question
// asked of it, and the test.
func (Lab) Params() lab.Table {
	central, local := lab.When("mech", Laplace, Tulap, Misprint), lab.When("mech", Randomised)
	t := lab.Table{
		{Name: "mech", Kind: lab.Choice, Text: Laplace, Group: "mechanism",
			Choices: []string{Randomised, Laplace, Tulap, Misprint}},
		{Name: "budget", Symbol: "ε", Kind: lab.Float, Min: 0.01, Max: 20, Step: 0.05, Log: true, Default: 1,
			Main: true, Group: "mechanism", Only: central},
		{Name: "bias", Symbol: "δ̃", Kind: lab.Float, Min: 0, Max: 0.5, Step: 0.01, Default: 0.25, Main: true,
			Group: "mechanism", Only: local},
		{Name: "view", Kind: lab.Choice, Text: Estimate, Group: "mechanism", Only: local,
			Choices: []string{Estimate, NoisyCount, OneReport}},
		{Name: "trunc", Symbol: "δ", Kind: lab.Float, Min: 0, Max: 0.2, Step: 0.005, Default: 0, Group: "mechanism",
			Fold: true, Only: lab.When("mech", Tulap)},

		{Name: "people", Symbol: "n", Kind: lab.Int, Min: 1, Max: 100000, Step: 10, Log: true, Default: 30,
			Group: "survey"},
		{Name: "yes", Kind: lab.Int, Min: 0, Max: 100000, MaxOf: "people", Step: 1, Default: 21, Group: "survey"},

		{Name: "theta0", Symbol: "θ₀", Kind: lab.Float, Min: 0.01, Max: 0.99, Step: 0.01,
			Default: 0.5, Group: "question"},
		{Name: "side", Kind: lab.Choice, Text: Above, Group: "question",
			Choices: []string{Above, Below, TwoSided}},
		{Name: "theta", Symbol: "θ", Kind: lab.Float, Min: 0.01, Max: 0.99, Step: 0.01,
			Default: 0.7, Group: "question", Fold: true},
		{Name: "size", Symbol: "α", Kind: lab.Float, Min: 0.0001, Max: 0.5,
			Step: 0.01, Log: true, Default: 0.05, Group: "question", Fold: true},
	}
	t = append(t.Shapes("mechanism", "survey"), lab.TestTable(1, 0)...)
	t.Find("eps").Scene = true // the picture holds the laws against the claim
	return append(t, lab.SearchParam()).Of("survey").From(lab.FromPaper, "mech", "bias").
		From(lab.FromUs, "budget", "people", "yes", "theta0", "side", "theta", "size")
}

func (Lab) Analyses() []lab.Analysis {
	const page = "experiments"
	return []lab.Analysis{
		{Name: "own", Live: true},
		{Name: "laws"},
		{Name: "power"},
		{Name: "accuracy"},
		{Name: "size", Page: page},
		{Name: "jimi", Page: page},
		{Name: "coverage", Page: page},
		{Name: "clipping", Page: page},
	}
}

// Presets are the starting points. Each has a seed of its own: noise that keeps
// the same promise hides one answer in the same way whatever the survey, so that
// with one seed their tests would count the same.
func (Lab) Presets() []lab.Preset {
	return []lab.Preset{
		{Name: "classroom-30-answers"},
		{Name: "half-the-noise",
			Set: map[string]string{"mech": Laplace, "budget": "2", "eps": "1", "m": "1000", "seed": "8"}},
		{Name: "randomised-response-δ-ε-ln-3",
			Set: map[string]string{"mech": Randomised, "bias": "0.25", "view": OneReport, "eps": "ln 3",
				"seed": "2"}},
		{Name: "randomised-response-all-reports-together",
			Set: map[string]string{"mech": Randomised, "bias": "0.25", "view": Estimate, "eps": "ln 3",
				"seed": "3"}},
		{Name: "laplace",
			Set: map[string]string{"mech": Laplace, "people": "100", "yes": "62", "seed": "4"}},
		{Name: "tulap",
			Set: map[string]string{"mech": Tulap, "seed": "5"}},
		{Name: "tulap-truncated-δ-0-01",
			Set: map[string]string{"mech": Tulap, "trunc": "0.01", "delta": "0.01", "seed": "6"}},
		{Name: "the-slide-s-misprint",
			Set: map[string]string{"mech": Misprint, "seed": "7"}},
		{Name: "a-tenth-too-little-noise",
			Set: map[string]string{"mech": Laplace, "budget": "1.1", "eps": "1", "m": "100000", "seed": "9"}},
		{Name: "a-city-of-2-000",
			Set: map[string]string{"mech": Laplace, "people": "2000", "yes": "1080", "theta": "0.54", "seed": "10"}},
		{Name: "class",
			Set: map[string]string{"mech": Laplace, "budget": "1.12", "n": "1000", "m": "1000", "seed": "12"}},
	}
}

func (Lab) Check(s lab.Spec) []lab.Problem {
	probs, y, n := lab.CheckTest(s), s.Int("yes"), s.Int("people")
	probs.If(y > n, "yes", "survey.problem.yes", "yes", y, "n", n)
	probs.If(s.Text("mech") == Randomised && s.Text("view") == Estimate && s.Float("bias") < 0.001, "bias",
		"survey.problem.bias")
	return probs
}
