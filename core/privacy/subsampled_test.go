package privacy

import (
	"math"
	"testing"

	"indistinct/core/num"
)

// epsilonOf is the ε at δ of a claim that has a δ(ε).
func epsilonOf(t *testing.T, c Claim, delta float64) float64 {
	t.Helper()
	low, high := c.EpsilonAt(delta)
	if low > high || c.Given[1] == 1 && low != high {
		t.Errorf("%+v: ε from %v to %v", c, low, high)
	}
	return high
}

// sampledClaim is the claim of so many steps at rate q with noise of sigma.
func sampledClaim(q, sigma, steps float64) Claim { return subsampled.Claim([]float64{q, sigma, steps}) }

// ε and δ as others found them, and never less: of one step in closed form, of many by the Fourier
// accountant of Koskela, Jälkö & Honkela (2020, tests/test_compute_*.py of their PLD-Accountant,
// remove or add, whose own grid errs by up to 3·10⁻⁵ of δ), below the moments accountant's 1.26 of Abadi et al.
// (2016, section 3.2).
func TestSubsampledKnown(t *testing.T) {
	for _, c := range []struct{ q, sigma, steps, delta, epsilon float64 }{
		{0.5, 1, 1, 1e-5, 3.534},
		{0.2, 0.5, 1, 1e-5, 7.620},
		{0.01, 2, 1e4, 1e-6, 2.446734},
		{0.01, 2, 1e5, 1e-6, 8.984849},
		{0.01, 2, 1e4, 1e-5, 2.162705},
		{0.01, 1, 1e4, 1e-6, 6.907425},
		{0.02, 1, 1e4, 1e-6, 15.641357},
		{0.01, 4, 1e4, 4.243484012e-06, 1},
	} {
		e := epsilonOf(t, sampledClaim(c.q, c.sigma, c.steps), c.delta)
		if !(e > c.epsilon-1e-5 && e < 1.002*c.epsilon) {
			t.Errorf("q = %v, σ = %v, T = %v: ε = %v at δ = %v, want %v", c.q, c.sigma, c.steps, e, c.delta, c.epsilon)
		}
	}
	for _, c := range []struct{ q, sigma, steps, epsilon, delta float64 }{
		{0.01, 2, 1e4, 1, 0.010224911},
		{0.01, 2, 1e5, 1, 0.392057289},
		{0.01, 2, 1e4, 0.8, 0.022850340},
		{0.01, 1, 1e4, 1, 0.239176395},
		{0.02, 2, 1e4, 1, 0.149917330},
	} {
		claim := sampledClaim(c.q, c.sigma, c.steps)
		if d := profileAt(claim).Delta(c.epsilon); !(d > c.delta-3e-5 && d < 1.001*c.delta) {
			t.Errorf("q = %v, σ = %v, T = %v: δ = %v at ε = %v, want %v", c.q, c.sigma, c.steps, d, c.epsilon, c.delta)
		}
	}
	if e := epsilonOf(t, sampledClaim(0.01, 4, 1e4), 1e-5); e > 1.26 {
		t.Errorf("ε = %v, more than by moments", e)
	}
}

// Of one step, tests of "without a record" against "with it" are those of N(0, 1) against the
// mixture, which Added is nowhere above and hardly below; the other way round they are harder.
func TestSubsampledAdded(t *testing.T) {
	for _, c := range []struct{ q, mu float64 }{{0.2, 2}, {0.5, 1}, {1, 1}} {
		claim := Claim{Notion: Subsampled, Value: c.mu, Given: Given{c.q, 1}}
		apart := 0.0
		for z := -4.0; z <= 4; z += 0.1 {
			alpha := num.NormalCDF(-z)
			want := (1-c.q)*(1-alpha) + c.q*num.NormalCDF(z-c.mu)
			if got := claim.Added(alpha); got > want+1e-9 || got < want-2e-3 {
				t.Errorf("q %v, μ %v: %v misses at %v, want %v", c.q, c.mu, got, alpha, want)
			}
			apart = max(apart, want-claim.TradeOff(alpha))
		}
		if c.q < 1 && apart < 0.01 || c.q == 1 && apart > 2e-3 {
			t.Errorf("q %v, μ %v: at most %v above tests of both directions", c.q, c.mu, apart)
		}
	}
}

// profileAt is the δ(ε) of which a claim's ε at a δ is, near no δ in particular.
func profileAt(c Claim) Profile {
	return sampledStep{c.Given[0], c.Value}.profile(int(c.Given[1]), 0, 1)
}

