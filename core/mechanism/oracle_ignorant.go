package mechanism

import (
	"indistinct/core/privacy"
	"indistinct/core/rng"
)

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
		s += privacy.LaplaceLog(x, 1)
	}
	return s
}

// Profile returns δ(ε) = 0.
func (g Ignorant) Profile() privacy.Profile {
	return privacy.LaplaceProfile{}
}
