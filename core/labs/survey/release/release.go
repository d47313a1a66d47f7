// Package release holds the mechanisms that publish a survey: noise that a curator adds
// to the count of yes answers, and randomised response. Each knows its exact law and its
// exact privacy profile.
//
// It believes that a law which can be summed is summed. It knows nothing of the
// laboratory's parameters and charts. In release.go stands what is published, in
// curator.go and response.go how; laws.go tabulates a release's law.
package release

import "indistinct/core/mechanism"

// Mechanism publishes one number, whose law is known.
type Mechanism interface {
	mechanism.Mechanism
	mechanism.Densitied
	mechanism.Estimating
	mechanism.Profiled
	// Laws returns the laws of a release for both inputs, densities at so many points, as far
	// as the noise for an ε reaches, or their own.
	Laws(points int, epsilon float64) Laws
}

// Laws are those of one release for the record and for its neighbour, tabulated on a
// common axis where they matter.
type Laws struct {
	Discrete bool
	X        []float64    // releases
	P        [2][]float64 // probabilities of a discrete release, else densities
	Lo, Hi   float64      // of the axis
}

// Answers is what a curator holds: N answers, of which Yes are yes. The
// neighbour is the same answers with the star's flipped: one yes fewer, or with
// More one more.
type Answers struct {
	Yes, N int
	More   bool
}

// NewAnswers are yes among n answers; the starred respondent says yes if anybody does.
func NewAnswers(yes, n int) Answers { return Answers{yes, n, yes <= 0} }

// Star is the starred respondent's true answer.
func (c Answers) Star() bool { return !c.More }

// Of returns the number of yes answers in the record (Record) or in the
// neighbour.
func (c Answers) Of(in mechanism.Input) int {
	switch {
	case in == mechanism.Record:
		return c.Yes
	case c.More:
		return c.Yes + 1
	}
	return c.Yes - 1
}
