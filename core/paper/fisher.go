package paper

import (
	"math"
	"sort"

	"indistinct/core/num"
	"indistinct/core/rng"
	"indistinct/core/stat"
)

// Fisher's exact test as Algorithm 5 of Han & Martínez (2021) uses it.
//
// Convention: p⁺ tests p₁ ≤ e^ε p₂ by thinning c₁, p₊ tests p₂ ≤ e^ε p₁ by
// thinning c₂. The p-value of thinned count j against c is
//
//	T(j) = P[X ≥ j], X ~ Hypergeom(2n, n, j + c),
//
// and by T(j) = T(j+1) + w(j) with
//
//	w(j) = C(n,j) C(n,c) / C(2n, j+c) · (n−c)/(2n−j−c)
//
// it is the tail of one negative hypergeometric law (the successes before the
// (c+1)-th failure), whatever j: one sweep gives every T. All terms are
// positive, so nothing cancels. The law's hazard P(j) = w(j)/T(j) obeys
// P(j) = P(j+1)/(P(j+1) + ρ(j)), ρ(j) = w(j+1)/w(j), which neither overflows
// nor loses digits; w itself comes from a saddle-point form in which the
// logarithms' linear terms have been cancelled by hand.

// factorialRest returns ln n! − n ln n + n, which grows only as ½ ln n.
func factorialRest(n int64) float64 {
	if n == 0 {
		return 0
	}
	x := float64(n)
	return num.HalfLog2Pi + 0.5*num.Log(x) + num.StirlingError(x)
}

// twoSided returns (1+u) ln(1+u) + (1−u) ln(1−u) for |u| ≤ 1.
func twoSided(u float64) float64 {
	u = math.Abs(u)
	if u >= 1 {
		return 2 * math.Ln2
	}
	if u > 0.3 {
		return (1+u)*num.Log1p(u) + (1-u)*num.Log1p(-u)
	}
	// Σ u^{2k} / (k (2k−1)); the 17th term is below 10⁻¹⁹ of the first.
	y := u * u
	s := 0.0
	for k := 16; k >= 1; k-- {
		s = s*y + 1/float64(k*(2*k-1))
	}
	return s * y
}

// negHyper is the law w for n trials an input and c hits in the other record.
type negHyper struct{ n, c int64 }

// logW returns ln w(j), 0 ≤ j ≤ n, c < n.
func (h negHyper) logW(j int64) float64 {
	n, c := h.n, h.c
	s := j + c
	t := float64(j-c) / 2
	d := 0.0
	if s > 0 {
		d = float64(s) / 2 * twoSided(2*t/float64(s))
	}
	if s < 2*n {
		d += (float64(n) - float64(s)/2) * twoSided(2*t/float64(2*n-s))
	}
	r := 2*factorialRest(n) - factorialRest(2*n)
	r += factorialRest(s) - factorialRest(j) - factorialRest(c)
	r += factorialRest(2*n-s) - factorialRest(n-j) - factorialRest(n-c)
	return num.Log(float64(n-c)/float64(2*n-s)) + r - d
}

// ratio returns a and b with w(j+1)/w(j) = a/b.
func (h negHyper) ratio(j int64) (a, b float64) {
	return float64(h.n-j) * float64(j+h.c+1), float64(j+1) * float64(2*h.n-j-1-h.c)
}

// hazard returns w(k)/T(k). The recurrence starts with hazard 1 so far up that
// what it forgets is below 10⁻¹⁷ of T(k).
func (h negHyper) hazard(k int64) float64 {
	from := max(k, h.c+1) + 60 + int64(13*math.Sqrt(2*float64(h.c+1)))
	p := 1.0
	for j := min(from, h.n) - 1; j >= k; j-- {
		a, b := h.ratio(j)
		x := p * b
		p = x / (x + a)
	}
	return p
}

