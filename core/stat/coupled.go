package stat

import (
	"math"
	"slices"
	"sort"

	"indistinct/core/num"
)

// The bound for coupled releases. Where a test holds the dice, trial i of the
// record and trial i of its neighbour may be drawn from the same stream: each
// has its own law as before, but most trials fall into an event for both inputs
// or for neither, and only those that do not tell the inputs apart. Of n such
// trials let n₁₁ have fallen into the event for both inputs, n₁₀ for the first
// alone and n₀₁ for the second alone, N their sum. Given N, (n₁₀, n₀₁) are two
// cells of a multinomial of N trials with probabilities q₁₀ and q₀₁, and
//
//	p₁/p₂ = (q₁₁ + q₁₀)/(q₁₁ + q₀₁) = (1 − q₀₁)/(1 − q₁₀).
//
// So p₁ ≤ e^ε p₂ is q₁₀ ≤ 1 − e^{−ε}(1 − q₀₁). Let T(x, y) rank the outcomes,
// larger the more they speak for a large ε: it increases in x, decreases in y
// and does not depend on ε. By Buehler (1957)
//
//	L = inf{ε : p(ε) > α},  p(ε) = sup over q₀₁ of P(T(n₁₀, n₀₁) ≥ T observed)
//
// is a lower confidence bound. The probability of {T ≥ t} grows when mass moves
// from the rest into the first cell and falls when it moves into the second
// (couple the trials that move); so it is largest on the boundary, and on a
// piece a ≤ q₀₁ ≤ b at most what it is for q₁₀ on the boundary at b and q₀₁ = a:
// the supremum is bounded, not searched. q₀₁ is kept to its Clopper–Pearson
// interval, which is paid for. It is a theorem, for δ = 0.

// Coupled is the test of counts of coupled releases, with its scratch.
type Coupled struct {
	n, x, y int64 // N, n₁₀, n₀₁
	px, py  []float64
}

// NewCoupled returns the test where both of two coupled releases fell into an event so often, that of
// the likelier input alone, and that of the rarer one alone.
func NewCoupled(both, likelier, rarer int64) *Coupled {
	return &Coupled{n: both + likelier + rarer, x: likelier, y: rarer}
}

// Lower returns the lower confidence bound on ε at δ = 0 that the counts prove with error probability alpha;
// 0 where they prove none.
func (t *Coupled) Lower(alpha float64) float64 {
	if t.P(0, alpha) > alpha {
		return 0
	}
	lo, hi := 0.0, 1.0
	for hi < 64 && t.P(hi, alpha) <= alpha {
		lo, hi = hi, 2*hi
	}
	for i := 0; i < 60 && hi-lo > 1e-4*hi; i++ {
		if mid := (lo + hi) / 2; t.P(mid, alpha) <= alpha {
			lo = mid
		} else {
			hi = mid
		}
	}
	return lo
}

// nuisance is the part of alpha that the interval of q₀₁ costs (Berger & Boos
// 1994).
const nuisance = 0.02

// rank is T: the difference less some of its standard errors. It increases in x
// and decreases in y, its square root's slope being at most one half.
func (t *Coupled) rank(x, y int64) float64 {
	return float64(x-y) - 1.6*math.Sqrt(float64(x+y+1))
}

// P returns an upper bound of the p-value of p₁ ≤ e^ε p₂, tight where it is
// near alpha.
func (t *Coupled) P(epsilon, alpha float64) float64 {
	if t.x <= t.y || t.n < 1 {
		return 1
	}
	paid := nuisance * alpha
	lo, hi := LowerP(t.y, t.n, paid/2), UpperP(t.y, t.n, paid/2)
	pieces := int(math.Ceil((hi - lo) / (0.2 * math.Sqrt((hi+1/float64(t.n))/float64(t.n)))))
	pieces = min(max(pieces, 1), 400)
	worst := 0.0
	keep := num.Exp(-epsilon)
	for k := range pieces {
		a := lo + (hi-lo)*float64(k)/float64(pieces)
		b := lo + (hi-lo)*float64(k+1)/float64(pieces)
		worst = math.Max(worst, t.mass(1-keep*(1-b), a))
		if worst > alpha {
			break
		}
	}
	return math.Min(1, worst+paid)
}

