// Package privacy is the vocabulary of differential privacy: budgets,
// calibration constants, exact profiles, adjacency and group privacy.
package privacy

// Budget is an (ε, δ) pair. ε may be +Inf: nothing is promised.
type Budget struct {
	Epsilon float64
	Delta   float64
}

// Profile is the privacy profile of a mechanism at two given inputs: the least
// δ for which (ε, δ) holds in both directions, as a function of ε.
type Profile interface {
	// Delta returns δ(ε) for ε ≥ 0.
	Delta(epsilon float64) float64
	// Pure returns the least ε with δ(ε) = 0; +Inf where there is none.
	Pure() float64
	// Exact says how it was computed: "closed form", "quadrature, error below
	// 10⁻⁶", …
	Exact() string
}