// logTail returns ln T(k), given the hazard at k.
func (h negHyper) logTail(k int64, hazard float64) float64 {
	if hazard < 1e-250 {
		// Everything below k weighs less than 10⁻²⁰: T(k) is 1.
		return 0
	}
	return math.Min(h.logW(k)-num.Log(hazard), 0)
}

// Thinning holds what the expected p-value of one direction needs at any ε:
// p̄(ε) = Σ_j Bin(j; c, e^{−ε}) T(j). It is monotone in ε, deterministic, and
// for one goroutine.
type Thinning struct {
	law    negHyper
	c      int64 // the count that is thinned
	stride int64
	coarse []float64 // hazards at multiples of stride, from 0 up to ≥ c
	block  []float64 // hazards between two of them
	at     int64     // which block is filled, −1 for none
}

// most hazards that a Thinning keeps; beyond, it keeps every stride-th.
const mostHazards = 1 << 20

// NewThinning prepares the expected p-value for count c thinned against count
// other, both of n trials.
func NewThinning(c, other, n int64) *Thinning {
	t := &Thinning{law: negHyper{n, other}, c: min(max(c, 0), n), stride: 1, at: -1}
	if other >= n || t.c == 0 {
		return t
	}
	for t.c/t.stride >= mostHazards {
		t.stride *= 2
	}
	last := (t.c + t.stride - 1) / t.stride
	t.coarse = make([]float64, last+1)
	top := min(last*t.stride, n)
	p := t.law.hazard(top)
	t.coarse[last] = p
	for j := top - 1; j >= 0; j-- {
		a, b := t.law.ratio(j)
		x := p * b
		p = x / (x + a)
		if j%t.stride == 0 {
			t.coarse[j/t.stride] = p
		}
	}
	t.block = make([]float64, t.stride+1)
	return t
}

// hazard returns w(j)/T(j) for 0 ≤ j ≤ c.
func (t *Thinning) hazard(j int64) float64 {
	b := j / t.stride
	from := b * t.stride
	if j == from {
		return t.coarse[b]
	}
	if b != t.at {
		p := t.coarse[b+1]
		for i := min(from+t.stride, t.law.n); i > from; i-- {
			t.block[i-from] = p
			u, v := t.law.ratio(i - 1)
			x := p * v
			p = x / (x + u)
		}
		t.at = b
	}
	return t.block[j-from]
}

// step returns the ratio of term j+1 to term j of the expected p-value's sum.
func (t *Thinning) step(j int64, odds float64) float64 {
	a, b := t.law.ratio(j)
	return float64(t.c-j) * odds * a / (float64(j+1) * (t.hazard(j+1)*b + a))
}

// P returns the expected p-value at ε ≥ 0.
func (t *Thinning) P(epsilon float64) float64 { return num.Exp(t.LogP(epsilon)) }

// LogP returns the logarithm of the expected p-value at ε ≥ 0, also where the
// p-value is too small for a float64.
func (t *Thinning) LogP(epsilon float64) float64 {
	if t.coarse == nil {
		return 0
	}
	theta := num.Exp(-math.Max(epsilon, 0))
	if theta >= 1 {
		return t.law.logTail(t.c, t.hazard(t.c))
	}
	if theta == 0 {
		return 0
	}
	rest := -num.Expm1(-epsilon)
	odds := theta / rest
	// Terms rise, then fall (both factors are log-concave): find the largest.
	peak := int64(sort.Search(int(t.c), func(j int) bool { return !(t.step(int64(j), odds) >= 1) }))
	sum, term := 1.0, 1.0
	for j := peak; j < t.c; j++ {
		term = term * t.step(j, odds)
		sum += term
		if term < 1e-18*sum {
			break
		}
	}
	term = 1
	for j := peak - 1; j >= 0; j-- {
		term /= t.step(j, odds)
		sum += term
		if term < 1e-18*sum {
			break
		}
	}
	return math.Min(t.law.logTail(peak, t.hazard(peak))+stat.LogBinomial(peak, t.c, theta, rest)+num.Log(sum), 0)
}

