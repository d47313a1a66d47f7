// Package animation draws a survey's film: the crowd answers, one number is published,
// many more could have been; the star changes her answer, and the two laws part no
// farther than is claimed.
//
// It is handed a Survey and returns its film. The key frames stand in frames.go, the
// views in crowd.go and histograms.go, the captions in animation.go.
package animation

import (
	"indistinct/core/film"
	"indistinct/core/labs/survey/law"
	"indistinct/core/labs/survey/release"
	"indistinct/core/lang"
)

// The story's key frames.
const (
	frames    = 38
	tossAt    = 2  // coins are tossed
	sendAt    = 3  // answers leave
	gotAt     = 8  // all have arrived
	firstAt   = 9  // the first release
	recordAt  = 10 // the histogram of releases grows …
	flipAt    = 21 // the star changes her answer
	otherAt   = 23 // the second histogram grows …
	lawsAt    = 34 // the exact laws stand out
	endsAt    = 36 // and what only one survey can release
	maxPeople = 2000
	maxSent   = 400  // reports that are seen travelling
	drawn     = 2000 // releases for each survey
	starRoom  = 0.055
)

// ramp is 0 before from, 1 after to, linear between.
func ramp(step, from, to int) float64 {
	return min(max(float64(step-from)/float64(to-from), 0), 1)
}

// grown is how many releases the histogram that starts at from shows.
func grown(step, from int) int {
	counts := [...]int{0, 1, 2, 5, 10, 20, 50, 100, 250, 500, 1000, drawn}
	return counts[min(max(step-from+1, 0), len(counts)-1)]
}

// moving collects the data of a layer, one block a step.
type moving []float32

func (m *moving) add(v ...float64) {
	*m = append(*m, film.Numbers(v...)...)
}

// Survey is what the film shows, and from what seed.
type Survey struct {
	Answers   release.Answers
	Mechanism release.Mechanism
	Published float64
	Claim     float64      // the ε that the laws are held against
	Label     lang.Message // names the released number
	Cells     int          // of the audit's grid along the released number
	Seed      uint64
}

// response is the mechanism where it is randomised response, else nil.
func (m *Survey) response() *release.Response {
	r, _ := m.Mechanism.(*release.Response)
	return r
}

// noise is what a curator adds to the count, nil for randomised response.
func (m *Survey) noise() law.Noise {
	if c, ok := m.Mechanism.(*release.Curator); ok {
		return c.Noise
	}
	return nil
}

// misprinted reports whether the noise is that of the slide's misprint.
func (m *Survey) misprinted() bool {
	_, ok := m.noise().(law.Misprint)
	return ok
}
