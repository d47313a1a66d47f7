// Package betting tests a claim of privacy while releases come: a bet on each pair of them, of
// which the bettor's wealth is the evidence. It may be stopped at any time.
//
// The claim says of the laws P and Q of both inputs' releases that P(A) ≤ e^ε Q(A) + δ for
// every set A, of some pairs (ε, δ) that it implies, and the same with P and Q changed. A bet is two
// nonnegative functions f and g on releases, fixed by earlier releases alone, with
// E f(X) + E g(Y) ≤ 2 whatever P and Q keep the claim. For a set A and a pair (ε, δ),
//
//	f = 2·1_A / (e^ε + δ)   and   g = 2 e^ε (1 − 1_A) / (e^ε + δ)
//
// are one, since E f + E g = 2 (P(A) + e^ε − e^ε Q(A)) / (e^ε + δ) ≤ 2; so are f and g
// exchanged of the other direction, f = 2 with g = 0, and every average of such. The wealth, 1 at
// first, is multiplied by f(x) g(y) for each pair of releases, which are independent: given the
// past the factor's expectation is E f · E g ≤ ((E f + E g)/2)² ≤ 1. Where the claim holds, the
// wealth is thus a nonnegative supermartingale, and reaches 1/α with probability at most α
// (Ville 1939; Shafer & Vovk 2019; Waudby-Smith & Ramdas 2024; Shekhar & Ramdas 2023). That is the whole
// proof: nothing in it asks that the bets be good.
//
// The best bets for two given laws are the average of such that the expected logarithm of the
// wealth is largest for: P and Q over the laws closest to them that keep the claim (Grünwald, de
// Heide & Koolen 2024). The laws are estimated on earlier releases (Fit), cautiously.
//
// The factors of as many releases of each input multiply in any order: what is bet on is
// counted. It is ours because no library has it.
package betting

import (
	"cmp"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"

	"indistinct/core/num"
	"indistinct/core/privacy"
)

// Claim is what is tested: pairs (ε, δ) for both directions, first of P(A) ≤ e^ε Q(A) + δ.
type Claim [2][]privacy.Budget

// Both is the claim of budgets that hold in both directions.
func Both(budgets ...privacy.Budget) Claim { return Claim{budgets, budgets} }

// Bets are the factors f and g of releases in each of some cells.
type Bets [2][]float64

// bet is one of those that are averaged: on a set of cells of which one input's releases are
// thought to have more.
type bet struct {
	direction int
	to        int     // the set: the first cells of the order of its direction
	in, out   float64 // factors of a release of the likelier input in it, of one of the other not in it
	share     float64
}

const (
	rounds = 150 // of improving the shares, at most
	// faster is by what the power of a share's gain that it is multiplied by grows in each round: at a
	// power of 1 the growth is sure to improve, and slowly.
	faster = 1.2
	enough = 1e-5 // what may still be added to the expected logarithm of the wealth
	least  = 1e-9 // a share that is left out
)

// ordered are the cells with the largest likelihood ratio first, of either input.
func ordered(law [2][]float64) [2][]int {
	p, q := law[0], law[1]
	order := num.Indices(len(p))
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(p[b]*q[a], p[a]*q[b]) })
	reversed := slices.Clone(order)
	slices.Reverse(reversed)
	return [2][]int{order, reversed}
}

// broken are the bets on what breaks the claim where releases fall into cells with these probabilities.
func (c Claim) broken(law [2][]float64, orders [2][]int) (bets []bet) {
	for direction, budgets := range c {
		for _, b := range budgets {
			e := num.Exp(b.Epsilon)
			top := 2 / (e + b.Delta)
			has := [2]float64{}
			for k, i := range orders[direction] {
				has[0] += law[direction][i]
				has[1] += law[1-direction][i]
				if k+1 < len(law[0]) && has[0]-e*has[1] > b.Delta {
					bets = append(bets, bet{direction: direction, to: k + 1, in: top, out: e * top})
				}
			}
		}
	}
	return bets
}

