package attack

import (
	"fmt"
	"math"
	"testing"

	"indistinct/core/num"
	"indistinct/core/privacy"
	"indistinct/core/rng"
)

// On a linear-Gaussian case, y = a·x + σ·noise with a flat prior, the posterior
// is the normal law about Σy/(n·a) with deviation σ/(a√n), cut to the interval.
func TestLinearGaussian(t *testing.T) {
	const a, sigma, lo, hi = 3.0, 0.5, -1.0, 1.5
	for _, n := range []int{1, 4, 50} {
		g := newGrid(lo, hi, 9, 400)
		p := NewPosterior(g)
		s := rng.New(rng.Key{Seed: 3, Trial: uint64(n)})
		sum := 0.0
		logs := make([]float64, 9)
		for range n {
			y := a*0.2 + sigma*s.Norm()
			sum += y
			for i, x := range g.Nodes {
				z := (y - a*x) / sigma
				logs[i] = -0.5 * z * z
			}
			p.Add(logs)
		}
		p.Refresh()
		mean, sd := sum/float64(n)/a, sigma/a/math.Sqrt(float64(n))
		cdf := func(x float64) float64 { return num.NormalCDF((x - mean) / sd) }
		all := cdf(hi) - cdf(lo)
		acc, worst := 0.0, 0.0
		for i, v := range p.P {
			acc += v
			worst = math.Max(worst, math.Abs(acc-(cdf(g.X[i]+g.Width/2)-cdf(lo))/all))
		}
		// The midpoint rule errs by (width/sd)²/24 of a density's slope.
		if tol := 1e-6 + math.Pow(g.Width/sd, 2)/20; worst > tol {
			t.Errorf("n = %d: distribution function off by %v, allowed %v", n, worst, tol)
		}
		if all > 1-1e-9 && (math.Abs(p.Mean()-mean) > 1e-6 || math.Abs(deviation(p)-sd) > g.Width*g.Width/sd) {
			t.Errorf("n = %d: mean %v and deviation %v, want %v and %v", n, p.Mean(), deviation(p), mean, sd)
		}
		// The region of highest density of a normal law.
		if r := p.Credible(0.95); n == 50 && (len(r) != 1 || math.Abs(r[0].Lo-(mean-1.959964*sd)) > g.Width ||
			math.Abs(length(r)-2*1.959964*sd) > g.Width) {
			t.Errorf("region %v, want %v ± %v", r, mean, 1.959964*sd)
		}
	}
}

// Regions of 95 % hold the truth in 95 % of games in which the truth is drawn
// from the prior: 1,000 games at each of three noise levels. A correct program
// fails with probability below 3·10⁻⁷ over all seeds (computed here).
func TestCoverage(t *testing.T) {
	const games, low, high = 1000, 910, 982
	miss := 1 - num.BinomialTail(low, games, 0.95) + num.BinomialTail(high+1, games, 0.95)
	if miss*3 > 1e-6 {
		t.Fatalf("the test would fail by chance with probability %v", 3*miss)
	}
	for _, sigma := range []float64{0.05, 0.3, 2} {
		g := newGrid(-1, 1, 17, 500)
		logs := make([]float64, 17)
		in := 0
		for i := range games {
			s := rng.New(rng.Key{Seed: 8, Trial: uint64(i)})
			truth := s.Uniform(-1, 1)
			p := NewPosterior(g)
			for range 2 {
				y := truth + 0.2*truth*truth + sigma*s.Norm()
				for j, x := range g.Nodes {
					z := (y - x - 0.2*x*x) / sigma
					logs[j] = -0.5 * z * z
				}
				p.Add(logs)
			}
			p.Refresh()
			if Covers(p.Credible(0.95), truth) {
				in++
			}
		}
		t.Logf("σ = %v: %d of %d", sigma, in, games)
		if in < low || in > high {
			t.Errorf("σ = %v: the 95 %% region held the truth in %d of %d games", sigma, in, games)
		}
	}
}

func TestPlane(t *testing.T) {
	g := newGrid(-1, 1, 7, 81)
	p := newPlane(g, g)
	var logs []float64
	for _, y := range g.Nodes {
		for _, x := range g.Nodes {
			logs = append(logs, -0.5*(x-0.2)*(x-0.2)/0.04-0.5*(y+0.1)*(y+0.1)/0.01)
		}
	}
	p.Add(logs)
	p.Refresh()
	var mx, my float64
	for j, y := range g.X {
		for i, x := range g.X {
			mx += x * p.P[j*81+i]
			my += y * p.P[j*81+i]
		}
	}
	if math.Abs(mx-0.2) > 1e-3 || math.Abs(my+0.1) > 1e-3 {
		t.Errorf("mean (%v, %v), want (0.2, −0.1)", mx, my)
	}
}

