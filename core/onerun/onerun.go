// Package onerun proves bounds from the scores of one training run: canaries, each of which
// was put in by a fair coin of its own, and for each a score of which a larger one speaks for
// "in".
//
// Guesses (guess.go) needs the coins alone; scores may depend on each other in any way. It
// bounds ε at a δ. Rank (rank.go) needs, too, that canaries do not influence each other's scores:
// given the coins these are independent, and each canary's law if in and its law if out have a
// trade-off function (not necessarily the same one for all) of at least f_θ, of a family that
// is given. It bounds θ. Both use scores by their order alone.
//
// Proof of Rank. Let (P, Q) be the pair whose trade-off function is f_θ: Q uniform on [0, 1], P
// of density −f_θ′. By Blackwell's theorem (Dong, Roth & Su 2022, Theorem 2.10) every canary's
// score is what some randomised function makes of a draw gᵢ of P if it is in and of Q if not.
// Given all draws the coins are independent and canary i is in with probability λ/(1 + λ), λ the
// likelihood ratio at gᵢ, and the functions order the canaries without seeing a coin. Take
// T = Σ aᵣ over those in less Σ aᵣ over those out, r being the rank and a increasing. If two
// canaries stand against the order of their probabilities, exchange them: T changes only where
// one of them is in and the other out, and is then larger with the larger probability. So T is
// stochastically largest where scores are in the order of g; and by the same argument, for a that
// is fixed, it grows with θ. Hence p(θ) = P(T ≥ observed), for n draws of the pair, is a p-value
// of "at most θ" that increases with θ: where it is at most α, all smaller θ are rejected. The
// least favourable law is that of Xiang et al. (arXiv 2509.08704); they count errors among the
// surest guesses, where this weighs all ranks, as the locally most powerful test does.
//
// Proof of Guesses: Steinke, Nasr & Jagielski (2023), Theorem 5.2. If r of n coins are guessed, so
// many that it was fixed beforehand, those right are at most binomial, of r trials with
// probability e^ε/(1 + e^ε), but for a term in δ.
package onerun

import (
	"cmp"
	"math"
	"slices"

	"indistinct/core/rng"
)

// Canaries are what one training run shows of its canaries, of the least score first: whether
// each was in.
type Canaries []bool

// Order returns the canaries in the order of their scores, given those of them that were in and
// those that were not, none NaN. Equal scores come in an order by lot, which knows no coin.
func Order(in, out []float64, seed uint64) Canaries {
	type canary struct {
		score float64
		lot   uint64
		in    bool
	}
	s := rng.New(rng.Key{Seed: seed, Phase: rng.PhaseScores})
	var all []canary
	for i, scores := range [][]float64{in, out} {
		for _, x := range scores {
			all = append(all, canary{x, s.Uint64(), i == 0})
		}
	}
	slices.SortFunc(all, func(a, b canary) int {
		return cmp.Or(cmp.Compare(a.score, b.score), cmp.Compare(a.lot, b.lot))
	})
	order := make(Canaries, len(all))
	for i, c := range all {
		order[i] = c.in
	}
	return order
}

func (c Canaries) in() (n int) {
	for _, in := range c {
		if in {
			n++
		}
	}
	return n
}

// Fair reports whether as many were in as fair coins put in, but for one run of 10⁵.
func (c Canaries) Fair() bool {
	n := float64(len(c))
	return math.Abs(2*float64(c.in())-n) <= 4.42*math.Sqrt(n)
}

// Turned reports whether those that were in have the smaller scores, but for one run of 3·10⁴.
func (c Canaries) Turned() bool {
	sum, n := 0.0, float64(len(c)) // of (2r − n − 1)(2L − 1), whose variance is at most n³/3
	for i, in := range c {
		if at := 2*float64(i) + 1 - n; in {
			sum += at
		} else {
			sum -= at
		}
	}
	return sum < -4*math.Sqrt(n*n*n/3)
}
