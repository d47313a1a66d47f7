//go:build !js || library

package library

import (
	"sync"

	"github.com/google/differential-privacy/go/v3/noise"
	"github.com/google/differential-privacy/go/v3/rand"

	"indistinct/core/library/entropy"
	"indistinct/core/rng"
)

// The library weighs 0.6 MB: pages load it with this laboratory's own worker.
func init() { add, sigma = addNoise, noise.SigmaForGaussian }

// lock guards the library's global buffers and the lent generator.
var lock sync.Mutex

// addNoise calls the library with every random byte drawn from s.
func addNoise(law string, x, sensitivity, epsilon, delta float64, s *rng.Stream) (float64, error) {
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
	if law == gauss {
		n = noise.Gaussian()
	} else {
		delta = 0
	}
	return n.AddNoiseFloat64(x, 1, sensitivity, epsilon, delta)
}
