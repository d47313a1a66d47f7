package onerun

import (
	"math"
	"sort"

	"indistinct/core/num"
	"indistinct/core/rng"
)

// Family is a family of trade-off functions f_θ that fall as θ grows: for a θ above 0, the
// least type II error of a test of size alpha, from above 0 to below 1, of "out" against "in".
type Family func(theta float64) func(alpha float64) float64

// pair is the pair of laws of a trade-off function: how much of the second law, that of
// canaries that were out, lies where the mixture of both has its quantile u, of the least
// likelihood ratio first. Between the values that it holds it is linear, which is the pair of a
// trade-off function that is a polygon, nowhere above the given one.
type pair struct{ u, out []float64 }

// A polygon has its corners at Φ(z), for z up to corners steps of fine on either side of 0.
const fine, corners = 0.01, 650

// newPair returns the pair of a convex trade-off function. Where a chord is d above it, and the
// nearer end is the part t of the way off, it is d/t above it at most; by so much the corners are lowered.
func newPair(f func(alpha float64) float64) *pair {
	value := make([]float64, 4*corners+1) // at corners and about in the middle between them
	size := make([]float64, len(value))
	for i := range value {
		size[i] = num.NormalCDF(fine / 2 * float64(i-2*corners))
		value[i] = f(size[i])
	}
	above := func(i int) float64 {
		if i < 0 || i >= len(value) {
			return 0
		}
		t := (size[i] - size[i-1]) / (size[i+1] - size[i-1])
		return math.Max(0, (1-t)*value[i-1]+t*value[i+1]-value[i]) / math.Min(t, 1-t)
	}
	var x, y []float64 // the lower hull of the corners
	corner := func(a, b float64) {
		for n := len(x); n > 1 && (y[n-1]-y[n-2])*(a-x[n-2]) >= (b-y[n-2])*(x[n-1]-x[n-2]); n = len(x) {
			x, y = x[:n-1], y[:n-1]
		}
		x, y = append(x, a), append(y, b)
	}
	for i := 0; i < len(value); i += 2 {
		low := value[i] - math.Max(above(i-1), above(i+1))
		if i == 0 { // f is nowhere larger than at 0
			corner(0, math.Max(low, 0))
		} else if i == len(value)-1 { // and nowhere below 0
			low = math.Min(low, 0)
		}
		if n := len(x) - 1; low <= 0 {
			if y[n] > 0 {
				corner(x[n]+(size[i]-x[n])*y[n]/(y[n]-low), 0)
			}
			break
		}
		corner(size[i], low)
	}
	corner(1, 0)
	p := &pair{u: []float64{0}, out: []float64{0}}
	for i := len(x) - 1; i >= 0; i-- {
		p.u, p.out = append(p.u, (1-x[i]+y[i])/2), append(p.out, 1-x[i])
	}
	p.u, p.out = append(p.u, 1), append(p.out, 1)
	return p
}

// at returns how much of the second law lies below the mixture's quantile u.
func (p *pair) at(u float64) float64 {
	i := sort.Search(len(p.u)-2, func(i int) bool { return p.u[i+1] >= u })
	if p.u[i+1] <= p.u[i] {
		return p.out[i+1]
	}
	return p.out[i] + (u-p.u[i])/(p.u[i+1]-p.u[i])*(p.out[i+1]-p.out[i])
}

// in returns the probability that a canary between two quantiles of the mixture, with so much
// of the second law below each, was in.
func in(u, v, outU, outV float64) float64 {
	if v <= u {
		return 1
	}
	return math.Min(math.Max(0, 1-(outV-outU)/(2*(v-u))), 1)
}

// blocks is how many blocks of neighbouring ranks there are, whose canaries have one weight.
const blocks = 40

// test is the statistic T: how many canaries the blocks have, and their weights.
type test struct {
	size   []int
	weight []float64
}

// newTest returns that of n canaries whose weights are the derivative of the logarithm of the
// odds of "in" at the reference: locally the most powerful.
func newTest(f Family, reference float64, n int) *test {
	const step = 0.05
	low, high := newPair(f(reference*(1-step))), newPair(f(reference*(1+step)))
	t := &test{}
	odds := func(p *pair, u, v float64) float64 {
		q := math.Min(math.Max(1e-9, in(u, v, p.at(u), p.at(v))), 1-1e-9)
		return num.Log(q / (1 - q))
	}
	last := 0
	for k := 1; k <= blocks; k++ { // smaller ones at both ends
		end := int(math.Round(float64(n) * (1 - num.Cos(math.Pi*float64(k)/blocks)) / 2))
		if end == last {
			continue
		}
		u, v := float64(last)/float64(n), float64(end)/float64(n)
		w := odds(high, u, v) - odds(low, u, v)
		if i := len(t.weight); i > 0 {
			w = math.Max(w, t.weight[i-1])
		}
		t.size, t.weight = append(t.size, end-last), append(t.weight, w)
		last = end
	}
	return t
}

