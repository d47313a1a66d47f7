// Package survey is the laboratory of one sensitive yes/no question: a crowd
// answers, one noisy proportion is published, and the laboratory shows what an
// observer learns about one respondent and what can honestly be concluded
// about the population.
//
// It believes that a probability that can be summed should not be simulated:
// power, size, coverage and privacy profiles here are sums and quadratures,
// and simulations only stand beside them as a check.
package survey

import (
	"indistinct/core/lab"
	"indistinct/core/labs/survey/inference"
	"indistinct/core/labs/survey/release"
)

// Lab is the survey laboratory.
type Lab struct{ lab.Base }

var _ lab.Laboratory = Lab{}

// About introduces it.
func (Lab) About() lab.About {
	return lab.About{
		Name:  "survey",
		Title: "Survey",
		Lead:  "One sensitive yes/no question: what a published noisy proportion gives away about one respondent, and what can still be concluded from it.",
		Source: "Y. Boulaguiem (2023), A Simulation-Based Approach to Differential Privacy; J. Awan & A. Slavković (2018), Differentially Private " +
			"Uniformly Most Powerful Tests for Binomial Data; D. Vu & A. Slavković (2009).",
	}
}

// Names of the mechanisms.
const (
	randomised = "rr"
	laplace    = "laplace"
	tulap      = "tulap"
	misprint   = "misprint"
)

