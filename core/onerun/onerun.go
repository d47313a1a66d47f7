// Package onerun proves bounds from the scores of one training run: canaries, each of which was put in by a fair coin
// of its own, and for each a score of which a larger one speaks for "in".
//
// Guesses and Climb (guess.go) need the coins alone; scores may depend on each other in any way. Guesses bound ε at a
// δ, Climb bounds θ of a family f_θ of trade-off functions: given all other coins, the laws of all scores with a
// canary in and with it out have one of at least f_θ. Rank (rank.go) bounds θ, too, but needs that canaries do not
// influence each other's scores: given the coins these are independent. All use scores by their order alone.
//
// Proof of Rank. Let (P, Q) be the pair whose trade-off function is f_θ: Q uniform on [0, 1], P of density −f_θ′. By
// Blackwell's theorem (Dong, Roth & Su 2022, Theorem 2.10) every canary's score is what some randomised function
// makes of a draw gᵢ of P if it is in and of Q if not. Given all draws the coins are independent and canary i is in
// with probability λ/(1 + λ), λ the likelihood ratio at gᵢ, and the functions order the canaries without seeing a
// coin. Take T = Σ aᵣ over those in less Σ aᵣ over those out, r being the rank and a increasing. If two canaries
// stand against the order of their probabilities, exchange them: T changes only where one of them is in and the other
// out, and is then larger with the larger probability. So T is stochastically largest where scores are in the order
// of g; and by the same argument, for a that is fixed, it grows with θ. Hence p(θ) = P(T ≥ observed), for n draws of
// the pair, is a p-value of "at most θ" that increases with θ: where it is at most α, all smaller θ are rejected. The
// least favourable law is that of Xiang et al. (arXiv 2509.08704); they count errors among the surest guesses, where
// this weighs all ranks, as the locally most powerful test does.
//
// The weights lose next to nothing: of normal noise with small μ the bound's mean is μ − 1.645·2/√n at α = 0.05, and
// n fair coins hold the information n/4 about μ where the law of scores is not known.
//
// Proof of Guesses and Climb. Let W be the number of right ones of k guesses about n canaries, y a function of W from
// 0 to 1, and H(y) the integral of positive odds(t) over t from 0 to y. Turn the coin of a canary: of the same
// scores, the event that its guess is right and y(W) ≥ t becomes the one that its guess is wrong and y(W + 1) ≥ t. So
// P(right, y(W) ≥ t) − odds(t)·P(wrong, y(W + 1) ≥ t) ≤ ½·(δ + δ′), where δ and δ′ are the least with which these
// odds bound what the pair makes likely, of "in" to "out" for guesses "in" and of "out" to "in" for others. The sum
// over canaries and the integral over t give E[W·y(W) − (k − W)·H(y(W + 1))] ≤ n·∫½·(δ + δ′)dt =: I. Where the
// bracket is at least D for W ≥ v, and at least −K for others, P(W ≥ v) ≤ (K + I)/(K + D). Any y and odds prove this;
// y is computed so that D is large and K small, and the least bound p(v) of several odds is taken. These depend on v
// alone, so that p(W) ≤ α only where W is at least the first v with p(v) ≤ α. One odds e^ε and δ = 0 give the
// binomial tail; for (ε, δ) it is no more than Theorem 5.2 of Steinke, Nasr & Jagielski (2023). The recursion of
// Mahloujifar, Melis & Chaudhuri (2024) is the case that y does not fall beyond v, and proves less. Climb tests
// values of θ upward, each by guesses that n and the values fix, and stops at the first that is kept: it errs only
// where the first value at or above the truth is rejected, so that α is not divided.
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
