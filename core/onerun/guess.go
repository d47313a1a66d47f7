package onerun

import (
	"math"
	"slices"
	"sort"

	"indistinct/core/num"
)

// Guesses is what the surest guesses show: "in", of the largest scores, or half of them so and half "out".
type Guesses struct {
	Made, Right int
	Both        bool    // half of them say "out"
	Epsilon     float64 `json:",omitempty"` // at most what is proven; 0: nothing
	Value       float64 `json:"-"`          // θ of a family that is proven in its place
}

// Right returns how many of these guesses are right.
func (c Canaries) Right(g Guesses) int {
	if half := g.Made / 2; g.Both {
		return half - c[:half].in() + c[len(c)-half:].in()
	}
	return c[len(c)-g.Made:].in()
}

// shares are which parts of all canaries are guessed where nobody says how many: the error probability is divided
// among them.
var shares = [Tried]float64{1, 1. / 3, 1. / 10, 1. / 30}

// Tried is how many numbers of guesses are tried where nobody says how many.
const Tried = 4

// BestGuesses returns the guesses that prove the largest ε at delta with error probability alpha: made of so many
// canaries or, where made is 0, of several parts of them.
func (c Canaries) BestGuesses(made int, delta, alpha float64) (best Guesses) {
	try := []int{made}
	if made == 0 {
		try = try[:0]
		for _, s := range shares {
			try = append(try, int(math.Ceil(s*float64(len(c)))))
		}
	}
	for i, r := range try {
		g := Guesses{Made: r / 2 * 2, Both: true}
		g.Right = c.Right(g)
		g.Epsilon = epsilonLower(len(c), g.Made, g.Right, delta, alpha/float64(len(try)))
		if i == 0 || g.Epsilon > best.Epsilon {
			best = g
		}
	}
	return best
}

// epsilonLower returns the largest ε, to 10⁻⁶, that v right ones of k guesses about n coins contradict.
func epsilonLower(n, k, v int, delta, alpha float64) float64 {
	kept := func(epsilon float64) bool {
		return newWager(k, v, epsilon, 0).p(float64(n)*delta) > alpha
	}
	if k == 0 || kept(0) {
		return 0
	}
	const fine = 1e-6
	return num.Bisect(0, 64, fine, kept) * (1 - fine)
}

// steps is how many odds a wager has.
const steps = 32

// wager is a function y of the number of right guesses, of k, from 0 to 1, whose levels t have odds: it bounds the
// probability of v right ones (package comment).
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
func (w wager) p(deltas float64) float64 { return (w.loss + deltas) / (w.loss + w.gain) }

// wagers are those of several odds about v right ones of k guesses.
func wagers(k, v int) (out []wager) {
	const parts = 24
	most := num.Log((float64(v) + 0.5) / (float64(k-v) + 0.5))
	for i := parts / 4; most > 0 && i <= parts; i++ {
		for _, spread := range []float64{0.1, 0.17, 0.28, 0.45} {
			out = append(out, newWager(k, v, most*float64(i)/parts, spread))
		}
	}
	return out
}

// deltas returns the least δ with which odds bound those of "in" to "out" and of "out" to "in".
func (p *pair) deltas(odds float64) (in, out float64) {
	least := func(a, b float64) int { // where a·in is at least b·out from then on
		return sort.Search(len(p.u)-1, func(i int) bool {
			out := p.out[i+1] - p.out[i]
			return a*(2*(p.u[i+1]-p.u[i])-out) >= b*out
		})
	}
	up, down := least(1, odds), least(odds, 1)
	return 1 - 2*p.u[up] + p.out[up] - odds*(1-p.out[up]), p.out[down] - odds*(2*p.u[down]-p.out[down])
}

// refuted reports whether a wager about these guesses of n canaries contradicts a pair.
func (g Guesses) refuted(n int, made []wager, p *pair, alpha float64) bool {
	return slices.ContainsFunc(made, func(w wager) bool {
		sum := 0.0
		for _, odds := range w.odds {
			in, out := p.deltas(odds)
			if sum += in; g.Both {
				sum += out
			}
		}
		return w.p(float64(n)*sum/(2*steps)) <= alpha
	})
}

