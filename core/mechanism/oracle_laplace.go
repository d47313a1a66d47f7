package mechanism

import (
	"math"

	"indistinct/core/num"
	"indistinct/core/privacy"
	"indistinct/core/rng"
)

// Laplace adds Laplace noise of one scale to a number, once for each step:
// Value[in] + Lap(Scale). With one step and a = |Value₁ − Value₀|/Scale it is
// a-differentially private and no better, and
//
//	δ(ε) = 1 − e^{(ε − a)/2} for ε < a.
type Laplace struct {
	Value [2]float64 // what is released, for the record and the adjacent one
	Scale float64
	// Claimed is the ε that is claimed, right or wrong.
	Claimed float64
}

// NewLaplace returns the correct mechanism for a claim of ε: noise of scale
// shift/ε on two numbers that differ by shift.
func NewLaplace(shift, epsilon float64) (*Laplace, error) {
	return newLaplace(shift, epsilon, 1)
}

// NewHalfLaplace returns the mechanism that claims ε with half of the noise it
// needs: its true ε is twice its claim.
func NewHalfLaplace(shift, epsilon float64) (*Laplace, error) {
	return newLaplace(shift, epsilon, 0.5)
}

func newLaplace(shift, epsilon, part float64) (*Laplace, error) {
	if err := positive("the shift", shift); err != nil {
		return nil, err
	}
	if err := positive("ε", epsilon); err != nil {
		return nil, err
	}
	return &Laplace{Value: [2]float64{0, shift}, Scale: part * shift / epsilon, Claimed: epsilon}, nil
}

// Shape returns one step of one number.
func (l *Laplace) Shape() (steps, dim int) { return 1, 1 }

// Release writes one noisy number.
func (l *Laplace) Release(in Input, s *rng.Stream, out []float64) {
	out[0] = l.Value[in&1] + s.Laplace(l.Scale)
}

// Fork returns l: it has no scratch.
func (l *Laplace) Fork() Mechanism { return l }

// Claim returns the claimed ε.
func (l *Laplace) Claim() Claim {
	return claim(l.Claimed, dwork2006, "the number changes by at most the shift between adjacent records")
}

// Truth returns the number without noise.
func (l *Laplace) Truth() []float64 { return []float64{l.Value[Record]} }

// LogDensity returns the log-density of a release.
func (l *Laplace) LogDensity(in Input, release []float64) float64 {
	return laplaceLog(release[0]-l.Value[in&1], l.Scale)
}

// Profile returns the exact profile.
func (l *Laplace) Profile() privacy.Profile {
	return laplaceProfile(math.Abs(l.Value[1]-l.Value[0]) / l.Scale)
}

func laplaceProfile(a float64) privacy.Profile {
	return curve{pure: a, how: "closed form", delta: func(epsilon float64) float64 {
		return -num.Expm1((epsilon - a) / 2)
	}}
}

// Ignorant ignores its input: standard Laplace noise, whoever asks. ε = 0.
type Ignorant struct{ Steps, Dim int }

// Shape returns the steps and the dimension asked for, at least one.
func (g Ignorant) Shape() (steps, dim int) { return max(g.Steps, 1), max(g.Dim, 1) }

// Release writes noise.
func (g Ignorant) Release(_ Input, s *rng.Stream, out []float64) {
	for i := range out {
		out[i] = s.Laplace(1)
	}
}

// Fork returns g: it has no scratch.
func (g Ignorant) Fork() Mechanism { return g }

// Claim returns ε = 0.
func (g Ignorant) Claim() Claim {
	return claim(0, "by construction", "the release does not depend on the record")
}

// LogDensity returns the log-density of a release.
func (g Ignorant) LogDensity(_ Input, release []float64) float64 {
	s := 0.0
	for _, x := range release {
		s += laplaceLog(x, 1)
	}
	return s
}

// Profile returns δ(ε) = 0.
func (g Ignorant) Profile() privacy.Profile {
	return curve{how: "closed form", delta: func(float64) float64 { return 0 }}
}

// Histogram releases counts with Laplace noise of one scale on each. Adjacent
// records differ by one in one count (one person more).
type Histogram struct {
	Counts  [2][]float64
	Scale   float64
	Claimed float64
}

// NewHistogram returns the correct mechanism: noise of scale 1/ε.
func NewHistogram(counts []float64, epsilon float64) (*Histogram, error) {
	return newHistogram(counts, epsilon, 1/epsilon)
}

// NewWrongHistogram returns the mechanism that mixes up ε and 1/ε: its noise
// has scale ε, so its true ε is 1/ε (Ding et al. 2018, section 5).
func NewWrongHistogram(counts []float64, epsilon float64) (*Histogram, error) {
	return newHistogram(counts, epsilon, epsilon)
}

func newHistogram(counts []float64, epsilon, scale float64) (*Histogram, error) {
	if err := positive("ε", epsilon); err != nil {
		return nil, err
	}
	if len(counts) == 0 {
		counts = []float64{0}
	}
	h := &Histogram{Scale: scale, Claimed: epsilon}
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
	return claim(h.Claimed, dwork2006, "adjacent records differ by one in one count")
}

// Truth returns the counts without noise.
func (h *Histogram) Truth() []float64 { return append([]float64(nil), h.Counts[Record]...) }

// LogDensity returns the log-density of a release.
func (h *Histogram) LogDensity(in Input, release []float64) float64 {
	s := 0.0
	for i, c := range h.Counts[in&1] {
		s += laplaceLog(release[i]-c, h.Scale)
	}
	return s
}

// Profile returns the exact profile: only the count that differs matters.
func (h *Histogram) Profile() privacy.Profile { return laplaceProfile(1 / h.Scale) }
