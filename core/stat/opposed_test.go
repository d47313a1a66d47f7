package stat

import (
	"math"
	"math/rand/v2"
	"testing"

	"indistinct/core/num"
	"indistinct/core/rng"
	"indistinct/core/test/check"
)

// oddsPlainly is P(X ≥ x) by adding weights as they are written.
func oddsPlainly(x, s1, s2, t int64, l float64) float64 {
	choose := func(n, k int64) float64 {
		a, _ := math.Lgamma(float64(n) + 1)
		b, _ := math.Lgamma(float64(k) + 1)
		c, _ := math.Lgamma(float64(n-k) + 1)
		return a - b - c
	}
	above, all := 0.0, 0.0
	for k := max(0, t-s2); k <= min(s1, t); k++ {
		w := math.Exp(choose(s1, k) + choose(s2, t-k) + l*float64(k) - choose(s1+s2, t) - l*float64(min(s1, t)))
		all += w
		if k >= x {
			above += w
		}
	}
	return above / all
}

func TestOddsTail(t *testing.T) {
	for _, c := range [][3]int64{{1, 1, 1}, {5, 3, 4}, {3, 9, 2}, {10, 10, 17}, {40, 25, 30}, {200, 150, 170}} {
		for x := int64(0); x <= min(c[0], c[2]); x++ {
			for _, l := range []float64{-3, -0.5, 0, 0.2, 1, 4} {
				want := oddsPlainly(x, c[0], c[1], c[2], l)
				if got := math.Exp(oddsTail(x, c[0], c[1], c[2], l)); !(math.Abs(got-want) <= 1e-9*want) {
					t.Errorf("P(X ≥ %d), %v, l = %v: %v, want %v", x, c, l, got, want)
				}
			}
		}
	}
	// With an odds ratio of 1 the law is the hypergeometric one (fisher.go).
	for _, k := range []int64{400, 500, 520, 600, 900} {
		check.Near(t, "hypergeometric tail", math.Exp(oddsTail(k, 2000, 2000, 1000, 0)), hypergeometricTail(k), 1e-10)
	}
}

// Whatever the three probabilities of each input are on the border of the null, and
// inside it, the test rejects with probability at most α: by adding all counts.
func TestOddsSize(t *testing.T) {
	const m, alpha = 12, 0.2
	multinomial := func(p, q float64) (w [m + 1][m + 1]float64) {
		for a := 0; a <= m; a++ {
			for b := 0; a+b <= m; b++ {
				w[a][b] = num.BinomialPMF(a, m, p) * num.BinomialPMF(b, m-a, math.Min(1, q/(1-p)))
			}
		}
		return w
	}
	for _, eps := range []float64{0, 0.5, 1.2} {
		var rejects [m + 1][m + 1][m + 1][m + 1]bool
		for e1 := range m + 1 {
			for f1 := range m + 1 - e1 {
				for e2 := range m + 1 {
					for f2 := range m + 1 - e2 {
						rejects[e1][f1][e2][f2] = OddsTest{E1: int64(e1), F1: int64(f1), E2: int64(e2),
							F2: int64(f2)}.Rejects(eps, alpha)
					}
				}
			}
		}
		worst := 0.0
		for _, e := range []float64{0.02, 0.2, 0.45} {
			for _, f := range []float64{0.02, 0.2, 0.45} {
				for _, inside := range []float64{0, 0.3} {
					a, b := math.Exp(-eps+inside), math.Exp(-eps+inside/2)
					if e*a+f > 1 || f*b+e > 1 || a > 1 || b > 1 {
						continue
					}
					one, two := multinomial(e, f*b), multinomial(e*a, f)
					size := 0.0
					for e1 := range m + 1 {
						for f1 := range m + 1 - e1 {
							for e2 := range m + 1 {
								for f2 := range m + 1 - e2 {
									if rejects[e1][f1][e2][f2] {
										size += one[e1][f1] * two[e2][f2]
									}
								}
							}
						}
					}
					if size > alpha+1e-12 {
						t.Errorf("ε = %v, probabilities %v and %v: rejected with probability %.4f", eps, e, f, size)
					}
					worst = math.Max(worst, size)
				}
			}
		}
		if worst < alpha/8 { // a dozen counts come in large steps
			t.Errorf("ε = %v: size %.4f, want not far below α", eps, worst)
		}
		t.Logf("ε = %v: size %.4f of %v", eps, worst, alpha)
	}
}

