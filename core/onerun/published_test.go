package onerun

import (
	"math"

	"indistinct/core/num"
)

// guessP returns the bound of Steinke, Nasr & Jagielski (2023, Theorem 5.2) of the probability that
// at least v of r guesses about m coins are right under (ε, δ).
func guessP(m, r, v int, epsilon, delta float64) float64 {
	q := 1 / (1 + num.Exp(-epsilon))
	tail := num.BinomialTail(v, r, q)
	most, sum := 0.0, 0.0
	for i := 1; i <= v && (1-tail) > most*float64(i); i++ {
		sum += num.BinomialPMF(v-i, r, q)
		most = math.Max(most, sum/float64(i))
	}
	return tail + 2*float64(m)*delta*most
}