// accuracy returns which part of guesses about a share of the canaries is right in the mean, where these are
// independent.
func (g Guesses) accuracy(p *pair, share float64) float64 {
	if !g.Both {
		return in(1-share, 1, p.at(1-share), 1)
	}
	low, high := share/2, 1-share/2
	return (in(high, 1, p.at(high), 1) + 1 - in(0, low, 0, p.at(low))) / 2
}

// Climb contradicts one value of θ after the other, upward, with error probability Alpha. Values are the Reference,
// above 0, times powers of 2; so many of N canaries are guessed or, where Made is 0, as many as tell most about a
// value.
type Climb struct {
	N, Made          int
	F                Family
	Reference, Alpha float64
	pairs            []*pair
}

// value returns a θ and its pair: of 10 the reference, of 4 more twice as much.
func (c *Climb) value(i int) (theta float64, p *pair) {
	at := func(i int) float64 { return c.Reference * num.Exp(math.Ln2/4*float64(i-10)) }
	for len(c.pairs) <= i {
		c.pairs = append(c.pairs, newPair(c.F(at(len(c.pairs)))))
	}
	return at(i), c.pairs[i]
}

// guesses returns those that tell the least larger θ from value i: whose mean is so many standard deviations above
// what an event of probability alpha, in which all canaries are told best, lets be right.
func (c *Climb) guesses(i int) (best Guesses) {
	const deviations, parts = 1.5, 4
	sizes := []int{max(c.Made, min(8, c.N))}
	for k := 10; c.Made == 0 && k <= c.N; k += k / 8 * 2 {
		sizes = append(sizes, k)
	}
	_, null := c.value(i)
	for j, most := 1, 0.0; most < deviations && j < 10*parts; j++ {
		_, low := c.value(i + j/parts)
		_, high := c.value(i + j/parts + 1)
		most = 0
		for _, k := range sizes {
			for _, g := range []Guesses{{Made: k / 2 * 2, Both: true}, {Made: k}} {
				share, t := float64(g.Made)/float64(c.N), float64(j%parts)/parts
				right := (1-t)*g.accuracy(low, share) + t*g.accuracy(high, share)
				above := right - g.accuracy(null, c.Alpha*share)
				if d := above * math.Sqrt(float64(k)/(right*(1-right)+1/float64(k))); d > most {
					best, most = g, d
				}
			}
		}
	}
	return best
}

// Bound returns the last guesses that contradict a θ, and that θ in Value, 0 if none does.
func (c *Climb) Bound(right func(Guesses) int) (last Guesses) {
	const values, octave, fine = 60, 4, 1e-3
	for i, low := octave/2, fine*c.Reference; i < values; i += octave {
		g := c.guesses(i - octave/2)
		if g.Right = right(g); i == octave/2 {
			last = g
		}
		made := wagers(g.Made, g.Right)
		kept := func(theta float64, p *pair) bool {
			if !g.refuted(c.N, made, p, c.Alpha) {
				return true
			}
			last, last.Value = g, theta
			return false
		}
		theta, p := c.value(i)
		if kept(theta, p) {
			num.Bisect(low, theta, fine, func(theta float64) bool { return kept(theta, newPair(c.F(theta))) })
			break
		}
		low = theta
	}
	return last
}

// Shows reports whether guesses contradict a claim of θ about every second time where independent canaries tell as
// much as f of gross does.
func (c *Climb) Shows(claim, gross float64) bool {
	truth := newPair(c.F(gross))
	return c.Bound(func(g Guesses) int {
		return int(float64(g.Made) * g.accuracy(truth, float64(g.Made)/float64(c.N)))
	}).Value > claim
}

// GuessesShow reports whether guesses about n canaries contradict a claimed ε about every second time where as many
// are right as (ε, 0) of gross allows.
func GuessesShow(n int, gross, claim, delta, alpha float64) bool {
	right := int(float64(n) / (1 + num.Exp(-gross)))
	return epsilonLower(n, n, right, delta, alpha/Tried) > claim
}
