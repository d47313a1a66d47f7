package estimator

import (
	"math"

	"indistinct/core/lang"
	"indistinct/core/num"
	"indistinct/core/privacy"
)

// lossBins is the number of cells that the composed privacy loss is held in,
// fewBins that at the quick resolution.
const (
	lossBins = 1 << 13
	fewBins  = 1 << 11
)

// composed is the distribution of the total privacy loss, in both directions.
type composed struct {
	width float64
	dir   [2]struct {
		low  float64   // loss at cell 0
		tail []float64 // Σ_{i≥j} p_i
		damp []float64 // Σ_{i≥j} p_i e^{−(i−j)width}
	}
	pure  float64
	parts []lossPart
}

// lossPart is one independent part of a release: its privacy loss ln(p₁/p₂)
// lies in [−down, up].
type lossPart struct {
	up, down float64
	// atoms calls visit with losses and probabilities, under the first record
	// (0: the loss is ln(p₁/p₂)) or the second (1: it is ln(p₂/p₁)).
	atoms func(under int, visit func(loss, mass float64))
}

// compose convolves the privacy losses of independent parts.
func compose(parts []lossPart, bins int) *composed {
	c := &composed{parts: parts}
	up, down := 0.0, 0.0
	for _, p := range parts {
		up += p.up
		down += p.down
	}
	c.pure = math.Max(up, down)
	c.width = (up + down) / (float64(bins-2*len(parts)) - 2)
	if c.width <= 1e-15 {
		c.pure = 0
		return c
	}
	for d := range 2 {
		low := 0.0
		// Twice the length, so that the convolution does not come round.
		law := privacy.Convolve(2*bins, len(parts), 1, func(k int, cells []float64) {
			p := parts[k]
			start := p.down
			if d == 1 {
				start = p.up
			}
			n := int((p.up+p.down)/c.width) + 2
			p.atoms(d, func(loss, mass float64) {
				at := (loss + start) / c.width
				at = math.Max(0, math.Min(float64(n-1), at))
				i := int(at)
				f := at - float64(i)
				// Split between two cells so that the mean stays.
				cells[i] += mass * (1 - f)
				cells[i+1] += mass * f
			})
			low -= start
		})
		o := &c.dir[d]
		o.low = low
		o.tail, o.damp = make([]float64, bins+1), make([]float64, bins+1)
		fade := num.Exp(-c.width)
		for i := bins - 1; i >= 0; i-- {
			v := law[i]
			if v < 1e-17 {
				v = 0 // rounding of the transform
			}
			o.tail[i] = o.tail[i+1] + v
			o.damp[i] = o.damp[i+1]*fade + v
		}
	}
	return c
}

// Delta returns δ(ε) = max over directions of E[(1 − e^{ε−L})₊].
func (c *composed) Delta(epsilon float64) float64 {
	if !(epsilon >= 0) {
		epsilon = 0
	}
	if epsilon >= c.pure {
		return 0
	}
	out := 0.0
	for d := range 2 {
		o := &c.dir[d]
		if o.tail == nil {
			continue
		}
		j := int(math.Floor((epsilon-o.low)/c.width)) + 1
		if j < 0 {
			j = 0
		}
		if j >= len(o.tail) {
			continue
		}
		out = math.Max(out, o.tail[j]-num.Exp(epsilon-(o.low+float64(j)*c.width))*o.damp[j])
	}
	return privacy.Clip(out, epsilon, c.pure)
}

// Pure returns the sum of the steps' largest log ratios.
func (c *composed) Pure() float64 { return c.pure }

// Exact says how the profile was computed.
func (c *composed) Exact() lang.Message {
	return lang.Say("ring.estimator.exact.quadrature", "parts", len(c.parts), "width", c.width,
		"error", float64(len(c.parts))*c.width)
}
