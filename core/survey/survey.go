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
	"math"

	"indistinct/core/fmt"
	"indistinct/core/lab"
	"indistinct/core/mechanism"
	"indistinct/core/sheet"
	"indistinct/core/work"
)

// Phases of the random streams of this laboratory; the audit's are below 100.
const (
	phaseOwn   = 101 // the visitor's own survey: trial j is release j
	phasePower = 102 // simulated power
	phaseFilm  = 103 // what the scene shows
)

// Laboratory is the survey laboratory.
type Laboratory struct{}

// New returns the laboratory.
func New() lab.Laboratory { return Laboratory{} }

// About introduces it.
func (Laboratory) About() lab.About {
	return lab.About{
		Name:   "survey",
		Title:  "Survey",
		Lead:   "One sensitive yes/no question: what a published noisy proportion gives away about one respondent, and what can still be concluded from it.",
		Source: "Y. Boulaguiem (2023), A Simulation-Based Approach to Differential Privacy; J. Awan & A. Slavković (2018), Differentially Private Uniformly Most Powerful Tests for Binomial Data; D. Vu & A. Slavković (2009).",
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
func (Laboratory) Params() lab.Table {
	central := []lab.Only{{Param: "mech", Values: []string{laplace, tulap, misprint}}}
	local := []lab.Only{{Param: "mech", Values: []string{randomised}}}
	t := lab.Table{
		{Name: "mech", Label: "Mechanism", Kind: lab.Choice, Text: laplace, Group: "Mechanism", Rerun: true, Scene: true,
			Help: "How the answers are protected before anything is published.",
			Choices: []lab.Option{
				{Value: randomised, Label: "Randomised response", Help: "Everybody tosses a coin and reports the truth with probability ½ + δ̃. Nobody has to be trusted."},
				{Value: laplace, Label: "Laplace on the proportion", Help: "A trusted curator adds Laplace noise of scale 1/(εn) to the true proportion."},
				{Value: tulap, Label: "Tulap on the count", Help: "A trusted curator adds discrete Laplace plus uniform noise to the count: the noise for which the best possible private test is known."},
				{Value: misprint, Label: "The slide's misprint", Help: "The slide's inverse as printed, log(1 − |W|): an exhibit. Its noise is bounded, so it is not private for any ε."},
			}},
		{Name: "budget", Label: "Mechanism's budget", Symbol: "ε", Kind: lab.Float, Min: 0.01, Max: 20, Step: 0.05, Log: true, Default: 1, Group: "Mechanism", Rerun: true, Scene: true, Only: central,
			Help: "Sets the noise: its scale is 1/(εn) of the proportion. Half the ε means twice the noise.", Low: "more private", High: "more accurate"},
		{Name: "bias", Label: "Bias to the truth", Symbol: "δ̃", Kind: lab.Float, Min: 0, Max: 0.5, Step: 0.01, Default: 0.25, Group: "Mechanism", Rerun: true, Scene: true, Only: local,
			Help: "Each respondent reports the truth with probability ½ + δ̃ (the slides write δ). 0 says nothing at all, 0.5 says everything; ε = ln((½+δ̃)/(½−δ̃)).", Low: "more private", High: "more accurate"},
		{Name: "view", Label: "What is released", Kind: lab.Choice, Text: string(Estimate), Group: "Mechanism", Rerun: true, Scene: true, Only: local,
			Help: "The promise of randomised response is about each single report; sums of many reports give away far less about one of them.",
			Choices: []lab.Option{
				{Value: string(Estimate), Label: "Estimated proportion", Help: "The noisy count, turned into an unbiased estimate of the true proportion."},
				{Value: string(NoisyCount), Label: "Count of noisy yes", Help: "How many reports say yes."},
				{Value: string(OneReport), Label: "The star's own report", Help: "What the collector sees of one respondent: the release that the promise is about."},
			}},
		{Name: "trunc", Label: "Truncation", Symbol: "δ", Kind: lab.Float, Min: 0, Max: 0.2, Step: 0.005, Default: 0, Group: "Mechanism", Fold: true, Rerun: true, Scene: true,
			Only: []lab.Only{{Param: "mech", Values: []string{tulap}}},
			Help: "Cuts the tails of the Tulap noise: a little more accurate, and (ε, δ)-private in place of ε-private."},

		{Name: "people", Label: "Respondents", Symbol: "n", Kind: lab.Int, Min: 1, Max: 100000, Step: 10, Log: true, Default: 30, Group: "Survey", Rerun: true, Scene: true,
			Help: "How many answered. Each single answer moves the proportion by 1/n, so large surveys need less noise.", Low: "small class", High: "large survey"},
		{Name: "yes", Label: "Yes answers", Kind: lab.Int, Min: 0, Max: 100000, Step: 1, Default: 21, Group: "Survey", Rerun: true, Scene: true,
			Help: "How many of them truly say yes. The adjacent survey is the same with one yes, the star's, turned into a no (the other way round where nobody says yes)."},
		{Name: "released", Label: "Releases so far", Kind: lab.Int, Min: 1, Max: 200, Step: 1, Default: 1, Group: "Survey", Fold: true,
			Help: "How often this survey has been published, each time with fresh noise. Every release costs ε again, and averages undo the noise."},
		{Name: "allow", Label: "Budget allowed", Symbol: "ε total", Kind: lab.Float, Min: 0.01, Max: 100, Step: 0.5, Log: true, Default: 3, Group: "Survey", Fold: true,
			Help: "What the respondents were promised for all releases together."},

		{Name: "theta0", Label: "Hypothesis", Symbol: "θ₀", Kind: lab.Float, Min: 0.01, Max: 0.99, Step: 0.01, Default: 0.5, Group: "Question",
			Help: "The share of yes in the population that is held against the survey."},
		{Name: "side", Label: "Alternative", Kind: lab.Choice, Text: string(Greater), Group: "Question",
			Help: "What the test tries to show.",
			Choices: []lab.Option{
				{Value: string(Greater), Label: "θ > θ₀"}, {Value: string(Less), Label: "θ < θ₀"}, {Value: string(TwoSided), Label: "θ ≠ θ₀"},
			}},
		{Name: "theta", Label: "Assumed truth", Symbol: "θ", Kind: lab.Float, Min: 0.01, Max: 0.99, Step: 0.01, Default: 0.7, Group: "Question", Fold: true,
			Help: "The population share for which power against n and ε, accuracy and the limit law are shown."},
		{Name: "size", Label: "Size of the survey's test", Symbol: "α", Kind: lab.Float, Min: 0.0001, Max: 0.5, Step: 0.01, Log: true, Default: 0.05, Group: "Question", Fold: true,
			Help: "How often the test of θ₀ may reject a true hypothesis; intervals hold θ with probability 1 − α. Not to be confused with the significance level of the privacy test."},
	}
	return append(t, lab.TestTable(1, 0)...)
}

// Presets are the starting points.
func (Laboratory) Presets() []lab.Preset {
	return []lab.Preset{
		{Name: "Classroom: 30 answers", Note: "Thirty students, 21 of them yes, one noisy proportion at ε = 1.", Set: map[string]string{}},
		{Name: "Randomised response, δ̃ = ¼ (ε = ln 3)", Note: "The slides' example: the truth with probability ¾; the test sees the star's own report.",
			Set: map[string]string{"mech": randomised, "bias": "0.25", "view": string(OneReport), "eps": "ln 3"}},
		{Name: "Randomised response, all reports together", Note: "The same coins, but only the estimated proportion is seen: far less leaks about one respondent.",
			Set: map[string]string{"mech": randomised, "bias": "0.25", "view": string(Estimate), "eps": "ln 3"}},
		{Name: "Laplace", Note: "A curator adds noise of scale 1/(εn) to the proportion of 100 answers.",
			Set: map[string]string{"mech": laplace, "people": "100", "yes": "62"}},
		{Name: "Tulap", Note: "The noise for which Awan & Slavković found the most powerful private test.",
			Set: map[string]string{"mech": tulap}},
		{Name: "Tulap, truncated (δ = 0.01)", Note: "Cutting the tails costs δ: releases beyond the cut give one answer away.",
			Set: map[string]string{"mech": tulap, "trunc": "0.01", "delta": "0.01"}},
		{Name: "The slide's misprint", Note: "log(1 − |W|) as printed: bounded noise, claimed ε = 1; the test finds the violation.",
			Set: map[string]string{"mech": misprint}},
		{Name: "Half the noise", Note: "Laplace noise for ε = 2 held against the claim ε = 1: a plain violation, which a thousand releases show.",
			Set: map[string]string{"mech": laplace, "budget": "2", "eps": "1", "m": "1000"}},
		{Name: "A tenth too little noise", Note: "Laplace noise for ε = 1.1 held against the claim ε = 1: a violation that only many releases show.",
			Set: map[string]string{"mech": laplace, "budget": "1.1", "eps": "1", "m": "100000"}},
		{Name: "A city of 2,000", Note: "With many respondents the price of privacy nearly vanishes.",
			Set: map[string]string{"mech": laplace, "people": "2000", "yes": "1080", "theta": "0.54"}},
		{Name: "Published ten times", Note: "Ten releases of the same survey: the budget is spent ten times over and the average gives the truth away.",
			Set: map[string]string{"mech": laplace, "released": "10", "allow": "3"}},
	}
}

// Analyses lists what is computed beside the audit.
func (Laboratory) Analyses() []lab.Analysis {
	return []lab.Analysis{
		{Name: "own", Title: "Your survey", Live: true, Lead: "What one release says, what every method concludes from it, and how much of the budget is gone."},
		{Name: "laws", Title: "Two neighbouring surveys", Live: true, Lead: "How the published number is distributed for the survey and for its neighbour, and how far the two may part."},
		{Name: "power", Title: "Power", Live: true, Lead: "How often each test sees that θ is not θ₀, computed exactly."},
		{Name: "accuracy", Title: "The price of privacy", Live: true, Lead: "How the error of randomised response, O(1/(δ̃√n)), compares with the curator's, O(1/(εn))."},
		{Name: "size", Title: "Size", Lead: "Do the tests keep their promise of rejecting a true hypothesis with probability α, and no more?"},
		{Name: "intervals", Title: "Coverage and length of the intervals", Lead: "How often each interval holds the true share, and how long it is on average, computed exactly."},
		{Name: "limit", Title: "The normal limit", Lead: "How the law of √n (π̂ − θ)/σ fills in as n grows."},
		{Name: "simulated", Title: "Exact against simulated power", Lead: "Do the sums agree with surveys drawn at random?"},
	}
}

// Check refuses fields that do not go together.
func (Laboratory) Check(s lab.Spec) []lab.Problem {
	probs := lab.CheckTest(s)
	if y, n := s.Int("yes"), s.Int("people"); y > n {
		probs = append(probs, lab.Problem{Field: "yes", Say: fmt.Sprintf("%d yes answers from %d respondents are impossible: there can be at most %d.", y, n, n)})
	}
	if s.Text("mech") == randomised && s.Text("view") == string(Estimate) && s.Float("bias") < 0.001 {
		probs = append(probs, lab.Problem{Field: "bias", Say: "With a bias δ̃ below 0.001 the answers say nothing and no proportion can be estimated: take a larger bias or release the count of noisy yes."})
	}
	return probs
}

// Edit: the scene has nothing to drag.
func (Laboratory) Edit(s lab.Spec, _ string, _, _ float64) (lab.Spec, bool) { return s, false }

// releasing is what all mechanisms here are.
type releasing interface {
	mechanism.Mechanism
	mechanism.Densitied
	mechanism.Truther
	mechanism.Profiled
}

type model struct {
	spec   lab.Spec
	counts Counts
	name   string    // of the mechanism
	mech   releasing //
	eps    float64   // its ε by theory, 0 … +Inf
	fair   float64   // that ε, kept within 0.01 … 20, for comparisons at equal ε
	noise  Noise     // in answers; nil for randomised response
}

// Open makes a Spec ready.
func (Laboratory) Open(s lab.Spec) (lab.Model, error) {
	m := &model{spec: s, counts: Counts{s.Int("yes"), s.Int("people")}, name: s.Text("mech"), eps: s.Float("budget")}
	var err error
	switch m.name {
	case randomised:
		m.eps = ResponseEpsilon(s.Float("bias"))
		var r *Response
		if r, err = NewResponse(m.counts, s.Float("bias"), View(s.Text("view"))); err == nil {
			m.mech = r
		}
	default:
		var c *Central
		switch m.name {
		case tulap:
			c, err = NewTulapCount(m.counts, m.eps, s.Float("trunc"))
		case misprint:
			c, err = NewMisprint(m.counts, m.eps)
		default:
			c, err = NewLaplace(m.counts, m.eps)
		}
		if err == nil {
			m.mech, m.noise = c, c.noise
		}
	}
	if err != nil {
		return nil, &lab.Problem{Say: sentence(err.Error())}
	}
	m.fair = min(max(m.eps, 0.01), 20)
	return m, nil
}

// sentence turns an error into a sentence.
func sentence(s string) string {
	r := []rune(s)
	if len(r) > 0 && r[0] >= 'a' && r[0] <= 'z' {
		r[0] += 'A' - 'a'
	}
	return string(r) + "."
}

// question is what the Spec asks about the population.
func (m *model) question() *Question {
	return NewQuestion(m.counts.N, m.spec.Float("theta0"), Side(m.spec.Text("side")), m.spec.Float("size"))
}

// Mechanism is what Run test audits.
func (m *model) Mechanism() mechanism.Mechanism { return m.mech }

// noiseVariance is the variance that privacy adds to the released proportion,
// given the true answers; the reports' own for a single report.
func (m *model) noiseVariance() float64 {
	n := float64(m.counts.N)
	if m.noise != nil {
		return m.noise.Variance() / float64(n*n)
	}
	return responseVariance(m.spec.Float("bias")) / n
}

// responseVariance is n times the variance that the coins add to the estimate,
// (¼ − δ̃²)/(4δ̃²).
func responseVariance(bias float64) float64 {
	b2 := float64(bias * bias)
	return (0.25 - b2) / (4 * b2)
}

// Facts are known before any run.
func (m *model) Facts() []lab.Fact {
	n := float64(m.counts.N)
	p := float64(m.counts.Yes) / n
	noise := m.noiseVariance()
	sampling := float64(p*(1-p)) / n
	share := noise / (noise + sampling)
	if math.IsInf(noise, 1) {
		share = 1
	}
	profile := m.mech.Profile()
	by := "Promised by theory"
	if m.name == misprint {
		by = "Promised by the slide"
	}
	facts := []lab.Fact{
		{Name: "mechanism_epsilon", Label: by, Symbol: "ε", Value: sheet.Number(m.eps, 4), Key: true, Help: "What the mechanism promises according to its source. " + m.mech.Claim().Note},
		{Name: "exact_epsilon", Label: "Exact ε of what is released", Value: sheet.Number(profile.Pure(), 4), Key: true,
			Help: "The largest privacy loss over all events for these two surveys, " + profile.Exact() + ". ∞: some releases are possible under one of the two surveys only."},
		{Name: "noise_sd", Label: "Noise in the proportion (sd)", Value: sheet.Number(math.Sqrt(noise), 3), Key: true,
			Help: "The standard deviation that privacy adds to the estimated proportion, over the mechanism's coins and noise alone."},
		{Name: "share", Label: "Share of the variance due to privacy", Value: sheet.Cell{Text: brief(100*share, 3) + " %", Num: real(share)}, Key: true,
			Help: "Of the estimate's total variance (choice of respondents plus noise), how much would vanish without privacy."},
		{Name: "proportion", Label: "True proportion in this survey", Symbol: "p", Value: sheet.Number(p, 4), Help: "Known to the curator, never published."},
		{Name: "distance", Label: "Distance to the neighbouring survey", Unit: "answer", Value: sheet.Number(1, 1),
			Help: fmt.Sprintf("One respondent's answer differs: %d yes answers against %d.", m.counts.Of(0), m.counts.Of(1))},
		{Name: "sensitivity", Label: "One answer moves the proportion by", Symbol: "Δf = 1/n", Value: sheet.Number(1/n, 3), Help: "The sensitivity: the noise must hide a step of this size."},
		{Name: "advantage", Label: "Best guess of the star's answer, exact advantage", Value: sheet.Number(profile.Delta(0), 3),
			Help: "True minus false positive rate of the best possible guess from one release: the total variation distance of the two laws."},
		{Name: "sampling_sd", Label: "Sampling error of the proportion (sd)", Value: sheet.Number(math.Sqrt(sampling), 3),
			Help: "What the choice of respondents alone would contribute if the population share were p."},
	}
	if d := m.spec.Float("delta"); d > 0 {
		facts = append(facts, lab.Fact{Name: "delta_at_claim", Label: "Exact δ at the claimed ε", Symbol: "δ(ε)", Value: sheet.Number(profile.Delta(m.spec.Float("eps")), 3),
			Help: "The least δ for which the claim's ε holds for these two surveys."})
	}
	return facts
}

func real(v float64) *sheet.Real { r := sheet.Real(v); return &r }

// Complete adds what the laboratory knows to a Report.
func (m *model) Complete(r *lab.Report) {
	r.Distance = 1
	claim := m.spec.Float("eps")
	switch {
	case m.name == misprint:
		r.Warnings = append(r.Warnings, "This mechanism is an exhibit: the slide's inverse as printed has bounded noise, so releases near the ends are possible under one survey only and no ε holds.")
	case claim < m.eps && !math.IsInf(m.eps, 1):
		r.Warnings = append(r.Warnings, fmt.Sprintf("The tested claim ε = %s is stronger than what the mechanism promises (ε = %s): a violation is to be expected, and finding it takes enough releases.", brief(claim, 4), brief(m.eps, 4)))
	}
	if m.name == randomised && m.spec.Text("view") != string(OneReport) {
		r.Warnings = append(r.Warnings, "The promise of randomised response is about each single report. All reports together hide one of them in the crowd, so this test sees less than a collector who sees the reports.")
	}
	if m.name == tulap && m.spec.Float("trunc") > m.spec.Float("delta") {
		r.Warnings = append(r.Warnings, "The noise is truncated with a larger δ than the claim allows: a violation is to be expected.")
	}
	r.Meaning = append(r.Meaning, fmt.Sprintf("Two neighbouring surveys were compared, with %d and %d yes among %d; other neighbours, and repeated releases, were not.", m.counts.Of(0), m.counts.Of(1), m.counts.N))
}

// Analyse returns the job of an analysis.
func (m *model) Analyse(name string) (work.Job, error) {
	switch name {
	case "own":
		return once(m.own), nil
	case "laws":
		return once(m.laws), nil
	case "power":
		return once(m.power), nil
	case "accuracy":
		return once(m.accuracy), nil
	case "size":
		return m.sizeJob(), nil
	case "intervals":
		return m.intervalJob(), nil
	case "limit":
		return once(m.limit), nil
	case "simulated":
		return m.simulatedJob(), nil
	}
	return nil, &lab.Problem{Say: fmt.Sprintf("The laboratory Survey has no analysis %q.", name)}
}
