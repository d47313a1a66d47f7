package survey

import (
	"math"

	about "indistinct/core/about/survey"
	"indistinct/core/labs/survey/inference"
	"indistinct/core/labs/survey/release"
	"indistinct/core/lang"
	"indistinct/core/mechanism"
	"indistinct/core/rng"
	"indistinct/core/sheet"
)

// releaseNumber draws the release of the visitor's own survey.
func releaseNumber(m mechanism.Mechanism, seed uint64) float64 {
	s := rng.New(rng.Key{Seed: seed, Phase: rng.PhaseSurvey, Trial: 1})
	var out [1]float64
	m.Release(mechanism.Record, &s, out[:])
	return out[0]
}

// proportion reads a published number as an estimate of the proportion.
func (m *model) proportion(published float64) float64 {
	switch {
	case m.name == about.Tulap:
		return published / float64(m.counts.N)
	case m.sees(about.NoisyCount):
		b := m.spec.Float("bias")
		if b == 0 {
			return math.NaN()
		}
		return 0.5 + (published/float64(m.counts.N)-0.5)/(2*b)
	}
	return published
}

// own is the visitor's survey: its release, and what can be concluded from it.
func (m *model) own() (s sheet.Sheet) {
	value := releaseNumber(m.mech, m.spec.Seed())
	s.Title, s.Lead = lang.Say("survey.analysis.own"), lang.Sentences(m.published(value), m.spent())
	m.inferences(&s, m.question(), value)
	if p := m.proportion(value); p < 0 || p > 1 {
		s.Notes = []lang.Message{lang.Say("survey.own.outside")}
	}
	return s
}

// published says what the release is.
func (m *model) published(value float64) lang.Message {
	n := m.counts.N
	switch {
	case m.sees(about.OneReport):
		return lang.Say("survey.own.report", "says", value == 1)
	case m.name == about.Tulap:
		return lang.Say("survey.own.count", "count", value, "n", n, "share", value/float64(n))
	case m.sees(about.NoisyCount):
		return lang.Say("survey.own.noisy", "count", value, "n", n)
	}
	return lang.Say("survey.own.proportion", "value", value)
}

// spent says what the release costs.
func (m *model) spent() lang.Message {
	switch d := m.trunc(); {
	case m.name == about.Misprint:
		return lang.Say("survey.own.unprotected")
	case d > 0:
		return lang.Say("survey.own.spent.delta", "eps", m.eps, "delta", d)
	}
	return lang.Say("survey.own.spent", "eps", m.eps)
}

// inferences lists what the methods for this mechanism conclude from a release, and what
// the answers themselves show.
func (m *model) inferences(s *sheet.Sheet, q *inference.Question, last float64) {
	t := s.Table("inferences", "survey.own.",
		lang.Say("survey.own.caption", "theta0", q.Theta0, "side", lang.Say("survey.param.side."+q.Side)),
		"method", "estimate", "p", lang.Say("survey.own.column.from", "level", 100*(1-q.Alpha)), "to")
	add := func(method string, r inference.Conclusion, role sheet.Role) {
		name := sheet.Cell{Text: lang.Say("survey.method." + method), Role: role}
		name.Help = lang.Say("survey.own.help." + method)
		t.Add(name, sheet.Numbers(3, r.Estimate, r.P, r.Interval[0], r.Interval[1])...)
	}
	n := float64(m.counts.N)
	switch m.name {
	case about.Misprint:
		add("misprint", q.Noisy(last*n, m.noise), sheet.Bad)
	case about.Laplace:
		add("laplace", q.Noisy(last*n, m.noise), "")
		add("normal", q.Normal(last*n, m.noise), "")
		add("jimi", q.JIMI(last*n, m.eps), "")
	case about.Tulap:
		ump := q.Noisy(last, m.noise)
		add("ump", ump, "")
		if q.Side == about.TwoSided {
			ump.P = q.UnbiasedP(last, m.noise)
			add("unbiased", ump, "")
		}
	case about.Randomised:
		if bias := m.spec.Float("bias"); bias > 0 {
			add("rr", q.Randomised(m.noisyYes(last), bias), "")
		}
	}
	add("binomial", q.Raw(m.counts.Yes), sheet.Muted)
}

// noisyYes is how many reports say yes, which the collector sees whatever is published.
func (m *model) noisyYes(published float64) int {
	r := m.coins
	if r.View != about.OneReport {
		return int(math.Round(r.Count(published)))
	}
	all := release.NewResponse(m.counts, r.Bias, about.NoisyCount)
	return int(releaseNumber(all, m.spec.Seed()))
}
