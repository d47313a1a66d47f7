package animation

import (
	"indistinct/core/lang"

	"indistinct/core/film"
	"indistinct/core/lab"
	"indistinct/core/labs/survey/law"
	"indistinct/core/labs/survey/release"
	"indistinct/core/mechanism"
	"indistinct/core/rng"
)

// Film tells the story: the question, the answers, the release, its
// distribution, the star's other answer, the two laws. With a report the event on which
// its bound rests is lit.
func (m *Survey) Film(r *lab.Report) *film.Film {
	c := m.crowd()
	f := &film.Film{
		Steps: frames, Rate: 2.5, Hold: frames - 1,
		Views: []film.View{m.crowdView(c), m.chartView(m.releases(), r)},
		Clock: m.clock(),
	}
	f.Alt = lang.Say("survey.animation.alt", "n", m.Answers.N, "yes", m.Answers.Yes, "mechanism", m.code())
	return f
}

// code is the mechanism within a text.
func (m *Survey) code() string {
	switch m.noise().(type) {
	case nil:
		return "rr"
	case law.Tulap:
		return "tulap"
	case law.Misprint:
		return "misprint"
	}
	return "laplace"
}

// Inputs are the two surveys by the answer of the star, who is the visitor.
func Inputs(a release.Answers) mechanism.Names {
	return mechanism.Names{says(a.Star()), says(!a.Star())}
}

func says(yes bool) lang.Message { return lang.Say("survey.animation.says", "says", yes) }

// releases draws what the histograms show: what is published, and what else could have
// been.
func (m *Survey) releases() (values [2][]float64) {
	var out [1]float64
	for in := range values {
		values[in] = make([]float64, drawn)
		for i := range values[in] {
			s := rng.New(rng.Key{Seed: m.Seed, Phase: rng.PhaseSurveyFilm, Input: uint32(in), Trial: uint64(i)})
			m.Mechanism.Release(mechanism.Input(in), &s, out[:])
			values[in][i] = out[0]
		}
	}
	values[0][0] = m.Published
	return values
}

func (m *Survey) clock() []lang.Message {
	r := m.response()
	local := r != nil
	single := local && r.View == release.OneReport
	star := m.Answers.Star()
	clock := func(k int) lang.Message {
		switch {
		case k < 1:
			return lang.Say("survey.animation.clock.question", "n", m.Answers.N, "yes", m.Answers.Yes)
		case k < tossAt:
			return lang.Say("survey.animation.clock.star", "says", star)
		case k < sendAt && local:
			return lang.Say("survey.animation.clock.coin", "lie", 0.5-r.Bias)
		case k < sendAt:
			return lang.Say("survey.animation.clock.truth")
		case k < gotAt && local:
			return lang.Say("survey.animation.clock.reports")
		case k < gotAt:
			return lang.Say("survey.animation.clock.answers")
		case k < recordAt && single:
			return lang.Say("survey.animation.clock.report", "says", m.Published == 1)
		case k < recordAt && local:
			return lang.Say("survey.animation.clock.released", "value", m.Published)
		case k < recordAt:
			return lang.Say("survey.animation.clock.noise", "value", m.Published)
		case k < flipAt:
			return lang.Say("survey.animation.clock.releases", "n", grown(k, recordAt), "says", star)
		case k < otherAt:
			return lang.Say("survey.animation.clock.flip", "says", !star)
		case k < lawsAt:
			return lang.Say("survey.animation.clock.releases", "n", grown(k, otherAt), "says", !star)
		case k >= endsAt && m.misprinted():
			return lang.Say("survey.animation.clock.ends")
		}
		return lang.Say("survey.animation.clock.claim", "eps", m.Claim,
			"kept", m.Mechanism.Profile().Pure() <= m.Claim*(1+1e-9))
	}
	out := make([]lang.Message, frames)
	for k := range out {
		out[k] = clock(k)
	}
	return out
}