// The curve is never above the true one, and close to it: of whole samples it is Gaussian
// privacy's with μ = √T/σ; of one step the test that is best is known; of more steps with half the
// rate it is above the mixture of no step and of all.
func TestSubsampledBelow(t *testing.T) {
	for _, steps := range []float64{1, 2, 30, 1000} {
		for _, mu := range []float64{0.3, 1, 3} {
			c, exact := sampledClaim(1, math.Sqrt(steps)/mu, steps), Claim{Notion: Gaussian, Value: mu}
			for _, x := range append(normalRates(0.1), 1e-9, 1e-7) {
				got, want := c.TradeOff(x), exact.TradeOff(x)
				if !(got <= want+1e-14 && (got >= 0.99*want-2e-4 || math.Min(x, want) < 1e-8)) {
					t.Errorf("T = %v, μ = %v at %v: %v, want %v", steps, mu, x, got, want)
				}
			}
		}
	}
	for _, c := range []struct{ q, sigma float64 }{{0.5, 1}, {0.2, 0.5}, {0.01, 1}, {0.9, 2}} {
		claim := sampledClaim(c.q, c.sigma, 1)
		for _, z := range []float64{-5.9, -4, -2.5, -1, 0, 1, 2, 3} { // guess the record above z
			x, y := num.NormalCDF(-z), (1-c.q)*num.NormalCDF(z)+c.q*num.NormalCDF(z-1/c.sigma)
			if got := claim.TradeOff(x); got > y+1e-15 {
				t.Errorf("%+v at %v: %v, where a test has %v", c, x, got, y)
			}
			if got := claim.TradeOff(y); got > x+1e-15 {
				t.Errorf("%+v at %v: %v, where a test has %v", c, y, got, x)
			}
			loss := sampledStep{c.q, 1 / c.sigma}.loss(z)
			want := 1 - y - num.Exp(loss)*x
			if d := profileAt(claim).Delta(loss); loss > 0 && !near(d, want, 1e-6) {
				t.Errorf("%+v: δ = %v at ε = %v, want %v", c, d, loss, want)
			}
		}
	}
}

// Two steps by a sum over a fine grid of both releases: the best tests of the two laws, and of either
// direction, are none below the curve, and the curve is close to their lower hull.
func TestSubsampledTwoSteps(t *testing.T) {
	const q, mu, dx = 0.3, 1.5, 0.02
	s := sampledStep{q, mu}
	type point struct{ loss, p, q float64 }
	bins := map[int]*point{}
	for a := -7.0; a < 8.5; a += dx {
		for b := -7.0; b < 8.5; b += dx {
			w := dx * dx * num.InvSqrt2Pi * num.InvSqrt2Pi * math.Exp(-(a*a+b*b)/2)
			loss := s.loss(a) + s.loss(b)
			k := int(math.Floor(loss / 1e-3))
			if bins[k] == nil {
				bins[k] = &point{}
			}
			bins[k].p, bins[k].q = bins[k].p+w*math.Exp(loss), bins[k].q+w
		}
	}
	claim := sampledClaim(q, 1/mu, 2)
	for _, e := range []float64{0, 0.1, 0.5, 1, 2, 3} {
		there, back := 0.0, 0.0
		for _, b := range bins {
			there += math.Max(0, b.p-math.Exp(e)*b.q)
			back += math.Max(0, b.q-math.Exp(e)*b.p)
		}
		want := math.Max(there, back)
		if got := profileAt(claim).Delta(e); !(got > want-1e-6 && got < 1.003*want+1e-6) {
			t.Errorf("δ(%v) = %v, want %v", e, got, want)
		}
	}
}

// What notions have in common: curves fall, are convex, and symmetric; more of the number is a lower
// curve; and the law that a claim is of leaves it as the least.
func TestNotionCurves(t *testing.T) {
	for _, c := range []Claim{{Notion: Gaussian, Value: 1}, {Notion: Concentrated, Value: 0.5},
		renyi.Claim([]float64{8, 1}), renyi.Claim([]float64{1.5, 0.2}), renyi.Claim([]float64{64, 4}),
		sampledClaim(0.5, 1, 1), sampledClaim(0.01, 0.5, 1000), sampledClaim(0.1, 2, 100)} {
		more := c
		more.Value *= 1.1
		slope, before, last := math.Inf(-1), 0.0, 1.0
		for _, x := range append([]float64{0, 1e-9, 1e-8}, normalRates(0.25)[1:]...) {
			y := c.TradeOff(x)
			if x > 0 {
				if y > last+1e-12 || x-before > 1e-4 && (y-last)/(x-before) < slope-1e-3*math.Abs(slope)-1e-3 {
					t.Errorf("%+v: at %v the curve rises or bends down", c, x)
				}
				slope = (y - last) / (x - before)
			}
			if back := c.TradeOff(y); y > 1e-5 && x > 1e-8 && !near(back, x, 5e-3) {
				t.Errorf("%+v: %v at %v and %v there", c, y, x, back)
			}
			if more.TradeOff(x) > y {
				t.Errorf("%+v: at %v more of it is above", c, x)
			}
			before, last = x, y
		}
	}
	// μ of noise whose curve the claim has, or just keeps.
	for _, c := range []Claim{{Notion: Gaussian}, {Notion: Concentrated}, {Notion: Renyi, Given: Given{8}},
		{Notion: Renyi, Given: Given{1.5}}, {Notion: Subsampled, Given: Given{0.3, 10}}} {
		d := c.Definition()
		for _, mu := range []float64{0.1, 0.5, 1, 2} {
			at := normalRates(0.05)
			misses := make([]float64, len(at))
			for i, x := range at {
				misses[i] = Claim{Notion: Gaussian, Value: mu}.TradeOff(x)
			}
			want := d.OfNoise(mu)
			least, _, _ := d.Least(at, misses)
			if c.Given[0]*mu > 4 { // what is beyond 5 deviations, where the points end, tells most
				continue
			}
			if !(least <= want*(1+1e-9) && least > 0.95*want) || !near(d.Noise(want), mu, 0.01) {
				t.Errorf("%+v: of μ = %v %v is left, want %v, which is of μ = %v", c, mu, least, want, d.Noise(want))
			}
		}
	}
	for _, c := range []Claim{sampledClaim(0.5, 1, 1), sampledClaim(0.2, 0.5, 1), sampledClaim(0.01, 0.8, 1000)} {
		at, misses := normalRates(0.05), []float64(nil)
		for _, x := range at {
			misses = append(misses, c.TradeOff(x))
		}
		if least, _, _ := c.Definition().Least(at, misses); !(least <= c.Value && least > 0.995*c.Value) {
			t.Errorf("%+v: its own curve leaves %v", c, least)
		}
	}
}

