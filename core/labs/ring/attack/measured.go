package attack

import (
	"math"
	"slices"

	"indistinct/core/mechanism"
	"indistinct/core/privacy"
	"indistinct/core/rng"
	"indistinct/core/stat"
)

// MeasuredRadius returns, in the direction in which a release tells most, the
// displacement, m, from which on an audit of n releases of each record proves more than the
// level, searching about the adversary's reach, never below from; +Inf where it
// never does. The event is a half-space of Fisher's linear discriminant, chosen
// on n releases and tested on n fresh ones, so each probe errs with probability
// at most α.
func (s *Adversary) MeasuredRadius(from float64, n int) (float64, error) {
	_, _, angle := s.Eigen()
	steps, dim := s.Setting.Mech.Shape()
	g := &radiusSamples{s: s, n: n, size: steps * dim}
	g.pick, g.test = g.draw(s.Setting.Mech, mechanism.Record)
	g.law = fitSteps(g.pick, steps, n)
	from = math.Max(from, 1e-6)
	first := 0.6 * s.Reach()
	if !(first < s.Everywhere()) {
		first = 1e-3
	}
	shown := math.Inf(1)
	var failed error
	radius(math.Max(first, 1.1*from), s.Everywhere(), 0.1, func(r float64) bool {
		if r <= from || failed != nil {
			return true
		}
		yes, err := g.shows(r, angle)
		if failed = err; yes {
			shown = math.Min(shown, r)
		}
		return !yes
	})
	return shown, failed
}

// radiusSamples are the releases that all probes of one radius use: n releases for the hidden
// sensor's place that choose events and n that test them.
type radiusSamples struct {
	s       *Adversary
	n, size int
	probes  uint64
	pick    []float64
	test    []float64
	law     normalSteps // of those that choose
}

// draw returns n releases to choose by and n to test with.
func (g *radiusSamples) draw(mech mechanism.Mechanism, in mechanism.Input) (pick, test []float64) {
	key := rng.Key{Seed: g.s.Setting.Spec.Seed(), Phase: rng.PhaseMeasured, Input: uint32(in), Trial: g.probes << 20}
	all := mechanism.Draw(mech.Fork(), in, key, 2*g.n)
	return all[:g.n*g.size], all[g.n*g.size:]
}

// shows tests the hidden sensor's place against one at a displacement.
func (g *radiusSamples) shows(r, angle float64) (bool, error) {
	g.probes++
	y := g.s.Setting.Scenario.RecordAt(g.s.Setting.Scenario.Beside(r, angle))
	mech, err := g.s.Setting.Build([2][]float64{g.s.Base.Record, y})
	if err != nil {
		return false, err
	}
	pick, test := g.draw(mech, mechanism.Adjacent)
	weight, law := make([]float64, g.size), fitSteps(pick, g.size/2, g.n)
	for k := range g.size / 2 {
		l := g.law[5*k:]
		u, v := law[5*k]-l[0], law[5*k+1]-l[1]
		weight[2*k], weight[2*k+1] = l[2]*u+l[3]*v, l[3]*u+l[4]*v
	}
	project := func(x []float64) []float64 {
		out := make([]float64, g.n)
		for i := range out {
			for j, w := range weight {
				out[i] += w * x[i*g.size+j]
			}
		}
		slices.Sort(out)
		return out
	}
	here, there := project(g.pick), project(pick)
	// beyond counts the projections past a threshold, those of the adjacent record first; flip
	// looks the other way.
	beyond := func(c float64, flip bool) (a, b int64) {
		i, _ := slices.BinarySearch(there, c)
		j, _ := slices.BinarySearch(here, c)
		if flip {
			return int64(j), int64(i)
		}
		return int64(g.n - i), int64(g.n - j)
	}
	// The event is “beyond the threshold, away from the other record”: for
	// either record, the threshold that promises most.
	l := g.s.Setting.level()
	n := float64(g.n)
	best, cut, flip := math.Inf(-1), 0.0, false
	for side, own := range [2][]float64{there, here} {
		for q := 1; q < 24; q++ {
			c := own[q*g.n/24]
			a, b := beyond(c, side == 1)
			v := float64(a-b) / n
			if l.Epsilon > 0 {
				v = math.Log(math.Max(1e-9, float64(a)/n-l.Delta) / (float64(b+3) / n))
			}
			if v > best {
				best, cut, flip = v, c, side == 1
			}
		}
	}
	here, there = project(g.test), project(test)
	a, b := beyond(cut, flip)
	counts := stat.RatioTest{C1: a, N1: int64(g.n), C2: b, N2: int64(g.n), Delta: l.Delta}
	return counts.Lower(g.s.Setting.Spec.Float("alpha")) > l.Epsilon, nil
}

// level is what a measurement holds the releases against, as (ε, δ): at the
// visitor's odds k a total variation distance of 1 − 2/k, which is (0, 1 − 2/k),
// or ε = ln(k − 1) where the disk rests on an ε.
func (m *Setting) level() privacy.Budget {
	k := m.Spec.Float("odds")
	switch m.Spec.Text("promise") {
	case "pure":
		return privacy.Budget{Epsilon: epsilonAtOdds(k)}
	case "claim":
		return privacy.Budget{Epsilon: epsilonAtOdds(k), Delta: m.Spec.Float("delta")}
	}
	return privacy.Budget{Delta: advantageAtOdds(k)}
}
