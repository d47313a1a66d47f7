package survey

import (
	"math"
	"slices"

	"indistinct/core/mechanism"
	"indistinct/core/privacy"
	"indistinct/core/rng"
)

// repeated publishes the same survey several times, each time with fresh noise:
// one release of it is all of them, one a step. Its ε is that of one release
// times their number, and no less.
type repeated struct {
	one     releasing
	count   int
	profile privacy.Profile
}

// newRepeated composes the exact law of the privacy loss of one release with
// itself.
func newRepeated(one releasing, losses func(in mechanism.Input) []privacy.Loss, count int) (*repeated, error) {
	p, err := privacy.NewLossProfile(
		privacy.RepeatedLosses(losses(mechanism.Record), count), privacy.RepeatedLosses(losses(mechanism.Adjacent), count),
		float64(count)*one.Profile().Pure(), sayLossesConvolved)
	if err != nil {
		return nil, err
	}
	return &repeated{one, count, p}, nil
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
	c.Source += sayBasicComposition
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

// lossCells is how many cells one answer's width is cut into.
const lossCells = 1024

// losses tabulates the privacy loss ln(p/p′) of one release under the law of an
// input. Between the two counts it may vary and is taken at the middle of small
// cells; beyond them it is constant, but where bounded noise ends.
func (m *central) losses(in mechanism.Input) []privacy.Loss {
	own, other := float64(m.counts.Of(in)), float64(m.counts.Of(1-in))
	lo, hi := math.Min(own, other)-1, math.Max(own, other)+1
	edges := []float64{math.Inf(-1), math.Inf(1)}
	for i := range int(hi-lo)*lossCells + 1 {
		edges = append(edges, lo+float64(i)/lossCells)
	}
	for _, c := range []float64{own, other} {
		edges = append(edges, c-m.noise.Reach(), c+m.noise.Reach())
	}
	slices.Sort(edges)
	var out []privacy.Loss
	for i := 1; i < len(edges); i++ {
		a, b := edges[i-1], edges[i]
		p := m.noise.CDF(b-own) - m.noise.CDF(a-own)
		at := a + 0.5*(b-a)
		switch {
		case math.IsInf(a, -1):
			at = b - 0.25
		case math.IsInf(b, 1):
			at = a + 0.25
		}
		if a >= own {
			p = m.noise.Upper(a-own) - m.noise.Upper(b-own)
		}
		if l := m.noise.LogPDF(at - own); p > 0 && !math.IsInf(l, -1) {
			out = append(out, privacy.Loss{Value: l - m.noise.LogPDF(at-other), Weight: p})
		}
	}
	return out
}

// losses tabulates the privacy loss of one release under the law of an input.
func (m *response) losses(in mechanism.Input) []privacy.Loss {
	own, other := m.law[in], m.law[1-in]
	var out []privacy.Loss
	for i, p := range own.P {
		if p > 0 {
			out = append(out, privacy.Loss{Value: loss(p, other.At(own.Lo+i)), Weight: p})
		}
	}
	return out
}