// Params is the table of parameters: the survey, its mechanism, the question
// asked of it, and the test.
func (Lab) Params() lab.Table {
	central, local := lab.When("mech", laplace, tulap, misprint), lab.When("mech", randomised)
	t := lab.Table{
		{Name: "mech", Label: "Mechanism", Kind: lab.Choice, Text: laplace, Group: "Mechanism", Rerun: true,
			Scene: true,
			Help:  "How the answers are protected before anything is published.",
			Choices: []lab.Option{
				{Value: randomised, Label: "Randomised response",
					Help: "Everybody tosses a coin and reports the truth with probability ½ + δ̃. " +
						"Nobody has to be trusted."},
				{Value: laplace, Label: "Laplace on the proportion",
					Help: "A trusted curator adds Laplace noise of scale 1/(εn) to the true proportion."},
				{Value: tulap, Label: "Tulap on the count",
					Help: "A trusted curator adds discrete Laplace plus uniform noise to the count: the " +
						"noise for which the best possible one-sided private test is known."},
				{Value: misprint, Label: "The slide's misprint",
					Help: "The slide's inverse as printed, log(1 − |W|): an exhibit. Its noise is " +
						"bounded, so it is not private for any ε."},
			}},
		{Name: "budget", Label: "Mechanism's budget", Symbol: "ε", Kind: lab.Float, Min: 0.01, Max: 20, Step: 0.05,
			Log: true, Default: 1, Main: true, Group: "Mechanism", Rerun: true, Scene: true, Only: central,
			Help: "Sets the noise: its scale is 1/(εn) of the proportion. Half the ε means twice the noise. Above the claimed ε there is too " +
				"little of it.", Low: "more private", High: "more accurate"},
		{Name: "bias", Label: "Bias to the truth", Symbol: "δ̃", Kind: lab.Float, Min: 0, Max: 0.5, Step: 0.01,
			Default: 0.25, Main: true, Group: "Mechanism", Rerun: true, Scene: true, Only: local,
			Help: "Each respondent reports the truth with probability ½ + δ̃ (the slides write δ). 0 says nothing at all, 0.5 says everything; ε " +
				"= ln((½+δ̃)/(½−δ̃)).", Low: "more private", High: "more accurate"},
		{Name: "view", Label: "What is released", Kind: lab.Choice, Text: string(release.Estimate), Group: "Mechanism",
			Rerun: true, Scene: true, Only: local,
			Help: "The promise of randomised response is about each single report; sums of many reports give away far less about one of them.",
			Choices: []lab.Option{
				{Value: string(release.Estimate), Label: "Estimated proportion",
					Help: "The noisy count, turned into an unbiased estimate of the true proportion."},
				{Value: string(release.NoisyCount), Label: "Count of noisy yes", Help: "How many reports say yes."},
				{Value: string(release.OneReport), Label: "The star's own report",
					Help: "What the collector sees of one respondent: the release that the " +
						"promise is about."},
			}},
		{Name: "trunc", Label: "Truncation", Symbol: "δ", Kind: lab.Float, Min: 0, Max: 0.2, Step: 0.005, Default: 0,
			Group: "Mechanism", Fold: true, Rerun: true, Scene: true,
			Only: lab.When("mech", tulap),
			Help: "Cuts the tails of the Tulap noise: a little more accurate, and (ε, δ)-private in place of ε-private."},

		{Name: "people", Label: "Respondents", Symbol: "n", Kind: lab.Int, Min: 1, Max: 100000, Step: 10, Log: true,
			Default: 30, Group: "Survey", Rerun: true, Scene: true,
			Help: "How many answered. Each single answer moves the proportion by 1/n, so large surveys need less noise.", Low: "small class", High: "large " +
				"survey"},
		{Name: "yes", Label: "Yes answers", Kind: lab.Int, Min: 0, Max: 100000, MaxOf: "people", Step: 1, Default: 21,
			Group: "Survey", Rerun: true, Scene: true,
			Help: "How many of them truly say yes. The neighbour is the same survey with one yes, the star's, turned into a no (the other way " +
				"round where nobody says yes)."},
		{Name: "released", Label: "Releases so far", Kind: lab.Int, Min: 1, Max: 200, Step: 1, Default: 1,
			Group: "Survey", Fold: true, Rerun: true, Scene: true,
			Help: "How often this survey is published, each time with fresh noise; the test sees all of them. Every release costs ε again, and " +
				"averages undo the noise."},
		{Name: "allow", Label: "Budget allowed", Symbol: "ε total", Kind: lab.Float, Min: 0.01, Max: 100, Step: 0.5,
			Log: true, Default: 3, Group: "Survey", Fold: true,
			Help: "What the respondents were promised for all releases together."},

		{Name: "theta0", Label: "Hypothesis", Symbol: "θ₀", Kind: lab.Float, Min: 0.01, Max: 0.99, Step: 0.01,
			Default: 0.5, Group: "Question",
			Help: "The share of yes in the population that is held against the survey."},
		{Name: "side", Label: "Alternative", Kind: lab.Choice, Text: string(inference.Above), Group: "Question",
			Help: "What the test tries to show.",
			Choices: []lab.Option{
				{Value: string(inference.Above), Label: "θ > θ₀"}, {Value: string(inference.Below), Label: "θ < θ₀"},
				{Value: string(inference.TwoSided), Label: "θ ≠ θ₀"},
			}},
		{Name: "theta", Label: "Assumed truth", Symbol: "θ", Kind: lab.Float, Min: 0.01, Max: 0.99, Step: 0.01,
			Default: 0.7, Group: "Question", Fold: true,
			Help: "The population share for which power against n and ε, accuracy and the limit law are shown."},
		{Name: "size", Label: "Size of the survey's test", Symbol: "α", Kind: lab.Float, Min: 0.0001, Max: 0.5,
			Step: 0.01, Log: true, Default: 0.05, Group: "Question", Fold: true,
			Help: "How often the test of θ₀ may reject a true hypothesis; intervals hold θ with probability 1 − α. Not to be confused with the " +
				"significance level of the privacy test."},
	}
	t = append(t, lab.TestTable(1, 0)...)
	t.Find("eps").Scene = true // the picture holds the laws against the claim
	return append(t, lab.SearchParam("someone who says yes and someone who says no as the star, whose answer is turned round; all who say the same are alike"))
}