func TestEdges(t *testing.T) {
	p := NewPosterior(newGrid(0, 1, 4, 4))
	p.P = []float64{0.5, 0, 0.5, 0}
	if r := p.Credible(0.95); len(r) != 2 || math.Abs(length(r)-0.475) > 1e-12 {
		t.Errorf("region %v", r)
	}
	inf := math.Inf(-1)
	p.Add([]float64{inf, inf, inf, inf})
	p.Refresh()
	if p.P[3] != 0.25 {
		t.Errorf("with no hypothesis left: %v", p.P)
	}
}

// Closed forms: group privacy in whole steps; ε and total variation at odds of
// once in four; Hellinger's bound above the exact distance of normal laws;
// Laplace's coefficient by summation.
func TestGuarantees(t *testing.T) {
	if e := epsilonAtOdds(4); math.Abs(e-math.Log(3)) > 1e-15 {
		t.Errorf("ε at odds 4: %v", e)
	}
	// Success at ε = ln(k−1) is 1 − 1/k, and so is (1 + TV)/2 at TV = 1 − 2/k.
	for _, k := range []float64{2.5, 4, 30} {
		e := epsilonAtOdds(k)
		if s := 0.5 + 0.5*privacy.Advantage(privacy.Budget{Epsilon: e}); math.Abs(s-(1-1/k)) > 1e-14 ||
			math.Abs(0.5+0.5*advantageAtOdds(k)-s) > 1e-14 {
			t.Errorf("k = %v: success %v", k, s)
		}
	}
	for _, c := range []struct{ d, want float64 }{{0, 0}, {0.1, 2}, {10, 2}, {10.001, 4}, {35, 8}} {
		if b := groupEpsilon(privacy.Budget{Epsilon: 2}, 10, c.d); b.Epsilon != c.want {
			t.Errorf("group privacy at %v: %v, want %v", c.d, b.Epsilon, c.want)
		}
	}
	for _, mu := range []float64{0.01, 0.5, 2, 8} {
		exact, bound := gaussianAdvantage(mu), hellingerAdvantage(-mu*mu/8)
		if exact > bound || bound > 1.3*exact+1e-12 {
			t.Errorf("μ = %v: exact %v, bound %v", mu, exact, bound)
		}
		if d := (privacy.GaussianProfile{Mu: mu}).Delta(0); math.Abs(d-exact) > 1e-12 {
			t.Errorf("μ = %v: %v, by the profile %v", mu, exact, d)
		}
		sum := 0.0
		const h = 1e-3
		for x := -40.0; x < 40; x += h {
			sum += h * 0.5 * math.Exp(-0.5*(math.Abs(x)+math.Abs(x-mu)))
		}
		if got := math.Exp(LaplaceAffinity(mu)); math.Abs(got-sum) > 1e-5 {
			t.Errorf("Laplace, %v scales apart: %v, by summation %v", mu, got, sum)
		}
	}
	for _, want := range []float64{3e-5, 0.2, 7} {
		if r := radius(0.01, 10, 1e-6, func(r float64) bool { return r <= want }); math.Abs(r-want) > 2e-6*want {
			t.Errorf("radius %v, want %v", r, want)
		}
	}
	if radius(0.1, 5, 0.01, func(float64) bool {
		return true
	}) != 5 || radius(0.1, 5, 0.01, func(float64) bool { return false }) != 0 {
		t.Error("radius at the ends")
	}
}

func TestRefreshAllocates(t *testing.T) {
	p := NewPosterior(newGrid(-1, 1, 9, 241))
	logs := make([]float64, 9)
	if n := testing.AllocsPerRun(50, func() { p.Add(logs); p.Refresh() }); n != 0 {
		t.Errorf("an update allocates %v times", n)
	}
}

func BenchmarkUpdate(b *testing.B) {
	g := newGrid(-1, 1, 13, 701)
	p := NewPosterior(g)
	logs := make([]float64, 13)
	for i, x := range g.Nodes {
		logs[i] = -20 * x * x
	}
	for b.Loop() {
		p.Add(logs)
		p.Refresh()
	}
}

func Example() {
	// Where between 0 and 1 is x, if 0.3 was read with a deviation of 0.05?
	g := newGrid(0, 1, 5, 1000)
	p := NewPosterior(g)
	logs := make([]float64, 5)
	for i, x := range g.Nodes {
		z := (0.3 - x) / 0.05
		logs[i] = -0.5 * z * z
	}
	p.Add(logs)
	p.Refresh()
	r := p.Credible(0.95)[0]
	fmt.Printf("%.3f, 95 %% within %.2f to %.2f\n", p.Mean(), r.Lo, r.Hi)
	// Output: 0.300, 95 % within 0.20 to 0.40
}

// deviation is the standard deviation of a posterior.
func deviation(p *Posterior) float64 {
	m, s := p.Mean(), 0.0
	for i, v := range p.P {
		s += v * (p.X.X[i] - m) * (p.X.X[i] - m)
	}
	return math.Sqrt(s)
}
