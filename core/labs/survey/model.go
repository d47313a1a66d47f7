package survey

import (
	"fmt"
	"math"

	"indistinct/core/lang"

	"indistinct/core/film"
	"indistinct/core/lab"
	"indistinct/core/lab/show"
	"indistinct/core/labs/survey/inference"
	"indistinct/core/labs/survey/law"
	"indistinct/core/labs/survey/release"
	"indistinct/core/mechanism"
	"indistinct/core/sheet"
)

// model is an opened Spec: the answers and what is released of them.
type model struct {
	spec   lab.Spec
	counts release.Answers
	name   string            // of the mechanism
	mech   release.Single    // one release
	all    release.Mechanism // what is audited: as many releases as the Spec says
	eps    float64           // its ε by theory, 0 … +Inf
	fair   float64           // that ε, kept within 0.01 … 20, for comparisons at equal ε
	noise  law.Noise         // in answers; nil for randomised response
}

// Open makes a Spec ready.
func (Lab) Open(s lab.Spec) (lab.Model, error) {
	return ask(s, release.NewAnswers(s.Int("yes"), s.Int("people")))
}

// ask makes a survey of these answers ready.
func ask(s lab.Spec, counts release.Answers) (*model, error) {
	m := &model{spec: s, counts: counts, name: s.Text("mech"), eps: s.Float("budget")}
	var err error
	switch m.name {
	case randomised:
		m.eps = release.ResponseEpsilon(s.Float("bias"))
		var r *release.Response
		if r, err = release.NewResponse(m.counts, s.Float("bias"), release.View(s.Text("view"))); err == nil {
			m.mech = r
		}
	default:
		var c *release.Curator
		switch m.name {
		case tulap:
			c, err = release.NewTulap(m.counts, m.eps, s.Float("trunc"))
		case misprint:
			c, err = release.NewMisprint(m.counts, m.eps)
		default:
			c, err = release.NewLaplace(m.counts, m.eps)
		}
		if err == nil {
			m.mech, m.noise = c, c.Noise
		}
	}
	if err != nil {
		return nil, &lab.Problem{Say: lang.Of(err)}
	}
	m.fair = min(max(m.eps, 0.01), 20)
	if m.all = m.mech; m.released() > 1 {
		if m.all, err = release.NewRepeated(m.mech, m.released()); err != nil {
			return nil, &lab.Problem{Field: "released", Say: lang.Of(err)}
		}
	}
	return m, nil
}

// question is what the Spec asks about the population.
func (m *model) question() *inference.Question {
	return inference.NewQuestion(m.counts.N, m.spec.Float("theta0"), inference.Side(m.spec.Text("side")),
		m.spec.Float("size"))
}

// released is how often the survey is published.
func (m *model) released() int { return m.spec.Int("released") }

// sees reports whether randomised answers are what is released, and seen so.
func (m *model) sees(v release.View) bool {
	return m.name == randomised && release.View(m.spec.Text("view")) == v
}

// Mechanism is what Run test audits: all releases together.
func (m *model) Mechanism() mechanism.Mechanism { return m.all }

// Stage names the published number, or numbers.
func (m *model) Stage() show.Stage {
	s := show.Stage{Axes: []film.Axis{{Label: m.axis().Label}}, Time: film.Axis{Label: "publication", Min: 1,
		Max: float64(m.released())}}
	if m.sees(release.OneReport) && m.released() == 1 {
		s.Words = []string{"no", "yes"}
	}
	return s
}

// axis names the released number.
func (m *model) axis() sheet.Axis {
	switch {
	case m.name == tulap:
		return sheet.Axis{Label: "released count"}
	case m.sees(release.NoisyCount):
		return sheet.Axis{Label: "noisy yes"}
	case m.sees(release.OneReport):
		return sheet.Axis{Label: "the star's report (0 no, 1 yes)"}
	}
	return sheet.Axis{Label: "released proportion"}
}

// promise is the ε of the band: the one that is claimed.
func (m *model) promise() float64 { return m.spec.Float("eps") }

// trunc is the truncation of the Tulap noise in comparisons.
func (m *model) trunc() float64 {
	if m.name == tulap {
		return m.spec.Float("trunc")
	}
	return 0
}

// unequal says what comparisons at one ε do not hold equal.
func (m *model) unequal() (notes []lang.Message) {
	if d := m.trunc(); d > 0 {
		notes = append(notes, lang.Verbatim(fmt.Sprintf(sayTruncatedNote, sheet.Brief(d, 3))))
	}
	if m.fair != m.eps {
		notes = append(notes, lang.Verbatim(fmt.Sprintf(sayComparisonBudgetNote, sheet.Brief(m.eps, 3), sheet.Brief(m.fair, 3))))
	}
	return notes
}

