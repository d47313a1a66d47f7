package paper

import (
	"math"
	"math/big"
	"testing"

	"indistinct/core/num"
	"indistinct/core/rng"
)

// exactTail is P[X ≥ k], X ~ Hypergeom(2n, n, s), in integers.
func exactTail(k, n, s int64) float64 {
	sum := new(big.Int)
	for j := max(k, 0, s-n); j <= min(n, s); j++ {
		a := new(big.Int).Binomial(n, j)
		sum.Add(sum, a.Mul(a, new(big.Int).Binomial(n, s-j)))
	}
	q := new(big.Rat).SetFrac(sum, new(big.Int).Binomial(2*n, s))
	f, _ := q.Float64()
	return f
}

// tail returns T(k).
func (h negHyper) tail(k int64) float64 {
	switch {
	case k <= 0 || h.c >= h.n:
		return 1
	case k > h.n:
		return 0
	}
	return num.Exp(h.logTail(k, h.hazard(k)))
}

// hypergeomTail returns P[X ≥ k] for X the number of successes among s draws
// without replacement from n successes and n failures. Relative error below
// 10⁻¹² down to 10⁻³⁰⁰, for 2n up to 10⁸; arguments outside 0 ≤ s ≤ 2n are
// moved there.
func hypergeomTail(k, n, s int64) float64 {
	n = max(n, 0)
	s = min(max(s, 0), 2*n)
	switch {
	case k <= max(0, s-n):
		return 1
	case k > min(s, n):
		return 0
	}
	return negHyper{n, s - k}.tail(k)
}

// pValues returns the expected p⁺ and p₊ of counts c1 and c2 in n trials each.
func pValues(c1, c2, n int64, epsilon float64) (plus, minus float64) {
	return NewThinning(c1, c2, n).P(epsilon), NewThinning(c2, c1, n).P(epsilon)
}

// thinnedPValues returns p⁺ and p₊ as Algorithm 5 prints them: each with one
// random thinning. They change from stream to stream: with counts as small as
// a cell's they jump by a factor of two and more.
func thinnedPValues(c1, c2, n int64, epsilon float64, s *rng.Stream) (plus, minus float64) {
	plus = NewThinning(c1, c2, n).Thinned(epsilon, s)
	return plus, NewThinning(c2, c1, n).Thinned(epsilon, s)
}

func relative(got, want float64) float64 {
	if got == want {
		return 0
	}
	return math.Abs(got-want) / math.Abs(want)
}

func TestHypergeomTailAgainstIntegers(t *testing.T) {
	for _, n := range []int64{1, 2, 3, 5, 10, 37, 200, 1000} {
		// Large n: a few values, because integers of 600 digits are slow.
		step := max(n/9, n*n/4000, 1)
		for s := int64(0); s <= 2*n; s += step {
			for k := max(0, s-n); k <= min(n, s); k += max(n/11, n*n/6000, 1) {
				want := exactTail(k, n, s)
				if want < 1e-300 {
					continue
				}
				if got := hypergeomTail(k, n, s); relative(got, want) > 1e-12 {
					t.Fatalf("P[X ≥ %d | 2·%d, s = %d] = %v, want %v (relative %.1e)", k, n, s, got, want,
						relative(got, want))
				}
			}
		}
	}
	for _, c := range []struct{ k, n, s int64 }{{0, 5, 3}, {4, 5, 3}, {6, 5, 10}, {5, 5, 10}, {-3, 5, 4}} {
		if got, want := hypergeomTail(c.k, c.n, c.s), exactTail(c.k, c.n, c.s); got != want {
			t.Errorf("edge %v: %v, want %v", c, got, want)
		}
	}
}

// Golden values from 50-digit arithmetic (mpmath).
func TestHypergeomTailLarge(t *testing.T) {
	for _, c := range []struct {
		k, n, s int64
		want    float64
	}{
		{25060000, 50000000, 50000000, 1.3967074185201394e-127},
		{25090000, 50000000, 50000000, 4.2069784823985975e-284},
		{25120000, 50000000, 50000000, 0},
		{600, 50000000, 800, 1.7321471463059436e-47},
		{1100, 50000000, 1150, 8.2355384975190627e-259},
		{260000, 500000, 450000, 0},
		{170000, 500000, 330000, 1.1706600417837491e-100},
		{40050000, 50000000, 80010000, 1.8962795181047968e-112},
		{12, 50000000, 12, 0.00024414046386722214},
	} {
		if got := hypergeomTail(c.k, c.n, c.s); relative(got, c.want) > 1e-12 {
			t.Errorf("P[X ≥ %d | 2·%d, s = %d] = %v, want %v (relative %.1e)", c.k, c.n, c.s, got, c.want,
				relative(got, c.want))
		}
	}
}

