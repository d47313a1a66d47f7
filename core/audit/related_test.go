package audit

import (
	"math"
	"testing"

	"indistinct/core/learn"
	"indistinct/core/mechanism"
	"indistinct/core/rng"
	"indistinct/core/test/check"
)

// counted is a mechanism of a draw.
type counted struct {
	width int
	draw  func(in mechanism.Input, s *rng.Stream, out []float64)
}

func (c counted) Shape() (steps, dim int)   { return c.width, 1 }
func (c counted) Fork() mechanism.Mechanism { return c }
func (c counted) Claim() mechanism.Claim    { return mechanism.Claim{} }
func (c counted) Release(in mechanism.Input, s *rng.Stream, out []float64) {
	c.draw(in, s, out)
}

// ranks are those of four items in a random order by Mallows: e^−θ for each pair that is in another
// order than 1, 2, 3, 4 under the record, and than 3, 2, 1, 4 under its neighbour. all are the
// orders, with their probabilities.
func ranks(theta float64) (m counted, all [][]float64, p [2][]float64) {
	var place func(row []float64)
	place = func(row []float64) {
		if len(row) == 4 {
			all = append(all, append([]float64(nil), row...))
			return
		}
	next:
		for v := 1.0; v <= 4; v++ {
			for _, x := range row {
				if x == v {
					continue next
				}
			}
			place(append(row, v))
		}
	}
	place(nil)
	for in, reference := range [2][4]float64{{1, 2, 3, 4}, {3, 2, 1, 4}} {
		sum := 0.0
		for _, row := range all {
			w := 1.0
			for i := range row {
				for j := range i {
					if (row[i] > row[j]) != (reference[i] > reference[j]) {
						w *= math.Exp(-theta)
					}
				}
			}
			p[in], sum = append(p[in], w), sum+w
		}
		for i := range p[in] {
			p[in][i] /= sum
		}
	}
	return counted{4, func(in mechanism.Input, s *rng.Stream, out []float64) {
		u, i := s.Float64(), 0
		for ; i+1 < len(all) && u >= p[in][i]; i++ {
			u -= p[in][i]
		}
		copy(out, all[i])
	}}, all, p
}

// A right mechanism of whole numbers and one of permutations are refuted at their exact ε in no
// more than α of audits, 200 in the long form, whichever remainders and orders were looked at: 10⁻⁷ is the chance
// that a right search fails here.
func TestRelatedSoundness(t *testing.T) {
	check.Full(t)
	const alpha, epsilon = 0.05, 0.3
	seeds := 16
	if check.Long() {
		seeds = 200
	}
	// A count of 1 or 0 with geometric noise of ε, times 1,000 plus whole noise below: it takes
	// many values, and what it leaves when divided by 1,000 tells nothing.
	count := counted{1, func(in mechanism.Input, s *rng.Stream, out []float64) {
		q := math.Exp(-epsilon)
		out[0] = float64(1000*(s.Geometric(q)-s.Geometric(q)+1-int64(in)) + int64(s.Intn(1000)))
	}}
	// Two whole numbers of which only the parity is noisy: it is one's bit with odds of e^ε.
	parity := counted{2, func(in mechanism.Input, s *rng.Stream, out []float64) {
		bit := int(in)
		if !s.Bernoulli(1 / (1 + math.Exp(-epsilon))) {
			bit = 1 - bit
		}
		out[0], out[1] = float64(2*s.Intn(1e6)+bit), float64(s.Intn(1e6))
	}}
	order, _, _ := ranks(epsilon / 3) // three pairs change places
	for name, m := range map[string]counted{"whole numbers": count, "parity": parity, "permutations": order} {
		refuted, close := 0, 0
		for seed := range uint64(seeds) {
			set := Settings{Seed: check.Hash(45, seed), Epsilon: epsilon, Alpha: alpha, N: 2000, M: 4000, Learn: true}
			bound := proves(m, set)
			if bound > epsilon*(1+1e-9) {
				refuted++
			}
			if bound > epsilon/3 {
				close++
			}
		}
		if refuted > check.Most(seeds, alpha) {
			t.Errorf("%s: %d of %d audits refute what is right", name, refuted, seeds)
		}
		if close < seeds/2 {
			t.Errorf("%s: %d of %d audits prove a third of ε: nothing is tried here", name, close, seeds)
		}
		t.Logf("%s: %d of %d refute, %d prove a third of ε", name, refuted, seeds, close)
	}
}

// Every event that is found on permutations of four holds, by enumeration, what its matcher says:
// its exact log-ratio is within ε, and its bound is above that in at most α of cases.
func TestRelatedEnumerated(t *testing.T) {
	const theta, alpha, seeds = 0.4, 0.1, 20
	m, all, p := ranks(theta)
	wrong := 0
	for seed := range uint64(seeds) {
		set := Settings{Seed: check.Hash(46, seed), Epsilon: 1, Alpha: alpha, N: 1500, M: 1500, Learn: true}
		events, _ := learn.Events(draw(m, set.Seed, rng.PhaseSelect, set.N), nil, set.Aim())
		counts := tally(m, events, set.Seed, rng.PhaseTest, set.M)
		bad := false
		for i, e := range events {
			v := newEvidence(e, []Count{counts[i]}, set, alpha/float64(len(events)))
			if e.Opposite != nil {
				continue
			}
			var exact [2]float64
			hit := e.Rule.Matcher()
			for k, row := range all {
				for in := range exact {
					if hit(row) {
						exact[in] += p[in][k]
					}
				}
			}
			if e.Swap {
				exact[0], exact[1] = exact[1], exact[0]
			}
			ratio := math.Log(exact[0] / exact[1])
			if ratio > 3*theta*(1+1e-9) {
				t.Errorf("%v has a log-ratio of %v, more than ε", e.Name, ratio)
			}
			bad = bad || v.bounds()[0] > ratio+1e-9
		}
		if bad {
			wrong++
		}
	}
	if wrong > check.Most(seeds, alpha) {
		t.Errorf("in %d of %d samples a bound is above the exact log-ratio of its event", wrong, seeds)
	}
}
