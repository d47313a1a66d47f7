package onerun

import (
	"math"
	"slices"
	"testing"

	"indistinct/core/num"
	"indistinct/core/privacy"
	"indistinct/core/rng"
)

// A count of false alarms at 0.05 in 500 runs is above most, or below least, with probability
// below 10⁻⁶.
const runs, least, most = 500, 5, 51

func notion(n privacy.Notion) Family {
	return func(value float64) func(alpha float64) float64 {
		return privacy.Claim{Notion: n, Value: value}.TradeOff
	}
}

// alarms counts the runs whose statistic the law at theta makes a p-value of at most 0.05 of.
func alarms(t *testing.T, f Family, theta float64, n int, scores func(seed uint64) (in, out []float64)) (count int) {
	t.Helper()
	test, pair := newTest(f, theta, n), newPair(f(theta))
	law := make([]float64, 20_000)
	for i := range law {
		s := rng.New(rng.Key{Seed: 7, Trial: uint64(i)})
		law[i] = test.draw(pair, &s)
	}
	slices.Sort(law)
	for seed := range uint64(runs) {
		in, out := scores(seed)
		at, _ := slices.BinarySearch(law, test.of(Order(in, out, seed)))
		if 20*(len(law)-at+1) <= len(law)+1 {
			count++
		}
	}
	return count
}

// TestNull counts false alarms of mechanisms at the boundary of a family: as many as
// allowed, and about so many where its law is the least favourable one. A law of a slightly smaller θ has
// far too many.
func TestNull(t *testing.T) {
	const n = 1000
	for _, c := range cells {
		scores := func(seed uint64) (in, out []float64) { return run(c.mu, c.q, n, seed+100) }
		f := subsampled(c.q)
		if got := alarms(t, f, c.mu, n, scores); got < least || got > most {
			t.Errorf("μ %v q %v: %d false alarms in %d runs", c.mu, c.q, got, runs)
		}
		if got := alarms(t, f, 0.8*c.mu, n, scores); got <= most {
			t.Errorf("μ %v q %v: the law of 0.8 μ has no more than %d false alarms", c.mu, c.q, got)
		}
		// Canaries that differ, half of which the model knows nothing of.
		mixed := func(seed uint64) (in, out []float64) {
			in, out = run(c.mu, c.q, n/2, seed+100)
			for i := range in {
				in[i] *= 3
			}
			for i := range out {
				out[i] *= 3
			}
			a, b := run(0, 1, n-n/2, seed+5000)
			return append(in, a...), append(out, b...)
		}
		if got := alarms(t, f, c.mu, n, mixed); got > most {
			t.Errorf("μ %v q %v, canaries that differ: %d false alarms in %d runs", c.mu, c.q, got, runs)
		}
	}
	gauss := func(seed uint64) (in, out []float64) { return run(1, 1, n, seed+100) }
	if got := alarms(t, notion(privacy.Gaussian), 1, n, gauss); got < least || got > most {
		t.Errorf("μ-GDP: %d false alarms in %d runs", got, runs)
	}
	if got := alarms(t, notion(privacy.Concentrated), 0.5, n, gauss); got > most {
		t.Errorf("zCDP: %d false alarms in %d runs", got, runs)
	}
	// Randomised response that tells the truth for sure with probability δ, all of whose scores
	// are ties but those.
	response := func(seed uint64) (in, out []float64) {
		s := rng.New(rng.Key{Seed: seed})
		for range n {
			x, is := -1., s.Bernoulli(0.5)
			switch {
			case s.Bernoulli(0.01) && is:
				x = 2
			case s.Bernoulli(num.Exp(1)/(1+num.Exp(1))) == is:
				x = 1
			}
			if is {
				in = append(in, x)
			} else {
				out = append(out, x)
			}
		}
		return in, out
	}
	budget := func(epsilon float64) func(alpha float64) float64 {
		return privacy.Budget{Epsilon: epsilon, Delta: 0.01}.TradeOff
	}
	if got := alarms(t, budget, 1, n, response); got > most {
		t.Errorf("(ε, δ): %d false alarms in %d runs", got, runs)
	}
}

// TestBound counts how often what is certified exceeds the truth, from few draws.
func TestBound(t *testing.T) {
	count, sum := 0, 0.0
	const runs = 60
	for seed := range uint64(runs) {
		in, out := run(1, 1, 400, seed)
		c := Order(in, out, seed)
		got := c.Rank(notion(privacy.Gaussian), 0.7, 0.05, 3000, seed)
		if sum += got; got > 1 {
			count++
		}
		if seed == 0 && got != c.Rank(notion(privacy.Gaussian), 0.7, 0.05, 3000, seed) {
			t.Error("the same canaries gave another bound")
		}
	}
	if count > 14 || sum/runs < 0.75 { // 14 of 60 at 0.05: 10⁻⁷
		t.Errorf("%d of %d bounds exceed the truth; their mean is %.3f", count, runs, sum/runs)
	}
}

