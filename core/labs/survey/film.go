package survey

import (
	"fmt"
	"math"

	"indistinct/core/film"
	"indistinct/core/lab"
	"indistinct/core/labs/survey/inference"
	"indistinct/core/labs/survey/release"
	"indistinct/core/mechanism"
	"indistinct/core/rng"
	"indistinct/core/sheet"
)

// The story's key frames.
const (
	frames    = 41
	tossAt    = 2  // coins are tossed
	sendAt    = 3  // answers leave
	gotAt     = 8  // all have arrived
	firstAt   = 9  // the first release
	recordAt  = 10 // the histogram of releases grows …
	flipAt    = 21 // the star changes her answer
	otherAt   = 23 // the second histogram grows …
	lawsAt    = 34 // the exact laws stand out
	lossAt    = 37 // and the privacy loss
	maxPeople = 2000
	maxSent   = 400  // reports that are seen travelling
	drawn     = 2000 // releases for each survey
	starRoom  = 0.055
)

// ramp is 0 before from, 1 after to, linear between.
func ramp(step, from, to int) float64 {
	return inference.Clamp(float64(step-from) / float64(to-from))
}

// grown is how many releases the histogram that starts at from shows.
func grown(step, from int) int {
	counts := [...]int{0, 1, 2, 5, 10, 20, 50, 100, 250, 500, 1000, drawn}
	return counts[min(max(step-from+1, 0), len(counts)-1)]
}

// moving collects one block a step.
type moving []float32

func (m *moving) add(v ...float64) {
	for _, x := range v {
		*m = append(*m, float32(x))
	}
}

func still(v ...float64) []float32 {
	var m moving
	m.add(v...)
	return m
}

// Film tells the story: the question, the answers, the release, its
// distribution, the star's other answer, the two laws.
func (m *model) Film(r *lab.Report) (*film.Film, error) {
	c := m.crowd()
	values := m.releases(c.first)
	f := &film.Film{
		Steps: frames, Rate: 2.5, Hold: frames - 1,
		Views: []film.View{m.crowdView(c, values)},
		Clock: m.clock(values),
	}
	side, strip := m.chartViews(values, r)
	f.Views = append(f.Views, side, strip)
	f.Alt = fmt.Sprintf(sayFilmAlt, m.counts.N, m.counts.Yes, m.label())
	return f, nil
}

// label names the mechanism within a sentence.
func (m *model) label() string {
	switch m.name {
	case randomised:
		return "randomised response"
	case tulap:
		return "a curator with Tulap noise"
	case misprint:
		return "a curator with the slide's misprinted noise"
	}
	return "a curator with Laplace noise"
}

// releases draws what the histograms show: releases, or the means of as many as
// are published.
func (m *model) releases(first float64) (values [2][]float64) {
	var out [1]float64
	for in := range values {
		values[in] = make([]float64, drawn)
		for i := range values[in] {
			s := rng.New(rng.Key{Seed: m.spec.Seed(), Phase: rng.PhaseSurveyFilm, Input: uint32(in), Trial: uint64(i)})
			sum := 0.0
			for range m.released() {
				m.mech.Release(mechanism.Input(in), &s, out[:])
				sum += out[0]
			}
			values[in][i] = sum / float64(m.released())
		}
	}
	if !math.IsNaN(first) && m.released() == 1 {
		values[0][0] = first
	}
	return values
}

func (m *model) clock(values [2][]float64) []string {
	local := m.name == randomised
	single := m.sees(release.OneReport)
	first := sheet.Brief(values[0][0], 4)
	answers := [2]string{"yes", "no"}
	if !m.counts.Star() {
		answers = [2]string{"no", "yes"}
	}
	out := make([]string, frames)
	for k := range out {
		switch {
		case k < 1:
			out[k] = fmt.Sprintf(sayClockQuestion, m.counts.N, m.counts.Yes)
		case k < tossAt:
			out[k] = fmt.Sprintf(sayClockStarWouldSay, answers[0])
		case k < sendAt && local:
			out[k] = fmt.Sprintf("Everybody tosses a coin: with probability %s the report is a lie", sheet.Brief(0.5-m.spec.Float("bias"), 3))
		case k < sendAt:
			out[k] = "All tell the truth to a curator whom they trust"
		case k < gotAt && local:
			out[k] = "The reports go to a collector who need not be trusted"
		case k < gotAt:
			out[k] = "The answers go to the curator"
		case k < recordAt && single:
			out[k] = fmt.Sprintf("The star's report says %s", map[bool]string{true: "yes", false: "no"}[values[0][0] == 1])
		case k < recordAt && local:
			out[k] = sayClockReleased + first
		case k < recordAt && m.released() > 1:
			out[k] = fmt.Sprintf(sayClockPublishedAgain, m.released(), first)
		case k < recordAt:
			out[k] = fmt.Sprintf("Noise is added, once, and the result is published: %s", first)
		case k < flipAt:
			out[k] = fmt.Sprintf("With other noise: %d possible releases of the record", grown(k, recordAt))
		case k < otherAt:
			out[k] = fmt.Sprintf(sayClockNeighbour, answers[1])
		case k < lawsAt:
			out[k] = fmt.Sprintf("%d possible releases of its neighbour", grown(k, otherAt))
		case k < lossAt && m.released() > 1:
			out[k] = "The average undoes the noise: the two part"
		case k < lossAt:
			out[k] = fmt.Sprintf(sayClockClaim, sheet.Brief(m.promise(), 3))
		case m.name == misprint:
			out[k] = sayClockOneOfTwoOnly
		default:
			out[k] = sayClockPrivacyLoss
		}
	}
	return out
}