// Expected ε_c for n = m = 1000, α = 0.05, computed independently (SciPy, sum
// over the thinning).
func TestCriticalEpsilonAnchors(t *testing.T) {
	for _, c := range []struct {
		c1, c2 int64
		want   float64
	}{
		{12, 27, .15948}, {14, 27, .06256}, {10, 20, .00505}, {5, 0, .10458}, {7, 0, .36274},
		{100, 50, .35804}, {500, 100, 1.35357}, {1000, 0, 5.11967},
	} {
		for _, swap := range []bool{false, true} {
			a, b := c.c1, c.c2
			if swap {
				a, b = b, a
			}
			if got := CriticalEpsilon(a, b, 1000, .05); math.Abs(got-c.want) > 6e-6 {
				t.Errorf("ε_c(%d, %d) = %.7f, want %.5f", a, b, got, c.want)
			}
		}
	}
	if _, minus := pValues(12, 27, 1000, 0); math.Abs(minus-.011186) > 5e-7 {
		t.Errorf("p₊(12, 27) = %v, want .011186", minus)
	}
	if got := CriticalEpsilon(10, 10, 1000, .05); got != 0 {
		t.Errorf("equal counts: ε_c = %v, want 0", got)
	}
}

// The expected p-value against its definition, term by term.
func TestExpectedPValue(t *testing.T) {
	for _, c := range []struct{ c1, c2, n int64 }{{12, 27, 1000}, {27, 12, 1000}, {300, 10, 1000}, {1000, 0, 1000},
		{1000, 1000, 1000}, {0, 4, 9}, {7, 2, 7}, {2, 7, 7}, {60, 3, 64}} {
		th := NewThinning(c.c1, c.c2, c.n)
		last := -1.0
		for _, e := range []float64{0, 1e-9, .01, .1, .7, 2, 5, 20, 700, 900} {
			want := 0.0
			for j := int64(0); j <= c.c1; j++ {
				theta := math.Exp(-e)
				lc, _ := math.Lgamma(float64(c.c1) + 1)
				la, _ := math.Lgamma(float64(j) + 1)
				lb, _ := math.Lgamma(float64(c.c1-j) + 1)
				b := lc - la - lb
				if j > 0 {
					b -= float64(j) * e
				}
				if j < c.c1 {
					b += float64(c.c1-j) * math.Log(-math.Expm1(-e))
				}
				_ = theta
				want += math.Exp(b) * hypergeomTail(j, c.n, j+c.c2)
			}
			got := th.P(e)
			if relative(got, want) > 1e-10 {
				t.Errorf("%v at ε = %v: %v, want %v", c, e, got, want)
			}
			if got < last*(1-1e-12) {
				t.Errorf("%v: not monotone at %v", c, e)
			}
			last = got
		}
	}
}

// A Thinning that keeps every stride-th hazard gives what a full one gives, also where the event holds all releases.
func TestThinningStride(t *testing.T) {
	for _, full := range []*Thinning{NewThinning(4000, 900, 5000), NewThinning(5001, 4900, 5001)} {
		for _, stride := range []int64{2, 64, 4096} {
			sparse := &Thinning{law: full.law, c: full.c, stride: stride, at: -1, block: make([]float64, stride+1)}
			for j := int64(0); j*stride < full.c+stride; j++ {
				if j*stride <= full.c {
					sparse.coarse = append(sparse.coarse, full.coarse[j*stride])
				} else {
					sparse.coarse = append(sparse.coarse, full.law.hazard(min(j*stride, full.law.n)))
				}
			}
			for _, e := range []float64{0, .3, 1.2, 2, 6} {
				if got, want := sparse.P(e), full.P(e); relative(got, want) > 1e-13 {
					t.Errorf("stride %d, ε = %v: %v, want %v", stride, e, got, want)
				}
			}
		}
	}
}

// The thinned p-value's mean over streams is the expected p-value: 4000 draws,
// six standard errors (false alarm below 1e-8 for each of 4 cases).
func TestThinnedMean(t *testing.T) {
	for _, c := range []struct {
		c1, c2 int64
		e      float64
	}{{27, 12, .2}, {27, 12, .8}, {500, 300, .4}, {8, 0, 1}} {
		s := rng.New(rng.Key{Seed: 7, Phase: rng.PhaseThin})
		var sum, sq float64
		const n = 4000
		for i := 0; i < n; i++ {
			p, _ := thinnedPValues(c.c1, c.c2, 1000, c.e, &s)
			sum += p
			sq += p * p
		}
		mean := sum / n
		se := math.Sqrt((sq/n - mean*mean) / n)
		want, _ := pValues(c.c1, c.c2, 1000, c.e)
		if math.Abs(mean-want) > 6*se+1e-12 {
			t.Errorf("%v: mean %v ± %v, want %v", c, mean, se, want)
		}
	}
}

func BenchmarkHypergeomTail(b *testing.B) {
	for i := 0; i < b.N; i++ {
		hypergeomTail(27, 1000, 39)
	}
}

func BenchmarkHypergeomTailLarge(b *testing.B) {
	for i := 0; i < b.N; i++ {
		hypergeomTail(25_010_000, 50_000_000, 50_000_000)
	}
}

func BenchmarkCriticalEpsilon(b *testing.B) {
	for i := 0; i < b.N; i++ {
		CriticalEpsilon(300_000, 150_000, 500_000, .05)
	}
}