// Presets are the starting points. Each has a seed of its own: noise that keeps
// the same promise hides one answer in the same way whatever the survey, so that
// with one seed their tests would count the same.
func (Lab) Presets() []lab.Preset {
	return []lab.Preset{
		{Name: "Classroom: 30 answers", Note: "Thirty students, 21 of them yes, one noisy proportion at ε = 1.",
			Set: map[string]string{}},
		{Name: "Randomised response, δ̃ = ¼ (ε = ln 3)", Note: "The slides' example: the truth with probability ¾; the test sees the star's own report.",
			Set: map[string]string{"mech": randomised, "bias": "0.25", "view": string(release.OneReport), "eps": "ln 3",
				"seed": "2"}},
		{Name: "Randomised response, all reports together",
			Note: "The same coins, but only the estimated proportion is seen: far less leaks " +
				"about one respondent.",
			Set: map[string]string{"mech": randomised, "bias": "0.25", "view": string(release.Estimate), "eps": "ln 3",
				"seed": "3"}},
		{Name: "Laplace", Note: "A curator adds noise of scale 1/(εn) to the proportion of 100 answers. The promise is the classroom's, and so is " +
			"what the test can find.",
			Set: map[string]string{"mech": laplace, "people": "100", "yes": "62", "seed": "4"}},
		{Name: "Tulap", Note: "The noise for which Awan & Slavković found the most powerful one-sided private test.",
			Set: map[string]string{"mech": tulap, "seed": "5"}},
		{Name: "Tulap, truncated (δ = 0.01)",
			Note: "Cutting the tails costs δ: releases beyond the cut give one answer away.",
			Set:  map[string]string{"mech": tulap, "trunc": "0.01", "delta": "0.01", "seed": "6"}},
		{Name: "The slide's misprint", Note: "log(1 − |W|) as printed: bounded noise, claimed ε = 1; the test finds the violation.",
			Set: map[string]string{"mech": misprint, "seed": "7"}},
		{Name: "Half the noise", Note: "Laplace noise for ε = 2 held against the claim ε = 1: a plain violation, which a thousand releases show.",
			Set: map[string]string{"mech": laplace, "budget": "2", "eps": "1", "m": "1000", "seed": "8"}},
		{Name: "A tenth too little noise", Note: "Laplace noise for ε = 1.1 held against the claim ε = 1: a violation that only many releases show.",
			Set: map[string]string{"mech": laplace, "budget": "1.1", "eps": "1", "m": "100000", "seed": "9"}},
		{Name: "A city of 2,000", Note: "With many respondents the price of privacy nearly vanishes. What one answer can be guessed from stays " +
			"the same: the promise is about people, not crowds.",
			Set: map[string]string{"mech": laplace, "people": "2000", "yes": "1080", "theta": "0.54", "seed": "10"}},
		{Name: "Published ten times", Note: "Ten releases of the same survey, tested together: the budget is spent ten times over and the average " +
			"gives the truth away.",
			Set: map[string]string{"mech": laplace, "released": "10", "allow": "3", "seed": "11"}},
	}
}

// maxNumbers bounds the numbers that an audit of a survey published many times
// holds at once: 80 MB for each input.
const maxNumbers = 10_000_000

// Check refuses fields that do not go together.
func (Lab) Check(s lab.Spec) []lab.Problem {
	probs := lab.CheckTest(s)
	if y, n := s.Int("yes"), s.Int("people"); y > n {
		probs.Say("yes", "%d yes answers from %d respondents are impossible: there can be at most %d.", y, n, n)
	}
	if k, n := s.Int("released"), s.Int("n"); k*n > maxNumbers {
		probs.Say("released", "%d releases in each of %d selection draws are %d numbers to hold: at most %d are accepted; publish less often or select by fewer.",
			k, n, k*n, maxNumbers)
	}
	if s.Text("mech") == randomised && s.Text("view") == string(release.Estimate) && s.Float("bias") < 0.001 {
		probs.Say("bias", "With a bias δ̃ below 0.001 the answers say nothing and no proportion can be "+
			"estimated: take a larger bias or release the count of noisy yes.")
	}
	return probs
}
