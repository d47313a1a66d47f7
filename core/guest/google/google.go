// Package google draws noise with Google's differential privacy library for Go
// (version 3, package noise), every random byte taken from a stream of ours, so
// that a test of the library can be repeated.
package google

import (
	"sync"

	"github.com/google/differential-privacy/go/v3/noise"
	"github.com/google/differential-privacy/go/v3/rand"

	about "indistinct/core/about/library"
	"indistinct/core/guest/google/entropy"
	"indistinct/core/labs/library"
	"indistinct/core/rng"
)

// Noise implements library.Noise.
type Noise struct{}

var _ library.Noise = Noise{}

// lock guards the library's global buffers and the lent generator.
var lock sync.Mutex

// Add adds noise to x with every random byte drawn from s.
func (Noise) Add(law about.Law, x, sensitivity, epsilon, delta float64, s *rng.Stream) (float64, error) {
	lock.Lock()
	defer lock.Unlock()
	entropy.Lend(s)
	defer entropy.Return()
	// The library keeps up to seven random bits for its next coin toss. Toss
	// until it has to fetch new ones, so that nothing is left of earlier calls.
	for before := entropy.Reads(); entropy.Reads() == before; {
		rand.Boolean()
	}
	n := noise.Laplace()
	if law == about.Gauss {
		n = noise.Gaussian()
	} else {
		delta = 0
	}
	return n.AddNoiseFloat64(x, 1, sensitivity, epsilon, delta)
}

// Sigma is the standard deviation that the library computes for its Gaussian
// noise on one number, in the unit of the sensitivity.
func (Noise) Sigma(sensitivity, epsilon, delta float64) float64 {
	return noise.SigmaForGaussian(1, sensitivity, epsilon, delta)
}