// TestNothing: canaries that tell nothing prove nothing, few ones too, and soon.
func TestNothing(t *testing.T) {
	for _, n := range []int{10, 31, 400} {
		in, out := run(0, 1, n, 4)
		c := Order(in, out, 1)
		if theta := c.Rank(notion(privacy.Gaussian), 1, 0.05, 2000, 1); theta > 0.1 {
			t.Errorf("%d canaries: θ ≥ %v", n, theta)
		}
		if g := c.BestGuesses(0, 1e-5, 0.05); g.Epsilon > 0 || g.Made > n || g.Right > g.Made {
			t.Errorf("%d canaries: %+v", n, g)
		}
	}
	perfect := append(make(Canaries, 30), slices.Repeat(Canaries{true}, 30)...)
	theta := perfect.Rank(notion(privacy.Gaussian), 1, 0.05, 2000, 1)
	if g := perfect.BestGuesses(0, 0, 0.05); theta < 2 || math.IsInf(theta, 1) || g.Epsilon < 2 || g.Right != g.Made {
		t.Errorf("canaries that are told apart: θ ≥ %v, %+v", theta, g)
	}
}

// TestPolygon: a pair's trade-off function is nowhere above the given one, and hardly below.
func TestPolygon(t *testing.T) {
	for _, c := range []struct {
		name       string
		f          func(float64) float64
		over, most float64 // relative, and below
	}{
		{"μ 0.1", subsampled(1)(0.1), 1e-9, 1e-4},
		{"μ 1", subsampled(1)(1), 1e-9, 1e-4},
		{"μ 4", subsampled(1)(4), 1e-9, 1e-4},
		{"q 0.2", subsampled(0.2)(2), 1e-9, 1e-4},
		{"ρ 0.5", notion(privacy.Concentrated)(0.5), 1e-5, 1e-3}, // itself known to 10⁻⁵
		{"(1, 0.01)", privacy.Budget{Epsilon: 1, Delta: 0.01}.TradeOff, 1e-9, 5e-3},
	} {
		name, f, p := c.name, c.f, newPair(c.f)
		far := 0.0
		for u := 0.0005; u < 1; u += 0.0007 {
			x := p.at(u)
			alpha, beta := 1-x, 2*u-x
			if alpha < 1e-9 || alpha > 1-1e-9 {
				continue
			}
			if beta > f(alpha)*(1+c.over)+1e-13 {
				t.Errorf("%s: the polygon is %v at %v, above %v", name, beta, alpha, f(alpha))
				break
			}
			far = math.Max(far, f(alpha)-beta)
		}
		if far > c.most {
			t.Errorf("%s: the polygon is %.2g below", name, far)
		}
	}
}

// TestGuesses counts false alarms of mechanisms at the boundary, whose scores depend on each other as
// much as (ε, δ) lets them, and holds the p-value against sums of its terms.
func TestGuesses(t *testing.T) {
	const n, epsilon, delta = 2000, 1, 0.02
	count := [2]int{}
	for seed := range uint64(runs) {
		s := rng.New(rng.Key{Seed: seed, Phase: 1})
		var in, out []float64
		all := s.Bernoulli(delta) // everything is told
		for range n {
			is := s.Bernoulli(0.5)
			x := s.Float64() // how sure it claims to be
			if s.Bernoulli(num.Exp(epsilon)/(1+num.Exp(epsilon))) != is && !all || all && !is {
				x = -x
			}
			if is {
				in = append(in, x)
			} else {
				out = append(out, x)
			}
		}
		c := Order(in, out, seed)
		for i, d := range []float64{delta, 0} {
			if c.BestGuesses(0, d, 0.05).Epsilon > epsilon {
				count[i]++
			}
		}
	}
	if count[0] > most || count[1] > most {
		t.Errorf("%v false alarms in %d runs", count, runs)
	}
	sum := func(r, k int, q float64) (p float64) { // P(Bin(r, q) ≥ k)
		for j := k; j <= r; j++ {
			a, _ := math.Lgamma(float64(r + 1))
			b, _ := math.Lgamma(float64(j + 1))
			c, _ := math.Lgamma(float64(r - j + 1))
			p += math.Exp(a - b - c + float64(j)*math.Log(q) + float64(r-j)*math.Log(1-q))
		}
		return p
	}
	for _, c := range []struct {
		m, r, v    int
		eps, delta float64
	}{{100, 100, 80, 1, 0}, {100, 50, 45, 1, 1e-3}, {1000, 200, 190, 2, 1e-5}, {1000, 40, 40, 3, 0.01},
		{50, 50, 20, 0, 0.1}} {
		q := 1 / (1 + math.Exp(-c.eps))
		want, worst := sum(c.r, c.v, q), 0.0
		for i := 1; i <= c.v; i++ {
			worst = math.Max(worst, (sum(c.r, c.v-i, q)-want)/float64(i))
		}
		want += 2 * float64(c.m) * c.delta * worst
		if got := guessP(c.m, c.r, c.v, c.eps, c.delta); math.Abs(got-want) > 1e-9*want {
			t.Errorf("%+v: %v, want %v", c, got, want)
		}
	}
	// 100 of 100 are right: (1 + e^{−ε})^{−100} = 0.05.
	want := -math.Log(math.Pow(0.05, -0.01) - 1)
	if got := epsilonLower(100, 100, 100, 0, 0.05); math.Abs(got-want) > 1e-5 {
		t.Errorf("100 of 100: %v, want %v", got, want)
	}
}

// TestFair: coins that were not fair are told.
func TestFair(t *testing.T) {
	if in, out := run(1, 1, 1000, 1); Order(in, out, 1).Turned() || !Order(out, in, 1).Turned() {
		t.Error("which scores are larger was not told")
	}
	if in, out := run(1, 1, 1000, 1); !Order(in, out, 1).Fair() || Order(in, out[:300], 1).Fair() {
		t.Error("what fair coins give was not told from what they do not")
	}
}