// Of a Rényi divergence no test of two laws on four values is below the curve, and a group has what
// Mironov's Proposition 2 says (2017); where order or notion tell nothing, it has no claim.
func TestRenyi(t *testing.T) {
	p, q := []float64{0.1, 0.2, 0.3, 0.4}, []float64{0.25, 0.25, 0.25, 0.25}
	for _, order := range []float64{1.5, 2, 8} {
		there, back := 0.0, 0.0
		for i := range p {
			there += math.Pow(p[i], order) * math.Pow(q[i], 1-order)
			back += math.Pow(q[i], order) * math.Pow(p[i], 1-order)
		}
		want := math.Log(math.Max(there, back)) / (order - 1)
		got := Divergence(p, q, order)
		if !near(got, want, 1e-12) {
			t.Errorf("D = %v of order %v, want %v", got, order, want)
		}
		claim := renyi.Claim([]float64{order, got})
		for set := 1; set < 15; set++ {
			var in, out float64
			for i := range p {
				if set>>i&1 == 1 {
					in, out = in+p[i], out+q[i]
				}
			}
			if least := claim.TradeOff(out); 1-in < least || claim.TradeOff(1-in) > out {
				t.Errorf("order %v: misses %v at %v, below %v", order, 1-in, out, least)
			}
		}
	}
	for _, c := range []struct {
		claim Claim
		k     int
		want  Claim
	}{
		{renyi.Claim([]float64{16, 0.5}), 2, renyi.Claim([]float64{8, 1.5})},
		{renyi.Claim([]float64{16, 0.5}), 3, renyi.Claim([]float64{4, 4.5})},
		{renyi.Claim([]float64{16, 0.5}), 8, renyi.Claim([]float64{2, 13.5})},
		{renyi.Claim([]float64{4, 0.5}), 1, renyi.Claim([]float64{4, 0.5})},
	} {
		if got := c.claim.Group(c.k); got != c.want || got.Check() != nil {
			t.Errorf("a group of %d has %+v, want %+v", c.k, got, c.want)
		}
	}
	for _, c := range []Claim{renyi.Claim([]float64{16, 0.5}).Group(9), renyi.Claim([]float64{6, 0.5}).Group(4),
		sampledClaim(0.1, 1, 1).Group(2), renyi.Claim([]float64{1, 0.5}), sampledClaim(0.1, 1, 1.5),
		sampledClaim(0, 1, 1), sampledClaim(0.1, 0, 1), sampledClaim(0.1, 0.02, 1), sampledClaim(math.NaN(), 1, 1)} {
		if c.Check() == nil {
			t.Errorf("%+v is taken for a claim", c)
		}
	}
}

// TestSampledMargin: of one step δ(ε) is the truth's at the grid's values but for rounding, and what the transforms
// may err by is added to it: there all of it is to be seen, with which no curve is above the true one.
func TestSampledMargin(t *testing.T) {
	for _, mu := range []float64{0.3, 1, 3} {
		l := newSampled(1, mu, 1).added // Gaussian noise itself
		for i, slope := range l.slope {
			truth := GaussianProfile{Mu: mu}.Delta(num.Log(slope))
			if over := 1 - l.room[0][i] - truth; over < 0.99*transformed || over > 2*transformed {
				t.Fatalf("μ = %v: δ(%v) is %v, and %v more", mu, num.Log(slope), truth, over)
			}
		}
	}
}
