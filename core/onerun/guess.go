package onerun

import (
	"math"
	"sort"

	"indistinct/core/num"
)

// Guesses is what the surest guesses show: "in", of the largest scores, or half of them so and
// half "out".
type Guesses struct {
	Made, Right int
	Both        bool    // half of them say "out"
	Epsilon     float64 // at most what is proven; 0: nothing
	Value       float64 `json:"-"` // of a family: its θ that is proven
}

// guess returns the guesses, made of which so many are right.
func (g Guesses) of(c Canaries) Guesses {
	if top := len(c) - g.Made; g.Both {
		half := g.Made / 2
		g.Right = half - c[:half].in() + c[len(c)-half:].in()
	} else {
		g.Right = c[top:].in()
	}
	return g
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
		g := Guesses{Made: r / 2 * 2, Both: true}.of(c)
		g.Epsilon = epsilonLower(len(c), g.Made, g.Right, delta, alpha/float64(len(try)))
		if i == 0 || g.Epsilon > best.Epsilon {
			best = g
		}
	}
	return best
}

// epsilonLower returns the largest ε, to 10⁻⁶, that v right ones of k guesses about n coins
// contradict.
func epsilonLower(n, k, v int, delta, alpha float64) float64 {
	kept := func(epsilon float64) bool {
		w := newWager(k, v, epsilon, 0)
		return w.p(float64(n)*delta) > alpha
	}
	if kept(0) {
		return 0
	}
	const fine = 1e-6
	return num.Bisect(0, 64, fine, kept) * (1 - fine)
}

// steps is how many odds a wager has.
const steps = 16

// wager is a function y of the number of right guesses, of k, from 0 to 1, whose levels t have
// odds: it bounds the probability of v right ones (package comment).
type wager struct {
	odds       [steps]float64
	gain, loss float64 // D and K
}

// newWager returns the wager whose odds have logarithms about center, normally spread.
func newWager(k, v int, center, spread float64) (w wager) {
	var sum [steps + 1]float64
	for i := range w.odds {
		w.odds[i] = num.Exp(center + spread*num.NormalQuantile((float64(i)+0.5)/steps))
		sum[i+1] = sum[i] + w.odds[i]/steps
	}
	h := func(y float64) float64 { // the integral of the odds up to y
		i := min(int(y*steps), steps-1)
		return sum[i] + w.odds[i]*(y-float64(i)/steps)
	}
	const fine = 1e-7
	most := float64(k)
	w.gain = (1 - 2*fine) * num.Bisect(0, most, fine, func(d float64) bool {
		y := 0.0
		for j := k; j >= v && y <= 1; j-- {
			y = (d + float64(k-j)*h(y)) / float64(j)
		}
		return y > 1
	})
	w.loss = (1 + fine) * num.Bisect(0, most*sum[steps], fine, func(d float64) bool {
		y := 1.0
		for j := v - 1; j > 0 && y > 0 && y <= 1; j-- {
			y = math.Max(0, (float64(k-j)*h(y)-d)/float64(j))
		}
		return y <= 1 && most*h(y) <= d
	})
	return w
}

// p returns the bound, for a sum of n·∫δ.
func (w *wager) p(deltas float64) float64 { return (w.loss + deltas) / (w.loss + w.gain) }

// wagers are those of several odds about v right ones of k guesses.
func wagers(k, v int) (out []wager) {
	const parts = 24
	most := num.Log((float64(v) + 0.5) / (float64(k-v) + 0.5))
	for i := 0; most > 0 && i < parts*3/4; i++ {
		for _, spread := range []float64{0.1, 0.17, 0.28, 0.45} {
			out = append(out, newWager(k, v, most*float64(parts-i)/parts, spread))
		}
	}
	return out
}

// deltas returns the least δ with which odds bound those of "in" to "out" and of "out" to "in".
func (p *pair) deltas(odds float64) (in, out float64) {
	up := sort.Search(len(p.u)-1, func(i int) bool {
		out := p.out[i+1] - p.out[i]
		return 2*(p.u[i+1]-p.u[i])-out >= odds*out
	})
	down := sort.Search(len(p.u)-1, func(i int) bool {
		out := p.out[i+1] - p.out[i]
		return odds*(2*(p.u[i+1]-p.u[i])-out) >= out
	})
	return 1 - 2*p.u[up] + p.out[up] - odds*(1-p.out[up]), p.out[down] - odds*(2*p.u[down]-p.out[down])
}

// refuted reports whether one of the wagers about guesses of n canaries contradicts a pair.
func (g Guesses) refuted(n int, w []wager, p *pair, alpha float64) bool {
	for i := range w {
		sum := 0.0
		for _, odds := range w[i].odds {
			in, out := p.deltas(odds)
			if sum += in; g.Both {
				sum += out
			}
		}
		if w[i].p(float64(n)*sum/(2*steps)) <= alpha {
			return true
		}
	}
	return false
}

// accuracy returns which part of guesses about a share of the canaries is right in the mean.
func (g Guesses) accuracy(p *pair, share float64) float64 {
	if !g.Both {
		return in(1-share, 1, p.at(1-share), 1)
	}
	low, high := share/2, 1-share/2
	return (in(high, 1, p.at(high), 1) + 1 - in(0, low, 0, p.at(low))) / 2
}

// byValues climbs from small values of θ to larger ones as long as guesses contradict them.
func byValues(n, made int, f Family, reference, alpha float64, count func(Guesses) Guesses) (best Guesses) {
	var pairs []*pair
	value := func(i int) float64 { return reference * num.Exp(math.Ln2/4*float64(i-12)) }
	at := func(i int) *pair {
		for len(pairs) <= i {
			pairs = append(pairs, newPair(f(value(len(pairs)))))
		}
		return pairs[i]
	}
	choose := func(i int) (g Guesses) {
		if made > 0 {
			return Guesses{Made: made / 2 * 2, Both: true}
		}
		most := 0.0
		for part := 1; most < goal && part < 12*fineness; part++ {
			j, t := i+part/fineness, float64(part%fineness)/fineness
			most = 0
			for k := 8; k <= n; k += k / 8 * 2 {
				for _, both := range []bool{true, false} {
					try := Guesses{Made: k, Both: both}
					share := float64(k) / float64(n)
					p := (1-t)*try.accuracy(at(j), share) + t*try.accuracy(at(j+1), share)
					score := (p - try.accuracy(at(i), alpha*share)) * math.Sqrt(float64(k)/(p*(1-p)+1/float64(k)))
					if score > most {
						most, g = score, try
					}
				}
			}
		}
		return g
	}
	for i, low := 0, 1e-3*reference; i < 50; i++ {
		g := count(choose(max(i-1, 0)))
		w := wagers(g.Made, g.Right)
		if i == 0 {
			best = g
		}
		if g.refuted(n, w, at(i), alpha) {
			low = value(i)
			best, best.Value = g, low
			continue
		}
		num.Bisect(low, value(i), 1e-4, func(theta float64) bool {
			refuted := g.refuted(n, w, newPair(f(theta)), alpha)
			if refuted {
				best, best.Value = g, theta
			}
			return !refuted
		})
		break
	}
	return best
}

var goal = 0.8

const fineness = 4
