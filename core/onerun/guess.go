package onerun

import (
	"math"

	"indistinct/core/num"
)

// Guesses is what the surest guesses show of ε at a δ: half of them say "in", of the largest
// scores, and half "out".
type Guesses struct {
	Made, Right int
	Epsilon     float64 // at most what is proven; 0: nothing
}

// shares are which parts of all canaries are guessed where nobody says how many: the error
// probability is divided among them.
var shares = [Tried]float64{1, 1. / 3, 1. / 10, 1. / 30}

// Tried is how many numbers of guesses are tried where nobody says how many.
const Tried = 4

// BestGuesses returns the guesses that prove the largest ε at delta with error probability
// alpha: made of so many canaries or, where made is 0, of several parts of them.
func (c Canaries) BestGuesses(made int, delta, alpha float64) (best Guesses) {
	try := []int{made}
	if made == 0 {
		try = try[:0]
		for _, s := range shares {
			try = append(try, int(math.Ceil(s*float64(len(c)))))
		}
	}
	for i, r := range try {
		half := r / 2
		right := half - c[:half].in() + c[len(c)-half:].in()
		g := Guesses{2 * half, right, epsilonLower(len(c), 2*half, right, delta, alpha/float64(len(try)))}
		if i == 0 || g.Epsilon > best.Epsilon {
			best = g
		}
	}
	return best
}

// epsilonLower returns the largest ε, to 10⁻⁶, that v right ones of r guesses about m coins
// contradict.
func epsilonLower(m, r, v int, delta, alpha float64) float64 {
	if guessP(m, r, v, 0, delta) > alpha {
		return 0
	}
	const fine = 1e-6
	least := num.Bisect(0, 64, fine, func(epsilon float64) bool { return guessP(m, r, v, epsilon, delta) > alpha })
	return least * (1 - fine)
}

// guessP returns an upper bound of the probability that at least v of r guesses about m coins
// are right under (ε, δ): P(W ≥ v) + 2mδ·max P(v > W ≥ v − i)/i, W ~ Bin(r, e^ε/(1 + e^ε)). Where
// it is below ½ it increases with ε: a term with 2mδ ≤ i is a mean of P(W ≥ v) and P(W ≥ v − i);
// of one with v − i above W's mean both summands increase; any other makes it at least
// P(W ≥ v − i) ≥ ½.
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

// GuessesShow reports whether guesses about n canaries contradict a claimed ε about every second
// time where as many are right as (ε, 0) of gross allows.
func GuessesShow(n int, gross, claim, delta, alpha float64) bool {
	right := int(float64(n) / (1 + num.Exp(-gross)))
	return epsilonLower(n, n, right, delta, alpha/Tried) > claim
}
