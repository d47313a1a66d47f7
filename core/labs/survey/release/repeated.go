package release

import (
	"slices"

	"indistinct/core/lang"
	"indistinct/core/mechanism"
	"indistinct/core/privacy"
	"indistinct/core/rng"
)

// repeated publishes the same survey several times, each time with fresh noise:
// one release of it is all of them, one a step. Its ε is that of one release
// times their number, and no less.
type repeated struct {
	one     Single
	count   int
	profile privacy.Profile
}

// NewRepeated composes the exact law of the privacy loss of one release with
// itself.
func NewRepeated(one Single, count int) Mechanism {
	return &repeated{one, count, privacy.NewLossProfile(
		privacy.RepeatedLosses(one.Losses(mechanism.Record), count),
		privacy.RepeatedLosses(one.Losses(mechanism.Adjacent), count),
		float64(count)*one.Profile().Pure(), lang.Say("survey.release.convolution"))}
}

// Shape is one number for each time it is published.
func (m *repeated) Shape() (steps, dim int) { return m.count, 1 }

// Release publishes all.
func (m *repeated) Release(in mechanism.Input, s *rng.Stream, out []float64) {
	for i := range m.count {
		m.one.Release(in, s, out[i:i+1])
	}
}

// Fork returns m: it has no scratch.
func (m *repeated) Fork() mechanism.Mechanism { return m }

// Claim adds up the budgets.
func (m *repeated) Claim() mechanism.Claim {
	c := m.one.Claim()
	c.Budget, _ = privacy.Compose(slices.Repeat([]privacy.Budget{c.Budget}, m.count)...)
	c.Source = lang.Say("survey.release.composed", "one", c.Source)
	return c
}

// Truth is what each release is around.
func (m *repeated) Truth() []float64 { return slices.Repeat(m.one.Truth(), m.count) }

// LogDensity adds up: the releases are independent.
func (m *repeated) LogDensity(in mechanism.Input, release []float64) float64 {
	sum := 0.0
	for i := range m.count {
		sum += m.one.LogDensity(in, release[i:i+1])
	}
	return sum
}

// Profile is that of all releases together.
func (m *repeated) Profile() privacy.Profile { return m.profile }