// mass returns an upper bound of P(T ≥ T(x, y)) at probabilities q10 and q01.
func (t *Coupled) mass(q10, q01 float64) float64 {
	share := math.Min(q10/(1-q01), 1) // of the first cell among what is not in the second
	level := t.rank(t.x, t.y)
	y0, y1 := window(q01, t.n)
	t.py = slices.Grow(t.py[:0], int(y1-y0)+1)[:y1-y0+1]
	sum, lost := 0.0, math.Max(0, 1-fill(t.py, q01, t.n, y0, y1))
	// The first cell's law given the second's count y is Bin(N − y, share). It
	// shrinks with y, so the law at the beginning of a block of counts bounds
	// all of them; blocks are a tenth of a standard error wide.
	sd := math.Sqrt(float64(t.n) * share * (1 - share))
	block := int64(math.Max(1, math.Min(0.1*sd/math.Max(share, 1e-12), 1e6)))
	need := int64(sort.Search(int(t.n)+1, func(x int) bool { return t.rank(int64(x), y0) >= level }))
	for first := y0; first <= y1; first += block {
		x0, x1 := window(share, t.n-first)
		t.px = slices.Grow(t.px[:0], int(x1-x0)+2)[:x1-x0+2]
		sx := fill(t.px, share, t.n-first, x0, x1)
		lostHere := math.Max(0, 1-sx)
		n := int(x1-x0) + 1
		t.px[n] = 0
		for i := n - 1; i >= 0; i-- {
			t.px[i] += t.px[i+1]
		}
		for y := first; y < min(first+block, y1+1); y++ {
			for need <= t.n && t.rank(need, y) < level {
				need++
			}
			if need > x1 {
				lost += t.py[y-y0] * lostHere
				continue
			}
			sum += t.py[y-y0] * (t.px[max(need-x0, 0)] + lostHere)
		}
	}
	// A sum within rounding of its full value has lost only what rounding did.
	if lost < 1e-11 {
		lost = 0
	}
	return math.Min(1, sum*(1+1e-11)+lost)
}

// window returns the counts that a binomial takes but for less than 10⁻¹³.
func window(p float64, m int64) (lo, hi int64) {
	n := float64(m)
	w := 8*math.Sqrt(n*p*(1-p)) + 12
	lo = max(int64(n*p-w), 0)
	hi = min(int64(n*p+w+24)+1, m)
	return lo, hi
}

// fill writes the probabilities of lo … hi under Bin(m, p) into q and returns
// their sum.
func fill(q []float64, p float64, m, lo, hi int64) float64 {
	q = q[:hi-lo+1]
	mode := min(max(int64(float64(m+1)*p), lo), hi)
	v := num.BinomialPMF(int(mode), int(m), p)
	r := p / (1 - p)
	q[mode-lo] = v
	sum := v
	u := v
	for k := mode + 1; k <= hi; k++ {
		u = u * (float64(m-k+1) / float64(k) * r)
		q[k-lo] = u
		sum += u
	}
	u = v
	for k := mode - 1; k >= lo; k-- {
		u = u * (float64(k+1) / (float64(m-k) * r))
		q[k-lo] = u
		sum += u
	}
	return sum
}

// ExpectedCoupled is about the bound that m coupled test releases will prove for
// an event that c1 and c2 of n such releases fell into, both of them together,
// shaded by k standard errors of those n. It steers the choice of events.
func ExpectedCoupled(c1, c2, both, n, k, m, alpha float64) float64 {
	x, y := c1-both, c2-both
	total := both + x + y
	if x < 8 || total < 20 {
		return math.Inf(-1)
	}
	// Counts that are small by chance would promise the most: shade each.
	x -= k*math.Sqrt(x) - 0.5
	y += k*math.Sqrt(y+1) + 0.5
	x, y = x/(total+1), math.Min(y/(total+1), 1)
	if x <= 0 || x > 0.5 {
		return math.Inf(-1) // the inputs hardly meet: coupling them gains nothing
	}
	z := num.NormalQuantile(1-alpha) * math.Sqrt(n/m)
	return num.Log((1-y)/(1-x)) - z*math.Sqrt(math.Max(x+y-(x-y)*(x-y), 0)/total)
}
