package release

import (
	"math"
	"slices"

	"indistinct/core/labs/survey/law"
	"indistinct/core/mechanism"
	"indistinct/core/num"
	"indistinct/core/sheet"
)

// Laws tabulates the probabilities of all counts that are worth a hundred thousandth of
// the likeliest.
func (m *Response) Laws(int, float64) Laws {
	c := Laws{Discrete: true}
	a, b := m.law[0], m.law[1]
	top := slices.Max(a.P)
	from, to := math.MaxInt, math.MinInt
	for k := min(a.Lo, b.Lo); k <= max(a.Hi(), b.Hi()); k++ {
		if max(a.At(k), b.At(k)) > 1e-5*top {
			from, to = min(from, k), max(to, k)
		}
	}
	for k := from; k <= to; k++ {
		c.X = append(c.X, m.Value(float64(k)))
		c.P[0], c.P[1] = append(c.P[0], a.At(k)), append(c.P[1], b.At(k))
	}
	step := m.Value(1) - m.Value(0)
	c.Lo, c.Hi = c.X[0]-step, c.X[len(c.X)-1]+step
	return c
}

// Laws tabulates the densities at so many points, and beside their kinks and steps, as far
// as they reach with the least of its ε and another.
func (m *Curator) Laws(points int, least float64) Laws {
	var c Laws
	reach := min(m.Noise.Reach(), 3.5/min(m.claim.Budget.Epsilon, least)+0.5)
	a, b := float64(m.counts.Of(mechanism.Record)), float64(m.counts.Of(mechanism.Adjacent))
	lo, hi := min(a, b)-reach, max(a, b)+reach
	pad := 0.06 * (hi - lo)
	lo, hi = lo-pad, hi+pad
	c.Lo, c.Hi = lo*m.Scale, hi*m.Scale
	// The kinks stand on whole counts, the steps of Tulap on half ones: put
	// points just beside both.
	at := sheet.Even(lo, hi, points)
	if hi-lo < 60 {
		const nudge = 1e-6
		for k := math.Ceil(lo); k-0.5 <= hi; k++ { // the last, where it is beyond, for the step before it
			at = append(at, k)
			if _, ok := m.Noise.(law.Tulap); ok {
				at = append(at, k-0.5-nudge, k-0.5+nudge)
			}
		}
		for _, centre := range []float64{a, b} {
			for _, end := range []float64{-1, 1} {
				e := centre + end*m.Noise.Reach()
				if e > lo && e < hi {
					at = append(at, e-nudge, e+nudge)
				}
			}
		}
	}
	slices.Sort(at)
	for _, z := range at {
		if z < lo || z > hi {
			continue
		}
		v := [1]float64{z * m.Scale}
		c.X = append(c.X, v[0])
		for in := range c.P {
			c.P[in] = append(c.P[in], num.Exp(m.LogDensity(mechanism.Input(in), v[:])))
		}
	}
	return c
}

// Loss returns ln(p/p′), 0 where both vanish.
func Loss(p, q float64) float64 {
	if p == 0 && q == 0 {
		return 0
	}
	return num.Log(p) - num.Log(q)
}