// Broken reports whether releases that fall into cells with these probabilities break the claim.
func (c Claim) Broken(law [2][]float64) bool { return len(c.broken(law, ordered(law))) > 0 }

// Best returns the bets with the largest expected logarithm of the wealth where releases fall into
// cells with these probabilities.
func (c Claim) Best(law [2][]float64) Bets {
	n, orders := len(law[0]), ordered(law)
	bets := c.broken(law, orders)
	if len(bets) == 0 {
		return Bets{slices.Repeat([]float64{1}, n), slices.Repeat([]float64{1}, n)} // that win and lose nothing
	}
	for i := range bets {
		bets[i].share = 0.5 / float64(len(bets))
	}
	for direction := range c { // of no cells: 2 for every release of one input, 0 for the other's
		bets = append(bets, bet{direction: direction, out: 2, share: 0.25})
	}
	out := Bets{make([]float64, n), make([]float64, n)}
	gain := [2][]float64{make([]float64, n+1), make([]float64, n+1)}
	power, before := 1.0, math.Inf(-1)
	for range rounds {
		spread(out, bets, orders)
		growth := out.Growth(law)
		if power *= faster; growth < before {
			power = 1
		}
		before = growth
		sum, most := 0.0, 1.0
		for direction, order := range orders {
			for k := range n { // of the likelier input's releases in the set, of the other's not in it
				i, j := order[k], order[n-1-k]
				gain[0][k+1] = gain[0][k] + law[direction][i]/out[direction][i]/2
				gain[1][k+1] = gain[1][k] + law[1-direction][j]/out[1-direction][j]/2
			}
			for k := range bets {
				if b := &bets[k]; b.direction == direction {
					more := b.in*gain[0][b.to] + b.out*gain[1][n-b.to]
					b.share *= num.Exp(power * num.Log(more))
					sum += b.share
					most = max(most, more)
				}
			}
		}
		for k := range bets {
			bets[k].share /= sum
		}
		bets = slices.DeleteFunc(bets, func(b bet) bool { return b.share < least })
		if most < 1+enough {
			break
		}
	}
	spread(out, bets, orders)
	return out
}

// spread averages bets.
func spread(out Bets, bets []bet, orders [2][]int) {
	n := len(out[0])
	for in := range out {
		clear(out[in])
	}
	at := make([]float64, n+1)
	for direction, order := range orders {
		for side := range 2 { // in the set, and not in it
			clear(at)
			for _, b := range bets {
				if b.direction == direction {
					at[b.to] += b.share * [2]float64{b.in, b.out}[side]
				}
			}
			sum := 0.0
			for k := range n {
				if side == 0 {
					sum += at[n-k]
					out[direction][order[n-1-k]] += sum
				} else {
					sum += at[k]
					out[1-direction][order[k]] += sum
				}
			}
		}
	}
}

// left is the part of the wealth that no bet may lose.
const left = 0.02

// Times returns bets of so many times the size, or less where one would lose too much.
func (b Bets) Times(size float64) Bets {
	for _, factors := range b {
		size = min(size, (1-left)/max(1-slices.Min(factors), left))
	}
	for in := range b {
		for i, v := range b[in] {
			b[in][i] = 1 + size*(v-1)
		}
	}
	return b
}

// Log is what a release of an input in a cell adds to the logarithm of the wealth.
func (b Bets) Log(in, cell int) float64 { return math.Max(num.Log(b[in][cell]), -700) }

// Growth is the expected logarithm of the factor of a pair of releases.
func (b Bets) Growth(law [2][]float64) (sum float64) {
	for in := range law {
		for cell, p := range law[in] {
			sum += p * b.Log(in, cell)
		}
	}
	return sum
}

// Scaled returns a law whose log-likelihood ratios are s times as large.
func Scaled(law [2][]float64, s float64) (out [2][]float64) {
	for in := range law {
		for i, p := range law[in] {
			if q := law[1-in][i]; p > 0 && q > 0 {
				p *= num.Exp((s - 1) / 2 * num.Log(p/q))
			}
			out[in] = append(out[in], p)
		}
		floats.Scale(1/floats.Sum(out[in]), out[in])
	}
	return out
}