// Thinned returns the p-value with one random thinning, as Algorithm 5 prints
// it.
func (t *Thinning) Thinned(epsilon float64, s *rng.Stream) float64 {
	return num.Exp(t.logThinned(epsilon, s))
}

// logThinned returns the logarithm of Thinned, also where that is too small for
// a float64.
func (t *Thinning) logThinned(epsilon float64, s *rng.Stream) float64 {
	j := binomial(t.c, num.Exp(-epsilon), -num.Expm1(-epsilon), s)
	if t.coarse == nil || j == 0 {
		return 0
	}
	return t.law.logTail(j, t.hazard(j))
}

// Critical returns the least ε at which the expected p-value exceeds alpha, to
// 10⁻¹¹; 0 if it does at once.
func (t *Thinning) Critical(alpha float64) float64 {
	f := func(e float64) float64 { return t.LogP(e) - num.Log(alpha) }
	lo, flo := 0.0, f(0)
	if flo > 0 {
		return 0
	}
	hi := math.Max(num.Log(float64(t.c+1)/float64(t.law.c+1))+1, 1)
	fhi := f(hi)
	for fhi <= 0 {
		lo, flo = hi, fhi
		hi *= 2
		if hi > 1e4 {
			return math.Inf(1)
		}
		fhi = f(hi)
	}
	// Regula falsi with the Illinois rule, and a halving whenever it is slow.
	side, width := 0, hi-lo
	for i := 0; i < 200 && hi-lo > 1e-11; i++ {
		x := hi - fhi*(hi-lo)/(fhi-flo)
		if i%3 == 2 {
			if hi-lo > width/2 {
				x = lo + (hi-lo)/2
			}
			width = hi - lo
		}
		// Keep off the ends, so that the bracket closes from both sides.
		pad := math.Max(5e-12, 1e-4*(hi-lo))
		x = math.Min(math.Max(x, lo+math.Min(pad, (hi-lo)/2)), hi-math.Min(pad, (hi-lo)/2))
		fx := f(x)
		if fx > 0 {
			hi, fhi = x, fx
			if side > 0 {
				flo /= 2
			}
			side = 1
		} else {
			lo, flo = x, fx
			if side < 0 {
				fhi /= 2
			}
			side = -1
		}
	}
	return hi
}

// CriticalEpsilon returns ε_c: the least ε at which min(p⁺, p₊) exceeds alpha,
// in expectation over the thinning; 0 if it does at once. Both p-values rise
// with ε, so it is the larger of the two directions' values.
func CriticalEpsilon(c1, c2, n int64, alpha float64) float64 {
	return math.Max(NewThinning(c1, c2, n).Critical(alpha), NewThinning(c2, c1, n).Critical(alpha))
}

// binomial draws from Bin(c, theta) with one uniform number, by inversion from
// the mode outwards: as many steps as the standard deviation.
func binomial(c int64, theta, rest float64, s *rng.Stream) int64 {
	if theta >= 1 || c <= 0 {
		return max(c, 0)
	}
	u := s.Open()
	if theta <= 0 {
		return 0
	}
	mode := min(int64(float64(c+1)*theta), c)
	p := num.Exp(stat.LogBinomial(mode, c, theta, rest))
	if u -= p; u < 0 {
		return mode
	}
	odds := theta / rest
	up, down := p, p
	for hi, lo := mode, mode; ; {
		if hi < c {
			up = up * (float64(c-hi) * odds / float64(hi+1))
			hi++
			if u -= up; u < 0 {
				return hi
			}
		}
		if lo > 0 {
			down = down * (float64(lo) / (float64(c-lo+1) * odds))
			lo--
			if u -= down; u < 0 {
				return lo
			}
		}
		if (hi >= c || up < 1e-18) && (lo <= 0 || down < 1e-18) {
			return mode // what rounding left over, below 10⁻¹²
		}
	}
}