// of returns T.
func (t *test) of(c Canaries) (sum float64) {
	for k, s := range t.size {
		sum += t.weight[k] * float64(2*c[:s].in()-s)
		c = c[s:]
	}
	return sum
}

// draw returns T of draws from a pair, or of a law that is stochastically larger. Where blocks
// end, order statistics of the mixture are drawn; given these, the canaries between two of them
// are independent and in with one probability. The canary at an end is given the probability of
// those above it, or of those below it where T falls if it is in.
func (t *test) draw(p *pair, s *rng.Stream) (sum float64) {
	var ends, outs, ins [blocks + 2]float64
	total := 0.0
	for k, size := range t.size {
		total += gamma(s, float64(size))
		ends[k+1] = total
	}
	total += s.Exp()
	last := len(t.size) + 1
	for k := 1; k <= last; k++ {
		ends[k], outs[k] = ends[k]/total, 1
		if k == last {
			ends[k] = 1
		} else {
			outs[k] = p.at(ends[k])
		}
		ins[k-1] = in(ends[k-1], ends[k], outs[k-1], outs[k])
	}
	for k, size := range t.size {
		n := s.Binomial(int64(size-1), ins[k])
		end := ins[k]
		if t.weight[k] > 0 {
			end = ins[k+1]
		}
		if s.Bernoulli(end) {
			n++
		}
		sum += t.weight[k] * float64(2*n-int64(size))
	}
	return sum
}

// gamma returns a draw of the gamma law of a shape of at least 1 (Marsaglia & Tsang 2000).
func gamma(s *rng.Stream, shape float64) float64 {
	d := shape - 1./3
	c := 1 / math.Sqrt(9*d)
	for {
		x := s.Norm()
		v := 1 + c*x
		if v <= 0 {
			continue
		}
		v = v * v * v
		u := s.Open()
		if u < 1-0.0331*x*x*x*x || num.Log(u) < x*x/2+d-d*v+d*num.Log(v) {
			return d * v
		}
	}
}

// atLeast counts of so many draws from f_θ those where T is at least what was observed.
func (t *test) atLeast(observed float64, f func(float64) float64, draws int, seed uint64, step uint32) (n int) {
	p := newPair(f)
	for i := range draws {
		s := rng.New(rng.Key{Seed: seed, Phase: rng.PhaseRanks, Input: step, Trial: uint64(i)})
		if t.draw(p, &s) >= observed {
			n++
		}
	}
	return n
}

// Draws is how many draws certify what Rank returns, where speed does not matter.
const Draws = 100_000

// Rank returns the largest θ found that is contradicted with error probability alpha, 0 if none
// is, by the weights that suit the reference best. It looks for it with part of the draws, and
// certifies it with fresh ones: that p(θ) is at most 0.97·alpha, in one of three attempts,
// each of which is wrong with probability alpha/100.
func (c Canaries) Rank(f Family, reference, alpha float64, draws int, seed uint64) float64 {
	t := newTest(f, reference, len(c))
	observed := t.of(c)
	share := 0.97 * alpha
	few := sort.Search(draws, func(k int) bool { // one more may be as few by chance
		return num.BinomialTail(draws-k, draws, 1-share) > alpha/100
	}) - 1
	if few < 0 {
		return 0
	}
	least := 1e-3 * reference
	step := uint32(3)
	search := func(lo, hi, tol, most float64, draws int) (float64, float64) {
		for step++; hi > least && hi-lo > tol*hi; {
			if mid := (lo + hi) / 2; float64(t.atLeast(observed, f(mid), draws, seed, step)) > most*float64(draws) {
				hi = mid
			} else {
				lo = mid
			}
		}
		return lo, hi
	}
	aim, rough := float64(few)/float64(draws), max(draws/50, 200)
	lo, hi := 0.0, reference
	for hi < 1e3*reference && float64(t.atLeast(observed, f(hi), rough, seed, 4)) <= aim*float64(rough) {
		lo, hi = hi, 2*hi
	}
	lo, hi = search(lo, hi, 0.02, aim, rough)
	lo, hi = lo*0.97, hi*1.03
	for attempt := range uint32(3) {
		aim -= 2 * math.Sqrt(aim/float64(draws))
		best, _ := search(lo, hi, 2e-4, aim, max(draws/4, 200))
		if best <= least {
			break
		}
		if t.atLeast(observed, f(best), draws, seed, attempt) <= few {
			return best
		}
		lo, hi = 0.9*lo, best
	}
	return 0
}

// Shows reports whether the test of n canaries with error probability alpha contradicts a claim
// of θ at least every second time where canaries tell as much as f of gross does.
func Shows(f Family, claim, gross float64, n int, alpha float64) bool {
	const draws = 2000
	t := newTest(f, claim, n)
	truth, s := newPair(f(gross)), rng.New(rng.Key{Phase: rng.PhaseRanks, Input: 2})
	observed := make([]float64, 101)
	for i := range observed {
		observed[i] = t.draw(truth, &s)
	}
	sort.Float64s(observed)
	return float64(t.atLeast(observed[len(observed)/2], f(claim), draws, 0, 3)) <= alpha*draws
}
