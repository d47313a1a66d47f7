package mechanism

import (
	"indistinct/core/privacy"
	"indistinct/core/rng"
)

// Histogram releases counts with Laplace noise of one scale on each. Record
// and neighbour differ by one in one count (one person more).
type Histogram struct {
	Counts  [2][]float64
	Scale   float64
	Claimed float64
}

// NewHistogram returns the correct mechanism: noise of scale 1/ε.
func NewHistogram(counts []float64, epsilon float64) (*Histogram, error) {
	if err := positive("ε", epsilon); err != nil {
		return nil, err
	}
	if len(counts) == 0 {
		counts = []float64{0}
	}
	h := &Histogram{Scale: 1 / epsilon, Claimed: epsilon}
	for i, c := range counts {
		if err := finite("a count", c); err != nil {
			return nil, err
		}
		h.Counts[0] = append(h.Counts[0], c)
		if i == 0 {
			c++
		}
		h.Counts[1] = append(h.Counts[1], c)
	}
	return h, nil
}

// Shape returns one step with a number for each count.
func (h *Histogram) Shape() (steps, dim int) { return 1, len(h.Counts[0]) }

// Release writes the noisy counts.
func (h *Histogram) Release(in Input, s *rng.Stream, out []float64) {
	for i, c := range h.Counts[in&1] {
		out[i] = c + s.Laplace(h.Scale)
	}
}

// Fork returns h: it has no scratch.
func (h *Histogram) Fork() Mechanism { return h }

// Claim returns the claimed ε.
func (h *Histogram) Claim() Claim {
	return claim(h.Claimed, dwork2006, "record and neighbour differ by one in one count")
}

// Truth returns the counts without noise.
func (h *Histogram) Truth() []float64 { return append([]float64(nil), h.Counts[Record]...) }

// LogDensity returns the log-density of a release.
func (h *Histogram) LogDensity(in Input, release []float64) float64 {
	s := 0.0
	for i, c := range h.Counts[in&1] {
		s += privacy.LaplaceLog(release[i]-c, h.Scale)
	}
	return s
}

// Profile returns the exact profile: only the count that differs matters.
func (h *Histogram) Profile() privacy.Profile { return privacy.LaplaceProfile{Shift: 1 / h.Scale} }