// Against the large-sample limit; the p-value inverts the bound; and what the
// search expects is near what the test then gives, few counts among them.
func TestOddsBound(t *testing.T) {
	for _, c := range []OddsTest{
		{E1: 500, F1: 250, E2: 248, F2: 503}, {E1: 140, F1: 33, E2: 25, F2: 160}, {E1: 500, F1: 0, E2: 0, F2: 480},
		{E1: 20, F1: 30, E2: 2, F2: 33},
		{E1: 25_000_000, F1: 12_000_000, E2: 12_400_000, F2: 24_500_000},
	} {
		const m = 50_000_000.0
		for _, alpha := range []float64{0.2, 0.05, 1e-6} {
			got := c.Lower(alpha)
			if got > 0 {
				check.Near(t, "p-value at the bound", c.P(got)/alpha, 1, 1e-5)
			} else if c.P(0) < alpha {
				t.Errorf("%+v: no bound at α = %v, but a p-value of %v", c, alpha, c.P(0))
			}
			if c.Rejects(got+1e-6, alpha) || got > 0 && !c.Rejects(got-1e-6, alpha) {
				t.Errorf("%+v: the bound at α = %v is not where rejection ends", c, alpha)
			}
			z := -num.NormalQuantile(alpha)
			guess := ExpectedOdds(HalfOf(float64(c.E1)/m, float64(c.E2)/m, m, z),
				HalfOf(float64(c.F2)/m, float64(c.F1)/m, m, z))
			se := 0.5 * math.Sqrt(1/(float64(c.E1)+1)+1/(float64(c.F1)+1)+1/(float64(c.E2)+1)+1/(float64(c.F2)+1))
			if got > 0 && alpha > 0.01 && math.Abs(guess-got) > 0.35*se {
				t.Errorf("%+v, α = %v: bound %.4f, expected %.4f", c, alpha, got, guess)
			}
			if c.F1 > 20 && c.E2 > 20 && alpha > 0.01 {
				limit := 0.5*math.Log(float64(c.E1)*float64(c.F2)/(float64(c.E2)*float64(c.F1))) -
					z*0.5*math.Sqrt(1/float64(c.E1)+1/float64(c.F1)+1/float64(c.E2)+1/float64(c.F2))
				check.Near(t, "bound against its limit", got, limit, 0.4*se)
			}
		}
	}
	for _, c := range []OddsTest{{}, {E1: 3}, {F2: 3}, {E1: 5, E2: 5}, {F1: 9, F2: 9}} {
		if b, p := c.Lower(0.05), c.P(0); b != 0 || !(p > 0.05) {
			t.Errorf("%+v: bound %v, p = %v; such counts show nothing", c, b, p)
		}
	}
}

// Whatever the counts, ε and α are, the bound and its p-value are numbers that mean
// something, and the p-value rises with ε.
func TestOddsAtExtremes(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	for range 2000 {
		count := func() int64 {
			return int64([]float64{0, 1, 2, 50, 1e6, 2.5e7, math.Pow(10, 7.5*r.Float64())}[r.IntN(7)])
		}
		c := OddsTest{E1: count(), F1: count(), E2: count(), F2: count(), reverse: r.IntN(2) == 1}
		last := -1.0
		for _, eps := range []float64{0, 1e-9, 0.1, 3, 20, 39, 41, 20000} {
			p := c.P(eps)
			if !(p >= 0 && p <= 1) || !c.reverse && p < last*(1-1e-9) {
				t.Errorf("%+v, ε = %v: p = %v after %v", c, eps, p, last)
			}
			last = p
		}
		c.reverse = false
		if b := c.Lower(math.Pow(10, -8*r.Float64()) / 2); !(b >= 0 && b < 40) {
			t.Errorf("%+v: bound %v", c, b)
		}
		if d := c.Detectable(1, 0.05); !(d >= 1) {
			t.Errorf("%+v: detectable %v", c, d)
		}
	}
}

// The opposites that a selection finds are disjoint from their events, whatever
// the mechanism, and both are likelier as they say.
// A release that is not a number is in no list of releases, so that a list and its
// opposite stay disjoint.
// An opposite is counted by itself, also where another event's name, which is
// rounded, reads the same: here releases lie about 10,000, and so do all thresholds.
// For symmetric laws the bound of both events is above that of either alone, and
// reversed it is an upper one.
func TestOddsGain(t *testing.T) {
	const m = 10000
	both, one, above := 0.0, 0.0, 0
	for seed := range uint64(100) {
		s := rng.New(rng.Key{Seed: seed, Phase: 91})
		e1 := s.Binomial(m, 0.5)
		f1 := s.Binomial(m-e1, math.Exp(-0.7))
		f2 := s.Binomial(m, 0.5)
		e2 := s.Binomial(m-f2, math.Exp(-0.7))
		c := OddsTest{E1: e1, F1: f1, E2: e2, F2: f2}
		both += c.Lower(0.05) / 100
		one += pair(e1, e2, m, 0).Lower(0.05) / 100
		if c.Reversed().Rejects(0.75, 0.05) {
			above++
		}
	}
	if both < one+0.003 || both > 0.7 || above < 50 {
		t.Errorf("mean bound of both events %.4f, of one %.4f; at least .75 denied %d times", both, one, above)
	}
	t.Logf("mean bound of both events %.4f, of one %.4f", both, one)
}

// hypergeometricTail is P(X ≥ k) for the hits X of one input among 1,000 of 4,000
// releases, 2,000 of which are that input's, by its sum.
func hypergeometricTail(k int64) (sum float64) {
	choose := func(n, k int64) float64 {
		a, _ := math.Lgamma(float64(n + 1))
		b, _ := math.Lgamma(float64(k + 1))
		c, _ := math.Lgamma(float64(n - k + 1))
		return a - b - c
	}
	for ; k <= 1000; k++ {
		sum += math.Exp(choose(2000, k) + choose(2000, 1000-k) - choose(4000, 1000))
	}
	return sum
}
