// Package mechanism defines what is audited: a randomised map that was handed
// one of two adjacent inputs and writes a release.
//
// The audit sees only this interface. In additive.go is noise added to numbers, in
// cell.go how words and lists of any length stand in a release.
package mechanism

import (
	"cmp"

	"indistinct/core/lang"
	"indistinct/core/privacy"
	"indistinct/core/rng"
)

// Input says which of two adjacent inputs a release is drawn for.
type Input int

// The two inputs: the record as it is, and its neighbour, which is adjacent to it.
const (
	Record   Input = 0
	Adjacent Input = 1
)

// Say is what the input is called wherever a person reads of it.
func (in Input) Say() lang.Message {
	if in == Record {
		return lang.Say("input.record")
	}
	return lang.Say("input.neighbour")
}

// Names are what a laboratory calls the two inputs, "sensor here"; an empty one is Input.Say.
type Names [2]lang.Message

// Of returns the name of an input, 0 or 1.
func (n Names) Of(in int) lang.Message { return cmp.Or(n[in], Input(in).Say()) }

// Likelier returns the name of the input under which an event is likelier, which swap says is
// the adjacent one.
func (n Names) Likelier(swap bool) lang.Message {
	if swap {
		return n.Of(1)
	}
	return n.Of(0)
}

// Mechanism draws releases. Its set-up (solving for estimates, tabulating
// densities) is done when it is made; drawing allocates nothing.
type Mechanism interface {
	// Shape returns the number of steps of one release and the dimension of a
	// step. A release is steps × dim numbers, step by step.
	Shape() (steps, dim int)
	// Release writes one release, steps × dim numbers, for one input. It
	// reads nothing but its own tables and s.
	Release(in Input, s *rng.Stream, out []float64)
	// Fork returns an instance for one goroutine. Instances share read-only
	// tables; those without scratch of their own return themselves.
	Fork() Mechanism
	// Claim returns what theory says of it, to be held against the test.
	Claim() Claim
}

// Claim is a guarantee that somebody gives. A Claim without Source claims
// nothing.
type Claim struct {
	Budget privacy.Budget
	By     string       // who gives it, a code: "program"; empty for a theorem
	Source lang.Message // where it is proven: author, year, theorem
	Note   lang.Message // one sentence: what it assumes
}

// Estimating is a mechanism that knows what its releases estimate, so that errors
// can be reported.
type Estimating interface {
	// Truth returns steps × dim numbers: what a perfect release would be.
	Truth() []float64
}

// Paced is a mechanism whose releases take another time than the 5 µs a step that
// are enough for others.
type Paced interface {
	// Pace returns about how long a release takes natively, in microseconds.
	Pace() float64
}

// Pace returns about how long one of a mechanism's releases takes natively, in
// microseconds: what Paced says, or a generous guess.
func Pace(m Mechanism) float64 {
	if p, ok := m.(Paced); ok {
		return p.Pace()
	}
	steps, _ := m.Shape()
	return 5 * float64(steps)
}

// Paired is a mechanism with several pairs of neighbouring inputs, of which an
// audit may look for the one that can be told apart best. What else it knows of
// itself (Estimating, Profiled, …) is asked of On, pair by pair.
type Paired interface {
	Mechanism
	// Pairs names them in words; the mechanism itself is on the first. Fewer than
	// two: there is nothing to look for.
	Pairs() []lang.Message
	// On returns the mechanism on one pair. Its Shape is the same, and so are its
	// words. The error is one sentence.
	On(pair int) (Mechanism, error)
}

// Grouped is a mechanism some of whose pairs of inputs differ in several records.
type Grouped interface {
	// Members returns how many records a pair differs in, 0 or 1 for a single one.
	Members(pair int) int
}

// Densitied is a mechanism whose release law is computable: with it, an exact
// privacy loss, a likelihood-ratio event and a Bayesian adversary.
//
// A mechanism whose options decide whether it is computable implements
// interface{ HasDensity() bool } as well.
type Densitied interface {
	// LogDensity returns the logarithm of the density (or of the probability,
	// where releases are discrete) at a release of steps × dim numbers; −∞
	// outside the support. It is normalised, and safe for concurrent use.
	LogDensity(in Input, release []float64) float64
}

// Profiled is a mechanism whose privacy profile for its two inputs is known
// exactly or by quadrature.
type Profiled interface {
	// Profile returns nil where the mechanism's options make it uncomputable.
	Profile() privacy.Profile
}

// ProfileOf returns the profile of a mechanism, nil where it is not known.
func ProfileOf(m Mechanism) privacy.Profile { return ask(m, Profiled.Profile) }

// ask returns what a mechanism with some ability says, nothing of one without.
func ask[A, T any](m Mechanism, of func(A) T) (said T) {
	if a, ok := m.(A); ok {
		return of(a)
	}
	return said
}

// ProfiledInParts is a Profiled mechanism whose profile takes so long that several
// processors share the work: it is joined from parts, each of which hangs on its
// number alone.
type ProfiledInParts interface {
	Profiled
	// ProfileParts returns how many parts there are.
	ProfileParts() int
	// ProfilePart returns part i, in numbers of its own kind. It is safe for
	// concurrent use.
	ProfilePart(i int) []float64
	// JoinProfile returns Profile from all parts in order; nil as Profile.
	JoinProfile(parts [][]float64) privacy.Profile
}

// Accounted is a mechanism that knows the privacy losses of its steps, which are independent.
type Accounted interface {
	// Losses returns what is known of each step; nil: nothing. first are the profiles of the first
	// one, two, … steps together, nil where they follow from the steps.
	Losses() (steps []privacy.Step, first []privacy.Profile)
}

// Draw returns n releases for an input, one after the other: release i of the
// stream of trial from.Trial + i.
func Draw(m Mechanism, in Input, from rng.Key, n int) []float64 {
	steps, dim := m.Shape()
	out := make([]float64, n*steps*dim)
	var s rng.Stream
	for rest := out; len(rest) > 0; rest = rest[steps*dim:] {
		s = rng.New(from)
		m.Release(in, &s, rest[:steps*dim])
		from.Trial++
	}
	return out
}

// Sample holds raw releases for the two inputs: R[input][trial*steps*dim + …].
type Sample struct {
	Steps, Dim int
	R          [2][]float64
}

// Width returns how many numbers, or cells, a release has.
func (s Sample) Width() int { return s.Steps * s.Dim }

// Row returns a release.
func (s Sample) Row(in, i int) []float64 {
	w := s.Width()
	return s.R[in][i*w : (i+1)*w]
}

// Trials returns the number of releases for one input.
func (s Sample) Trials(in Input) int { return len(s.R[in]) / s.Width() }

// Count returns the number of releases that there are for both inputs: 0 where a
// release has no width.
func (s Sample) Count() int {
	if s.Width() == 0 {
		return 0
	}
	return min(s.Trials(Record), s.Trials(Adjacent))
}
