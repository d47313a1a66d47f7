package bounds

import (
	"math"

	"gonum.org/v1/gonum/integrate/quad"

	"indistinct/core/mechanism"
	"indistinct/core/num"
	"indistinct/core/rng"
)

// The sparse vector technique (Lyu, Su & Li 2017): an answer is above where it exceeds
// the threshold, both with noise. Given the threshold's noise the answers are
// independent, so that a release's probability is an integral over that noise.

// laplaceAbove is P(x > t) for Laplace noise x of a scale.
func laplaceAbove(t, scale float64) float64 {
	if t < 0 {
		return 1 - 0.5*num.Exp(t/scale)
	}
	return 0.5 * num.Exp(-t/scale)
}

// answerOf returns answer i of k: 1 in the first half and 0 in the second under the
// record, the other way round under its neighbour.
func answerOf(in mechanism.Input, i, k int) float64 {
	if (i < k/2) == (in == mechanism.Record) {
		return 1
	}
	return 0
}

// nodes are places and weights of a quadrature over the threshold's noise, with its
// density: Gauss–Legendre between the places where an integrand has a kink.
func nodes(scale float64, kinks ...float64) (at, weight []float64) {
	const each = 48
	edges := append([]float64{-40 * scale}, kinks...)
	edges = append(edges, 40*scale)
	x, w := make([]float64, each), make([]float64, each)
	for i := 1; i < len(edges); i++ {
		quad.Legendre{}.FixedLocations(x, w, edges[i-1], edges[i])
		for j := range x {
			at = append(at, x[j])
			weight = append(weight, w[j]*num.Exp(-math.Abs(x[j])/scale)/(2*scale))
		}
	}
	return at, weight
}

// sparse is the sparse vector technique with noise of scale rho on the threshold 1 and
// of scale nu on each of k answers (answerOf). It stops after c answers above; what is
// not answered is absent. With c = k it never stops.
func sparse(k, c int, rho, nu float64) *law {
	const threshold = 1
	half := k / 2
	// What a release says is how many answers are above and below in either half: four
	// numbers, with one integral of powers each.
	at, weight := nodes(rho, -threshold, 0)
	var logs [2][2][]float64 // of the probabilities to be above and below, of either answer
	for x := range 2 {
		for _, r := range at {
			t := threshold + r - float64(x)
			logs[x][0] = append(logs[x][0], num.Log(laplaceAbove(t, nu)))
			logs[x][1] = append(logs[x][1], num.Log(laplaceAbove(-t, nu)))
		}
	}
	// integral is the probability where ones[0] of the answers 1 are above, ones[1]
	// below, and zeros of the answers 0.
	integral := func(ones, zeros [2]int) (sum float64) {
		for j, w := range weight {
			l := 0.0
			for s := range 2 {
				l += float64(ones[s])*logs[1][s][j] + float64(zeros[s])*logs[0][s][j]
			}
			sum += w * num.Exp(l)
		}
		return sum
	}
	table := map[[2][2]int]float64{}
	for a := range half + 1 {
		for b := range half + 1 - a {
			for d := range k - half + 1 {
				for e := range k - half + 1 - d {
					first, second := [2]int{a, b}, [2]int{d, e}
					table[[2][2]int{first, second}] = num.Log(integral(first, second) / integral(second, first))
				}
			}
		}
	}
	return &law{steps: k, dim: 1, worded: true,
		draw: func(in mechanism.Input, s *rng.Stream, out []float64) {
			t, count := threshold+s.Laplace(rho), 0
			for i := range out {
				switch {
				case count == c:
					out[i] = mechanism.Absent()
				case answerOf(in, i, k)+s.Laplace(nu) >= t:
					out[i] = mechanism.ListedWord(wordAbove)
					count++
				default:
					out[i] = mechanism.ListedWord(wordBelow)
				}
			}
		},
		ratio: func(release []float64) float64 {
			above := math.Float64bits(mechanism.ListedWord(wordAbove))
			var key [2][2]int
			for i, cell := range release {
				h := 0
				if i >= half {
					h = 1
				}
				switch {
				case mechanism.IsAbsent(cell):
				case math.Float64bits(cell) == above:
					key[h][0]++
				default:
					key[h][1]++
				}
			}
			return table[key]
		}}
}

// sparseValue is sparse vector 3 of the auditors' benchmark: it stops at the first answer
// above, and releases that noisy answer itself.
func sparseValue(k int, rho, nu float64) *law {
	const threshold = 1
	answer := func(in, i int) float64 { return answerOf(mechanism.Input(in), i, k) }
	// logs[in][j][g] is the logarithm of the probability that the first j answers are
	// below and the threshold's noise is at most grid place g: a value v at j then has
	// the density of v's noise times that with v − threshold for the noise.
	const places = 16_000
	reach := 40 * rho
	step := 2 * reach / places
	var logs [2][][]float64
	for in := range 2 {
		logs[in] = make([][]float64, k+1)
		for j := range logs[in] {
			logs[in][j] = make([]float64, places+1)
		}
		sums, before := make([]float64, k+1), make([]float64, k+1)
		for g := range places + 1 {
			r := -reach + float64(g)*step
			f := num.Exp(-math.Abs(r)/rho) / (2 * rho)
			for j := range k + 1 {
				if g == 0 {
					sums[j] = f * rho // the tail, about
				} else {
					sums[j] += 0.5 * step * (before[j] + f)
				}
				before[j] = f
				logs[in][j][g] = num.Log(sums[j])
				if j < k {
					f *= laplaceAbove(answer(in, j)-threshold-r, nu)
				}
			}
		}
	}
	below := func(in, j int, r float64) float64 {
		x := math.Min(math.Max((r+reach)/step, 0), places-1)
		g := int(x)
		l := logs[in][j]
		return l[g] + (x-float64(g))*(l[g+1]-l[g])
	}
	return &law{steps: k, dim: 1, worded: true,
		draw: func(in mechanism.Input, s *rng.Stream, out []float64) {
			t, done := threshold+s.Laplace(rho), false
			for i := range out {
				switch v := answer(int(in), i) + s.Laplace(nu); {
				case done:
					out[i] = mechanism.Absent()
				case v >= t:
					out[i], done = v, true
				default:
					out[i] = mechanism.ListedWord(wordBelow)
				}
			}
		},
		ratio: func(release []float64) float64 {
			for j, v := range release {
				if v == v {
					return (math.Abs(v-answer(1, j))-math.Abs(v-answer(0, j)))/nu +
						below(0, j, v-threshold) - below(1, j, v-threshold)
				}
			}
			return logs[0][k][places] - logs[1][k][places]
		}}
}