// noiseVariance is the variance that privacy adds to the released proportion,
// given the true answers; the reports' own for a single report.
func (m *model) noiseVariance() float64 {
	n := float64(m.counts.N)
	if m.noise != nil {
		return m.noise.Variance() / (n * n)
	}
	return release.ResponseVariance(m.spec.Float("bias")) / n
}

// Facts are known before any run.
func (m *model) Facts() []lab.Fact {
	n := float64(m.counts.N)
	p := float64(m.counts.Yes) / n
	noise := m.noiseVariance()
	sampling := p * (1 - p) / n
	share := noise / (noise + sampling)
	switch {
	case math.IsInf(noise, 1):
		share = 1
	case noise == 0:
		share = 0 // also where everybody gives the same answer
	}
	profile := m.all.Profile()
	by := "Promised by theory"
	if m.released() > 1 {
		by += fmt.Sprintf(", %d releases", m.released())
	}
	if m.name == misprint {
		by = "Promised by the slide"
	}
	percentage := sheet.Number(share, 3)
	percentage.Text = lang.Verbatim(sheet.Brief(100*share, 3) + " %")
	facts := []lab.Fact{
		{Name: "mechanism_epsilon", Label: lang.Verbatim(by), Symbol: "ε", Value: sheet.Number(m.eps*float64(m.released()),
			4), Key: true,
			Help: sayPromisedHelp + m.mech.Claim().Note},
		{Name: "exact_epsilon", Label: "Exact ε of what is released", Value: sheet.Number(profile.Pure(), 4), Key: true,
			Help: lang.Sentences(sayExactHelp, profile.Exact(), sayExactHelpInfinite, sayExactHelpOneOnly)},
		{Name: "noise_sd", Label: "Noise in the proportion (sd)", Value: sheet.Number(math.Sqrt(noise), 3), Key: true,
			Help: sayNoiseHelp},
		{Name: "share", Label: "Share of the variance due to privacy", Value: percentage, Key: true,
			Help: sayVarianceShareHelp},
		{Name: "proportion", Label: "True proportion in the record", Symbol: "p", Value: sheet.Number(p, 4),
			Help: sayTrueProportionHelp},
		{Name: "distance", Label: "Distance to the neighbour", Unit: "answer", Value: sheet.Number(1, 1),
			Help: lang.Verbatim(fmt.Sprintf(sayDistanceHelp, m.counts.Of(0), m.counts.Of(1)))},
		{Name: "sensitivity", Label: "One answer moves the proportion by", Symbol: "Δf = 1/n", Value: sheet.Number(1/n,
			3), Help: saySensitivityHelp},
		{Name: "advantage", Label: "Best guess of the star's answer, exact advantage",
			Value: sheet.Number(profile.Delta(0), 3),
			Help:  sayAdvantageHelp},
		{Name: "sampling_sd", Label: "Sampling error of the proportion (sd)",
			Value: sheet.Number(math.Sqrt(sampling), 3),
			Help:  saySamplingErrorHelp},
	}
	if d := m.spec.Float("delta"); d > 0 {
		facts = append(facts, lab.Fact{Name: "delta_at_claim", Label: "Exact δ at the claimed ε", Symbol: "δ(ε)",
			Value: sheet.Number(profile.Delta(m.spec.Float("eps")), 3),
			Help:  sayExactDeltaHelp})
	}
	return facts
}

// Complete adds what the laboratory knows to a Report.
func (m *model) Complete(r *lab.Report) {
	r.Distance = 1
	claim := m.spec.Float("eps")
	switch {
	case m.name == misprint:
		r.Warnings = append(r.Warnings, sayMisprintWarning)
	case claim < m.eps && !math.IsInf(m.eps, 1):
		r.Warnings = append(r.Warnings, lang.Verbatim(fmt.Sprintf(sayStrongerClaimWarning, sheet.Brief(claim, 4), sheet.Brief(m.eps,
			4))))
	}
	if k := m.released(); k > 1 && m.name != misprint {
		r.Warnings = append(r.Warnings, lang.Verbatim(fmt.Sprintf(sayTestedTogetherWarning,
			k, sheet.Brief(m.eps, 4), sheet.Brief(float64(k)*m.eps, 4))))
	}
	if m.name == randomised && m.spec.Text("view") != string(release.OneReport) {
		r.Warnings = append(r.Warnings, saySingleReportsWarning)
	}
	if m.name == tulap && m.spec.Float("trunc") > m.spec.Float("delta") {
		r.Warnings = append(r.Warnings, sayTruncationWarning)
	}
	also := ""
	if m.released() == 1 {
		also = sayRepeatedNotTested
	}
	r.Meaning = append(r.Meaning, lang.Verbatim(fmt.Sprintf(sayRecordsMeaning,
		m.counts.Of(0), m.counts.Of(1), m.counts.N, also)))
}
