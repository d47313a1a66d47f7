// Package survey is the laboratory of one sensitive yes/no question: a crowd
// answers, one noisy proportion is published, and the laboratory shows what an
// observer learns about one respondent and what can honestly be concluded
// about the population.
//
// It believes that a probability that can be summed should not be simulated:
// power, size and privacy profiles here are sums and quadratures,
// and simulations only stand beside them as a check.
package survey

import (
	"math"

	about "indistinct/core/about/survey"
	"indistinct/core/film"
	"indistinct/core/lab"
	"indistinct/core/lab/show"
	"indistinct/core/labs/survey/inference"
	"indistinct/core/labs/survey/law"
	"indistinct/core/labs/survey/release"
	"indistinct/core/lang"
	"indistinct/core/mechanism"
	"indistinct/core/sheet"
)

// Lab is the survey laboratory.
type Lab struct{ about.Lab }

// model is an opened Spec: the answers and what is released of them.
type model struct {
	spec   lab.Spec
	counts release.Answers
	name   string // of the mechanism
	mech   release.Mechanism
	eps    float64           // its ε by theory, 0 … +Inf
	fair   float64           // that ε, kept within 0.01 … 20, for comparisons at equal ε
	noise  law.Noise         // in answers; nil for randomised response
	coins  *release.Response // the mechanism where it is that; else nil
}

func (Lab) Open(s lab.Spec) (lab.Model, error) {
	return ask(s, release.NewAnswers(s.Int("yes"), s.Int("people"))), nil
}

// ask makes a survey of these answers ready.
func ask(s lab.Spec, counts release.Answers) *model {
	m := &model{spec: s, counts: counts, name: s.Text("mech"), eps: s.Float("budget")}
	switch m.name {
	case about.Randomised:
		m.eps = about.ResponseEpsilon(s.Float("bias"))
		m.coins = release.NewResponse(m.counts, s.Float("bias"), s.Text("view"))
		m.mech = m.coins
	case about.Tulap:
		m.mech = release.NewTulap(m.counts, m.eps, s.Float("trunc"))
	case about.Misprint:
		m.mech = release.NewMisprint(m.counts, m.eps)
	default:
		m.mech = release.NewLaplace(m.counts, m.eps)
	}
	if c, ok := m.mech.(*release.Curator); ok {
		m.noise = c.Noise
	}
	m.fair = min(max(m.eps, 0.01), 20)
	return m
}

// question is what the Spec asks about the population.
func (m *model) question() *inference.Question {
	return &inference.Question{N: m.counts.N, Theta0: m.spec.Float("theta0"), Side: m.spec.Text("side"),
		Alpha: m.spec.Float("size")}
}

// sees reports whether randomised answers are what is released, and seen so.
func (m *model) sees(view string) bool {
	return m.name == about.Randomised && m.spec.Text("view") == view
}

func (m *model) Mechanism() mechanism.Mechanism { return m.mech }

// Description names the published number.
func (m *model) Description() show.Description {
	s := show.Description{Axes: []film.Axis{{Label: m.axis().Label}}}
	if !m.spec.Searches() { // in a search the star may say either
		s.Inputs = m.inputs()
	}
	if m.sees(about.OneReport) {
		s.Answers = []lang.Message{lang.Say("survey.axis.no"), lang.Say("survey.axis.yes")}
	}
	return s
}

// axis names the released number.
func (m *model) axis() sheet.Axis {
	switch {
	case m.name == about.Tulap:
		return sheet.Axis{Label: lang.Say("survey.axis.count")}
	case m.sees(about.NoisyCount):
		return sheet.Axis{Label: lang.Say("survey.axis.noisy")}
	case m.sees(about.OneReport):
		return sheet.Axis{Label: lang.Say("survey.axis.report")}
	}
	return sheet.Axis{Label: lang.Say("survey.axis.proportion")}
}

// trunc is the truncation of the Tulap noise in comparisons.
func (m *model) trunc() float64 {
	if m.name == about.Tulap {
		return m.spec.Float("trunc")
	}
	return 0
}

