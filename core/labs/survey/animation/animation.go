package animation

import (
	"fmt"
	"math"

	"indistinct/core/lang"

	"indistinct/core/film"
	"indistinct/core/lab"
	"indistinct/core/labs/survey/law"
	"indistinct/core/labs/survey/release"
	"indistinct/core/mechanism"
	"indistinct/core/rng"
	"indistinct/core/sheet"
)

// Film tells the story: the question, the answers, the release, its
// distribution, the star's other answer, the two laws. With a report the event on which
// its bound rests is lit.
func (m *Survey) Film(r *lab.Report) *film.Film {
	c := m.crowd()
	values := m.releases(c.first)
	f := &film.Film{
		Steps: frames, Rate: 2.5, Hold: frames - 1,
		Views: []film.View{m.crowdView(c, values)},
		Clock: m.clock(values),
	}
	side, strip := m.chartViews(values, r)
	f.Views = append(f.Views, side, strip)
	f.Alt = lang.Verbatim(fmt.Sprintf(sayFilmAlt, m.Answers.N, m.Answers.Yes, m.label()))
	return f
}

// label names the mechanism within a sentence.
func (m *Survey) label() string {
	switch m.noise().(type) {
	case nil:
		return "randomised response"
	case law.Tulap:
		return "a curator with Tulap noise"
	case law.Misprint:
		return "a curator with the slide's misprinted noise"
	}
	return "a curator with Laplace noise"
}

// releases draws what the histograms show: releases, or the means of as many as
// are published.
func (m *Survey) releases(first float64) (values [2][]float64) {
	var out [1]float64
	for in := range values {
		values[in] = make([]float64, drawn)
		for i := range values[in] {
			s := rng.New(rng.Key{Seed: m.Seed, Phase: rng.PhaseSurveyFilm, Input: uint32(in), Trial: uint64(i)})
			sum := 0.0
			for range m.Released {
				m.Mechanism.Release(mechanism.Input(in), &s, out[:])
				sum += out[0]
			}
			values[in][i] = sum / float64(m.Released)
		}
	}
	if !math.IsNaN(first) && m.Released == 1 {
		values[0][0] = first
	}
	return values
}

func (m *Survey) clock(values [2][]float64) []lang.Message {
	r := m.response()
	local := r != nil
	single := local && r.View == release.OneReport
	first := sheet.Brief(values[0][0], 4)
	answers := [2]string{"yes", "no"}
	if !m.Answers.Star() {
		answers = [2]string{"no", "yes"}
	}
	out := make([]lang.Message, frames)
	for k := range out {
		switch {
		case k < 1:
			out[k] = lang.Verbatim(fmt.Sprintf(sayClockQuestion, m.Answers.N, m.Answers.Yes))
		case k < tossAt:
			out[k] = lang.Verbatim(fmt.Sprintf(sayClockStarWouldSay, answers[0]))
		case k < sendAt && local:
			out[k] = lang.Verbatim(fmt.Sprintf("Everybody tosses a coin: with probability %s the report is a lie",
				sheet.Brief(0.5-r.Bias, 3)))
		case k < sendAt:
			out[k] = "All tell the truth to a curator whom they trust"
		case k < gotAt && local:
			out[k] = "The reports go to a collector who need not be trusted"
		case k < gotAt:
			out[k] = "The answers go to the curator"
		case k < recordAt && single:
			out[k] = lang.Verbatim(fmt.Sprintf("The star's report says %s",
				map[bool]string{true: "yes", false: "no"}[values[0][0] == 1]))
		case k < recordAt && local:
			out[k] = lang.Verbatim(sayClockReleased + first)
		case k < recordAt && m.Released > 1:
			out[k] = lang.Verbatim(fmt.Sprintf(sayClockPublishedAgain, m.Released, first))
		case k < recordAt:
			out[k] = lang.Verbatim(fmt.Sprintf("Noise is added, once, and the result is published: %s", first))
		case k < flipAt:
			out[k] = lang.Verbatim(fmt.Sprintf("With other noise: %d possible releases of the record", grown(k, recordAt)))
		case k < otherAt:
			out[k] = lang.Verbatim(fmt.Sprintf(sayClockNeighbour, answers[1]))
		case k < lawsAt:
			out[k] = lang.Verbatim(fmt.Sprintf("%d possible releases of its neighbour", grown(k, otherAt)))
		case k < lossAt && m.Released > 1:
			out[k] = "The average undoes the noise: the two part"
		case k < lossAt:
			out[k] = lang.Verbatim(fmt.Sprintf(sayClockClaim, sheet.Brief(m.Claim, 3)))
		case m.misprinted():
			out[k] = sayClockOneOfTwoOnly
		default:
			out[k] = sayClockPrivacyLoss
		}
	}
	return out
}