func (m *model) Facts() []lab.Fact {
	n := float64(m.counts.N)
	p := float64(m.counts.Yes) / n
	// The variance that privacy adds to the released proportion, given the true answers; the reports'
	// own for a single report.
	noise := release.ResponseVariance(m.spec.Float("bias")) / n
	if m.noise != nil {
		noise = m.noise.Variance() / (n * n)
	}
	sampling := p * (1 - p) / n
	share := noise / (noise + sampling)
	switch {
	case math.IsInf(noise, 1):
		share = 1
	case noise == 0:
		share = 0 // also where everybody gives the same answer
	}
	profile := m.mech.Profile()
	by := lang.Say("survey.fact.mechanism_epsilon")
	if m.name == about.Misprint {
		by = lang.Say("survey.fact.mechanism_epsilon.slide")
	}
	facts := []lab.Fact{
		{Name: "mechanism_epsilon", Label: by, Symbol: "ε", Key: true,
			Value: sheet.Number(m.eps, 4), Help: m.mech.Claim().Note},
		{Name: "exact_epsilon", Value: sheet.Number(profile.Pure(), 4), Key: true,
			Help: lang.Say("survey.fact.exact_epsilon.help", "how", profile.Exact())},
		{Name: "noise_sd", Value: sheet.Number(math.Sqrt(noise), 3), Key: true},
		{Name: "share", Value: sheet.Cell{Num: new(sheet.Real(share)), Form: "%"}, Key: true},
		{Name: "proportion", Symbol: "p", Value: sheet.Number(p, 4)},
		{Name: "distance", Unit: lang.Say("survey.fact.distance.unit"), Value: sheet.Number(1, 1),
			Help: lang.Say("survey.fact.distance.help", "yes", m.counts.Of(0), "other", m.counts.Of(1))},
		{Name: "sensitivity", Symbol: "Δf = 1/n", Value: sheet.Number(1/n, 3)},
		{Name: "advantage", Value: sheet.Number(profile.Delta(0), 3)},
		{Name: "sampling_sd", Value: sheet.Number(math.Sqrt(sampling), 3)},
	}
	if d := m.spec.Float("delta"); d > 0 {
		facts = append(facts, lab.Fact{Name: "delta_at_claim", Symbol: "δ(ε)",
			Value: sheet.Number(profile.Delta(m.spec.Float("eps")), 3)})
	}
	return facts
}

// Complete adds what the laboratory knows to a Report.
func (m *model) Complete(r *lab.Report) {
	r.Distance = 1
	warn := func(id string, places ...any) { r.Warnings = append(r.Warnings, lang.Say(id, places...)) }
	switch claim := m.spec.Float("eps"); {
	case m.name == about.Misprint:
		warn("survey.warning.misprint")
	case claim < m.eps && !math.IsInf(m.eps, 1):
		warn("survey.warning.stronger", "claim", claim, "eps", m.eps)
	}
	if m.name == about.Randomised && m.spec.Text("view") != about.OneReport {
		warn("survey.warning.crowd")
	}
	if m.name == about.Tulap && m.spec.Float("trunc") > m.spec.Float("delta") {
		warn("survey.warning.truncation")
	}
	r.Notes = append(r.Notes, lang.Say("survey.note.inputs", "yes", m.counts.Of(0), "other", m.counts.Of(1),
		"n", m.counts.N), lang.Say("survey.note.once"))
}

// candidates are the stars that can be: all who say yes are alike, and all who
// say no. The one that the Spec sets comes first.
func (m *model) candidates() []release.Answers {
	out := []release.Answers{m.counts}
	if c := m.counts; c.Yes > 0 && c.Yes < c.N {
		c.More = !c.More
		out = append(out, c)
	}
	return out
}

// starred names the star.
func starred(c release.Answers) lang.Message {
	if c.Star() {
		return lang.Say("survey.pair.yes", "n", c.Yes)
	}
	return lang.Say("survey.pair.no", "n", c.N-c.Yes)
}

// on returns the model with another star.
func (m *model) on(pair int) (lab.Model, error) { return ask(m.spec, m.candidates()[pair]), nil }

func (m *model) Extras() lab.ModelExtras {
	return lab.ModelExtras{Pairs: lab.Pairs(m.spec, m.candidates, starred), On: m.on}
}
